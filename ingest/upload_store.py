"""Uploaded bytes on disk, named by their hash."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import IO

from ingest.readers.file_formats import format_of_file
from tutor_app.domain.errors import FileUnreadable
from tutor_app.domain.settings import Settings
from tutor_app.wording.catalogue import phrase

EMPTY_FILE = phrase("ingest_files.empty_file")
UNKNOWN_FORMAT = phrase("ingest_files.unknown_format")
NOT_SAVED = phrase("ingest_files.not_saved", "reason")

_PIECE = 1 << 20  # bytes
_HEAD = 1024  # bytes, among which a PDF says that it is one


def check_format(name: str, stream: IO[bytes]) -> None:
    """Refuse what cannot be course material; a damaged file is refused later, by its reader.

    Raises:
        FileUnreadable: it is empty, or no reader knows what its name and beginning say.
    """
    head = stream.read(_HEAD)
    stream.seek(0)
    if not head:
        raise FileUnreadable(EMPTY_FILE())
    if format_of_file(name, head) is None:
        raise FileUnreadable(UNKNOWN_FORMAT())


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


def rendition_path(stored: Path) -> Path:
    """Return where the pages lie on which a stored file without pages was laid out, as a PDF."""
    return stored.with_name(f"{stored.name}.pdf")


def page_file(stored: Path) -> Path:
    """Return the PDF that shows a stored file: its own bytes, or the pages it was laid out on."""
    laid_out = rendition_path(stored)
    return laid_out if laid_out.is_file() else stored


def remove_stored(settings: Settings, sha256: str) -> None:
    """Delete a file's bytes and its pages, as far as they are there."""
    stored = stored_path(settings, sha256)
    stored.unlink(missing_ok=True)
    rendition_path(stored).unlink(missing_ok=True)


def keep_rendition(stored: Path, pdf: bytes) -> None:
    """Keep the pages of a stored file; a reader sees the old ones or the new ones, whole.

    Raises:
        FileUnreadable: the disk cannot take them.
    """
    handle, name = tempfile.mkstemp(dir=stored.parent, prefix="pages-")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(pdf)
        os.replace(name, rendition_path(stored))
    except OSError as exc:
        raise FileUnreadable(NOT_SAVED(reason=exc.strerror or exc)) from exc
    finally:
        Path(name).unlink(missing_ok=True)


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
