"""The command line: what a person types, and what they are told."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pymupdf
import pytest

from tests.sentences import says

COMMANDS = ("up", "doctor", "fetch", "demo", "ingest", "ask", "staff-code", "course")


class CommandLine:
    """`elenchus` on a home of its own, in a process of its own."""

    def __init__(self, home: Path, cache: Path) -> None:
        self.home = home
        self.environment = os.environ | {
            "ELENCHUS_HOME": str(home),
            "ELENCHUS_CACHE": str(cache),
            "RERANKER_MODEL": "",
            "COLUMNS": "300",
        }

    def __call__(
        self, *words: str, status: int = 0, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "tutor_app.runtime.cli", *words],
            env=self.environment | environment,
            capture_output=True,
            text=True,
            timeout=110,
            check=False,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done


@pytest.fixture
def elenchus(tmp_path: Path, model_cache: Path) -> CommandLine:
    return CommandLine(tmp_path / "home", model_cache)


def write_pdf(path: Path, *paragraphs: str) -> Path:
    with pymupdf.open() as document:
        page = document.new_page()
        for number, paragraph in enumerate(paragraphs):
            box = (72, 72 + 120 * number, 520, 180 + 120 * number)
            page.insert_textbox(box, paragraph, fontsize=11)
        document.save(path)
    return path


def test_help_names_every_command_and_loads_no_torch(elenchus: CommandLine) -> None:
    said = elenchus("--help").stdout
    assert all(command in said for command in COMMANDS)
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, tutor_app.runtime.cli; print('torch' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert loaded.stdout.strip() == "False"


@pytest.mark.long
def test_listing_courses_loads_no_torch_either() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c"]
        + ["import sys, tutor_app.runtime.commands.demo_command; print('torch' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert loaded.stdout.strip() == "False"


def test_a_wrong_setting_is_said_in_words_before_anything_starts(elenchus: CommandLine) -> None:
    refused = elenchus("up", status=1, PORT="no", MODEL_DUTIES="maybe")
    assert "PORT" in refused.stderr
    assert "MODEL_DUTIES" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert not elenchus.home.exists()


@pytest.mark.long
def test_courses_are_made_listed_renamed_and_deleted(elenchus: CommandLine) -> None:
    assert "course create" in elenchus("course", "list").stdout
    assert "elenchus ingest graph-theory" in elenchus("course", "create", "Graph Theory").stdout
    elenchus("course", "rename", "graph-theory", "Graphs", "--contact", "Ada")
    listed = elenchus("course", "list").stdout
    assert "Graphs" in listed
    assert "Ada" in listed
    elenchus("course", "delete", "Graphs", "--yes")
    assert "Graphs" not in elenchus("course", "list").stdout


def test_an_unknown_course_is_named_with_those_that_there_are(
    elenchus: CommandLine, tmp_path: Path
) -> None:
    elenchus("course", "create", "Graphs")
    pdf = write_pdf(tmp_path / "a.pdf", "Text.")
    refused = elenchus("ingest", "Logic", str(pdf), status=1)
    assert "courses: graphs" in refused.stderr
    assert 'elenchus course create "Logic"' in refused.stderr


def test_the_staff_code_is_shown_once_and_renewed_on_request(elenchus: CommandLine) -> None:
    assert "Staff code" in elenchus("staff-code").stdout
    known = " ".join(elenchus("staff-code").stdout.split())
    assert says(known, "commands_running.staff_code_known")
    assert "Staff code" in elenchus("staff-code", "--renew").stdout


def test_fetch_of_an_unknown_model_names_the_known_ones(elenchus: CommandLine) -> None:
    assert "default, small, embedder" in elenchus("fetch", "huge", status=1).stderr


def test_doctor_says_what_is_broken_with_its_exit_status(elenchus: CommandLine) -> None:
    broken = elenchus("doctor", status=1, MODEL="/nowhere.gguf")
    assert "BROKEN  model file" in broken.stdout
    assert "To be mended: model file." in broken.stdout


@pytest.mark.model
def test_doctor_is_content_where_nothing_runs(elenchus: CommandLine) -> None:
    said = elenchus("doctor", MODEL="small").stdout
    assert says(said, "commands_doctor.all_there")
    assert says(said, "commands_doctor.not_running")


@pytest.mark.long
@pytest.mark.model
def test_files_are_taken_in_and_a_question_is_answered_with_file_and_page(
    elenchus: CommandLine, tmp_path: Path
) -> None:
    folder = tmp_path / "pdf"
    folder.mkdir()
    write_pdf(
        folder / "queues.pdf",
        "A queue hands out its elements in the order in which they came in. The element that has "
        "waited longest leaves first, so a queue is called first in, first out.",
        "A stack hands out the element that came in last. It is called last in, first out, and "
        "depth-first search keeps its open nodes on a stack.",
    )
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 this is none")
    elenchus("course", "create", "Data")

    first = elenchus("ingest", "data", str(folder), status=1)
    assert "broken.pdf:" in first.stdout
    assert "1 files, 1 pages" in first.stdout
    again = elenchus("ingest", "data", str(folder / "queues.pdf"))
    assert "queues.pdf: unchanged" in again.stdout
    assert "Nothing changed" in again.stdout

    answer = elenchus("ask", "data", "In which order does a queue hand out its elements?").stdout
    assert "queues.pdf, page 1" in answer
    assert "in the order in which they came in" in answer
