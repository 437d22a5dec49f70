"""Where a value comes from, what one expression gave, what is one object: told from the run."""

from __future__ import annotations

import pytest

from tests.doubles.debugging import Learner, fenced
from tests.doubles.program_runs import case, run_one
from tutor_app.programs.ideas.said_expressions import said_expressions
from tutor_app.programs.questions.noted_run import read_visits
from tutor_app.programs.questions.provenance import Provenance, ValueOrigin
from tutor_app.programs.run_values import CaseResult

DIGITS = """def digits(n):
    if n == 0:
        return 0
    return n % 10 + digits(n / 10)"""
WEEKEND = """def price(age, day):
    total = 12
    if day == 'sat' or 'sun':
        total = total + 3
    return total"""
GRID = """def grid(rows, cols):
    table = [[0] * cols] * rows
    table[0][0] = 1
    return table"""
CHANGE = """def change(amount):
    cents = int(amount * 100)
    rest = cents % 50
    return rest"""
STOCK = """stock = {"tea": 4, "salt": 0}

def bill(names):
    cost = 0
    for name in names:
        if stock[name] >= 0:
            cost += 1
    return cost"""
FOUND = """def place(items, x):
    found = None
    for n in range(len(items)):
        if items[n] == x and n > 3:
            found = n
    return found"""


def run(source: str, call: str) -> CaseResult:
    return run_one(source, case(call), traced=True)


def origin(source: str, call: str, name: str, value: str | None = None) -> ValueOrigin | None:
    result = run(source, call)
    return Provenance(source, result).of_name(name, value)


def test_the_copy_that_notes_does_what_the_program_does() -> None:
    result = run(STOCK, "bill(['tea', 'salt'])")

    visits = read_visits(STOCK, result)

    assert [visit.line for visit in visits] == [
        step.line for step in result.trace if step.event == "line"
    ]
    assert all(result.trace[visit.at].line == visit.line for visit in visits)


@pytest.mark.parametrize(
    ("source", "call"),
    [
        ("x = 3\ny = x * 2\nprint(y)", ""),
        ("def up(n):\n    i = 0\n    while i < n:\n        n = n\n    return i", "up(3)"),
    ],
    ids=["a script", "a loop that never ends"],
)
def test_a_visit_stands_at_the_step_that_it_is_of(source: str, call: str) -> None:
    result = run(source, call)

    visits = read_visits(source, result)

    assert visits and all(result.trace[visit.at].line == visit.line for visit in visits)


def test_of_two_inner_calls_in_a_line_none_is_blamed() -> None:
    fib = "def fib(n):\n    if n < 2:\n        return n\n    return fib(n - 1) + fib(n - 2)"

    assert origin(fib, "fib(3)", "n", "0") is None


def test_what_a_place_is_named_by_is_not_set_with_the_place() -> None:
    fills = (
        "def fill(a):\n    i = 0\n    while i < 2:\n        a[i] = 5\n        i += 1\n    return a"
    )

    told = origin(fills, "fill([0, 0])", "i", "2")

    assert told is not None and told.line == 5


def test_what_an_inner_call_is_given_comes_from_the_line_that_calls() -> None:
    told = origin(DIGITS, "digits(493)", "n", "49.3")

    assert told is not None and told.line == 4
    assert "`n / 10`" in told.text and "`493`" in told.text


def test_the_parts_of_an_expression_are_told_with_what_they_gave() -> None:
    told = origin(CHANGE, "change(1.15)", "cents")

    assert told is not None and told.line == 2
    assert "`amount * 100` is `114.99999999999999`" in told.text


def test_what_a_value_was_made_of_leads_a_step_further_back() -> None:
    told = origin(CHANGE, "change(1.15)", "rest")

    assert told is not None and told.made_of == (("cents", "114"),)


def test_of_what_is_never_changed_the_test_is_told_that_keeps_it_so() -> None:
    told = origin(FOUND, "place([7, 8], 8)", "found")

    assert told is not None and told.line is None
    assert "line 5" in told.text and "`n > 3`" not in told.text
    assert "items[n] == x and n > 3" in told.text


def test_parts_that_are_one_object_are_told_of_the_line_that_makes_them() -> None:
    result = run(GRID, "grid(2, 2)")

    told = Provenance(GRID, result).of_shared(line=2)

    assert told is not None
    assert "`table[0]`" in told.text and "`table[1]`" in told.text


def test_parts_that_are_equal_and_apart_are_not_one_object() -> None:
    source = GRID.replace("[[0] * cols] * rows", "[[0] * cols for _ in range(rows)]")
    result = run(source, "grid(2, 2)")

    assert Provenance(source, result).of_shared(line=2) is None


@pytest.mark.parametrize("words", ["salt has 0 and 0 >= 0", "stock is 0 >= 0 for salt"])
def test_an_expression_with_the_runs_values_names_its_line(words: str) -> None:
    (told,) = said_expressions(STOCK, words, run(STOCK, "bill(['tea', 'salt'])"))

    assert told.line == 6
    assert "`'salt'`" in told.shown and "`True`" in told.shown


@pytest.mark.parametrize("words", ["I get 3 >= 0", "0 is 0", "put cost = 0 there", "0 > 0"])
def test_an_expression_that_the_run_does_not_have_names_nothing(words: str) -> None:
    assert said_expressions(STOCK, words, run(STOCK, "bill(['tea', 'salt'])")) == []


def test_who_writes_the_test_with_its_values_is_told_to_be_there_without_the_repair() -> None:
    learner = Learner()
    calls = "bill(['tea', 'salt']) should give 1, bill(['tea']) should give 1"
    learner.say(calls + fenced(STOCK))

    reply = learner.say("oh the salt is 0 and 0 >= 0")

    assert "line 6" in reply.casefold()
    assert "`True`" in reply
    assert "> 0" not in reply


def test_a_number_in_such_an_expression_answers_no_other_question() -> None:
    learner = Learner()
    learner.say("bill(['tea', 'salt', 'tea', 'tea']) should give 3" + fenced(STOCK))

    reply = learner.say("hm, it asks 4 >= 0 there")

    assert "makes 4 rounds" not in reply
    assert "`4 >= 0`" in reply


def test_a_test_that_keeps_a_line_from_being_run_is_told() -> None:
    learner = Learner()
    learner.say("place([7, 8], 8) should give 1" + fenced(FOUND))

    reply = learner.say("why is line 5 not reached?")

    assert "line 4" in reply.casefold()
    assert "`1 > 3`" in reply


def test_what_changes_is_not_said_to_hold_from_beginning_to_end() -> None:
    lent = "def lend(name, book={}):\n    book[name] = 1\n    return book"
    assert origin(lent, "lend('Ida')", "book", "{}") is None

    kept = origin(lent, "lend('Ida')", "name")
    assert kept is not None and "'Ida'" in kept.text


def test_who_asks_why_is_told_what_the_pieces_of_the_line_gave() -> None:
    learner = Learner()
    learner.say(f"price(30, 'mon') gives 15, should be 12{fenced(WEEKEND)}")

    reply = learner.say("why does it go in the if with the sun?")

    assert "`'mon' == 'sat'`" in reply
    assert "counts as true" in reply


def test_after_the_change_the_version_before_tells_why() -> None:
    learner = Learner()
    learner.say(f"price(30, 'mon') gives 15, should be 12{fenced(WEEKEND)}")

    mended = WEEKEND.replace("or 'sun'", "or day == 'sun'")
    reply = learner.say(f"12 now. why did the other one not work?{fenced(mended)}")

    assert "version before" in reply
    assert "`'sun'`" in reply
