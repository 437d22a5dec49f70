"""A message that gives a result for an item of an assignment, or an answer to one in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tutor_app.calculations.calculation_process import may_be_calculation
from tutor_app.calculations.item_results import asks_for_reasons, item_result
from tutor_app.calculations.reading.lone_expression import lone_expression
from tutor_app.calculations.speech.heard_message import HeardCalculation
from tutor_app.calculations.speech.word_problems import asks_count, asks_why
from tutor_app.calculations.stories.judge_story import read_story
from tutor_app.conversation.calculated.message_in_turn import MessageInTurn, reply_about
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import (
    AnswerDone,
    Event,
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
from tutor_app.wording.catalogue import Phrase, phrase, unsaid

WHICH_EXERCISE = phrase("calculations_replies.which_exercise", "answer")
ITEM_AGREES = phrase("calculations_replies.item_agrees", "answer")
ITEM_DIFFERS = phrase("calculations_replies.item_differs", "answer")
ITEM_SUMS_AGREE = phrase("calculations_replies.item_sums_agree", "answer")
ITEM_SUMS_DIFFER = phrase("calculations_replies.item_sums_differ", "answer")
_ASKS_COURSE: Final[frozenset[DialogueAct]] = frozenset(
    {"ask.fact", "ask.why", "ask.admin", "ask.example", "ask.more", "ask.practice", "meta.use"}
)
_SHORT = 8  # words: so few say nothing of another subject
_WORDS_OF_RESULT = 40  # with its lines: who writes more explains
_NUMBER: Final = re.compile(r"\d+")
_ANSWER_WORDS: Final = frozenset({"answer", "solution", "result"})


def reply_about_item(message: MessageInTurn) -> Iterator[Event] | None:
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
        return reply_about(message, found.heard, item.id)
    if read_story([item.statement]) is not None:
        own = HeardCalculation(own=without_name(turn.message.text), has_own=True)
        return reply_about(message, own, item.id)
    if found.sums:
        sentence = ITEM_SUMS_AGREE if found.agrees else ITEM_SUMS_DIFFER
    else:
        sentence = ITEM_AGREES if found.agrees else ITEM_DIFFERS
    return _asked(turn, found.value, sentence, item)


def _at_hand(turn: TurnContext) -> AssignmentItem | None:
    """Return the item that was spoken of, where a message works with a number of it."""
    work = turn.session.work
    if work is None or turn.book is None or not may_be_calculation(turn.message.text):
        return None
    item = turn.book.item(work.item)
    asked = set(_NUMBER.findall(item.statement)) if item is not None else set()
    return item if asked & set(_NUMBER.findall(turn.message.text)) else None


def answers_in_words(message: MessageInTurn) -> bool:
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


def _is_for_several(message: MessageInTurn) -> bool:
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


def _in_words(asked: str) -> bool:
    """Whether an item asks for reasons or for a trace, and not for a number."""
    if name_algorithm(asked) is not None:
        return asks_why(asked) or not asks_count(asked)
    return asks_for_reasons(asked)


def ask_which_exercise(turn: TurnContext) -> Iterator[Event] | None:
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


def _names_item(turn: TurnContext) -> bool:
    return item_named(turn.message.text, turn.session, turn.book) is not None


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
