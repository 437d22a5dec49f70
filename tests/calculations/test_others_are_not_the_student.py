"""What the book or a friend gets is no step of the student's."""

from __future__ import annotations

import pytest

from tutor_app.calculations.replies.others_claims import without_others


@pytest.mark.parametrize(
    ("message", "own"),
    [
        ("x <= 3. my friend says it has to be x >= 3", "x <= 3."),
        ("i get 7/18 but the book has 2/3", "i get 7/18 "),
        ("2x = 8\nmy teacher wrote 2x = 20\nx = 4", "2x = 8\nx = 4"),
    ],
)
def test_lines_of_others_are_left_out(message: str, own: str) -> None:
    assert without_others(message).strip() == own.strip()


@pytest.mark.parametrize(
    "message",
    [
        "2x+6=14\n2x=8",
        "the area is 12, right?",
        "he = h * e",
        "the book says solve 2x+6=14\n2x=20\nx=10",
        "our tutor told us to solve 2x+6=14. i got 2x=20, x=10",
        "he gave us 2x+6=14, i did 2x=20, x=10",
        "x = 3. the book has 4, which of us is right?",
    ],
)
def test_own_lines_stay(message: str) -> None:
    assert without_others(message) == message


def test_on_work_that_has_begun_what_others_get_is_left_out_wherever_it_stands() -> None:
    assert not without_others("The calculator gives 12.", begun=True)
    assert without_others("The calculator gives 12.") == "The calculator gives 12."
