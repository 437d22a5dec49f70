"""Back into a run in practice that was ended: by a wish, by its next row, by "another one"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tutor_app.conversation.beside.told_of_run import tells_of_run
from tutor_app.conversation.practice.practice_wishes import hear_message
from tutor_app.conversation.practice.round_message import RoundMessage
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.teaching import TracingRecord
from tutor_app.domain.values import AnswerDone, Event, Sentence, Session, TurnRecord
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.understanding.act_classifier import ActGuess
from tutor_app.wording.catalogue import phrase

WE_GO_ON = phrase("conversation_practice.we_go_on")
ENDED = phrase("conversation_practice.ended")
_GO_ON: Final = ActGuess(
    act="react.ack", confidence=1.0, second="ask.run", sure=True, about_table=True
)
_ANOTHER: Final = frozenset({"another", "harder", "easier", "task"})
_OF_RUNS: Final = frozenset({"tracing", "validation"})


def run_again(turn: TurnContext) -> tuple[TurnContext, tuple[Event, ...]]:
    """Return the turn at the run that was ended, where its message goes on with that.

    With it comes what is said first.
    """
    run, session = turn.session.ended_run, turn.session
    waits = session.asked_in_round is not None or session.work_is_newer
    if run is None or waits or turn.message.wanted is not None or turn.shape.code is not None:
        return turn, ()
    heard = hear_message(turn)
    if heard.only_ends or (heard.length is not None and heard.wishes):
        return turn, ()  # something short is no run
    back = replace(turn, session=_at_run(session, run))
    if _tells_rows(heard, back):
        rows = heard.text_of("answer", "reason", "check", "question", "why")
        return replace(back, message=replace(turn.message, text=rows)), (_said(WE_GO_ON()),)
    if heard.wishes and heard.algorithm_wished(run.problem.algorithm) is not None:
        return back, ()  # what was dropped does not come back
    if heard.asks_to_go_on:
        return replace(back, settled=_GO_ON), (_said(WE_GO_ON()),)
    if _ANOTHER & heard.wishes and _is_of_run(heard, session):
        return back, ()
    return turn, ()


def nothing_to_end(heard: RoundMessage) -> Iterator[Event] | None:
    """Return the reply to "stop" where nothing goes on; None to a goodbye, which has its own."""
    if heard.is_small_talk:
        return None
    ended = (_said(ENDED()), AnswerDone(record=TurnRecord(intent=None, found=None)))
    return iter(ended)


def _said(text: str) -> Sentence:
    return Sentence(text=text, role="notice")


def _at_run(session: Session, run: TracingRecord) -> Session:
    """Return the session as it was before the run was ended."""
    before = session.before
    while before and before[-1].intent not in _OF_RUNS:
        before = before[:-1]
    going_on = replace(run, stopped=False)
    return replace(session, tracing=going_on, ended_run=None, before=before or session.before)


def _tells_rows(heard: RoundMessage, back: TurnContext) -> bool:
    """Whether a message tells of the run's nodes, and brings no data of its own."""
    told = heard.is_work and tells_of_run(back)
    reading = read_problem(back.message.text) if told else None
    graph = reading.problem.graph if reading is not None else None
    return told and not (graph is not None and graph.edges)


def _is_of_run(heard: RoundMessage, session: Session) -> bool:
    """Whether "another one" is of the run: it says so, or nothing was quoted since."""
    named = name_algorithm(heard.on_topic) is not None
    since = session.before[-1:]
    return named or heard.names_run or not any(one.quoted for one in since)
