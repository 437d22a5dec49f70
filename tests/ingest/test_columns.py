"""Two columns are read one after the other, however the file stores them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.columns import by_columns
from ingest.headings_and_exercises import paragraphs
from ingest.readers.pdf import Page, open_pdf
from ingest.sentence_splitter import merge_paragraphs, place_sentences
from tests.doubles.pdf import Sheet, read_pages

LEFT = [f"The left column says in its line {n} a thing" for n in range(1, 13)]
RIGHT = [f"The right one says in its line {n} another" for n in range(1, 13)]


def page(sheet: Sheet, tmp_path: Path) -> Page:
    with open_pdf(sheet.save(tmp_path / "a.pdf")) as pdf:
        return by_columns(next(read_pages(pdf)))


def lines(page: Page) -> list[str]:
    return [line.text for block in page.blocks for line in block.lines]


def sheet_of(order: str) -> Sheet:
    sheet = Sheet().at(60, "A title that goes over the whole width of the page", size=18)
    rows = [
        (120 + 13 * n, left, right) for n, (left, right) in enumerate(zip(LEFT, RIGHT, strict=True))
    ]
    if order == "by row":
        for y, left, right in rows:
            sheet.at(y, left, 10).at(y, right, 10, x=310)
    elif order == "by column":
        for y, left, _ in rows:
            sheet.at(y, left, 10)
        for y, _, right in rows:
            sheet.at(y, right, 10, x=310)
    else:
        for y, _, right in rows:
            sheet.at(y, right, 10, x=310)
        for y, left, _ in rows:
            sheet.at(y, left, 10)
    return sheet.at(700, "A footnote that goes over the whole width of this page once again", 10)


@pytest.mark.parametrize("order", ["by row", "by column", "right first"])
def test_the_left_column_comes_before_the_right(order: str, tmp_path: Path) -> None:
    found = lines(page(sheet_of(order), tmp_path))

    assert found[0].startswith("A title")
    assert found[1:-1] == [*LEFT, *RIGHT]
    assert found[-1].startswith("A footnote")


def test_a_sentence_goes_on_at_the_next_columns_top_and_never_across(tmp_path: Path) -> None:
    sheet = Sheet()
    for n in range(9):
        y = 120 + 13 * n
        sheet.at(y, f"Left sentence number {n} stands here alone.", 10)
        sheet.at(y, f"Right sentence number {n} stands here too.", 10, x=310)
    sheet.at(120 + 13 * 9, "The last one of the left column goes on", 10)
    sheet.at(120 + 13 * 9, "Right sentence number 9 stands here too.", 10, x=310)
    sheet.at(107, "at the top of the right column, as it must.", 10, x=310)

    parts = paragraphs([page(sheet, tmp_path)])
    said = [s.text for flow in merge_paragraphs(parts) for s in place_sentences(flow, frozenset())]

    assert (
        "The last one of the left column goes on at the top of the right column, as it must."
        in said
    )
    assert all(not ("Left" in text and "Right" in text) for text in said)


def test_a_table_is_not_torn_into_columns(tmp_path: Path) -> None:
    sheet = Sheet().text("The table tells what each search costs on a graph of this size.")
    for n in range(8):
        sheet.at(300 + 14 * n, f"row {n}", 10).at(300 + 14 * n, f"{n * n}", 10, x=330)

    found = lines(page(sheet, tmp_path))

    assert found[1:] == [text for n in range(8) for text in (f"row {n}", f"{n * n}")]
