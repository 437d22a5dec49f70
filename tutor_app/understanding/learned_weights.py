"""Weights learned from labelled sentences: one for each feature and name, and for each component of
a sentence's vector."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tutor_app.domain.errors import TutorError
from tutor_app.retrieval.embedder import Embedder

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedWeights:
    """A linear model that tells the `names` apart.

    `features` has a row of weights by feature; `vector` has one by component, of vectors of the
    `encoder`, shape (components, names), and no rows where it was learned without vectors.
    """

    encoder: str
    names: tuple[str, ...]
    features: Mapping[str, Floats]
    vector: Floats

    @classmethod
    def read(cls, found: Mapping[str, Any]) -> LearnedWeights:
        """Return the weights that a JSON object has."""
        return cls(
            encoder=found["encoder"],
            names=tuple(found["names"]),
            features={name: np.asarray(row) for name, row in found["features"].items()},
            vector=np.asarray(found["vector"], dtype=float).reshape(-1, len(found["names"])),
        )

    def scores(self, features: Mapping[str, float], vector: Floats | None = None) -> Floats:
        """Return the score of each name, shape (names,)."""
        found = np.zeros(len(self.names)) if vector is None else vector @ self.vector
        for name in self.features.keys() & features.keys():
            found = found + features[name] * self.features[name]
        return found


def vectors_of(texts: Sequence[str], embedder: Embedder | None, encoder: str) -> list[Floats]:
    """Return the vectors of some texts; none without an embedder of this name that answers."""
    if embedder is None or embedder.name != encoder or not texts:
        return []
    try:
        return [np.asarray(each, dtype=float) for each in embedder.embed(list(texts))]
    except TutorError:
        return []
