"""What is wished of a round while a question waits: another, easier, a hint, why, its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tutor_app.answering.practice.questions.course_for_practice import CourseForPractice
from tutor_app.answering.practice.questions.term_questions import ask_about_term, item_of
from tutor_app.conversation.practice.answered_question import (
    answer_question,
    give_up,
    not_right,
    rule_broken,
)
from tutor_app.conversation.practice.beside_question import said_beside
from tutor_app.conversation.practice.round_desk import RoundDesk, RoundStep, result_of
from tutor_app.conversation.practice.round_words import (
    WANTED,
    ask_question,
    course_says,
    hint_at,
    not_at_once,
    notice,
    offer_answers,
    sum_up,
)
from tutor_app.conversation.practice.told_of_options import rule_out_option, tell_of_term
from tutor_app.conversation.practice.topic_fit import words_of_topic
from tutor_app.conversation.practice.traced_practice import ROWS_IN_ALL, rows_right_in_all
from tutor_app.conversation.practice.wished_properties import named
from tutor_app.domain.practice import (
    EASIEST,
    HARDEST,
    PracticeQuestion,
    PracticeRound,
    QuestionKind,
    QuestionResult,
)
from tutor_app.domain.values import Event, Sentence, Session
from tutor_app.wording.catalogue import phrase

LEFT = phrase("conversation_practice.left")
CHANGED = {
    "harder": phrase("conversation_practice.harder"),
    "easier": phrase("conversation_practice.easier"),
}
AT_THE_END = {
    "harder": phrase("conversation_practice.hardest"),
    "easier": phrase("conversation_practice.easiest"),
}
SAME_EASIER = phrase("conversation_practice.same_easier")
NOW_WITH = phrase("conversation_practice.now_with", "properties")
ON_THAT = phrase("conversation_practice.on_that")
IS_OVER = phrase("conversation_practice.is_over")
ON_TOPIC = phrase("conversation_practice.on_topic", "topic")
SO_FAR = phrase("conversation_practice.so_far", "number", "count", "right")
NOT_YET = phrase("conversation_practice.not_yet")
WE_GO_ON = phrase("conversation_practice.we_go_on")
LAST_WAS = phrase("conversation_practice.last_was", "name", "answer")
_SAID_AGAIN: Final[frozenset[str | None]] = frozenset({"resume", "progress", "confused"})
_LED_BACK: Final = 1  # turn about something else, whose reply ended with the question
_OF_THE_QUESTION: Final = frozenset({*_SAID_AGAIN, "reveal", "hint", "unknown"})
_STEPS: Final = {"harder": 1, "easier": -1}
_NEW: Final[frozenset[str | None]] = frozenset(
    {"another", "harder", "easier", "topic", "task", "quiz"}
)
_HELP: Final = frozenset({"help.stuck", "help.solution"})
_OF_QUOTES: Final = frozenset({"ask.example", "ask.simpler", "ask.more"})
_OF_TERM: Final[frozenset[QuestionKind]] = frozenset({"definition", "gap", "meaning"})


def go_on_with(desk: RoundDesk, practice: PracticeRound) -> Iterator[Event] | None:
    """Return what is said to each part of a message: the answer, what is beside it, the wish.

    None to what neither answers nor wishes.
    """
    question, wish = practice.open_question, desk.heard.wish
    step = answer_question(desk, practice)
    several = desk.heard.does_several and (step is not None or wish is not None)
    beside = said_beside(desk.turn, desk.heard) if several else ()
    if step is not None:
        return _after_answer(desk, step, *beside)
    if wish == "stop" and question is not None:
        return desk.end(practice, (), beside)
    if question is None and (over := _after_end(desk, practice, *beside)) is not None:
        return over
    if wish in _NEW and _is_about_round(desk, question):
        if wish == "quiz" and not beside:
            return None
        eased = _ease(desk, practice) if wish == "easier" and not beside else None
        return eased or _another(desk, practice, *beside)
    away = desk.turn.session.round_turns_ago
    far = away > _LED_BACK and wish != "progress"
    if question is None or far or (away and wish not in _OF_THE_QUESTION):
        return None
    if wish in _SAID_AGAIN:
        told = _before_it(desk.turn.session, practice, question, wish)
        again = [*beside, *told, *ask_question(practice)]
        return desk.say(again, practice)
    if wish == "why":
        return _explain_last(desk, practice, question)
    return _help(desk, practice, question, wish)


def _after_answer(desk: RoundDesk, step: RoundStep, *beside: Event) -> Iterator[Event]:
    """Say what an answer is worth, and then do what is wished with it."""
    wish, question = desk.heard.wish, step.practice.open_question
    if "progress" in desk.heard.wishes and wish != "stop":
        session = desk.turn.session
        beside = (*beside, *_so_far(session, step.practice, *step.results))
    if wish not in {"stop", "reveal"} | _NEW:
        return desk.go_on_after(step, *beside)
    if step.of_before and question is not None and wish in _NEW:
        step = replace(step, results=(*step.results, result_of(question, "left")))
    elif not step.results and question is not None and not step.of_before:
        broken = rule_broken(desk, question)
        step = give_up(desk, step.practice, question, *broken, wrong=True)
    if wish == "stop":
        results = (*step.practice.results, *step.results)
        open_still = step.practice.open_question if not step.results else None
        over = replace(step.practice, results=results, open_question=open_still)
        return desk.end(over, step.results, [*step.events, *beside])
    if wish == "reveal":
        return desk.go_on_after(step, *beside)
    changed, told = _changed(desk, step.practice)
    return desk.go_on([*step.events, *beside, *map(notice, told)], changed, step.results)


def _before_it(
    session: Session, practice: PracticeRound, question: PracticeQuestion, wish: str | None
) -> list[Event]:
    """Return what is said before the question is asked once more."""
    if wish == "progress":
        return [*_so_far(session, practice)]
    return [notice(WANTED[question.kind]())] if wish == "confused" else []


def _help(
    desk: RoundDesk, practice: PracticeRound, question: PracticeQuestion, wish: str | None
) -> Iterator[Event] | None:
    """Return a hint, or the answer, to who wishes one; None to who does not."""
    act = desk.turn.act
    asks_help = act.act in _HELP and act.about_table
    if wish == "reveal":
        return desk.go_on_after(give_up(desk, practice, question))
    if wish == "hint" or (wish is None and desk.heard.is_question and asks_help):
        return _hint(desk, practice, question)
    if wish == "unknown" or (act.sure and asks_help):
        return desk.go_on_after(not_right(desk, practice, question, wrong=False))
    return None


def _is_about_round(desk: RoundDesk, question: PracticeQuestion | None) -> bool:
    """Whether "another", "easier" is said of the round, and not of what was quoted since."""
    session = desk.turn.session
    since = session.before[len(session.before) - session.round_turns_ago :]
    if not any(one.quoted for one in since):
        return True  # nothing but chat came between
    return question is not None and desk.turn.act.act not in _OF_QUOTES


def _another(desk: RoundDesk, practice: PracticeRound, *beside: Event) -> Iterator[Event]:
    """Leave the open question for another one; after the end begin a round like the last."""
    changed, said = _changed(desk, practice)
    question = practice.open_question
    if question is None:
        return desk.ask_first(replace(changed, results=()), *said)
    if desk.heard.wishes - {"why"} == {"topic"} and _is_on_topic(question, changed.topic, desk):
        return desk.say([*beside, notice(ON_THAT()), *ask_question(practice)], practice)
    if "unknown" in desk.heard.wishes:
        shown = give_up(desk, changed, question)
        return desk.go_on_after(shown, *beside, *map(notice, said))
    told = [notice(" ".join(said) or LEFT())]
    return desk.go_on([*beside, *told], changed, (result_of(question, "left"),))


def _is_on_topic(question: PracticeQuestion, topic: Sequence[str], desk: RoundDesk) -> bool:
    """Whether the open question is on all of a topic that is wished."""
    course = desk.course(PracticeRound())
    return bool(topic) and words_of_topic(question, topic, course) == len(topic)


def _changed(desk: RoundDesk, practice: PracticeRound) -> tuple[PracticeRound, list[str]]:
    """Return the round as hard, and on what, as is wished now, and what is said of it."""
    wish = next((one for one in _STEPS if one in desk.heard.wishes), "")
    level = min(max(practice.level + _STEPS.get(wish, 0), EASIEST), HARDEST)
    said = [(CHANGED if level != practice.level else AT_THE_END)[wish]()] if wish else []
    changed = replace(practice, level=level)
    if desk.heard.length is not None:  # one more, or a few, and then it is over
        changed = replace(changed, length=practice.number + desk.heard.length - 1)
    wished = desk.on_what_is_wished(changed)
    if wished is not None and (properties := wished[0].properties):
        return wished[0], [*said, NOW_WITH(properties=named(properties))]
    if "task" in desk.heard.wishes:
        on_it, name = wished or (changed, "")
        to_do = desk.with_things_to_do(on_it) if on_it.kinds == changed.kinds else on_it
        return to_do, [*said, ON_TOPIC(topic=name)] if name else said
    if wished is None:
        return changed, said
    on_it, name = wished
    return on_it, [*said, ON_TOPIC(topic=name)] if name else said


def _ease(desk: RoundDesk, practice: PracticeRound) -> Iterator[Event] | None:
    """Ask the same thing in an easier way: a choice instead of a word, an option less, the rule.

    None where the question is as easy as it gets, or waits since before something else was asked,
    or where something else is wished.
    """
    question = practice.open_question
    if question is None or desk.turn.session.round_turns_ago:
        return None
    if question.is_computed:
        return None  # of sums there are easier ones
    if {"another", "topic"} & desk.heard.wishes:
        return None
    level = max(practice.level - 1, EASIEST)
    easier = _as_choice(desk.course(practice), question)
    if easier is not None:
        asking = replace(practice, level=level, open_question=easier)
        return desk.say([notice(SAME_EASIER()), *ask_question(asking)], asking)
    if question.ruled_out or (question.tries and not question.options):
        return None
    return _hint(desk, replace(practice, level=level), question)


def _as_choice(course: CourseForPractice, question: PracticeQuestion) -> PracticeQuestion | None:
    if question.kind not in _OF_TERM:
        return None
    term = next((one for one in course.whole.terms if item_of(one) == question.item), None)
    asked = ask_about_term(term, "which", course) if term is not None else None
    # Who has had a hint, or an easier question, has not known it unaided.
    return None if asked is None else replace(asked, tries=question.tries + 1)


def _hint(desk: RoundDesk, practice: PracticeRound, question: PracticeQuestion) -> Iterator[Event]:
    """Give a hint: of a choice an option less, else what is told after a wrong answer."""
    fewer = rule_out_option(question, desk.turn.session) if question.options else None
    if fewer is None:
        return desk.go_on_after(not_right(desk, practice, question, wrong=False))
    left, said = fewer
    return desk.say([said, offer_answers(left)], replace(practice, open_question=left))


def _explain_last(
    desk: RoundDesk, practice: PracticeRound, question: PracticeQuestion
) -> Iterator[Event]:
    """Answer "why?" about the answer given last, by what the course says of it."""
    session = desk.turn.session
    if question.tries and not question.options:
        said = session.before[-1].question if session.before else ""
        told = tell_of_term(question, said, desk.course_map)
        events: Sequence[Event] = [Sentence(text=told, role="verdict")] if told else []
        told_again = hint_at(question, session, wrong=False)
        return desk.say([*events, *told_again, offer_answers(question)], practice)
    last = next((one for one in reversed(practice.results) if one.outcome != "left"), None)
    shown = _quote_of(desk, last) if last is not None else []
    if last is None or not shown:
        return desk.say([notice(WANTED[question.kind]()), *ask_question(practice)], practice)
    return desk.say([*shown, *ask_question(practice)], practice)


def _quote_of(desk: RoundDesk, last: QuestionResult) -> list[Event]:
    """Return the course's sentence for what was asked last."""
    if not last.sentence:
        return []
    return [
        notice(LAST_WAS(name=last.name, answer=last.answer.rstrip("."))),
        *course_says(last.chunk_id, last.sentence, desk.index, quiet=False),
    ]


def _so_far(
    session: Session, practice: PracticeRound, *answered: QuestionResult
) -> Iterator[Event]:
    """Yield how many were right until now, those `answered` with this message among them."""
    over = replace(practice, results=(*practice.results, *answered))
    if over.is_over:
        return  # the round's summary says it
    if practice.length == 1:
        rows = rows_right_in_all(session)
        yield notice(" ".join((NOT_YET(), *([ROWS_IN_ALL(count=rows)] if rows else []))))
        return
    told = SO_FAR(number=over.number, count=practice.length, right=over.right)
    yield notice(" ".join((told, *not_at_once(over))))


def _after_end(desk: RoundDesk, practice: PracticeRound, *beside: Event) -> Iterator[Event] | None:
    """Return what is said where the round is over: to another end, to "how did I do?", to who goes
    on with one that was ended before its last question, or with another like it.
    """
    wish = desk.heard.wish
    if wish == "stop" and not desk.turn.session.round_turns_ago:
        leaves = desk.heard.is_small_talk  # "bye": that is answered as such
        return None if leaves else desk.say([*beside, notice(IS_OVER())], practice)
    if wish == "progress":
        return desk.say([*beside, *sum_up(practice, desk.missed(practice))], practice)
    if wish != "resume" or not desk.heard.asks_to_go_on:
        return None
    if practice.is_over:
        return desk.ask_first(replace(practice, results=()))
    return desk.go_on([*beside, notice(WE_GO_ON())], practice, ())
