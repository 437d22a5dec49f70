"""Is the sentence that answers among those a model chooses from? Questions on manuals."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer
from scipy.optimize import minimize  # type: ignore[import-untyped]
from scipy.special import logsumexp, softmax  # type: ignore[import-untyped]

from evals.answers.choose_items import QUESTIONS
from evals.answers.gold_questions import comparable
from evals.hint_ladder.recorded_learner import services_of
from tutor_app.answering.candidate_sentences import WEIGHTS, candidate_sentences
from tutor_app.answering.choose_quotes import rank_sentences
from tutor_app.retrieval.course_index import read_query
from tutor_app.retrieval.retrieve import retrieve
from tutor_app.runtime.evaluation_course import COURSE, index_folder

# What the weights may not have seen, as the cross-encoder has not.
KEPT = ("gnucash-help-en", "pspp", "bashref", "Algo.book", "R-lang", "tutorial")
_PLACES = (1, 6, 12)
_PENALTY = 0.01

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedOfManual:
    """A question with its candidates as they are ranked: their figures, and which hold evidence.

    `quoted` is the place of the evidence among the sentences that code alone ranks, None where it
    is not; `seconds` the time that the candidates took.
    """

    kept: bool
    figures: Floats
    answers: npt.NDArray[np.bool_]
    quoted: int | None
    seconds: float


def course_candidates_command(
    materials: Annotated[
        list[Path], typer.Option(help="folder with a folder of each manual's name", exists=True)
    ],
    questions: Annotated[Path, typer.Option(help="rows by document", exists=True)] = QUESTIONS,
    every: Annotated[int, typer.Option(help="only each n-th question")] = 1,
    fit: Annotated[bool, typer.Option("--fit", help="fit the weights, kept manuals left out")] = (
        False
    ),
) -> None:
    """How often the evidence is among the sentences offered, beside those ranked by code alone."""
    asked = list(_read(materials, questions, every))
    weights = np.array(WEIGHTS)
    if fit:
        weights = _fitted([one for one in asked if not one.kept])
    told: dict[str, Any] = {"weights": [round(float(one), 2) for one in weights]}
    for name, rows in (
        ("fitted on", [one for one in asked if not one.kept]),
        ("kept", [one for one in asked if one.kept]),
    ):
        if rows:
            told[name] = _measure(rows, weights)
    typer.echo(json.dumps(told))


def _measure(rows: Sequence[AskedOfManual], weights: Floats) -> dict[str, Any]:
    places = [_place(one, weights) for one in rows]
    within = {
        "offered": places,
        "ranked by code": [one.quoted for one in rows],
    }
    return {
        "questions": len(rows),
        "seconds_p50": round(median(one.seconds for one in rows), 3),
        **{
            f"{name}, first {most}": round(
                fmean(place is not None and place < most for place in found), 3
            )
            for name, found in within.items()
            for most in _PLACES
        },
    }


def _place(one: AskedOfManual, weights: Floats) -> int | None:
    order = np.argsort(-(one.figures @ weights), kind="stable")
    return next((at for at, row in enumerate(order) if one.answers[row]), None)


def _read(materials: Sequence[Path], questions: Path, every: int) -> Iterator[AskedOfManual]:
    rows = [
        json.loads(line)
        for file in sorted(questions.glob("writer_*.jsonl"))
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.strip()
    ]
    rows = [row for row in rows if row["answerable"] and row["evidence"]]
    for document in sorted({row["document"] for row in rows}):
        name = document.removesuffix(".pdf")
        folder = next((one / name for one in materials if (one / name).is_dir()), None)
        if folder is not None:
            of_manual = [row for row in rows if row["document"] == document]
            yield from _of_manual(folder, of_manual[::every], kept=name in KEPT)


def _of_manual(
    folder: Path, rows: Sequence[dict[str, Any]], *, kept: bool
) -> Iterator[AskedOfManual]:
    services = services_of(index_folder(folder))
    index = services.courses(COURSE)
    for row in rows:
        evidence = [comparable(one) for one in row["evidence"]]
        query = read_query(row["question"], services.embedder, index)
        found = retrieve(query, index, services.profile, services.reranker).kept
        ranked = [one.sentence.text for one in rank_sentences(query, found, index)]
        began = time.monotonic()
        offered = candidate_sentences(query, index, services.profile, services.reranker)
        yield AskedOfManual(
            kept=kept,
            seconds=time.monotonic() - began,
            figures=np.array([one.figures for one in offered]),
            answers=np.array([_answers(one.sentence.text, evidence) for one in offered]),
            quoted=next(
                (at for at, text in enumerate(ranked) if _answers(text, evidence)),
                None,
            ),
        )


def _answers(text: str, evidence: Sequence[str]) -> bool:
    said = comparable(text)
    return any(said in one or one in said for one in evidence)


def _fitted(rows: Sequence[AskedOfManual]) -> Floats:
    """Return the weights by which the evidence is likeliest among all candidates of its question.

    A softmax over the candidates of each question, with a small penalty on the weights.
    """
    told = [(one.figures, one.answers) for one in rows if one.answers.any()]

    def loss(weights: Floats) -> tuple[float, Floats]:
        total, slope = 0.0, np.zeros_like(weights)
        for figures, answers in told:
            scores = figures @ weights
            total += float(logsumexp(scores) - logsumexp(scores[answers]))
            slope += softmax(scores) @ figures - softmax(scores[answers]) @ figures[answers]
        penalty = _PENALTY * float(weights @ weights)
        return total / len(told) + penalty, slope / len(told) + 2 * _PENALTY * weights

    found = minimize(loss, np.zeros(len(WEIGHTS)), jac=True, method="L-BFGS-B")
    return np.asarray(found.x, dtype=np.float64)
