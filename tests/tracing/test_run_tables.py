"""The table of a run as text, whole or as far as it may be seen."""

from __future__ import annotations

import csv
import io

from tutor_app.domain.traces import Edge, Graph, Problem
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.run_tables import table_of, to_csv, to_markdown

PROBLEM = Problem(
    algorithm="bfs",
    graph=Graph(
        directed=False,
        weighted=False,
        nodes=("A", "B|x", "=C"),
        edges=(Edge(source="A", target="B|x"), Edge(source="B|x", target="=C")),
    ),
    start="A",
)
SORT = Problem(algorithm="insertion_sort", array=(3, 1, 2))


def test_every_row_has_its_number_and_its_columns_in_words() -> None:
    table = table_of(run(SORT))

    assert table.heads == ("step", "key", "array")
    assert table.rows[1:] == (("1", "1", "[1, 3, 2]"), ("2", "2", "[1, 2, 3]"))


def test_rows_after_the_last_that_may_be_seen_are_not_in_it() -> None:
    assert table_of(run(SORT), upto=1).numbers == (0, 1)
    assert table_of(run(SORT), upto=0, stop=9).numbers == (0,)


def test_a_part_of_a_long_table_is_the_same_as_in_the_whole() -> None:
    whole = table_of(run(Problem(algorithm="insertion_sort", array=tuple(range(60, 0, -1)))))
    part = table_of(
        run(Problem(algorithm="insertion_sort", array=tuple(range(60, 0, -1)))), start=20, stop=30
    )

    assert part.rows == whole.rows[20:30]


def test_names_cannot_break_a_markdown_table() -> None:
    lines = to_markdown(table_of(run(PROBLEM))).splitlines()

    assert len({line.replace("\\|", "").count("|") for line in lines}) == 1


def test_a_spreadsheet_gets_text_and_runs_nothing() -> None:
    cells = [
        cell for row in csv.reader(io.StringIO(to_csv(table_of(run(PROBLEM))))) for cell in row
    ]

    assert "'=C" in cells
    assert not any(cell.startswith("=") for cell in cells)
