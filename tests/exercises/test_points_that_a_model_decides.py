"""A point counts where sentences of the answer bear it out, and are borne out, both ways round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import pytest

from tutor_app.exercises.decided.decided_points import DecidedAnswer, Decides, decide_points
from tutor_app.models.course_decider import CourseDecision, Kind

POINTS = ("A round depends only on its first values.", "So a quiet round repeats itself.")
TOLD = "It reads the values at its beginning."
OPEN = CourseDecision(kind="open", places=(), share=1.0)


def made(kind: str, place: int, share: float) -> CourseDecision:
    right = share if kind == "right" else 1 - share
    return CourseDecision(kind=cast("Kind", kind), places=(place,), share=share, right=right)


def right(place: int = 0, share: float = 0.95) -> CourseDecision:
    return made("right", place, share)


def wrong(place: int = 0, share: float = 0.99) -> CourseDecision:
    return made("wrong", place, share)


def deciding(known: Mapping[str, CourseDecision | None]) -> Decides:
    """A model that makes this of statements, and leaves all others open."""

    def decide(statement: str, sentences: Sequence[str]) -> CourseDecision | None:
        assert sentences
        return known.get(statement, OPEN)

    return decide


def decided(known: Mapping[str, CourseDecision | None], found: str = "") -> DecidedAnswer | None:
    """Hold one sentence against two points; `found`: code took it for the first."""
    by_words = {0: found} if found else {}
    return decide_points(POINTS, [TOLD], [TOLD], {0, 1}, by_words, deciding(known))


def test_a_point_counts_that_the_answer_bears_out_and_that_bears_the_answer_out() -> None:
    answer = decided({POINTS[0]: right(), TOLD: right()})
    assert answer is not None
    assert answer.points == {0: TOLD} and answer.lacks == {1}
    assert not answer.holds, "what is a point is not named once more"


@pytest.mark.parametrize(
    "known",
    [
        {POINTS[0]: right(), TOLD: OPEN},
        {POINTS[0]: right(share=0.6), TOLD: right()},
        {POINTS[0]: OPEN, TOLD: right(share=0.95)},
    ],
    ids=["not back", "not surely", "only back"],
)
def test_what_passes_one_reading_alone_is_no_point(known: Mapping[str, CourseDecision]) -> None:
    answer = decided(known)
    assert answer is not None and answer.points == {} and answer.lacks == {0, 1}


def test_what_code_found_by_words_stays_only_where_the_point_bears_it_out() -> None:
    unsure = wrong(0, share=0.6)
    kept = decided({POINTS[0]: unsure, TOLD: right(0)}, TOLD)
    assert kept is not None and kept.points == {0: TOLD}
    for known in (
        {POINTS[0]: unsure, TOLD: right(1)},
        {POINTS[0]: unsure, TOLD: wrong(0)},
        {TOLD: right(0)},  # the point is left open: its topic is named, and no more
    ):
        taken = decided(known, TOLD)
        assert taken is not None and taken.points == {}


def test_a_sentence_that_is_right_and_no_point_holds() -> None:
    answer = decided({TOLD: right()})
    assert answer is not None and answer.holds == (TOLD,) and not answer.fails


def test_a_sentence_fails_only_where_both_readings_surely_say_so() -> None:
    both = decided({TOLD: wrong(1), POINTS[1]: wrong()})
    assert both is not None and both.fails == {TOLD: 1}
    for known in (
        {TOLD: wrong(1), POINTS[1]: OPEN},
        {TOLD: wrong(1, share=0.9), POINTS[1]: wrong()},
    ):
        answer = decided(known)
        assert answer is not None and answer.fails == {}


def test_where_the_model_is_late_nothing_is_decided() -> None:
    assert decided({POINTS[1]: None}) is None
