"""A message that answers the open question of a round: what it is worth, and what is said to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tutor_app.answering.practice.questions.judge_answer import (
    PracticeVerdict,
    is_bare,
    judge_practice,
)
from tutor_app.answering.practice.questions.term_questions import other_names
from tutor_app.conversation.practice.computed_answers import judge_computed
from tutor_app.conversation.practice.practice_wishes import PracticeWish
from tutor_app.conversation.practice.round_desk import RoundDesk, result_of
from tutor_app.conversation.practice.round_words import (
    confirm,
    hint_at,
    offer_answers,
    show_answer,
)
from tutor_app.conversation.practice.told_of_options import tell_of_option, tell_of_term
from tutor_app.domain.practice import PracticeOutcome, PracticeQuestion, PracticeRound
from tutor_app.domain.values import Event, Sentence
from tutor_app.wording.catalogue import phrase, unsaid

WHICH_DO_YOU_MEAN = phrase("conversation_practice.which_do_you_mean")
NONE_OF_THESE = phrase("conversation_practice.none_of_these", "count")
TRIES: Final = 2  # wrong answers after which what is typed is shown
TELLING: Final = ("tell.", "work.", "react.")
_FEW, _SOME = 2, 4  # content words of a bare answer: of one that sounds like a wish, of others
_LEFT_ALONE = 1  # turns about something else after which a bare word is no wrong answer any more
_NO_ANSWER: Final = ("ask.", "help.", "react.", "chat.", "meta.", "work.")
_NEVER: Final = ("react.feeling", "chat.", "ask.admin")  # whatever the words are
_WISHES_NOTHING: Final[frozenset[PracticeWish | None]] = frozenset({None, "others"})


def answer_question(
    desk: RoundDesk, practice: PracticeRound, wish: PracticeWish | None
) -> Iterator[Event] | None:
    """Return the reply to an answer to the open question; None where it answers nothing.

    A wish about the round is never called wrong, whatever words it is in.
    """
    question = practice.open_question
    if question is None:
        return None
    verdict = _judge(desk, question)
    session = desk.turn.session
    if verdict == "right":
        outcome: PracticeOutcome = "hinted" if question.tries else "right"
        events = confirm(question, session, desk.index)
        return desk.go_on(events, practice, (result_of(question, outcome),))
    if wish not in _WISHES_NOTHING:
        return None
    if verdict is None and _names_no_option(desk, question, wish):
        said = unsaid(NONE_OF_THESE, session, count=len(question.open_options))
        return desk.say([Sentence(text=said, role="notice"), offer_answers(question)], practice)
    if verdict is None or not _may_be_answer(desk, verdict, question, wish):
        return None
    if verdict == "unsure":
        said = unsaid(WHICH_DO_YOU_MEAN, session)
        return desk.say([Sentence(text=said, role="question"), offer_answers(question)], practice)
    return not_right(desk, practice, question, wrong=True)


def not_right(
    desk: RoundDesk, practice: PracticeRound, question: PracticeQuestion, *, wrong: bool
) -> Iterator[Event]:
    """Give one hint to what is typed, then show the answer; a choice is told at once.

    Of what was said instead the course's own sentence tells what it is.
    """
    session, text = desk.turn.session, desk.turn.message.text
    told = ""
    if wrong and question.options:
        told = tell_of_option(question, text)
    elif wrong and not question.is_computed:
        told = tell_of_term(question, text, desk.course_map)
    beside = [Sentence(text=told, role="verdict")] if told else []
    if not question.options and question.tries + 1 < TRIES:
        waiting = replace(practice, open_question=replace(question, tries=question.tries + 1))
        return desk.say([*beside, *hint_at(question, session, wrong=wrong)], waiting)
    events = show_answer(question, session, desk.index, wrong=wrong and not told)
    return desk.go_on([*beside, *events], practice, (result_of(question, "missed"),))


def _judge(desk: RoundDesk, question: PracticeQuestion) -> PracticeVerdict | None:
    text = desk.turn.message.text
    if question.is_computed:
        return judge_computed(text, question)
    others = other_names(question.item, desk.course_map.shown_terms)
    tells = desk.turn.act.act.startswith(TELLING)
    return judge_practice(text, question, others, tells=tells)


def _names_no_option(
    desk: RoundDesk, question: PracticeQuestion, wish: PracticeWish | None
) -> bool:
    """Whether a few bare words are an answer that is none of the options: "a graph"."""
    if not question.options or desk.turn.session.round_turns_ago:
        return False
    act = desk.turn.act
    if wish == "others" and act.sure and act.act.startswith(_NO_ANSWER):
        return False
    return _is_bare(desk)


def _may_be_answer(
    desk: RoundDesk,
    verdict: PracticeVerdict,
    question: PracticeQuestion,
    wish: PracticeWish | None,
) -> bool:
    """Whether a message that is not right is meant as an answer, and asks or feels nothing."""
    act = desk.turn.act
    bare = wish is None and _is_bare(desk)
    asks = act.sure and act.act.startswith(_NO_ANSWER) and not bare
    if (
        not question.is_computed
        and not question.options
        and (asks or wish == "others" and not bare)
    ):
        return act.act.startswith("tell.") and not asks
    return verdict == "unsure" or desk.turn.session.round_turns_ago <= _LEFT_ALONE


def _is_bare(desk: RoundDesk) -> bool:
    """Whether a message is hardly anything but an answer: "a graph", whatever it is taken for."""
    act = desk.turn.act
    if act.sure and act.act.startswith(_NEVER):
        return False
    does_more = act.sure and act.act.startswith(_NO_ANSWER)
    return is_bare(desk.turn.message.text, _FEW if does_more else _SOME)
