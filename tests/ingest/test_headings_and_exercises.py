"""Headings, exercises and chunks: every piece of text knows where it stands (K1, K3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.boilerplate import remove_boilerplate
from ingest.chunk import split_into_chunks
from ingest.headings_and_exercises import paragraphs
from ingest.readers.pdf import open_pdf
from tests.doubles.pdf import Sheet, read_pages
from tutor_app.domain.values import Chunk, Document

PROSE = (
    "A search keeps a frontier of vertices. It takes one vertex out at a time. "
    "It looks at each neighbour of that vertex. New ones are put into the frontier. "
)


def chunks(sheet: Sheet, tmp_path: Path, *, assignment: bool = False) -> list[Chunk]:
    with open_pdf(sheet.save(tmp_path / "a.pdf")) as pdf:
        parts = paragraphs(remove_boilerplate(list(read_pages(pdf))), all_exercises=assignment)
    document = Document(id="d", course_id="c", name="a.pdf", kind="textbook", sha256="0")
    return list(split_into_chunks(document, parts).chunks)


def numbers(found: list[Chunk]) -> list[tuple[str | None, str]]:
    return [(chunk.exercise, " ".join(chunk.text.split()[:3])) for chunk in found]


def test_text_stands_under_the_path_of_its_headings(tmp_path: Path) -> None:
    sheet = Sheet().heading("5 Graphs", 20).text(PROSE)
    sheet.heading("5.1 Search", 14).text(PROSE).heading("5.2 Trees", 14).text(PROSE)
    sheet.new_page().heading("6 Flows", 20).text(PROSE)

    assert [chunk.headings for chunk in chunks(sheet, tmp_path)] == [
        ("5 Graphs",),
        ("5 Graphs", "5.1 Search"),
        ("5 Graphs", "5.2 Trees"),
        ("6 Flows",),
    ]


def test_a_bold_line_in_the_texts_size_is_a_heading(tmp_path: Path) -> None:
    sheet = Sheet().text(PROSE).lines("Why it ends", font="hebo").text(PROSE)

    assert [chunk.headings for chunk in chunks(sheet, tmp_path)] == [(), ("Why it ends",)]


def test_a_heading_set_close_above_its_text_is_cut_off(tmp_path: Path) -> None:
    sheet = Sheet().lines("Why it ends", font="hebo")
    sheet.y -= 14
    sheet.text(PROSE)

    found = chunks(sheet, tmp_path)

    assert [(c.headings, c.text.startswith("A search")) for c in found] == [
        (("Why it ends",), True)
    ]


def test_a_sentence_begun_in_bold_is_no_heading(tmp_path: Path) -> None:
    sheet = Sheet().lines("2. Build solutions bottom up. Write an algo-", font="hebo")
    sheet.y -= 14
    sheet.text("rithm that starts with the base cases and works its way up. " + PROSE)

    (found,) = chunks(sheet, tmp_path)

    assert found.headings == ()
    assert "Write an algorithm that starts" in found.text


def test_a_chunk_has_about_500_characters_and_ends_with_a_sentence(tmp_path: Path) -> None:
    sheet = Sheet().heading("Search")
    for _ in range(4):
        sheet.text(PROSE * 3)

    found = chunks(sheet, tmp_path)

    assert len(found) >= 4
    assert all(350 <= len(chunk.text) <= 620 for chunk in found[:-1])
    assert all(chunk.text.endswith(".") for chunk in found)


def test_the_lead_is_the_two_sentences_before_under_the_same_heading(tmp_path: Path) -> None:
    said = [f"This is the sentence number {n} of a long paragraph on search." for n in range(12)]
    sheet = Sheet().heading("Search").text(" ".join(said)).heading("Trees").text(PROSE)

    first, second, *_, other = chunks(sheet, tmp_path)

    assert first.lead == ""
    assert second.lead == " ".join(s.text for s in first.sentences[-2:])
    assert second.lead not in second.text
    assert other.lead == ""


def test_no_sentence_is_lost_or_doubled_between_chunks(tmp_path: Path) -> None:
    said = [f"This is the sentence number {n} of a long paragraph on search." for n in range(30)]
    sheet = Sheet().text(" ".join(said[:15]))
    sheet.new_page().text(" ".join(said[15:]))

    found = chunks(sheet, tmp_path)

    assert [s.text for chunk in found for s in chunk.sentences] == said


def test_a_chunk_knows_its_pages(tmp_path: Path) -> None:
    sheet = Sheet().heading("Search").text(PROSE)
    sheet.new_page().text(PROSE).new_page().heading("Trees").text(PROSE)

    assert [chunk.pages for chunk in chunks(sheet, tmp_path)] == [(1, 2), (3,)]


def test_each_numbered_exercise_is_a_chunk_of_its_own(tmp_path: Path) -> None:
    sheet = Sheet().heading("Exercises").text("Solve three of these five.")
    sheet.text("1. Show that a tree has a leaf.").text("2. Count the edges of a tree.")
    sheet.text("Exercise 3. Draw every tree that has four vertices.")
    sheet.text("Problem 4: Sort the vertices of a tree.")

    assert numbers(chunks(sheet, tmp_path)) == [
        (None, "Solve three of"),
        ("1", "1. Show that"),
        ("2", "2. Count the"),
        ("3", "Exercise 3. Draw"),
        ("4", "Problem 4: Sort"),
    ]


def test_the_parts_of_an_exercise_carry_its_number(tmp_path: Path) -> None:
    sheet = Sheet().heading("Exercises").text("1. Let T be any tree with a root.")
    sheet.text("(a) Show that T has a leaf.").text("(b) Show that T has an edge too.")

    assert [number for number, _ in numbers(chunks(sheet, tmp_path))] == ["1", "1(a)", "1(b)"]


def test_in_an_assignment_every_numbered_item_is_an_exercise(tmp_path: Path) -> None:
    sheet = Sheet().heading("Homework of week two").text("1. Show that a tree has a leaf.")
    sheet.heading("Problem 2").text("Count the edges of any given tree.")
    sheet.heading("Aufgabe 3 (4 Punkte)").text("Zählen Sie die Kanten des Baums.")

    assert numbers(chunks(sheet, tmp_path, assignment=True)) == [
        ("1", "1. Show that"),
        ("2", "Count the edges"),
        ("3", "Zählen Sie die"),
    ]


@pytest.mark.parametrize(
    "heading",
    [
        "Exercises",
        "2 Practice Problems",
        "5.9 Exercises",
        "Problem set 4",
        "Homework 1",
        "1.9 Übungsaufgaben",
    ],
)
def test_a_section_of_exercises_is_known_by_its_heading(heading: str, tmp_path: Path) -> None:
    sheet = Sheet().heading(heading).text("1. Show that a tree has a leaf.")

    assert [number for number, _ in numbers(chunks(sheet, tmp_path))] == ["1"]


@pytest.mark.parametrize(
    "heading", ["The shortest path problem", "NP-hard problems", "3 Scheduling tasks in time"]
)
def test_the_steps_of_a_method_are_no_exercises(heading: str, tmp_path: Path) -> None:
    sheet = Sheet().heading(heading).text("1. Put the source into the queue first.")

    assert [number for number, _ in numbers(chunks(sheet, tmp_path))] == [None]


def test_a_sentence_that_lists_a_graph_is_text(tmp_path: Path) -> None:
    graph = (
        "In words: the undirected graph has the edges P-Q 2, P-R 5, Q-R 1, Q-T 7, R-T 3, R-U 2, "
        "T-G 2, U-G 6 and h(P) = 6, h(Q) = 5, h(R) = 4, h(T) = 2, h(U) = 5, h(G) = 0."
    )
    found = chunks(Sheet().heading("Assignment 1", 20).text(PROSE).text(graph), tmp_path)

    assert any("the edges P-Q 2, P-R 5" in chunk.text for chunk in found)


def test_labels_of_figures_are_not_text(tmp_path: Path) -> None:
    sheet = Sheet().text(PROSE).lines("a b c d").lines("7 3 5 1 2").text(PROSE)

    assert " ".join(c.text for c in chunks(sheet, tmp_path)) == (PROSE + PROSE).strip()
