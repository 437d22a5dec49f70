"""Misspelled words are searched as the course writes them as well."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tutor_app.retrieval.course_index import read_query
from tutor_app.retrieval.search_terms import tokens
from tutor_app.retrieval.spell_correction import find_misspellings, one_slip_away
from tutor_app.retrieval.vocabulary import read_vocabulary

INDEX = small_index(
    *["Dijkstra’s algorithm needs an independent heuristic."] * 3,
    *["The recursion of quicksort and of quickselect, a quickfort."] * 3,
    "Kruskal once.",
)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("independant heurstic", ("independent", "heuristic")),
        ("why does djikstra work", ("dijkstra",)),
        ("independent", ()),  # the course has it
        ("wat is it", ()),  # too short to tell
        ("dont do it", ()),
        ("an interdependence", ()),  # no word of the course is near
        ("kruscal", ()),  # one chunk only: a slip of the course's own, perhaps
        ("quickbort", ()),  # as near to quicksort as to quickfort
    ],
)
def test_a_word_counts_where_exactly_one_word_of_the_course_is_near(
    text: str, meant: tuple[str, ...]
) -> None:
    assert tuple(find_misspellings(text, read_vocabulary(INDEX.chunks)).values()) == meant


def test_the_students_own_words_stay() -> None:
    query = read_query("Why djikstra?", BagOfWords(), INDEX)

    assert query.text == "Why djikstra?"
    assert query.also == ("dijkstra",)
    assert query.words == tuple(tokens("djikstra dijkstra"))
    assert read_query("Why djikstra?", BagOfWords(), INDEX, as_typed=True).also == ()


def test_a_mere_stem_that_is_no_word_is_a_slip() -> None:
    vocabulary = read_vocabulary(small_index(*["A queue of vertices."] * 3).chunks)

    assert find_misspellings("whats a queu", vocabulary) == {"queu": "queue"}


@given(st.text("abc", max_size=5), st.text("abc", max_size=5))
def test_what_is_made_by_one_slip_is_what_lies_one_slip_away(one: str, other: str) -> None:
    assert (other in one_slip_away(one)) == (OSA.distance(one, other) == 1)
