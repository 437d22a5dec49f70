"""What staff change of a term outlives the index, and is taken back without a trace."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.doubles.stored import Written, stored_document
from tutor_app.answering.course_map.make_map import make_map
from tutor_app.answering.course_map.map_values import CourseMap, Term
from tutor_app.answering.course_map.mended_terms import (
    TermChanges,
    mend_term,
    read_mended,
    with_mended,
)

HOME = "A frontier is a collection of nodes that wait to be expanded."
ASIDE = "A frontier is a border that a search pushes outward, told for the picture's sake."


def found(*more: str) -> CourseMap:
    return make_map([stored_document(ASIDE, Written(text=HOME, heading="Frontier"), *more)])


def frontier(course_dir: Path, course_map: CourseMap) -> Term:
    (term,) = with_mended(course_map, read_mended(course_dir)).terms
    return term


def test_a_term_is_renamed_defined_otherwise_and_hidden(tmp_path: Path) -> None:
    mend_term(tmp_path, "frontier", TermChanges(name="the fringe", definition=ASIDE, hidden=True))
    term = frontier(tmp_path, found())
    assert (term.name, term.definition.text, term.hidden) == ("the fringe", ASIDE, True)
    assert with_mended(found(), read_mended(tmp_path)).shown_terms == ()


def test_changes_hold_for_the_map_of_a_newer_index(tmp_path: Path) -> None:
    mend_term(tmp_path, "frontier", TermChanges(definition=ASIDE))
    newer = found("Another frontier is looked at here.")
    assert frontier(tmp_path, newer).definition.text == ASIDE


def test_a_chosen_sentence_that_is_gone_leaves_the_one_that_was_found(tmp_path: Path) -> None:
    mend_term(tmp_path, "frontier", TermChanges(definition="A sentence of an older version."))
    assert frontier(tmp_path, found()).definition.text == HOME


def test_what_changes_nothing_is_forgotten(tmp_path: Path) -> None:
    mend_term(tmp_path, "frontier", TermChanges(hidden=True))
    mend_term(tmp_path, "frontier", TermChanges())
    assert read_mended(tmp_path) == {}
    assert not frontier(tmp_path, found()).mended


def test_a_damaged_file_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "map_mended.json").write_text("{", encoding="utf-8")
    with pytest.raises(ValueError, match="JSON"):
        mend_term(tmp_path, "frontier", TermChanges(hidden=True))
    assert (tmp_path / "map_mended.json").read_text(encoding="utf-8") == "{"
