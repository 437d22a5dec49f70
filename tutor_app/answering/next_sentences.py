"""Which sentences of the course answer a message that goes on from quotes, none shown before.

"what is it good for?", "and if it drops more?": the answer stands near what was quoted, or where
the message leads with its topic. What weighs how much was learned from such messages.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from tutor_app.answering.next_sentence_features import FEATURES, GoingOn, Rows, rate
from tutor_app.domain.values import Chunk, SourceSentence
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.reranker import Reranker

WEIGHTS: Final = Path(__file__).with_name("next_sentences.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class NextSentence:
    """A sentence that may come next. `share` is its probability among all that were weighed."""

    chunk: Chunk
    sentence: SourceSentence
    share: float


def next_sentences(
    going_on: GoingOn, index: CourseIndex, reranker: Reranker | None
) -> list[NextSentence]:
    """Return the sentences that may answer, the likeliest first; none where all were shown."""
    told, features = rate(going_on, index, reranker)
    if not told:
        return []
    scores = features @ _weights()
    shares = np.exp(scores - scores.max())
    shares /= shares.sum()
    return [
        NextSentence(chunk=told[at][0], sentence=told[at][1], share=float(shares[at]))
        for at in np.argsort(-scores, kind="stable")
    ]


@cache
def _weights() -> Rows:
    """Return the weights in the order of the features."""
    by_name: Mapping[str, float] = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return np.array([by_name[name] for name in FEATURES])
