"""Which terms of the course's map a message names, and which one the conversation is at."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Final

import yaml

from tutor_app.answering.course_map.map_values import CourseMap, Term
from tutor_app.answering.course_map.term_words import has_term, pad_words
from tutor_app.domain.values import Exchange, Quote
from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.nearest_example import nearest_groups
from tutor_app.retrieval.numbered_references import without_reference
from tutor_app.understanding.act_classifier import DialogueAct

_WISHES: Final[dict[str, list[str]]] = yaml.safe_load(
    Path(__file__).with_name("wishes.yaml").read_text(encoding="utf-8")
)
_SHORT = 3  # words
_LONG = 7  # letters of a word that is told though mistyped
_MISTYPED = 0.88  # its likeness to the term
_ACTS: Final[dict[str, DialogueAct]] = {"simpler": "ask.simpler", "example": "ask.example"}
# What stands for a name in the examples of wishes, which know no course.
TOPIC, _LECTURE = "this topic", "the lecture"


def terms_in(text: str, course_map: CourseMap, but: Collection[str] = ()) -> list[Term]:
    """Return the terms that a text names, the longest first, less those whose key is in `but`.

    Of "admissible heuristic" the heuristic is named as well.
    """
    words = pad_words(text)
    named = [
        term
        for term in course_map.shown_terms
        if term.key not in but and (has_term(words, term.key) or pad_words(term.name) in words)
    ]
    return sorted(named, key=lambda term: -len(term.words))


def term_named(text: str, course_map: CourseMap) -> Term | None:
    """Return the longest term that a text names."""
    return next(iter(terms_in(text, course_map)), None)


def term_mistyped(text: str, course_map: CourseMap) -> Term | None:
    """Return the term of one word that a word of a text is nearly: "heuristc"."""
    known = {term.key: term for term in course_map.shown_terms if " " not in term.key}
    for word in pad_words(text).split():
        near = get_close_matches(word, known, n=1, cutoff=_MISTYPED)
        if len(word) >= _LONG and near:
            return known[near[0]]
    return None


def term_on_table(before: Sequence[Exchange], course_map: CourseMap) -> Term | None:
    """Return the term that the last quotes were given for.

    It stands in the question, else in the heading or the marked sentences of the first quote.
    """
    quoted = next((one for one in reversed(before) if one.quoted), None)
    if quoted is None:
        return None
    first = next((event for event in quoted.shown if isinstance(event, Quote)), None)
    marked = " ".join(mark.text for mark in first.marked) if first is not None else ""
    texts = (quoted.question, *quoted.topics[:1], marked)
    named = (term_named(text, course_map) for text in texts)
    return next((term for term in named if term is not None), None)


def short_wish(text: str, embedder: Embedder) -> DialogueAct | None:
    """Return what a message of a few words wishes, if only that: "simpler", "example?"."""
    if len(text.split()) > _SHORT:
        return None
    wish = nearest_groups([text], _WISHES, embedder)[0]
    return _ACTS.get(wish or "")


def wish_of(text: str, term: Term | None, embedder: Embedder) -> str:
    """Return which group of wishes.yaml a message is nearest to; "" where to none."""
    return nearest_groups([mask_names(text, term)], _WISHES, embedder)[0] or ""


def mask_names(text: str, term: Term | None) -> str:
    """Return a text with what it calls a term or a lecture masked: examples know no course."""
    place = without_reference(text) != text
    masked = " ".join(without_reference(text).split())
    if place:
        masked = f"{masked} {_LECTURE}"
    return masked if term is None else _without(masked, term)


def _without(text: str, term: Term) -> str:
    """Return the text with what it calls the term masked: examples know no course."""
    words = text.split()
    for length in range(len(words), 0, -1):
        for at in range(len(words) - length + 1):
            if pad_words(" ".join(words[at : at + length])).strip() == term.key:
                return " ".join((*words[:at], TOPIC, *words[at + length :]))
    return text
