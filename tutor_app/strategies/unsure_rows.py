"""Work that was not read for sure: its rows are asked for in a form that is; nothing is judged."""

from __future__ import annotations

from collections.abc import Generator

from tutor_app.strategies import tracing_words as said
from tutor_app.strategies.asides import NEXT_HINT
from tutor_app.strategies.problem_turn import ProblemTurn
from tutor_app.teaching import TracingRecord
from tutor_app.tracing.checking.check import check
from tutor_app.tracing.checking.verdict import Verdict
from tutor_app.tracing.errors import ProblemInvalid
from tutor_app.tracing.registry import algorithm_named
from tutor_app.tracing.run import Run, run, with_defaults
from tutor_app.tracing.values import Row
from tutor_app.tracing.wording.say import cell, label
from tutor_app.values import Event, Offers, ProblemRead, Sentence

MOST_SHOWN = 160  # characters of a student's line that are repeated


def unsure_words(turn: ProblemTurn) -> str | None:
    """Return what is asked where the student's work was not read for sure, None where it was.

    A trace that is right as it was read is right; where it is not, and a line up to the first
    wrong row may say something else, the reading may be what is wrong.
    """
    if turn.wanted not in ("check", "trace", "next") or turn.question or turn.still_asked:
        return None
    try:
        exact = run(turn.problem)
    except ProblemInvalid:
        return None
    if turn.student is None:
        return _not_read(exact) if turn.wanted == "check" else None
    if not turn.student.doubts:
        return None
    verdict = check(turn.problem, turn.settled, turn.student)
    return None if verdict.doubt is None else _not_sure(verdict)


def ask_for_rows(
    turn: ProblemTurn, known: TracingRecord | None, asked: str
) -> Generator[Event, None, TracingRecord]:
    """Yield the problem as it was read and what is asked; the attempt before stays at hand."""
    if turn.is_new:
        problem = with_defaults(turn.problem, algorithm_named(turn.problem.algorithm))
        yield ProblemRead(problem=problem, assumed=said.assumed(turn))
    yield Sentence(text=asked, role="question")
    yield Offers(messages=(NEXT_HINT,))
    before = known if known is not None and known.key == turn.key else None
    return TracingRecord(
        problem=turn.problem,
        key=turn.key,
        policy=turn.policy,
        policy_is_courses=turn.policy_is_courses,
        stated=turn.stated,
        attempt=before.attempt if before else None,
        wrong_step=before.wrong_step if before else None,
        misconception=before.misconception if before else None,
    )


def _not_read(exact: Run) -> str:
    return (
        "I would like to check your steps, and I could not find them in your message for sure. "
        f"Could you write them one row a line, as: {_form(exact)}? Some of the columns "
        "will do, and so will what comes out in the end."
    )


def _not_sure(verdict: Verdict) -> str:
    doubt = verdict.doubt
    assert doubt is not None
    row = verdict.student.rows[doubt.row] if doubt.row < len(verdict.student.rows) else {}
    line, read = doubt.line[:MOST_SHOWN], _row_text(row, verdict.run)
    graph = verdict.run.problem.graph
    if graph is not None and row.get("node") is not None and row["node"] not in graph.nodes:
        read = ""
    if not line or not read:
        return _not_read(verdict.run)
    return (
        f"I am not sure that I read this as you mean it, so I don't judge it yet: “{line}”. "
        f"I took it as {read}. Could you write your rows as: {_form(verdict.run)}? "
        "Some of the columns will do."
    )


def _form(exact: Run) -> str:
    return " | ".join(("step", *(label(name) for name in exact.columns)))


def _row_text(row: Row, exact: Run) -> str:
    read = [name for name in exact.columns if row.get(name) is not None]
    return "; ".join(f"{label(name)}: {cell(name, row[name])}" for name in read)
