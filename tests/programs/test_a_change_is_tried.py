"""What a student's change does is known from a run before anything is said of it."""

from __future__ import annotations

from collections.abc import Sequence

from tests.programs.test_a_described_change_is_placed import FIND, LARGEST, place_change
from tutor_app.programs.find_cases import find_cases
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Case
from tutor_app.programs.try_change import TriedChange, try_change

STATEMENT = "find([1, 3], 1) => 0\nfind([7], 7) => 0\nfind([1, 3, 5], 5) => 2\nfind([], 1) => -1"


def try_placement(source: str, words: str, cases: Sequence[Case]) -> tuple[TriedChange, ...]:
    """Try what a student describes: once where its place is clear, else at each possible place."""
    placement = place_change(source, words)
    changes = (placement.change,) if placement.change is not None else placement.candidates
    before = run_program(source, cases)
    return tuple(try_change(before, change) for change in changes)


def tried(words: str) -> TriedChange:
    (only,) = try_placement(FIND, words, find_cases(FIND, statement=STATEMENT))
    return only


def test_a_change_that_the_failing_input_never_reaches_gives_the_same_and_says_so() -> None:
    cases = find_cases(FIND, statement="find([7], 7) => 0")
    (change,) = try_placement(FIND, "mid = (lo + hi + 1) // 2", cases)

    assert change.outcome == "same"
    assert change.is_reached is False


def test_a_change_that_mends_everything_passes_all() -> None:
    change = tried("so lo <= hi?")

    assert change.outcome == "passes_all"
    assert change.is_reached is True
    assert change.failing_after is not None and change.failing_after.value == "0"


def test_a_change_can_be_right_on_the_failing_input_and_break_another() -> None:
    cases = find_cases(
        LARGEST, statement="largest([-100, -7]) => -7\nlargest([-200]) => -200\nlargest([3]) => 3"
    )
    (change,) = try_placement(LARGEST, "m = -100", cases)

    assert change.outcome == "right_there"
    assert [result.case.call.text for result in change.after.failing] == ["largest([-200])"]


def test_another_wrong_value_is_told_from_the_same_one() -> None:
    cases = find_cases(LARGEST, statement="largest([-4, -2, -9]) => -2")
    (change,) = try_placement(LARGEST, "m = -1", cases)

    assert change.outcome == "still_wrong"
    assert change.failing_after is not None and change.failing_after.value == "-1"


def test_a_change_that_never_ends_is_still_wrong_with_its_limit() -> None:
    cases = find_cases(FIND, statement="find([2, 5], 5) => 1")
    fixed = FIND.replace("lo < hi", "lo <= hi")
    (change,) = try_placement(fixed, "lo = mid", cases)

    assert change.after.results[0].limit == "steps"


def test_an_input_that_the_student_complains_of_counts_where_nothing_decides() -> None:
    cases = find_cases(LARGEST, words="gives 0 for [-4, -2, -9], why")
    (change,) = try_placement(LARGEST, "m = -1", cases)

    assert change.failing == 0
    assert change.outcome == "undecided"


def test_a_change_that_breaks_what_was_right_says_so() -> None:
    cases = find_cases(LARGEST, statement="largest([-4, -2]) => -2\nlargest([3, 5]) => 5")
    (change,) = try_placement(LARGEST, "if x < m?", cases)

    assert [result.case.call.text for result in change.broken] == ["largest([3, 5])"]


def test_a_change_with_two_places_is_tried_at_both() -> None:
    cases = find_cases(FIND, statement="find([7], 7) => 0")
    tries = try_placement(FIND, "so use <= instead of <", cases)

    assert {change.change.line: change.outcome for change in tries}[4] == "passes_all"
