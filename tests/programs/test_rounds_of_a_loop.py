"""What is said of a variable in a loop's rounds is held against the run, and what mends one is told
by its rounds; an edge case that is opened then is asked about itself."""

from __future__ import annotations

import pytest

from tests.doubles.debugging import Learner, fenced
from tests.doubles.program_runs import case, run_one
from tests.sentences import says
from tutor_app.programs.ideas.round_claims import claims_on_rounds
from tutor_app.programs.locate_fault import trace_case
from tutor_app.programs.questions.round_values import round_apart

JUMPS = """def jumps(levels, step):
    found = 0
    last = levels[0]
    for level in levels[1:]:
        if level - last >= step:
            found += 1
            last = level
    return found
"""
CALL = "jumps([0, 3, 6, 9, 20], 5)"
MENDED = JUMPS.replace("            last = level", "        last = level")


@pytest.mark.parametrize(
    ("said", "agrees"),
    [
        ("last is 0 when level is 6", [True]),
        ("I printed last: it is 0 when level is 3", [True]),
        ("last is 3 when level is 6", [False]),
        ("so last doesn't follow", [True]),
        ("last is stuck somewhere", [True]),
        ("last never moves", [False]),
        ("last should follow, no?", []),
        ("what does last hold?", []),
    ],
)
def test_a_claim_about_rounds_is_held_against_the_run(said: str, agrees: list[bool]) -> None:
    focus = run_one(JUMPS, case(CALL, "1"), traced=True)

    assert [each.agrees for each in claims_on_rounds(JUMPS, [said], focus)] == agrees


def test_two_versions_part_at_the_end_of_the_first_round_that_differs() -> None:
    traces = [trace_case(each, case(CALL, "1")) for each in (JUMPS, MENDED)]

    moment = round_apart(JUMPS, MENDED, *traces)

    assert moment is not None
    assert (moment.names, moment.values, moment.wanted) == (("last",), ("0",), "3")
    assert "`3`" in moment.when
    assert round_apart(JUMPS, JUMPS, traces[0], traces[0]) is None


def test_who_asks_why_a_place_that_is_not_there_stops_nothing_is_told_of_slices() -> None:
    student = Learner()
    student.say(f"{CALL} must give 1{fenced(JUMPS)}")

    told = student.say("why does [7] not crash there, levels[1] doesn't exist?")
    other = student.say("why does levels[0] not crash there?")

    assert says(told, "programs_python.slice")
    assert not says(other, "programs_python.slice")
