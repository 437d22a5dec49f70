"""Work that was not read with certainty is not judged: its rows are asked for in a fixed form."""

from __future__ import annotations

from collections.abc import Generator

from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn
from tutor_app.conversation.trace_replies.trace_reply_sentences import list_assumed_conventions
from tutor_app.domain.teaching import Expectation, TracingRecord
from tutor_app.domain.traces import ProblemInvalid, Row
from tutor_app.domain.values import Event, Offers, ProblemRead, Sentence
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.checking.trace_verdict import Verdict, row_at
from tutor_app.tracing.exact_run import AlgorithmRun, run, with_defaults
from tutor_app.tracing.narration.values_in_words import name_column, write_row
from tutor_app.tracing.run_tables import STEP
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.wording.catalogue import phrase

NOT_READ = phrase("trace_replies.not_read", "columns")
NOT_SURE = phrase("trace_replies.not_sure", "line", "reading", "columns")
ONE_ROW = phrase("trace_replies.one_row", "form")
OPEN_CELL = "…"
MOST_SHOWN = 160  # characters of a student's line that are repeated


def unsure_words(turn: ProblemTurn, known: TracingRecord | None) -> str | None:
    """Return what to ask if the student's work was not read with certainty, else None.

    Where rows were asked for already, it is one row, as a form to fill in.

    A trace that is right as it was read is right. If it is not, and a line up to the first wrong
    row may mean something else, the reading may be at fault.
    """
    if turn.wanted not in ("check", "trace", "next") or turn.question or turn.still_asked:
        return None
    try:
        exact = run(turn.problem)
    except ProblemInvalid:
        return None
    again = known is not None and known.key == turn.key and known.awaited == _first_row(exact)
    if turn.student is None:
        asked = _one_row(exact) if again else _not_read(exact)
        return asked if turn.wanted == "check" else None
    if not turn.student.doubts:
        return None
    verdict = check(turn.problem, turn.settled_conventions, turn.student)
    if verdict.doubt is None:
        return None
    return _one_row(verdict.run) if again else _not_sure(verdict)


def ask_for_rows(
    turn: ProblemTurn, known: TracingRecord | None, asked: str
) -> Generator[Event, None, TracingRecord]:
    """Yield the problem as it was read and the question; the earlier attempt stays at hand."""
    if turn.is_new:
        problem = with_defaults(turn.problem, algorithm_named(turn.problem.algorithm))
        yield ProblemRead(problem=problem, assumed=list_assumed_conventions(turn))
    yield Sentence(text=asked, role="question")
    yield Offers(messages=(NEXT_HINT,))
    before = known if known is not None and known.key == turn.key else None
    first = Expectation(kind="row", step=algorithm_named(turn.problem.algorithm).first_step)
    held = before.awaited if before is not None and before.attempt is not None else None
    return TracingRecord(
        problem=turn.problem,
        key=turn.key,
        policy=turn.policy,
        policy_is_courses=turn.policy_is_courses,
        stated=turn.stated,
        attempt=before.attempt if before else None,
        wrong_step=before.wrong_step if before else None,
        misconception=before.misconception if before else None,
        awaited=held or first,
        in_doubt=turn.student,
    )


def _first_row(exact: AlgorithmRun) -> Expectation:
    return Expectation(kind="row", step=exact.algorithm.first_step)


def _one_row(exact: AlgorithmRun) -> str:
    """Ask for the first row as a form: of a search, the node that it begins with stands in it."""
    first = exact.algorithm.first_step
    row = row_at(exact, first) or {}
    start = exact.problem.start if row.get("node") == exact.problem.start else None
    cells = [
        f"{name_column(name)} {start if name == 'node' and start is not None else OPEN_CELL}"
        for name in exact.columns
    ]
    return ONE_ROW(form=" | ".join((f"{name_column(STEP)} {first}", *cells)))


def _not_read(exact: AlgorithmRun) -> str:
    return NOT_READ(columns=_list_columns(exact))


def _not_sure(verdict: Verdict) -> str:
    doubt = verdict.doubt
    assert doubt is not None
    row = verdict.student.rows[doubt.row] if doubt.row < len(verdict.student.rows) else {}
    line = " ".join(doubt.line.split())[:MOST_SHOWN]
    reading = write_row(row, _columns_shown(row, verdict.run))
    graph = verdict.run.problem.graph
    if graph is not None and row.get("node") is not None and row["node"] not in graph.nodes:
        reading = ""
    if not line or not reading:
        return _not_read(verdict.run)
    return NOT_SURE(line=line, reading=reading, columns=_list_columns(verdict.run))


def _list_columns(exact: AlgorithmRun) -> str:
    return " | ".join(map(name_column, (STEP, *exact.columns)))


def _columns_shown(row: Row, exact: AlgorithmRun) -> list[str]:
    return [name for name in exact.columns if row.get(name) is not None]
