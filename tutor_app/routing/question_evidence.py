"""What a question shows about where its answer stands: its words, act, and what the course has."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol

import numpy as np

from tutor_app.domain.values import MaterialKind
from tutor_app.retrieval.course_index import CourseIndex, Query
from tutor_app.understanding.act_classifier import ACTS, ActLogits
from tutor_app.understanding.learned_weights import Floats
from tutor_app.understanding.turn_tokens import OnTable

TAUGHT: frozenset[MaterialKind] = frozenset({"textbook", "slides"})
# "GA2", "project 1": what a course counts
_NUMBERED = re.compile(r"\b[^\W\d_]{1,12}[ -]?\d{1,2}\b")
# So that each group of features weighs about as much as another before any weight is learned.
ACT_SCALE, VECTOR_SCALE, LEAN_SCALE, NEARNESS_SCALE = 0.25, 3.0, 3.0, 10.0


class WeighsActs(Protocol):
    """What routing needs of the classifier of dialogue acts."""

    def weigh(self, table: OnTable, last_words: str, message: str) -> ActLogits:
        """Return what the network gives for a message, before any threshold."""
        ...


def evidence(query: Query, index: CourseIndex, acts: WeighsActs) -> tuple[dict[str, float], Floats]:
    """Return the features of a question by name, and its vector, shape (dimensions,).

    `lean` is positive where what the course teaches holds the question's words better than what is
    said about the running of the course; `nearer` likewise by the cosines.
    """
    logits = acts.weigh("nothing", "", query.text).acts
    features: dict[str, float] = {"constant": 1.0}
    for act, logit in zip(ACTS, logits, strict=True):
        features[act] = ACT_SCALE * float(logit)
    features["numbered"] = float(bool(_NUMBERED.search(query.text)))
    words = _best(index.bm25(query), index)
    features["lean"] = LEAN_SCALE * (words[True] - words[False]) / (max(words.values()) + 1.0)
    cosines = _best(index.dense(query), index)
    features["nearer"] = NEARNESS_SCALE * (cosines[True] - cosines[False])
    return features, VECTOR_SCALE * np.asarray(query.vector, dtype=float)


def _best(scores: Floats, index: CourseIndex) -> Mapping[bool, float]:
    """Return the best score among what is taught (True) and among the rest; 0 without any."""
    taught = index.is_of(TAUGHT)
    return {side: float(scores[taught == side].max(initial=0.0)) for side in (True, False)}
