"""What a student says of their own program gets a verdict that was computed.

The longest run of numbers from 5 on; the last run is forgotten, since only a small number ends one.
"""

from __future__ import annotations

import pytest

from tests.doubles.debugging import Learner, fenced
from tests.sentences import says
from tutor_app.programs.ideas.reach_claims import claims_on_reach
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case
from tutor_app.programs.small_edits.between_versions import between_versions

RUNS = """nights = [3, 6, 2, 5, 6, 4, 7, 7, 8]

def longest_run(nights):
    best = 0
    run = 0
    for h in nights:
        if h >= 5:
            run = run + 1
        else:
            if run > best:
                best = run
            run = 0
    return best

print(longest_run(nights))"""
CALL = "longest_run(nights)"


SPANS = """def merge_spans(spans):
    spans = sorted(spans)
    out = [spans[0]]
    for start, end in spans[1:]:
        last_start, last_end = out[-1]
        if start <= last_end:
            out[-1] = (last_start, end)
        else:
            out.append((start, end))
    return out"""
MERGED = "merge_spans([(1, 10), (2, 3), (5, 6)])"
OTHER_END = SPANS.replace("(last_start, end)", "(last_start, last_end)")
LARGER_END = SPANS.replace("(last_start, end)", "(last_start, max(last_end, end))")
DUE = "longest_run(nights) should give 3"


def test_a_fix_that_passes_is_asked_about_where_the_larger_of_both_would_do_otherwise() -> None:
    student = Learner()
    student.say(f"{MERGED} should give [(1, 10)]{fenced(SPANS)}")
    student.say(f"is it right now?{fenced(OTHER_END)}")

    assert student.work.program is not None and student.work.program.awaited is not None
    call = student.work.program.awaited.key.partition(" ")[2]
    cases = [Case(call=Call(text=call), origin="generated")]
    one, other = (run_program(each, cases).results[0] for each in (OTHER_END, LARGER_END))
    assert one.value != other.value


@pytest.mark.parametrize(
    ("old", "new", "between"),
    [
        ("b", "c", ["max(b, c)", "min(b, c)"]),
        ("a < b", "a > b", ["a < b and a > b", "a < b or a > b"]),
        ("b", "b", []),
    ],
)
def test_between_two_versions_stand_those_that_choose(
    old: str, new: str, between: list[str]
) -> None:
    versions = [f"def f(a, b, c):\n    return {each}" for each in (old, new)]

    assert [each.split("return ")[1] for each in between_versions(*versions)] == between


@pytest.mark.parametrize(
    ("words", "agrees"),
    [
        ("line 12 is only reached for 3, 2 and 4", True),
        ("line 12 is only reached for 7 and 8", False),
        ("line 12 is never reached for 8", True),
        ("line 12 never runs for 4", False),
        ("line 12 should only run for 7", None),
        ("line 12 has a 3", None),
    ],
)
def test_the_rounds_in_which_a_line_is_reached_are_held_to_the_run(
    words: str, agrees: bool | None
) -> None:
    case = Case(call=Call(text=CALL), origin="student", expected="3")
    run = run_program(RUNS, [case], trace_case=0).results[0]

    claims = [each.agrees for each in claims_on_reach(RUNS, [words], run)]

    assert claims == ([] if agrees is None else [agrees])


def test_a_reason_gets_its_yes_without_a_reader_and_once_more_when_asked_again() -> None:
    student = Learner()
    student.say(DUE + fenced(RUNS))

    reply = student.say("the if run > best is in the else, only for a bad one. is that the reason?")

    assert says(reply, "programs_ideas.flow_decides", line=10)
    assert says(student.say("is that a yes?"), "programs_ideas.verdict_stands")


def test_a_reason_that_rests_on_what_is_not_so_gets_a_no_with_the_run() -> None:
    student = Learner()
    student.say(DUE + fenced(RUNS))

    reply = student.say("line 10 is only reached for 7 and 8. is that the reason?")

    assert says(reply, "programs_ideas.not_as_claimed")
    assert not says(reply, "programs_ideas.flow_decides")


def test_the_program_as_it_is_sent_once_more_is_no_change() -> None:
    student = Learner()
    student.say(DUE + fenced(RUNS))
    before = student.work.text

    student.say("i wrote no <=. it looks like this:" + fenced(RUNS.split("\n\n")[1]))

    assert student.work.text == before
