"""The turn of a message about the run at hand, from the model's reading of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from tutor_app.conversation.trace_replies.answer_turn import standing_rows, step_of
from tutor_app.conversation.trace_replies.by_reading.supposed_problem import supposed_problem
from tutor_app.conversation.trace_replies.edge_replies.edge_turn import edges_understood
from tutor_app.conversation.trace_replies.in_sentences.held_to_words import said_before
from tutor_app.conversation.trace_replies.in_sentences.sentences_told import (
    as_told,
    beside_rows,
    reads_rows_rightly,
)
from tutor_app.conversation.trace_replies.in_sentences.told_judged import (
    ToldOfRun,
    last_seen,
    told_of_run,
)
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn, Wanted, at_hand
from tutor_app.conversation.trace_replies.trace_wishes import (
    holds_floor,
    wish_by_button,
    wish_in_short,
)
from tutor_app.domain.traces import Problem, ProblemInvalid
from tutor_app.domain.values import Session, TracingRecord
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.reading.gather_data import gather
from tutor_app.tracing.spoken.read_statements import READ_OF
from tutor_app.tracing.step_reading.kept_lines import SaidOfRun, keep_said
from tutor_app.tracing.step_reading.parse_step_reading import Does, StepReading, parse_reading
from tutor_app.tracing.step_reading.said_words import SaidWords
from tutor_app.tracing.step_reading.step_question import StepQuestion
from tutor_app.tracing.step_reading.write_request import LONGEST_MESSAGE, write_request

# Takes what `write_request` returns and gives what the model writes; None where it does not.
Reader = Callable[[str], str | None]
LEAST_WORDS: Final = 2  # beside nodes and numbers
MOST_LINES: Final = 4  # more are a table, which the readers of tables know
_WISHES: Final[tuple[tuple[Does, Wanted], ...]] = (
    ("all", "all"),
    ("stuck", "stuck"),
    ("contests", "argue"),
    ("score", "recheck"),
)


def may_be_read(text: str, session: Session) -> bool:
    """Whether a message is one on the run at hand, in words, that a model reads."""
    known = session.tracing
    if known is None or known.question is not None or session.work_is_newer:
        return False
    if known.problem.graph is None or known.problem.algorithm not in READ_OF:
        return False
    is_table = "|" in text or len(text.strip().splitlines()) > MOST_LINES
    if is_table or not text.strip() or len(text) > LONGEST_MESSAGE or not holds_floor(session):
        return False
    if wish_by_button(text) is not None or wish_in_short(text) is not None:
        return False
    words = SaidWords(text, known.problem)
    if words.count_beside_cells() < LEAST_WORDS:
        return False  # cells, which the readers of rows know
    return not _brings_graph(text, known.problem)


def _brings_graph(text: str, known: Problem) -> bool:
    """Whether a message gives a graph, and not a few edges of that at hand."""
    read, there = gather(text, algorithm_named(known.algorithm)), known.graph
    if not read.whole or read.problem.graph is None or there is None:
        return False
    graph = read.problem.graph
    return len(graph.edges) >= len(there.edges) or not set(graph.nodes) <= set(there.nodes)


def read_of_run(text: str, said: str, session: Session, reader: Reader) -> StepReading | None:
    """Return the model's reading of a message, with what the message can have said.

    `said` is what the tutor said last. None where the model gives none.
    """
    known = session.tracing
    if known is None:
        return None
    turn = at_hand(known, session, "told", known.attempt)
    try:
        facts = ExactFacts(run(known.problem))
        own, standing, _ = standing_rows(known, turn.settled_conventions)
    except ProblemInvalid:
        return None
    seen = last_seen(facts, standing, turn)
    written = reader(write_request(facts.run, seen, said, text))
    reading = None if written is None else parse_reading(written, known.problem)
    if reading is None:
        return None
    awaited = known.awaited
    message = SaidOfRun(
        words=text,
        said=said,
        facts=facts,
        seen=seen,
        node=awaited.node if awaited is not None else None,
        row=awaited.step if awaited is not None else None,
        own={str(row["node"]): step_of(row) for row in own if row.get("node") is not None},
    )
    return keep_said(reading, message)


def turn_by_reading(
    text: str,
    reading: StepReading,
    session: Session,
    by_hand: Callable[[], ProblemTurn | None],
) -> ProblemTurn | None:
    """Return the turn of what a message tells, asks and does beside; None where that is nothing.

    `by_hand` gives the turn as it is read without the model, which counts for an answer that it
    finds right in all its cells.
    """
    known = session.tracing
    if known is None:
        return None
    own = at_hand(known, session, "asked", known.attempt)
    asked = tuple(each for each in reading.asked if each.kind not in ("right", "wrong"))
    only_course = bool(asked) and all(each.kind == "course" for each in asked)
    last = said_before(session)
    told = told_of_run(text, own, known, reading.told, last) if reading.told else None
    edges = edges_understood(text, (), known, session) if told is None or told.wrong else None
    if edges is not None and edges.edges is not None:  # it says more of a tree's edges
        beside = tuple(each for each in asked if each.kind in ("course", "if"))
        return replace(edges, asked=(), questions=beside, ends=reading.is_any("ends"))
    if told is None and only_course and not reading.is_any("contests", "stuck", "all"):
        return None  # the course's, whole
    turn = _of_told(told, reading, known, session, by_hand) if told is not None else None
    if turn is None:
        turn = _of_wish(reading, asked, own, known, session)
    if turn is None:
        return None
    return replace(
        turn,
        questions=_beside_told(asked, turn),
        contests=reading.is_any("contests"),
        ends=reading.is_any("ends") and not reading.is_any("new"),
    )


def _of_told(
    told: ToldOfRun,
    reading: StepReading,
    known: TracingRecord,
    session: Session,
    by_hand: Callable[[], ProblemTurn | None],
) -> ProblemTurn | None:
    if reading.does == ("tells",) and not told.wrong:
        hand = by_hand()
        if hand is not None and reads_rows_rightly(hand):
            return beside_rows(hand, told)
    own = at_hand(known, session, "told", known.attempt)
    open_rows = {each.row for each in reading.asked if each.kind in ("whether", "value", "list")}
    rows = tuple(row for row in told.rows if step_of(row) not in open_rows)
    if reading.is_any("all") and not told.rows:
        return replace(own, wanted="all", student=known.attempt, told=told.judged)
    if len(rows) < len(told.rows):  # a row of which it still asks is not done with
        first = next(step_of(row) for row in told.rows if step_of(row) in open_rows)
        kept = tuple(row for row in rows if step_of(row) < first)
        told = replace(told, rows=kept)
        if not kept:
            return replace(own, told=told.judged, is_whole=True)
    turn = as_told(own, told, known, session)
    return replace(turn, beside="pressed") if turn and reading.is_any("all") else turn


def _of_wish(
    reading: StepReading,
    asked: tuple[StepQuestion, ...],
    own: ProblemTurn,
    known: TracingRecord,
    session: Session,
) -> ProblemTurn | None:
    """Return the turn of what a message asks or wishes that tells nothing."""
    supposed = next((each.supposed for each in asked if each.supposed is not None), None)
    if supposed is not None and len(asked) == 1:
        changed = _changed(known.problem, supposed_problem(known.problem, supposed))
        if changed is not None:
            return replace(own, wanted="what_if", changed=changed)
    judges = any(each.kind in ("right", "wrong") for each in reading.asked)
    wanted = next((wish for does, wish in _WISHES if reading.is_any(does)), None)
    if asked and wanted not in ("all", "stuck"):
        return own
    wanted = "recheck" if wanted is None and judges else wanted
    if wanted is None or reading.is_any("new"):
        return None
    return at_hand(known, session, wanted, known.attempt)


def _changed(problem: Problem, changed: Problem | None) -> Problem | None:
    """Return a changed problem that can be run as this one; None of any other."""
    if changed is None or changed == problem or changed.algorithm != problem.algorithm:
        return None
    try:
        run(changed)
    except ProblemInvalid:
        return None
    return changed


def _beside_told(asked: tuple[StepQuestion, ...], turn: ProblemTurn) -> tuple[StepQuestion, ...]:
    """Return the questions that the turn does not answer by itself."""
    return () if turn.wanted == "what_if" else asked
