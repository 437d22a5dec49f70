"""What repeats at the edge of the pages is not material (K2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.boilerplate import remove_boilerplate
from ingest.readers.pdf import open_pdf
from tests.doubles.pdf import Sheet, read_pages

BODY = "Page {n} tells of the search number {n} and of nothing else at all."


def lines(path: Path) -> list[str]:
    with open_pdf(path) as pdf:
        pages = remove_boilerplate(list(read_pages(pdf)))
    return [line.text for page in pages for block in page.blocks for line in block.lines]


def book(path: Path, pages: int, head: str = "", foot: str = "", size: float = 11) -> Path:
    sheet = Sheet()
    for n in range(1, pages + 1):
        if n > 1:
            sheet.new_page()
        if head:
            sheet.at(40, head.format(n=n), size)
        sheet.text(BODY.format(n=n))
        if foot:
            sheet.at(815, foot.format(n=n), size)
    return sheet.save(path)


@pytest.mark.parametrize("pages", [2, 3, 5, 12])
@pytest.mark.parametrize(
    ("head", "foot"),
    [
        ("Lecture 7: Graphs", ""),
        ("Chapter 2 {n}", ""),
        ("", "© Ada Lovelace 2026 {n}"),
        ("", "{n}"),
        ("", "Page {n} of 12"),
        ("{n} / 12", "CS 374"),
        ("", "xi"),
    ],
)
def test_heads_feet_and_page_numbers_go(pages: int, head: str, foot: str, tmp_path: Path) -> None:
    path = book(tmp_path / "a.pdf", pages, head, foot)

    assert lines(path) == [BODY.format(n=n) for n in range(1, pages + 1)]


def test_a_small_head_that_changes_with_the_section_goes(tmp_path: Path) -> None:
    sheet = Sheet()
    words = ["Recursion", "Backtracking", "Greedy", "Trees", "Flows", "Hardness"]
    for n, word in enumerate(words):
        if n:
            sheet.new_page()
        sheet.at(40, f"{word} and more of it", size=8).text(BODY.format(n=n))

    found = lines(sheet.save(tmp_path / "a.pdf"))

    assert found == [BODY.format(n=n) for n in range(len(words))]


def test_a_footnote_at_the_foot_of_a_page_stays(tmp_path: Path) -> None:
    sheet = Sheet()
    for n in range(6):
        if n:
            sheet.new_page()
        sheet.text(BODY.format(n=n))
        if n == 3:
            sheet.at(790, "1Moore said so first, in a paper on mazes,", size=8)
            sheet.at(800, "and nobody has said it better since then.", size=8)

    found = lines(sheet.save(tmp_path / "a.pdf"))

    assert found[4:6] == [
        "1Moore said so first, in a paper on mazes,",
        "and nobody has said it better since then.",
    ]


def test_a_sentence_that_repeats_in_the_text_stays(tmp_path: Path) -> None:
    sheet = Sheet()
    for n in range(5):
        if n:
            sheet.new_page()
        sheet.text("Recall the invariant.").text(BODY.format(n=n)).text("Recall the invariant.")

    assert lines(sheet.save(tmp_path / "a.pdf")).count("Recall the invariant.") == 10


def test_a_title_in_large_letters_stays_where_it_heads_every_slide(tmp_path: Path) -> None:
    sheet = Sheet()
    for n in range(4):
        if n:
            sheet.new_page()
        sheet.at(60, "Breadth-first search", size=24).text(BODY.format(n=n))

    assert lines(sheet.save(tmp_path / "a.pdf")).count("Breadth-first search") == 4


def test_a_single_page_loses_its_page_number_only(tmp_path: Path) -> None:
    path = book(tmp_path / "a.pdf", 1, "Homework of the first week", "{n}")

    assert lines(path) == ["Homework of the first week", BODY.format(n=1)]
