"""What a sentence says of a claim: borne out and denied only nearly word for word."""

from __future__ import annotations

import pytest

from tests.doubles.index import small_index
from tutor_app.conversation.subject.claim_verdict import HeldClaim

STABLE = "Insertion sort is stable, since equal elements keep their order."
MERGE = "Merge sort takes O(n log n) steps and needs a second list of the same length."
SLOWER = "Bubble sort is slower than insertion sort on a random list."
NOT_EVERY = "Not every stable sort is fast."
HEAP = "A heap never needs a second list."
COURSE = small_index(STABLE, MERGE, SLOWER, NOT_EVERY, HEAP)


def judgement(claim: str, sentence: str, about: str = "") -> str:
    return HeldClaim(claim, COURSE, about).judge(sentence).judgement


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("so insertion sort is stable, right?", STABLE),
        ("merge sort needs a second list", MERGE),
        ("a heap doesn't need a second list", HEAP),
        ("merge sort takes O(n log n) steps", MERGE),
    ],
)
def test_what_stands_there_nearly_word_for_word_is_borne_out(claim: str, sentence: str) -> None:
    assert judgement(claim, sentence) == "borne_out"


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("insertion sort isn't stable", STABLE),
        ("a heap needs a second list", HEAP),
        ("merge sort takes O(n^2) steps", MERGE),
        ("bubble sort is faster than insertion sort on a random list", SLOWER),
        ("every stable sort is fast", NOT_EVERY),
    ],
)
def test_a_negation_an_opposite_and_another_order_of_growth_deny(claim: str, sentence: str) -> None:
    assert judgement(claim, sentence) == "denied"


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("insertion sort always needs a second list", MERGE),  # another subject
        ("merge sort is stable", STABLE),
        ("insertion sort is slower than bubble sort", SLOWER),  # the other way round
        ("insertion sort takes three steps", STABLE),
    ],
)
def test_another_subject_direction_or_word_is_left_open(claim: str, sentence: str) -> None:
    assert judgement(claim, sentence) != "borne_out"


def test_it_is_about_what_was_spoken_of() -> None:
    assert judgement("it needs a second list", MERGE, about="merge sort") == "borne_out"
    assert judgement("it needs a second list", MERGE, about="insertion sort") == "open"
