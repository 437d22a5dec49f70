"""Question and passage read together by a cross-encoder (K5)."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from tutor_app.domain.errors import RerankFailed
from tutor_app.domain.material import Chunk
from tutor_app.wording.catalogue import phrase

BROKE_OFF = phrase("errors_retrieval.cross_encoder_broke_off", "reason")


@dataclass(frozen=True, slots=True, kw_only=True)
class Relevance:
    """How well a passage answers, and each of its sentences where the cross-encoder tells.

    From 0 to 1 or logits, by the cross-encoder; higher is better.
    """

    passage: float
    sentences: tuple[float, ...] = ()


class Reranker(Protocol):
    """Scores passages for a question."""

    def score(self, question: str, passages: Sequence[Chunk]) -> list[Relevance]:
        """Return one relevance for each passage.

        Raises:
            RerankFailed: it broke off.
        """
        ...


class CrossEncoderReranker:
    """A sentence-transformers cross-encoder; its logits go through a sigmoid."""

    def __init__(self, path: Path | str) -> None:
        from sentence_transformers import CrossEncoder  # noqa: PLC0415  (seconds of import)

        self._model = CrossEncoder(str(path), device="cpu", max_length=256)
        self._lock = threading.Lock()

    def score(self, question: str, passages: Sequence[Chunk]) -> list[Relevance]:
        """Return the relevance of each passage's text, from 0 to 1."""
        import torch  # noqa: PLC0415  (seconds of import)

        try:
            with self._lock:
                scores = self._model.predict(
                    [(question, passage.text) for passage in passages],
                    activation_fn=torch.nn.Sigmoid(),
                    batch_size=16,
                    show_progress_bar=False,
                )
        except (RuntimeError, ValueError, IndexError, MemoryError) as exc:  # torch, tokenizer
            raise RerankFailed(BROKE_OFF(reason=type(exc).__name__)) from exc
        return [Relevance(passage=float(score)) for score in np.asarray(scores).reshape(-1)]


class AsProbabilities:
    """Another cross-encoder whose logits go through a sigmoid, from 0 to 1."""

    def __init__(self, inner: Reranker) -> None:
        self._inner = inner

    def score(self, question: str, passages: Sequence[Chunk]) -> list[Relevance]:
        """Return the relevance of each passage, from 0 to 1.

        Raises:
            RerankFailed: it broke off.
        """
        read = self._inner.score(question, passages)
        return [Relevance(passage=1 / (1 + math.exp(-each.passage))) for each in read]
