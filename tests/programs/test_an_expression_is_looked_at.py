"""An expression is looked at each time a line is about to run, and the run goes on as it would."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.doubles.debugging import PROGRAM
from tests.doubles.program_runs import QUICK, case
from tutor_app.programs.message_reading.carried_out import with_looks
from tutor_app.programs.message_reading.reading import parse_reading
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import CaseResult, Look
from tutor_app.programs.sandboxed_child.line_watch import MOST_LOOKS

CALL = "total([1, 2, 3], 0)"


@pytest.fixture
def kept_runs() -> None:
    """Each run here is one."""


def looked(*looks: Look, source: str = PROGRAM, call: str = CALL) -> CaseResult:
    run = run_program(source, [case(call)], QUICK, trace_case=0, looks=looks)
    assert run.our_fault is None
    return run.results[0]


def values(line: int, code: str, source: str = PROGRAM, call: str = CALL) -> tuple[str, ...]:
    return looked(Look(line, code), source=source, call=call).looked[0]


def test_a_value_is_that_before_the_line_runs_each_time() -> None:
    assert values(5, "result") == ("1", "2", "4")
    assert values(6, "result") == ("7",)


def test_any_expression_of_the_programs_names_has_a_value() -> None:
    assert values(4, "item > start + 1") == ("False", "True", "True")
    assert values(6, "len(items) == max(items)") == ("True",)


@pytest.mark.parametrize(
    "code", ["[x for x in items if x > start]", "all(x > start for x in items)"]
)
def test_what_an_expression_says_of_each_item_sees_the_programs_names_too(code: str) -> None:
    assert not values(6, code)[0].startswith("!")


def test_several_expressions_are_told_apart_by_their_place() -> None:
    result = looked(Look(6, "result"), Look(4, "item"), Look(6, "start"))

    assert result.looked == (("7",), ("1", "2", "3"), ("0",))


def test_an_expression_that_raises_shows_its_error_and_the_run_goes_on() -> None:
    result = looked(Look(3, "item"), Look(6, "items[9]"))

    assert result.looked == (("!NameError", "1", "2", "3"), ("!IndexError",))
    assert result.value == "7"


def test_at_a_line_that_is_never_reached_nothing_is_seen() -> None:
    assert values(5, "result", call="total([], 0)") == ()


def test_at_most_so_many_values_are_kept_of_each_expression() -> None:
    seen = looked(
        Look(4, "item"), Look(6, "result"), call=f"total(list(range({MOST_LOOKS + 20})), 0)"
    ).looked

    assert len(seen[0]) == MOST_LOOKS
    assert seen[0][-1] == str(MOST_LOOKS - 1)
    assert len(seen[1]) == 1


def test_only_the_traced_case_is_looked_at() -> None:
    cases = [case("total([5], 0)"), case(CALL), case("total([7], 0)")]

    run = run_program(PROGRAM, cases, QUICK, trace_case=1, looks=[Look(4, "item")])

    assert [each.looked for each in run.results] == [(), (("1", "2", "3"),), ()]


def test_without_a_traced_case_nothing_is_looked_at() -> None:
    run = run_program(PROGRAM, [case(CALL)], QUICK, looks=[Look(4, "item")])

    assert run.results[0].looked == ()
    assert run.results[0].value == "7"


def test_a_look_changes_neither_result_nor_lines_nor_steps_nor_trace() -> None:
    plain = run_program(PROGRAM, [case(CALL)], QUICK, trace_case=0).results[0]

    result = looked(Look(4, "[x * x for x in items]"), Look(5, "sorted(items)[0]"))

    assert result.looked[1] == ("1", "1", "1")
    assert replace(result, looked=()) == replace(plain, looked=())


def test_names_that_an_expression_would_set_are_not_set_in_the_program() -> None:
    result = looked(Look(6, "[result for result in range(3)]"))

    assert result.looked == (("[0, 1, 2]",),)
    assert result.value == "7"


@pytest.mark.parametrize(
    "code",
    [
        "open('/etc/passwd').read()",
        "__import__('os').listdir('/')",
        "__import__('socket').socket()",
        "__import__('subprocess').run(['true'])",
        "__import__('os').fork()",
    ],
)
def test_no_expression_gets_out_of_the_boundary(code: str) -> None:
    result = looked(Look(6, code))

    assert all(value.startswith("!") for seen in result.looked for value in seen)


@pytest.mark.parametrize(
    "code", ["[0] * 10 ** 12", "sum(range(10 ** 12))", "exit()", "quit()", "1 // 0", "[][0]"]
)
def test_an_expression_that_takes_all_or_ends_the_run_costs_no_other_case(code: str) -> None:
    cases = [case("total([5], 0)", "6"), case(CALL)]

    run = run_program(PROGRAM, cases, QUICK, trace_case=1, looks=[Look(6, code)])

    assert run.our_fault is None
    assert run.results[0].status == "passed"
    assert not any(value[:1] != "!" for seen in run.results[1].looked for value in seen)


COUNTED = """from collections import defaultdict

def count(words):
    counts = defaultdict(int)
    new = 0
    for word in words:
        if word not in counts:
            new = new + 1
        counts[word] = counts[word] + 1
    return new"""
DRAINED = """def last(items):
    left = iter(items)
    found = None
    for item in left:
        found = item
    return found"""
OWN = """class Box:
    def __init__(self, items):
        self.items = items

    def get(self):
        return self.items.pop()

def empty(items):
    box = Box(items)
    first = box.get()
    second = box.get()
    return [first, second]"""


@pytest.mark.parametrize(
    ("source", "call", "reading", "line", "times"),
    [
        (COUNTED, "count(['a', 'b'])", "probe 7: counts[word]\ncount 8", 8, 2),
        (DRAINED, "last([1, 2, 3])", "probe 4: list(left)\ncount 5", 5, 3),
        (OWN, "empty([1, 2])", "probe 11: box.get()\ncount 12", 12, 1),
    ],
    ids=["a dict that fills itself", "an iterator that is read", "a method of the student's"],
)
def test_what_is_told_beside_a_look_is_of_the_run_as_it_is(
    source: str, call: str, reading: str, line: int, times: int
) -> None:
    focus = run_program(source, [case(call)], QUICK, trace_case=0).results[0]
    assert focus.times_reached(line) == times
    read = parse_reading(f"does: what\n{reading} -> {times}", source)
    assert read is not None

    checked = with_looks(source, focus, read)

    assert [each.claim.agrees for each in checked if each.claim.line == line] == [True]
