"""Questions on a term of the map: its definition or another sentence with a gap, and choices."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from typing import Literal

from tutor_app.answering.course_map.map_values import Term
from tutor_app.answering.course_map.term_words import has_term, pad_words
from tutor_app.answering.practice.cloze import near_words, stands_alone
from tutor_app.answering.practice.leaning_sentences import leans_on_others
from tutor_app.answering.practice.questions.blanked_sentence import BlankedSentence, blank_term
from tutor_app.answering.practice.questions.course_for_practice import CourseForPractice
from tutor_app.domain.values import (
    Chunk,
    PracticeQuestion,
)
from tutor_app.retrieval.course_index import own_terms
from tutor_app.wording.catalogue import phrase

TermQuestion = Literal["definition", "gap", "which", "meaning"]
WHICH_TERM = phrase("conversation_practice.which_term", "sentence")
FILL_THE_GAP = phrase("conversation_practice.fill_the_gap", "sentence")
WHICH_OF_THESE = phrase("conversation_practice.which_of_these", "sentence")
WHICH_SENTENCE = phrase("conversation_practice.which_sentence", "term")
_LONGEST = 320  # characters of a definition that is asked about
_LONGEST_OPTION = 220
_SAYS_ENOUGH = 2  # terms of the course beside a gap: with fewer anything fits
_OTHERS = 2  # wrong options of a choice


def ask_about_term(
    term: Term, kind: TermQuestion, course: CourseForPractice
) -> PracticeQuestion | None:
    """Return a question of this kind on a term; None where the course has no sentence for it."""
    if kind == "gap":
        return _ask_gap(term, course)
    blanked = _definition(term, course)
    if blanked is None:
        return None
    if kind == "definition":
        return _typed(term, blanked, course)
    return _ask_choice(term, kind, blanked, course)


def _typed(
    term: Term,
    blanked: BlankedSentence,
    course: CourseForPractice,
    place: tuple[str, str] | None = None,
) -> PracticeQuestion:
    """Return the question whose answer is typed; `place`: of a sentence that defines nothing."""
    chunk_id, sentence = place or (term.definition.chunk_id, term.definition.text)
    asked = WHICH_TERM if place is None else FILL_THE_GAP
    return PracticeQuestion(
        item=item_of(term),
        name=term.name,
        kind="definition" if place is None else "gap",
        text=asked(sentence=blanked.text),
        accepted=_with_short_name(term, blanked, course),
        others=near_words(term.name, course.index.vocabulary),
        chunk_id=chunk_id,
        sentence=sentence,
    )


def _with_short_name(
    term: Term, blanked: BlankedSentence, course: CourseForPractice
) -> tuple[str, ...]:
    """Return what is accepted, also without the last word where that names a kind: "Dijkstra".

    It names one where other terms end in it, too, or where the sentence says it beside the gap; and
    the rest must be no other term's name.
    """
    *rest, kind = term.words
    terms = course.course_map.shown_terms
    shared = sum(other.words[-1] == kind for other in terms) > 1
    if not rest or not (shared or has_term(pad_words(blanked.text), kind)):
        return blanked.accepted
    if any(other.words == tuple(rest) for other in terms):
        return blanked.accepted
    return (*blanked.accepted, " ".join(term.name.split()[:-1]) or " ".join(rest))


def _ask_gap(term: Term, course: CourseForPractice) -> PracticeQuestion | None:
    """Leave the term out of a sentence that says something of it, and does not define it."""
    known = {place.text for place in term.candidates}
    longer = [
        other.key
        for other in course.course_map.shown_terms
        if other.key != term.key and f" {term.key} " in f" {other.key} "
    ]
    for chunk, sentence in course.sentences(term.explained):
        if sentence.text in known or not stands_alone(sentence.text):
            continue
        words = pad_words(sentence.text)
        if any(has_term(words, key) for key in longer):
            continue
        blanked = blank_term(sentence.text, term, course.index.abbreviations)
        if blanked is None or not blanked.begins or blanked.accepted[0] != term.name:
            continue
        if len(own_terms(blanked.text, course.index)) >= _SAYS_ENOUGH:
            return _typed(term, blanked, course, (chunk.id, sentence.text))
    return None


def _ask_choice(
    term: Term,
    kind: Literal["which", "meaning"],
    blanked: BlankedSentence,
    course: CourseForPractice,
) -> PracticeQuestion | None:
    wrong: list[tuple[str, str]] = []  # options with what the course says of each
    others = _others(term, course)
    if kind == "meaning":
        texts = [(_definition(other, course), other.name) for other in others]
        wrong = [
            (one.text, name)
            for one, name in texts
            if one is not None and len(one.text) <= _LONGEST_OPTION
        ]
        right, note, text = blanked.text, term.name, WHICH_SENTENCE(term=term.in_sentence)
        if len(right) > _LONGEST_OPTION:
            return None
    else:
        wrong = [(other.name, other.definition.text) for other in others]
        right, note = term.name, term.definition.text
        text = WHICH_OF_THESE(sentence=blanked.text)
    if len(wrong) < _OTHERS:
        return None
    notes = dict([*wrong[:_OTHERS], (right, note)])
    options = mix_options(right, [option for option, _ in wrong[:_OTHERS]])
    return PracticeQuestion(
        item=item_of(term),
        name=term.name,
        kind=kind,
        text=text,
        accepted=(right,),
        options=options,
        notes=tuple(notes[option] for option in options),
        chunk_id=term.definition.chunk_id,
        sentence=term.definition.text,
    )


def _definition(term: Term, course: CourseForPractice) -> BlankedSentence | None:
    text = term.definition.text
    if len(text) > _LONGEST or leans_on_others(text):
        return None
    return blank_term(text, term, course.index.abbreviations)


def _others(term: Term, course: CourseForPractice) -> list[Term]:
    """Return terms that the definition does not fit, those of the same section or kind first.

    What shares a word beside the last with the term may be a case of it; what its definition names
    may be meant by it.
    """
    chunk = course.chunk(term.definition.chunk_id)
    found = [
        other
        for other in course.course_map.shown_terms
        if other.key != term.key
        and not _may_be_meant(other, term)
        and course.chunk(other.definition.chunk_id) is not None
    ]
    return sorted(found, key=lambda other: _nearness(other, term, chunk, course), reverse=True)


def _may_be_meant(other: Term, term: Term) -> bool:
    mine, theirs = set(term.words), set(other.words)
    if mine <= theirs or theirs <= mine:
        return True
    return has_term(pad_words(term.definition.text), other.key)


def _nearness(
    other: Term, term: Term, chunk: Chunk | None, course: CourseForPractice
) -> tuple[bool, bool, int]:
    place = course.chunk(other.definition.chunk_id)
    same_file = place is not None and chunk is not None and place.document == chunk.document
    # Beyond that any order serves, as long as it is not the same three terms each time.
    return other.words[-1] == term.words[-1], same_file, _mixed(other.key + term.key)


def mix_options(right: str, wrong: Sequence[str]) -> tuple[str, ...]:
    """Return the options in an order that is the same each time and tells nothing."""
    options = sorted({right, *wrong})
    random.Random(_mixed("".join(options))).shuffle(options)
    return tuple(options)


def _mixed(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


def item_of(term: Term) -> str:
    """Return what spacing remembers a term by."""
    return f"term:{term.key}"[:120]


def other_names(item: str, terms: Sequence[Term]) -> Iterator[str]:
    """Yield the names of all terms but the one that an item stands for."""
    return (term.name for term in terms if item_of(term) != item)
