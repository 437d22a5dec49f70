"""The course's own abbreviations are spelled out in a question."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tutor_app.retrieval.abbreviations import find_abbreviations, spell_out
from tutor_app.retrieval.course_index import read_query
from tutor_app.retrieval.search_terms import tokens


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("We use depth-first search (DFS) here.", {"dfs": "depth first search"}),
        ("Breadth-first search, or BFS, goes by level.", {"bfs": "breadth first search"}),
        ("Such graphs (DAGs) have no cycles.", {}),
        ("It is fast (see Figure 3).", {}),
    ],
)
def test_an_abbreviation_is_one_that_the_text_defines(text: str, found: dict[str, str]) -> None:
    assert find_abbreviations(small_index(text).chunks) == found


def test_the_initials_of_a_heading_are_one_unless_the_text_uses_them_as_a_word() -> None:
    chunk = replace(small_index("Trees span.").chunks[0], headings=("Minimum Spanning Trees",))
    word = replace(small_index("He left after dusk.").chunks[0], headings=("How Edges Meet",))

    assert find_abbreviations([chunk]) == {"mst": "minimum spanning trees"}
    assert (
        find_abbreviations([replace(word, sentences=small_index("so hem it").chunks[0].sentences)])
        == {}
    )


def test_a_question_is_searched_with_the_words_and_kept_as_typed() -> None:
    index = small_index("We use depth-first search (DFS) here.")

    query = read_query("Why DFS?", BagOfWords(), index)

    assert query.text == "Why DFS?"
    assert query.words == tuple(tokens("dfs depth first search"))


def test_what_is_spelled_out_already_is_not_said_again() -> None:
    known = {"dfs": "depth first search"}

    assert spell_out("Is depth first search (DFS) fast?", known) == (
        "Is depth first search (DFS) fast?"
    )
    assert spell_out("Is it fast?", known) == "Is it fast?"


def test_a_log_of_a_megabyte_without_a_space_is_read_at_once() -> None:
    """One pattern for phrase and letters needed more than ten minutes for a post of 17 kB."""
    chunks = small_index("a-" * 500_000 + "search, or DFS, ends.").chunks

    assert find_abbreviations(chunks) == {}
