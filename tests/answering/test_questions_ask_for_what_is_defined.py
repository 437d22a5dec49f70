"""Starter questions and those of the check: on terms that the material defines, else none."""

from __future__ import annotations

import pytest

from tutor_app.answering.definition_questions import definition_questions
from tutor_app.domain.values import Box, Chunk, Document, MaterialKind, SourceSentence

NAMED = "A frontier is the set of all vertices that are open."


def section(
    heading: str, *texts: str, document: str = "d", kind: MaterialKind = "textbook"
) -> Chunk:
    box = Box(page=1, x0=72, y0=100, x1=500, y1=112)
    return Chunk(
        id=f"{document}-{heading}",
        document=Document(id=document, course_id="c", name="a.pdf", kind=kind, sha256="0"),
        sentences=tuple(SourceSentence(text=text, boxes=(box,), paragraph=0) for text in texts),
        headings=(heading,),
    )


@pytest.mark.parametrize(
    ("heading", "sentence", "question"),
    [
        ("1.2 The frontier", NAMED, "What is a frontier?"),
        ("Trees and graphs", "A graph is a set of vertices with edges.", "What is a graph?"),
        ("Vector databases", "Vector databases are a kind of store.", "What are vector databases?"),
        ("Using FastAPI", "FastAPI is a framework for web services.", "What is FastAPI?"),
    ],
)
def test_a_section_called_after_the_term_that_it_defines_gives_a_question(
    heading: str, sentence: str, question: str
) -> None:
    chunks = [section(heading, "Stores of vector data are new.", sentence)]

    assert definition_questions(chunks, 3) == (question,)


def test_a_labelled_definition_gives_a_question_whatever_its_verb() -> None:
    chunks = [
        section("Costs", "Definition 3.1 (cut).", "A cut divides the vertices into two groups."),
        section("Graphs", "Definition (merge sort).", "Merge sort sorts each half and merges."),
    ]

    assert definition_questions(chunks, 3) == ("What is a cut?", "What is merge sort?")


@pytest.mark.parametrize(
    ("heading", "sentence"),
    [
        ("Interpunctio Verborum Redux", "Suppose we are given a string of letters."),
        ("Storing files", "Because v is the root of the tree, it has no parent."),
        ("This problem", "This problem is a variant of the one above."),
        ("Vertices", NAMED),  # defined in passing
        ("Definition of it all", "Definition (distance)."),
        ("Relaxing", "Relaxing costs nothing where no edge leaves the vertex."),
    ],
)
def test_what_the_section_does_not_define_gives_none(heading: str, sentence: str) -> None:
    assert definition_questions([section(heading, sentence)], 3) == ()


def test_the_label_of_another_sentence_gives_none() -> None:
    chunks = [section("Costs", "Definition (admissible).", "A heuristic never costs too much.")]

    assert definition_questions(chunks, 3) == ()


def test_questions_are_spread_over_the_files_and_none_comes_twice() -> None:
    chunks = [
        section(name, f"A {name} is a set of vertices.", document=document)
        for document in ("d1", "d2", "d3")
        for name in ("tree", f"graph{document}")
    ]

    assert definition_questions(chunks, 3) == (
        "What is a tree?",
        "What is a graphd2?",
        "What is a graphd3?",
    )


@pytest.mark.parametrize("kind", ["assignment", "logistics"])
def test_only_what_teaches_gives_a_question(kind: MaterialKind) -> None:
    assert definition_questions([section("Frontier", NAMED, kind=kind)], 3) == ()
