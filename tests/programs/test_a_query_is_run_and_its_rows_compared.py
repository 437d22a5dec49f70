"""A message about SQL: the query is run on the tables given, its rows shown and compared."""

from __future__ import annotations

import pytest

from tests.doubles.debugging import Learner
from tutor_app.programs.message_about_program import is_program_to_check
from tutor_app.programs.run_values import RunnerOff
from tutor_app.programs.runs_at_once import Runner
from tutor_app.programs.sql_queries.compare_rows import sorts
from tutor_app.programs.sql_queries.read_query import is_sql
from tutor_app.understanding.message_features import read_shape

TABLES = """CREATE TABLE pupil (name TEXT, mark INTEGER);
INSERT INTO pupil VALUES ('Ann', 1), ('Bob', 3), ('Cem', NULL);"""
DRAWN = """The table pupil:

| name | mark |
|------|------|
| Ann  | 1    |
| Bob  | 3    |
| Cem  | NULL |
"""
QUERY = "SELECT name FROM pupil WHERE mark >= 1"


def fenced(code: str, tag: str = "sql") -> str:
    return f"\n```{tag}\n{code}\n```\n"


def table(head: str, *rows: str) -> str:
    return "\n".join([f"| {head} |", "|---|", *(f"| {row} |" for row in rows)])


@pytest.mark.parametrize(
    "message",
    [
        "My query gives too much." + fenced(f"{TABLES}\n{QUERY};"),
        "My query gives too much." + fenced(f"-- the tables\n{TABLES}\n-- the query\n{QUERY}"),
        "My query gives too much." + fenced(TABLES) + "and" + fenced(QUERY),
        f"My query gives too much.\n\n{TABLES}\n{QUERY};\n\nWhy?",  # no fence at all
        "My query gives too much.\n\n" + DRAWN + fenced(QUERY),
    ],
)
def test_the_rows_are_shown_and_what_is_due_is_asked(learner: Learner, message: str) -> None:
    reply = learner.say(message)

    assert "2 rows come out:\n\n```text\nname\n----\nAnn\nBob\n```" in reply
    assert reply.endswith("Which rows should come out?")


def test_the_rows_that_must_come_out_are_compared(learner: Learner) -> None:
    due = f"It should give\n\n{table('name', 'Bob', 'Dan')}"

    reply = learner.say("Wrong rows." + fenced(f"{TABLES}\n{QUERY};") + due)

    assert "`Dan` should come out and doesn't." in reply
    assert "`Ann` comes out and shouldn't." in reply
    assert reply.count("?") == 1


def test_what_the_student_saw_is_not_what_must_come_out(learner: Learner) -> None:
    reply = learner.say(
        fenced(f"{TABLES}\n{QUERY};") + f"It gives\n\n{table('name', 'Ann', 'Bob')}"
    )

    assert "must come out" not in reply
    assert reply.endswith("Which rows should come out?")


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("", "their order is open"),
        (" ORDER BY name", "in another order"),
        (" ORDER BY name DESC", "in their order"),
    ],
)
def test_order_matters_only_where_the_query_sorts(learner: Learner, order: str, said: str) -> None:
    due = f"It should give\n\n{table('name', 'Bob', 'Ann')}"

    assert said in learner.say("Is it right?" + fenced(f"{TABLES}\n{QUERY}{order};") + due)


def test_an_order_inside_of_brackets_or_texts_is_none() -> None:
    assert sorts("SELECT a FROM t\nORDER  BY a")
    assert not sorts("SELECT a FROM (SELECT a FROM t ORDER BY a)")
    assert not sorts("SELECT 'order by' FROM t")


def test_the_tables_stand_for_the_next_query(learner: Learner) -> None:
    learner.say("Wrong." + fenced(f"{TABLES}\n{QUERY};"))

    reply = learner.say("and now?" + fenced("SELECT name FROM pupil WHERE mark > 1"))

    assert "one row comes out:\n\n```text\nname\n----\nBob\n```" in reply


def test_the_rows_that_must_come_out_stand_for_the_next_query(learner: Learner) -> None:
    due = f"It should give\n\n{table('name', 'Bob')}"
    learner.say("Wrong." + fenced(f"{TABLES}\n{QUERY};") + due)

    other = learner.say("and now?" + fenced("SELECT name FROM pupil WHERE mark < 3"))
    right = learner.say("and now?" + fenced("SELECT name FROM pupil WHERE mark > 1"))

    assert "`Bob` should come out and doesn't." in other
    assert "Those are the rows that you say must come out" in right
    assert learner.say("thanks!") == "You're welcome."


def test_a_message_in_words_repeats_no_question(learner: Learner) -> None:
    due = f"It should give\n\n{table('name', 'Bob')}"
    learner.say("Wrong." + fenced(f"{TABLES}\n{QUERY};") + due)

    said = [learner.say(words) for words in ("I don't know", "hint", "why?")]

    assert len(set(said)) == len(said)


def test_a_table_that_nobody_gave_is_asked_for(learner: Learner) -> None:
    reply = learner.say("Why is it wrong?" + fenced(QUERY))

    assert "`pupil`" in reply
    assert "rows come out" not in reply


def test_an_error_is_told_in_the_databases_words(learner: Learner) -> None:
    reply = learner.say("It stops." + fenced(f"{TABLES}\nSELECT grade FROM pupil;"))

    assert "the database stops with `no such column: grade`" in reply


def test_without_a_boundary_nothing_is_said_of_rows() -> None:
    learner = Learner(Runner(off=RunnerOff(reason="none here")))

    reply = learner.say("Wrong." + fenced(f"{TABLES}\n{QUERY};"))

    assert "can't run programs on this machine" in reply
    assert "come out:" not in reply


def test_sql_is_told_from_other_programs() -> None:
    assert is_sql(QUERY) and is_sql("whatever", "sqlite")
    assert not is_sql(QUERY, "python")
    assert not is_sql("def f(x):\n    return x")
    assert not is_sql("for (int i = 0; i < 3; i++) { }")
    assert is_program_to_check(read_shape("Is this right?" + fenced(QUERY)))


def test_a_python_program_after_a_query_is_a_new_one(learner: Learner) -> None:
    learner.say("Wrong." + fenced(f"{TABLES}\n{QUERY};"))

    reply = learner.say("f(1) should give 2" + fenced("def f(a):\n    return a", "python"))

    assert "`f(1)` gives `1`, and it should give `2`" in reply


# --- other languages --------------------------------------------------------------------------

JAVA = "int twice(int a) {\n    return a + a;\n}"
RUBY = "def twice(a)\n  a + a + 1\nend"


@pytest.mark.parametrize(
    ("tag", "code", "name"),
    [
        ("java", JAVA, "Java"),
        ("cpp", JAVA, "C++"),
        ("ruby", RUBY, "Ruby"),  # its first line looks like Python's
        ("zig", JAVA, "`zig`"),
        ("", JAVA, "this language"),
    ],
)
def test_what_cannot_be_run_is_named(learner: Learner, tag: str, code: str, name: str) -> None:
    reply = learner.say("twice(2) should give 4" + fenced(code, tag))
    later = learner.say("It gives 5.")

    assert f"I can't run {name}" in reply
    assert "I can't run" not in later
    assert "stops" not in reply
