"""A turn of a round of practice: it begins, is answered, or is steered by a wish."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tutor_app.conversation.calculated.work_after_end import split_after_end, then_check
from tutor_app.conversation.practice.computed_answers import end_of_working
from tutor_app.conversation.practice.practice_wishes import (
    asks_for_quiz,
    document_wished,
    hear_message,
    may_ask_for_quiz,
    wishes_no_run,
)
from tutor_app.conversation.practice.round_desk import RoundDesk
from tutor_app.conversation.practice.round_message import RoundMessage
from tutor_app.conversation.practice.round_words import ask_question, lead_back_to
from tutor_app.conversation.practice.run_again import nothing_to_end
from tutor_app.conversation.practice.steered_round import go_on_with
from tutor_app.conversation.practice.traced_practice import rows_of_ended, run_instead
from tutor_app.conversation.practice.wished_kinds import wishes_something_to_do
from tutor_app.conversation.practice.wished_length import counted_questions
from tutor_app.conversation.problem_by_name import algorithm_to_practise
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import AnswerDone, Event, PracticeQuestion, PracticeRound
from tutor_app.retrieval.vocabulary import plain_words
from tutor_app.tracing.reading.algorithm_names import name_algorithms
from tutor_app.understanding.message_in_translation import is_unread

_BEGINS: Final[frozenset[str]] = frozenset(("quiz", "task"))  # also where nothing was practised
_OF_IT: Final = "it"
OF_A_GRAPH: Final = 2  # edges: "im practising Dijkstra on A-B 7, A-C 2"


def practice_reply(turn: TurnContext) -> Iterator[Event] | None:
    """Return the reply to a message that begins, answers or steers a round; None to any other."""
    practice = turn.session.practice_round
    if turn.message.wanted is not None:
        return None
    ended = turn.session.ended_run is not None
    begins = may_ask_for_quiz(turn) or wishes_something_to_do(turn.message.text)
    if practice is None and not ended and not begins:
        return None  # nothing of the course is read for it
    is_of_program = turn.was_about_program and turn.act.about_table
    if practice is None and is_of_program and _OF_IT in plain_words(turn.message.text):
        return None  # "give me a test that could still break it"
    index, course_map = turn.index, turn.course_map
    if index is None or course_map is None:
        return None
    heard = hear_message(turn)
    desk = RoundDesk(turn=turn, course_map=course_map, index=index, heard=heard)
    if practice is not None and (parts := split_after_end(heard)) is not None:
        end = practice_reply(replace(turn, message=replace(turn.message, text=parts[0])))
        return then_check(end, turn, parts[1]) if end is not None else None
    if _brings_other_work(turn, heard, turn.session.asked_in_round):
        return None
    return _at_desk(desk, practice)


def _at_desk(desk: RoundDesk, practice: PracticeRound | None) -> Iterator[Event] | None:
    """Return the reply to a message about a round, at it or about to begin; None to any other."""
    turn, heard = desk.turn, desk.heard
    reply = _one_row(desk)
    if reply is None and practice is not None and turn.session.round_is_newest:
        reply = run_instead(turn, heard) or go_on_with(desk, practice)
    if reply is not None:
        return reply
    if practice is not None and practice.open_question is not None and heard.wish == "resume":
        return desk.say(ask_question(practice), practice)
    if (told := _after_end(turn, heard)) is not None:
        return told
    if _asks_for_round(desk):
        return desk.begin()
    return desk.begin(on_sums=True) if _asks_for_sum(desk) else None


def _brings_other_work(
    turn: TurnContext, heard: RoundMessage, waits: PracticeQuestion | None
) -> bool:
    """Whether a message brings a program, or asks whether an equation is solved rightly that the
    round has not asked: it is checked as any other."""
    if turn.shape.code is not None:
        return not (waits is not None and (heard.wish or waits.is_typed_exactly))  # "pass"
    if waits is None or waits.kind != "calculation":
        return False
    # Its lines down to "x = 4" are to be checked, in whatever words that is asked.
    if not heard.text_of("check") and not end_of_working(heard.text):
        return False
    from tutor_app.conversation.calculated.steps_in_practice import (  # noqa: PLC0415 -- loads SymPy
        brings_own_equation,
    )

    return brings_own_equation(heard.text, waits)


def _one_row(desk: RoundDesk) -> Iterator[Event] | None:
    """Return the question for one row, to who wishes for something short of an algorithm.

    It is the one that is named, else that of the run that was ended.
    """
    turn, heard = desk.turn, desk.heard
    session = turn.session
    if heard.length != 1 or heard.wish in ("stop", "progress") or session.tracing is not None:
        return None
    practises = session.ended_run is not None or session.practice_round is not None
    wishes = asks_for_quiz(turn, heard) or bool(
        heard.wishes if practises else _BEGINS & heard.wishes
    )
    named = name_algorithms(heard.text)[-1:]
    ended = session.ended_run if not session.round_is_newest else None
    at_hand = ended.problem.algorithm if ended is not None else None
    algorithm = next(iter(named), at_hand)
    if algorithm is None or not wishes or turn.shape.has_data:
        return None
    return desk.begin_row(algorithm)


def _after_end(turn: TurnContext, heard: RoundMessage) -> Iterator[Event] | None:
    """Return what is said to "how many were right?", or to another end, where all was ended."""
    session = turn.session
    if heard.wish == "progress" and session.ended_run is not None:
        return rows_of_ended(session)
    if heard.only_ends and (session.ended_run or session.practice_round) and not session.tracing:
        return nothing_to_end(heard)
    return None


def _asks_for_round(desk: RoundDesk) -> bool:
    """Whether a message asks to be asked, and not for a run of an algorithm."""
    turn = desk.turn
    if is_unread(desk.heard.text) or _brings_graph(turn) or not asks_for_quiz(turn, desk.heard):
        return False
    if counted_questions(desk.heard.text) is not None:
        return True  # several are no run
    algorithm = algorithm_to_practise(turn, named_alone=wishes_no_run(turn))
    return algorithm is None or document_wished(turn, desk.index) is not None


def _asks_for_sum(desk: RoundDesk) -> bool:
    """Whether a message wishes for one to do, on what sums are made of: "an equation to solve"."""
    turn, heard = desk.turn, desk.heard
    if _brings_graph(turn) or not {"topic", "task"} & heard.wishes:
        return False
    acts = (turn.act.act,) if turn.act.sure else (turn.act.act, turn.act.second)
    if "ask.practice" not in acts and not wishes_something_to_do(heard.text):
        return False
    return heard.wish in ("topic", "task") and desk.has_sum_on_wished()


def _brings_graph(turn: TurnContext) -> bool:
    """Whether a message brings a graph, so that its "practising" wishes for no question."""
    return turn.shape.edges >= OF_A_GRAPH


def with_way_back(reply: Iterator[Event], turn: TurnContext) -> Iterator[Event]:
    """Yield a reply about something else, and once after it the question that waits."""
    waits = turn.session.asked_in_round
    for event in reply:
        if isinstance(event, AnswerDone) and waits is not None and _may_lead_back(turn, event):
            yield from lead_back_to(waits, turn.session)
        yield event


def _may_lead_back(turn: TurnContext, done: AnswerDone) -> bool:
    """Whether the reply put no work on the table, and answered no feeling: that comes first."""
    is_work = done.record.work is not None or done.record.tracing is not None
    return not is_work and turn.act.act != "react.feeling"
