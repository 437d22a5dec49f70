"""A step predicted in the Trace lab, judged by the exact run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tutor_app.domain.teaching import Expectation
from tutor_app.domain.traces import Row, StudentTrace
from tutor_app.tracing.answers.read_answer import read_answer
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.checking.trace_verdict import row_at
from tutor_app.tracing.narration.run_sentences import find_asked_columns, name_step
from tutor_app.tracing.narration.values_in_words import name_column, write_cell
from tutor_app.tracing.reading.message_parts import context_of
from tutor_app.tracing.reading.student_rows.single_rows import read_pieces
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from tutor_app.tracing.exact_run import AlgorithmRun

PREDICTION_RIGHT = phrase("page_lab.prediction_right", "step")
PREDICTION_WRONG = phrase("page_lab.prediction_wrong")
PREDICTION_UNREAD = phrase("page_lab.prediction_unread", "fields")
OR = phrase("page_lab.or")
_TOKEN = re.compile(r"-?\d+(?:\.\d+)?|[^\W\d_]+\d*|∞")


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedPrediction:
    """Whether a prediction is right, and what the lab says to it."""

    outcome: Literal["right", "wrong", "unread"]
    words: str


def judge_prediction(run: AlgorithmRun, number: int, text: str) -> JudgedPrediction:
    """Compare what was typed with row `number` of the run."""
    name = name_step(run.algorithm, number)
    asked = find_asked_columns(run, number)
    typed = _tokens(text)
    row = row_at(run, number) or {}
    if typed and any(typed == _tokens(write_cell(field, row.get(field))) for field in asked):
        return _judged(True, name)
    rows = [row for row in _read_rows(run, number, text) if any(column in row for column in asked)]
    if rows:
        return _judged(any(_is_right(run, row) for row in rows), name)
    others = (
        _tokens(write_cell(field, step.row.get(field))) for step in run.steps for field in asked
    )
    if typed and typed in others:
        return _judged(False, name)  # what stands in another row
    fields = OR().join(name_column(column) for column in asked)
    return JudgedPrediction(outcome="unread", words=PREDICTION_UNREAD(fields=fields))


def _read_rows(run: AlgorithmRun, number: int, text: str) -> list[Row]:
    """Return row `number` as the chat reads it in the text, once for each possible reading."""
    expected = Expectation(kind="row", step=number)
    heard = read_answer(text, run, expected, _settled(run))
    if heard is not None and heard.student is not None:
        return [row for row in heard.student.rows if row.get("step") == number]
    pieces = read_pieces(f"{number}. {text}", context_of(run.algorithm, run.problem))
    return [{**piece.trace.rows[0], "step": number} for piece in pieces if piece.trace.rows]


def _is_right(run: AlgorithmRun, row: Row) -> bool:
    verdict = check(run.problem, _settled(run), StudentTrace(rows=(row,)))
    return verdict.correct or (verdict.missing and not verdict.differences)


def _settled(run: AlgorithmRun) -> frozenset[str]:
    return frozenset({"directed", *run.problem.conventions})


def _judged(right: bool, name: str) -> JudgedPrediction:
    if right:
        return JudgedPrediction(outcome="right", words=PREDICTION_RIGHT(step=name))
    return JudgedPrediction(outcome="wrong", words=PREDICTION_WRONG())


def _tokens(text: str) -> list[str]:
    return [token.casefold() for token in _TOKEN.findall(text)]
