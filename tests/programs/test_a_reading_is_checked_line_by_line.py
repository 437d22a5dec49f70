"""A reading that a model writes is taken line by line; a line that doesn't fit says nothing."""

from __future__ import annotations

import pytest

from tests.doubles.debugging import PROGRAM
from tutor_app.programs.message_reading.reading import (
    LONGEST,
    CallNamed,
    ExpressionAt,
    LineCount,
    LineEdit,
    ProgramReading,
    parse_reading,
)

BEYOND = PROGRAM.count("\n") + 2  # the first line that the program lacks


def parsed(*statements: str, does: str = "saw") -> ProgramReading:
    reading = parse_reading("\n".join((f"does: {does}", *statements)), PROGRAM)
    assert reading is not None
    return reading


def test_what_a_message_does_is_in_the_order_in_which_it_is_told() -> None:
    assert parsed(does="thanks, change, saw").does == ("thanks", "change", "saw")


def test_acts_that_nobody_knows_are_left_out() -> None:
    assert parsed(does="saw, dances, why").does == ("saw", "why")


def test_each_statement_has_its_place() -> None:
    reading = parsed(
        "on total([1], 0)",
        "want total([1], 0) -> 1",
        "run total([2], 0)",
        "probe 4: item > start -> True",
        "count 5 -> 2",
        "blame 2, 5",
        "answer 3",
        "about: where the first value is from",
        "course: what a loop is",
    )

    assert reading == ProgramReading(
        does=("saw",),
        on="total([1], 0)",
        wants=(CallNamed("total([1], 0)", "1"),),
        runs=(CallNamed("total([2], 0)"),),
        looks=(ExpressionAt(4, "item > start", "True"),),
        counts=(LineCount(5, 2),),
        blamed=(2, 5),
        answer="3",
        course="what a loop is",
    )


def test_statements_stay_in_their_order() -> None:
    reading = parsed("line 5: b = 1", "after 2: a = 1", "cut 3", "run total([2], 1)", "run total()")

    assert reading.edits == (
        LineEdit("line", 5, "b = 1"),
        LineEdit("after", 2, "a = 1"),
        LineEdit("cut", 3),
    )
    assert [each.call for each in reading.runs] == ["total([2], 1)", "total()"]


def test_code_keeps_its_indentation() -> None:
    assert parsed("line 5:             pass").edits == (LineEdit("line", 5, " " * 12 + "pass"),)


def test_statements_that_nobody_knows_are_left_out() -> None:
    assert parsed("the student is sad", "repair 2: result = 0", "") == parsed()


@pytest.mark.parametrize("line", [str(BEYOND), "0", "-1", "two", "2.5"])
@pytest.mark.parametrize(
    "statement",
    ["line {}: x = 1", "cut {}", "cut 2-{}", "probe {}: result", "count {} -> 1", "blame {}"],
)
def test_a_line_that_the_program_lacks_is_left_out(statement: str, line: str) -> None:
    assert parsed(statement.format(line)) == parsed()


def test_behind_line_0_is_on_top_and_behind_a_line_that_is_not_there_is_nowhere() -> None:
    reading = parsed("after 0: import math", f"after {BEYOND}: x = 1")

    assert reading.edits == (LineEdit("after", 0, "import math"),)


@pytest.mark.parametrize("statement", ["on {}", "run {} -> 3", "want {} -> 3"])
@pytest.mark.parametrize("call", ["total([1, 2", "the total", "3", "total", ""])
def test_a_call_that_is_no_python_call_is_left_out(statement: str, call: str) -> None:
    assert parsed(statement.format(call)) == parsed()


def test_a_call_that_must_give_nothing_that_is_named_is_left_out() -> None:
    assert parsed("want total([1], 0)", "want total([1], 0) -> ") == parsed()


@pytest.mark.parametrize(
    "code",
    [
        "items.append(1)",
        "items.pop()",
        "result.__class__",
        "__import__('os')",
        "(result := 3)",
        "open('notes')",
        "exec('result = 3')",
        "print(result)",
        "items.sort() or items",
        "[items.clear() for item in items]",
        "(lambda: items.pop())()",
        "[total][0](items, 0)",
        "{}.get('a', items.pop)()",
        "f'{items.pop()}'",
        "f'{result.__class__}'",
        "total(items, start)",
        "result = 3",
        "result >",
        "the result",
        "",
    ],
)
def test_an_expression_that_is_none_or_may_change_something_is_left_out(code: str) -> None:
    assert parsed(f"probe 4: {code} -> 3") == parsed()


@pytest.mark.parametrize(
    "code", ["item", "item > start", "len(items) - 1", "items[0]", "items.index(item)", "-item"]
)
def test_an_expression_that_changes_nothing_is_kept(code: str) -> None:
    assert parsed(f"probe 4: {code}").looks == (ExpressionAt(4, code),)


@pytest.mark.parametrize(
    "code", ["(" * 700 + "1" + ")" * 700, "a\0b", "\\"], ids=["deep", "zero", "slash"]
)
def test_an_expression_that_python_chokes_on_is_left_out(code: str) -> None:
    assert parsed(f"probe 4: {code}", "blame 2").looks == ()


@pytest.mark.parametrize("text", ["", "\n", "no idea", "line 2: result = 0", "doess: saw", "{}"])
def test_a_text_that_does_not_begin_with_what_is_done_holds_no_reading(text: str) -> None:
    assert parse_reading(text, PROGRAM) is None


def test_of_a_very_long_text_only_the_beginning_is_read() -> None:
    reading = parsed("answer 1", *["-"] * LONGEST, "answer 2")

    assert reading.answer == "1"


def test_a_statement_in_which_the_text_is_cut_is_left_out() -> None:
    begun = "does: saw\n"
    filled = begun + "-" * (LONGEST - len(begun) - len("\nwant total([1], 0) -> 1"))

    reading = parse_reading(f"{filled}\nwant total([1], 0) -> 1234", PROGRAM)

    assert reading is not None
    assert reading.wants == ()


def test_a_line_is_found_by_the_text_that_was_written_beside_its_number() -> None:
    edit = "line 5:     result = 0"

    assert parsed("at 5: result = 1", edit).edits == (LineEdit("line", 2, "    result = 0"),)
    assert parsed("at 5: result = 7", edit).edits == (LineEdit("line", 5, "    result = 0"),)
