"""Calls with what they must give, read from the texts around a program."""

from __future__ import annotations

import pytest

from tutor_app.programs.find_cases import ReportedOutcome, find_cases, find_reported_outcomes
from tutor_app.programs.run_values import Call, Case

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
BFS = """def bfs(graph, start, goal):
    queue = [start]
    for u in queue:
        for v in graph[u]:
            queue.append(v)
"""
FACTORIAL = "def factorial(n):\n    return 1 if n < 1 else n * factorial(n - 1)\n"


def told(source: str, *, statement: str = "", words: str = "") -> list[tuple[str, str | None]]:
    cases = find_cases(source, statement=statement, words=words)
    return [(case.call.text, case.expected) for case in cases]


@pytest.mark.parametrize(
    "statement",
    [
        "find([1, 3], 3) => 1",
        "find([1, 3], 3) → 1",
        "`find([1, 3], 3)` -> `1`",
        "* find([1, 3], 3) == 1",
        "find([1, 3], 3) # 1",
        "find([1, 3], 3)  # => 1",
        ">>> find([1, 3], 3)\n1\n",
        "print(find([1, 3], 3))  # 1",
        "assert find([1, 3], 3) == 1",
        "assert find([1, 3],\n            3) == 1",
        "For example, find([1, 3], 3) returns 1, since 3 stands there.",
        "If you call `find([1, 3], 3)`, the function should return `1`.",
        "| call | result |\n|---|---|\n| `find([1, 3], 3)` | 1 |",
        "| a | x | result |\n|---|---|---|\n| [1, 3] | 3 | 1 |",
        "Input: a = [1, 3], x = 3\nOutput: 1",
        "Input: [1, 3], 3\nOutput: 1\nExplanation: 3 stands there.",
        "**Input:** [1, 3], 3\n**Output:** 1",
    ],
)
def test_an_example_of_the_statement_is_read_in_each_of_its_forms(statement: str) -> None:
    cases = [
        (call.replace("a=", "").replace("x=", ""), e) for call, e in told(FIND, statement=statement)
    ]

    assert cases == [("find([1, 3], 3)", "1")]


@pytest.mark.parametrize(
    ("words", "seen"),
    [
        ("find([1,3,5],5) gives -1, should be 2", "-1"),
        ("find([1,3,5],5) -> -1 (should be 2)", "-1"),
        ("I am getting -1 for find([1,3,5],5) and I don't know why", "-1"),
        ("find([1,3,5],5) => 2", None),
        ("why does find([1,3,5],5) not give 2?", None),
        ("The sheet says 8 for find([1,3,5],5). But the gain is 1 per day", None),
    ],
)
def test_a_call_in_the_students_words_is_run_and_held_against_what_they_saw(
    words: str, seen: str | None
) -> None:
    assert told(FIND, words=words) == [("find([1,3,5],5)", None)]
    assert [each.value for each in find_reported_outcomes(FIND, words)] == ([seen] if seen else [])


@pytest.mark.parametrize(
    ("source", "words", "call"),
    [
        (LARGEST, "gives 0 for [-4, -2, -9], why", "largest([-4, -2, -9])"),
        (FIND, "i tried [1,3,5] with x=5. it stops", "find([1,3,5], 5)"),
        (FIND, "with a = [1, 3] and x = 3 it fails", "find([1, 3], 3)"),
        (FACTORIAL, "for 5 it gives 0", "factorial(5)"),
        (FACTORIAL, "For `n = 1` it returns the same value, 0.", "factorial(1)"),
    ],
)
def test_an_input_named_without_a_call_becomes_one(source: str, words: str, call: str) -> None:
    assert [each for each, _ in told(source, words=words)] == [call]


def test_several_inputs_in_one_message_each_keep_what_was_seen() -> None:
    words = "ran it: [3,8,5] gives 8, [-1,-7] gives -1, works now"

    assert find_reported_outcomes(LARGEST, words) == (
        ReportedOutcome(call="largest([3,8,5])", value="8"),
        ReportedOutcome(call="largest([-1,-7])", value="-1"),
    )


def test_the_students_failing_input_comes_first_with_what_the_statement_says() -> None:
    statement = "largest([1, 2]) => 2\nlargest([-3, -1]) => -1"

    cases = find_cases(LARGEST, statement=statement, words="largest([-3,-1]) gives 0")

    call = Call(text="largest([-3,-1])")
    assert cases[0] == Case(call=call, origin="student", expected="-1", said_by="statement")
    assert [case.expected for case in cases] == ["-1", "2"]


def test_calls_below_the_program_are_cases_with_what_their_comments_say() -> None:
    source = LARGEST + "\nprint(largest([1, 2]))\nlargest([-3])  # should be -3\n"

    assert told(source) == [("largest([1, 2])", None), ("largest([-3])", "-3")]


def test_doctests_and_asserts_of_the_program_are_cases_with_their_origin() -> None:
    source = (
        'def half(n):\n    """Halve.\n\n    >>> half(4)\n    2.0\n    >>> half("a")\n'
        "    Traceback (most recent call last):\n    TypeError: no number\n"
        '    """\n    return n / 2\n\nassert half(2) == 1\nassert not half(0)\n'
    )

    cases = {case.call.text: case for case in find_cases(source)}

    assert cases["half(4)"].origin == "doctest" and cases["half(4)"].expected == "2.0"
    assert cases["half(2)"].origin == "assert" and cases["half(2)"].expected == "1"
    assert cases["half(0)"].expected == "False"


def test_a_value_that_the_statement_names_is_put_into_the_call() -> None:
    doctest = ">>> numbers = [1, 3]\n>>> find(numbers, 3)\n1\n"

    assert told(FIND, statement=doctest) == [("find([1, 3], 3)", "1")]


NODES = """class Node:
    def __init__(self, data, next=None):
        self.data = data
        self.next = next

def push_behind(head, data):
    head.next = Node(data)
"""


def test_examples_that_build_on_lines_above_them_bring_these_along() -> None:
    statement = (
        "```py\nhead = Node(1)\nhead.next = Node(2)\npush_behind(head, 5) => None\n"
        "head.next.data == 5\n```"
    )
    setup = "head = Node(1)\nhead.next = Node(2)\npush_behind(head, 5)"

    assert told(NODES, statement=statement) == [
        (setup, "None"),
        (f"{setup}\nhead.next.data", "5"),
    ]


def test_a_call_of_which_the_statement_says_two_things_is_no_case_alone() -> None:
    source = "def add(names, name):\n    names.append(name)\n    return len(names)\n"
    statement = "names = []\nadd(names, 'a') => 1\nadd(names, 'a') => 2\n"

    calls = [call for call, _ in told(source, statement=statement)]

    assert calls == [
        "names = []\nadd(names, 'a')",
        "names = []\nadd(names, 'a')\nadd(names, 'a')",
    ]


@pytest.mark.parametrize(
    "statement",
    ["factorial(-1) raises ValueError", "`factorial(-1)` should raise a `ValueError`."],
)
def test_an_exception_can_be_what_must_come_out(statement: str) -> None:
    (case,) = find_cases(FACTORIAL, statement=statement)

    assert (case.raises, case.expected) == ("ValueError", None)
    assert not find_cases(FACTORIAL, words="factorial(-1) raises ValueError, why?")[0].is_decided


def test_a_wrapped_call_keeps_what_is_around_it() -> None:
    assert told(FACTORIAL, statement="list(map(str, [factorial(2)])) => ['2']") == [
        ("list(map(str, [factorial(2)]))", "['2']")
    ]


@pytest.mark.parametrize(
    "call",
    [
        "bfs([1, 2, 3], 1, 2)",  # a list of numbers where a graph is due
        "bfs({1: 2}, 1, 2)",  # its neighbours are no group
        "bfs({1: [2]}, 1)",  # one argument is missing
        "bfs(g, 1, 2)",  # a name that the program doesn't have
    ],
)
def test_a_call_whose_arguments_do_not_fit_is_no_case(call: str) -> None:
    assert told(BFS, statement=f"{call} => [1, 2]") == []
    assert told(BFS, statement="bfs({1: [2], 2: []}, 1, 2) => [1, 2]") != []


@pytest.mark.parametrize(
    ("source", "call"),
    [
        (LARGEST, "largest(3)"),
        (FACTORIAL, "factorial([1])"),
        (FACTORIAL, "factorial('5')"),
        (FIND, "find([1, 2])"),
        (FIND, "find(3, [1, 2])"),
    ],
)
def test_a_value_of_the_wrong_kind_is_no_case(source: str, call: str) -> None:
    assert told(source, statement=f"{call} => 1") == []


def test_a_signature_is_no_example() -> None:
    assert (
        told(FACTORIAL, statement="Write `factorial(n: int) -> int` or factorial(n) -> int.") == []
    )


def test_a_program_that_does_not_parse_still_has_cases() -> None:
    broken = FACTORIAL.replace("return 1", "return = 1")

    assert told(broken, statement="factorial(3) => 6") == [("factorial(3)", "6")]


def test_a_program_without_functions_gets_typed_lines() -> None:
    cases = find_cases("print(int(input()) * 2)", statement="Input: 4\nOutput: 8")

    assert cases == (Case(call=Call(text="", typed=("4",)), origin="statement", prints="8"),)


NEXT = "def following(n):\n    return n + 1\n"


def calls_below(lines: str) -> list[str]:
    return [case.call.text for case in find_cases(NEXT + lines)]


def test_a_loop_below_the_definitions_makes_its_calls_one_by_one() -> None:
    assert calls_below("for n in [2, 5]:\n    print(following(n))\n") == [
        "following(2)",
        "following(5)",
    ]
    twice = "for n in range(1, 3):\n    m = following(n)\n    print(following(m))\n"
    assert calls_below(twice)[:2] == ["following(1)", "following(following(1))"]
    kept = "days = [2, 5]\nfor n in days:\n    m = following(n)\n    print(n, m)\n"
    assert calls_below(kept) == ["following(2)", "following(5)"]
    assert calls_below("for name, n in [('a', 3)]:\n    print(name, following(n))\n") == [
        "following(3)"
    ]


def test_a_loop_goes_through_what_a_call_gives() -> None:
    assert calls_below("for m in following(2):\n    print(m)\n") == ["following(2)"]


def test_a_loop_over_what_is_not_there_makes_none() -> None:
    assert calls_below("for n in given:\n    print(following(n))\n") == []


def test_what_is_run_as_a_script_is_looked_at_too() -> None:
    assert calls_below('if __name__ == "__main__":\n    print(following(4))\n') == ["following(4)"]


def test_of_a_print_with_labels_the_call_is_looked_at() -> None:
    assert calls_below("print('next:', following(1), '!')\n") == ["following(1)"]


def test_elements_whose_type_the_program_looks_at_may_be_of_any() -> None:
    deep = (
        "def count(box):\n    n = 0\n    for item in box:\n"
        "        if isinstance(item, list):\n            n += count(item)\n"
        "        elif item.endswith('.txt'):\n            n += 1\n    return n\n"
        "print(count(['a.txt', ['b.txt']]))\n"
    )
    assert [case.call.text for case in find_cases(deep)] == ["count(['a.txt', ['b.txt']])"]


def test_an_arrow_behind_a_task_in_the_students_own_words_says_what_must_come_out() -> None:
    words = "The task is to find the largest: largest([1, 3]) -> 3, largest([-1]) -> -1."
    assert told(LARGEST, words=words) == [("largest([1, 3])", "3"), ("largest([-1])", "-1")]
    assert told(LARGEST, words="I ran it and largest([-1]) -> 0") == [("largest([-1])", None)]


def test_what_stands_right_behind_a_call_is_what_it_must_give() -> None:
    words = "factorial(0) should be 1, factorial(3) == 6. mine gives 0 for both"
    assert told(FACTORIAL, words=words) == [("factorial(0)", "1"), ("factorial(3)", "6")]
    seen = "find([1,3,5],5) should be 2 but I get -1"
    assert told(FIND, words=seen) == [("find([1,3,5],5)", "2")]
    assert [each.value for each in find_reported_outcomes(FIND, seen)] == ["-1"]
    assert told(FACTORIAL, words="factorial(0) should be 0?") == [("factorial(0)", None)]


def test_what_picks_a_part_is_no_input() -> None:
    source = "def zeros(n):\n    return [0] * n\n\nm = zeros(2)\nm[0] = 5\nprint(m)\n"
    assert told(source, words="is it that m[0] = 5 sets both?") == [
        ("m = zeros(2)\nm[0] = 5\nm", None)
    ]
