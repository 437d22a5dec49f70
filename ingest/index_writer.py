"""Write an index version beside the old one, and switch to it atomically."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import faiss
import numpy as np

from ingest.embedding_cache import EmbeddingCache
from tutor_app.domain.values import Chunk
from tutor_app.retrieval.embedder import Vectors
from tutor_app.retrieval.index_files import (
    CURRENT,
    DENSE,
    FORMAT,
    LOCKED_FORMAT,
    LOCKED_MATERIAL,
    MATERIAL,
    MATERIAL_ADAPTER,
    SENTENCES,
    Material,
    StoredDocument,
    current_version,
    index_dir,
)

# A process that has loaded the version before may still be answering from it.
_KEPT_VERSIONS = 2


def write_version(
    course_dir: Path,
    material: Material,
    dense: Vectors,
    sentences: Vectors,
    locked: Sequence[StoredDocument] = (),
) -> Path:
    """Write a version and make it CURRENT; until the last step the old one stays in force.

    `dense` has one row per chunk, `sentences` one row per sentence, both in the material's order.
    `locked` are the solutions: kept in a file of their own that no search loads.
    """
    folder = index_dir(course_dir)
    folder.mkdir(parents=True, exist_ok=True)
    version = Path(tempfile.mkdtemp(dir=folder, prefix="v"))
    try:
        (version / MATERIAL).write_bytes(MATERIAL_ADAPTER.dump_json(material))
        apart = Material(format=LOCKED_FORMAT, embedder=material.embedder, documents=tuple(locked))
        (version / LOCKED_MATERIAL).write_bytes(MATERIAL_ADAPTER.dump_json(apart))
        flat = faiss.IndexFlatIP(dense.shape[1])
        flat.add(dense)
        faiss.write_index(flat, str(version / DENSE))
        np.save(version / SENTENCES, sentences)
        for path in version.iterdir():
            _sync(path)
        _switch(folder, version)
    except BaseException:  # a full disk must not stay full for a version that nobody reads
        shutil.rmtree(version, ignore_errors=True)
        raise
    _remove_old(folder, version)
    return version


def read_material(course_dir: Path) -> Material | None:
    """Return what the version in force holds; None if there is none that can be used again."""
    version = current_version(course_dir)
    if version is None:
        return None
    try:
        material = MATERIAL_ADAPTER.validate_json((version / MATERIAL).read_bytes())
    except (OSError, ValueError):
        return None
    return material if material.format == FORMAT else None


def read_locked(course_dir: Path) -> tuple[StoredDocument, ...]:
    """Return the solutions that the version in force keeps apart; none if they are unknown."""
    version = current_version(course_dir)
    if version is None:
        return ()
    try:
        apart = MATERIAL_ADAPTER.validate_json((version / LOCKED_MATERIAL).read_bytes())
    except (OSError, ValueError):
        return ()
    return apart.documents if apart.format == LOCKED_FORMAT else ()


def embed_material(
    documents: Sequence[StoredDocument],
    cache: EmbeddingCache,
    report: Callable[[int, int], None],
) -> tuple[Vectors, Vectors]:
    """Return the vectors of all chunks (each with its lead) and of all sentences."""
    chunks = [chunk for stored in documents for chunk in stored.chunks]
    sentences = [sentence.without_displays for chunk in chunks for sentence in chunk.sentences]
    texts = [embedded_text(chunk) for chunk in chunks]
    vectors = cache.embed([*texts, *sentences], report)
    return vectors[: len(texts)], vectors[len(texts) :]


def embedded_text(chunk: Chunk) -> str:
    """Return what the chunk's vector stands for: the two sentences before it, and its own."""
    return " ".join(
        [chunk.lead, *(sentence.without_displays for sentence in chunk.sentences)]
    ).strip()


def _switch(folder: Path, version: Path) -> None:
    pointer = folder / f"{CURRENT}.new"
    pointer.write_text(version.name, encoding="utf-8")
    _sync(pointer)
    os.replace(pointer, folder / CURRENT)


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _remove_old(folder: Path, current: Path) -> None:
    versions = sorted(
        (path for path in folder.iterdir() if path.is_dir() and path != current),
        key=lambda path: path.stat().st_mtime,
        reverse=True,
    )
    for path in versions[_KEPT_VERSIONS - 1 :]:
        shutil.rmtree(path, ignore_errors=True)
