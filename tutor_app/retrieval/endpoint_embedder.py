"""Texts to unit vectors by an embeddings endpoint."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial

import httpx
import numpy as np
import openai

from tutor_app.domain.errors import ModelRefused, ModelUnreachable
from tutor_app.retrieval.embedder import Vectors
from tutor_app.wording.catalogue import phrase

SILENT = phrase("errors_retrieval.endpoint_silent", "url")
REFUSED_BY_ENDPOINT = phrase("errors_retrieval.endpoint_refused", "status")
NO_EMBEDDINGS = phrase("errors_retrieval.endpoint_without_embeddings", "url")


class EndpointEmbedder:
    """Any OpenAI-compatible embeddings endpoint."""

    def __init__(self, base_url: str, api_key: str, name: str) -> None:
        key = api_key or "none"
        self._open = partial(openai.OpenAI, base_url=base_url, api_key=key, timeout=30)
        self._client, self._process = self._open(), os.getpid()
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
            reply = self._own_client().embeddings.create(model=self._name, input=list(texts))
        except (openai.APIConnectionError, httpx.TransportError) as exc:
            raise ModelUnreachable(SILENT(url=self._client.base_url)) from exc
        except openai.APIStatusError as exc:
            raise ModelRefused(REFUSED_BY_ENDPOINT(status=exc.status_code)) from exc
        except (openai.APIError, ValueError, AttributeError) as exc:  # a web page, an empty list
            raise ModelRefused(NO_EMBEDDINGS(url=self._client.base_url)) from exc
        if len(reply.data) != len(texts):
            raise ModelRefused(NO_EMBEDDINGS(url=self._client.base_url))
        rows = sorted(reply.data, key=lambda row: row.index)
        vectors = np.array([row.embedding for row in rows], dtype=np.float32)
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.maximum(norms, 1e-12), dtype=np.float32)

    def _own_client(self) -> openai.OpenAI:
        """Return a client whose connections no process holds but this one, also after a fork."""
        if self._process != os.getpid():
            self._client, self._process = self._open(), os.getpid()
        return self._client
