"""A change that a student describes or pastes is put where it fits in their program."""

from __future__ import annotations

import pytest

from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.ideas.change_speech import likely_change, placing_acts
from tutor_app.programs.student_changes.last_named import lines_last_named
from tutor_app.programs.student_changes.placed_change import place_change as place_with_acts
from tutor_app.programs.student_changes.placement import Placement
from tutor_app.understanding.act_classifier import ActClassifier

ACTS = ActClassifier()

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
    return -1
"""
LARGEST = """def largest(a):
    m = 0
    for x in a:
        if x > m:
            m = x
    return m
"""
LIMIT = """def limitFinder(lst, limit):
    lst2 = []
    for i in lst2:
        if i < limit:
            lst2.append(i)
    return lst2
"""
GRADE = """def grade(score):
    rounded = round(score)
    if score >= 90:
        letter = "A"
    elif score >= 80:
        letter = "B"
    return letter, rounded
"""
RANGE = "for i in range(1, limit):"


def place_change(source: str, words: str) -> Placement:
    """Where the words' change goes, with what the classifiers take them to do."""
    act = ACTS.classify("program", "What would you change so that this comes out right?", words)
    proposes = likely_change(words, source, act, None)
    return place_with_acts(source, words, placing_acts(act, proposes))


def changed(source: str, words: str) -> list[str]:
    """The lines of the one change that the words describe; empty where none is clear."""
    change = place_change(source, words).change
    if change is None:
        return []
    before = source.split("\n")
    return [line.strip() for line in change.source.split("\n") if line not in before]


@pytest.mark.parametrize(
    ("source", "words", "line"),
    [
        (FIND, "so the condition must be lo <= hi?", "while lo <= hi:"),
        (FIND, "so lo <= hi?", "while lo <= hi:"),
        (FIND, "change line 4 to while lo <= hi", "while lo <= hi:"),
        (FIND, "`while lo<=hi:`", "while lo<=hi:"),
        (FIND, "should it be <= on line 4?", "while lo <= hi:"),
        (FIND, "should mid be (lo + hi + 1) // 2?", "mid = (lo + hi + 1) // 2"),
        (FIND, "or (lo + hi + 1) // 2", "mid = (lo + hi + 1) // 2"),
        (FIND, "return mid + 1", "return mid + 1"),
        (FIND, "and if i wrote lo = mid", "lo = mid"),
        (FIND, "hi = len(a)", "hi = len(a)"),
        (LARGEST, "what if m = -1 at the start?", "m = -1"),
        (LARGEST, "maybe m should start at a[0]?", "m = a[0]"),
        (LARGEST, "if x < m?", "if x < m:"),
        (LIMIT, "use lst instead of lst2 in line 3", "for i in lst:"),
        (LIMIT, "for i in lst", "for i in lst:"),
        (LIMIT, "line 4: change < to <=", "if i <= limit:"),
        (LIMIT, "extend instead of append", "lst2.extend(i)"),
        (LIMIT.replace("lst2:", "range(limit):"), "change range to range(1, limit)", RANGE),
        (GRADE, "elif rounded >= 80", "elif rounded >= 80:"),
    ],
)
def test_a_described_change_stands_on_the_line_it_fits(source: str, words: str, line: str) -> None:
    assert changed(source, words) == [line]


@pytest.mark.parametrize(
    ("source", "words", "line", "number"),
    [
        (LARGEST, "put if not a: return None on top, all good?", "if not a: return None", 2),
        (LARGEST.replace("    return m\n", ""), "add return m at the end?", "return m", 6),
    ],
)
def test_a_line_like_no_other_is_put_in(source: str, words: str, line: str, number: int) -> None:
    change = place_change(source, words).change

    assert change is not None and change.inserted and change.line == number
    assert change.source.split("\n")[number - 1].strip() == line


def test_a_pasted_function_takes_the_place_of_the_old_one_and_helpers_stay() -> None:
    program = "def half(n):\n    return n / 2\n\n" + LARGEST
    mended = LARGEST.replace("m = 0", "m = a[0]")

    change = place_change(program, f"now it works\n```python\n{mended}```").change

    assert change is not None
    assert change.source.startswith("def half") and "m = a[0]" in change.source
    assert "m = 0" not in change.source and change.line == 5


def test_a_pasted_program_with_line_numbers_is_read_without_them() -> None:
    lines = LIMIT.strip().replace("    return", "\n    return").split("\n")
    numbered = "\n".join(f"{number}. {line}".rstrip() for number, line in enumerate(lines, 1))

    change = place_change(LIMIT, f"<code>\n{numbered.replace('in lst2', 'in lst')}\n</code>").change

    assert change is not None and "for i in lst:" in change.source and change.line == 3


def test_a_tab_behind_a_line_number_is_as_wide_as_the_blanks_beside_it() -> None:
    source = "def even(n):\n    return n % 2\n"
    lines = ("def even(n):", "   if n % 2:", "       return False", "   else:", "\t  return True")
    numbered = "\n".join(f"{n}. {line}" for n, line in enumerate(lines, 1)).replace(" \t", "\t")

    change = place_change(source, f"<code>\n{numbered}\n</code>").change

    assert change is not None and parse_program(change.source) is not None


def test_a_pasted_program_that_python_does_not_read_is_the_change_all_the_same() -> None:
    broken = LIMIT.replace("in lst2:", "in lst")

    change = place_change(LIMIT, f"```\n{broken}```").change

    assert change is not None and change.whole and change.line == 3


def test_a_pasted_block_goes_over_the_lines_it_is_like() -> None:
    block = "if a[mid] > x:\n    hi = mid - 1\nelse:\n    lo = mid + 1\n"

    change = place_change(FIND, f"i turned it round\n```\n{block}```").change

    assert change is not None
    assert "        if a[mid] > x:\n            hi = mid - 1\n        else:" in change.source
    assert "a[mid] < x" not in change.source and "a[mid] == x" in change.source


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (FIND, "if a[mid] == x. but it never gets there"),  # a place, named
        (FIND, "the while, lo < hi"),
        (FIND, "lo and hi are the same in the end"),
        (FIND, "i have no idea"),
        (FIND, "is it a (bad) list?"),
        (LARGEST, "0, cause -4 > 0 is false"),
        (FIND, "2. changed it, finds 5 now"),
        (LARGEST, "in lines 2 and 3, largest([4, 0]) is worked out"),
        (LIMIT, "lst2.append(3) is never reached"),
        (FIND, "I think `//` rounds down"),
    ],
)
def test_naming_a_line_or_a_value_is_no_change(source: str, words: str) -> None:
    assert place_change(source, words).candidates == ()


def test_a_change_that_fits_several_lines_gives_them_all() -> None:
    placement = place_change(GRADE, "use rounded instead of score")

    assert placement.change is None
    assert {change.line for change in placement.candidates} == {3, 5}


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("I need to add parentheses around `(x + y)` first", "return (x + y) / 2"),
        ("so brackets around y / 2", None),
        ("can I use `//` here?", "return x + y // 2"),
        ("So it must be 4 / 2 first", None),
        ("for x = 1 it gives 3", None),
    ],
)
def test_brackets_and_operators_change_a_line_and_calculations_do_not(
    words: str, line: str | None
) -> None:
    average = "def average(x, y):\n    return x + y / 2\n"

    assert changed(average, words)[:1] == ([line] if line else [])


def test_another_method_keeps_the_arguments() -> None:
    top = "def top(lst):\n    lst.pop(max(lst))\n"

    assert changed(top, "use .remove() instead of .pop()") == ["lst.remove(max(lst))"]
    assert changed(top, "maybe its pop, should be remove()?") == ["lst.remove(max(lst))"]
    assert changed(top, "I think the problem is with the `.pop()` method") == []


def test_an_operator_alone_that_fits_several_lines_gives_them_all() -> None:
    placement = place_change(FIND, "maybe <= ?")

    assert placement.change is None
    assert {change.line for change in placement.candidates} == {4, 6, 8}


TWO_RETURNS = """def squares(xs):
    out = []
    for x in xs:
        out.append(x * x)
        return out
    return out"""


@pytest.mark.parametrize(
    ("words", "gone"),
    [("i deleted the first return", 4), ("so i take out line 5", 4), ("drop the last return", 5)],
)
def test_a_line_that_is_named_is_taken_out(words: str, gone: int) -> None:
    change = place_change(TWO_RETURNS, words).change

    rows = TWO_RETURNS.split("\n")
    assert change is not None
    assert change.source.rstrip("\n").split("\n") == rows[:gone] + rows[gone + 1 :]


def test_a_line_is_moved_out_of_its_block_or_behind_its_loop() -> None:
    source = "def f(w):\n    n = 0\n    for c in w:\n        if c:\n            return n"

    unindented = place_change(source, "the return is in the wrong place, unindent it").change
    behind = place_change(source, "move the return out of the loop").change

    assert unindented is not None
    assert "\n        return n" in unindented.source
    assert behind is not None
    assert "\n    return n" in behind.source


@pytest.mark.parametrize("words", ["don't delete the first return", "the first return is wrong"])
def test_what_is_not_to_be_done_is_no_change(words: str) -> None:
    assert place_change(TWO_RETURNS, words).change is None


def test_a_line_sent_alone_goes_in_without_its_colon() -> None:
    change = place_change("def fact(n):\n    return n * fact(n - 1)", "if n == 0 return 1").change

    assert change is not None
    assert "if n == 0: return 1" in change.source


COUNT = "def f(xs):\n    n = 0\n    for x in xs:\n        n = n + 2\n    return n"


@pytest.mark.parametrize(
    ("words", "row", "text"),
    [
        ("put xs.pop() at the end of the loop", 4, "        xs.pop()"),
        ("i add break after n = n + 2", 4, "        break"),
        ("xs.sort() at the top?", 1, "    xs.sort()"),
        ("xs.sort() before the loop", 2, "    xs.sort()"),
        ("xs.clear() after the loop", 4, "    xs.clear()"),
    ],
)
def test_a_new_line_goes_where_words_put_it(words: str, row: int, text: str) -> None:
    change = place_change(COUNT, words).change

    assert change is not None
    assert change.source.split("\n")[row] == text


@pytest.mark.parametrize(
    ("words", "row"),
    [
        ("shall i write n += 1 in place of n = n + 2?", "        n += 1"),
        ("take the + 2 away", "        n = n"),
    ],
)
def test_what_is_named_goes_for_what_is_new(words: str, row: str) -> None:
    change = place_change(COUNT, words).change

    assert change is not None
    assert row in change.source.split("\n")


def test_several_new_lines_are_tried_together() -> None:
    change = place_change(COUNT, "so k = 1 at the top and k = n after the loop").candidates[0]

    assert change.source.index("    k = 1\n    n = 0") < change.source.index("\n    k = n\n")


@pytest.mark.parametrize(
    ("words", "before", "after"),
    [
        (
            "i would change that to n = len(xs) then, so that it fits",
            "    n = 0\n",
            "    n = len(xs)\n",
        ),
        ("i'd put return n + 1 instead of return n", "    return n\n", "    return n + 1\n"),
    ],
)
def test_a_line_that_can_stand_for_one_line_only_takes_its_place(
    words: str, before: str, after: str
) -> None:
    source = "def f(xs):\n    n = 0\n    for x in xs:\n        print(x)\n    return n\n"

    change = place_change(source, words).change

    assert change is not None
    assert change.source == source.replace(before, after)


def test_two_new_lines_in_one_message_are_placed_one_after_the_other() -> None:
    source = "def add(name, seen=[]):\n    seen.append(name)\n    return seen\n"

    words = "so seen=None in line 1 and inside: if seen is None: seen = []"
    change = place_change(source, words).candidates[0]

    assert "def add(name, seen=None):" in change.source
    assert change.source.index("if seen is None") < change.source.index("seen.append")


def test_a_new_line_pasted_above_a_known_one_goes_in_above_it() -> None:
    source = "def add(name, seen=[]):\n    seen.append(name)\n    return seen\n"

    change = place_change(source, "i write\n\n    seen = []\n    seen.append(name)\n").change

    assert change is not None
    assert change.source == source.replace("    seen.append", "    seen = []\n    seen.append")


EVENS = """def evens(nums):
    total = 0
    for n in nums:
        if n % 2 == 0:
            total += n
            return total
    return total
"""
ARGMAX = """def argmax(xs):
    best = 0
    pos = 0
    for i in range(len(xs)):
        if xs[i] > best:
            best = xs[i]
            pos = i
    return best
"""


def source_with(source: str, words: str) -> str:
    change = place_change(source, words).change
    assert change is not None
    return change.source


def test_a_line_moved_out_of_a_branch_or_loop_is_the_one_inside_it() -> None:
    branch = source_with(EVENS, "so i should move the return out of the if")
    assert "            total += n\n        return total\n" in branch
    loop = source_with(EVENS, "move the return out of the loop")
    assert "            total += n\n    return total\n" in loop


def test_the_last_line_is_the_functions_last_whatever_else_is_counted() -> None:
    words = "I changed the last line to return pos. Now the first is right, the second is 0 still."
    assert source_with(ARGMAX, words) == ARGMAX.replace("return best", "return pos")


def test_a_line_in_a_named_line_stands_for_it() -> None:
    words = "I put best = -1 in line 2 now"
    assert source_with(ARGMAX, words) == ARGMAX.replace("best = 0", "best = -1")


def test_a_new_function_stands_for_no_line_that_is_there() -> None:
    source = (
        "class Counter:\n    clicks = []\n\n    def click(self):\n        self.clicks.append(1)\n"
    )
    assert changed(source, "so put clicks = [] inside a def __init__(self)") == []


MERGED = """def join(a, b):
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
    out.append(b[j])
    return out
"""
LAST = "\n    out.append(b[j])"


@pytest.mark.parametrize(
    ("words", "near", "old", "new"),
    [
        ("so out.extend(b) instead of that append", (13,), LAST, "\n    out.extend(b)"),
        ("the append is gone. extend(b[j:]) in its place", (13,), LAST, "\n    out.extend(b[j:])"),
        ("change the second i += 1 to j += 1", (), "b[j])\n            i", "b[j])\n            j"),
        ("what about or instead of and?", (), " and ", " or "),
        ("i changed it to while i < len(a) or j < len(b)", (), " and ", " or "),
        ("make it <=", (6,), "a[i] < b", "a[i] <= b"),
        ("drop that append", (13,), LAST, ""),
        (
            "a line before the return that does out.sort()",
            (),
            "\n    ret",
            "\n    out.sort()\n    ret",
        ),
    ],
)
def test_a_change_stands_where_the_words_name_it(
    words: str, near: tuple[int, ...], old: str, new: str
) -> None:
    change = place_with_acts(MERGED, words, near=near).change

    assert change is not None
    assert change.source == MERGED.replace(old, new)


STAIRS = """def ways(n, memo={}):
    if n == 0:
        return 1
    if n not in memo:
        memo[n] = sum(ways(n - k, memo) for k in (1, 2) if k <= n)
    return memo[n]
"""
HALVED = """def power(b, e):
    if e == 0:
        return 1
    half = power(b, e // 2)
    return half * half
"""
PRIMES = """def primes(n):
    res = []
    for i in range(2, n):
        for j in range(2, i):
            if i % j != 0:
                res.append(i)
                break
    return res
"""
POPPED = """def ok(s):
    stack = []
    for c in s:
        if c == "(":
            stack.append(c)
        else:
            if not stack:
                return False
            stack.pop()
    return stack == []
"""
ODD = "    if e % 2 == 1:\n        return half * half * b\n"
ZERO = "    if e == 0 or b == 0:\n        return b\n"
ELSE = """        for j in range(2, i):
            if i % j == 0:
                break
        else:
            res.append(i)
"""
PAIR = "            if stack.pop() != c:\n                return False\n"
MEMO = "def ways(n, memo=None):\n    if memo is None:\n        memo = {}\n"
DIVIDING = "        for j" + PRIMES.partition("        for j")[2].partition("    return")[0]
HALF = "    return half * half\n"
HEAD = "def power(b, e):\n"


@pytest.mark.parametrize(
    ("source", "words", "old", "new"),
    [
        (HALVED, f"adding before the last return:\n\n{ODD}", HALF, ODD + HALF),
        (HALVED, f"I add at the beginning:\n{ZERO}", HEAD, HEAD + ZERO),
        (PRIMES, f"this?\n\n{ELSE}\n(else is of the for)", DIVIDING, ELSE),
        (POPPED, f"{PAIR}\ninstead of the pop line", "            stack.pop()\n", PAIR),
        (STAIRS, f"made it\n{MEMO}then the rest as before", "def ways(n, memo={}):\n", MEMO),
        (HALVED, "now return b ** e in place of everything", HALVED, HEAD + "    return b ** e\n"),
    ],
)
def test_a_pasted_piece_stands_where_words_or_its_own_lines_anchor_it(
    source: str, words: str, old: str, new: str
) -> None:
    change = place_with_acts(source, words).change

    assert (change.source if change else source).rstrip() == source.replace(old, new).rstrip()


def test_a_calculation_goes_over_that_of_the_same_variable_and_takes_no_other_one_out() -> None:
    digits = (
        "def f(n):\n    s = 0\n    while n:\n        s += n % 10\n        n = n / 10\n    return s"
    )
    shift = (
        "def f(s, k):\n    r = ''\n    for ch in s:\n        r += chr(ord(ch) + k)\n    return r"
    )

    halved = place_change(digits, "ok other try: n = int(n / 10)").change
    wrapped = place_change(shift, "Must wrap around with % 26 somewhere, since after z comes a")

    assert halved is not None and halved.source == digits.replace("n / 10", "int(n / 10)")
    assert all("k)" in each.source.partition("for")[2] for each in wrapped.candidates)


def test_where_two_places_are_named_both_are_given() -> None:
    found = place_with_acts(MERGED, "i put out.append(b[j]) after the extend line").candidates

    assert len(found) <= 2
    assert all("a[i:])\n    out.append(b[j])" in each.source for each in found)


def test_the_lines_named_last_come_first() -> None:
    said = "`out.extend(a[i:])` gives `9`. What does `j` hold in line 13?"

    assert lines_last_named(MERGED, said) == (13, 12)
    assert lines_last_named(MERGED, "", MERGED.replace("j = 0", "j = 1")) == (4,)
