"""`python -m evals practice`: the questions a course gives, and how answers to them are judged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from evals.hint_ladder.recorded_learner import services_of
from evals.practice.begun_rounds import measure_begun
from evals.practice.heard_wishes import measure_wishes
from evals.practice.judged_answers import judge_variants
from evals.practice.made_questions import make_questions
from evals.practice.switched_practice import measure_switches
from tutor_app.answering.practice.questions.course_for_practice import CourseForPractice
from tutor_app.conversation.practice.round_words import words_of
from tutor_app.domain.practice import PracticeQuestion
from tutor_app.runtime.evaluation_course import COURSE, index_folder

out = Console()


def practice_command(  # noqa: PLR0913 -- each is an option of the command
    materials: Annotated[Path, typer.Option(help="folder of PDFs", exists=True, file_okay=False)],
    messages: Annotated[
        list[Path] | None, typer.Option(help="labelled messages: which begin a round", exists=True)
    ] = None,
    wishes: Annotated[
        Path | None, typer.Option(help="labelled wishes about a round", exists=True)
    ] = None,
    switches: Annotated[
        Path | None, typer.Option(help="labelled wishes for another thing", exists=True)
    ] = None,
    sheet: Annotated[Path | None, typer.Option(help="Markdown file to write, to grade by")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Questions of practice rounds by kind; right answers credited, wrong ones not, by variants."""
    indexed = index_folder(materials)
    services = services_of(indexed)
    course_map = services.maps(COURSE)
    assert course_map is not None
    course = CourseForPractice(course_map=course_map, index=services.courses(COURSE))
    questions = list(make_questions(course))
    result = _counts(course, questions) | judge_variants(questions, course_map.shown_terms)
    if messages:
        result["rounds"] = measure_begun(messages, services)
    if wishes is not None:
        result["wishes"] = measure_wishes(wishes, services)
    if switches is not None:
        result["switches"] = measure_switches(switches, indexed)
    if sheet is not None:
        sheet.write_text(sheet_of(questions), encoding="utf-8")
    if as_json:
        print(json.dumps(result))
        return
    table = Table("measure", "value")
    for key, value in result.items():
        table.add_row(key, str(value))
    out.print(table)


def _counts(course: CourseForPractice, questions: list[PracticeQuestion]) -> dict[str, Any]:
    kinds = sorted({question.kind for question in questions})
    asked = {question.item for question in questions if question.item.startswith("term:")}
    return {
        "terms": len(course.terms),
        "terms_asked_about": len(asked),
        "questions": {kind: sum(q.kind == kind for q in questions) for kind in kinds},
    }


def sheet_of(questions: list[PracticeQuestion]) -> str:
    """Return a sheet with every question, its answer, and a column for a reader's verdict."""
    lines = ["| no. | kind | question | answer | sensible? |", "|---|---|---|---|---|"]
    for number, question in enumerate(questions, 1):
        asked = words_of(question).replace("|", "\\|").replace("\n", "<br>")
        lines.append(f"| {number} | {question.kind} | {asked} | {question.accepted[0]} | |")
    return "\n".join(lines) + "\n"
