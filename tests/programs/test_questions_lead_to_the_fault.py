"""Questions lead to the fault: to an element, a part of a line, a smaller call that fails."""

from __future__ import annotations

from tests.doubles.debugging import FIRST_HIT, Learner, fenced
from tutor_app.programs.locate_fault import locate_fault
from tutor_app.programs.questions.fault_questions import questions_at_fault
from tutor_app.programs.questions.run_questions import RunQuestion
from tutor_app.programs.questions.smaller_call import ask_of_smaller
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case

ODD = """def odd(nums):
    kept = []
    for n in nums:
        if n / 2 != 0:
            kept.append(n)
    return kept"""
LARGEST = """def largest(xs, k):
    out = []
    for i in range(k):
        out.append(max(xs))
        xs.pop(max(xs))
    return out"""


def questions(source: str, call: str, expected: str) -> list[RunQuestion]:
    case = Case(call=Call(text=call), expected=expected, origin="student")
    run = run_program(source, [case], trace_case=0)
    return questions_at_fault(source, run.results[0], locate_fault(source, run))


def test_an_element_too_many_is_followed_to_the_test_that_lets_it_in() -> None:
    first, *later = questions(ODD, "odd([1, 2, 3, 4])", "[1, 3]")

    assert first.awaited.kind == "line"
    assert first.awaited.accepted == ("4",)
    assert ("1.0",) in [each.awaited.accepted for each in later]  # what 2 / 2 gives


def test_a_missing_element_is_followed_to_the_test_that_keeps_it_out() -> None:
    source = ODD.replace("n / 2 != 0", "n % 3 == 1")

    first = questions(source, "odd([1, 2, 3, 4, 5])", "[1, 3, 5]")[0]

    assert first.awaited.accepted == ("4",)


def test_of_a_line_that_stops_it_is_asked_what_its_part_gives() -> None:
    first = questions(LARGEST, "largest([1, 2, 3, 4, 5], 3)", "[5, 4, 3]")[0]

    assert first.awaited.accepted == ("5",)
    assert "max(xs)" in first.wordings[0]


def test_a_smaller_call_is_asked_of_only_if_every_repair_changes_it() -> None:
    call = "hits(['x', 'a', 'b', 'a'], 'a')"
    case = Case(call=Call(text=call), expected="2", origin="student")
    run = run_program(FIRST_HIT, [case], trace_case=0)

    asked = ask_of_smaller(FIRST_HIT, run, run.results[0], locate_fault(FIRST_HIT, run))

    assert asked is not None
    assert asked.awaited.key.count("'a'") == 3  # a call with one hit is right as it is


def test_who_is_stuck_is_told_what_was_asked_and_led_one_step_on() -> None:
    learner = Learner()
    learner.say("odd([1, 2, 3, 4]) must give [1, 3] and gives all of them" + fenced(ODD))

    reply = learner.say("no idea")

    assert "line 4" in reply
    assert "n / 2" in reply.split("\n")[-1]


AVERAGE = """def average(lines):
    total = 0
    count = 0
    for line in lines:
        name, mark = line.split(":")
        count += 1
        if mark == "absent":
            continue
        total += int(mark)
    return total / count"""
OF_MARKS = "average(['Ann:8', 'Ben:absent', 'Cleo:6'])"


def test_values_are_only_said_of_a_moment_at_which_they_hold() -> None:
    for each in questions(AVERAGE, OF_MARKS, "7.0"):
        assert "= `0`" not in each.awaited.shown  # `total`, before the end of the round


def test_lines_whose_statement_stands_elsewhere_move_it() -> None:
    learner = Learner()
    learner.say(f"{OF_MARKS} must give 7.0" + fenced(AVERAGE))

    reply = learner.say(
        "so into the if? i took the other one away\n\n"
        '        if mark == "absent":\n            count += 1\n            continue\n'
        "        total += int(mark)"
    )

    assert "`14.0`" in reply
