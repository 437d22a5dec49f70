"""`elenchus trace`: what is printed for a problem typed on the command line."""

from __future__ import annotations

import io

from rich.console import Console

from tests.sentences import says
from tutor_app.runtime.commands.trace_command import MAX_ROWS, trace

UCS = "Run uniform cost search from S to C on this undirected graph: S-A 1, S-B 4, A-B 2, B-C 3"


def printed(text: str) -> tuple[int, str]:
    out = io.StringIO()
    status = trace(text, Console(file=out, width=200))
    return status, out.getvalue()


def rows(said: str) -> list[list[str]]:
    lines = [line.strip("│ ") for line in said.splitlines() if line.startswith("│")]
    return [[cell.strip() for cell in line.split("│")] for line in lines]


def test_it_prints_the_exact_table_and_what_comes_out() -> None:
    status, said = printed(UCS)

    assert status == 0
    assert [row[1] for row in rows(said)] == ["–", "S", "A", "B", "C"]
    assert "Path: S → A → B → C. Cost: 6." in said


def test_it_says_which_conventions_it_assumed() -> None:
    _, said = printed(f"{UCS}. Ties are broken alphabetically.")

    assert "ties are broken alphabetically\n" in said
    expanded = "the goal is tested when a node is expanded"
    assert says(said, "commands_running.assumed", convention=expanded)


def test_it_asks_for_what_is_missing_and_fails() -> None:
    status, said = printed(UCS.replace("from S ", ""))

    assert status == 1
    assert says(said, "trace_lacks.missing_start")


def test_it_says_why_a_problem_cannot_be_run() -> None:
    status, said = printed("Run Dijkstra from A on the directed graph A->B 4, B->C -2")

    assert status == 1
    assert "negative" in said
    assert "Traceback" not in said


def test_a_text_without_a_problem_gets_an_example_and_the_names() -> None:
    status, said = printed("What is a heap good for?")

    assert status == 1
    assert "elenchus trace" in said
    assert "Dijkstra's algorithm" in said


def test_markup_in_a_message_is_printed_as_it_stands() -> None:
    status, said = printed("Bubble sort [3, 1, 2] please [bold]now[/bold]")

    assert status == 0
    assert "[1, 2, 3]" in said


def test_a_long_table_is_cut_and_says_so() -> None:
    numbers = ", ".join(str(number) for number in range(450, 0, -1))
    status, said = printed(f"Insertion sort the array [{numbers}]")

    assert status == 0
    assert len(rows(said)) >= MAX_ROWS
    assert f"The first {MAX_ROWS} of 450 rows." in said
