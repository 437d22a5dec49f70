"""Where others are like it, a loop is named by its line, and a round not by its value alone."""

from __future__ import annotations

from tests.doubles.debugging import MENDED, PROGRAM
from tests.doubles.program_runs import case, run_one
from tutor_app.programs.first_difference import find_first_difference
from tutor_app.programs.locate_fault import Fault, trace_case
from tutor_app.programs.questions.moment import find_moment

BOTH = """def both(items):
    low = 9
    for item in items:
        low = min(low, item)
    high = 0
    for item in items:
        high = max(high, item)
    return [high, low]"""
PAIRS = """def pairs(n):
    count = 0
    for a in range(n):
        for b in range(n):
            count = count + a
    return count"""
STEPS = """def steps(n):
    a = 0
    while a < n:
        a = a + 1
    b = 0
    while b < n:
        b = b + 2
    return a + b"""
TRIPLED = PROGRAM.replace("result + item", "result + item * 3")


def when(source: str, call: str, other: str) -> str:
    """The words for the moment at which the run of a call parts from that of another program."""
    result = run_one(source, case(call, "0"), traced=True)
    difference = find_first_difference(
        source, other, result.trace, trace_case(other, case(call, "0"))
    )
    assert difference is not None
    fault = Fault(kind="unknown", lines=(1,), certain=False, ground="repair", unexpected=difference)
    moment = find_moment(source, result, fault)
    assert moment is not None
    return moment.when


def when_it_ends(source: str, call: str) -> str:
    """The words for the moment at which a call gives its value."""
    moment = find_moment(source, run_one(source, case(call, "0"), traced=True), None)
    assert moment is not None
    return moment.when


def test_of_several_loops_the_one_that_is_reached_is_named_by_its_line() -> None:
    first = when(BOTH, "both([12])", BOTH.replace("low = 9", "low = 99"))
    second = when(BOTH, "both([-4])", BOTH.replace("high = 0", "high = -9"))

    assert "loop in line 3" in first
    assert "loop in line 6" in second


def test_of_a_loop_within_another_the_outer_one_is_named_by_its_line() -> None:
    assert "loop in line 3" in when(PAIRS, "pairs(2)", PAIRS.replace("count = 0", "count = 1"))
    assert "loop in line 3" in when_it_ends(PAIRS, "pairs(2)")


def test_of_one_loop_no_line_is_named() -> None:
    moments = when(PROGRAM, "total([1], 0)", MENDED), when_it_ends(PROGRAM, "total([1], 0)")

    assert not any("line" in moment for moment in moments)
    assert all("the loop" in moment for moment in moments)


def test_a_round_is_named_by_the_value_that_it_alone_has() -> None:
    moment = when(PROGRAM, "total([1, 4, 3], 2)", TRIPLED)

    assert "the round with `item` = `4`" in moment


def test_a_round_is_named_by_its_number_where_one_before_it_has_its_value() -> None:
    other = PROGRAM.replace("result + item", "result + (item if result < 4 else 7)")

    assert "round 2" in when(PROGRAM, "total([3, 3, 4], 2)", other)


def test_a_round_is_named_by_its_number_where_one_after_it_has_its_value() -> None:
    assert "round 1" in when(PROGRAM, "total([3, 1, 3], 2)", TRIPLED)
