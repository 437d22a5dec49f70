"""Question and passage read together by a cross-encoder (K5)."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from tutor_app.domain.errors import RerankFailed
from tutor_app.wording.catalogue import phrase

BROKE_OFF = phrase("errors_retrieval.cross_encoder_broke_off", "reason")


class Reranker(Protocol):
    """Scores pairs of a question and a text."""

    def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return one relevance from 0 to 1 for each text; higher is better.

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

    def score(self, question: str, texts: Sequence[str]) -> list[float]:
        import torch  # noqa: PLC0415  (seconds of import)

        try:
            with self._lock:
                scores = self._model.predict(
                    [(question, text) for text in texts],
                    activation_fn=torch.nn.Sigmoid(),
                    batch_size=16,
                    show_progress_bar=False,
                )
        except (RuntimeError, ValueError, IndexError, MemoryError) as exc:  # torch, tokenizer
            raise RerankFailed(BROKE_OFF(reason=type(exc).__name__)) from exc
        return [float(score) for score in np.asarray(scores).reshape(-1)]
