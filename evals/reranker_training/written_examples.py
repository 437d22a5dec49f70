"""Writers' questions on a document as examples: the nearest passages, and the evidence in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from evals.answers.gold_questions import GoldQuestion, comparable, read_questions_on
from tutor_app.domain.material import Chunk
from tutor_app.retrieval.course_index import CourseIndex, CourseIndexes, read_query
from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.retrieval.reranker_training.course_pairs import pairs_of_course
from tutor_app.retrieval.reranker_training.examples import ReadingExample
from tutor_app.retrieval.retrieve import retrieve
from tutor_app.runtime.evaluation_course import COURSE, index_folder

# What is taken for evidence: of a sentence and a quote, one holds the other.
_SHORTEST = 8  # letters
_NEAREST = replace(PROFILES["default"], top_k=32, floor=0.0, sure=None)


def examples_on(folder: Path, files: Sequence[Path]) -> list[ReadingExample]:
    """Return what the questions and the headings on a folder's PDFs teach.

    Raises:
        NotFound: the folder holds no PDF.
    """
    course = index_folder(folder, threads=0)
    index = CourseIndexes(course.settings, course.embedder)(COURSE)
    asked = [question for file in files for question in read_questions_on(folder, file)]
    if not asked:
        return []
    written = [_written(question, index, course.embedder) for question in asked]
    headings = pairs_of_course(index, lambda text: _near(text, index, course.embedder))
    return [*(each for each in written if each is not None), *headings]


def _written(
    question: GoldQuestion, index: CourseIndex, embedder: Embedder
) -> ReadingExample | None:
    """Return an example, None where the evidence stands in no sentence of the index."""
    passages = _near(question.text, index, embedder)
    quotes = [comparable(quote) for quote in question.evidence]
    if question.answerable:
        holding = [chunk for chunk in index.chunks if _evidence(chunk, quotes, question)]
        if not holding:
            return None
        passages = [*holding, *(chunk for chunk in passages if chunk not in holding)]
    return ReadingExample(
        question=question.text,
        passages=tuple(passages),
        answering=tuple(_evidence(chunk, quotes, question) for chunk in passages),
    )


def _evidence(chunk: Chunk, quotes: Sequence[str], question: GoldQuestion) -> frozenset[int]:
    if not {(chunk.document.name, page) for page in chunk.pages} & question.gold:
        return frozenset()
    return frozenset(
        number
        for number, sentence in enumerate(chunk.sentences)
        if any(_same(comparable(sentence.text), quote) for quote in quotes)
    )


def _same(sentence: str, quote: str) -> bool:
    shorter, longer = sorted((sentence, quote), key=len)
    return len(shorter) >= _SHORTEST and shorter in longer


def _near(text: str, index: CourseIndex, embedder: Embedder) -> list[Chunk]:
    query = read_query(text, embedder, index)
    return [passage.chunk for passage in retrieve(query, index, _NEAREST, None).kept]
