"""A verdict is for what a student concludes with its ground, or for nothing."""

from __future__ import annotations

import pytest

from tutor_app.exercises.decided.whole_claims import whole_claims
from tutor_app.exercises.rubric_matching import sentences_of

STATEMENT = "Explain why the search goes level by level."


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        (
            "Stacks are slow. So the search goes level by level.",
            ["Stacks are slow. So the search goes level by level."],
        ),
        ("So the search goes level by level.", []),
        ("So is it not this queue?", []),
        ("Is it a stack? So it is full.", []),
        ("The queue keeps the order, right?", ["The queue keeps the order, right?"]),
        ("The cycle b, d, b is 1. So the queue is broken.", []),
        (
            "The queue keeps the order. Nodes wait in it.",
            ["The queue keeps the order.", "Nodes wait in it."],
        ),
    ],
)
def test_a_conclusion_stands_with_its_ground(text: str, claims: list[str]) -> None:
    assert whole_claims(sentences_of(text), STATEMENT) == claims
