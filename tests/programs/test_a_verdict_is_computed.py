"""What a student says of their own program gets a verdict that was computed.

The longest run of numbers from 5 on; the last run is forgotten, since only a small number ends one.
"""

from __future__ import annotations

import pytest

from tests.doubles.debugging import Learner, fenced
from tests.doubles.scripted_reading import reads
from tests.sentences import says

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
THROWN_AWAY = RUNS.replace("    return best", "    best = run\n    return best")
GUARDED = RUNS.replace("    return best", "    if run > best:\n        best = run\n    return best")
LAST_ROWS = """i put print(h, run, best) at the end of the loop, the last lines are
7 2 2
8 3 2
why doesnt it use run"""


def student_of(readings: dict[str, str]) -> Learner:
    first = f"does: wants\nwant {CALL} -> 3"
    student = Learner(reader=reads({"it is 3": first} | readings))
    student.say(f"by hand it is 3{fenced(RUNS)}")
    return student


def test_a_repair_that_loses_what_was_right_is_asked_about_on_a_small_input() -> None:
    student = student_of({"right now": "does: made, check"})

    reply = student.say(f"is that right now?{fenced(THROWN_AWAY)}")

    assert says(reply, "programs_confirm.on_your_call", value="`3`")
    assert says(reply, "programs_confirm.parts")
    assert "Which one is right" in reply


def test_a_repair_that_only_mends_is_told_with_how_much_was_run() -> None:
    student = student_of({"right now": "does: made, check"})

    reply = student.say(f"is that right now?{fenced(GUARDED)}")

    assert says(reply, "programs_confirm.gives_as_it_should", value="`3`")
    assert says(reply, "programs_confirm.some_else")
    assert not says(reply, "programs_confirm.parts")


def test_a_reason_of_where_a_line_stands_gets_its_yes_with_when_it_is_reached_last() -> None:
    student = student_of({"in the else": "does: cause, whether\nblame 10"})

    reply = student.say("it is in the else, so it only looks after a bad one. is that the reason?")

    assert says(reply, "programs_ideas.flow_decides", line=10)
    assert says(reply, "programs_ideas.last_reached", line=10, round=6, rounds=9)


def test_a_test_around_a_line_is_an_idea_at_a_place() -> None:
    lost = "does: saw, wants, whether\nwant longest_run([6, 6, 2]) -> 2\nblame 13"
    student = student_of({"right now": "does: made, check", "an if": lost})
    student.say(f"is that right now?{fenced(THROWN_AWAY)}")

    reply = student.say("[6, 6, 2] gives 0, not 2. is line 13 wrong, do i need an if around it")

    assert says(reply, "programs_reactions.too_quick")
    assert says(reply, "programs_ideas.guard_helps", line=13)


@pytest.mark.parametrize("reading", ["does: whether", "does: whether, change\nline 10: {}"])
def test_a_change_that_is_asked_about_and_helps_nothing_begins_with_a_no(reading: str) -> None:
    line = "            if run >= best:"
    student = student_of({"like it": reading.format(line)})

    reply = student.say("is it the if run > best, like it should be >= there?")

    assert says(reply, "programs_reactions.tried_no_same", line=10)
    assert reply.startswith("No")


def test_a_print_put_in_is_no_change_and_its_lines_are_held_against_the_run() -> None:
    read = "does: change, made, saw, why\nline 7:         if h > 4:"
    student = student_of({"i put print": read})

    reply = student.say(LAST_ROWS)

    assert not says(reply, "programs_reactions.made_it")
    assert says(reply, "programs_ideas.as_printed")
    assert says(reply, "programs_ideas.last_reached", line=11)
