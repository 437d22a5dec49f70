"""Uploaded bytes on disk, named by their hash."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import IO

from tutor_app.errors import FileUnreadable
from tutor_app.settings import Settings

_PIECE = 1 << 20  # bytes


def store_upload(settings: Settings, source: Path | IO[bytes]) -> tuple[str, int]:
    """Copy a file's bytes to files/<sha256> and return the hash and the size in bytes.

    The same bytes are stored once. A copy that breaks off leaves nothing behind.

    Raises:
        FileUnreadable: the file cannot be read, or the disk cannot take it.
    """
    try:
        if isinstance(source, Path):
            with source.open("rb") as stream:
                return _store(settings, stream)
        return _store(settings, source)
    except OSError as exc:
        raise FileUnreadable(
            f"The file could not be saved ({exc.strerror or exc}). Nothing of the course has "
            "changed. Free some disk space if it is full, then upload it again."
        ) from exc


def stored_path(settings: Settings, sha256: str) -> Path:
    return settings.files_dir / sha256


def _store(settings: Settings, stream: IO[bytes]) -> tuple[str, int]:
    settings.files_dir.mkdir(parents=True, exist_ok=True)
    digest, size = hashlib.sha256(), 0
    handle, name = tempfile.mkstemp(dir=settings.files_dir, prefix="upload-")
    partial = Path(name)
    try:
        with os.fdopen(handle, "wb") as out:
            while piece := stream.read(_PIECE):
                digest.update(piece)
                size += out.write(piece)
            out.flush()
            os.fsync(out.fileno())
        os.replace(partial, stored_path(settings, digest.hexdigest()))
    finally:
        partial.unlink(missing_ok=True)
    return digest.hexdigest(), size
