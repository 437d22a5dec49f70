"""Each paragraph of a course has a role, told by rules that are data."""

from __future__ import annotations

import pytest

from tests.doubles.stored import Written, stored_document
from tutor_app.answering.course_map.make_map import make_map
from tutor_app.answering.course_map.map_values import Role
from tutor_app.domain.values import MaterialKind


def role(paragraph: str | Written, kind: MaterialKind = "textbook") -> Role:
    return make_map([stored_document(paragraph, kind=kind)]).passages[0].role


SAID: dict[str, Role] = {
    "For example, S is expanded first.": "example",
    "Worked example. We run A* from S to G.": "example",
    "Proof. Let C be the cost of a cheapest path.": "proof",
    "It holds for n = 0, and by induction for all n.": "proof",
    "Theorem 2. Every tree with n nodes has n − 1 edges.": "rule",
    "Common mistake. Testing the goal too early returns a worse path.": "warning",
    "Note that the order of neighbours matters.": "warning",
    "In short, breadth-first search is for equal costs.": "summary",
    "Nodes are expanded in the order of their costs.": "explanation",
}


@pytest.mark.parametrize(("text", "expected"), SAID.items())
def test_a_passage_says_by_its_beginning_what_it_is_for(text: str, expected: Role) -> None:
    assert role(text) == expected


HEADED: dict[str, Role] = {
    "2.5 Summary": "summary",
    "Exercises": "exercise",
    "Examples": "example",
    "Office hours": "administration",
    "2.1 Exemplary work": "explanation",
}


@pytest.mark.parametrize(("heading", "expected"), HEADED.items())
def test_a_heading_says_it_too(heading: str, expected: Role) -> None:
    assert role(Written(text="Breadth-first search expands S.", heading=heading)) == expected


def test_sheets_are_exercises_and_the_syllabus_is_administration() -> None:
    assert role("Run the search on the graph.", kind="assignment") == "exercise"
    assert role("The lecture takes place on Mondays.", kind="logistics") == "administration"


def test_a_passage_that_defines_a_term_is_its_definition() -> None:
    text = "A frontier is a collection of nodes that wait to be expanded."
    assert role(Written(text=text, heading="Frontier")) == "definition"


def test_a_long_passage_is_no_proof_for_a_word_in_its_middle() -> None:
    text = "Nodes are expanded one by one. " * 30 + "One shows it by induction."
    assert role(text) == "explanation"
