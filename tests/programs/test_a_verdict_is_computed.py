"""What a student says of their own program gets a verdict that was computed.

The longest run of numbers from 5 on; the last run is forgotten, since only a small number ends one.
"""

from __future__ import annotations

import pytest

from tests.doubles.debugging import Learner, fenced
from tests.doubles.scripted_reading import reads
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
AVERAGE = """def average(lines):
    total = 0
    count = 0
    for line in lines:
        count += 1
        if line == "absent":
            continue
        total += int(line)
    return total / count"""
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


def test_a_value_that_no_repaired_version_has_is_where_it_goes_wrong() -> None:
    call = "average(['8', 'absent', '6', '10'])"
    readings = {"should": f"does: wants\nwant {call} -> 8.0", "says 4": "does: saw, whether\n"}
    readings["says 4"] += "probe 9: count -> 4"
    student = Learner(reader=reads(readings))
    student.say(f"{call} should give 8.0{fenced(AVERAGE)}")

    reply = student.say("count says 4 at the end, is that it? there are 3 people")

    assert says(reply, "programs_ideas.cause_seen")


def test_what_is_said_never_to_change_and_does_is_no_part_that_is_so() -> None:
    readings = {"should": f"does: wants\nwant {MERGED} -> [(1, 10)]"}
    readings["shrinks"] = "does: why\nprobe 6: last_end -> 3"
    student = Learner(reader=reads(readings))
    student.say(f"{MERGED} should give [(1, 10)]{fenced(SPANS)}")

    reply = student.say("last_end 3? why would it be 3, nothing shrinks it")

    assert says(reply, "programs_ideas.not_as_claimed")
    assert not says(reply, "programs_ideas.as_to_part")
    assert "line 5" in reply


def test_the_program_as_it_is_sent_once_more_is_no_change() -> None:
    student = Learner()
    student.say(DUE + fenced(RUNS))
    before = student.work.text

    student.say("i wrote no <=. it looks like this:" + fenced(RUNS.split("\n\n")[1]))

    assert student.work.text == before
