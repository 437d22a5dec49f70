"""What is found brings its section along (R2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.doubles.embedder import BagOfWords
from tests.doubles.index import small_index
from tutor_app.retrieval.course_index import CourseIndex, read_query
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.retrieval.retrieve import retrieve

# Section 1 has two sub-sections, 1.1 and 1.2; section 2 has none.
PLACES = {
    "Sums begin.": ("1", "1.1"),
    "Sums commute always.": ("1", "1.1"),
    "Products associate, too.": ("1", "1.2"),
    "Products end.": ("1", "1.2"),
    "Fractions commute with difficulty.": ("2",),
}
RORI = replace(PROFILES["rori"], floor=-1.0)


@pytest.fixture
def index() -> CourseIndex:
    made = small_index(*PLACES)
    made.chunks = tuple(replace(chunk, headings=PLACES[chunk.text]) for chunk in made.chunks)
    return made


def found(index: CourseIndex, **changes: int) -> list[str]:
    query = read_query("sums commute", BagOfWords(), index)
    kept = retrieve(query, index, replace(RORI, **changes), None).kept  # type: ignore[arg-type]
    return [passage.chunk.text for passage in kept]


def test_behind_the_nearest_passage_stands_its_section_as_it_reads(index: CourseIndex) -> None:
    assert found(index) == [
        "Sums commute always.",
        "Sums begin.",
        "Products associate, too.",
        "Products end.",
        "Fractions commute with difficulty.",
    ]


def test_within_a_budget_the_sub_section_comes_first(index: CourseIndex) -> None:
    both = len("Sums commute always.") + len("Sums begin.")

    assert found(index, section_budget=both)[:2] == ["Sums commute always.", "Sums begin."]
    assert found(index, section_budget=1, top_k=1) == ["Sums commute always."]


def test_what_came_along_counts_as_what_brought_it(index: CourseIndex) -> None:
    query = read_query("sums commute", BagOfWords(), index)

    kept = retrieve(query, index, replace(RORI, candidates=1), None).kept

    assert len(kept) == 4
    assert {passage.scores.final for passage in kept} == {kept[0].scores.final}
