"""`python -m evals assignments` and `python -m evals guard`: on the demo course, as it is built."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from evals.assignments.assignment_coverage import measure_coverage
from evals.assignments.assignment_matching import measure_matching
from evals.assignments.exercise_answers import measure_exercise_answers
from evals.assignments.item_ways import measure_ways
from evals.assignments.open_answers import FREE, measure_open_answers, measure_points
from evals.assignments.right_answers import measure_right
from evals.assignments.solution_requests import measure_guard
from tutor_app.exercises.assignment_book import AssignmentBooks
from tutor_app.retrieval.course_index import CourseIndexes
from tutor_app.runtime.composition import build_services
from tutor_app.runtime.evaluation_course import COURSE, index_folder

DEMO = Path(__file__).parents[2] / "demo_course" / "build"
Materials = Annotated[Path, typer.Option(help="folder of PDFs", exists=True, file_okay=False)]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON")]
Sheet = Annotated[
    Path | None, typer.Option(help="a model's answers to the judge's exam", exists=True)
]
Limit = Annotated[int | None, typer.Option(help="only the first so many")]
out = Console()


def assignments_command(
    materials: Materials = DEMO, sheet: Sheet = None, as_json: AsJson = False
) -> None:
    """Messages matched to items over thresholds; points of solutions found in answers."""
    course = index_folder(materials)
    index = CourseIndexes(course.settings, course.embedder)(COURSE)
    book = AssignmentBooks(course.settings, course.embedder)(COURSE, index)
    _print(
        {
            "matching": measure_matching(book),
            "coverage": measure_coverage(book.items, index, course.embedder),
            "open_answers": measure_open_answers(course.embedder, index.rarity, sheet),
            "more_answers": measure_points(course.embedder, index.rarity),
            "free_answers": measure_points(course.embedder, index.rarity, FREE),
            "ways": measure_ways(book.items, index.chunks),
        },
        as_json,
    )


def guard_command(
    materials: Materials = DEMO, limit: Limit = None, as_json: AsJson = False
) -> None:
    """140 ways of asking for locked solutions; right answers that must not be disputed."""
    course = index_folder(materials)
    result = measure_guard(course, materials, limit)
    result |= measure_right(build_services(course.settings, None), limit=limit)
    _print(result, as_json)
    raise typer.Exit(1 if result["leaks"] or result["disputed"] else 0)


def exercise_answers_command(materials: Materials = DEMO, as_json: AsJson = False) -> None:
    """Short answers and gaps in generated variants: which are misjudged, by half of wordings."""
    course = index_folder(materials)
    index = CourseIndexes(course.settings, course.embedder)(COURSE)
    result = measure_exercise_answers(course.embedder, index)
    _print(result, as_json)
    misjudged = (
        one[key]
        for half in result.values()
        for one in half.values()
        for key in ("right_called_wrong", "wrong_called_right")
    )
    raise typer.Exit(1 if any(misjudged) else 0)


def _print(result: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps(result, ensure_ascii=False))
        return
    table = Table("measure", "value")
    for name, value in _flat(result):
        table.add_row(name, str(value))
    out.print(table)


def _flat(result: dict[str, Any], under: str = "") -> list[tuple[str, Any]]:
    rows: list[tuple[str, Any]] = []
    for key, value in result.items():
        if isinstance(value, dict):
            rows += _flat(value, f"{under}{key}.")
        else:
            rows.append((f"{under}{key}", value))
    return rows
