"""What a course is made of is read, cited and shown at the marked place, whatever its format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest

from ingest.upload_store import page_file, stored_path
from tests.doubles.course import CourseDesk
from tests.doubles.material import (
    HEAPS,
    QUEUES,
    STACKS,
    markdown_page,
    notebook,
    png,
    slide_deck,
    web_page,
    word_file,
)
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Chunk, Quote


@pytest.fixture
def desk(settings: Settings) -> CourseDesk:
    return CourseDesk(settings)


def chunks(desk: CourseDesk) -> tuple[Chunk, ...]:
    return desk.loaded().chunks


def shown_at(desk: CourseDesk, sha256: str, chunk: Chunk) -> str:
    """The words that stand in the boxes of the chunk's first sentence, as the page shows them."""
    with pymupdf.open(page_file(stored_path(desk.settings, sha256)), filetype="pdf") as pdf:
        lines = (
            pdf[box.page - 1].get_textbox((box.x0 - 1, box.y0, box.x1 + 1, box.y1))
            for box in chunk.sentences[0].boxes
        )
        return " ".join(" ".join(lines).split())


MADE: dict[str, Callable[[Path], Path]] = {
    "a.html": web_page,
    "a.pptx": slide_deck,
    "a.docx": word_file,
    "a.ipynb": notebook,
    "a.md": lambda path: markdown_page(path, f"# Search\n\n{QUEUES}"),
    "a.txt": lambda path: path.write_text(QUEUES) and path,
    "a.tex": lambda path: path.write_text(QUEUES) and path,
}


@pytest.mark.parametrize("name", MADE)
def test_a_file_is_read_and_its_sentence_stands_where_its_box_is(
    desk: CourseDesk, tmp_path: Path, name: str
) -> None:
    row = desk.add(MADE[name](tmp_path / name))

    assert desk.index().failed == ()

    first = chunks(desk)[0]
    assert first.sentences[0].text == QUEUES
    assert shown_at(desk, row.sha256, first) == QUEUES
    assert desk.courses.document(row.id).pages >= 1


@pytest.mark.parametrize("name", ["a.html", "a.docx", "a.md", "a.ipynb"])
def test_sentences_stand_under_their_headings(desk: CourseDesk, tmp_path: Path, name: str) -> None:
    desk.add(MADE[name](tmp_path / name))
    desk.index()
    assert chunks(desk)[0].headings == ("Search",)


def test_a_question_is_answered_from_slides_with_the_slide_as_page(
    desk: CourseDesk, tmp_path: Path
) -> None:
    desk.add(slide_deck(tmp_path / "week-1.pptx"), "slides")
    desk.index()

    quote = next(e for e in desk.ask("What does a stack do to the search?") if isinstance(e, Quote))

    assert (quote.page, quote.headings) == (2, ("Stacks",))
    assert [mark.text for mark in quote.marked] == [STACKS]


def test_notes_of_a_slide_are_read_with_it(desk: CourseDesk, tmp_path: Path) -> None:
    desk.add(slide_deck(tmp_path / "a.pptx"))
    desk.index()
    notes = next(chunk for chunk in chunks(desk) if HEAPS in chunk.text)
    assert notes.page == 2 and notes.headings[0] == "Stacks"


@pytest.mark.parametrize("name", ["a.pptx", "a.docx", "a.ipynb"])
def test_pictures_are_shown_on_the_pages(desk: CourseDesk, tmp_path: Path, name: str) -> None:
    row = desk.add(MADE[name](tmp_path / name))
    desk.index()
    with pymupdf.open(page_file(stored_path(desk.settings, row.sha256)), filetype="pdf") as pdf:
        assert sum(len(page.get_images()) for page in pdf) == 1
        assert "image.png" not in "".join(page.get_text() for page in pdf)  # what programs write


def test_programs_and_menus_of_a_web_page_are_left_out(desk: CourseDesk, tmp_path: Path) -> None:
    desk.add(web_page(tmp_path / "a.html"))
    desk.index()
    assert "secret" not in desk.text() and "Imprint" not in desk.text()
    assert "Queue structure first in, first out" in desk.text()  # no word of a cell is broken


def test_a_page_keeps_the_address_and_day_of_its_front_matter(
    desk: CourseDesk, tmp_path: Path
) -> None:
    url = "https://course.example/#/queues"
    desk.add(markdown_page(tmp_path / "a.md", QUEUES, title="Queues", url=url, date="2025-01-31"))
    desk.index()

    (chunk,) = chunks(desk)
    assert chunk.origin is not None
    assert (chunk.origin.url, chunk.origin.date) == (url, "2025-01-31")
    assert chunk.headings == ("Queues",)
    told = desk.ask("How does a queue make the search go?")
    quote = next(event for event in told if isinstance(event, Quote))
    assert quote.origin == chunk.origin


def test_an_address_that_is_no_web_address_is_no_link(desk: CourseDesk, tmp_path: Path) -> None:
    desk.add(markdown_page(tmp_path / "a.md", QUEUES, url="javascript:alert(1)"))
    desk.index()
    assert chunks(desk)[0].origin is None


def test_a_short_listing_goes_with_the_words_that_lead_in(desk: CourseDesk, tmp_path: Path) -> None:
    body = "This takes the first key out:\n\n```python\nkey = queue.pop(0)\n```\n"
    desk.add(markdown_page(tmp_path / "a.md", body))
    desk.index()

    (sentence,) = chunks(desk)[0].sentences
    assert sentence.text == "This takes the first key out: key = queue.pop(0)"
    assert sentence.prose == "This takes the first key out:"


def test_numbered_points_of_an_assignment_are_its_exercises(
    desk: CourseDesk, tmp_path: Path
) -> None:
    body = f"# Homework\n\n1. Show that this holds: {QUEUES}\n2. Say why this holds: {STACKS}\n"
    desk.add(markdown_page(tmp_path / "hw1.md", body), "assignment")
    desk.index()
    assert [chunk.exercise for chunk in chunks(desk)] == ["1", "2"]


def test_a_solution_in_word_is_never_in_the_index(desk: CourseDesk, tmp_path: Path) -> None:
    desk.add(word_file(tmp_path / "a.docx"), "solution")
    desk.index()
    assert desk.text() == ""


BROKEN = {
    "a.docx": b"PK\x03\x04 not a Word file",
    "a.pptx": b"PK\x03\x04 not a deck",
    "a.ipynb": b'{"cells": 3}',
    "a.txt": b"\x00\x01\x02" * 100,
    "a.png": b"no picture",
    "a.html": b"<html><body><script>x</script></body></html>",
    "a.json": b'{"threads": 1}',
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_told_and_the_others_go_on(
    desk: CourseDesk, tmp_path: Path, name: str
) -> None:
    (tmp_path / name).write_bytes(BROKEN[name])
    desk.add(tmp_path / name)
    desk.add(markdown_page(tmp_path / "good.md", QUEUES))

    report = desk.index()

    assert [failed for failed, _ in report.failed] == [name]
    assert desk.statuses() == {name: "failed", "good.md": "indexed"}
    assert desk.text() == QUEUES


def test_a_picture_has_a_page_of_its_own(desk: CourseDesk, tmp_path: Path) -> None:
    """Without Tesseract's data its words cannot be read, and that is what is said."""
    (tmp_path / "a.png").write_bytes(png())
    row = desk.add(tmp_path / "a.png")
    desk.index()
    with pymupdf.open(page_file(stored_path(desk.settings, row.sha256)), filetype="pdf") as pdf:
        assert pdf.page_count == 1
    assert "No text was found" in desk.detail("a.png")
