"""The check before a course opens: coverage, suspected solutions, three questions tried out."""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from ingest.course_check import CourseCheck, FileNote, Probe, write_check
from ingest.coverage import coverage_words
from ingest.index import read_material
from ingest.ingest import IndexReport, Report, index_course
from ingest.solutions import suspects
from tutor_app.errors import TutorError
from tutor_app.quoting import is_prose
from tutor_app.records.courses import CourseRecords
from tutor_app.retrieval.course_index import CourseIndex, load_index
from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.retrieval.stored import StoredDocument, current_version
from tutor_app.settings import Settings
from tutor_app.tutor import respond
from tutor_app.values import Chunk, Message, Quote, Session
from tutor_app.wiring import Tools

logger = logging.getLogger(__name__)

PROBES = 3
_DEFINITION = re.compile(
    r"^(?:(?:An?|The)\s+)?(?P<term>[A-Za-z][\w’-]*(?:\s+[a-z][\w’-]*){0,3}?)\s+"
    r"(?P<verb>is|are)\s+(?:called\s+)?(?:an?|the)\s"
)
_NO_TERM = frozenset(
    "this that these those it they there here he she we you one what which who each every such "
    "some any all both first second third next last result reason problem idea question goal "
    "following only same point way fact case key answer assignment course exam grade if".split()
)
_NUMBER = re.compile(r"^[\W\d.]+|\(\d+ points?\)")


def index_and_check(
    course_id: str,
    settings: Settings,
    courses: CourseRecords,
    embedder: Embedder,
    progress: Report,
) -> IndexReport:
    """Index the course and keep the report on it beside the index. Raises what indexing raises.

    Without the report all else works.
    """
    report = index_course(course_id, settings, courses, embedder, progress)
    course_dir = settings.course_dir(course_id)
    version = current_version(course_dir)
    material = read_material(course_dir)
    if version is None or material is None:
        return report
    try:
        check = check_course(material.documents, load_index(version), embedder)
        write_check(version, check)
    except (TutorError, OSError) as exc:
        logger.warning("The course was indexed, but not checked: %s", exc)
    return report


def check_course(
    documents: Sequence[StoredDocument], index: CourseIndex, embedder: Embedder
) -> CourseCheck:
    """Return the report on what a course's index holds."""
    return CourseCheck(
        files=tuple(_file_note(stored) for stored in documents),
        suspects=tuple(suspects(documents)),
        probes=tuple(
            _tried(question, index, embedder) for question in probe_questions(index.chunks)
        ),
    )


def _file_note(stored: StoredDocument) -> FileNote:
    found = stored.coverage
    return FileNote(
        name=stored.document.name,
        pages=stored.document.pages,
        without_text=len(found.without_text),
        by_ocr=len(found.by_ocr),
        confidence=found.confidence,
        damaged=len(found.damaged) + len(found.doubtful),
        said=coverage_words(found, stored.document.pages),
    )


def probe_questions(chunks: Sequence[Chunk]) -> list[str]:
    """Return up to three questions: on what the material defines, else on what its headings name.

    What is defined under a heading that names it comes first, and each file has its turn.
    """
    terms = sorted(_terms(chunks), key=_by_weight)
    taken = _spread(terms)
    questions = [f"What {verb} {term}?" for _, _, verb, term in taken]
    if len(questions) < PROBES:
        questions += [f"What is said about {name}?" for name in _names(chunks)]
    return list(dict.fromkeys(questions))[:PROBES]


_Term = tuple[int, str, str, str]  # weight, document, verb, term with its article


def _terms(chunks: Sequence[Chunk]) -> Iterator[_Term]:
    known = Counter(word for chunk in chunks for word in set(chunk.text.lower().split()))
    for chunk in chunks:
        if chunk.document.kind in ("assignment", "logistics") or chunk.exercise:
            continue
        headings = " ".join(chunk.headings).lower()
        for sentence in chunk.sentences:
            found = _DEFINITION.match(sentence.text)
            if not found or not is_prose(sentence.text):
                continue
            term = found["term"]
            words = term.lower().split()
            if words[0] in _NO_TERM or words[-1] in _NO_TERM or len(term) < 4:
                continue
            plain = term if any(ch.isupper() for ch in term[1:]) else term.lower()
            article = sentence.text.split()[0].lower()
            named = f"{article} {plain}" if article in ("a", "an", "the") else plain
            weight = sum(known[word] for word in words) // len(words)
            weight += 1000 * (term.lower() in headings)
            yield weight, chunk.document.id, found["verb"], named


def _by_weight(term: _Term) -> tuple[int, str]:
    return -term[0], term[3]


def _spread(terms: Sequence[_Term]) -> list[_Term]:
    """Take the best term of each file, then the second best, until there are enough."""
    taken: list[_Term] = []
    rest = list(terms)
    while rest and len(taken) < PROBES:
        files: set[str] = set()
        for term in list(rest):
            if term[1] not in files and term[3] not in {t[3] for t in taken}:
                files.add(term[1])
                taken.append(term)
            if term in taken or term[3] in {t[3] for t in taken}:
                rest.remove(term)
        if not files:
            break
    return taken[:PROBES]


def _names(chunks: Sequence[Chunk]) -> Iterator[str]:
    for chunk in chunks:
        if chunk.headings and chunk.document.kind not in ("assignment", "logistics"):
            name = _NUMBER.sub("", chunk.headings[-1]).strip()
            if len(name) >= 6:
                yield name


def _tried(question: str, index: CourseIndex, embedder: Embedder) -> Probe:
    """Ask the tutor, without a model, and keep the beginning of its answer."""
    tools = Tools(courses=lambda _: index, embedder=embedder, profile=PROFILES["default"])
    session = Session(conversation_id="check", course_id="check", course_name="")
    for event in respond(Message(text=question), session, tools):
        if isinstance(event, Quote):
            return Probe(
                question=question,
                said=" ".join(marked.text for marked in event.marked),
                document_name=event.document_name,
                page=event.page,
            )
    return Probe(question=question, said="")
