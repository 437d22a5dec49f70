"""A claim that is right with a reason that is another: it does not have the point."""

from __future__ import annotations

import pytest

from tests.doubles.embedder import BagOfWords
from tutor_app.exercises.reason_matching import gives_other_reason, reasons_of, without_reasons

POINT = "It is safe, because the next round begins with the same values."
GIVEN = ("stop", "early", "safe")


def other(sentence: str, point: str = POINT) -> bool:
    return gives_other_reason(sentence, point, GIVEN, BagOfWords())


@pytest.mark.parametrize(
    ("sentence", "reasons"),
    [
        ("It is safe because edges are sorted, so we stop.", ("edges are sorted",)),
        ("Since nothing changed, and all is done, we stop.", ("nothing changed",)),
        ("We stop, as nothing changes.", ("nothing changes",)),
        ("As many as there are.", ()),
    ],
)
def test_a_reason_stands_behind_its_word_and_ends_with_its_clause(
    sentence: str, reasons: tuple[str, ...]
) -> None:
    assert reasons_of(sentence) == reasons
    assert not any(reason in without_reasons(sentence) for reason in reasons)


@pytest.mark.parametrize(
    "sentence",
    [
        "It is safe because the edges were sorted by weight.",
        "We stop early since the computer has run out of memory.",
    ],
)
def test_another_reason_is_told_from_that_of_the_point(sentence: str) -> None:
    assert other(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "It is safe because a round would begin with the same values.",
        "The next round begins with the same values, because I say so.",
        "The same values stand there when a round begins.",
    ],
)
def test_the_same_reason_in_other_words_and_no_reason_are_not_another(sentence: str) -> None:
    assert not other(sentence)


def test_a_point_without_a_reason_allows_for_any() -> None:
    assert not other("It is safe because the edges were sorted.", "The next round is the same.")
