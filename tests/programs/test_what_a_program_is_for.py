"""What a program is for is named by words and borne out by running it; else it is asked."""

from __future__ import annotations

import pytest

from tests.doubles.debugging import Learner, fenced
from tests.programs.test_a_described_change_is_placed import FIND, LARGEST
from tutor_app.programs.find_cases import find_cases
from tutor_app.programs.locked_tests.locked_cases import LockedTexts
from tutor_app.programs.purposes.find_purpose import find_purpose
from tutor_app.programs.purposes.input_kinds import is_of_kind, kinds_said
from tutor_app.programs.purposes.judge_by_purpose import (
    judge_by_purpose,
    read_purpose,
    write_purpose,
)
from tutor_app.programs.purposes.read_catalogue import catalogue
from tutor_app.programs.purposes.small_inputs import inputs_of
from tutor_app.programs.replies.kept_cases import read_cases
from tutor_app.programs.run_values import Call, Case
from tutor_app.programs.student_changes.placed_change import without_new_lines
from tutor_app.wording.catalogue import phrase

FACTORIAL = "def factorial(n):\n    r = 1\n    for i in range(n):\n        r = r * i\n    return r"
ROWS = """def transpose(m):
    n = len(m)
    t = [[0] * n] * n
    for i in range(n):
        for j in range(n):
            t[j][i] = m[i][j]
    return t"""
COUNTS = """def countWords(text):
    d = {}
    for w in text.split():
        d[w] = d[w] + 1 if w in d else 0
    return d"""
MAXPOS = """def maxpos(a):
    m = a[0]
    pos = 0
    for i in range(1, len(a)):
        if a[i] > m:
            pos = i
    return pos"""
MERGE = """def merge(x, y):
    out = []
    i = j = 0
    while i < len(x) and j < len(y):
        if x[i] <= y[j]:
            out.append(x[i])
            i += 1
        else:
            out.append(y[j])
            j += 1
    return out"""
STACK = """def dfs(graph, start):
    stack = [start]
    order = []
    seen = {start}
    while stack:
        u = stack.pop()
        order.append(u)
        for v in graph[u]:
            if v not in seen:
                seen.add(v)
                stack.append(v)
    return order

g = {"S": ["A", "B"], "A": ["S", "C"], "B": ["S", "D"], "C": ["A"], "D": ["B"]}"""


def expected_of(learner: Learner, call: str) -> str | None:
    program = learner.work.program
    assert program is not None
    return next((c.expected for c in read_cases(program.cases) if c.call.text == call), None)


def test_every_purpose_tells_small_inputs_apart_and_can_be_said() -> None:
    for purpose in catalogue():
        answers = [purpose.answer(arguments) for arguments in inputs_of(purpose.kinds)]
        values = [repr(value) for is_known, value in answers if is_known]
        assert len(values) >= 3 and len(set(values)) >= 2, purpose.key
        assert phrase(f"programs_purposes.{purpose.name}", *(name for name, _ in purpose.variant))


@pytest.mark.parametrize(
    ("source", "words", "purpose", "call"),
    [
        (FIND, "my binary search never finds the last one", "place_in_sorted", "find([3], 3)"),
        (LARGEST, "wrong for negatives", "largest", "largest([-2])"),
        (FACTORIAL, "it does not work", "factorial", "factorial(1)"),  # an edit away
        (MERGE, "it eats my 9", "merged", "merge([3], [1, 2])"),  # how the right list begins
        (MERGE.replace("<=", ">=").replace("merge", "join"), "it eats my 9", None, None),
        (LARGEST.replace("largest", "warmest"), "it says 0", "largest", "warmest([-2])"),
        (FACTORIAL.replace("factorial", "f"), "it does not work", None, None),
        (ROWS, "transpose a matrix", "transposed", "transpose([[1, 2, 3]])"),  # told, and wrong
        (COUNTS, "how often is each word in it", "counts_of_words", "countWords('a')"),
        (LARGEST.replace("largest", "bigMax"), "it fails", None, None),
        (MAXPOS, "often wrong", "place_of_largest", "maxpos([1, 3, 2])"),  # two words in one
        (LARGEST.replace("largest", "largest_gap"), "it fails", None, None),  # that says more
        ("def largest(a):\n    return len(a)", "it fails", None, None),  # that is something else
    ],
)
def test_a_purpose_is_named_and_borne_out(
    source: str, words: str, purpose: str | None, call: str | None
) -> None:
    verdict = judge_by_purpose(source, words, (), None)

    assert (verdict.found.purpose.name if verdict is not None else None) == purpose
    if verdict is not None:
        assert verdict.passed < verdict.count
        assert verdict.cases[0].call.text == call
        kept = read_purpose(write_purpose(verdict.found), source)
        assert kept == verdict.found


def test_what_a_student_says_of_a_call_counts_before_it() -> None:
    told = Case(call=Call(text="find([1], 7)"), origin="student", expected="None")
    first = judge_by_purpose(FIND, "binary search", (), None)
    assert first is not None and first.found.purpose.variant == (("absent", "-1"),)
    verdict = judge_by_purpose(FIND, "binary search", [told, *first.cases], first.as_line)

    assert verdict is not None and verdict.found.purpose.variant == (("absent", "None"),)
    assert told in verdict.cases


def test_a_group_of_another_kind_that_a_call_must_give_speaks_against_it() -> None:
    source = "def paths(g, s, goal):\n    return [s] if s == goal else []"
    call = Call(text="paths({'S': ['A', 'B'], 'A': ['G'], 'B': ['G'], 'G': []}, 'S', 'G')")
    told = Case(call=call, origin="student", expected="[['S', 'A', 'G'], ['S', 'B', 'G']]")

    assert judge_by_purpose(source, "all the paths", (), None) is not None
    assert judge_by_purpose(source, "all the paths", (told,), None) is None


def test_where_a_program_may_be_for_several_things_only_what_they_share_is_said() -> None:
    found = find_purpose(STACK, "my dfs with a stack")

    assert found is not None and found.rivals
    given = [rival.answer(({"A": ["B", "C"], "B": [], "C": []}, "A")) for rival in found.rivals]
    assert len({repr(each) for each in given}) > 1
    verdict = judge_by_purpose(STACK, "my dfs with a stack", (), None)
    assert verdict is not None and verdict.passed == verdict.count


def test_an_order_told_for_a_value_by_its_name_decides_which() -> None:
    cases = find_cases(STACK, words="dfs with a stack, it should give S A C B D for g, right?")
    found = find_purpose(STACK, "dfs with a stack", cases)

    assert [(each.call.text, each.expected) for each in cases] == [
        ("dfs(g, 'S')", "['S', 'A', 'C', 'B', 'D']")
    ]
    assert found is not None and found.purpose.name == "depth_first_order"


@pytest.mark.long
def test_from_then_on_calls_have_values_that_they_must_give() -> None:
    learner = Learner()
    learner.say(f"my binary search never finds the last element{fenced(FIND)}")
    learner.say("i tried [1,3,5] with x=5. lo=0 hi=2 mid=1, then it stops")

    assert expected_of(learner, "find([3], 3)") == "0"
    assert expected_of(learner, "find([1,3,5], 5)") == "2"


def test_what_a_course_keeps_of_an_item_is_not_told_this_way() -> None:
    learner = Learner(locked=LockedTexts(item="1a", texts=("Use two ends.",)))
    learner.say(f"my binary search never finds the last element{fenced(FIND)}")

    assert learner.work.program is not None and learner.work.program.purpose is None
    assert expected_of(learner, "find([3], 3)") is None


@pytest.mark.parametrize(
    ("words", "call", "given", "is_so"),
    [
        ("fails on negatives", "f([-2, 3])", "3", True),
        ("fails on negatives", "f([2, 3])", "3", False),
        ("wrong for duplicates", "f([2, 2])", "2", True),
        ("crashes on empty lists", "f([])", "0", True),
        ("never finds the last element", "f([1, 4], 4)", "1", True),
        ("works for even length but not for odd length", "f('abc')", "'c'", True),
    ],
)
def test_the_kind_of_input_that_words_name(words: str, call: str, given: str, is_so: bool) -> None:
    case = Case(call=Call(text=call), origin="purpose", expected=given)

    assert any(is_of_kind(case, kind) for kind in kinds_said(words)) == is_so


def test_a_parameters_value_in_words_is_an_input_and_a_variables_is_none() -> None:
    words = without_new_lines(FIND, "i tried [1,3,5] with x=5, then lo=2 hi=2")

    assert [case.call.text for case in find_cases(FIND, words=words)] == ["find([1,3,5], 5)"]


def test_who_asks_whether_it_is_right_for_all_gets_a_verdict_each_time() -> None:
    learner = Learner()
    learner.say("my binary search never finds the last one" + fenced(FIND))
    wrong = learner.say("is it right for all lists?")
    learner.say("fixed" + fenced(FIND.replace("lo < hi", "lo <= hi")))

    right = [learner.say(words) for words in ("correct for every list now?", "can you break it?")]

    assert "gives `-1`, and it should give `0`" in wrong
    assert all("all 57 small inputs" in reply and "?" not in reply for reply in right)
