"""From texts to unit vectors: what an embedder is, and any sentence-transformers model as one."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from tutor_app.domain.errors import ModelFileInvalid
from tutor_app.wording.catalogue import phrase

NOT_LOADED = phrase("errors_retrieval.embedder_not_loaded", "name")

Vectors = npt.NDArray[np.float32]

# Of one text by one model: hardware, batches and an endpoint's rounding stay far above it, and
# unrelated models' cosines far below.
_SAME = 0.98
BATCH = 16  # of equal length, sorted: beats 64 on two cores


def same_vector(one: Vectors, other: Vectors) -> bool:
    """Whether two unit vectors of the same text come from the same model."""
    return one.shape == other.shape and float(one @ other) >= _SAME


class Embedder(Protocol):
    """Makes vectors whose inner product is the cosine similarity."""

    @property
    def name(self) -> str:
        """Names the vectors: vectors of another name cannot be compared with these."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors of shape (len(texts), dimensions)."""
        ...


class LocalEmbedder:
    """Any sentence-transformers model except the default one, in this process.

    Raises:
        ModelFileInvalid: there is no such model, or it cannot be loaded.
    """

    def __init__(self, path: Path | str, name: str, *, threads: int = 0) -> None:
        # Importing torch takes seconds and 400 MB: only who has chosen such a model pays for it.
        import torch  # noqa: PLC0415
        from sentence_transformers import SentenceTransformer  # noqa: PLC0415
        from transformers.utils import logging as transformers_logging  # noqa: PLC0415

        transformers_logging.disable_progress_bar()
        if threads:
            torch.set_num_threads(threads)
        try:
            self._model = SentenceTransformer(str(path), device="cpu")
        except (OSError, ValueError) as exc:
            raise ModelFileInvalid(NOT_LOADED(name=name)) from exc
        self._name = name
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        return self._name

    def embed(self, texts: Sequence[str]) -> Vectors:
        with self._lock:
            vectors = self._model.encode(
                list(texts),
                batch_size=BATCH,
                normalize_embeddings=True,
                show_progress_bar=False,
                convert_to_numpy=True,
            )
        return np.asarray(vectors, dtype=np.float32).reshape(len(texts), -1)
