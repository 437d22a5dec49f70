"""`python -m evals newest-word`: planted contradictions in a forum; is staff's newest word cited?

Each of the pairs is a thread of its own: a question, staff's old word, a student who repeats it
later, and staff's new word in another thread.
"""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from evals.unwatched_indexing import NoReport
from ingest.ingest import index_course
from ingest.intake import OfferedFile, open_offered
from ingest.upload_store import store_upload
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.settings import Settings, load_settings
from tutor_app.domain.values import Message, Quote, Session
from tutor_app.retrieval.course_index import CourseIndexes
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.runtime.composition import build_embedder
from tutor_app.runtime.evaluation_course import COURSE
from tutor_app.storage.records.courses import CourseRecords
from tutor_app.storage.records.database import open_database

PAIRS = Path(__file__).with_name("contradictions.jsonl")
TUNED_ON = 15  # of the pairs: by the others nothing was chosen
out = Console()


def newest_word_command(
    questions: Annotated[Path, typer.Option(help="planted pairs", exists=True)] = PAIRS,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Whether the newest word of staff is quoted first where the forum contradicts itself."""
    lines = questions.read_text(encoding="utf-8").splitlines()
    pairs = [json.loads(line) for line in lines if line.strip()]
    with tempfile.TemporaryDirectory() as home:
        settings = load_settings().model_copy(
            update={"elenchus_home": Path(home), "database_url": ""}
        )
        cited = first_cited(pairs, settings)
    right = [says == pair["new"] for says, pair in zip(cited, pairs, strict=True)]
    result = {
        "pairs": len(pairs),
        "newest_cited_first": sum(right),
        "old_cited_first": sum(s == p["old"] for s, p in zip(cited, pairs, strict=True)),
        "no_quote": sum(not says for says in cited),
        "of_those_tuned_on": [sum(right[:TUNED_ON]), len(right[:TUNED_ON])],
        "of_the_others": [sum(right[TUNED_ON:]), len(right[TUNED_ON:])],
    }
    if as_json:
        typer.echo(json.dumps(result, indent=1))
    else:
        out.print_json(json.dumps(result))


def first_cited(pairs: Sequence[dict[str, str]], settings: Settings) -> list[str]:
    """Return for each pair the post that the first quote stands in; empty where nothing is."""
    courses = CourseRecords(open_database(settings))
    courses.create(COURSE)
    content = json.dumps(planted_forum(pairs)).encode()
    for one in open_offered([OfferedFile("forum.json", lambda: io.BytesIO(content))]):
        if isinstance(one, OfferedFile):
            sha256, size = store_upload(settings, one.open())
            courses.add_document(COURSE, one.name, "forum", sha256, size)
    embedder = build_embedder(settings, threads=1)
    index_course(COURSE, settings, courses, embedder, NoReport())
    services = Services(
        courses=CourseIndexes(settings, embedder), embedder=embedder, profile=PROFILES["default"]
    )
    session = Session(conversation_id="c", course_id=COURSE, course_name="Course")
    index = services.courses(COURSE)
    cited = []
    for pair in pairs:
        events = respond(Message(text=pair["question"]), session, services)
        quotes = [event for event in events if isinstance(event, Quote)]
        cited.append(index.chunk(quotes[0].passage_id).text if quotes else "")
    return cited


def planted_forum(pairs: Sequence[dict[str, str]]) -> list[dict[str, Any]]:
    """Return the threads: every second new word stands in the old thread, the others apart."""
    threads = []
    for number, pair in enumerate(pairs):
        old = [
            _post(1, "student", pair["question"], "2025-01-05"),
            _post(2, "staff", pair["old"], "2025-01-06", reply_to=1),
            _post(3, "student", f"As far as I know: {pair['old']}", "2025-01-30", reply_to=1),
        ]
        new = _post(4, "staff", pair["new"], "2025-01-20", reply_to=1)
        threads.append({"title": pair["question"], "posts": old + [new] * (number % 2)})
        if not number % 2:
            threads.append({"title": "Announcement", "posts": [{**new, "post_number": 1}]})
    return threads


def _post(
    number: int, role: str, text: str, day: str, reply_to: int | None = None
) -> dict[str, Any]:
    return {
        "post_number": number,
        "role": role,
        "text": text,
        "created_at": day,
        "reply_to_post_number": reply_to,
    }
