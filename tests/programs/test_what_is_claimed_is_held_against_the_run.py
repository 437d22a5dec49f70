"""Whatever a reply claims was computed: of a change told, an answer to a question, a repair.

Whole conversations; the model that reads them is a script, which may read wrongly.
"""

from __future__ import annotations

import json

from tests.doubles.debugging import Learner, fenced
from tests.doubles.scripted_reading import reads
from tests.sentences import says
from tutor_app.domain.values import Sentence
from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.questions.smaller_call import ask_of_smaller
from tutor_app.programs.replies.accepted_answers import FORETOLD, SMALLER
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, Look

GAPS = """def widest_gap(marks):
    best = 0
    for i in range(1, len(marks) - 1):
        gap = marks[i] - marks[i - 1]
        if gap > best:
            best = gap
    return best

print(widest_gap([1, 4, 6, 7]))
print(widest_gap([1, 2, 9]))"""
OF_GAPS = "does: wants\nwant widest_gap([1, 2, 9]) -> 7\nwant widest_gap([1, 4, 6, 7]) -> 3"
SAID_OF_GAPS = "the nine is 7 away in [1, 2, 9], so 7, and the other is 3"
MENDED_GAPS = GAPS.replace("len(marks) - 1", "len(marks)")

BASKET = """class Basket:
    held = []

    def put(self, thing):
        self.held.append(thing)

    def last(self):
        return self.held[-1]

    def count(self):
        return len(self.held)

mine = Basket()
mine.put("egg")
mine.put("egg")
yours = Basket()
yours.put("tea")
print(mine.count())
print(yours.count())"""
EMPTIED = BASKET.replace("    held = []\n\n", "").replace(
    "        self.held.append(thing)", "        self.held = []\n        self.held.append(thing)"
)

TIDY = """def tidy(name):
    name.strip()
    return name.upper()

print(tidy(" ada "))"""

STAIRS = """for step in range(1, 4):
    print(" " * (4 - step) + "#" * step)
for step in range(3, 0, -1):
    print(" " * (4 - step) + "#" * step)"""


def told_of_gaps(**readings: str) -> Learner:
    """A learner with the program of the gaps on the table; each reading is of the words that its
    name stands for, with blanks."""
    plain = {words.replace("_", " "): reading for words, reading in readings.items()}
    student = Learner(reader=reads({SAID_OF_GAPS: OF_GAPS} | plain))
    student.say(f"{SAID_OF_GAPS}{fenced(GAPS)}")
    return student


def due(learner: Learner) -> dict[str, str | None]:
    assert learner.work.program is not None
    cases = [json.loads(each) for each in learner.work.program.cases]
    return {case["call"]["text"]: case["expected"] for case in cases}


def open_key(learner: Learner) -> str:
    assert learner.work.program is not None
    awaited = learner.work.program.awaited
    return awaited.key if awaited is not None else ""


# --- changes ----------------------------------------------------------------------------------


def test_of_two_changes_of_which_one_is_meant_each_is_tried_alone() -> None:
    either = "does: change\nline 2:     best = 1\nline 5:         if gap >= best:"
    student = told_of_gaps(best_begins=either)

    reply = student.say("maybe best begins at 1, or it is if gap >= best?")

    assert "`best = 1` on line 2: `widest_gap([1, 2, 9])` gives `1`" in reply
    assert "`if gap >= best:` on line 5: this call gives `1`" in reply


def test_a_repair_that_the_words_do_not_tell_is_not_taken_for_theirs() -> None:
    found = "does: change\nline 3:     for i in range(1, len(marks)):"
    student = told_of_gaps(something_about_best=found)

    reply = student.say("something about best must be otherwise i guess")

    assert not says(reply, "programs_reactions.yes_with_it")
    assert says(reply, "programs_moves.which_lines")


def test_a_repair_that_the_words_write_out_gets_a_yes() -> None:
    told = "does: change\nline 3:     for i in range(1, len(marks)):"
    student = told_of_gaps(so_i_write=told)

    reply = student.say("so i write range(1, len(marks))")

    assert says(reply, "programs_reactions.yes_with_it")


def test_a_sign_goes_to_the_comparison_that_the_words_write_beside_it() -> None:
    program = (
        "def grade(n):\n    if n == 0:\n        return 'none'\n    if n < 5:\n"
        "        return 'low'\n    return 'high'\n\nprint(grade(5))"
    )
    misplaced = "does: change\nline 2:     if n <= 0:"
    first = "does: wants\nwant grade(5) -> 'low'"
    student = Learner(reader=reads({"five is low": first, "check": misplaced}))
    student.say(f"five is low still{fenced(program)}")

    student.say("n == 0 is fine, the < 5 check should be <= 5")

    assert student.work.program is not None
    described = student.work.program.described
    assert described is not None
    assert "n == 0" in described
    assert "n <= 5" in described


def test_what_has_no_value_where_it_was_put_is_no_change_of_theirs() -> None:
    program = TIDY.replace("    name.strip()", "    clean = name.strip()")
    student = Learner(
        reader=reads(
            {
                "without the blanks": "does: wants\nwant tidy(' ada ') -> 'ADA'",
                "something else": "does: why, change\nline 5: print(clean)",
            }
        )
    )
    student.say(f"it must come without the blanks, 'ADA'{fenced(program)}")

    reply = student.say("why? clean has none. must i write something else at the end?")

    assert "NameError" not in reply


# --- what was asked of them -------------------------------------------------------------------


def test_a_call_foretold_wrongly_becomes_nothing_that_the_program_must_give() -> None:
    said = "does: answers\nanswer 99"
    student = told_of_gaps(here=" does: made".strip(), ninety=said)
    student.say(f"here{fenced(MENDED_GAPS)}")
    key = open_key(student)
    assert key.startswith(FORETOLD)

    reply = student.say("ninety nine, 99")

    assert key.removeprefix(FORETOLD) not in due(student)
    assert says(reply, "programs_moves.which_of_two")


def test_a_wanted_value_in_place_of_an_answer_is_an_answer_all_the_same() -> None:
    student = told_of_gaps(here="does: made")
    student.say(f"here{fenced(MENDED_GAPS)}")
    call = open_key(student).removeprefix(FORETOLD)
    student.reader = reads({"must": f"does: wants\nwant {call} -> 99"})

    reply = student.say("it must be 99")

    assert call not in due(student)
    assert says(reply, "programs_moves.which_of_two")


def test_a_smaller_call_is_asked_about_on_which_a_repair_gives_something_else() -> None:
    case = Case(call=Call(text="widest_gap([1, 4, 6, 7, 12])"), origin="student", expected="5")
    run = run_program(GAPS, [case])
    repairs = (MENDED_GAPS,)
    fault = Fault(kind="range", lines=(3,), certain=True, ground="repair", repairs=repairs)

    asked = ask_of_smaller(GAPS, run, run.results[0], fault)

    assert asked is not None
    call = Case(call=Call(text=asked.awaited.key.removeprefix(SMALLER)), origin="generated")
    values = [run_program(each, [call]).results[0].value for each in (GAPS, MENDED_GAPS)]
    assert values[0] != values[1]
    assert asked.awaited.accepted == (values[1],)


# --- why --------------------------------------------------------------------------------------


def test_a_why_is_answered_by_the_rule_of_what_goes_on_there() -> None:
    student = Learner(
        reader=reads(
            {
                "without the blanks": "does: wants\nwant tidy(' ada ') -> 'ADA'",
                "strip": "does: why\nprobe 2: name",
            }
        )
    )
    student.say(f"it must come without the blanks, 'ADA'{fenced(TIDY)}")

    reply = student.say("why are they there still, i call strip")

    assert says(reply, "programs_causes.stays_as_it_was")
    assert says(reply, "programs_causes.texts_stay")


def test_that_the_last_one_is_left_out_is_confirmed_where_no_round_looks_at_it() -> None:
    student = told_of_gaps(last_one="does: cause, why")

    reply = student.say("it does not see the last one, the 9. why is that")

    assert says(reply, "programs_causes.last_unseen")
    assert says(reply, "programs_causes.end_left_out")


def test_of_an_element_that_is_looked_at_nothing_is_said() -> None:
    student = Learner(reader=reads({"three": "does: wants\nwant widest_gap([1, 2, 9]) -> 8"}))
    student.say(f"three{fenced(MENDED_GAPS)}")
    student.reader = reads({"last": "does: cause, why"})

    reply = student.say("does it not see the last one, why")

    assert not says(reply, "programs_causes.last_unseen")


def test_a_value_that_no_line_reads_is_told_where_a_new_version_does_the_same() -> None:
    half = TIDY.replace("    name.strip()", "    clean = name.strip()")
    readings = {"without the blanks": "does: wants\nwant tidy(' ada ') -> 'ADA'"}
    student = Learner(reader=reads(readings | {"now": "does: made, check"}))
    student.say(f"it must come without the blanks, 'ADA'{fenced(TIDY)}")

    reply = student.say(f"and now?{fenced(half)}")

    assert says(reply, "programs_causes.never_read")


# --- objects, frames, recursion ---------------------------------------------------------------


def test_a_repair_that_suits_the_prints_alone_is_tried_on_another_use() -> None:
    readings = {"one tea": "does: wants\nwant yours.count() -> 1", "so?": "does: made, check"}
    student = Learner(reader=reads(readings))
    student.say(f"yours has one tea, so 1{fenced(BASKET)}")

    reply = student.say(f"so?{fenced(EMPTIED)}")

    assert open_key(student).startswith(FORETOLD)
    assert "put('egg')" in open_key(student)
    assert says(reply, "programs_confirm.others_shown")


def test_a_use_that_words_tell_is_run() -> None:
    readings = {"one tea": "does: wants\nwant yours.count() -> 1", "if i put": "does: whether"}
    student = Learner(reader=reads(readings))
    student.say(f"yours has one tea, so 1{fenced(BASKET)}")

    student.say("if i put egg tea egg in mine, what then")

    assert any("mine.put('tea')\nmine.put('egg')\nmine.count()" in call for call in due(student))


def test_what_is_looked_at_is_that_of_the_call_and_not_of_the_lines_before_it() -> None:
    source = BASKET.rpartition("\n\n")[0]
    call = "a = Basket()\na.put('x')\na.count()\nb = Basket()\nb.put('y')\nb.count()"
    line = source.split("\n").index("        return len(self.held)") + 1
    case = Case(call=Call(text=call, own_setup=True), origin="student")

    run = run_program(source, [case], trace_case=0, looks=[Look(line, "len(self.held)")])

    assert run.results[0].looked == (("2",),)
    assert dict(run.results[0].in_call().lines)[line] == 1
    assert run.results[0].times_reached(line) == 2


def test_a_recursion_without_end_is_told_of_the_line_that_goes_on() -> None:
    source = (
        "def tree(n):\n    if n < 0:\n        return 0\n    left = tree(n - 1)\n"
        "    return left + tree(n)\n"
    )

    run = run_program(source, [Case(call=Call(text="tree(3)"), origin="student")])

    assert run.results[0].error is not None
    assert run.results[0].error.line == 5


# --- what is printed --------------------------------------------------------------------------


def test_how_many_lines_words_want_is_held_against_what_is_printed() -> None:
    student = Learner(reader=reads({"five lines": "does: saw, wants"}))

    events = student.events(f"it must be five lines, the widest once{fenced(STAIRS)}")
    reply = " ".join(each.text for each in events if isinstance(each, Sentence))

    assert says(reply, "programs_runs.lines_wanted")
    assert says(reply, "programs_runs.line_twice")
    assert not says(reply, "programs_moves.what_should")
    assert "```text\n   #\n  ##\n ###\n ###\n  ##\n   #\n```" in reply  # as they stand


def test_lines_that_a_change_takes_away_are_named() -> None:
    change = "does: change\nline 1: for step in range(1, 2):"
    student = Learner(reader=reads({"range(1, 2)": change, "five lines": "does: saw, wants"}))
    student.say(f"it must be five lines, the widest once{fenced(STAIRS)}")

    reply = student.say("so range(1, 2) in the first? there must be five lines")

    assert says(reply, "programs_runs.lines_gone")
    assert not says(reply, "programs_moves.whether_due")


def test_of_a_program_that_only_prints_another_print_is_a_new_version() -> None:
    half = 'for row in range(3):\n    print("*" * row, end="")\nprint()'
    moved = 'for row in range(3):\n    print("*" * row, end="")\n    print()'
    student = Learner(reader=reads({"one under": "does: wants, saw", "inside": "does: made"}))
    student.say(f"the rows must stand one under the other{fenced(half)}")

    reply = student.say(f"it is inside now{fenced(moved)}")

    assert says(reply, "programs_reactions.now_other")
    assert "```text\n\n*\n**\n```\n\n Before your change it was `***`." in reply
