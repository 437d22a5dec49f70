"""What a message in practice is made of: an answer, its reason, wishes, a question, kind words.

"-64. then stop please, thank you" answers, wishes and thanks. A sentence may turn wherever a comma
or a joining word stands; of all ways to divide it the likeliest is taken (semi-Markov segmentation,
Sarawagi and Cohen 2004), by a softmax that was learned from labelled parts, and from spans of
several, which are no part. Its weights lie in `practice_parts.json`, written by
`python -m evals practice-parts --train`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from pathlib import Path
from typing import Final, Literal, cast, get_args

import numpy as np

from tutor_app.conversation.practice.divided_sentences import Stretch, divide, spans_of
from tutor_app.conversation.practice.part_features import WORD, likely_kinds
from tutor_app.domain.normal_form import split_sentences
from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.learned_weights import Floats, LearnedWeights, vectors_of

PracticeWish = Literal[
    "quiz",
    "task",
    "another",
    "harder",
    "easier",
    "topic",
    "stop",
    "resume",
    "unknown",
    "hint",
    "reveal",
    "confused",
    "why",
    "progress",
]
PartKind = Literal[PracticeWish, "answer", "reason", "question", "check", "social"]
KINDS: Final[tuple[PartKind, ...]] = (
    *get_args(PracticeWish),
    *("answer", "reason", "question", "check", "social"),
)
MIXED: Final = "mixed"  # what the softmax calls a span of several parts
WEIGHTS: Final = Path(__file__).with_name("practice_parts.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class MessagePart:
    """A stretch of a message that does one thing.

    `likely` is how sure that is, `wishes` that it is a wish, whichever it is; 0 to 1.
    """

    text: str
    kind: PartKind
    likely: float
    wishes: float


@cache
def shipped_model(*, vectors: bool) -> LearnedWeights:
    """Return the model with the weights that ship, with those of vectors or learned without."""
    found = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return LearnedWeights.read(found["with_vectors" if vectors else "plain"])


def parts_of_message(text: str, embedder: Embedder | None) -> tuple[MessagePart, ...]:
    """Return the parts of a message in their order; none of one without a word or number."""
    spans = [spans_of(sentence) for sentence in split_sentences(text) if WORD.search(sentence)]
    texts = [span.text for sentence in spans for span in sentence]
    found = vectors_of(texts, embedder, shipped_model(vectors=True).encoder)
    model = shipped_model(vectors=bool(found))
    waiting: Iterator[Floats | None] = iter(found) if found else repeat(None)
    divided = (divide([(span, _weigh(model, span, next(waiting))) for span in s]) for s in spans)
    return tuple(part for parts in divided for part in parts)


def _weigh(model: LearnedWeights, span: Stretch, vector: Floats | None) -> MessagePart:
    """Return a span as one part, of its likeliest kind; what is not divided any further is one."""
    found = likely_kinds(model, span.text, vector)
    mixed = model.names.index(MIXED)
    if span.last - span.first == 1:
        found = found - np.log(1 - min(0.999, float(np.exp(found[mixed]))))
    wished = [place for place, name in enumerate(model.names) if name in get_args(PracticeWish)]
    best = int(np.argmax(np.where(np.arange(len(found)) == mixed, -np.inf, found)))
    return MessagePart(
        text=span.text,
        kind=cast("PartKind", model.names[best]),
        likely=float(np.exp(found[best])),
        wishes=float(np.exp(found[wished]).sum()),
    )
