"""`python -m evals threshold`: precision and recall of Virtual TA over its threshold τ."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from evals.routing.routing_questions import RoutingQuestion, read_routing_questions, unit_of
from tutor_app.retrieval.course_index import CourseIndex, CourseIndexes, read_query
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.runtime.evaluation_course import COURSE, IndexedFolder, index_folder

THRESHOLDS = tuple(round(0.20 + 0.05 * step, 2) for step in range(13))  # 0.20 to 0.80


def threshold_command(
    materials: Annotated[Path, typer.Option(help="folder of the course", exists=True)],
    questions: Annotated[Path, typer.Option(help="questions with gold documents", exists=True)],
    limit: Annotated[int | None, typer.Option(help="only the first so many questions")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """What reaches τ, at most 50 chunks: the share that is gold, and the share of gold found."""
    figures = measure_thresholds(index_folder(materials), read_routing_questions(questions, limit))
    typer.echo(json.dumps(figures, indent=None if as_json else 1))


def measure_thresholds(
    course: IndexedFolder, asked: Sequence[RoutingQuestion]
) -> dict[str, dict[str, Any]]:
    """Return the figures by τ; chunks are those of the index as it is, of about 500 characters.

    `precision` is the mean over answerable questions that keep a chunk of the share of kept chunks
    that are of a gold document, `recall` of the share of gold documents that are kept; the same of
    posts and pages. `kept` is the mean number of chunks, `empty` the share of answerable questions
    and `declined` that of unanswerable ones that keep none.
    """
    index = CourseIndexes(course.settings, course.embedder)(COURSE)
    ranked = [_ranked(question, index, course) for question in asked]
    return {f"{tau:.2f}": _at(tau, asked, ranked, index) for tau in THRESHOLDS}


def _ranked(
    question: RoutingQuestion, index: CourseIndex, course: IndexedFolder
) -> list[tuple[int, float]]:
    """Return the rows of the nearest chunks with their cosines, as many as the profile keeps."""
    cosines = index.dense(read_query(question.text, course.embedder, index))
    nearest = np.argsort(-cosines, kind="stable")[: PROFILES["virtual_ta"].top_k]
    return [(int(row), float(cosines[row])) for row in nearest]


def _at(
    tau: float,
    asked: Sequence[RoutingQuestion],
    ranked: Sequence[Sequence[tuple[int, float]]],
    index: CourseIndex,
) -> dict[str, Any]:
    rows: dict[str, list[float]] = {name: [] for name in ("precision", "recall", "kept", "empty")}
    rows |= {"post_precision": [], "post_recall": [], "declined": []}
    for question, nearest in zip(asked, ranked, strict=True):
        chunks = [index.chunks[row] for row, cosine in nearest if cosine >= tau]
        if not question.documents:
            rows["declined"].append(float(not chunks))
            continue
        documents = [chunk.document.name for chunk in chunks]
        units = [unit_of(chunk) for chunk in chunks]
        if chunks:
            rows["precision"].append(float(np.mean([d in question.documents for d in documents])))
            rows["post_precision"].append(float(np.mean([u in question.units for u in units])))
        rows["recall"].append(len(question.documents & set(documents)) / len(question.documents))
        rows["post_recall"].append(len(question.units & set(units)) / len(question.units))
        rows["kept"].append(float(len(chunks)))
        rows["empty"].append(float(not chunks))
    return {name: round(float(np.mean(v)), 3) if v else None for name, v in rows.items()}
