"""Slides saved as PDF: titles head their points, and a point can be quoted without a full stop."""

from __future__ import annotations

from pathlib import Path

import pymupdf

from ingest.boilerplate import remove_boilerplate
from ingest.chunk import split_into_chunks
from ingest.headings_and_exercises import paragraphs
from ingest.readers.pdf import open_pdf
from ingest.slides import are_slides, points
from tests.doubles.course import CourseDesk
from tests.doubles.pdf import read_pages
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Chunk, Document, Quote

DECK = {
    "Breadth-first search": [
        "A queue holds the frontier of the search",
        "Each level is finished before the next one",
        "O(V + E) time",
    ],
    "Depth-first search": [
        "A stack holds the frontier, so that the search goes deep before it goes wide and "
        "comes back",
        "Finds cycles by back edges to vertices that are still open",
    ],
}


def deck(path: Path, bullet: str = "• ") -> Path:
    pdf = pymupdf.open()
    for title, said in DECK.items():
        page = pdf.new_page(width=720, height=405)
        page.insert_text((40, 60), title, fontsize=32)
        y = 120
        for point in said:
            rows = [point[:64], point[64:]] if len(point) > 64 else [point]
            if " " in rows[0] and len(rows) == 2:
                cut_at = rows[0].rindex(" ")
                rows = [point[:cut_at], point[cut_at + 1 :]]
            for number, row in enumerate(rows):
                mark = bullet if number == 0 else ""
                page.insert_text((60, y), mark + row, fontsize=18)
                y += 24
        page.insert_text((650, 395), f"{page.number + 1}", fontsize=9)
    pdf.save(path)
    return path


def chunks(path: Path) -> list[Chunk]:
    with open_pdf(path) as pdf:
        pages = remove_boilerplate(list(read_pages(pdf)))
    assert are_slides(pages)
    document = Document(id="d", course_id="c", name="a.pdf", kind="slides", sha256="0")
    return list(split_into_chunks(document, paragraphs(points(pages))).chunks)


def test_a_title_heads_its_points_and_each_point_stands_for_itself(tmp_path: Path) -> None:
    for bullet in ("• ", "– ", "", "▪ "):
        found = chunks(deck(tmp_path / "a.pdf", bullet))

        said = {h: [s.text for s in c.sentences] for c in found for h in c.headings}
        assert said == {
            title: [point for point in whole if not point.startswith("O(")]
            for title, whole in DECK.items()
        }


def test_points_of_a_slide_are_quoted(settings: Settings, tmp_path: Path) -> None:
    desk = CourseDesk(settings)
    desk.add(deck(tmp_path / "deck.pdf"), "slides")
    desk.index()

    quotes = [
        e
        for e in desk.ask("What holds the frontier in breadth-first search?")
        if isinstance(e, Quote)
    ]

    assert DECK["Breadth-first search"][0] in [m.text for q in quotes for m in q.marked]


def test_a_handout_in_portrait_is_no_deck(tmp_path: Path) -> None:
    pdf = pymupdf.open()
    for _ in range(3):
        pdf.new_page().insert_text((72, 100), "Only a few words stand on this page")
    pdf.save(tmp_path / "a.pdf")

    with open_pdf(tmp_path / "a.pdf") as again:
        assert not are_slides(list(read_pages(again)))
