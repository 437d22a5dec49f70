"""What the variables of a student's program hold, line by line: the table, and when it comes."""

from __future__ import annotations

import pytest

from tests.doubles.debugging import ASK, EDITED, MENDED, PROGRAM, Learner, fenced
from tutor_app.domain.codec import event_from_json, event_to_json
from tutor_app.domain.values import Event, Offers, Sentence, VariablesShown
from tutor_app.domain.variable_tables import VariableRow, VariableTable
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case
from tutor_app.programs.variable_tables.show_run import FIND_IT, SHOW_VALUES, STILL_OPEN
from tutor_app.programs.variable_tables.variable_table import variable_table
from tutor_app.programs.variable_tables.variable_table_words import (
    explain_row,
    variables_markdown,
)
from tutor_app.understanding.dialogue_acts import NEXT_HINT

ENDLESS = "def count(n):\n    i = 0\n    while i < n:\n        n = n + 1\n    return i"


def table_of(source: str, call: str, around: int | None = None) -> VariableTable | None:
    case = Case(call=Call(text=call), origin="student")
    result = run_program(source, [case], trace_case=0).results[0]
    return variable_table(source, result, around=around)


def rows_of(source: str, call: str, around: int | None = None) -> tuple[VariableRow, ...]:
    table = table_of(source, call, around)
    assert table is not None
    return table.rows


def shown_in(events: list[Event]) -> list[VariableTable]:
    return [event.table for event in events if isinstance(event, VariablesShown)]


def offered_in(events: list[Event]) -> tuple[str, ...]:
    return next((event.messages for event in events if isinstance(event, Offers)), ())


def words_of(events: list[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, Sentence)]


# --- the table -------------------------------------------------------------------------------


def test_a_row_holds_the_values_after_its_line_and_marks_the_one_that_changed() -> None:
    table = table_of(PROGRAM, "total([5], 0)")

    assert table is not None
    assert table.columns == ("result", "item")  # items and start come with the call and stay
    assert [(row.line, row.values, row.changed) for row in table.rows] == [
        (1, (None, None), ()),
        (2, ("1", None), (0,)),
        (3, ("1", "5"), (1,)),
        (4, ("1", "5"), ()),
        (5, ("6", "5"), (0,)),
        (3, ("6", "5"), ()),
        (6, ("6", "5"), ()),
    ]
    assert (table.rows[-1].kind, table.rows[-1].detail) == ("return", "6")


def test_an_argument_that_the_call_changes_is_a_column() -> None:
    table = table_of("def f(a, b):\n    a.append(b)\n    a = a[1:]\n    return a", "f([1], 2)")

    assert table is not None
    assert table.columns == ("a",)
    assert [row.values for row in table.rows] == [("[1]",), ("[1, 2]",), ("[2]",), ("[2]",)]


def test_of_a_recursion_the_first_call_is_shown() -> None:
    source = "def f(n):\n    if n == 0:\n        return 1\n    m = f(n - 1)\n    return n * m"

    assert [row.values for row in rows_of(source, "f(3)")][-1] == ("2",)
    assert len(rows_of(source, "f(3)")) == 4


def test_an_exception_is_a_row_and_a_caught_one_too() -> None:
    broken = "def f(a):\n    x = 0\n    return a[3]"
    caught = "def f(a):\n    try:\n        x = a[5]\n    except IndexError:\n        x = 0\n"

    last = rows_of(broken, "f([1])")[-1]
    assert (last.kind, last.line) == ("exception", 3)
    assert last.detail == "IndexError: list index out of range"
    assert [row.kind for row in rows_of(caught, "f([1])")] == [
        "call", "line", "exception", "line", "line", "return",
    ]  # fmt: skip


def test_a_run_without_an_end_has_its_limit_as_a_row() -> None:
    rows = rows_of(ENDLESS, "count(3)")

    assert (rows[-1].kind, rows[-1].detail) == ("limit", "steps")
    assert rows[-1].count > 1_000
    assert len(rows) == 30


def test_a_record_that_ends_before_the_run_says_so() -> None:
    last = rows_of(PROGRAM, "total(range(500), 0)")[-1]

    assert (last.kind, last.detail) == ("limit", "kept")


def test_of_a_long_run_whole_rounds_near_the_step_that_counts_are_kept() -> None:
    rows = rows_of(PROGRAM, "total(range(1, 60), 0)", around=92)

    gaps = [n for n, row in enumerate(rows) if row.kind == "left_out"]
    assert len(rows) <= 30
    assert len(gaps) == 2
    window = rows[gaps[0] + 1 : gaps[1]]
    assert [row.line for row in window] == [3, 4, 5] * (len(window) // 3)
    assert "30" in [row.values[1] for row in window]
    shown = len(rows) - len(gaps)
    assert shown + sum(rows[n].count for n in gaps) == len(rows_all(60))
    assert rows[0].kind == "call"
    assert rows[-1].kind == "return"


def rows_all(stop: int) -> list[int]:
    """One place for each row of a run over range(1, stop): begin, start, rounds, header, return."""
    return list(range(2 + 3 * (stop - 1) + 2))


def test_a_long_straight_run_is_cut_too() -> None:
    source = (
        "def f(n):\n" + "\n".join(f"    a{n % 3} = n + {n}" for n in range(90)) + "\n    return n"
    )
    rows = rows_of(source, "f(1)", around=50)

    assert len(rows) <= 30
    assert 45 in [row.line for row in rows]


def test_long_values_are_cut() -> None:
    rows = rows_of("def f(n):\n    a = list(range(n))\n    return a", "f(500)")

    assert all(len(value) < 60 for row in rows for value in row.values if value)
    assert "…" in str(rows[1].values[0])
    assert all(len(row.detail or "") < 120 for row in rows)


@pytest.mark.parametrize(
    ("source", "call"),
    [
        ("def first(a):\n    return a[len(a)]", "first([1])"),
        ("def up(n):\n    for i in range(n):\n        yield i", "list(up(3))"),
        ("def f(:", "f(1)"),
    ],
)
def test_where_no_variable_is_set_or_followed_there_is_no_table(source: str, call: str) -> None:
    assert table_of(source, call) is None


def test_a_program_as_a_whole_has_a_table() -> None:
    rows = rows_of("x = 3\nwhile x:\n    x -= 1\nprint(x)", "")

    assert rows[1].values == ("3",)
    assert (rows[-1].kind, rows[-1].detail) == ("return", None)


def test_the_table_is_kept_as_it_was() -> None:
    table = table_of(ENDLESS, "count(3)")
    assert table is not None
    event = VariablesShown(table=table)

    assert event_from_json(event_to_json(event)) == event


def test_the_words_name_line_code_and_what_it_sets() -> None:
    table = table_of(PROGRAM, "total([5], 0)")
    assert table is not None
    text = variables_markdown(table)

    assert "| 5 | 5 `result = result + item` | **`6`** | `5` |" in text
    assert "| 7 | 6 `return result` gives `6` | `6` | `5` |" in text
    assert explain_row(table, table.rows[4]).endswith("`result` is `6` now.")
    assert "`6`" in explain_row(table, table.rows[-1])


# --- when it is shown ------------------------------------------------------------------------


def test_it_comes_with_the_second_hint_before_the_question(learner: Learner) -> None:
    first = learner.events(ASK)
    second = learner.events(NEXT_HINT)

    assert shown_in(first) == []
    (table,) = shown_in(second)
    assert table.call == "total([1, 2, 3], 0)"
    assert table.rows[-1].detail == "7"
    place = [isinstance(event, VariablesShown) for event in second].index(True)
    assert isinstance(second[place + 1], Sentence)
    assert second[place + 1].role == "question"
    assert shown_in(learner.events(NEXT_HINT)) == []


def test_the_button_is_offered_for_a_failing_call_and_gone_once_it_was_pressed(
    learner: Learner,
) -> None:
    assert offered_in(learner.events(ASK)) == (NEXT_HINT, SHOW_VALUES)
    assert offered_in(learner.events(SHOW_VALUES)) == (NEXT_HINT,)
    assert shown_in(learner.events(NEXT_HINT)) == []  # just seen


def test_showing_the_run_leaves_ladder_and_open_question_alone(learner: Learner) -> None:
    learner.events(ASK)
    before, open_question = learner.ladder, learner.work.program

    events = learner.events(SHOW_VALUES)

    assert len(shown_in(events)) == 1
    assert words_of(events)[-1] in STILL_OPEN.wordings()
    assert learner.ladder == before
    assert open_question is not None
    assert learner.work.program is not None
    assert learner.work.program.awaited == open_question.awaited
    assert learner.work.program.asked == open_question.asked


def test_a_message_understood_to_ask_for_a_run_gets_it_of_the_call_that_it_names(
    learner: Learner,
) -> None:
    learner.events(ASK)
    events = learner.events("could you step through total([4], 0)", wants_run=True)

    assert [table.call for table in shown_in(events)] == ["total([4], 0)"]
    assert words_of(events)[-1] in FIND_IT.wordings()  # the open question is of another call
    assert shown_in(learner.events("why is that?")) == []


def test_only_the_students_own_run_is_shown(learner: Learner) -> None:
    """What a described change does in a copy, and what a repaired copy does, is never in it."""
    learner.events(ASK)
    proposed = learner.events("so result = 0?", wants_run=True)
    asked = learner.events(SHOW_VALUES)

    tables = [*shown_in(proposed), *shown_in(asked)]
    assert tables
    for table in tables:
        own = {line.strip() for line in PROGRAM.split("\n")}
        assert {row.code for row in table.rows if row.code} <= own
        assert table.rows[1].values == ("1", None)


def test_a_new_version_can_be_looked_at_anew(learner: Learner) -> None:
    learner.events(ASK)
    learner.events(SHOW_VALUES)

    assert SHOW_VALUES in offered_in(learner.events(fenced(EDITED)))
    (table,) = shown_in(learner.events(SHOW_VALUES))
    assert "if item >= start:" in [row.code for row in table.rows]


def test_a_program_that_passes_is_shown_only_to_who_asks(learner: Learner) -> None:
    learner.events(ASK)
    mended = learner.events(fenced(MENDED))

    assert SHOW_VALUES not in offered_in(mended)
    assert len(shown_in(learner.events(SHOW_VALUES))) == 1
