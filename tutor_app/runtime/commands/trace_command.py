"""`elenchus trace`: an exact run of a problem told in words, as a table on the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table as Drawn
from rich.text import Text

from tutor_app.domain.traces import ProblemInvalid
from tutor_app.tracing.algorithm import algorithm_named, all_algorithms
from tutor_app.tracing.exact_run import AlgorithmRun, run
from tutor_app.tracing.narration.convention_texts import ask_for_lack, describe_convention
from tutor_app.tracing.narration.run_sentences import state_result
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.tracing.run_tables import table_of
from tutor_app.wording.catalogue import phrase

NO_PROBLEM = phrase("commands_running.no_problem")
CAN_BE_TRACED = phrase("commands_running.can_be_traced", "algorithms")
ASSUMED = phrase("commands_running.assumed", "convention")
FIRST_ROWS = phrase("commands_running.first_rows", "count", "total")

MAX_ROWS = 400  # printed; a longer table is told so


def trace(text: str, console: Console) -> int:
    """Read, run and print; the exit status is 1 where nothing could be run."""
    reading = read_problem(text)
    if reading is None:
        known = ", ".join(algorithm.name for algorithm in all_algorithms().values())
        console.print(NO_PROBLEM())
        console.print(CAN_BE_TRACED(algorithms=known), highlight=False)
        return 1
    name = algorithm_named(reading.problem.algorithm).name
    if reading.question is not None:
        asked = ask_for_lack(reading.question.reason, reading.question.detail, name)
        console.print(asked, markup=False)
        return 1
    try:
        exact = run(reading.problem)
    except ProblemInvalid as exc:
        console.print(ask_for_lack(exc.lack, exc.detail, name), markup=False)
        return 1
    for convention, value in exact.problem.conventions.items():
        if value is not None:
            words = describe_convention(convention, value)
            if convention not in reading.stated:
                words = ASSUMED(convention=words)
            console.print(f"· {words}", highlight=False)
    print_table(exact, console)
    console.print(state_result(exact.final), markup=False, highlight=False)
    return 0


def print_table(exact: AlgorithmRun, console: Console, upto: int | None = None) -> None:
    """Print the rows up to the step `upto`, None for all."""
    table = table_of(exact, upto=upto, stop=MAX_ROWS)
    drawn = Drawn(*table.heads, title=exact.algorithm.name, title_justify="left")
    for row in table.rows:
        drawn.add_row(*(Text(text) for text in row))
    console.print(drawn)
    if len(table.rows) == MAX_ROWS < len(exact.steps):
        console.print(FIRST_ROWS(count=MAX_ROWS, total=len(exact.steps)))
