"""Vectors by the hash of their text, so that indexing again costs only what changed."""

from __future__ import annotations

import hashlib
import random
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

from tutor_app.retrieval.embedder import Embedder, Vectors, same_vector

CHECK = "Is this still the same embedder?"
_BATCH = 32  # texts between two looks at the cancel key
_LOOKUP = 500  # SQLite takes at most 999 variables in one statement


class EmbeddingCache:
    """A file beside the database; deleting it costs time and nothing else."""

    def __init__(self, path: Path, embedder: Embedder) -> None:
        self._path = path
        self._embedder = embedder
        self._checked = False

    def embed(self, texts: Sequence[str], report: Callable[[int, int], None]) -> Vectors:
        """Return unit vectors of shape (len(texts), dimensions), embedding only unknown texts.

        `report(done, total)` is called before every batch; what it raises ends the work, and the
        batches done until then stay in the cache.
        """
        keys = [self._key(text) for text in texts]
        with closing(self._open()) as cache:
            self._forget_other_models(cache)
            known = _known(cache, keys)
            unknown = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
            done = len(texts) - len(unknown)
            for batch in _batches(list(unknown.items())):
                report(done, len(texts))
                done += len(batch)
                vectors = self._embedder.embed([text for _, text in batch])
                rows = [(key, vectors[n].tobytes()) for n, (key, _) in enumerate(batch)]
                with cache:
                    cache.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)
                known.update((key, vectors[n]) for n, (key, _) in enumerate(batch))
        report(len(texts), len(texts))
        return np.array([known[key] for key in keys], dtype=np.float32).reshape(len(texts), -1)

    def _forget_other_models(self, cache: sqlite3.Connection) -> None:
        """Empty the cache if the embedder's name now stands for another model.

        One text whose vector is kept shows that, checked each time indexing begins.
        """
        if self._checked:
            return
        key, vector = self._key(CHECK), self._embedder.embed([CHECK])[0]
        kept = _known(cache, [key]).get(key)
        with cache:
            if kept is not None and not same_vector(kept, vector):
                cache.execute("DELETE FROM vectors")
            cache.execute("INSERT OR REPLACE INTO vectors VALUES (?, ?)", (key, vector.tobytes()))
        self._checked = True

    def _key(self, text: str) -> bytes:
        return hashlib.sha256(f"{self._embedder.name}\n{text}".encode()).digest()

    def _open(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        cache = sqlite3.connect(self._path, timeout=30)
        cache.execute("PRAGMA journal_mode=WAL")
        cache.execute("CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB)")
        return cache


def _batches(texts: list[tuple[bytes, str]]) -> list[list[tuple[bytes, str]]]:
    """Texts of similar length share a batch: padding is wasted work.

    Long and short batches alternate, so that the pace so far predicts how long the rest will take.
    """
    texts.sort(key=lambda item: len(item[1]))
    batches = [texts[start : start + _BATCH] for start in range(0, len(texts), _BATCH)]
    random.Random(0).shuffle(batches)
    return batches


def _known(cache: sqlite3.Connection, keys: Sequence[bytes]) -> dict[bytes, Vectors]:
    found: dict[bytes, Vectors] = {}
    for start in range(0, len(keys), _LOOKUP):
        some = keys[start : start + _LOOKUP]
        marks = ",".join("?" * len(some))
        query = f"SELECT key, vector FROM vectors WHERE key IN ({marks})"
        for key, vector in cache.execute(query, some):
            found[key] = np.frombuffer(vector, dtype=np.float32)
    return found
