"""A change that is told in words stays beside the program, and is it once its result is reported.

Played through the tutor's whole reply: what was tried, what was taken over, what is asked next.
"""

from __future__ import annotations

import pytest

from tests.doubles.debugging import Learner, fenced
from tutor_app.programs.replies.reaction_sentences import STEP

DIGITS = """def add_up(n):
    total = 0
    while n > 0:
        total = n % 10
        n = n // 10
        return total

add_up(251)"""
FIRST = f"251 gives 1 and should give 8{fenced(DIGITS)}"

LOUD = """def shout(words):
    for w in words:
        line = w.upper()
    return line

shout(["a", "b"])"""


LENGTH = """def climb(xs):
    most = 0
    up = 1
    for k in range(1, len(xs)):
        if xs[k] > xs[k - 1]:
            up += 1
        else:
            most = max(most, up)
            up = 1
    return most

print(climb([5, 4, 6, 9]))"""

RUNS = """def longest(a):
    best = 0
    run = 1
    for i in range(1, len(a)):
        if a[i] == a[i - 1]:
            run += 1
        else:
            best = max(best, run)
            run = 1
    return max(best, run)"""


MIRROR = """def mirror(s):
    for i in range(len(s)):
        if s[i] == s[len(s) - 1 - i]:
            return True
    return False"""
FLAT = """def flat(x):
    res = []
    for e in x:
        if type(e) == list:
            res.append(flat(e))
        else:
            res.append(e)
    return res"""
DIVISOR = """def gcd(a, b):
    while b != 0:
        a = b
        b = a % b
    return a"""
LARGEST = """def largest(xs):
    m = 0
    for x in xs:
        if x > m:
            m = x
    return m"""
COUNTS = """def words(text):
    d = {}
    for w in text.split():
        d[w] += 1
    return d"""


def told(learner: Learner) -> str:
    """The program as the tutor has it."""
    work = learner.session.work
    assert work is not None
    return work.text


def test_a_wrong_result_reported_of_a_told_change_takes_it_over() -> None:
    learner = Learner()
    learner.say(FIRST)
    tried = learner.say("unindent the return")
    assert "`2`" in tried
    assert told(learner) == DIGITS

    learner.say("now i get 2")

    assert "\n    return total" in told(learner)


def test_the_next_change_goes_on_top_of_the_one_taken_over() -> None:
    learner = Learner()
    for message in (FIRST, "unindent the return", "now i get 2"):
        learner.say(message)

    learner.say("total = total + n % 10?")
    reply = learner.say("it works now, 8")

    assert "as it should" in reply
    assert "total = total + n % 10" in told(learner)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("tried something else, now i have\ntotal += n % 10\nand 251 gives 1", "+= n % 10"),
        ("a friend has total + n % 10. i changed it.", "= total + n % 10"),
    ],
)
def test_a_change_told_after_another_one_goes_on_from_what_is_theirs(words: str, line: str) -> None:
    learner = Learner()
    learner.say(FIRST)
    learner.say("while n >= 0?")

    learner.say(words)

    assert line in told(learner)
    assert "n >= 0" not in told(learner)


@pytest.mark.parametrize("words", ["it should give 2", "why 1?", "is 1 wrong?"])
def test_what_is_due_or_asked_reports_nothing(words: str) -> None:
    learner = Learner()
    learner.say(FIRST)
    learner.say("unindent the return")

    learner.say(words)

    assert told(learner) == DIGITS


def test_code_in_a_question_is_a_change_to_be_tried() -> None:
    learner = Learner()
    learner.say(FIRST)

    reply = learner.say("so while n >= 10:?")

    assert "of a copy" in reply


def test_a_question_for_a_reason_puts_nothing_in() -> None:
    learner = Learner()
    learner.say(FIRST)

    reply = learner.say("why does total = n // 10 not add anything?")

    assert "in a copy" not in reply


def test_a_change_told_with_its_result_in_one_message_is_made() -> None:
    learner = Learner()
    learner.say(f"shout(['a', 'b']) gives 'B', i want 'AB'{fenced(LOUD)}")

    reply = learner.say("i changed line 3 to line = w.upper() + 'B'. now it says 'BB'")

    assert "+ 'B'" in told(learner)
    assert "`'BB'`" in reply


@pytest.mark.parametrize("words", ["i undid it", "ok reverted that again", "no, i put it back"])
def test_a_change_said_to_be_out_again_is_out(words: str) -> None:
    learner = Learner()
    for message in (FIRST, "unindent the return", "now i get 2"):
        learner.say(message)

    learner.say(words)

    assert told(learner) == DIGITS


@pytest.mark.parametrize("words", ["should i put it back?", "i undid the print in line 3"])
def test_what_is_asked_or_of_something_else_takes_no_change_back(words: str) -> None:
    learner = Learner()
    for message in (FIRST, "unindent the return", "now i get 2"):
        learner.say(message)

    learner.say(words)

    assert "\n    return total" in told(learner)


def test_no_i_said_so_takes_back_nothing_that_a_call_must_give() -> None:
    learner = Learner()
    for message in (FIRST, "unindent the return"):
        learner.say(message)

    learner.say("no, i said i undid that. it gives 1 again")

    work = learner.session.work
    assert work is not None and work.program is not None
    assert all('"expected": "8"' in case for case in work.program.cases)


def test_an_answer_before_a_change_is_no_line_of_it() -> None:
    learner = Learner()
    first = learner.say(f"should give 3, gives 1{fenced(LENGTH)}")
    assert "does `up` hold" in first

    reply = learner.say("up = 3. so the loop ends too soon? should be len(xs) + 1")

    assert "line 4 of a copy" in reply


def test_a_change_that_passes_is_tried_where_it_gives_something_else() -> None:
    learner = Learner()
    learner.say(f"longest([]) should give 0 but gives 1. longest([1, 5, 5]) => 2{fenced(RUNS)}")

    reply = learner.say("i put run = 0 before the loop instead of run = 1, ok?")

    assert "Without the change: `longest([" in reply
    assert "asks nothing" not in reply  # what `=` does was not asked


JOIN = """def join(a, b):
    out = []
    i = 0
    j = 0
    while i < len(a) and j < len(b):
        if a[i] < b[j]:
            out.append(a[i])
            i += 1
        else:
            out.append(b[j])
            i += 1
    out.extend(a[i:])
    return out

print(join([1, 4, 9], [2, 3, 10]))"""


def test_one_of_two_changes_that_it_takes_is_kept_and_the_rest_asked_about() -> None:
    learner = Learner()
    first = learner.say(
        "prints [1, 2, 2], should give [1,2,3,4,9,10]. the < should be <=, is that it?"
        f"{fenced(JOIN)}"
    )
    assert first.count("<=") >= 2  # tried where it fits, and told of each
    assert "IndexError" in first

    step = learner.say("change the second i += 1 to j += 1")
    assert any(each in step for each in STEP.wordings())
    assert told(learner) == JOIN.replace("b[j])\n            i", "b[j])\n            j")
    assert "[1, 2, 3, 4, 9]" in step and "?" in step


@pytest.mark.parametrize(
    ("program", "first", "message", "line"),
    [
        pytest.param(
            MIRROR,
            "mirror('abca') gives True and should be False",
            "if s[i] != s[len(s) - 1 - i]: return False inside, return True after the loop",
            "    return True",
            marks=pytest.mark.long,
        ),
        (
            FLAT,
            "flat([1, [2, [3]]]) gives [1, [2, [3]]], should give [1, 2, 3]",
            "res = res + flat(e)",
            "            res = res + flat(e)",
        ),
        pytest.param(
            DIVISOR,
            "gcd(12, 18) gives 18 and should be 6",
            "`a, b = b, a % b` does both at once",
            "        a, b = b, a % b",
            marks=pytest.mark.long,
        ),
        (
            COUNTS,
            "words('a b a') must give {'a': 2, 'b': 1}, i get a KeyError",
            "so d[w] = d.get(w, 0) + 1 as the only line in the loop",
            "        d[w] = d.get(w, 0) + 1",
        ),
    ],
)
def test_pieces_go_where_the_program_runs_with_them(
    program: str, first: str, message: str, line: str
) -> None:
    learner = Learner()
    learner.say(f"{first}{fenced(program)}")
    reply = learner.say(message)

    work = learner.session.work
    assert work is not None and work.program is not None
    version = work.program.described or work.text
    assert line in version.split("\n")
    assert "Error" not in reply  # none that only a wrong place makes


def test_a_change_is_held_against_small_inputs_that_nobody_named() -> None:
    learner = Learner()
    learner.say(f"largest([-1]) gives 0 and should be -1{fenced(LARGEST)}")
    reply = learner.say("m = -1 in line 2. right for all lists?")

    assert "`largest([-1])` gives `-1`" in reply
    assert "it should give" in reply.split("as it should", 1)[1]  # another one that fails


EDGES = """def degrees(edges):
    deg = {}
    for u, v in edges:
        deg[u] = deg.get(u, 0) + 1
        deg[v] = deg.get(u, 0) + 1
    return deg
"""
PILE = """def order(todo):
    seen = []
    while todo:
        seen.append(todo.pop())
    return seen
"""
MARKS = """marks = [12, 15, 9]
for m in marks:
    total = 0
    total = total + m
print(total / len(marks))
"""


@pytest.mark.parametrize(
    ("first", "words", "line", "value"),
    [
        (
            f"degrees([(1, 2)]) should give {{1: 1, 2: 1}}{fenced(EDGES)}",
            "copy slip, the last get must ask for v",
            "deg[v] = deg.get(v, 0)",
            "{1: 1, 2: 1}",
        ),
        (f"order([1, 2]) should give [1, 2]{fenced(PILE)}", "pop(0)", "todo.pop(0)", "[1, 2]"),
        (
            f"it prints 3.0{fenced(MARKS)}",
            "moved the zero line above the for, 12.0 now",
            "total = 0\nfor m",
            "12.0",
        ),
    ],
)
def test_a_change_in_words_alone_is_found_by_running_and_gets_its_verdict_first(
    first: str, words: str, line: str, value: str
) -> None:
    learner = Learner()
    learner.say(first)

    reply = learner.say(words)

    work = learner.session.work
    assert work is not None and work.program is not None
    assert line in (work.program.described or work.text)
    assert value in reply


def test_a_name_that_is_only_spoken_of_changes_nothing() -> None:
    learner = Learner()
    learner.say(f"degrees([(1, 2)]) should give {{1: 1, 2: 1}}{fenced(EDGES)}")

    learner.say("the get of v looks odd to me")

    assert learner.session.work is not None and learner.session.work.program is not None
    assert learner.session.work.program.described is None
    assert learner.session.work.text == EDGES.strip()


def test_the_error_that_a_first_message_tells_is_shown_on_a_small_call() -> None:
    hidden = "def hide(word, letter):\n    if word[0] == letter:\n        word[0] = '_'\n"

    reply = Learner().say(f"it stops with TypeError in line 3{fenced(hidden)}")

    assert "`hide('ab', 'a')` ends with `TypeError" in reply
