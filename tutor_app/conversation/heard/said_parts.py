"""What a message in talk about the course is made of: complaints, questions, claims, wishes.

"That quotation is about lists, I was asking about trees. Is my third sentence right now?"
complains, says what was meant, and asks for a verdict. A message is divided as one in practice is
(`practice_parts`), by weights of its own: `python -m evals said-parts --train` writes them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import repeat
from pathlib import Path
from typing import Final, cast

import numpy as np

from tutor_app.conversation.heard.said_kinds import SaidKind, SaidPart, SaidParts
from tutor_app.conversation.practice.divided_sentences import Stretch, divide, spans_of
from tutor_app.conversation.practice.part_features import likely_kinds
from tutor_app.domain.normal_form import split_sentences
from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.learned_weights import Floats, LearnedWeights, vectors_of

MIXED: Final = "mixed"  # what the softmax calls a span of several parts
WEIGHTS: Final = Path(__file__).with_name("said_parts.json")
_LONGEST: Final = 150  # words: what is longer is an essay, or work


def read_said(text: str, embedder: Embedder | None) -> SaidParts:
    """Return the parts of a message; none of what is too long to be talk."""
    if len(text.split()) > _LONGEST:
        return SaidParts(())
    spans = [spans_of(one) for one in split_sentences(text) if any(map(str.isalnum, one))]
    texts = [span.text for sentence in spans for span in sentence]
    found = vectors_of(texts, embedder, _shipped(vectors=True).encoder)
    model = _shipped(vectors=bool(found))
    waiting: Iterator[Floats | None] = iter(found) if found else repeat(None)
    divided = [_parts_of([(span, next(waiting)) for span in one], model) for one in spans]
    return SaidParts(tuple(part for parts in divided for part in parts), text)


@cache
def _shipped(*, vectors: bool) -> LearnedWeights:
    found = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return LearnedWeights.read(found["with_vectors" if vectors else "plain"])


def _parts_of(
    spans: Sequence[tuple[Stretch, Floats | None]], model: LearnedWeights
) -> list[SaidPart]:
    return divide([(span, _weigh(span, vector, model)) for span, vector in spans])


def _weigh(span: Stretch, vector: Floats | None, model: LearnedWeights) -> SaidPart:
    """Return a span as one part, of its likeliest kind; what is not divided any further is one."""
    found = likely_kinds(model, span.text, vector)
    mixed = model.names.index(MIXED)
    if span.last - span.first == 1:
        found = found - np.log(1 - min(0.999, float(np.exp(found[mixed]))))
    best = int(np.argmax(np.where(np.arange(len(found)) == mixed, -np.inf, found)))
    kind = cast("SaidKind", model.names[best])
    return SaidPart(text=span.text, kind=kind, likely=float(np.exp(found[best])))
