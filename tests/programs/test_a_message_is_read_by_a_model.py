"""Where a model reads a message, code carries out what it says, and the run has the last word.

The model is a script here: what it writes may be right, made up or nonsense.
"""

from __future__ import annotations

import json

import pytest

from tests.doubles.debugging import ASK, MENDED, PROGRAM, Learner, fenced
from tests.doubles.scripted_reading import reads
from tests.sentences import says
from tutor_app.domain.values import Sentence
from tutor_app.programs.program_structure import read_program

CALL = "total([1, 2, 3], 0)"
FIRST = {"gives too much": "does: saw"}  # what the first message says is in its examples

TWO_FAULTS = PROGRAM.replace("item > start", "item < start")
ASK_OF_TWO = ASK.replace(PROGRAM, TWO_FAULTS)

SCORES = """def scores(names):
    result = {}
    for name in names:
        result[name] = 1
    return result

scores(["ana", "ben", "ana"])"""
OF_SCORES = 'scores(["ana", "ben", "ana"])'


def learner(readings: dict[str, str], first: str = ASK) -> Learner:
    """A learner whose first message is said, with a model that reads what follows."""
    made = Learner(reader=reads(FIRST | readings))
    made.say(first)
    return made


def due(learner: Learner) -> dict[str, str | None]:
    """What each call must give, as the tutor has it."""
    assert learner.work.program is not None
    cases = [json.loads(each) for each in learner.work.program.cases]
    return {case["call"]["text"]: case["expected"] for case in cases}


def described(learner: Learner) -> str | None:
    assert learner.work.program is not None
    return learner.work.program.described


def asked(learner: Learner) -> str:
    """The key of the question that is open; "" where none is."""
    assert learner.work.program is not None
    awaited = learner.work.program.awaited
    return awaited.key if awaited is not None else ""


def same(one: str, other: str) -> bool:
    return read_program(one).text.strip() == read_program(other).text.strip()


# --- what calls must give ---------------------------------------------------------------------


def test_what_the_words_say_that_a_call_must_give_becomes_the_case() -> None:
    reader = reads({"start": f"does: wants\non {CALL}\nwant {CALL} -> 6"})
    student = Learner(reader=reader)

    reply = student.say(f"with start 0 the three numbers 1, 2 and 3 are six{fenced(PROGRAM)}")

    assert due(student) == {CALL: "6"}
    assert f"`{CALL}` gives `7`, and it should give `6`" in reply


def test_what_stands_right_behind_a_call_counts_though_the_model_passes_it_over() -> None:
    student = Learner(reader=reads({"": "does: saw"}))

    student.say(f"it gives too much, {CALL} should be 6{fenced(PROGRAM)}")

    assert due(student) == {CALL: "6"}


def of_six(said: str, reading: str) -> Learner:
    """A learner who has said that the call must give 6, with the reading of what they say next."""
    six = f"does: wants\nwant {CALL} -> 6"
    made = Learner(reader=reads({"start": six, said: reading}))
    made.say(f"with start 0 the three numbers 1, 2 and 3 are six{fenced(PROGRAM)}")
    return made


def test_a_call_takes_back_what_was_said_of_it_where_the_words_say_something_else() -> None:
    student = of_six("sorry", f"does: wants\nwant {CALL} -> 8")

    student.say("sorry, not 6, it is 8 for the three")

    assert due(student) == {CALL: "8"}


def test_a_value_that_stands_in_no_word_is_not_believed() -> None:
    student = of_six("sorry", f"does: wants\nwant {CALL} -> 8")

    reply = student.say("sorry, it must be something else there")

    assert due(student) == {CALL: "6"}
    assert "`8`" not in reply


def test_of_a_dict_only_the_key_is_believed_that_the_words_say() -> None:
    invents = f"does: wants\nwant {OF_SCORES} -> {{'ana': 2, 'ben': 5}}"
    student = Learner(reader=reads({"ana": invents}))

    reply = student.say(f"ana is in it twice, so 2 for ana{fenced(SCORES)}")

    assert due(student) == {f"{OF_SCORES}['ana']": "2", OF_SCORES: None}
    assert "`2`" in reply
    assert "`5`" not in reply


def test_of_a_dict_the_whole_is_wanted_once_every_key_is_told_or_the_rest_called_right() -> None:
    whole = f"does: wants\nwant {OF_SCORES} -> {{'ana': 1, 'ben': 2}}"
    student = Learner(reader=reads({"ana": whole, "ben": "does: corrects, wants", "rest": whole}))

    student.say(f"ana should have 2{fenced(SCORES)}")
    assert due(student) == {f"{OF_SCORES}['ana']": "2", OF_SCORES: None}
    student.say("ben 2? no. ben 1 is right")
    assert due(student) == {OF_SCORES: "{'ana': 2, 'ben': 1}"}
    student.say("sorry, ana is 3, not 2, and the rest is right")
    assert due(student) == {OF_SCORES: "{'ana': 3, 'ben': 1}"}


LEVELS = """def levels(deps):
    indeg = {v: 0 for v in deps}
    for v in deps:
        for w in deps[v]:
            indeg[w] += 1
    ready = [v for v in deps if indeg[v] == 0]
    level = {v: 1 for v in ready}
    while ready:
        v = ready.pop()
        for w in deps[v]:
            indeg[w] -= 1
            level[w] = level[v] + 1
            if indeg[w] == 0:
                ready.append(w)
    return level

print(levels({"shoes": ["door"], "socks": ["boots"], "boots": ["door"], "door": []}))"""


def test_of_a_key_that_is_wrong_it_is_asked_and_confirmed_what_sets_it_last() -> None:
    readings = {
        "i get 2": "does: wants, saw",
        "over it": "does: cause\nblame 12",
        "drop": "does: change, check\nline 6:     ready = [*deps, *deps]",
    }
    student = Learner(reader=reads(readings))

    student.say(f"door should be 3, i get 2{fenced(LEVELS)}")
    assert [value for value in due(student).values() if value] == ["3"]
    assert asked(student).startswith("element:level['door']")
    reply = student.say("boots writes door=3, and later shoes writes 2 over it")
    assert reply.startswith("Yes")
    assert reply.index("`3`") < reply.index("`'boots'`") < reply.index("`'shoes'`")
    assert "I tried that" not in student.say("drop boots 3. is my program right now?")


def test_of_a_dict_nothing_is_believed_where_no_word_says_a_value() -> None:
    student = Learner(reader=reads({"ana": f"does: wants\nwant {OF_SCORES} -> {{'ana': 9}}"}))

    student.say(f"ana should have more{fenced(SCORES)}")

    assert due(student) == {OF_SCORES: None}


@pytest.mark.parametrize("call", ["print(open('notes'))", "sum([1, 2])", "totals([1], 0)"])
def test_a_call_of_nothing_in_the_program_is_not_run(call: str) -> None:
    student = learner({"also": f"does: wants\nrun {call}\nwant {call} -> 3\non {call}"})

    student.say("it must be 3 here also")

    assert set(due(student)) == {CALL, "total([], 0)"}


def test_another_call_that_is_named_is_run() -> None:
    student = learner({"two": "does: wants\nwant total([2], 0) -> 2"})

    reply = student.say("i took the two alone, it must give 2")

    assert due(student)["total([2], 0)"] == "2"
    assert "`total([2], 0)` gives `3`" in reply


# --- changes ----------------------------------------------------------------------------------


def test_a_told_change_that_changes_nothing_is_tried_on_its_line_and_said_to() -> None:
    student = learner({"equal": "does: change\nline 4:         if item >= start:"})

    reply = student.say("or also the equal ones?")

    assert "I tried that" in reply
    assert "line 4" in reply
    assert f"`{CALL}` gives `7`" in reply
    assert same(student.work.text, PROGRAM)


def test_a_told_change_that_helps_gets_a_yes_and_is_no_program_yet() -> None:
    student = learner({"empty": "does: change\nline 2:     result = 0"})

    reply = student.say("begin with an empty sum, 0")

    assert reply.startswith("Yes: ")
    assert "`6`" in reply
    assert same(student.work.text, PROGRAM)


def test_a_change_told_as_made_becomes_the_program() -> None:
    student = learner({"empty": "does: made\nline 2:     result = 0"})

    reply = student.say("it begins with an empty sum, 0, in my file now")

    assert same(student.work.text, MENDED)
    assert "line 2" in reply
    assert "passes all 2 calls" in reply
    assert student.ladder[-1].cause == "right"


def test_a_change_is_told_as_made_that_was_told_before() -> None:
    readings = {"empty": "does: change\nline 2:     result = 0", "did": "does: made"}
    student = learner(readings)
    student.say("begin with an empty sum, 0")

    student.say("ok i did that")

    assert same(student.work.text, MENDED)


def test_what_only_a_change_gives_tells_that_it_was_made() -> None:
    readings = {"empty": "does: change\nline 2:     result = 0"}
    ran, foretold = (
        learner(readings | {"six": f"does: {does}\nanswer 6"})
        for does in ("answers, saw", "answers")
    )
    for student in (ran, foretold):
        student.say("begin with an empty sum, 0")
        student.say("six, that's what comes out")

    assert same(ran.work.text, MENDED)
    assert same(foretold.work.text, PROGRAM)


ONE = {"first": "does: change\nline 2:     result = 0"}
OTHER = "line 4:         if item > start:"


@pytest.mark.parametrize("does", ["change", "made"])
def test_a_second_change_adds_to_the_one_told_before(does: str) -> None:
    student = learner(ONE | {"second": f"does: {does}\n{OTHER}"}, ASK_OF_TWO)
    alone = learner({"second": f"does: {does}\n{OTHER}"}, ASK_OF_TWO)

    first = student.say("my first idea: begin with 0")
    reply = student.say("my second one: item > start")

    assert not first.startswith("Yes: ")
    now = student.work.text if does == "made" else described(student)
    assert now is not None
    assert same(now, MENDED)
    assert ("passes all 2" if does == "made" else "calls that I know pass") in reply
    assert "passes all" not in alone.say("my second one: item > start")


def test_a_second_change_goes_to_its_line_below_lines_that_the_first_put_in() -> None:
    first = {"first": "does: change\nafter 0: import math\nline 2:     result = 0"}
    student = learner(first | {"second": f"does: made\n{OTHER}"}, ASK_OF_TWO)

    student.say("my first idea: import math, begin with 0")
    student.say("my second one: item > start")

    assert same(student.work.text, f"import math\n{MENDED}")


def test_a_second_change_of_the_same_line_takes_the_place_of_the_first() -> None:
    readings = {"ten": "does: change\nline 2:     result = 10"}
    student = learner(readings | {"empty": "does: made\nline 2:     result = 0"})

    student.say("ten?")
    student.say("no: the empty sum, 0. done")

    assert same(student.work.text, MENDED)


@pytest.mark.parametrize(
    "edit",
    ["line 2: result = (", "line 4: if item > start:", "line 2:     res = 0", "cut 2"],
    ids=["no python", "out of its place", "another name", "without a value"],
)
def test_a_change_whose_placing_breaks_the_program_is_asked_for_as_lines(edit: str) -> None:
    student = learner({"other": f"does: made\n{edit}"})

    reply = student.say("i put the other one in")

    assert same(student.work.text, PROGRAM)
    assert student.session.work is not None
    assert "lines" in (student.work.program.asked if student.work.program else ())
    assert "Error" not in reply


@pytest.mark.parametrize("edit", ["line 2: result = (", "line 4: if item > start:"])
def test_a_change_that_python_cannot_read_where_it_was_put_is_not_tried(edit: str) -> None:
    student = learner({"other": f"does: change\n{edit}"})

    reply = student.say("i would put the other one in")

    assert "I tried that" not in reply
    assert "Error" not in reply
    assert described(student) is None


# --- answers and claims -----------------------------------------------------------------------


def test_a_right_answer_is_confirmed() -> None:
    student = learner({"guess": "does: answers\nanswer 1"})
    assert asked(student).startswith("held:result")

    assert student.say("one, that is my guess").startswith("Yes. ")


@pytest.mark.parametrize("also", ["cause", "whether"])
def test_beside_a_claim_only_the_answer_is_called_right(also: str) -> None:
    student = learner({"shared": f"does: answers, {also}\nanswer 1"})

    reply = student.say("1. and as i said result is shared between the calls")

    assert reply.startswith("Your answer to my question is right. ")
    assert "`result` holds `1`" in reply


def test_a_value_that_is_wanted_is_no_yes_to_what_is_claimed_beside_it() -> None:
    student = learner(
        {"guess": "does: answers\nanswer 1", "shared": "does: answers, cause\nanswer 1"}
    )
    student.say("one, that is my guess")

    reply = student.say("yes 1 is wanted. so it IS shared")

    assert not reply.startswith("Yes")
    assert says(reply, "programs_facts.fine_there")


def test_a_wrong_answer_is_held_against_the_run() -> None:
    student = learner({"guess": "does: answers\nanswer 3"})

    reply = student.say("3 is my guess")

    assert not reply.startswith("Yes")
    assert "`result` holds `1`" in reply


def test_a_claim_that_the_run_bears_out_is_confirmed() -> None:
    student = learner({"return": "does: saw\nprobe 6: result -> 7"})

    reply = student.say("result is 7 at the return")

    assert reply.startswith("Yes. ")
    assert "`result` is `7`" in reply


def test_a_claim_that_is_not_so_gets_the_value_of_the_run_and_no_verdict() -> None:
    """It may have been read wrongly: the run's value says what there is to say."""
    student = learner({"return": "does: saw\nprobe 6: result -> 9"})

    reply = student.say("result is 9 at the return")

    assert "Not so" not in reply
    assert "`9`" not in reply
    assert "`result` is `7`" in reply


def test_what_is_so_at_one_moment_only_is_neither_confirmed_nor_denied() -> None:
    student = learner({"sum": "does: saw\nprobe 5: result -> 2"})

    reply = student.say("the sum is 2 in line 5")

    assert "Not so" not in reply
    assert not reply.startswith("Yes")
    assert "`1`, `2`, `4`" in reply


@pytest.mark.parametrize(("times", "begins"), [(3, "Yes. "), (5, "Line 5 ")])
def test_how_often_a_line_is_run_is_held_against_the_run(times: int, begins: str) -> None:
    student = learner({"often": f"does: saw\ncount 5 -> {times}"})

    reply = student.say(f"line 5 is run that often: {times} times")

    assert reply.startswith(begins)
    assert "3 times" in reply


# --- questions of the student's ---------------------------------------------------------------


def test_a_question_gets_what_the_run_shows_and_no_question_beside_it() -> None:
    student = learner({"inside": "does: what\nprobe 5: result"})

    reply = student.say("what is inside of it on its way?")

    assert "`1`, `2`, `4`" in reply
    assert "?" not in reply


def test_a_question_for_a_reason_gets_the_line_that_it_comes_from() -> None:
    student = learner({"large": "does: why\nprobe 6: result"})

    reply = student.say("why is result so large?")

    assert "line 5" in reply
    assert "?" not in reply


def test_a_question_about_a_line_that_is_never_reached_is_told_so() -> None:
    empty = f"total([], 0) must give 0{fenced(PROGRAM)}"
    student = Learner(reader=reads({"must": "does: wants\nwant total([], 0) -> 0"}))
    student.say(empty)
    student.reader = reads({"inside": "does: what\nprobe 5: result"})

    reply = student.say("what is inside?")

    assert "line 5" in reply.casefold()
    assert "never" in reply or "not reached" in reply or "isn't reached" in reply


# --- without a reading ------------------------------------------------------------------------

SAYINGS = (ASK, "result is 9 at the end", "I would begin with result = 0", "6")


@pytest.fixture(scope="module")
def without_model() -> list[str]:
    plain = Learner()
    return [plain.say(said) for said in SAYINGS]


@pytest.mark.parametrize("written", [None, "no idea", "line 2:     res = 0\ndoes: made", ""])
def test_where_the_model_gives_no_reading_the_reply_is_that_without_a_model(
    written: str | None, without_model: list[str]
) -> None:
    read = Learner(reader=lambda request: written)

    assert [read.say(said) for said in SAYINGS] == without_model
    assert same(read.work.text, MENDED)


def test_who_presses_for_the_next_hint_is_not_read() -> None:
    requests: list[str] = []
    student = Learner(reader=reads({}, requests))
    student.say(ASK)
    before = len(requests)

    student.say("I'm stuck")

    assert len(requests) == before


def test_it_is_said_that_the_message_is_read_before_anything_is_told() -> None:
    events = Learner(reader=reads({})).events(ASK)

    assert not isinstance(events[0], Sentence)
    assert not any(type(each) is type(events[0]) for each in Learner().events(ASK))


def test_the_model_is_given_program_calls_and_what_was_said() -> None:
    requests: list[str] = []
    student = Learner(reader=reads({}, requests))
    tutor = student.say(ASK)

    student.say("it begins with 1?")

    request = requests[-1].split("\n")
    assert request[1] == "2     result = 1"
    assert f"{CALL} gives 7, should give 6" in request
    assert f"Talked about: {CALL}" in request
    assert request[-2].startswith("Tutor: ")
    assert request[-2].endswith(tutor[-40:])
    assert request[-1] == "Student: it begins with 1?"


@pytest.mark.parametrize(
    "nonsense",
    [
        "does:",
        "does: dances",
        "does: change\nline 99: x = 1",
        "does: change",
        "does: made",
        "does: answers\nanswer ???",
        "does: wants\nwant total( -> 3",
        "does: cause\nblame 99",
        "does: saw\nprobe 6: 1 / 0 -> 3",
        "does: saw\nprobe 6: [0] * 10 ** 12",
        "does: made\ncut 1-6",
        "does: change\ncut 1-6",
    ],
)
def test_a_reading_that_says_nothing_leaves_program_and_calls_as_they_are(nonsense: str) -> None:
    student = learner({"well": nonsense})

    reply = student.say("well, it is as it is")

    assert reply
    assert same(student.work.text, PROGRAM)
    assert due(student) == {CALL: "6", "total([], 0)": "0"}


# --- programs without functions, and pieces of programs ---------------------------------------

SCRIPT = """count = 1
for letter in "NNE":
    if letter == "N":
        count = count + 1
print("north", count)
print("done")"""


def test_what_a_program_as_a_whole_must_print_is_heard_print_by_print() -> None:
    requests: list[str] = []
    wants = "does: wants\nwant print('north', count) -> north 2"
    student = Learner(reader=reads({"north": wants}, requests))

    reply = student.say(f"it should say north 2{fenced(SCRIPT)}")

    assert "print('north', count) gives None, prints 'north 3'" in requests[0]
    assert student.work.program is not None
    assert [json.loads(each)["prints"] for each in student.work.program.cases] == ["north 2\ndone"]
    assert "north 3" in reply


def test_lines_pasted_from_a_program_without_functions_are_no_other_program() -> None:
    changed = "does: change, made\nline 1: count = 0"
    wants = "does: wants\nwant print('north', count) -> north 2"
    student = Learner(reader=reads({"should": wants, "now": changed}))
    student.say(f"it should say north 2{fenced(SCRIPT)}")

    student.say(f"now it begins so{fenced('count = 0')}")

    assert student.work.text == SCRIPT.replace("count = 1", "count = 0") + "\n"
