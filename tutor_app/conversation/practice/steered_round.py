"""What is wished of a round while a question waits: another, easier, a hint, why, its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from tutor_app.answering.practice.questions.course_for_practice import CourseForPractice
from tutor_app.answering.practice.questions.term_questions import ask_about_term, item_of
from tutor_app.conversation.practice.answered_question import not_right
from tutor_app.conversation.practice.practice_wishes import PracticeWish
from tutor_app.conversation.practice.round_desk import RoundDesk, result_of
from tutor_app.conversation.practice.round_words import (
    ask_question,
    course_says,
    hint_at,
    notice,
    offer_answers,
    show_answer,
)
from tutor_app.conversation.practice.told_of_options import rule_out_option, tell_of_term
from tutor_app.domain.practice import (
    EASIEST,
    HARDEST,
    ROUND,
    PracticeQuestion,
    PracticeRound,
    QuestionKind,
    QuestionResult,
)
from tutor_app.domain.values import Event, Sentence
from tutor_app.understanding.act_classifier import DialogueAct
from tutor_app.wording.catalogue import Phrase, phrase

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
SO_FAR = phrase("conversation_practice.so_far", "number", "count", "right")
LAST_WAS = phrase("conversation_practice.last_was", "name", "answer")
_TERM = phrase("conversation_practice.wants_term")
_CHOICE = phrase("conversation_practice.wants_choice")
_WANTED: Final[Mapping[QuestionKind, Phrase]] = {
    "definition": _TERM,
    "gap": _TERM,
    "which": _CHOICE,
    "meaning": _CHOICE,
    "reason": _CHOICE,
    "row": phrase("conversation_practice.wants_row"),
    "calculation": phrase("conversation_practice.wants_result"),
    "program": phrase("conversation_practice.wants_value"),
}
_SAID_AGAIN: Final[frozenset[PracticeWish | None]] = frozenset({"resume", "progress", "confused"})
_STEPS: Final = {"harder": 1, "easier": -1}
_HELP: Final[frozenset[DialogueAct]] = frozenset({"help.stuck", "help.solution"})
_OF_QUOTES: Final[frozenset[DialogueAct]] = frozenset({"ask.example", "ask.simpler", "ask.more"})
_OF_TERM: Final[frozenset[QuestionKind]] = frozenset({"definition", "gap", "meaning"})


def steer_round(
    desk: RoundDesk, practice: PracticeRound, wish: PracticeWish | None
) -> Iterator[Event] | None:
    """Return the reply to a wish about the round; None to what wishes nothing of it."""
    question, session = practice.open_question, desk.turn.session
    if wish == "stop" and question is not None:
        return desk.end(practice, ())
    if wish in ("another", "harder", "easier") and _is_about_round(desk, question):
        eased = _ease(desk, practice) if wish == "easier" else None
        return eased or _another(desk, practice, wish)
    if question is None or (session.round_turns_ago and wish != "resume"):
        return None
    if wish in _SAID_AGAIN:
        return desk.say([*_before_it(practice, question, wish), *ask_question(practice)], practice)
    if wish == "why":
        return _explain_last(desk, practice, question)
    return _help(desk, practice, question, wish)


def _before_it(
    practice: PracticeRound, question: PracticeQuestion, wish: PracticeWish | None
) -> list[Event]:
    """Return what is said before the question is asked once more."""
    if wish == "progress":
        return [_so_far(practice)]
    return [notice(_WANTED[question.kind]())] if wish == "confused" else []


def _help(
    desk: RoundDesk, practice: PracticeRound, question: PracticeQuestion, wish: PracticeWish | None
) -> Iterator[Event] | None:
    """Return a hint, or the answer, to who wishes one; None to who does not."""
    act = desk.turn.act
    asks_help = act.act in _HELP and act.about_table
    if wish == "reveal":
        shown = show_answer(question, desk.turn.session, desk.index, wrong=False)
        return desk.go_on(shown, practice, (result_of(question, "missed"),))
    if wish == "hint" or (wish == "others" and asks_help):
        return _hint(desk, practice, question)
    if wish == "unknown" or (act.sure and asks_help):
        return not_right(desk, practice, question, wrong=False)
    return None


def _is_about_round(desk: RoundDesk, question: PracticeQuestion | None) -> bool:
    """Whether "another", "easier" is said of the round, and not of what was quoted since."""
    if not desk.turn.session.round_turns_ago:
        return True
    return question is not None and desk.turn.act.act not in _OF_QUOTES


def _another(desk: RoundDesk, practice: PracticeRound, wish: PracticeWish) -> Iterator[Event]:
    """Leave the open question for another one; after the end begin a round like the last."""
    step = _STEPS.get(wish, 0)
    level = min(max(practice.level + step, EASIEST), HARDEST)
    changed = replace(practice, level=level)
    words = CHANGED if level != practice.level else AT_THE_END
    said = [words[wish]()] if wish in words else []
    question = practice.open_question
    if question is None:
        return desk.ask_first(replace(changed, results=()), *said)
    told = [notice(said[0] if said else LEFT())]
    return desk.go_on(told, changed, (result_of(question, "left"),))


def _ease(desk: RoundDesk, practice: PracticeRound) -> Iterator[Event] | None:
    """Ask the same thing in an easier way: a choice instead of a word, an option less, the rule.

    None where the question is as easy as it gets, or waits since before something else was asked.
    """
    question = practice.open_question
    if question is None or desk.turn.session.round_turns_ago:
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
    if not question.options:
        return not_right(desk, practice, question, wrong=False)
    fewer = rule_out_option(question, desk.turn.session)
    if fewer is None:
        return not_right(desk, practice, question, wrong=False)
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
        return desk.say([*events, *hint_at(question, session, wrong=False)], practice)
    last = next((one for one in reversed(practice.results) if one.outcome != "left"), None)
    shown = _quote_of(desk, last) if last is not None else []
    if last is None or not shown:
        return desk.say([notice(_WANTED[question.kind]()), *ask_question(practice)], practice)
    return desk.say([*shown, *ask_question(practice)], practice)


def _quote_of(desk: RoundDesk, last: QuestionResult) -> list[Event]:
    """Return the course's sentence for what was asked last."""
    if not last.sentence:
        return []
    return [
        notice(LAST_WAS(name=last.name, answer=last.answer)),
        *course_says(last.chunk_id, last.sentence, desk.index, quiet=False),
    ]


def _so_far(practice: PracticeRound) -> Sentence:
    return notice(SO_FAR(number=practice.number, count=ROUND, right=practice.right))
