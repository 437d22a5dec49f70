"""Merges told one after the other in a line are each read; what may be no merge is never judged."""

from __future__ import annotations

import pytest

from tests.tracing.messages import said_of

TASK = "Sort 5, 2, 4, 7 with merge sort.\nMy trace: "
ASKED = "\nIs it right?"


@pytest.mark.parametrize(
    "work",
    [
        "[5][2] -> [2 5], [4][7] -> [4 7], [2 5][4 7] -> [2 4 5 7]",
        "5|2 -> 2 5, 4|7 -> 4 7, 2 5|4 7 -> 2 4 5 7",
        "5 | 2 → 2 5; 4 | 7 → 4 7; 2 5 | 4 7 → 2 4 5 7",
        "5 + 2 => 2,5\n4 + 7 => 4,7\n2,5 + 4,7 => 2,4,5,7",
        "merge 5 and 2 to 2 5, then 4 and 7 to 4 7, then 2 5 and 4 7 to 2 4 5 7",
        "merge([5], [2]) = [2, 5]\nmerge([4], [7]) = [4, 7]\nmerge([2, 5], [4, 7]) = [2, 4, 5, 7]",
    ],
)
def test_merges_are_read_in_a_line_as_in_lines(work: str) -> None:
    assert said_of(TASK + work + ASKED) == "right"


def test_a_wrong_merge_in_a_line_is_found() -> None:
    work = "5|2 -> 2 5, 4|7 -> 7 4, 2 5|4 7 -> 2 4 5 7"

    assert said_of(TASK + work + ASKED) == 2


@pytest.mark.parametrize(
    "work",
    [
        "5 2 | 4 7\n5 | 2 | 4 | 7\n2 5 | 4 7\n2 4 5 7",  # split, then merged, level by level
        "5 2 4 7 -> 5 2 and 4 7",
    ],
)
def test_splits_and_levels_are_asked_about_not_judged(work: str) -> None:
    assert said_of(TASK + "\n" + work + ASKED) == "asked"
