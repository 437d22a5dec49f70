"""What is said of a variable in a loop's rounds is held against the run, and what mends one is told
by its rounds; an edge case that is opened then is asked about itself."""

from __future__ import annotations

import pytest

from tests.doubles.debugging import Learner, fenced
from tests.doubles.program_runs import case, run_one
from tests.doubles.scripted_reading import reads
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


@pytest.mark.parametrize("is_read", [False, True])
def test_a_finding_a_repair_and_an_edge_case_each_get_their_word(is_read: bool) -> None:
    readings = {
        "must give": f"does: wants\nwant {CALL} -> 1",
        "stays behind": "does: saw, cause, change\nline 3:     last = levels[1]",
        "was I right": "does: whether",
        "moved it": "does: made, what\nrun jumps([], 5)",
    }
    student = Learner(reader=reads(readings) if is_read else None)
    first = student.say(
        f"counts jumps of at least step from one day to the next. {CALL} must give 1{fenced(JUMPS)}"
    )
    found = student.say("last is 0 when level is 6, so last stays behind. last = levels[1] then?")
    right = student.say("was I right that last doesn't follow?")
    mended = student.say(f"moved it, now it gives 1. and what about jumps([], 5)?{fenced(MENDED)}")

    assert "`level` = `6`" in first  # where it first goes up, not what came out in the end
    assert "`level` = `20`" not in first
    beside_an_idea = "programs_ideas.as_to_part" if is_read else "programs_ideas.as_claimed"
    assert says(found, beside_an_idea)  # a yes were one to the change
    assert says(found, "programs_ideas.holds_then", name="`last`", other="`level`")
    assert says(right, "programs_ideas.stays_in_rounds", name="`last`")
    assert "Yes" in right or "Just so" in right
    assert says(mended, "programs_reactions.now_right", value="`1`")
    assert says(mended, "programs_confirm.mended", name="`last`", before="`0`", now="`3`")
    assert says(mended, "programs_moves.what_should")
    assert "IndexError" in mended


def test_a_repair_that_is_told_beside_an_edge_case_gets_its_word_too() -> None:
    readings = {
        "must give": f"does: wants\nwant {CALL} -> 1",
        "moved it": "does: change, what\nrun jumps([], 5)\nline 7:         last = level",
    }
    student = Learner(reader=reads(readings))
    student.say(f"{CALL} must give 1{fenced(JUMPS)}")

    reply = student.say("moved it out of the if, last = level on line 7. what of jumps([], 5)?")

    assert says(reply, "programs_reactions.tried_right_there", value="`1`")
    assert "IndexError" in reply
    assert says(reply, "programs_moves.what_should")


def test_who_asks_why_a_place_that_is_not_there_stops_nothing_is_told_of_slices() -> None:
    student = Learner()
    student.say(f"{CALL} must give 1{fenced(JUMPS)}")

    told = student.say("why does [7] not crash there, levels[1] doesn't exist?")
    other = student.say("why does levels[0] not crash there?")

    assert says(told, "programs_python.slice")
    assert not says(other, "programs_python.slice")
