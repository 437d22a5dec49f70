"""What can be asked, shown before anything was asked."""

from __future__ import annotations

import pytest

from tests.ui.given import chunk
from tutor_app.ui.starters import starter_questions


@pytest.mark.parametrize(
    ("heading", "question"),
    [
        ("1.3 Breadth-first search", "What is breadth-first search?"),
        ("2.4 Admissible heuristics", "What are admissible heuristics?"),
        ("3.2 Dijkstra’s algorithm", "What is Dijkstra’s algorithm?"),
        ("Recursion Trees", "What are Recursion Trees?"),
        ("Chapter 7: Linear Analysis", "What is Linear Analysis?"),
    ],
)
def test_a_heading_that_names_one_thing_becomes_a_question(heading: str, question: str) -> None:
    assert starter_questions([chunk("Book", heading)]) == (question,)


@pytest.mark.parametrize(
    "heading",
    [
        "Exercises",
        "2.1 Introduction",
        "Search",
        "Trees and graphs",
        "Why it is fast",
        "™.8 Æ x",
        "Describing Algorithms",
        "Backtracking Can Be Slow",
        "A very long heading of many more words",
    ],
)
def test_any_other_heading_does_not(heading: str) -> None:
    assert starter_questions([chunk("Book", heading)]) == ()


def test_questions_are_spread_over_the_documents() -> None:
    chunks = [
        chunk("Book", heading, document=document)
        for document in ("d1", "d2", "d3")
        for heading in (f"Red trees {document}", f"Blue trees {document}")
    ]
    found = starter_questions(chunks)
    assert [question[-3:-1] for question in found] == ["d1", "d2", "d3"]


def test_only_what_teaches_gives_a_question() -> None:
    def of(kind: str) -> tuple[str, ...]:
        return starter_questions([chunk("Sheet", "Binary trees", kind=kind)])

    assert of("slides") == ("What are binary trees?",)
    assert of("assignment") == of("solution") == ()
