"""Paragraphs become sentences, word for word, each with the places of its words (K2, K3)."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from ingest.boilerplate import remove_boilerplate
from ingest.chunk import split_into_chunks
from ingest.headings_and_exercises import paragraphs
from ingest.readers.pdf import open_pdf
from tests.doubles.pdf import Sheet, read_pages
from tutor_app.domain.values import Document, SourceSentence
from tutor_app.retrieval.index_files import StoredDocument

FILLER = "Every search keeps a frontier of vertices that wait for their turn. "


def read(path: Path) -> StoredDocument:
    with open_pdf(path) as pdf:
        parts = paragraphs(remove_boilerplate(list(read_pages(pdf))))
    document = Document(id="d", course_id="c", name="a.pdf", kind="textbook", sha256="0")
    return split_into_chunks(document, parts)


def sentences(sheet: Sheet, tmp_path: Path) -> list[SourceSentence]:
    stored = read(sheet.save(tmp_path / "a.pdf"))
    return [sentence for chunk in stored.chunks for sentence in chunk.sentences]


def texts(sheet: Sheet, tmp_path: Path) -> list[str]:
    return [sentence.text for sentence in sentences(sheet, tmp_path)]


@pytest.mark.parametrize(
    "sentence",
    [
        "We use a queue, e.g. Python's deque, to hold the frontier.",
        "The bound is due to Prof. Hopcroft and others of that time.",
        "See Fig. 3 for the tree that the search builds.",
        "J. Kruskal and R. C. Prim found greedy algorithms for it.",
        "The order is unique (cf. Section 2.1 Graphs) in this case.",
        "The constant is about 3.14 Radians for every turn made.",
        "Does it end? is no question that a program can answer.",
    ],
)
def test_these_points_end_no_sentence(sentence: str, tmp_path: Path) -> None:
    sheet = Sheet().text(f"{sentence} Then the search goes on.")

    assert texts(sheet, tmp_path) == [sentence, "Then the search goes on."]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The tree has a root.", "It has leaves too."),
        ("Why does it end?", "Each vertex is taken once."),
        ("Never visit a vertex twice!", "Mark it instead."),
        ('They call it "the frontier."', "It is a queue."),
        ("The edges lie in the set T.", "The others do not."),
        ("It was shown long ago (see above).", "We show it again."),
        ("This takes a while.", "2D arrays are slower still."),
        ("The year was 1959.", "The paper had three pages."),
    ],
)
def test_these_points_end_a_sentence(first: str, second: str, tmp_path: Path) -> None:
    sheet = Sheet().text(f"{first} {second}").text("The others wait. It is their turn, the end.")

    assert texts(sheet, tmp_path)[:2] == [first, second]


def test_a_footnote_mark_is_not_part_of_the_sentence_before_it(tmp_path: Path) -> None:
    sheet = Sheet().text("The queue is fair.1 The stack is not.")

    assert texts(sheet, tmp_path) == ["The queue is fair.", "The stack is not."]


def test_a_footnote_loses_its_number_and_a_word_that_begins_with_one_keeps_it(
    tmp_path: Path,
) -> None:
    sheet = Sheet().text("3SAT is hard to solve in general.").text("2D arrays hold the distances.")
    sheet.text("1The first to say so was Moore.").text("The end is 3.14")

    assert texts(sheet, tmp_path) == [
        "3SAT is hard to solve in general.",
        "2D arrays hold the distances.",
        "The first to say so was Moore.",
        "The end is 3.14",
    ]


def test_a_word_broken_at_the_line_is_joined(tmp_path: Path) -> None:
    sheet = Sheet().lines("The queue holds every ver-", "tex that was discovered.")

    assert texts(sheet, tmp_path) == ["The queue holds every vertex that was discovered."]


def test_a_hyphen_that_the_word_has_elsewhere_stays(tmp_path: Path) -> None:
    sheet = Sheet().text("This is a well-known fact about trees.")
    sheet.lines("Another well-", "known fact is about forests.")

    assert texts(sheet, tmp_path)[1] == "Another well-known fact is about forests."


def test_ligatures_are_written_out(tmp_path: Path) -> None:
    sheet = Sheet()
    html = (
        "<p style='font-family:serif;font-size:11px'>We de\ufb01ne the \ufb02ow of a network.</p>"
    )
    sheet.page.insert_htmlbox(pymupdf.Rect(72, 110, 500, 200), html)

    assert texts(sheet, tmp_path) == ["We define the flow of a network."]


def test_a_sentence_that_goes_on_over_the_pages_end_stays_whole(tmp_path: Path) -> None:
    sheet = Sheet()
    sheet.text(FILLER + "The search ends when the frontier is empty because")
    sheet.new_page().text("no vertex is left to be discovered. A new one begins.")

    whole = sentences(sheet, tmp_path)[1]

    assert whole.text.endswith("empty because no vertex is left to be discovered.")
    assert sorted({box.page for box in whole.boxes}) == [1, 2]


def test_a_footnote_between_the_two_halves_comes_after_them(tmp_path: Path) -> None:
    sheet = Sheet()
    sheet.text(FILLER * 3 + "The search ends because")
    sheet.lines("1Moore said so first, in a paper on mazes.", size=8)
    sheet.new_page().text("no vertex is left. " + FILLER * 3)

    found = texts(sheet, tmp_path)

    assert "The search ends because no vertex is left." in found
    assert found[-1] == "Moore said so first, in a paper on mazes."


def test_the_boxes_of_a_sentence_surround_its_words_and_no_others(tmp_path: Path) -> None:
    sheet = Sheet().heading("Search")
    sheet.text(FILLER + "A queue makes the search go level by level through the graph. " + FILLER)
    path = sheet.save(tmp_path / "a.pdf")

    stored = read(path)
    marked = next(s for c in stored.chunks for s in c.sentences if s.text.startswith("A queue"))

    with pymupdf.open(path) as pdf:
        expected = [rect for rect in pdf[0].search_for(marked.text)]
        inside = [
            word[4]
            for word in pdf[0].get_text("words")
            if any(
                box.x0 - 0.1 <= word[0]
                and word[2] <= box.x1 + 0.1
                and box.y0 - 0.1 <= word[1]
                and word[3] <= box.y1 + 0.1
                for box in marked.boxes
            )
        ]
    assert " ".join(inside) == marked.text
    assert len(marked.boxes) == len(expected) == 2
    for box, rect in zip(marked.boxes, expected, strict=True):
        assert (box.x0, box.x1) == pytest.approx((rect.x0, rect.x1), abs=0.2)
        assert (box.y0, box.y1) == pytest.approx((rect.y0, rect.y1), abs=1.5)
