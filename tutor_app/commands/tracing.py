"""`elenchus trace`: an exact run of a problem told in words, as a table on the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table as Drawn
from rich.text import Text

from tutor_app.tracing.errors import ProblemInvalid
from tutor_app.tracing.reading.read import read_problem
from tutor_app.tracing.registry import algorithm_named, all_algorithms
from tutor_app.tracing.run import Run, run
from tutor_app.tracing.tables import table_of
from tutor_app.tracing.words import (
    clarification_question,
    convention_words,
    result_words,
)

MAX_ROWS = 400  # printed; a longer table is told so


def trace(text: str, console: Console) -> int:
    """Read, run and print; the exit status is 1 where nothing could be run."""
    reading = read_problem(text)
    if reading is None:
        known = ", ".join(algorithm.name for algorithm in all_algorithms().values())
        console.print(
            "I found no algorithm problem in this. Name the algorithm and give its data, for "
            'example: elenchus trace "Dijkstra from A: A-B 4, A-C 2, C-B 1".',
        )
        console.print(f"These can be traced: {known}.", highlight=False)
        return 1
    name = algorithm_named(reading.problem.algorithm).name
    if reading.question is not None:
        asked = clarification_question(reading.question.reason, reading.question.detail, name)
        console.print(asked, markup=False)
        return 1
    try:
        exact = run(reading.problem)
    except ProblemInvalid as exc:
        console.print(clarification_question(exc.lack, exc.detail, name), markup=False)
        return 1
    for convention, value in exact.problem.conventions.items():
        if value is not None:
            assumed = "" if convention in reading.stated else " (assumed)"
            console.print(f"· {convention_words(convention, value)}{assumed}", highlight=False)
    print_table(exact, console)
    console.print(result_words(exact), markup=False, highlight=False)
    return 0


def print_table(exact: Run, console: Console, upto: int | None = None) -> None:
    """Print the rows up to the step `upto`, None for all."""
    table = table_of(exact, upto=upto, stop=MAX_ROWS)
    drawn = Drawn(*table.heads, title=exact.algorithm.name, title_justify="left")
    for row in table.rows:
        drawn.add_row(*(Text(text) for text in row))
    console.print(drawn)
    if len(table.rows) == MAX_ROWS < len(exact.steps):
        console.print(f"The first {MAX_ROWS} of {len(exact.steps)} rows.")
