"""Back into a run in practice that was ended: by a wish, by its next row, by "another one"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tutor_app.conversation.beside.lead_back import lead_back
from tutor_app.conversation.beside.told_of_run import tells_of_run
from tutor_app.conversation.practice.practice_wishes import hear_message
from tutor_app.conversation.practice.round_message import RoundMessage
from tutor_app.conversation.practice.round_words import lead_back_to
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.hint_ladder import record_row_shown, replay_events
from tutor_app.domain.traces import Problem, ProblemInvalid
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    ProblemRead,
    Sentence,
    Session,
    TracingRecord,
    TurnRecord,
)
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.answers.answer_items import AnswerItems
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.problem_fingerprint import problem_key
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.tracing.waiting_entries import list_waiting
from tutor_app.understanding.act_classifier import ActGuess
from tutor_app.wording.catalogue import phrase

WE_GO_ON = phrase("conversation_practice.we_go_on")
ENDED = phrase("conversation_practice.ended")
RIGHT_BEFORE = phrase("conversation_practice.right_before", "node", "nodes")
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


# --- a row of the run that was left for the newest: "no, i meant P, with Q and R in open" --------


def of_run_before(turn: TurnContext) -> Iterator[Event] | None:
    """Return the reply to who mends the row that was open when the run before was left.

    The message names the row's node and, behind a word for the list, what waits after it, and no
    row of the newest run has these. None of any other message.
    """
    session = turn.session
    last = session.before[-1].shown if session.before else ()
    if not any(isinstance(event, ProblemRead) for event in last):
        return None
    shown = [e.problem for one in session.before for e in one.shown if isinstance(e, ProblemRead)]
    others = [each for each in shown if problem_key(each) != problem_key(shown[-1])]
    told = _row_mended(turn.message.text, others[-1]) if others else None
    if told is None or len(told) == 1:
        return None
    key = problem_key(others[-1])
    rows = replay_events(key, session.ladder.of(key)).rows
    number = algorithm_named(others[-1].algorithm).first_step if rows is None else rows + 1
    if _rows_of(others[-1]).get(number) != told or told in _rows_of(shown[-1]).values():
        return None
    return _take_it(turn, key, number, told)


def _take_it(turn: TurnContext, key: str, number: int, told: tuple[str, ...]) -> Iterator[Event]:
    """Say that the row is right, count it, and lead back to what is asked now."""
    session, waits = turn.session, turn.session.asked_in_round
    node, *nodes = told
    yield Sentence(text=RIGHT_BEFORE(node=node, nodes=", ".join(nodes)), role="verdict")
    yield from lead_back(session) if waits is None else lead_back_to(waits, session)
    at_hand = session.tracing or session.ended_run
    event = record_row_shown(replay_events(key, session.ladder.of(key)), number)
    left = None if at_hand is None else replace(at_hand, ladder=(event,))
    practice = session.practice_round if waits is not None else None
    yield AnswerDone(
        record=TurnRecord(intent="direct", found=None, tracing=left, practice_round=practice)
    )


def _row_mended(text: str, problem: Problem) -> tuple[str, ...] | None:
    """Return the node of a row that a message mends, and what it says to wait after it."""
    items = AnswerItems(text, problem.graph.nodes if problem.graph is not None else ()).items
    places = [place for place, item in enumerate(items) if item.is_word("list")]
    if not places or not any(item.is_word("correction") for item in items):
        return None
    before = [item.name for item in items[: places[0]] if item.kind == "node"]
    behind = [item.name for item in items[places[0] :] if item.kind == "node"]
    return (*before, *behind) if before else (*behind[-1:], *behind[:-1])


def _rows_of(problem: Problem) -> dict[int, tuple[str, ...]]:
    """Return the nodes of each row: the one that is taken, and what waits after it."""
    try:
        exact = run(problem)
    except ProblemInvalid:
        return {}
    taken = ((int(str(row["step"])), row.get("node")) for row in exact.rows())
    return {n: (str(node), *(each.node for each in list_waiting(exact, n))) for n, node in taken}
