"""ZIPs are unpacked at the door; what cannot be opened is named, and the rest comes in."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from ingest.intake import OfferedFile, file_at
from tests.doubles.material import QUEUES, opened, zip_of
from tests.sentences import says


def test_a_zip_comes_in_file_by_file_under_its_folders(tmp_path: Path) -> None:
    made = zip_of(tmp_path / "a.zip", {"week1/notes.md": b"one", "b.txt": b"two"})

    files, refused, _ = opened([file_at(made)])

    assert files == {"week1/notes.md": b"one", "b.txt": b"two"}
    assert refused == {}


def test_what_a_computer_puts_into_zips_is_left_out(tmp_path: Path) -> None:
    made = zip_of(
        tmp_path / "a.zip",
        {"__MACOSX/._notes.md": b"x", ".DS_Store": b"x", ".git/log.md": b"x", "notes.md": b"one"},
    )
    assert [*opened([file_at(made)])[0]] == ["notes.md"]


def test_no_name_in_a_zip_leads_out_of_it(tmp_path: Path) -> None:
    made = zip_of(tmp_path / "a.zip", {"../../etc/notes.md": b"one", "/abs/b.md": b"two"})
    assert [*opened([file_at(made)])[0]] == ["etc/notes.md", "abs/b.md"]


@pytest.mark.parametrize(
    ("content", "key"),
    [(b"PK no zip", "zip_broken"), (b"", "zip_broken"), (None, "zip_empty")],
)
def test_a_zip_that_cannot_be_opened_is_told(content: bytes | None, key: str) -> None:
    if content is None:
        out = io.BytesIO()
        zipfile.ZipFile(out, "w").close()
        content = out.getvalue()
    offered = [
        OfferedFile("a.zip", lambda: io.BytesIO(content)),
        OfferedFile("b.md", lambda: io.BytesIO(b"b")),
    ]

    files, refused, _ = opened(offered)

    assert says(refused["a.zip"], f"ingest_files.{key}")
    assert [*files] == ["b.md"]


def test_a_zip_that_says_it_is_huge_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ingest.intake._MOST_BYTES", 1000)
    made = zip_of(tmp_path / "a.zip", {"a.txt": QUEUES.encode() * 100})
    files, refused, _ = opened([file_at(made)])
    assert not files and "a.zip" in refused
