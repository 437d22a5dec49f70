"""all-MiniLM-L6-v2 through onnxruntime: the vectors of sentence-transformers, without torch."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Encoding, Tokenizer

from tutor_app.domain.errors import ModelFileInvalid
from tutor_app.retrieval.embedder import BATCH, Vectors
from tutor_app.retrieval.minilm_graph import WIDTH, minilm_model
from tutor_app.wording.catalogue import phrase

NOT_LOADED = phrase("errors_retrieval.default_embedder_not_loaded", "name", "reason", "folder")

_LONGEST = 256  # tokens; what follows is cut off, as the model was trained
_REMEMBERED = 16  # texts: one turn asks for its message's vector in many places


class MiniLmEmbedder:
    """The default embedder. With one thread it starts none, so its process may be forked.

    Raises:
        ModelFileInvalid: its files cannot be read.
    """

    def __init__(self, folder: Path, name: str, weights: str, *, threads: int = 1) -> None:
        try:
            self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
            self._session = _open_session(folder / weights, threads)
        except Exception as exc:  # both libraries raise classes that are nothing but Exceptions
            raise ModelFileInvalid(
                NOT_LOADED(name=name, reason=type(exc).__name__, folder=folder)
            ) from exc
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_LONGEST)
        self._name = name
        self._embed_one = lru_cache(_REMEMBERED)(self._embed_alone)

    @property
    def name(self) -> str:
        return self._name

    def embed(self, texts: Sequence[str]) -> Vectors:
        return self._embed_one(texts[0]).copy() if len(texts) == 1 else self._embed_all(texts)

    def _embed_alone(self, text: str) -> Vectors:
        return self._embed_all([text])

    def _embed_all(self, texts: Sequence[str]) -> Vectors:
        # `encode_batch` would start threads of its own.
        encodings = [self._tokenizer.encode(text) for text in texts]
        vectors = np.empty((len(texts), WIDTH), dtype=np.float32)
        # Texts of a length together: little is padded.
        by_length = sorted(range(len(texts)), key=lambda row: len(encodings[row].ids))
        for start in range(0, len(texts), BATCH):
            rows = by_length[start : start + BATCH]
            vectors[rows] = self._run([encodings[row] for row in rows])
        return vectors

    def _run(self, encodings: Sequence[Encoding]) -> Vectors:
        tokens = np.zeros((len(encodings), max(len(one.ids) for one in encodings)), dtype=np.int64)
        mask = np.zeros_like(tokens)
        for row, one in enumerate(encodings):
            tokens[row, : len(one.ids)] = one.ids
            mask[row, : len(one.ids)] = 1
        (vectors,) = self._session.run(["vectors"], {"tokens": tokens, "mask": mask})
        return np.asarray(vectors, dtype=np.float32)


def session_options(threads: int) -> onnxruntime.SessionOptions:
    """Return options under which a small model answers beside others without taking their cores."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    # A thread that waits must not spin: an answer may be waiting for its core.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # The arena would keep what the longest batch ever needed, about 100 MB.
    options.enable_cpu_mem_arena = False
    return options


def _open_session(weights: Path, threads: int) -> onnxruntime.InferenceSession:
    options = session_options(threads)
    options.add_session_config_entry(
        "session.model_external_initializers_file_folder_path", str(weights.parent)
    )
    return onnxruntime.InferenceSession(
        minilm_model(weights), options, providers=["CPUExecutionProvider"]
    )
