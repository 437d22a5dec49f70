"""A place, a cause, an observation or a "why?" in words is answered from the run."""

from __future__ import annotations

import pytest

from tests.doubles.debugging import Learner, fenced
from tutor_app.programs.ideas.idea_verdict import UNDECIDED, judge_idea
from tutor_app.programs.locate_fault import locate_fault
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case

TRIP = """def driven(meter):
    total = 0
    for i in range(1, len(meter)):
        now = meter[i]
        before = meter[i - 1]
        if now >= before:
            total += now - before
        else:
            total += now
    return total"""
HOURS = """def tired(weeks, limit):
    result = []
    for d in range(len(weeks)):
        for h in weeks[d]:
            hours = 0
            hours += h
        if hours > limit:
            result.append(d)
    return result"""
FIRST = """def total(items):
    s = 0
    for x in items:
        s = s + x
        return s"""


def test_why_a_value_comes_out_is_told_by_the_step_that_made_it(learner: Learner) -> None:
    learner.say("driven([990, 20]) should give 30" + fenced(TRIP))

    reply = learner.say("why 20?")

    assert "line 9" in reply
    assert "`now` = `20`" in reply


def test_why_another_call_goes_well_is_told_by_the_line_at_which_they_part(
    learner: Learner,
) -> None:
    calls = "driven([990, 20]) should give 30, driven([100, 250]) should give 150"
    learner.say(calls + fenced(TRIP))

    reply = learner.say("why does driven([100, 250]) work?")

    assert "runs line 7" in reply
    assert "never does" in reply


def test_the_place_of_a_repair_is_confirmed_and_a_change_asked_for(learner: Learner) -> None:
    learner.say("total([1, 2, 3]) should give 6, total([]) should give 0" + fenced(FIRST))

    reply = learner.say("is it line 5?")

    assert "Line 5" in reply
    assert "change" in reply


def test_an_idea_that_no_run_decides_is_said_to_be_undecided_with_a_fact_of_its_line(
    learner: Learner,
) -> None:
    learner.say("driven([990, 20]) should give 30" + fenced(TRIP))

    reply = learner.say("Maybe the loop in line 3 is the problem?")

    assert "line 3" in reply
    assert "That is worth" not in reply


def test_a_question_is_not_asked_whose_answer_the_message_has(learner: Learner) -> None:
    learner.say("tired([[8, 9], [2, 3]], 15) should give [0]" + fenced(HOURS))
    asked = learner.said[-1]

    reply = learner.say("I print hours, hours is 9 when the loop is over")

    assert asked not in reply
    assert reply.count("holds `9`") == 1


def test_nothing_is_said_of_an_idea_where_the_repair_may_be_a_chance() -> None:
    program = "def half(n):\n    return n // 3"
    case = Case(call=Call(text="half(4)"), origin="student", expected="2")
    fault = locate_fault(program, run_program(program, [case]))

    assert judge_idea(program, ["it divides by the wrong number"], [2], fault, None) == UNDECIDED


@pytest.mark.parametrize(("line", "place"), [(5, "there"), (4, "elsewhere")])
def test_a_place_is_judged_by_the_lines_that_a_repair_changes(line: int, place: str) -> None:
    calls = ("total([1, 2, 3])", "6"), ("total([2, 2])", "4"), ("total([5])", "5")
    cases = [Case(call=Call(text=c), origin="student", expected=e) for c, e in calls]
    fault = locate_fault(FIRST, run_program(FIRST, cases))

    assert judge_idea(FIRST, [], [line], fault, None).place == place
