"""What weighs how much where a message goes on from quotes: learned from some, judged by others.

The loss is that of a choice among all sentences of a message that come into question: minus the
logarithm of the share that those get which answer it, with the weights' squares beside.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt
import typer
from scipy.optimize import minimize  # type: ignore[import-untyped]
from scipy.special import logsumexp, softmax  # type: ignore[import-untyped]

from demo_course.build import DEFAULT_OUT, build
from evals.answers.follow_ups import ITEMS, FollowUpItem, has_evidence, read_items
from evals.hint_ladder.recorded_learner import Classroom
from tutor_app.answering.next_sentence_features import FEATURES, Rows, rate
from tutor_app.answering.next_sentences import WEIGHTS
from tutor_app.conversation.subject.going_on import going_on_from
from tutor_app.runtime.evaluation_course import COURSE, index_folder

_SQUARES = 0.05  # what a weight's square costs, in the loss of one message
_COSINE = "cosine_with_topic"  # the rule that is compared with


@dataclass(frozen=True, slots=True)
class RatedMessage:
    """A message with the features of its sentences (sentences, FEATURES), and which answer it."""

    split: str
    rows: Rows
    answers: npt.NDArray[np.bool_]


def next_sentences_command(
    questions: Annotated[Path, typer.Option(exists=True)] = ITEMS,
    train: Annotated[Path | None, typer.Option(help="write weights learned anew here")] = None,
) -> None:
    """Hit@1 and MRR of the sentence that answers: by the weights that ship, anew, and by cosine."""
    build(DEFAULT_OUT)
    rated = rate_messages(read_items(questions), Classroom(index_folder(DEFAULT_OUT)))
    learned = learn_weights([one for one in rated if one.split == "tune"])
    shipped = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    ways = {
        "ships": np.array([shipped[name] for name in FEATURES]),
        "anew": learned,
        "cosine": np.array([float(name == _COSINE) for name in FEATURES]),
    }
    figures = {
        f"{split}, {name}": measure_weights([one for one in rated if one.split == split], weights)
        for split in ("tune", "kept")
        for name, weights in ways.items()
    }
    print(json.dumps(figures))
    if train is not None:
        by_name = {name: round(float(w), 3) for name, w in zip(FEATURES, learned, strict=True)}
        train.write_text(json.dumps(by_name, indent=1) + "\n", encoding="utf-8")


def rate_messages(items: Sequence[FollowUpItem], room: Classroom) -> list[RatedMessage]:
    """Hold each conversation up to the message that goes on; those without an answer are left."""
    index = room.services.courses(COURSE)
    found: list[RatedMessage] = []
    for item in items:
        with room.learner() as learner:
            for text in item.first:
                learner.say(text)
            before = learner.say(item.then).session.before
        going_on = going_on_from(item.then, before, index, room.services)
        if going_on is None:
            continue
        told, rows = rate(going_on, index, room.services.reranker)
        answers = np.array([has_evidence(one.text, item.evidence) for _, one in told], dtype=bool)
        if answers.any():
            found.append(RatedMessage(item.split, rows, answers))
    return found


def learn_weights(messages: Sequence[RatedMessage]) -> npt.NDArray[np.float64]:
    """Return the weights, in the order of FEATURES, of the smallest loss on some messages."""

    def loss(weights: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        total, slope = 0.0, np.zeros_like(weights)
        for one in messages:
            scores = one.rows @ weights
            among = np.where(one.answers, scores, -np.inf)
            total += float(logsumexp(scores) - logsumexp(among))
            slope += one.rows.T @ (softmax(scores) - softmax(among))
        squares = _SQUARES * len(messages) / 2
        return total + squares * float(weights @ weights), slope + 2 * squares * weights

    return np.asarray(minimize(loss, np.zeros(len(FEATURES)), jac=True, method="L-BFGS-B").x)


def measure_weights(
    messages: Sequence[RatedMessage], weights: npt.NDArray[np.float64]
) -> dict[str, float]:
    """Return how often a sentence that answers comes first, and its mean reciprocal rank."""
    places = []
    for one in messages:
        order = np.argsort(-(one.rows @ weights), kind="stable")
        places.append(1 + int(np.flatnonzero(one.answers[order])[0]))
    return {
        "messages": len(places),
        "hit@1": round(sum(place == 1 for place in places) / len(places), 3),
        "mrr": round(sum(1 / place for place in places) / len(places), 3),
    }
