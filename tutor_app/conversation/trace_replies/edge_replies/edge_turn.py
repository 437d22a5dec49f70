"""A message on the spanning tree at hand, or a new one, understood edge by edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tutor_app.conversation.trace_replies.answer_turn import standing_rows, step_of
from tutor_app.conversation.trace_replies.in_sentences.questions_parted import (
    part_other_algorithm,
)
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn, at_hand, is_over
from tutor_app.domain.teaching import Expectation, TracingRecord
from tutor_app.domain.traces import ProblemInvalid, StudentTrace, Value
from tutor_app.domain.values import Session
from tutor_app.tracing.answers.read_answer import HeardAnswer
from tutor_app.tracing.edge_speech.edges_judged import EdgesJudged
from tutor_app.tracing.edge_speech.judge_edges import RowsBefore, judge_edges_said
from tutor_app.tracing.edge_speech.read_edges import read_edges_said

TREES: Final = frozenset(("prim", "kruskal"))
WHOLE: Final = 10**6  # more rows than any run has
MOST_LINES = 3  # more are rows in a layout of their own
MOST_STRANGE = 1  # edges that the graph does not have: more are another graph
_TOTALS: Final = frozenset(("total", "sum"))
_QUIET: Final = frozenset(("weight", "lightest"))


def edges_understood(
    text: str, asked: Sequence[str], known: TracingRecord, session: Session
) -> ProblemTurn | None:
    """Return the turn of what a message says and asks of the tree at hand; None where nothing.

    `asked` are the questions of the message; those that the run does not answer are the course's.
    """
    graph = known.problem.graph
    if known.problem.algorithm not in TREES or graph is None or "|" in text:
        return None
    own, beside = part_other_algorithm(text, known.problem.algorithm)
    if len([line for line in own.splitlines() if line.strip()]) > MOST_LINES:
        return None
    turn = at_hand(known, session, "edges", known.attempt)
    read = read_edges_said(own, graph)
    try:
        rows, _, wrong = standing_rows(known, turn.settled_conventions)
        shown = 0 if known.attempt is not None else turn.ladder.rows or 0
        if is_over(known, session):
            shown = WHOLE
        settled = turn.settled_conventions
        edges = judge_edges_said(
            read,
            known.problem,
            settled,
            RowsBefore(own=rows, wrong_step=wrong, shown=shown),
        )
    except ProblemInvalid:
        return None
    decided = any(each.verdict != "open" and each.said.kind not in _QUIET for each in edges.judged)
    strange = sum(each.cause == "no_edge" for each in edges.judged)
    if read.left and not decided and strange <= MOST_STRANGE:
        return replace(turn, wanted="asked", asked=(own,))  # what would be is no row
    if not (decided or read.asked) or read.left or strange > MOST_STRANGE:
        return None
    if not decided and edges.subject is None and not any(e.edges or e.nodes for e in read.asked):
        if all(each.kind == "why_not" for each in read.asked):
            return None  # "why?" of what the last reply said
    edges = edges.with_choice(settled, may_give=turn.policy != "hints")
    for_course = [
        each
        for each in (*asked, *beside)
        if each in beside or not read_edges_said(each, graph).asked
    ]
    new = _new_rows(edges)
    return replace(
        turn,
        student=edges.student if edges.changes_rows else known.attempt,
        edges=edges,
        edges_wrong_step=wrong,
        asked=tuple(dict.fromkeys(for_course)),
        heard=HeardAnswer(student=new) if new.rows and edges.given is None else None,
        awaited=Expectation(kind="row", step=step_of(new.rows[0])) if new.rows else turn.awaited,
        goes_on=True,
        is_whole=True,
    )


def with_edges_told(text: str, turn: ProblemTurn) -> ProblemTurn:
    """Return the turn of a new problem with its rows as sentences tell them: taken, or left out."""
    graph = turn.problem.graph
    if turn.problem.algorithm not in TREES or graph is None or "|" in text:
        return turn
    read = read_edges_said(text, graph)
    try:
        edges = judge_edges_said(read, turn.problem, turn.settled_conventions, RowsBefore())
    except ProblemInvalid:
        return turn
    turn = _with_total(turn, [each.number for each in read.said if each.kind in _TOTALS])
    before = sum("edge" in row for row in turn.student.rows) if turn.student is not None else 0
    if read.left or edges.student is None or len(edges.student.rows) < max(before, 1):
        return turn
    verb = turn.student is None or turn.wanted in ("check", "predicted", "next")
    return replace(turn, wanted="check" if verb else turn.wanted, student=edges.student)


def _with_total(turn: ProblemTurn, totals: Sequence[Value]) -> ProblemTurn:
    """Return the turn with the weight that is told of rows which have none."""
    student = turn.student
    if student is None or student.final or not totals or totals[-1] is None:
        return turn
    return replace(turn, student=replace(student, final={"weight": totals[-1]}))


def _new_rows(edges: EdgesJudged) -> StudentTrace:
    rows = edges.student.rows if edges.student is not None else ()
    return StudentTrace(rows=rows[len(rows) - edges.new_rows :] if edges.new_rows else ())
