"""A short message that goes on with the trace at hand: the next rows, a mended row, the result."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tutor_app.conversation.trace_replies.answer_turn import next_number
from tutor_app.domain.teaching import TracingRecord
from tutor_app.domain.traces import Problem, ProblemInvalid, Row, StudentTrace
from tutor_app.tracing.algorithm import Algorithm, algorithm_named
from tutor_app.tracing.checking.check_trace import check, judge_kindly
from tutor_app.tracing.reading.ask_for_missing_data import has_data
from tutor_app.tracing.reading.graph_spoken_of import begins_elsewhere, brings_graph
from tutor_app.tracing.reading.message_parts import context_of
from tutor_app.tracing.reading.student_rows.doubtful_lines import nodes_said
from tutor_app.tracing.reading.student_rows.single_rows import Piece, read_pieces
from tutor_app.tracing.reading.student_rows.work_in_message import CHECKS

LONGEST = 400  # characters
_WORD = re.compile(r"[^\W\d_]{2,}")


def goes_on(
    text: str, known: TracingRecord, settled: frozenset[str], shown: int | None
) -> StudentTrace | None:
    """Return the attempt with what a message adds to it, None if it adds nothing.

    Rows without numbers replace those from the first wrong row on, or follow the last right one;
    `shown` is the last row that the tutor has shown. A row repeated as the one that the next
    follows from is recognised. A path or a cost alone is judged alone.
    """
    problem, attempt = known.problem, known.attempt
    algorithm = algorithm_named(problem.algorithm)
    asked = CHECKS.search(text)
    said = _edges_spelled(text[: asked.start()] if asked else text, problem, algorithm)
    if not _may_go_on(said, problem, algorithm):
        return None
    pieces = read_pieces(said, context_of(algorithm, problem))
    try:
        right, place = _right_rows(problem, attempt, settled, shown)
        ended = bool(right) and judge_kindly(problem, settled, StudentTrace(rows=right)).correct
        placed = [
            each for piece in pieces for each in _placed(piece, right, place, problem, ended=ended)
        ]
        judged = [(judge_kindly(problem, settled, one), one) for one in placed]
    except ProblemInvalid:
        return None
    return max(judged, key=lambda pair: pair[0].reach)[1] if judged else None


def _may_go_on(text: str, problem: Problem, algorithm: Algorithm) -> bool:
    if len(text) > LONGEST or not has_data(problem, algorithm):
        return False
    edges_are_rows = "edge" in algorithm.columns
    if not edges_are_rows and problem.graph is not None and brings_graph(text, algorithm, problem):
        return False
    nodes = problem.graph.nodes if problem.graph else ()
    if begins_elsewhere(text, problem):
        return False
    words = [word for word in _WORD.findall(text) if word not in nodes]
    about = context_of(algorithm, problem)
    named = len(list(nodes_said(text, about))) if nodes else 0
    cells = named + len(re.findall(r"\d+", text))
    return 0 < cells and len(words) <= 3 * cells + 4


def _edges_spelled(text: str, problem: Problem, algorithm: Algorithm) -> str:
    """Return the text with "AC" written as "A-C" if rows are edges and that edge exists."""
    if "edge" not in algorithm.columns or problem.graph is None:
        return text
    for edge in problem.graph.edges:
        for one, other in ((edge.source, edge.target), (edge.target, edge.source)):
            text = re.sub(rf"(?<!\w){re.escape(one + other)}(?!\w)", f"{one}-{other}", text)
    return text


def _right_rows(
    problem: Problem, attempt: StudentTrace | None, settled: frozenset[str], shown: int | None
) -> tuple[tuple[Row, ...], int]:
    """Return the attempt's right rows, numbered, and the number of the row that comes next."""
    first = algorithm_named(problem.algorithm).first_step
    next_shown = next_number(problem, shown)
    if attempt is None or not attempt.rows:
        return (), next_shown
    verdict = check(problem, settled, attempt)
    if verdict.first_error_step is None:
        return verdict.student.rows, first + verdict.right_steps
    place = verdict.first_error_step
    numbered = [row for row in verdict.student.rows if _number(row) < place]
    return tuple(numbered), place


def _placed(
    piece: Piece, right: Sequence[Row], place: int, problem: Problem, *, ended: bool
) -> list[StudentTrace]:
    """Return the whole attempts that a piece may form with the rows that are right.

    `ended`: these are the whole run, so what follows can only repeat its end.
    """
    trace = piece.trace
    if not trace.rows:
        return [trace]
    first = algorithm_named(problem.algorithm).first_step
    begins = trace.rows[0].get("node") == problem.start and problem.start is not None
    if piece.numbered:
        number = _number(trace.rows[0])
        return [] if number <= first and len(trace.rows) > 1 else [_joined(right, trace, number)]
    if begins and len(trace.rows) > 1:
        return []  # a whole new attempt
    # The same where the problem names no node to start from, as of an order or of edges.
    anew = [_joined((), trace, first)] if problem.start is None and len(trace.rows) > 1 else []
    # What was right already may be said once more: the row before, or the last ones of a whole run.
    again = {place - 1, place - len(trace.rows)} if len(trace.rows) > 1 or ended else set()
    places = [place, *(each for each in again if each >= first and _repeats(right, trace, each))]
    return [*(_joined(right, trace, each) for each in places), *anew]


def _repeats(right: Sequence[Row], trace: StudentTrace, place: int) -> bool:
    """Tell whether the first row of a piece names the node, or shows the state, of a right row."""
    before = next((row for row in right if _number(row) == place), {})
    said = trace.rows[0]
    return any(name in said and said[name] == before[name] for name in before if name != "step")


def _joined(right: Sequence[Row], trace: StudentTrace, place: int) -> StudentTrace:
    before = [row for row in right if _number(row) < place]
    rows = [{**row, "step": place + offset} for offset, row in enumerate(trace.rows)]
    doubts = tuple(replace(doubt, row=doubt.row + len(before)) for doubt in trace.doubts)
    return StudentTrace(rows=(*before, *rows), final=trace.final, doubts=doubts)


def _number(row: Row) -> int:
    number = row.get("step")
    return int(number) if isinstance(number, int | float) else 0
