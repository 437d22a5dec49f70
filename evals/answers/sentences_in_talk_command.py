"""Which sentence decides a message in a conversation: weights of writers, judged by others.

The loss is that of a choice among all sentences that are weighed: minus the logarithm of the share
that those get which decide, with the weights' squares beside.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer
from scipy.optimize import minimize  # type: ignore[import-untyped]
from scipy.special import logsumexp, softmax  # type: ignore[import-untyped]

from demo_course.build import ALGEBRA, DEFAULT_OUT, build
from tutor_app.answering.sentences_in_talk import FEATURES, WEIGHTS, Rows, rate
from tutor_app.retrieval.course_index import CourseIndexes
from tutor_app.runtime.evaluation_course import COURSE, index_folder

ITEMS = Path(__file__).parents[1] / "questions" / "sentences_in_talk.jsonl"
_SQUARES = 0.01  # what a weight's square costs, in all
_FEWEST = 25  # letters of a sentence that may be part of the one that decides


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedMessage:
    """A message with the features of its sentences (sentences, FEATURES), which of them decide it,
    and the paragraph of each.
    """

    writer: str
    goes_on: bool
    rows: Rows
    decides: npt.NDArray[np.bool_]
    paragraphs: Sequence[tuple[str, int]]


def sentences_in_talk_command(
    questions: Annotated[Path, typer.Option(exists=True)] = ITEMS,
    fit: Annotated[bool, typer.Option("--fit", help="write the weights anew")] = False,
) -> None:
    """How often the paragraph that decides comes first, or second, by weights of other writers."""
    rated = rate_messages([json.loads(line) for line in questions.read_text("utf-8").splitlines()])
    typer.echo(json.dumps(measure(rated)))
    if fit:
        learned = learn_weights([one for one in rated if one.goes_on])
        by_name = {name: round(float(w), 2) for name, w in zip(FEATURES, learned, strict=True)}
        WEIGHTS.write_text(json.dumps(by_name, indent=1) + "\n", encoding="utf-8")


def rate_messages(items: Sequence[Mapping[str, Any]]) -> list[RatedMessage]:
    """Weigh the sentences of its course for each message; those that the index has not are left."""
    folders = {"search": DEFAULT_OUT, "algebra": DEFAULT_OUT.with_name("build-algebra")}
    build(folders["search"])
    build(folders["algebra"], ALGEBRA)
    found: list[RatedMessage] = []
    for name, folder in folders.items():
        course = index_folder(folder)
        index = CourseIndexes(course.settings, course.embedder)(COURSE)
        for item in items:
            if item["course"] != name:
                continue
            told, rows = rate(item["message"], item["before"], index, course.embedder)
            decides = np.array([_holds(one.text, item["decisive"]) for _, one in told], dtype=bool)
            if decides.any():
                paragraphs = [(chunk.document.id, one.paragraph) for chunk, one in told]
                found.append(
                    RatedMessage(
                        writer=item["writer"],
                        goes_on=bool(item["before"]),
                        rows=rows,
                        decides=decides,
                        paragraphs=paragraphs,
                    )
                )
    return found


def learn_weights(messages: Sequence[RatedMessage]) -> npt.NDArray[np.float64]:
    """Return the weights, in the order of FEATURES, of the smallest loss on some messages."""

    def loss(weights: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        total, slope = 0.0, np.zeros_like(weights)
        for one in messages:
            scores = one.rows @ weights
            among = np.where(one.decides, scores, -np.inf)
            total += float(logsumexp(scores) - logsumexp(among))
            slope += one.rows.T @ (softmax(scores) - softmax(among))
        return total + _SQUARES * float(weights @ weights), slope + 2 * _SQUARES * weights

    return np.asarray(minimize(loss, np.zeros(len(FEATURES)), jac=True, method="L-BFGS-B").x)


def measure(messages: Sequence[RatedMessage]) -> dict[str, dict[str, float]]:
    """Return the figures of each writer by the weights of the others, first and later messages."""
    places: dict[str, list[int]] = defaultdict(list)
    for goes_on in (False, True):
        own = [one for one in messages if one.goes_on == goes_on]
        for writer in sorted({one.writer for one in own}):
            weights = learn_weights([one for one in own if one.writer != writer])
            kept = [place_of(one, weights) for one in own if one.writer == writer]
            kind = "later" if goes_on else "first"
            places[f"{kind}, {writer}"] = kept
            places[f"{kind}, all"] += kept
    return {
        name: {
            "messages": len(found),
            "first": round(sum(place == 0 for place in found) / len(found), 3),
            "first two": round(sum(place <= 1 for place in found) / len(found), 3),
        }
        for name, found in places.items()
    }


def place_of(message: RatedMessage, weights: npt.NDArray[np.float64]) -> int:
    """Return how many paragraphs come before the one that decides."""
    order = np.argsort(-(message.rows @ weights), kind="stable")
    ranked = list(dict.fromkeys(message.paragraphs[int(at)] for at in order))
    wanted = {message.paragraphs[int(at)] for at in np.flatnonzero(message.decides)}
    return min(ranked.index(paragraph) for paragraph in wanted)


def _holds(sentence: str, decisive: str) -> bool:
    said, wanted = _plain(sentence), _plain(decisive)
    return wanted in said or (len(said) > _FEWEST and said in wanted)


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text.casefold()).strip()
