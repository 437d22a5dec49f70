"""The course's reason behind what a run does: the sentence that answers "why may it never change?".

What repeats the claim is the nearest to such a question; the reason stands in a section that says
so in its title, is of the algorithm at hand, and of a case that the run has.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import Final

from tutor_app.answering.candidate_sentences import CandidateSentence, candidate_sentences
from tutor_app.answering.quote_display import show_paragraphs
from tutor_app.conversation.services import Services
from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.values import Chunk, MaterialKind, Problem, Quote
from tutor_app.retrieval.course_index import CourseIndex, content_words, read_query
from tutor_app.retrieval.text_language import ENGLISH
from tutor_app.tracing.reading.algorithm_names import name_algorithms

_TEACHES: Final[frozenset[MaterialKind]] = frozenset({"textbook", "slides"})
_WORDS: Final = read_word_lists(Path(__file__).with_name("course_reason.yaml"))
_READ = 16  # sentences, the likeliest
# Chosen on 20 questions beside runs, and kept for 17 of others (docs/benchmarks.md).
_TITLED, _ELSEWHERE, _OTHER_THING, _OTHER_CASE = 1.5, 2.0, 0.4, 2.0
_MOST_OTHER = 3  # words of a title that the question has not
_BESIDE = 1.0  # below the best: of its paragraph such a sentence is marked as well
_CLAUSES: Final = re.compile(r"[,;:]|\bbecause\b")


def reason_of_course(
    question: str,
    problem: Problem,
    index: CourseIndex,
    services: Services,
    without: Collection[str] = (),
) -> list[Quote]:
    """Return the paragraph with the reason that a question beside a run asks for, if there is one.

    The question names the algorithm. Where the paragraph was quoted already, what it says besides
    is marked; `without` are the sentences marked then.
    """
    named = {problem.algorithm, *name_algorithms(question)}
    query = read_query(question, services.embedder, index)
    if query.language != ENGLISH:
        return []  # the words of titles and cases are English
    found = candidate_sentences(query, index, services.profile, services.reranker)
    said = content_words(question)
    rated = [
        (one.score + _fit(one, said, named, problem), one)
        for one in [each for each in found if _teaches(each.chunk)][:_READ]
    ]
    rated.sort(key=lambda each: -each[0])
    if not rated or named.isdisjoint(_algorithms_of(rated[0][1])):
        return []  # a reason, but of nothing that is spoken of
    best, first = rated[0]
    there = [(score, one) for score, one in rated if _place(one) == _place(first)]
    new = [(score, one) for score, one in there if one.sentence.text not in without]
    marked = [one for score, one in new if len(new) < len(there) or score > best - _BESIDE][:2]
    if not marked:
        return []
    return show_paragraphs([[(one.chunk, one.sentence) for one in marked]], index)


def _fit(
    one: CandidateSentence, said: Collection[str], named: Collection[str], problem: Problem
) -> float:
    """Return what speaks for a sentence beside its likeness: its section, and its case."""
    title = one.chunk.headings[-1] if one.chunk.headings else ""
    of = _algorithms_of(one)
    other = len(content_words(title) - set(said))
    return (
        _TITLED * (not _WORDS["reasons"].isdisjoint(title.casefold().split()))
        - _OTHER_THING * min(_MOST_OTHER, other)
        - _ELSEWHERE * (bool(of) and of.isdisjoint(named))
        - _OTHER_CASE * _is_of_other_case(title, one.sentence.text, said, problem)
    )


def _is_of_other_case(title: str, text: str, said: Collection[str], problem: Problem) -> bool:
    """Whether a sentence is on negative weights, which neither the run has nor the question names.

    "The rest of the path cannot have negative weight" is on all other runs.
    """
    edges = problem.graph.edges if problem.graph is not None else ()
    if any(edge.weight is not None and edge.weight < 0 for edge in edges):
        return False
    if not _WORDS["negative"].isdisjoint(said):
        return False
    if _WORDS["negative"] & set(title.casefold().split()):
        return True
    for clause in _CLAUSES.split(text.casefold()):
        words = set(clause.strip(" .").split())
        if words & _WORDS["negative"]:
            return words.isdisjoint(_WORDS["denies"])
    return False


def _algorithms_of(one: CandidateSentence) -> set[str]:
    return set(name_algorithms(" ".join((*one.chunk.headings, one.sentence.text))))


def _place(one: CandidateSentence) -> tuple[str, int]:
    return one.chunk.id, one.sentence.paragraph


def _teaches(chunk: Chunk) -> bool:
    return chunk.document.kind in _TEACHES and chunk.exercise is None
