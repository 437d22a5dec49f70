"""Lines that only run what stands on the table are run with it; a verdict that is asked is told."""

from __future__ import annotations

import pytest

from evals.programs.program_talk import open_talk
from tutor_app.programs.replies.driver_lines import driven_by, drives

TILL = """class Till:
    def __init__(self, limit):
        self.limit = limit
        self.sum = 0

    def put(self, cents):
        self.sum += cents
        return self.limit - cents"""
DRIVER = "t = Till(100)\nt.put(30)\nprint(t.put(50))"
LARGEST = """def largest(numbers):
    best = 0
    for n in numbers:
        if n > best:
            best = n
    return best"""


@pytest.mark.parametrize(
    ("code", "is_driver"),
    [
        (DRIVER, True),
        ("for cents in (10, 20):\n    print(Till(100).put(cents))", True),
        ("t.put(30)", False),  # nobody has said what t is
        ("self.sum -= cents", False),
        ("return Till(5)", False),
        ("class Till:\n    pass", False),
        ("Till = 5\nprint(Till)", False),
    ],
)
def test_lines_drive_a_program_whose_names_are_all_they_need(code: str, is_driver: bool) -> None:
    assert drives(code, TILL) is is_driver


def test_new_lines_take_the_place_of_those_that_ran_it_and_leave_its_constants() -> None:
    held = f"MOST = 5\n{TILL}\n\nold = Till(MOST)\nprint(old.put(1))"

    driven = driven_by(held, DRIVER)

    assert "old" not in driven
    assert "MOST = 5" in driven
    assert driven.endswith(f"{DRIVER}\n")


def test_a_class_of_an_earlier_message_is_run_by_lines_of_a_later_one() -> None:
    _, talk = open_talk("till").say(f"the rest of my till is wrong\n\n```python\n{TILL}\n```")

    reply, _ = talk.say(f"i run it so, should be 20:\n\n```python\n{DRIVER}\n```")

    assert "NameError" not in reply.text
    assert "`t.put(" in reply.text


def test_who_asks_whether_a_change_is_right_is_told() -> None:
    words = "largest([-4, -2]) gives 0 and should be -2"
    _, talk = open_talk("verdict").say(f"{words}\n\n```python\n{LARGEST}\n```")

    reply, _ = talk.say("so best = numbers[0] at the start. right now?")

    assert "`-2`" in reply.text
    assert "as it should" in reply.text
    assert "`largest([])`" in reply.text  # where it stops, of which nobody said what it must give
