"""An embedder without a model: texts are near where they share words."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence

import numpy as np

from tutor_app.retrieval.embedder import Vectors
from tutor_app.retrieval.search_terms import tokens

SIZE = 512


class BagOfWords:
    """Counts of words, hashed and scaled to length 1. Remembers every text it was given.

    `before` is called with each batch; what it raises comes out of `embed`.
    """

    def __init__(
        self, name: str = "words", before: Callable[[Sequence[str]], None] = lambda texts: None
    ) -> None:
        self.name = name
        self.texts: list[str] = []
        self._before = before

    def embed(self, texts: Sequence[str]) -> Vectors:
        self._before(texts)
        self.texts += texts
        vectors = np.zeros((len(texts), SIZE), dtype=np.float32)
        for row, text in zip(vectors, texts, strict=True):
            row[0] = 1e-3  # a text without words has a direction too
            for word in tokens(text):
                row[1 + zlib.crc32(word.encode()) % (SIZE - 1)] += 1
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
