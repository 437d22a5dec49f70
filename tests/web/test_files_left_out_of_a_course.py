"""The command line names each file that it leaves out of a course, and why."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console

from tests.doubles.course import CourseDesk
from tests.ingest.small_files import QUEUES, pdf
from tutor_app.domain.errors import NotFound
from tutor_app.domain.settings import Settings
from tutor_app.runtime.commands.take_in_files import TakenIn, take_in_files


@pytest.fixture
def desk(settings: Settings) -> CourseDesk:
    return CourseDesk(settings)


def ingest(desk: CourseDesk, *files: Path) -> tuple[TakenIn, dict[str, str]]:
    """Return what is said of each file, by its name."""
    console = Console(record=True, width=300)
    taken = take_in_files(desk.settings, desk.id, files, "textbook", console)
    lines = [line.partition(": ") for line in console.export_text().splitlines()]
    return taken, {name: said for name, _, said in lines}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "material"
    (made / "old").mkdir(parents=True)
    pdf(made / "a.pdf", QUEUES)
    (made / "notes.pages").write_bytes(b"PK")
    (made / ".hidden").write_bytes(b"x")
    (made / ".git").mkdir()
    (made / ".git" / "notes.md").write_text("A commit message.")
    return made


def test_what_is_left_out_of_a_folder_is_named(desk: CourseDesk, folder: Path) -> None:
    taken, said = ingest(desk, folder)

    assert {*said} == {"a.pdf", "notes.pages"}
    assert "not read" in said["notes.pages"]
    assert desk.statuses() == {"a.pdf": "waiting"}
    assert not taken.refused  # what else lies in a folder is no mistake


def test_what_lies_in_a_folders_folder_is_named_with_it(desk: CourseDesk, folder: Path) -> None:
    (folder / "old" / "notes.md").write_text(QUEUES)

    ingest(desk, folder)

    assert desk.statuses() == {"a.pdf": "waiting", "old/notes.md": "waiting"}


def test_a_wrong_file_that_was_meant_is_a_mistake(desk: CourseDesk, folder: Path) -> None:
    taken, said = ingest(desk, folder / "notes.pages", folder / "a.pdf")
    assert "not read" in said["notes.pages"]
    assert desk.statuses() == {"a.pdf": "waiting"}
    assert taken.refused


def test_an_empty_pdf_is_a_mistake_wherever_it_lies(desk: CourseDesk, folder: Path) -> None:
    (folder / "b.pdf").touch()
    taken, said = ingest(desk, folder)
    assert "empty" in said["b.pdf"]
    assert taken.refused


def test_the_same_bytes_by_another_name_are_told(desk: CourseDesk, folder: Path) -> None:
    (folder / "b.pdf").write_bytes((folder / "a.pdf").read_bytes())
    _, said = ingest(desk, folder)
    assert any("b.pdf has the same bytes as a.pdf" in name for name in said)


def test_a_folder_without_any_material_changes_nothing(desk: CourseDesk, folder: Path) -> None:
    (folder / "a.pdf").unlink()
    with pytest.raises(NotFound, match="can be read"):
        ingest(desk, folder)
    with pytest.raises(NotFound, match="nowhere"):
        ingest(desk, folder / "nowhere.pdf")
