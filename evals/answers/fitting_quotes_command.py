"""Whether what was quoted answers: weights learned from writers, judged by the one left out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer

from demo_course.build import DEFAULT_OUT
from evals.hint_ladder.recorded_learner import Classroom
from tutor_app.answering.quotes_that_fit import WEIGHTS, nearness_of_marks
from tutor_app.conversation.subject.hardly_answered import points_back
from tutor_app.domain.values import MarkedSentence, Quote
from tutor_app.retrieval.course_index import read_query
from tutor_app.runtime.evaluation_course import COURSE, index_folder

ROWS = Path(__file__).parents[1] / "questions" / "quotes_that_fit.jsonl"
_NAMES = ("at", "beside", "goes_on")
_SOFTNESS = 2.0  # of the regression: 1 / its penalty
_STEPS = 8  # of Newton's: more change nothing
_LEAST = 0.3  # probability from which a quote is put as an answer
Floats = npt.NDArray[np.float64]


def fitting_quotes_command(
    fit: Annotated[bool, typer.Option("--fit", help="write the weights")] = False,
) -> None:
    """Tell how many quotes that answer are kept, and how many that don't are held back."""
    room = Classroom(index_folder(DEFAULT_OUT))
    index = room.services.courses(COURSE)
    figures: list[list[float]] = []
    kept: list[dict[str, Any]] = []
    for row in map(json.loads, ROWS.read_text(encoding="utf-8").splitlines()):
        query = read_query(row["message"], room.services.embedder, index)
        near = nearness_of_marks(query, [_quote(row["marked"])], index)
        judged = not (row["goes_on"] and points_back(row["message"]))
        if near is not None and judged:
            figures.append([*near, float(row["goes_on"])])
            kept.append(row)
    x, fits = np.array(figures), np.array([row["fits"] for row in kept])
    writers = np.array([row["writer"] for row in kept])
    for writer in sorted(set(writers)):
        own = writers == writer
        rows = np.column_stack([x[own], np.ones(int(own.sum()))])
        likely = _likely(rows, _learn(x[~own], fits[~own])) >= _LEAST
        told = {
            "writer": writer,
            "quoted": f"{int(fits[own][likely].sum())} answer of {int(likely.sum())}",
            "held back": f"{int(fits[own][~likely].sum())} answer of {int((~likely).sum())}",
        }
        typer.echo(json.dumps(told))
    if fit:
        learned = np.round(_learn(x, fits), 2).tolist()
        weights = dict(zip((*_NAMES, "bias"), learned, strict=True)) | {"least": _LEAST}
        WEIGHTS.write_text(json.dumps(weights) + "\n", encoding="utf-8")


def _learn(x: Floats, fits: npt.NDArray[np.bool_]) -> Floats:
    """Return the weights and the bias behind them, by Newton's steps; the bias is not held down."""
    rows = np.column_stack([x, np.ones(len(x))])
    held = np.diag([1 / _SOFTNESS] * x.shape[1] + [0.0])
    weights = np.zeros(rows.shape[1])
    for _ in range(_STEPS):
        likely = _likely(rows, weights)
        slope = rows.T @ (likely - fits) + held @ weights
        bend = (rows * (likely * (1 - likely))[:, None]).T @ rows + held
        weights = weights - np.linalg.solve(bend, slope)
    return weights


def _likely(rows: Floats, weights: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-rows @ weights)), dtype=np.float64)


def _quote(marked: list[str]) -> Quote:
    return Quote(
        passage_id="",
        document_id="",
        document_name="",
        kind="textbook",
        page=1,
        headings=(),
        paragraph="",
        crops=(),
        marked=tuple(MarkedSentence(text=text, boxes=()) for text in marked),
    )
