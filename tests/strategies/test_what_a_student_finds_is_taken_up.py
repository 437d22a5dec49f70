"""What a student found, would change or saw is what the next question about a program is about."""

from __future__ import annotations

import re

import pytest

from tests.doubles.debugging import Learner

SUM = """def add_up(nums):
    total = 0
    for i in range(len(nums) - 1):
        total += nums[i]
    return total"""
SEARCH = """def search(a, x):
    lo, hi = 0, len(a) - 1
    while lo < hi:
        mid = (lo + hi) // 2
        if a[mid] < x:
            lo = mid
        else:
            hi = mid
    return lo"""
REACH = """def reach(graph, start):
    seen = [start]
    todo = [start]
    while todo:
        u = todo.pop(0)
        for v in graph[u]:
            if v not in seen:
                todo.append(v)
    return seen"""
VERDICTS = re.compile(
    r"\b(?:right(?! after| before)|correct|wrong|yes|exactly|good idea)\b(?!\?)", re.I
)


def begun(words: str, program: str) -> Learner:
    learner = Learner()
    learner.say(f"{words}\n```python\n{program}\n```")
    return learner


# --- a change that the student thinks of -------------------------------------------------------


@pytest.mark.parametrize(
    ("program", "edit", "line"),
    [
        (SUM, "range(len(nums)) ?", "line 3, `for i in range(len(nums) - 1):`"),
        (SEARCH, "so lo = mid+1?", "line 6, `lo = mid`"),
        (SEARCH, "should I use <= in the while instead?", "line 3, `while lo < hi:`"),
        (REACH, "like graph.get(u, [])?", "line 6, `for v in graph[u]:`"),
        (REACH, "is it possible to write `for v in list(graph):`?", "line 6"),
        (SUM, "could I start total at nums[0] in line 2", "line 2, `total = 0`"),
        (SUM, "Then I'd put it after line 4: total += 1", "after line 4"),
    ],
)
def test_an_edit_in_words_names_the_line_that_it_touches_and_asks_for_a_prediction(
    program: str, edit: str, line: str
) -> None:
    reply = begun("it is off", program).say(edit)

    assert line in reply
    assert "Before you run it" in reply
    assert reply.endswith("?")
    assert not VERDICTS.search(reply)


def test_an_edit_that_fits_no_line_asks_where_it_would_go() -> None:
    reply = begun("it never stops", "def fact(n):\n    return n * fact(n - 1)").say(
        "oh do i need an if"
    )

    assert "Which line of `fact` would you change for that" in reply


def test_a_new_place_for_a_value_is_read_in_the_head_of_the_function() -> None:
    reply = begun("odd", "def keep(x, bag=[]):\n    bag.append(x)\n    return bag").say(
        "I could put bag=None there"
    )

    assert "line 1, `def keep(x, bag=[]):`" in reply


@pytest.mark.parametrize(
    "report",
    ["`fact = 1 * 0` is 0", "len(nums) - 2 is 1", "it should return None", "it checks if x < 3"],
)
def test_a_report_is_no_edit(report: str) -> None:
    assert "would change" not in begun("it is off", SUM).say(report)


def test_a_suspicion_is_turned_into_a_test_of_it() -> None:
    reply = begun("it is off", SUM).say("is it the range?")

    assert "You suspect line 3" in reply
    assert not VERDICTS.search(reply.replace("you are right", ""))


# --- a finding ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("program", "finding", "taken_up"),
    [
        (SEARCH, "with [1,2] and x=2: mid = 0, so lo = 0 again. oh it stays", "`lo` stays at 0"),
        (SUM, "i is always 0", "`i` stays at 0"),
        (SUM, "it never enters the loop", "line 3, `for i in range(len(nums) - 1):`"),
        (SUM, "total is 3 after the loop", "`total` is 3"),
        (SUM, "it skips the last one", "the last one is left out"),
        (SUM, "total goes back to 0 every time", "`total` does not keep what it had"),
        (SUM, "it stops after the first one", "the last one to be done"),
        (SUM, "nums[i] is 2 there", "line 4"),
    ],
)
def test_a_finding_is_said_back_with_a_question_about_its_place(
    program: str, finding: str, taken_up: str
) -> None:
    reply = begun("it is off", program).say(finding)

    assert taken_up in reply
    assert reply.endswith("?")
    assert not VERDICTS.search(reply)


def test_what_is_found_with_an_input_is_asked_about_with_that_input() -> None:
    learner = begun("my binary search hangs", SEARCH)

    assert "`search([1,2], 2)`" in learner.say("with [1,2] and x=2 lo stays 0")


def test_a_question_is_no_finding() -> None:
    assert "you say" not in begun("it is off", SUM).say("does total stay at 0?")


# --- the input, what was wanted and what was seen ----------------------------------------------


@pytest.mark.parametrize(
    ("words", "said_back"),
    [
        ("[1,2,3] gives 3 instead of 6", "You want 6 from `add_up([1,2,3])` and see 3"),
        ("with [4, 5] I get 4 but it should be 9", "You want 9 from `add_up([4, 5])` and see 4"),
        ("add_up([2, 2]) returns 2, I want 4", "You want 4 from `add_up([2, 2])` and see 2"),
        ("works for [] but for [1, 8] it returns 1 and not 9", "`add_up([1, 8])` and see 1"),
    ],
)
def test_the_students_own_input_and_values_begin_the_help(words: str, said_back: str) -> None:
    reply = Learner().say(f"{words}\n```python\n{SUM}\n```")

    assert said_back in reply


def test_the_input_that_went_wrong_stays_the_one_to_follow() -> None:
    learner = begun("[1,2,3] gives 3 instead of 6", SUM)

    replies = [learner.say(text) for text in ("it adds numbers", "hint", "I can add a print")]

    assert all("add_up([1,2,3])" in reply for reply in replies)


def test_values_given_by_name_before_the_call_are_put_into_it() -> None:
    learner = Learner()
    words = "crashes\ng = {'A': ['B'], 'B': []}\nprint(reach(g, 'A'))"

    reply = learner.say(f"{words}\n```python\n{REACH}\n```")

    assert "`reach({'A': ['B'], 'B': []}, 'A')`" in reply


def test_what_a_program_without_functions_was_given_is_named() -> None:
    program = "n = int(input())\ni = 1\nwhile i <= n:\n    print(i)"

    assert "for your input 3" in Learner().say(f"it hangs when I type 3\n\n{program}")


@pytest.mark.parametrize(
    "words",
    [
        "add_up([1, 2]) is fine",
        "Write a function that returns the sum. It takes a list.\n\nFor [] it returns 0",
        "I looked at it for long and 70 / 10 is 7, not 0, and I do not see what that has to do",
    ],
)
def test_values_that_tell_of_no_run_are_not_said_back_as_one(words: str) -> None:
    assert "and see" not in Learner().say(f"{words}\n\n```python\n{SUM}\n```")


# --- errors ------------------------------------------------------------------------------------


def test_an_errors_words_keep_their_quotation_marks_and_name_their_line() -> None:
    traceback = (
        "Traceback (most recent call last):\n"
        "  File \"bfs.py\", line 31, in <module>\n    print(reach(g, 'A'))\n"
        '  File "bfs.py", line 26, in reach\n    for v in graph[u]:\n'
        "KeyError: 'D'"
    )

    reply = Learner().say(f"help\n```python\n{REACH}\n```\n{traceback}")

    assert "`KeyError: 'D'` in line 6, `for v in graph[u]:`" in reply


def test_a_quotation_mark_around_an_error_is_none_of_its_own() -> None:
    reply = begun("it crashes", REACH).say('It says "TypeError: bad operand".')

    assert "`TypeError: bad operand`" in reply


def test_an_error_without_its_words_is_asked_for_them() -> None:
    assert "last words of the message" in begun("it is off", SUM).say("I get an error")


# --- the same in other words, and a program sent back --------------------------------------------


def test_why_is_one_sentence_with_its_reason_and_never_a_lead_alone() -> None:
    learner = begun("it is off", SUM)
    learner.say("hint")

    events = [learner.events("why"), learner.events("what do you mean?"), learner.events("why?")]

    texts = [[each.text for each in said if hasattr(each, "text")] for said in events]
    assert all(len(said) == 1 and said[0].endswith("?") for said in texts)
    assert texts[0][0].startswith("I ask because")
    assert len({said[0] for said in texts}) == 3


def test_a_mended_program_is_told_by_its_line_and_sent_to_the_input_that_failed() -> None:
    learner = begun("[1,2,3] gives 3 instead of 6", SUM)

    reply = learner.say(f"now?\n```python\n{SUM.replace('len(nums) - 1', 'len(nums)')}\n```")

    assert "You changed line 3: it is now `for i in range(len(nums)):`." in reply
    assert "Run it with `add_up([1,2,3])`, where 3 came before" in reply
    assert not VERDICTS.search(reply)


@pytest.mark.parametrize(
    "words",
    [
        "The radius of the first test case that is passing is one.",
        "The output is correct, so I am really confused.",
    ],
)
def test_words_of_a_part_that_works_do_not_end_the_help(words: str) -> None:
    reply = begun("it is off", SUM).say(words)

    assert "does what you want now" not in reply
    assert reply.endswith("?")


def test_a_change_that_did_not_help_is_asked_what_it_changed() -> None:
    learner = begun("[1,2,3] gives 3 instead of 6", SUM)
    learner.say(f"now?\n```python\n{SUM.replace('total = 0', 'total = 1')}\n```")

    assert "than before your last change" in learner.say("it still doesn't work")


def test_an_error_is_not_looked_for_with_an_input_that_is_not_the_students() -> None:
    learner = begun("it crashes with KeyError: 'D'", REACH)

    assert "reach([" not in learner.say("D has no neighbours so it is not in there")
