"""The door: what an instructor hands in, opened. ZIPs are unpacked, forums lose their names."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from ingest.forum.export_shapes import read_export
from ingest.forum.forum_thread import FORUM_ADAPTER, ForumExport, ForumFile
from ingest.forum.strip_names import people_stripper, strip_people
from ingest.readers.file_formats import format_of_file
from tutor_app.domain.errors import FileUnreadable
from tutor_app.wording.catalogue import phrase

ZIP_BROKEN = phrase("ingest_files.zip_broken")
ZIP_LOCKED = phrase("ingest_files.zip_locked")
ZIP_TOO_BIG = phrase("ingest_files.zip_too_big", "files", "gigabytes")
ZIP_EMPTY = phrase("ingest_files.zip_empty")
NOT_A_FORUM = phrase("ingest_files.not_a_forum")
FORUM_EMPTY = phrase("ingest_files.forum_empty")
FORUM_SKIPPED = phrase("ingest_files.forum_skipped", "name", "what")
_SKIPPED = {
    why: phrase(f"ingest_files.skipped_{why}", "count")
    for why in ("private", "deleted", "whisper", "empty")
}
_MOST_FILES = 5_000
_MOST_BYTES = 2 << 30
_ENCRYPTED = 0x1  # flag of a member


@dataclass(frozen=True, slots=True)
class OfferedFile:
    """A file that was handed in: its name, and how to open it, from its beginning each time."""

    name: str
    open: Callable[[], IO[bytes]]


def file_at(path: Path, name: str = "") -> OfferedFile:
    """Return a file on disk as it is handed in."""
    return OfferedFile(name or path.name, lambda: path.open("rb"))


@dataclass(frozen=True, slots=True)
class FileLeftOut:
    """A file that cannot be course material, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class IntakeNote:
    """What an instructor should know of a file that was taken in."""

    text: str


def open_offered(
    offered: Sequence[OfferedFile],
) -> Iterator[OfferedFile | FileLeftOut | IntakeNote]:
    """Yield what was handed in file by file, and of what cannot be opened why not.

    Whoever is named in one forum export is taken out of all of them.
    """
    opened = list(_unpacked(offered))
    people: set[str] = set()
    exports = {}
    for number, one in enumerate(opened):
        if isinstance(one, OfferedFile) and format_of_file(one.name) == "forum":
            export = exports[number] = _read_forum(one)
            people |= export.people if export else set()
    strip = people_stripper(people)
    for number, one in enumerate(opened):
        if isinstance(one, FileLeftOut):
            yield one
        elif number in exports:
            yield from _forum_file(one.name, exports[number], strip)
        else:
            yield one


def _unpacked(offered: Sequence[OfferedFile]) -> Iterator[OfferedFile | FileLeftOut]:
    for one in offered:
        if not one.name.lower().endswith(".zip"):
            yield one
            continue
        try:
            yield from _members(one)
        except FileUnreadable as exc:
            yield FileLeftOut(one.name, str(exc))


def _members(one: OfferedFile) -> Iterator[OfferedFile]:
    try:
        archive = zipfile.ZipFile(one.open())
    except (zipfile.BadZipFile, OSError, ValueError) as exc:
        raise FileUnreadable(ZIP_BROKEN()) from exc
    members = [info for info in archive.infolist() if not info.is_dir() and _is_meant(info)]
    if not members:
        raise FileUnreadable(ZIP_EMPTY())
    if any(info.flag_bits & _ENCRYPTED for info in members):
        raise FileUnreadable(ZIP_LOCKED())
    if len(members) > _MOST_FILES or sum(info.file_size for info in members) > _MOST_BYTES:
        raise FileUnreadable(ZIP_TOO_BIG(files=_MOST_FILES, gigabytes=_MOST_BYTES >> 30))
    for info in members:
        yield OfferedFile(_name_in_zip(info), _opener(archive, info))


def _is_meant(info: zipfile.ZipInfo) -> bool:
    parts = PurePosixPath(info.filename).parts
    hidden = (part.startswith(".") and part not in (".", "..") for part in parts)
    return not any(hidden) and "__MACOSX" not in parts


def _name_in_zip(info: zipfile.ZipInfo) -> str:
    parts = PurePosixPath(info.filename.replace("\\", "/")).parts
    return "/".join(part for part in parts if part not in ("/", ".."))


def _opener(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Callable[[], IO[bytes]]:
    def open_member() -> IO[bytes]:
        try:
            return io.BytesIO(archive.read(info))
        except (zipfile.BadZipFile, OSError, NotImplementedError, EOFError, ValueError) as exc:
            raise FileUnreadable(ZIP_BROKEN()) from exc

    return open_member


def _read_forum(one: OfferedFile) -> ForumExport | None:
    try:
        return read_export(json.loads(one.open().read()))
    except (ValueError, RecursionError, TypeError, AttributeError, KeyError, FileUnreadable):
        return None


def _forum_file(
    name: str, export: ForumExport | None, strip: Callable[[str], str]
) -> Iterator[OfferedFile | FileLeftOut | IntakeNote]:
    if export is None:
        yield FileLeftOut(name, NOT_A_FORUM())
        return
    if not export.threads:
        yield FileLeftOut(name, FORUM_EMPTY())
        return
    threads = tuple(strip_people(thread, strip) for thread in export.threads)
    content = FORUM_ADAPTER.dump_json(ForumFile(threads=threads))
    yield OfferedFile(name, lambda: io.BytesIO(content))
    skipped = [_SKIPPED[why](count=count) for why, count in export.skipped.items() if count]
    if skipped:
        yield IntakeNote(FORUM_SKIPPED(name=name, what=", ".join(skipped)))
