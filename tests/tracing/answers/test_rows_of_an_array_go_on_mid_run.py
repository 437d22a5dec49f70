"""Fields named with values in the middle of an array's run are held against the row they are of."""

from __future__ import annotations

import pytest

from tests.tracing.answers.test_answers_are_read import heard, problem_of
from tutor_app.domain.teaching import AnswerOutcome, Expectation, ExpectationKind
from tutor_app.tracing.answers.examine_answer import examine_answer
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.exact_run import AlgorithmRun

SEARCH = problem_of("binary search for 30 in 3 8 12 17 21 25 30")
SOON = problem_of("binary search for 30 in 3 8 12 17 21 30 44 52")
INSERTION = problem_of("insertion sort 5 2 4 1")
SELECTION = problem_of("selection sort 4 2 7 1")
BUBBLE = problem_of("bubble sort 4 2 7 1")
QUICK = problem_of("quicksort 4 2 7 1 3")

Judged = tuple[AnswerOutcome, int | None, list[str]]


def judged(
    exact: AlgorithmRun, step: int | None, text: str, kind: ExpectationKind = "row"
) -> Judged:
    """Return what an answer is worth, in which row, and the fields that are wrong there."""
    answer = heard(exact, step, text, kind)
    assert answer is not None and answer.student is not None, text
    verdict = check(exact.problem, frozenset(exact.problem.conventions), answer.student)
    found = examine_answer(Expectation(kind=kind, step=step), answer, verdict)
    return found.outcome, found.step, [claim.field for claim in found.wrong_claims]


@pytest.mark.parametrize(
    ("exact", "step", "text", "row"),
    [
        (SEARCH, 1, "lo=0 hi=6 mid=3 value 17 go right", 1),
        (SEARCH, 1, "mid 3 value 17 go right, lo 0, hi 6", 1),
        (SEARCH, 2, "row 2: lo=4 hi=6 mid=5 value 25 right. row 3: lo=6 hi=6 mid=6 30 found", 3),
        (SEARCH, 2, "mid 5 value 25 go right. then lo=6 hi=6 mid=6 value 30 found", 3),
        (SEARCH, 2, "lo, hi, mid = 4, 6, 5", 2),
        (SEARCH, 2, "l=4 r=6 m=5", 2),
        (SOON, 2, "lo 4, hi 7, so mid = (4 + 7) / 2 = 5.5 -> 5", 2),
        (SOON, 2, "a[5] = 30 so found", 2),
        (SOON, 1, "mid = (0+7)//2 = 3, 17 is smaller than 30 so i go right", 1),
        (INSERTION, 1, "2 goes in first and then its 2 5 4 1?", 1),
        (INSERTION, 2, "4 shifts 5 over. 2 4 5 1. then 1 2 4 5", 3),
        (SELECTION, 2, "2 stays. then 4 and 7 swap, 1 2 4 7", 3),
        (SELECTION, 2, "row 3: 1 2 4 7", 3),
        (BUBBLE, 1, "2 4 1 7, next pass 2 1 4 7, then 1 2 4 7", 3),
        (QUICK, 1, "pivot 3: 2 1 3 4 7", 1),
    ],
)
def test_rows_that_nothing_told_contradicts_are_right(
    exact: AlgorithmRun, step: int, text: str, row: int
) -> None:
    outcome, last, wrong = judged(exact, step, text)

    assert outcome in ("right", "so_far")
    assert (last, wrong) == (row, [])


@pytest.mark.parametrize(
    ("exact", "step", "text", "row", "wrong"),
    [
        (SEARCH, 1, "mid = 3 value 17, go right. next lo = 3, hi = 6", 2, ["lo"]),
        (SEARCH, 2, "row 2: lo=3 hi=6 mid=5", 2, ["lo"]),
        (SEARCH, 2, "lo 4 hi 6 so mid is 4", 2, ["mid"]),
        (SEARCH, 2, "mid 5, 25, go right. then lo = 5", 3, ["lo"]),
        (SEARCH, 1, "3? then to the left?", 1, ["action"]),
        (SOON, 2, "mid 5, 44", 2, ["value"]),
        (INSERTION, 1, "insert 2: 2 4 5 1", 1, ["array"]),
        (SELECTION, 1, "1 2 7 4, then 1 4 7 2", 2, ["array"]),
        (QUICK, 1, "pivot 3: 1 2 3 4 7", 1, ["array"]),
        (QUICK, 1, "4 is the pivot, and the array is 2, 1, 3, 4, 7", 1, ["pivot"]),
    ],
)
def test_a_slip_is_named_by_its_field(
    exact: AlgorithmRun, step: int, text: str, row: int, wrong: list[str]
) -> None:
    assert judged(exact, step, text) == ("partly", row, wrong)


@pytest.mark.parametrize("kind", ["row", "which_row"])
def test_a_question_on_one_value_is_answered_by_its_row(kind: ExpectationKind) -> None:
    assert judged(SEARCH, 2, "is lo = 3 right?", kind) == ("not_yet", 2, ["lo"])
    assert judged(SEARCH, 2, "is lo 4 right?", kind)[0] == "so_far"


def test_right_at_the_end_of_a_question_names_no_side() -> None:
    answer = heard(SEARCH, 2, "mid 5, right?")

    assert answer is not None and answer.student is not None
    assert answer.student.rows == ({"step": 2, "mid": 5},)


def test_a_value_of_the_row_before_is_not_right_for_the_one_asked_for() -> None:
    assert judged(SEARCH, 3, "lo = 4") == ("not_yet", 3, ["lo"])


def test_what_the_row_before_still_lacks_may_be_told_of_it() -> None:
    answer = heard(SEARCH, 3, "value 25, go right", rows=({"step": 2, "mid": 5},))

    assert answer is not None and answer.student is not None
    assert answer.student.rows == ({"step": 2, "value": 25, "action": "right"},)


def test_what_fits_no_column_is_not_judged() -> None:
    answer = heard(SEARCH, 2, "lo 4 hi 6, 99 left over")

    assert answer is not None and answer.unsure


def test_positions_that_count_from_one_are_right_where_that_is_open() -> None:
    answer = heard(SOON, 1, "lo=1 hi=8 mid=4 17 right, then lo=5 hi=8 mid=6 found")
    assert answer is not None and answer.student is not None

    assert check(SOON.problem, frozenset(), answer.student).reading == {"index_base": 1}
