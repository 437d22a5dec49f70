"""A student's program is run on cases, and what is seen is told apart."""

from __future__ import annotations

import pytest

from tests.doubles.program_runs import QUICK, case, run_each, run_one
from tutor_app.programs.run_program import run_program

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
SEEN = """def visit(node, seen=set()):
    if node in seen:
        return None
    seen.add(node)
    return node
print(visit("a"))
print(visit("a"))
"""


@pytest.fixture
def kept_runs() -> None:
    """Each run here is one."""


def test_expected_is_held_against_what_each_call_gives() -> None:
    run = run_each(FIND, case("find([1, 3, 5], 3)", "1"), case("find([7], 7)", "0"))

    assert [result.status for result in run.results] == ["passed", "failed"]
    assert (run.results[1].value, run.results[1].wanted) == ("-1", "0")
    assert run.failing == (run.results[1],)


def test_a_line_that_is_never_reached_is_counted_so() -> None:
    result = run_one(FIND, case("find([7], 7)", "0"))

    assert result.times_reached(4) == 1
    assert result.times_reached(5) == 0


def test_a_trace_holds_the_variables_before_each_line_and_the_value_returned() -> None:
    trace = run_one(FIND, case("find([1, 3, 5], 5)", "2"), traced=True).trace

    mids = [dict(step.variables)["mid"] for step in trace if step.line == 6]
    assert mids == ["1"]
    assert [name for name, _ in trace[-1].variables] == ["a", "x", "lo", "hi", "mid"]
    assert (trace[0].event, trace[-1].event, trace[-1].detail) == ("call", "return", "-1")


def test_a_trace_ends_with_the_exception_that_leaves_the_function() -> None:
    source = (
        "def f(a):\n    try:\n        a[9]\n    except IndexError:\n        pass\n    return a[1]"
    )
    trace = run_one(source, case("f([1])"), traced=True).trace

    assert [step.line for step in trace if step.event == "exception"] == [3, 6]
    assert trace[-1].detail == "IndexError: list index out of range"


@pytest.mark.parametrize(
    ("printed", "expected", "status"),
    [
        ("[1, 2]", "[1,2]", "passed"),
        ("a  ", "a\n\n", "passed"),
        ("1 2", "12", "failed"),
        ("[1, 2]", "(1, 2)", "failed"),
        ("1", "1\n1", "failed"),
    ],
)
def test_what_is_printed_is_compared_but_for_blanks_that_say_nothing(
    printed: str, expected: str, status: str
) -> None:
    assert run_one(f"print({printed!r})", case("", prints=expected)).status == status


def test_only_the_case_asked_for_is_traced() -> None:
    run = run_each(FIND, case("find([1], 1)"), case("find([], 1)"), trace_case=1)

    assert [bool(result.trace) for result in run.results] == [False, True]


@pytest.mark.parametrize(
    ("body", "expected", "status"),
    [
        ("return 0.1 + 0.2", "0.3", "passed"),
        ("return 1", "1.0", "passed"),
        ("return [1, 2]", "(1, 2)", "failed"),
        ("return {2: 'b', 1: 'a'}", "{1: 'a', 2: 'b'}", "passed"),
        ("import collections as c\n    return c.defaultdict(int, a=1)", "{'a': 1}", "passed"),
        ("return 10 ** 6000", "10 ** 6000", "passed"),
        ("return float('inf')", "float('inf')", "passed"),
        ("return [0, 0]", "[0] * 2", "passed"),
        ("return '1'", "1", "failed"),
    ],
)  # fmt: skip
def test_values_are_equal_where_python_says_so_and_floats_nearly(
    body: str, expected: str, status: str
) -> None:
    assert run_one(f"def f():\n    {body}", case("f()", expected)).status == status


def test_what_is_expected_may_use_the_program_s_own_classes() -> None:
    source = """class Point:
    def __init__(self, x):
        self.x = x
    def __eq__(self, other):
        return self.x == other.x
def f():
    return Point(2)
"""
    passes, fails = run_each(source, case("f()", "Point(2)"), case("f()", "Point(3)")).results

    assert (passes.status, fails.status) == ("passed", "failed")
    assert (fails.value, fails.wanted) == ("Point(x=2)", "Point(x=3)")


def test_what_an_instructor_expects_is_not_in_the_student_s_process() -> None:
    source = """import gc, sys
def f():
    texts = [str(each) for each in gc.get_objects() if type(each) in (dict, list, tuple)]
    frame = sys._getframe()
    while frame:
        texts.append(str(frame.f_locals))
        frame = frame.f_back
    return 'eulav terces'[::-1] in ' '.join(texts)
"""
    hidden = case("f()", "'secret value'", origin="instructor")

    assert run_one(source, hidden).value == "False"


def test_a_value_too_large_to_compare_gets_no_verdict() -> None:
    source = "def f(n):\n    return list(range(n))"
    large = str(list(range(40_000)))
    results = run_each(
        source,
        case("f(40_000)", large, origin="instructor"),
        case("f(2_000)", str(list(range(2_000))), origin="instructor"),
        case("f(2_000)", str(list(range(1, 2_001))), origin="instructor"),
        case("f(40_000)", "list(range(40_000))"),
        case("f(40_000)", "[1]"),
    ).results

    assert [each.status for each in results] == ["ran", "passed", "failed", "passed", "failed"]


def test_a_call_or_an_expectation_that_is_no_python_is_not_blamed_on_the_program() -> None:
    source = "def f(n):\n    return n"
    call, words, name, fine = run_each(
        source, case("f(1", "1"), case("f(1)", "one more"), case("f(1)", "One"), case("f(1)", "1")
    ).results

    assert (call.status, call.unavailable) == ("not_run", "call")
    assert [each.status for each in (words, name, fine)] == ["ran", "ran", "passed"]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("map(int, [])", "<map object>"),
        ("(i for i in [])", "<generator <genexpr>>"),
        ("len", "<function len>"),
        ("{'b': 1, 'a': 2}", "{'b': 1, 'a': 2}"),
        ("type('Node', (), {})()", "Node()"),
    ],
)
def test_no_value_is_shown_with_an_address(value: str, shown: str) -> None:
    assert run_one("", case(value)).value == shown


def test_an_exception_is_told_with_the_student_s_line() -> None:
    result = run_one("def f(a):\n    b = a[3]\n    return b", case("f([1])", "1"))

    assert result.status == "raised"
    assert result.error is not None
    assert (result.error.type, result.error.line) == ("IndexError", 2)


def test_an_exception_that_is_expected_passes() -> None:
    source = "def f(n):\n    if n < 0:\n        raise ValueError(n)"
    raises, quiet = run_each(
        source, case("f(-1)", raises="ValueError"), case("f(1)", raises="ValueError")
    ).results

    assert (raises.status, quiet.status) == ("passed", "failed")


def test_printing_in_place_of_returning_is_seen() -> None:
    printed, other = run_each(
        "def f(n):\n    print(n * 2)", case("f(2)", "4"), case("f(3)", "4")
    ).results

    assert printed.printed_instead
    assert (other.status, other.printed_instead) == ("failed", False)


def test_an_argument_that_the_call_changed_is_told_with_before_and_after() -> None:
    result = run_one("def f(a, b):\n    b.sort()\n    return b", case("f(1, [2, 1])", "[1, 2]"))

    (change,) = result.changed
    assert (change.position, change.before, change.after) == (1, "[2, 1]", "[1, 2]")


def test_an_endless_loop_is_stopped_with_its_line_and_a_partial_trace() -> None:
    source = "def f(n):\n    while n:\n        n = n + 1"
    result = run_one(source, case("f(1)", "0"), traced=True)

    assert (result.status, result.limit) == ("timed_out", "steps")
    assert result.stopped_line in (2, 3)
    assert len(result.trace) == QUICK.trace_steps + 1
    assert (result.trace[-1].event, result.trace[-1].detail) == ("limit", "steps")


def test_a_loop_that_catches_everything_is_stopped_and_the_next_case_runs() -> None:
    source = """def f(n):
    while n:
        try:
            n += 1
        except:
            pass
    return n
"""
    first, second = run_each(source, case("f(1)", "0"), case("f(0)", "0")).results

    assert (first.status, second.status) == ("timed_out", "passed")


def test_one_long_operation_is_stopped_and_the_next_case_runs() -> None:
    source = "def f(n):\n    return len(str(3 ** n % 2)) if n < 9 else 9 ** (9 ** n) and 1"
    first, second = run_each(source, case("f(9)", "1"), case("f(2)", "1")).results

    assert (first.status, first.limit) == ("timed_out", "seconds")
    assert second.status == "passed"


def test_recursion_without_end_is_the_program_s_error() -> None:
    result = run_one("def f(n):\n    return f(n + 1)", case("f(0)", "0"))

    assert result.error is not None
    assert (result.status, result.error.type, result.error.line) == ("raised", "RecursionError", 2)


def test_as_deep_a_recursion_as_usual_is_let_run() -> None:
    source = "def f(n):\n    return 0 if n == 0 else 1 + f(n - 1)"

    assert run_one(source, case("f(950)", "950"), traced=True).status == "passed"


def test_endless_printing_is_cut_and_told() -> None:
    result = run_one("def f():\n    while True:\n        print('x' * 1000)", case("f()"))

    assert result.status == "timed_out"
    assert len(result.printed) == QUICK.output


def test_much_printing_that_ends_is_cut_and_the_value_judged() -> None:
    result = run_one("def f():\n    print('x' * 100_000)\n    return 1", case("f()", "1"))

    assert (result.status, result.limit) == ("passed", "output")


def test_input_gets_the_lines_typed() -> None:
    source = "n = int(input('n? '))\nprint(n * 2)"

    result = run_one(source, case("", prints="n? 8", typed=("4",)))

    assert result.status == "passed"


def test_input_without_lines_is_not_the_program_s_fault() -> None:
    result = run_one("n = int(input())\nprint(n)", case("", prints="8"))

    assert (result.status, result.unavailable) == ("not_run", "input")


@pytest.mark.parametrize(
    ("body", "missing"),
    [
        ("import numpy", "module numpy"),
        ("open('data.txt')", "system"),
        ("import threading\n    threading.Thread(target=print).start()", "threads"),
    ],
)
def test_what_cannot_be_had_here_is_named_and_nothing_is_said_of_the_case(
    body: str, missing: str
) -> None:
    result = run_one(f"def f():\n    {body}", case("f()", "1"))

    assert (result.status, result.unavailable) == ("not_run", missing)


def test_leaving_by_exit_ends_a_script_and_fails_a_call() -> None:
    source = "import sys\ndef f():\n    sys.exit(1)\nprint('a')\nsys.exit()\nprint('b')"
    script, call = run_each(source, case("", prints="a"), case("f()", "1")).results

    assert script.status == "passed"
    assert call.error is not None
    assert (call.status, call.error.type) == ("raised", "SystemExit")


def test_each_case_has_fresh_globals_and_default_arguments() -> None:
    first, second = run_each(SEEN, case("visit('a')", "'a'"), case("visit('a')", "'a'")).results

    assert (first.status, second.status) == ("passed", "passed")
    assert first.printed == ""


def test_cases_in_sequence_share_what_the_first_left() -> None:
    cases = [case("visit('a')", "'a'"), case("visit('a')", "'a'")]
    first, second = run_program(SEEN, cases, QUICK, namespace="in_sequence").results

    assert (first.status, second.status, second.value) == ("passed", "failed", "None")


def test_a_script_runs_all_its_statements() -> None:
    assert run_one(SEEN, case("", prints="a\nNone\n")).status == "passed"


def test_a_call_sees_the_names_that_the_program_gives_values() -> None:
    source = """def size(graph):
    return len(graph)
g = {"a": ["b"]}
for name in "xy":
    g[name] = []
print(size(g))
"""
    result = run_one(source, case("size(g)", "3"))

    assert (result.status, result.printed) == ("passed", "")


def test_a_program_that_does_not_parse_is_told_with_its_line() -> None:
    run = run_each("def f(n)\n    return n", case("f(1)", "1"))

    assert run.load_error is not None
    assert (run.load_error.type, run.load_error.line) == ("SyntaxError", 1)
    assert [result.status for result in run.results] == ["not_run"]
    assert not run.loads


def test_a_program_that_fails_at_its_top_level_is_told_with_its_line() -> None:
    run = run_each("x = 1\ny = z\ndef f():\n    return y", case("f()", "1"))

    assert run.load_error is not None
    assert (run.load_error.type, run.load_error.line) == ("NameError", 2)


def test_the_modules_that_students_use_are_there() -> None:
    modules = (
        "math random collections itertools functools heapq bisect string re copy typing "
        "dataclasses statistics datetime json operator time queue decimal fractions enum"
    ).split()
    lines = [f"    import {name}" for name in modules]
    use = """
    from dataclasses import dataclass
    from datetime import datetime
    @dataclass
    class P:
        x: int
    d = datetime.strptime('2026-11-22', '%Y-%m-%d').year
    return [P(1).x, d, heapq.nsmallest(1, [2, 1]), re.sub('a+', 'b', 'aa'), random.choice([1])]
"""
    source = "\n".join(["def f():", *lines]) + use

    assert run_one(source, case("f()", "[1, 2026, [1], 'b', 1]")).status == "passed"


def test_a_run_is_the_same_each_time() -> None:
    source = "import random\ndef f():\n    return random.random()"
    first, second = run_each(source, case("f()"), case("f()")).results

    assert first.value == second.value
