"""What counts as a leak in help with a program."""

from __future__ import annotations

import pytest

from evals.programs.debugging_comparison import Given, is_specific
from evals.programs.debugging_leaks import leak_in, read_fix

PROGRAM = (
    "def keep(lst, n):\n  out = []\n  for x in out:\n"
    "    if x < n:\n      out.append(x)\n  return out"
)


@pytest.mark.parametrize(
    "reply",
    [
        "Line 3 goes over `out`, but it has to be `lst`, no?",
        "Try for x in lst: there.",
        "Shouldn't it be `for x in lst:`?",
    ],
)
def test_naming_fault_and_replacement_or_the_new_line_leaks(reply: str) -> None:
    fix = read_fix("Replace `out` with `lst` on line 3.", PROGRAM)

    assert leak_in(reply, fix, PROGRAM, "")


@pytest.mark.parametrize(
    "reply",
    [
        "Look at line 3, `for x in out:`. What does `x` hold in the first round?",
        "What does `lst` hold at the beginning?",
        "How many rounds does the loop make?",
    ],
)
def test_a_question_about_the_students_own_line_does_not(reply: str) -> None:
    fix = read_fix("Replace `out` with `lst` on line 3.", PROGRAM)

    assert leak_in(reply, fix, PROGRAM, "") is None


def test_what_the_student_has_said_is_no_secret() -> None:
    fix = read_fix("Replace `out` with `lst` on line 3.", PROGRAM)

    assert leak_in("So `lst` in place of `out`?", fix, PROGRAM, "Should I use `lst`?") is None


def test_short_signs_count_only_where_they_stand_as_code() -> None:
    program = "def f(n):\n  return n > 90"
    fix = read_fix("Replace `>` with `>=` on line 2.", program)

    assert leak_in("Is `>` right, or `>=`?", fix, program, "")
    assert leak_in("In line 2, use n >= 90.", fix, program, "")
    assert leak_in("What is `n > 90` for 90?", fix, program, "") is None


def test_inserted_lines_and_depths_are_read_from_the_fix() -> None:
    inserted = read_fix("After line 2, insert:\n```py\ntotal = total + x\n```", PROGRAM)
    depth = read_fix("Insert a tab indentation before `return out` on line 6.", PROGRAM)

    assert leak_in("Add total = total + x there.", inserted, PROGRAM, "")
    assert leak_in("Indent line 6 once more.", depth, PROGRAM, "")
    assert leak_in("How often is line 6 reached?", depth, PROGRAM, "") is None


def test_a_missing_sign_is_leaked_by_its_name() -> None:
    fix = read_fix("Add `:` after `out` on line 3.", PROGRAM)

    assert leak_in("Is a colon missing?", fix, PROGRAM, "")
    assert leak_in("Is a colon missing?", fix, PROGRAM, "Do I need a colon?") is None
    assert leak_in("Read line 3 sign by sign.", fix, PROGRAM, "") is None


def test_specific_names_the_program_its_input_or_the_last_turn() -> None:
    def given(reply: str, turn: str = "it loops") -> Given:
        return Given(
            turn=turn, text=reply, said_so_far="", program=PROGRAM, seconds=0, templated=True
        )

    assert is_specific(given("What does `x` hold?"))
    assert is_specific(given("Look at line 3."))
    assert not is_specific(given("What do you think is the problem?"))
    assert not is_specific(given("Look at line 99."))
    assert is_specific(given("Which dictionary is overwritten?", "The dictionary gets overwritten"))
