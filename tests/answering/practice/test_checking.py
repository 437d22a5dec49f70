"""What a learner fills in is checked by code: exact, but not petty."""

from __future__ import annotations

import pytest

from tutor_app.answering.practice.cloze_check import is_right


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        ("queue", "queue"),
        ("  Queue ", "queue"),
        ("QUEUES", "queue"),
        ("a queue", "queue"),
        ("the queue.", "queue"),
        ("vertex", "vertices"),
        ("matrices", "matrix"),
        ("cases", "case"),
        ("boruvka", "Borůvka"),
        ("quue", "queue"),
        ("quueue", "queue"),
        ("qeuue", "queue"),
        ("admissable", "admissible"),
        ("breadth first", "breadth-first"),
        ("breadthfirst", "breadth-first"),
        ("bredth-first", "breadth-first"),
    ],
)
def test_case_plural_hyphens_and_one_slip_of_the_pen_are_forgiven(given: str, answer: str) -> None:
    assert is_right(given, [answer])


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        ("", "queue"),
        ("?", "queue"),
        ("stack", "queue"),
        ("quee s", "queue"),
        ("qu", "queue"),
        ("tres", "tree"),  # four letters: too short for a slip
        ("edge", "node"),
        ("depth-first", "breadth-first"),
        ("max first", "min first"),
        ("qeeue queue", "queue"),
    ],
)
def test_another_word_is_not_right(given: str, answer: str) -> None:
    assert not is_right(given, [answer])


def test_a_slip_that_makes_another_word_of_the_course_is_not_forgiven() -> None:
    assert is_right("sportng", ["sorting"]) is False  # two slips
    assert is_right("sporting", ["sorting"])
    assert not is_right("sporting", ["sorting"], others=["sporting"])


def test_an_abbreviation_of_the_course_is_as_good() -> None:
    assert is_right("dfs", ["depth-first search", "dfs"])
