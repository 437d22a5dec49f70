"""`python -m evals course-map`: terms found, how they are defined, roles, figures, starters."""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from evals.hint_ladder.recorded_learner import services_of
from tutor_app.answering.course_map.make_map import make_map
from tutor_app.answering.course_map.map_values import ROLES, CourseMap
from tutor_app.conversation.from_map.starters import starters_of
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.index_files import MATERIAL, MATERIAL_ADAPTER, current_version
from tutor_app.runtime.evaluation_course import COURSE, index_folder

out = Console()


def course_map_command(
    materials: Annotated[Path, typer.Option(help="folder of PDFs", exists=True, file_okay=False)],
    sheet: Annotated[Path | None, typer.Option(help="Markdown file to write, to grade by")] = None,
    first: Annotated[int, typer.Option(help="terms on the sheet")] = 30,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """The course's map: terms with a definition, example, figure; roles; starter questions."""
    course = index_folder(materials)
    version = current_version(course.settings.course_dir(COURSE))
    assert version is not None
    material = MATERIAL_ADAPTER.validate_json((version / MATERIAL).read_bytes())
    started = time.perf_counter()
    course_map = make_map(material.documents)
    seconds = time.perf_counter() - started
    services = services_of(course)
    index = services.courses(COURSE)
    result = measure_map(course_map, index) | {
        "seconds": round(seconds, 2),
        "starters": list(starters_of(course_map, index, services)),
    }
    if sheet is not None:
        sheet.write_text(sheet_of(course_map, index, first), encoding="utf-8")
    if as_json:
        print(json.dumps(result))
        return
    table = Table("measure", "value")
    for key, value in result.items():
        table.add_row(key, str(value))
    out.print(table)


def measure_map(course_map: CourseMap, index: CourseIndex) -> dict[str, Any]:
    """Return counts, and shares of the terms that have each kind of place."""
    terms = course_map.terms
    defining = {p.chunk_id for p in course_map.passages if p.role == "definition"}
    roles = Counter(passage.role for passage in course_map.passages)

    def share(count: int) -> float:
        return round(count / len(terms), 3) if terms else 0.0

    return {
        "passages": len(index.chunks),
        "terms": len(terms),
        "defined_in_a_definition": share(sum(t.definition.chunk_id in defining for t in terms)),
        "exemplified": share(sum(bool(t.exemplified) for t in terms)),
        "drawn": share(sum(bool(t.drawn) for t in terms)),
        "exercised": share(sum(bool(t.exercised) for t in terms)),
        "roles": {role: roles[role] for role in ROLES},
        "figures": sum(figure.kind == "figure" for figure in course_map.figures),
        "tables": sum(figure.kind == "table" for figure in course_map.figures),
    }


def sheet_of(course_map: CourseMap, index: CourseIndex, first: int) -> str:
    """Return a sheet with the first terms, their sentences, and a column for a reader's verdict."""
    lines = ["| no. | term | defined by | page | right? |", "|---|---|---|---|---|"]
    for number, term in enumerate(course_map.terms[:first], 1):
        chunk = index.chunk(term.definition.chunk_id)
        text = term.definition.text.replace("|", "\\|")
        lines.append(f"| {number} | {term.in_sentence} | {text} | {chunk.page} | |")
    return "\n".join(lines) + "\n"
