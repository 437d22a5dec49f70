"""`python -m evals languages`: small courses in eight languages, asked through `respond`.

Each course also gets questions of the others' subjects in its language's absence: an English
question that it cannot answer, which has to be declined.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
import yaml
from rich.console import Console

from evals.unwatched_indexing import NoReport
from ingest.ingest import index_course
from ingest.upload_store import store_upload
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.settings import load_settings
from tutor_app.domain.values import AnswerDone, Message, Quote, Session
from tutor_app.retrieval.course_index import CourseIndexes
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.runtime.composition import build_embedder
from tutor_app.runtime.evaluation_course import COURSE
from tutor_app.storage.records.courses import CourseRecords
from tutor_app.storage.records.database import open_database

COURSES = Path(__file__).with_name("language_courses.yaml")
FOREIGN = "Who painted the ceiling of the Sistine Chapel?"  # answered in none of them
out = Console()
Section = Sequence[str]  # heading, text, question


def languages_command(
    courses: Annotated[Path, typer.Option(help="courses by language", exists=True)] = COURSES,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Whether the section that answers is quoted first, by language; told language; declining."""
    found: Mapping[str, Sequence[Section]] = yaml.safe_load(courses.read_text(encoding="utf-8"))
    result = {language: ask_course(sections) for language, sections in found.items()}
    if as_json:
        typer.echo(json.dumps(result, indent=1))
    else:
        out.print_json(json.dumps(result))


def ask_course(sections: Sequence[Section]) -> dict[str, Any]:
    """Index one course of these sections and ask its questions."""
    with tempfile.TemporaryDirectory() as home:
        settings = load_settings().model_copy(
            update={"elenchus_home": Path(home), "database_url": ""}
        )
        records = CourseRecords(open_database(settings))
        records.create(COURSE)
        page = Path(home) / "course.md"
        body = "\n\n".join(f"## {heading}\n\n{text}" for heading, text, _ in sections)
        page.write_text(body, encoding="utf-8")
        records.add_document(COURSE, page.name, "textbook", *store_upload(settings, page))
        embedder = build_embedder(settings, threads=1)
        index_course(COURSE, settings, records, embedder, NoReport())
        services = Services(
            courses=CourseIndexes(settings, embedder),
            embedder=embedder,
            profile=PROFILES["default"],
        )
        index = services.courses(COURSE)
        right = [_quoted(question, services)[:1] == [heading] for heading, _, question in sections]
        return {
            "told": index.languages[0],
            "sentences": sum(len(chunk.sentences) for chunk in index.chunks),
            "questions": len(sections),
            "right_section_first": sum(right),
            "foreign_declined": not _quoted(FOREIGN, services),
        }


def _quoted(question: str, services: Services) -> list[str]:
    """Return the headings of what is quoted, in order; an answer that fails is none."""
    session = Session(conversation_id="c", course_id=COURSE, course_name="Course")
    events = list(respond(Message(text=question), session, services))
    assert isinstance(events[-1], AnswerDone), events[-1]
    return [event.headings[-1] for event in events if isinstance(event, Quote)]
