"""ELENCHUS_HOME is closed to other users of the computer, also one that was open before."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tutor_app.domain.settings import Settings
from tutor_app.storage.home_permissions import close_home, keep_files_private
from tutor_app.storage.records import open_database

REPOSITORY = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def _open_to_others() -> Iterator[None]:
    """The umask of most computers."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def readable_by_others(folder: Path) -> list[str]:
    """What others could read, by its path; the folder itself is "."."""
    paths = [folder, *folder.rglob("*")]
    return [str(p.relative_to(folder)) for p in paths if p.lstat().st_mode & 0o077]


def test_an_open_home_is_closed(settings: Settings) -> None:
    home = settings.elenchus_home
    (home / "files").mkdir(parents=True)
    (home / "files" / "solutions").write_text("secret")
    (home / "courses" / "c" / "index").mkdir(parents=True)
    (home / "db.sqlite-wal").write_text("asked")
    assert len(readable_by_others(home)) == 7
    close_home(settings)
    assert readable_by_others(home) == []
    assert (home / "files" / "solutions").read_text() == "secret"


def test_what_is_not_ours_is_left_as_it_is(settings: Settings, tmp_path: Path) -> None:
    """A link out of the home, and files of somebody who named a folder of their own."""
    home = settings.elenchus_home
    (home / "files").mkdir(parents=True)
    (outside := tmp_path / "public").mkdir()
    (outside / "page").write_text("public")
    (home / "files" / "link").symlink_to(outside)
    (home / "website").mkdir()
    close_home(settings)
    assert outside.stat().st_mode & 0o777 == 0o755
    assert (outside / "page").stat().st_mode & 0o777 == 0o644
    assert (home / "website").stat().st_mode & 0o777 == 0o755


def test_a_new_home_is_closed_from_the_first_moment(settings: Settings) -> None:
    keep_files_private()
    open_database(settings)
    assert readable_by_others(settings.elenchus_home) == []


@pytest.mark.processes
@pytest.mark.parametrize("command", [["tutor_app.runtime.cli", "course", "create", "Proofs"]])
def test_a_command_makes_private_files(settings: Settings, command: list[str]) -> None:
    subprocess.run(
        [sys.executable, "-m", *command],
        env={**os.environ, "ELENCHUS_HOME": str(settings.elenchus_home)},
        cwd=REPOSITORY,
        check=True,
        capture_output=True,
    )
    assert (settings.elenchus_home / "db.sqlite").exists()
    assert readable_by_others(settings.elenchus_home) == []
