"""Whether a message is about a calculation of the student's, and the reply if it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from tutor_app.calculations.calculation_facts import CalculationFacts
from tutor_app.calculations.calculation_process import (
    CalculationTooLong,
    ExaminedTexts,
    may_be_calculation,
)
from tutor_app.calculations.item_results import asks_for_reasons, item_result
from tutor_app.calculations.quantities.told_numbers import told_tokens
from tutor_app.calculations.reading.lone_expression import lone_expression
from tutor_app.calculations.replies.comparison_replies import (
    comparison_of,
    comparison_reply,
)
from tutor_app.calculations.replies.fitting_quotes import to_the_point
from tutor_app.calculations.replies.help_with_calculation import help_with_calculation
from tutor_app.calculations.replies.quantity_replies import quantity_at_hand
from tutor_app.calculations.replies.reply_turn import CalculationTurn
from tutor_app.calculations.replies.values_of_others import values_of_others
from tutor_app.calculations.speech.heard_message import HeardCalculation, hear_message
from tutor_app.calculations.speech.math_fragments import math_fragments
from tutor_app.calculations.speech.word_problems import asks_count, asks_why, tells_task_in_words
from tutor_app.calculations.stories.chance_story import read_model
from tutor_app.calculations.stories.judge_story import (
    judge_value,
    plain_value,
    read_story,
    story_part,
)
from tutor_app.calculations.stories.story_words import words_of
from tutor_app.conversation.beside.told_of_run import brings_other_names
from tutor_app.conversation.student_work import is_about_exercise
from tutor_app.conversation.trace_replies.problem_reply import cite_from
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    HintLevel,
    IntentRecognised,
    Sentence,
    SentenceRole,
    TurnRecord,
)
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.exercises.decided.stated_values import result_places
from tutor_app.exercises.exercise_task import item_named
from tutor_app.exercises.item_matching import item_at_head, without_name
from tutor_app.exercises.shown_item import show_item
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.understanding.act_classifier import DialogueAct
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.understanding.outright import small_talk
from tutor_app.wording.catalogue import Phrase, phrase, unsaid

WHICH_EXERCISE = phrase("calculations_replies.which_exercise", "answer")
ITEM_AGREES = phrase("calculations_replies.item_agrees", "answer")
ITEM_DIFFERS = phrase("calculations_replies.item_differs", "answer")
ITEM_SUMS_AGREE = phrase("calculations_replies.item_sums_agree", "answer")
ITEM_SUMS_DIFFER = phrase("calculations_replies.item_sums_differ", "answer")
_DECIDED: Final = ("right", "worked_right", "wrong", "ask")
_ASKS_COURSE: Final[frozenset[DialogueAct]] = frozenset(
    {"ask.fact", "ask.why", "ask.admin", "ask.example", "ask.more", "ask.practice", "meta.use"}
)
_CHECKS: Final[frozenset[DialogueAct]] = frozenset(
    {"ask.check", "work.submit", "work.mended", "tell.answer", "tell.idea"}
)
_OF_THE_TABLE: Final[frozenset[DialogueAct]] = _CHECKS | {
    "help.stuck",
    "help.solution",
    "ask.reason",
    "ask.why",
    "ask.simpler",
    "ask.example",
    "react.disagree",
    "tell.seen",
}
_MESSAGES = 8  # before, in which a story's numbers are looked for
_COMPETE = 2  # values of which one is asked for
_SHORT = 8  # words: so few say nothing of another subject
_WORDS_OF_RESULT = 40  # with its lines: who writes more explains
_PROSE_OF_LINE = 12  # words of prose beside a line: with more it is an answer in words
_EDGE = re.compile(r"\b[A-Z] ?[-–—] ?[A-Z]\b")
_GRAPH = 3  # edges: with so many, what is written down is a graph and no difference
_NUMBER: Final = re.compile(r"\d+")
_ANSWER_WORDS: Final = frozenset({"answer", "solution", "result"})


@dataclass(frozen=True, kw_only=True)  # no slots: what is looked up twice is kept
class _MessageInTurn:
    """A message that may be about a calculation; it is heard once, and each text examined once."""

    turn: TurnContext
    examine: ExaminedTexts = field(default_factory=ExaminedTexts)

    @cached_property
    def heard_message(self) -> HeardCalculation:
        """The message taken apart: whose each piece of its mathematics is."""
        turn = self.turn
        if turn.message.text == NEXT_HINT:
            return HeardCalculation(own="")
        begun = turn.on_table == "calculation"
        return hear_message(turn.message.text, begun=begun, embedder=turn.services.embedder)

    @cached_property
    def facts(self) -> CalculationFacts | None:
        """What is found of it; None where it is too large, which is told to the student."""
        try:
            return self.examine(self.turn.message.text)
        except CalculationTooLong:
            return None


def reply_to_calculation(turn: TurnContext) -> Iterator[Event] | None:
    """Return the reply to a message about a calculation; None to what is about something else."""
    if turn.message.wanted not in (None, "validation", "evaluation"):
        return None
    if _shows_program(turn):
        return None
    message = _MessageInTurn(turn=turn)
    if _answers_in_words(message):
        return None
    if (of_item := _of_item(message)) is not None:
        return of_item
    named = item_named(turn.message.text, turn.session, turn.book)
    if named is not None and (turn.message.wanted is not None or _leaves_for(turn, named)):
        return None
    goes_on = turn.on_table == "calculation" and _goes_on(message)
    if _is_of_quantities(message):
        return _reply(message)
    part = story_part(turn.message.text)  # a story begins anew, whatever is said before it
    if (of_story := _value_of_story(message, part)) is not None:
        return _reply(message, of_story, text=part)
    if _compares(message) or goes_on:
        return _reply(message)
    if may_be_calculation(turn.message.text):
        return _reply(message) if _brings_calculation(message) else None
    return _which_exercise(turn)


def _shows_program(turn: TurnContext) -> bool:
    shape = turn.shape
    return any(each is not None for each in (shape.code, shape.error, shape.traceback))


def _is_of_quantities(message: _MessageInTurn) -> bool:
    """Whether a message gives values for a task of quantities told in words, or asks about one."""
    turn = message.turn
    if turn.on_table in ("program", "trace") or name_algorithm(turn.message.text) is not None:
        return False
    try:
        at_hand = quantity_at_hand(_calculation_turn(message))
        if at_hand is None or at_hand.judged:
            return at_hand is not None
        leaves = turn.settled_act in ("ask.admin", "ask.practice")
        return not leaves and small_talk(turn.message.text) is None
    except CalculationTooLong:
        return False


def _compares(message: _MessageInTurn) -> bool:
    """Whether a message asks no more than how two values stand to each other, which is computed."""
    if message.turn.on_table in ("program", "trace"):
        return False
    asked = comparison_of(_calculation_turn(message))
    return asked is not None and any(comparison_reply(asked, message.examine))


def _value_of_story(message: _MessageInTurn, text: str) -> HeardCalculation | None:
    """Return a probability that is told beside its story, without a calculation: "the chance that
    the sum is 7 is 1/11"; `text` is the part of the message that tells the story."""
    turn = message.turn
    plain, fragments = math_fragments(text)
    if any(each.relates for each in fragments):
        return None
    told = {plain[each.start : each.end]: each for each in fragments if each.is_value}
    values = [each for each in told if plain_value(each) is not None]
    if turn.settled_act in _ASKS_COURSE and len(values) < _COMPETE:
        return None
    others = values_of_others(_calculation_turn(message))
    own = [each for each in values if each not in others]
    if len(own) == 2 and " or " in text:  # "1/8 or 3/8?"
        own, others = own[:1], tuple(own[1:])
    if len(own) > 1:  # "that one is a 5 is 2/6, 1/6 for each die. Why not 12/36?"
        own = [each for each in own if told[each].before[-1:] in (("is",), ("be",), (":",))]
    story = read_story([text])
    value = plain_value(own[0]) if len(own) == 1 else None
    if story is None or value is None or judge_value(story, value[0], places=value[1]) is None:
        return None
    return HeardCalculation(own=f"P = {own[0]}", has_own=True, others=others)


def _leaves_for(turn: TurnContext, named: AssignmentItem) -> bool:
    """Whether the calculation on the table is of something else than the item that is named."""
    work = turn.session.work
    return turn.on_table == "calculation" and work is not None and work.item != named.id


def _names_item(turn: TurnContext) -> bool:
    return item_named(turn.message.text, turn.session, turn.book) is not None


def _answers_in_words(message: _MessageInTurn) -> bool:
    """Whether a message answers an item that asks for reasons or a trace: the points of its
    solution judge it. Beside such an item a sum with numbers of its own stays a sum.
    """
    turn = message.turn
    if _is_for_several(message):
        return True
    if (named := item_named(turn.message.text, turn.session, turn.book)) is not None:
        return _in_words(named.statement)
    work = turn.session.work
    if work is None or work.kind != "exercise" or turn.book is None:
        return False
    item = turn.book.item(work.item)
    if item is None or not _in_words(item.statement):
        return False
    known = set(_NUMBER.findall(f"{item.statement} {item.locked}"))
    told = set(_NUMBER.findall(turn.message.text))
    if told & known or turn.leaves_table:
        return bool(told & known)
    return message.facts is None or message.facts.prose > _SHORT


def _in_words(asked: str) -> bool:
    """Whether an item asks for reasons or for a trace, and not for a number."""
    if name_algorithm(asked) is not None:
        return asks_why(asked) or not asks_count(asked)
    return asks_for_reasons(asked)


def _of_item(message: _MessageInTurn) -> Iterator[Event] | None:
    """Return the reply to a result for an item that is named: held to what the item asks.

    What is to be evaluated, and an answer in words, is judged by the points of the solution.
    """
    turn = message.turn
    if turn.message.wanted == "evaluation" or len(turn.message.text.split()) > _WORDS_OF_RESULT:
        return None
    named = item_named(turn.message.text, turn.session, turn.book)
    if named is None and turn.book is not None:
        named = item_at_head(turn.message.text, turn.book.items)
    item = named or _at_hand(turn)
    if item is None or turn.act.act in _ASKS_COURSE or turn.on_table in ("program", "trace"):
        return None
    found = item_result(
        item.statement,
        "\n".join(item.solution) or item.locked,
        without_name(turn.message.text) if named is not None else turn.message.text,
        message.examine,
    )
    if found is None or (named is None and found.heard is not None):
        return None
    if found.heard is not None:
        return _reply(message, found.heard, item.id)
    if read_story([item.statement]) is not None:
        own = HeardCalculation(own=without_name(turn.message.text), has_own=True)
        return _reply(message, own, item.id)
    if found.sums:
        sentence = ITEM_SUMS_AGREE if found.agrees else ITEM_SUMS_DIFFER
    else:
        sentence = ITEM_AGREES if found.agrees else ITEM_DIFFERS
    return _asked(turn, found.value, sentence, item)


def _is_for_several(message: _MessageInTurn) -> bool:
    """Whether a message works on an item that asks for several results, each of which gets a
    verdict of its own by the points of the solution."""
    turn = message.turn
    if turn.book is None or turn.act.act in _ASKS_COURSE:
        return False
    item = item_named(turn.message.text, turn.session, turn.book)
    item = item or item_at_head(turn.message.text, turn.book.items)
    work = turn.session.work
    if item is None and work is not None and work.kind == "exercise":
        found = turn.book.item(work.item)
        known = set(_NUMBER.findall(f"{found.statement} {found.locked}")) if found else set()
        told = set(_NUMBER.findall(turn.message.text))
        item = found if len(told & known) > 1 else None
    return item is not None and len(result_places(item.solution, item.statement)) > 1


def _at_hand(turn: TurnContext) -> AssignmentItem | None:
    """Return the item that was spoken of, where a message works with a number of it."""
    work = turn.session.work
    if work is None or turn.book is None or not may_be_calculation(turn.message.text):
        return None
    item = turn.book.item(work.item)
    asked = set(_NUMBER.findall(item.statement)) if item is not None else set()
    return item if asked & set(_NUMBER.findall(turn.message.text)) else None


def _goes_on(message: _MessageInTurn) -> bool:
    """Whether a message goes on with the calculation on the table."""
    turn, text = message.turn, message.turn.message.text
    if text == NEXT_HINT:
        return True
    if turn.settled_act == "ask.admin":
        return False
    heard = message.heard_message
    if (about := _of_the_verdict(turn, heard)) is not None:
        return about
    if not heard.has_own and _tells_other(turn):
        return False
    if heard.claims:
        return True
    if small_talk(text) is not None:
        return False
    if heard.has_own or heard.task:
        return not turn.leaves_table or message.facts is None or bool(message.facts.lines)
    if turn.leaves_table:
        return False
    near = turn.act.about_table or len(text.split()) <= _SHORT
    if lone_expression(text) is not None and any(map(str.isdigit, text)):
        return near and turn.settled_act not in ("ask.fact", "ask.admin", "ask.practice")
    return near and turn.settled_act in _OF_THE_TABLE


def _tells_other(turn: TurnContext) -> bool:
    """Whether a message tells a story with numbers that nothing said before has: its values are no
    claims about the work on the table."""
    work, text = turn.session.work, turn.message.text
    if work is None or not tells_task_in_words(text):
        return False
    before = " ".join([work.text, *(each.question for each in turn.session.before[-_MESSAGES:])])
    told = {each.number for each in told_tokens(text) if each.is_given}
    return len(told - {each.number for each in told_tokens(before)}) > 1


def _of_the_verdict(turn: TurnContext, heard: HeardCalculation) -> bool | None:
    """Whether a "why?" is about the verdict on the table; None where its form does not decide.

    Why a line is wrong is told from the line, whatever words of the course the question holds; how
    a task in words is to be set up is told by the course, not by the sums.
    """
    work = turn.session.work
    if work is None or turn.settled_act != "ask.why" or not turn.act.about_table:
        return None
    if work.verdict == "off_story":
        return True
    if work.verdict == "worked_right" and not (heard.has_own or heard.quoted or heard.claims):
        return False
    return True if work.verdict == "wrong" else None


def _brings_calculation(message: _MessageInTurn) -> bool:
    """Whether a message shows a calculation to be checked, and is no trace, program or question."""
    turn, text = message.turn, message.turn.message.text
    if name_algorithm(text) is not None or turn.goes_on_with_program:
        return False
    if len(_EDGE.findall(text)) >= _GRAPH:
        return False
    at_other_work = turn.on_table in ("trace", "program") and turn.act.about_table
    if at_other_work and not brings_other_names(turn):
        return False
    facts = message.facts
    if facts is None:
        return True
    _, fragments = math_fragments(text)
    if all(each.is_value for each in fragments) and read_model(words_of(text)) is not None:
        return False  # several chances of one story: none of them is drawn from another
    if not facts.is_calculation:
        offers = bool(message.heard_message.candidates) and turn.on_table in ("nothing", "quotes")
        return offers or _claims_value(turn, facts)
    if facts.prose > _PROSE_OF_LINE * len(facts.lines) and is_about_exercise(turn):
        return False
    checks = turn.settled_act in _CHECKS
    if facts.outcome not in _DECIDED:
        return checks
    asks_course = turn.act.sure and turn.act.act in _ASKS_COURSE
    return not asks_course or facts.outcome == "wrong" or len(facts.lines) > 1


def _claims_value(turn: TurnContext, facts: CalculationFacts) -> bool:
    """Whether a value alone is to be checked, of an exercise that nobody knows: "x = 4, right?"."""
    free = turn.on_table == "nothing" and not is_about_exercise(turn)
    told = len(facts.lines) == 1 and facts.has_value
    return free and told and turn.settled_act in (*_CHECKS, "tell.seen")


def _which_exercise(turn: TurnContext) -> Iterator[Event] | None:
    """Return the question of which exercise a bare answer is for: "is my answer 12 correct?"."""
    text = turn.message.text
    if turn.on_table != "nothing" or turn.session.work is not None or turn.message.wanted:
        return None
    if _names_item(turn) or len(text.split()) > _SHORT + 2:
        return None
    value = lone_expression(text)
    words = {word.strip(".,:;!?").casefold() for word in text.split()}
    if value is None or not any(map(str.isdigit, value)) or not words & _ANSWER_WORDS:
        return None
    if turn.settled_act not in ("ask.check", "work.submit", "tell.answer"):
        return None
    return _asked(turn, value, WHICH_EXERCISE)


def _asked(
    turn: TurnContext, value: str, sentence: Phrase, item: AssignmentItem | None = None
) -> Iterator[Event]:
    """Yield a sentence on an answer alone; the item that it is held to stays at hand."""
    yield IntentRecognised(intent="validation", sure=True, others=())
    role: SentenceRole = "question" if sentence is WHICH_EXERCISE else "verdict"
    yield Sentence(text=unsaid(sentence, turn.session, answer=value), role=role)
    turn.notes.note_point("all")
    work = None
    if item is not None and turn.book is not None:
        work = show_item(item, turn.session, turn.book).work
    yield AnswerDone(
        record=TurnRecord(intent="validation", found=None, timings=turn.notes.timings, work=work)
    )


def _statement(turn: TurnContext, item: str | None) -> str:
    """Return what the item asks that a calculation is for."""
    work = turn.session.work
    name = item or (work.item if work is not None else None)
    found = turn.book.item(name) if turn.book is not None and name is not None else None
    return found.statement if found is not None else ""


def _reply(
    message: _MessageInTurn,
    heard: HeardCalculation | None = None,
    item: str | None = None,
    text: str | None = None,
) -> Iterator[Event]:
    turn = message.turn
    yield IntentRecognised(intent="validation", sure=True, others=())
    left = yield from help_with_calculation(_calculation_turn(message, heard, item, text))
    if left.ladder and left.ladder[-1].level:
        yield HintLevel(level=left.ladder[-1].level)
    turn.notes.note_point("all")
    yield AnswerDone(
        record=TurnRecord(intent="validation", found=None, timings=turn.notes.timings, work=left)
    )


def _calculation_turn(
    message: _MessageInTurn,
    heard: HeardCalculation | None = None,
    item: str | None = None,
    text: str | None = None,
) -> CalculationTurn:
    turn = message.turn
    session = turn.session
    if item is not None and session.work is not None and session.work.item != item:
        session = replace(session, work=None)  # what was calculated for another item is done with
    return CalculationTurn(
        text=text or turn.message.text,
        act=turn.act_at_work,
        session=session,
        cite=to_the_point(cite_from(turn.session, turn.services)),
        examine=message.examine,
        heard=heard or message.heard_message,
        item=item,
        told=_statement(turn, item),
    )
