"""A program is run before it is discussed: what is said of it is what a run showed."""

from __future__ import annotations

import re

import pytest

from tests.doubles.debugging import ASK, EDITED, MENDED, PROGRAM, Learner, fenced
from tutor_app.domain.values import Offers, Quote, Sentence
from tutor_app.programs.replies.write_reply import CANNOT, LANGUAGE
from tutor_app.programs.run_values import RunnerOff
from tutor_app.programs.runs_at_once import Runner

FIND = """def find(a, x):
    lo = 0
    hi = len(a) - 1
    while lo < hi:
        mid = (lo + hi) // 2
        if a[mid] == x:
            return mid
        if a[mid] < x:
            lo = mid + 1
        else:
            hi = mid - 1
    return -1"""


LARGEST = """def largest(a):
    m = 0
    for x in a:
        if x > m:
            m = x
    return m"""


# --- the first reply --------------------------------------------------------------------------


def test_first_reply_shows_what_comes_out_and_what_should_and_asks_one_question(
    learner: Learner,
) -> None:
    reply = learner.say(ASK)

    assert "`total([1, 2, 3], 0)` gives `7`, and it should give `6`" in reply
    assert reply.count("?") == 1
    assert learner.level == 1


def test_the_students_own_failing_input_comes_before_a_smaller_one(learner: Learner) -> None:
    words = "find([2, 4, 6, 8], 8) gives -1 but should be 3. Example: find([7], 7) => 0"

    reply = learner.say(words + fenced(FIND))

    assert "`find([2, 4, 6, 8], 8)` gives `-1`, and it should give `3`" in reply
    assert "[7]" not in reply


def test_where_a_recursion_stops_its_innermost_call_is_asked_about(learner: Learner) -> None:
    program = """def total(a):
    return a[0] + total(a[1:])

print(total([1, 2, 3]))"""
    asked = learner.say("my recursion crashes and i dont see why" + fenced(program))
    reply = learner.say("[]")

    assert "`a`" in asked
    assert "`a` holds `[]`" in reply


def test_of_a_recursion_without_an_end_no_last_value_is_asked(learner: Learner) -> None:
    program = """def fact(n):
    return n * fact(n - 1)

print(fact(5))"""
    asked = learner.say("it says maximum recursion depth exceeded" + fenced(program))

    assert "`fact(5)`" in asked
    assert "stops" not in asked


def test_an_observation_that_the_run_shares_is_said_to_be_shared(learner: Learner) -> None:
    same = learner.say("find([1, 3, 5], 5) gives -1, should be 2" + fenced(FIND))
    other = Learner().say("find([1, 3, 5], 5) gives 7, should be 2" + fenced(FIND))

    assert "see it too" in same
    assert "see it too" not in other
    assert "`7`" in other


def test_where_nothing_fails_it_says_what_was_run_and_asks_for_the_input(learner: Learner) -> None:
    reply = learner.say(ASK.replace("result = 1", "result = 0"))

    assert "2 calls" in reply
    assert "input" in reply
    assert not re.search(r"\bcorrect\b", reply)


def test_an_exception_is_told_with_its_line(learner: Learner) -> None:
    program = "def first(a):\n    return a[len(a)]"

    reply = learner.say("first([3, 4]) should give 3" + fenced(program))

    assert "IndexError" in reply
    assert "line 2" in reply


def test_a_call_that_never_ends_is_told_to_be_stopped(learner: Learner) -> None:
    program = "def count(n):\n    i = 0\n    while i < n:\n        n = n + 1\n    return i"

    assert "I stopped it" in learner.say("count(3) should give 3" + fenced(program))


def test_without_a_call_small_inputs_are_run_for_crashes_and_none_is_shown_that_has_none(
    learner: Learner,
) -> None:
    double = "def double(n):\n    return n - 1 + n"
    reply = learner.say("It gives too much." + fenced(double))
    crashing = Learner().say("wrong" + fenced("def share(n):\n    return 12 // (n - 3)"))

    assert "neither crashed nor hung" in reply
    assert "double(" not in reply
    assert "ZeroDivisionError" in crashing


def test_nothing_is_made_up_where_a_parameter_may_be_of_several_kinds(learner: Learner) -> None:
    reply = learner.say("my bfs is wrong" + fenced("def first(graph, u):\n    return graph[u][0]"))

    assert "first(" not in reply
    assert "Which call" in reply


def test_calls_are_run_one_after_the_other_where_a_default_is_kept(learner: Learner) -> None:
    program = (
        "def put(x, bag=[]):\n    bag.append(x)\n    return bag\n\nprint(put(1))\nprint(put(2))"
    )

    reply = learner.say("why is 1 in the second one?" + fenced(program))

    assert "`put(2)` after `put(1)` gives `[1, 2]`, and it should give `[2]`" in reply


def test_what_a_call_must_give_may_be_told_in_the_answer(learner: Learner) -> None:
    learner.say("It gives too much, see total([2, 5], 3)" + fenced(PROGRAM))

    reply = learner.say("it should give 5")

    assert "`total([2, 5], 3)` gives `6`, and it should give `5`" in reply


def test_a_program_that_python_does_not_read_is_told_by_its_line_only(learner: Learner) -> None:
    broken = PROGRAM.replace("items:", "items")

    reply = learner.say("It does not start." + fenced(broken))

    assert "it stops at line 3" in reply
    assert "expected" not in reply
    assert "`:`" not in reply


# --- later messages ---------------------------------------------------------------------------


def test_a_right_answer_is_confirmed_and_a_wrong_one_held_against_the_run() -> None:
    learner, other = Learner(), Learner()
    for each in (learner, other):
        asked = each.say("find([7], 7) should give 0" + fenced(FIND))
        assert "`hi` and `lo`" in asked

    assert learner.say("hi = 0 and lo = 0").startswith("Yes. ")
    wrong = other.say("hi is 1")
    assert not wrong.startswith("Yes")
    assert "`hi` = `0` and `lo` = `0`" in wrong


def test_a_change_told_in_words_that_does_not_help_is_tried_and_said_not_to(
    learner: Learner,
) -> None:
    learner.say("find([7], 7) should give 0" + fenced(FIND))

    reply = learner.say("mid = (lo + hi + 1) // 2 maybe?")

    assert "I tried that" in reply
    assert "`find([7], 7)` gives `-1`" in reply
    assert "line 5 isn't reached" in reply


def test_a_change_told_in_words_that_helps_gets_a_yes_and_what_comes_out_with_it(
    learner: Learner,
) -> None:
    learner.say("find([7], 7) should give 0" + fenced(FIND))

    reply = learner.say("so while lo <= hi?")
    after = learner.say("0. changed it, works now")

    assert reply.startswith("Yes: ")
    assert "`find([7], 7)` gives `0`" in reply
    assert "as it should" in after
    assert learner.ladder[-1].cause == "right"


def test_a_wrong_new_version_is_never_praised_and_the_next_failing_call_comes(
    learner: Learner,
) -> None:
    program = LARGEST
    learner.say("largest([-4, -2]) should give -2. largest([-9]) should give -9" + fenced(program))

    reply = learner.say("works now!" + fenced(program.replace("m = 0", "m = -5")))

    assert "`largest([-9])` gives `-5`, and it should give `-9`" in reply
    assert "passes" not in reply
    assert learner.ladder[-1].cause == "attempt"


def test_a_mended_program_is_confirmed_by_what_was_run_and_the_ladder_ends(
    learner: Learner,
) -> None:
    learner.say(ASK)

    events = learner.events("Is it right now?" + fenced(MENDED))

    said = " ".join(event.text for event in events if isinstance(event, Sentence))
    assert "passes all 2 calls that I ran" in said
    assert not re.search(r"\bcorrect\b", said)
    assert not any(isinstance(event, Offers) for event in events)
    assert learner.ladder[-1].cause == "right"


def test_a_call_that_nobody_named_is_asked_about_after_all_known_ones_are_right(
    learner: Learner,
) -> None:
    learner.say(ASK)

    reply = learner.say("Is it right now?" + fenced(MENDED))

    asked = re.search(r"what should `(total\(.*?\))` give", reply)
    assert asked is not None
    assert asked[1] not in ASK
    assert reply.count("?") == 1


def test_the_course_is_quoted_where_it_speaks_of_the_construct_that_was_mended() -> None:
    program = "def upto(n):\n    s = 0\n    for i in range(n):\n        s += i\n    return s"
    about = Learner(passage="A range leaves its end out.")
    beside = Learner(passage="A dictionary has keys.")
    for learner in (about, beside):
        learner.say("upto(3) should give 6" + fenced(program))

    mended = "now?" + fenced(program.replace("range(n)", "range(n + 1)"))

    assert any(isinstance(event, Quote) for event in about.events(mended))
    assert not any(isinstance(event, Quote) for event in beside.events(mended))


def test_it_works_is_checked_and_not_believed(learner: Learner) -> None:
    learner.say(ASK)

    reply = learner.say("It works now, thanks!")

    assert "`7`" in reply
    assert "Paste" in reply


def test_a_new_version_that_breaks_what_was_right_is_told_so(learner: Learner) -> None:
    program = "def sign(n):\n    if n > 0:\n        return 1\n    return 0"
    learner.say("sign(-3) should give -1, sign(0) should give 0" + fenced(program))

    reply = learner.say("now?" + fenced(program.replace("return 0", "return -1")))

    assert "`sign(0)` gives `-1`, and it should give `0`" in reply


def test_prints_are_told_and_are_no_attempt(learner: Learner) -> None:
    learner.say(ASK)
    shown = PROGRAM.replace("        if", "        print(item)\n        if")

    reply = learner.say("I print it" + fenced(shown))

    assert "your prints show:\n\n```text\n1\n2\n3\n```" in reply
    assert [event.cause for event in learner.ladder] == ["first"]


def test_the_value_that_a_student_says_a_variable_holds_is_held_against_the_run(
    learner: Learner,
) -> None:
    learner.say(ASK)

    assert "My run shows the same" in learner.say("I print it, `start` is 0 all the time")


def test_a_partial_paste_goes_into_the_program(learner: Learner) -> None:
    learner.say(ASK)

    learner.say("I changed the line" + fenced("result = 0"))

    assert learner.work.text == MENDED


def test_an_edit_is_the_same_problem_and_another_program_is_not(learner: Learner) -> None:
    learner.say(ASK)
    key = learner.work.key
    learner.say("I tried" + fenced(EDITED))
    same = learner.work.key
    learner.say("Now this loops for ever." + fenced("n = 5\nwhile n:\n    print(n)"))

    assert same == key
    assert learner.work.key != key
    assert learner.level == 1


# --- the ladder -------------------------------------------------------------------------------


def test_the_levels_go_up_by_asking_and_the_line_is_named_only_at_the_last(
    learner: Learner,
) -> None:
    said = [learner.say(ASK), learner.say("I tried" + fenced(EDITED))]
    said += [learner.say("I'm stuck") for _ in range(3)]

    assert learner.level == 4
    assert not any("line 2" in each for each in said[:-1])


def test_the_partial_step_waits_once_for_an_attempt_and_is_then_given_to_who_presses(
    learner: Learner,
) -> None:
    learner.say(ASK)
    levels = []
    for _ in range(4):
        learner.say("I'm stuck")
        levels.append(learner.level)

    assert levels == [2, 3, 3, 4]


def test_after_the_last_hint_come_person_and_exercise_and_no_question(learner: Learner) -> None:
    learner.say(ASK)
    learner.say("I tried" + fenced(EDITED))
    for _ in range(3):
        learner.say("hint")

    end = learner.say("hint")
    again = learner.say("hint") + learner.say("it prints 3")

    assert learner.level == 5
    assert "Ada" in end
    assert "To practise" in end
    assert "?" not in end + again


def test_no_reply_is_said_twice_none_is_long_and_none_asks_twice(learner: Learner) -> None:
    turns = ("I'm stuck", "It holds 1.", "why?", "just fix it", "I could add a print", "no")
    replies = [learner.say(ASK)] + [learner.say(turn) for _ in range(3) for turn in turns]

    assert len(set(replies)) == len(replies)
    beside_code = [re.sub(r"(?s)```.*?```", "", reply) for reply in replies]
    assert max(len(words.split()) for words in beside_code) <= 120
    assert max(reply.count("?") for reply in replies) == 1
    assert not any(re.search(r"\bresult = 0\b", reply) for reply in replies)


@pytest.mark.parametrize("begging", ["just give me the fixed code", "show me the solution"])
def test_begging_changes_neither_level_nor_silence_about_the_repair(
    learner: Learner, begging: str
) -> None:
    learner.say(ASK)
    learner.say("I'm stuck")

    reply = learner.say(begging)

    assert "The repair is yours" in reply
    assert "result = 0" not in reply
    assert learner.level == 2


# --- where it cannot be run -------------------------------------------------------------------


def test_without_isolation_it_says_once_that_it_cannot_run_and_asks_for_what_was_seen() -> None:
    learner = Learner(Runner(off=RunnerOff(reason="no seccomp")))

    replies = [learner.say(ASK), learner.say("I'm stuck"), learner.say("it holds 1")]

    assert [CANNOT["off"]() in reply for reply in replies] == [True, False, False]
    assert "what did you see" in replies[0]


def test_another_language_is_not_run_and_what_was_seen_is_asked_for(learner: Learner) -> None:
    java = "int sum(int[] a) {\n  int s = 1;\n  for (int x : a) {\n    s += x;\n  }\n  return s;\n}"

    reply = learner.say(f"Wrong sum.\n```java\n{java}\n```")

    assert LANGUAGE(language="Java") in reply
    assert "what did you see" in reply


def test_a_module_that_is_not_there_is_no_fault_of_the_program(learner: Learner) -> None:
    program = "import numpy\n\ndef mean(a):\n    return numpy.mean(a)"

    reply = learner.say("mean([1, 3]) should give 2.0" + fenced(program))

    assert "`module numpy`" in reply
    assert "gives" not in reply


def test_without_a_program_it_asks_for_one(learner: Learner) -> None:
    replies = [learner.say("my program is wrong"), learner.say("it still is")]

    assert "paste the program" in replies[0]
    assert replies[0] != replies[1]
    assert "`7`" in learner.say(ASK)
