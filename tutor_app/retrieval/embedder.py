"""Texts to unit vectors: sentence-transformers on this machine, or an embeddings endpoint."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import httpx
import numpy as np
import numpy.typing as npt
import openai

from tutor_app.errors import ModelFileInvalid, ModelRefused, ModelUnreachable

Vectors = npt.NDArray[np.float32]

# Of one text by one model: hardware, batches and an endpoint's rounding stay far above it, and
# unrelated models' cosines far below.
_SAME = 0.98
_BATCH = 16  # of equal length, sorted: beats 64 on two cores


def same_vector(one: Vectors, other: Vectors) -> bool:
    """Whether two unit vectors of the same text come from the same model."""
    return one.shape == other.shape and float(one @ other) >= _SAME


class Embedder(Protocol):
    """Makes vectors whose inner product is the cosine similarity."""

    @property
    def name(self) -> str:
        """Names the vectors: those of another name cannot be compared with these."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors of shape (len(texts), dimensions)."""
        ...


class LocalEmbedder:
    """A sentence-transformers model in this process.

    Raises:
        ModelFileInvalid: there is no such model, or it cannot be loaded.
    """

    def __init__(self, path: Path | str, name: str, *, threads: int | None = None) -> None:
        # Importing torch takes seconds: only a process that embeds pays for it.
        import torch  # noqa: PLC0415
        from sentence_transformers import SentenceTransformer  # noqa: PLC0415
        from transformers.utils import logging as transformers_logging  # noqa: PLC0415

        transformers_logging.disable_progress_bar()
        if threads:
            torch.set_num_threads(threads)
        try:
            self._model = SentenceTransformer(str(path), device="cpu")
        except (OSError, ValueError) as exc:
            raise ModelFileInvalid(
                f"The embedder {name} cannot be loaded. Uploaded files and indexes are safe. Check "
                "EMBEDDING_MODEL; `elenchus doctor` says more."
            ) from exc
        self._name = name
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        return self._name

    def embed(self, texts: Sequence[str]) -> Vectors:
        with self._lock:
            vectors = self._model.encode(
                list(texts),
                batch_size=_BATCH,
                normalize_embeddings=True,
                show_progress_bar=False,
                convert_to_numpy=True,
            )
        return np.asarray(vectors, dtype=np.float32).reshape(len(texts), -1)


class EndpointEmbedder:
    """Any OpenAI-compatible embeddings endpoint."""

    def __init__(self, base_url: str, api_key: str, name: str) -> None:
        self._client = openai.OpenAI(base_url=base_url, api_key=api_key or "none", timeout=30)
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors.

        Raises:
            ModelUnreachable: no answer from the endpoint.
            ModelRefused: it answered with an error, or with something else than embeddings.
        """
        try:
            reply = self._client.embeddings.create(model=self._name, input=list(texts))
        except (openai.APIConnectionError, httpx.TransportError) as exc:
            raise ModelUnreachable(
                f"No answer from the embeddings endpoint at {self._client.base_url}. The course's "
                "index is safe. Check EMBEDDING_BASE_URL; `elenchus doctor` says more."
            ) from exc
        except openai.APIStatusError as exc:
            raise ModelRefused(
                f"The embeddings endpoint refused ({exc.status_code}). The course's index is "
                "safe. Check EMBEDDING_MODEL and EMBEDDING_API_KEY."
            ) from exc
        except (openai.APIError, ValueError, AttributeError) as exc:  # a web page, an empty list
            raise ModelRefused(self._not_embeddings()) from exc
        if len(reply.data) != len(texts):
            raise ModelRefused(self._not_embeddings())
        rows = sorted(reply.data, key=lambda row: row.index)
        vectors = np.array([row.embedding for row in rows], dtype=np.float32)
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.maximum(norms, 1e-12), dtype=np.float32)

    def _not_embeddings(self) -> str:
        return (
            f"The endpoint at {self._client.base_url} did not answer with one embedding for each "
            "text. The course's index is safe. Check EMBEDDING_BASE_URL and EMBEDDING_MODEL."
        )
