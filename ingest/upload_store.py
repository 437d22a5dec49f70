"""Uploaded bytes on disk, named by their hash."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import IO

from tutor_app.domain.errors import FileUnreadable
from tutor_app.domain.settings import Settings
from tutor_app.wording.catalogue import phrase

EMPTY_FILE = phrase("ingest_files.empty_file")
NO_PDF = phrase("ingest_files.no_pdf")
NOT_SAVED = phrase("ingest_files.not_saved", "reason")

_PIECE = 1 << 20  # bytes
_HEAD = 1024  # bytes, among which a PDF says that it is one


def check_format(name: str, stream: IO[bytes]) -> None:
    """Refuse what cannot be course material; a damaged PDF is refused later, by its reader.

    Raises:
        FileUnreadable: it is empty, or neither its name nor its beginning says PDF.
    """
    head = stream.read(_HEAD)
    stream.seek(0)
    if not head:
        raise FileUnreadable(EMPTY_FILE())
    if not name.lower().endswith(".pdf") and b"%PDF-" not in head:
        raise FileUnreadable(NO_PDF())


def store_upload(settings: Settings, source: Path | IO[bytes]) -> tuple[str, int]:
    """Copy a file's bytes to files/<sha256> and return the hash and the size in bytes.

    The same bytes are stored once. An interrupted copy leaves nothing behind.

    Raises:
        FileUnreadable: the file cannot be read, or the disk cannot take it.
    """
    try:
        if isinstance(source, Path):
            with source.open("rb") as stream:
                return _store(settings, stream)
        return _store(settings, source)
    except OSError as exc:
        raise FileUnreadable(NOT_SAVED(reason=exc.strerror or exc)) from exc


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
