"""Uploaded bytes lie under the name of their hash, whole or not at all."""

from __future__ import annotations

import errno
import hashlib
import io
from pathlib import Path

import pytest

from ingest.upload_store import store_upload, stored_path
from tutor_app.domain.errors import FileUnreadable
from tutor_app.domain.settings import Settings


class FullDisk(io.BytesIO):
    """Gives one piece, then fails as writing to a full disk does."""

    def read(self, size: int | None = -1) -> bytes:
        if self.tell():
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().read(10)


def files(settings: Settings) -> list[str]:
    return sorted(path.name for path in settings.files_dir.iterdir())


def test_bytes_are_named_by_their_hash(settings: Settings, tmp_path: Path) -> None:
    content = b"abc" * 1_000_000
    file = tmp_path / "a.pdf"
    file.write_bytes(content)

    stored = store_upload(settings, file)

    assert stored == (hashlib.sha256(content).hexdigest(), len(content))
    assert stored_path(settings, stored[0]).read_bytes() == content


def test_the_same_bytes_are_stored_once(settings: Settings) -> None:
    first = store_upload(settings, io.BytesIO(b"same"))

    assert store_upload(settings, io.BytesIO(b"same")) == first
    assert files(settings) == [first[0]]


def test_a_full_disk_is_said_clearly_and_leaves_nothing_behind(settings: Settings) -> None:
    with pytest.raises(FileUnreadable, match=r"No space left on device.*disk space"):
        store_upload(settings, FullDisk(b"x" * 100))

    assert files(settings) == []


def test_an_upload_that_breaks_off_leaves_nothing_behind(settings: Settings) -> None:
    class Gone(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise ConnectionResetError("the browser went away")

    with pytest.raises(FileUnreadable, match="the browser went away"):
        store_upload(settings, Gone())

    assert files(settings) == []


def test_a_missing_file_is_said_clearly(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(FileUnreadable, match="No such file"):
        store_upload(settings, tmp_path / "nowhere.pdf")
