"""What users of tutors like this complain about, by its number in the list that we keep.

12 (chat lost on refresh) is in tests/e2e, 19 (formulas shown raw) in tests/ui.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pymupdf
import pytest

from ingest.ingest import index_course
from tests.doubles.course import CourseDesk, record
from tests.doubles.desk import Desk, open_desk
from tests.doubles.embedder import BagOfWords
from tests.doubles.pdf import Sheet
from tests.doubles.redis_server import redis_server
from tutor_app.domain.errors import IndexMissing, ModelUnreachable
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import MaterialKind, Quote, Sources
from tutor_app.runtime.composition import build_embedder
from tutor_app.runtime.jobs.indexing import IndexParts, run_index

FACTS = {
    "queues.pdf": "A queue hands out the oldest vertex first, so the search goes by levels.",
    "heaps.pdf": "A heap hands out the smallest key at once, so Dijkstra never looks back.",
    "forests.pdf": "Kruskal sorts the edges by weight and joins two trees of the forest each time.",
}
QUESTIONS = {
    "queues.pdf": "Why does the search go by levels with a queue?",
    "heaps.pdf": "Why does Dijkstra never look back with a heap?",
    "forests.pdf": "How are two trees of the forest joined by Kruskal?",
}


def write(folder: Path, name: str, fact: str) -> Path:
    """A file of three pages with the fact on its second."""
    sheet = Sheet().heading("Overview").text("This handout has three pages. Read all of them.")
    sheet.new_page().heading("The fact").text(f"Now to the point. {fact} That is the point.")
    sheet.new_page().heading("Outlook").text("There is more to come. The next handout is longer.")
    return sheet.save(folder / name)


def stand_on_page(text: str, path: Path, page: int) -> bool:
    with pymupdf.open(path) as pdf:
        return text in " ".join(pdf[page - 1].get_text().split())


@pytest.fixture
def desk(settings: Settings, tmp_path: Path) -> CourseDesk:
    desk = CourseDesk(settings)
    for name, fact in FACTS.items():
        desk.add(write(tmp_path, name, fact))
    return desk


# --- 1: uploaded documents are ignored, silently -------------------------------------------------


def test_complaint_1_every_uploaded_file_answers_or_says_why_it_cannot(
    desk: CourseDesk, tmp_path: Path
) -> None:
    pdf = pymupdf.open()
    pdf.new_page()
    pdf.save(tmp_path / "scanned.pdf")
    desk.add(tmp_path / "scanned.pdf")
    (tmp_path / "broken.pdf").write_bytes(b"not a pdf")
    desk.add(tmp_path / "broken.pdf")

    report = desk.index()

    for name, question in QUESTIONS.items():
        quotes = [event for event in desk.ask(question) if isinstance(event, Quote)]
        assert FACTS[name] in [m.text for q in quotes if q.document_name == name for m in q.marked]
    assert {name for name, _ in report.failed} == {"scanned.pdf", "broken.pdf"}
    for row in desk.courses.documents(desk.id):
        assert (row.status, bool(row.detail)) in {("indexed", False), ("failed", True)}


def test_complaint_1_a_question_before_indexing_is_not_answered_with_i_dont_know(
    desk: CourseDesk,
) -> None:
    with pytest.raises(IndexMissing, match="your question is kept"):
        desk.ask(QUESTIONS["queues.pdf"])


@pytest.mark.parametrize("kind", ["textbook", "slides", "assignment", "logistics"])
def test_complaint_1_every_kind_that_students_may_see_is_used(
    kind: MaterialKind, settings: Settings, tmp_path: Path
) -> None:
    desk = CourseDesk(settings)
    desk.add(write(tmp_path, "a.pdf", FACTS["queues.pdf"]), kind)
    desk.index()

    turn = record(desk.ask(QUESTIONS["queues.pdf"]))

    assert turn.found is not None
    assert turn.found.kept[0].chunk.document.kind == kind


# --- 2: ingestion hangs, fails or lies about its status ------------------------------------------


@pytest.fixture
def staffed(tmp_path: Path) -> Iterator[Desk]:
    """The same records with a real Redis, as the indexer has them."""
    with redis_server() as server:
        yield open_desk(tmp_path / "staffed", server)


def run_indexer(staffed: Desk, embedder: BagOfWords) -> None:
    parts = IndexParts(
        courses=staffed.courses,
        progress=staffed.progress,
        queue=staffed.queue,
        index=lambda course_id: index_course(
            course_id, staffed.settings, staffed.courses, embedder, staffed.progress
        ),
    )
    run_index(staffed.course_id, parts)


def test_complaint_2_an_embedding_error_is_told_and_is_no_success(
    staffed: Desk, tmp_path: Path
) -> None:
    def away(_: object) -> None:
        raise ModelUnreachable("No answer from the embeddings endpoint. Check EMBEDDING_BASE_URL.")

    course = CourseDesk(staffed.settings)
    course.add(write(tmp_path, "queues.pdf", FACTS["queues.pdf"]))

    run_indexer(staffed, BagOfWords(before=away))

    assert course.statuses() == {"queues.pdf": "failed"}
    assert "EMBEDDING_BASE_URL" in course.detail("queues.pdf")
    assert staffed.progress.read_all(staffed.course_id) == {}


def test_complaint_2_progress_moves_while_a_file_is_indexed_and_ends_with_it(
    staffed: Desk, tmp_path: Path
) -> None:
    course = CourseDesk(staffed.settings)
    row = course.add(write(tmp_path, "queues.pdf", FACTS["queues.pdf"]))
    seen = []

    def look(_: object) -> None:
        seen.append((staffed.progress.read_all(staffed.course_id)[row.id], course.statuses()))

    run_indexer(staffed, BagOfWords(before=look))

    progress, statuses = seen[0]
    assert (progress.text != "", statuses) == (True, {"queues.pdf": "indexing"})
    assert course.statuses() == {"queues.pdf": "indexed"}
    assert staffed.progress.read_all(staffed.course_id) == {}


def test_complaint_2_indexed_is_said_only_when_it_answers(desk: CourseDesk) -> None:
    seen: list[set[str]] = []

    def look(_: object) -> None:
        said = {name for name, status in desk.statuses().items() if status == "indexed"}
        seen.append(said)
        if said:
            answering = CourseDesk(desk.settings).loaded()
            assert said == {chunk.document.name for chunk in answering.chunks}

    desk.embedder = BagOfWords(before=look)
    desk.index()

    assert seen[0] == set()
    assert set(desk.statuses().values()) == {"indexed"}
    assert {chunk.document.name for chunk in desk.loaded().chunks} == set(FACTS)


# --- 3: the first PDF fails because embeddings need a cloud key ----------------------------------


def test_complaint_3_the_first_pdf_is_indexed_and_asked_without_key_or_network(
    settings: Settings, model_cache: Path, tmp_path: Path
) -> None:
    """The tests' network guard stands: only this machine can be reached."""
    if not (model_cache / "models" / "all-MiniLM-L6-v2").exists():
        pytest.fail("the embedder has not been fetched (`elenchus fetch`)")
    own = settings.model_copy(update={"elenchus_cache": model_cache})
    desk = CourseDesk(own, build_embedder(own, threads=1))
    for name, fact in FACTS.items():
        desk.add(write(tmp_path, name, fact))

    report = desk.index()
    quotes = [e for e in desk.ask(QUESTIONS["heaps.pdf"]) if isinstance(e, Quote)]

    assert report.failed == ()
    assert FACTS["heaps.pdf"] in [mark.text for quote in quotes for mark in quote.marked]
    declined = record(desk.ask("Which wine goes with grilled fish on a summer evening?"))
    assert declined.declined


# --- 10: citations are missing, invented, or always the first source ------------------------------


def test_complaint_10_each_answer_cites_the_page_that_it_stands_on(
    desk: CourseDesk, tmp_path: Path
) -> None:
    desk.index()
    for name, question in QUESTIONS.items():
        events = desk.ask(question)
        first = next(event for event in events if isinstance(event, Quote))
        (sources,) = [event for event in events if isinstance(event, Sources)]

        assert (first.document_name, first.page) == (name, 2)
        assert (sources.sources[0].document_name, sources.sources[0].page) == (name, 2)


def test_complaint_10_nothing_is_quoted_that_does_not_stand_there(
    desk: CourseDesk, tmp_path: Path
) -> None:
    desk.index()
    for question in QUESTIONS.values():
        events = desk.ask(question)
        turn = record(events)
        assert turn.found is not None
        retrieved = {passage.chunk.id for passage in turn.found.kept}
        for quote in (event for event in events if isinstance(event, Quote)):
            assert quote.passage_id in retrieved
            for mark in quote.marked:
                page = mark.boxes[0].page
                assert stand_on_page(mark.text, tmp_path / quote.document_name, page)


def test_complaint_10_an_old_citation_still_finds_its_file_after_a_new_version(
    desk: CourseDesk, tmp_path: Path
) -> None:
    desk.index()
    events = desk.ask(QUESTIONS["queues.pdf"])
    quote = next(event for event in events if isinstance(event, Quote))
    desk.add(write(tmp_path, "queues.pdf", "A ring buffer is a queue of a fixed size."))
    desk.index()

    old = desk.courses.document(quote.document_id)
    newer = desk.courses.newer_version(quote.document_id)

    assert stand_on_page(quote.marked[0].text, desk.settings.files_dir / old.sha256, quote.page)
    assert old.status == "replaced"
    assert newer is not None
    assert newer.version == 2


# --- 13: one user's retrieval or upload freezes others --------------------------------------------


def test_complaint_13_questions_are_answered_while_a_file_is_being_indexed(
    desk: CourseDesk, tmp_path: Path
) -> None:
    desk.index()
    desk.ask(QUESTIONS["queues.pdf"])  # loads the index
    seconds, quoted = [], []

    def ask_meanwhile(_: object) -> None:
        asking = CourseDesk(desk.settings)  # another process' view of the same course
        services = asking.services()
        services.courses(asking.id)
        started = time.monotonic()
        quoted.append(
            any(isinstance(e, Quote) for e in asking.ask(QUESTIONS["heaps.pdf"], services))
        )
        seconds.append(time.monotonic() - started)

    desk.add(write(tmp_path, "more.pdf", "A stack hands out the newest vertex first."))
    desk.embedder = BagOfWords(before=ask_meanwhile)
    desk.index()

    assert seconds
    assert all(quoted)
    assert max(seconds) < 1.5


def test_complaint_13_thirty_students_at_once_are_all_answered(desk: CourseDesk) -> None:
    desk.index()
    services = desk.services()
    asked = [list(QUESTIONS.items())[n % 3] for n in range(30)]

    started = time.monotonic()
    with ThreadPoolExecutor(max_workers=30) as students:
        answers = list(students.map(lambda pair: desk.ask(pair[1], services), asked))

    assert time.monotonic() - started < 10
    for (name, _), events in zip(asked, answers, strict=True):
        first = next(event for event in events if isinstance(event, Quote))
        assert first.document_name == name
