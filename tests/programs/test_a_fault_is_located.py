"""Where the fault of a program is, from runs: it aims hints and is never shown."""

from __future__ import annotations

import pytest

from tests.programs.test_a_described_change_is_placed import FIND, LARGEST
from tutor_app.programs.find_cases import find_cases
from tutor_app.programs.find_repairs import find_repairs
from tutor_app.programs.locate_fault import Fault, locate_fault
from tutor_app.programs.run_program import run_program

PLENTY = 60.0  # seconds: what is asserted must not depend on the machine

SQUARES = "squares(0) => []\nsquares(1) => [1]\nsquares(3) => [1, 4, 9]"
SUM = "total([]) => 0\ntotal([2]) => 2\ntotal([1, 2, 3]) => 6"
FAULTS = [
    (
        "comparison",
        4,
        FIND,
        "find([1, 3, 5], 5) => 2\nfind([7], 7) => 0\nfind([7], 3) => -1\nfind([1, 2], 1) => 0\n"
        "find([], 1) => -1\nfind([1, 3, 5, 7], 4) => -1\nfind([1, 3, 5, 7], 7) => 3",
    ),
    (
        "range",
        3,
        "def squares(n):\n    out = []\n    for i in range(1, n):\n        out.append(i * i)\n"
        "    return out\n",
        SQUARES,
    ),
    (
        "return_place",
        5,
        "def total(a):\n    t = 0\n    for x in a:\n        t += x\n        return t\n"
        "    return t\n",
        SUM,
    ),
    ("missing_return", 4, "def total(a):\n    t = 0\n    for x in a:\n        t += x\n", SUM),
    (
        "printed_not_returned",
        5,
        "def total(a):\n    t = 0\n    for x in a:\n        t += x\n    print(t)\n",
        SUM,
    ),
    (
        "grouping",
        2,
        "def mean(x, y):\n    return x + y / 2\n",
        "mean(1, 3) => 2.0\nmean(0, 0) => 0.0\nmean(5, 1) => 3.0",
    ),
    (
        "comparison",
        7,
        "def between(a, b):\n    out = []\n    while a < b:\n        out.append(a)\n"
        "        a += 1\n    out.append('turn')\n    while a > 0:\n        out.append(a)\n"
        "        a -= 1\n    return out\n",
        "between(1, 1) => [1, 'turn', 2, 1, 0]\nbetween(2, 1) => ['turn', 2, 1, 0]\n"
        "between(0, 1) => [0, 1, 'turn', 2, 1, 0]",
    ),
    (
        "method",
        4,
        "def firsts(rows):\n    out = []\n    for row in rows:\n        out.extend(row[:1])\n"
        "    return out\n",
        "firsts([]) => []\nfirsts([[1, 2]]) => [[1]]\nfirsts([[1], [2]]) => [[1], [2]]",
    ),
    (
        "update",
        4,
        "def count(a):\n    d = {}\n    for x in a:\n        d[x] = 1\n    return d\n",
        "count([]) => {}\ncount([1, 1]) => {1: 2}\ncount([1, 2]) => {1: 1, 2: 1}",
    ),
]


def locate(source: str, statement: str) -> Fault | None:
    run = run_program(source, find_cases(source, statement=statement))
    return locate_fault(source, run, seconds=PLENTY)


@pytest.mark.parametrize(("kind", "line", "source", "statement"), FAULTS)
def test_a_fault_that_one_edit_mends_is_certain(
    kind: str, line: int, source: str, statement: str
) -> None:
    fault = locate(source, statement)

    assert fault is not None
    assert line in fault.lines
    assert (fault.kind, fault.certain) == (kind, True)


def test_a_repair_makes_every_case_pass() -> None:
    source, statement = FAULTS[0][2:]
    cases = find_cases(source, statement=statement)
    repairs = find_repairs(source, run_program(source, cases), seconds=PLENTY).mending

    assert repairs
    assert not any(run_program(repair.source, cases).failing for repair in repairs)


def test_edits_that_disagree_on_the_line_make_it_uncertain() -> None:
    factorial = (
        "def factorial(n):\n    fact = 1\n    for i in range(n):\n        fact = fact * i\n"
        "    return fact\n"
    )
    fault = locate(factorial, "factorial(0) => 1\nfactorial(1) => 1\nfactorial(3) => 6")

    assert fault is not None
    assert not fault.certain


def test_two_cases_do_not_make_a_line_certain() -> None:
    fault = locate(LARGEST, "largest([-2]) => -2\nlargest([3]) => 3")

    assert fault is None or not fault.certain


def test_the_first_unexpected_value_is_told_beside_the_wanted_one() -> None:
    fault = locate(FAULTS[1][2], "squares(3) => [0, 1, 4]\nsquares(2) => [0, 1]")

    assert fault is not None and fault.unexpected is not None
    unexpected = fault.unexpected
    assert (unexpected.line, unexpected.variable) == (3, "i")
    assert (unexpected.value, unexpected.wanted) == ("1", "0")


def test_a_way_that_is_taken_otherwise_is_told_by_the_line_that_decides_it() -> None:
    fault = locate(FAULTS[1][2], "squares(1) => [0]\nsquares(0) => []")

    assert fault is not None and fault.unexpected is not None
    assert (fault.unexpected.line, fault.unexpected.variable) == (3, None)


def test_one_wrong_example_leaves_a_place_that_is_not_certain() -> None:
    statement = (
        "limited([1, 2, 3], 3) => [1, 2]\nlimited([2, 1], 3) => [1, 2]\nlimited([], 0) => []\n"
        "limited([-4, 1], 0) => [-4]"
    )
    source = (
        "def limited(lst, limit):\n    out = []\n    for i in out:\n        if i < limit:\n"
        "            out.append(i)\n    return out\n"
    )
    fault = locate(source, statement)

    assert fault is not None
    assert (fault.lines, fault.certain) == ((3,), False)


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        (LARGEST.replace("if x > m:", "if x > m"), 4),
        (LARGEST.replace("            m = x", "            m++"), 5),
        (LARGEST.replace("    return m", "return m"), 6),
    ],
)
def test_what_python_does_not_read_is_certain_where_an_edit_of_the_line_mends_it(
    wrong: str, line: int
) -> None:
    fault = locate(wrong, "largest([3]) => 3")

    assert fault is not None
    assert (fault.kind, fault.lines, fault.certain) == ("syntax", (line,), True)


def test_behind_a_line_that_is_not_read_the_next_fault_is_looked_for() -> None:
    source = (
        "def ones(a):\n    count = 0\n    for i in range(1, len(a)):\n        if a[i] == 1:\n"
        "            count++\n    return count\n"
    )
    fault = locate(source, "ones([1, 1, 0]) => 2\nones([]) => 0\nones([0, 1]) => 1\nones([1]) => 1")

    assert fault is not None and fault.behind is not None
    assert (fault.lines, fault.behind.lines) == ((5,), (3,))


BFS = """def bfs(graph, start, seen=set()):
    queue = [start]
    for u in queue:
        for v in graph[u]:
            if v not in seen:
                seen.add(v)
                queue.append(v)
    return queue
"""


def test_a_default_left_over_shows_only_in_sequence() -> None:
    fault = locate(BFS, "bfs({1: [2], 2: []}, 1) => [1, 2]")

    assert fault is not None
    assert (fault.kind, fault.lines, fault.ground) == ("default_value", (1,), "sequence")


def test_a_loop_that_never_ends_is_placed_and_not_certain() -> None:
    source = (
        "def down(n):\n    k = n\n    while k > 0:\n        n = n - 1\n        n = n * 1\n"
        "    return k\n"
    )
    fault = locate(source, "down(3) => 'landed'")  # which no edit gives

    assert fault is not None
    assert (fault.kind, fault.lines, fault.certain) == ("never_ends", (3,), False)


def test_a_program_that_passes_has_no_fault() -> None:
    mended = LARGEST.replace("m = 0", "m = a[0]")

    assert locate(mended, "largest([-2]) => -2\nlargest([3, 4]) => 4") is None
