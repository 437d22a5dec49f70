"""Finds the terms that a course defines, each with the sentences that may define it."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from tutor_app.answering.choose_quotes import is_prose
from tutor_app.answering.course_map.definition_forms import (
    BOUND,
    DIFFERS,
    ELSEWHERE,
    LEANS,
    DefinedTerm,
    Form,
    defined_terms,
    labelled_term,
    named_by_heading,
)
from tutor_app.answering.course_map.glossary_entries import glossary_entry
from tutor_app.answering.course_map.headed_terms import FEW, headed_terms
from tutor_app.answering.course_map.map_values import CourseSentence, Term
from tutor_app.answering.course_map.noun_uses import NounUses
from tutor_app.answering.course_map.term_words import has_term, pad_words, term_words
from tutor_app.answering.practice.cloze_check import singular
from tutor_app.domain.values import Chunk
from tutor_app.retrieval.search_terms import without_number
from tutor_app.retrieval.vocabulary import english_ranks

# What speaks for a sentence as the definition of a term. Chosen on nine documents
# (docs/benchmarks.md says which), none of them one that the map is judged by.
_FORM: dict[Form, float] = {
    "labelled": 4.0,
    "heading": 1.0,
    "entry": 1.5,
    "term_first": 1.5,
    "term_last": 1.6,
    "property": 2.0,
}
_IS_HEADING = 2.0
_IN_HEADING = 0.8
_DIFFERENCE = 0.5  # it says which kind of thing: "a function that …"
_KIND = 0.4  # "a heuristic is …" says it of all of them, "the rest is …" of one
_ONE = -0.3
_FIRST_USE = 0.4
_LONG = -0.6
_POINTS = -0.8  # it leans on what stands before it or elsewhere
_USES = 0.25  # for each doubling of the chunks that use it
_MOST_USES = 1.0
_EVERYDAY_NAME = -1.0
_LEAST = 2.6  # what a term and its best sentence must have together
_LONGEST = 320  # characters
_TOO_LONG = 450  # what is longer is a table or a listing
_SHORT_CLAUSE = 3  # words: a comma before belongs to the name
_EVERYDAY = 3000  # rank among English words
_OPENING = 2  # sentences of a section that say what its heading names
_MOST_CANDIDATES = 5
_MOST_TERMS = 300
_ODD = re.compile(r"[=<>{}\\|_@$]|\.\.\.|\?$|https?:|\d{3}")


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinitionCandidate:
    """A sentence that may define a term, and how much speaks for it."""

    term: DefinedTerm
    key: str
    place: CourseSentence
    score: float


def find_terms(chunks: Sequence[Chunk]) -> tuple[Term, ...]:
    """Return the terms of what the course teaches, the surest first, at most 300."""
    taught = [c for c in chunks if c.document.kind in ("textbook", "slides") and not c.exercise]
    texts = [pad_words(chunk.text) for chunk in taught]
    everything = "".join(texts)
    by_key: dict[str, list[DefinitionCandidate]] = {}
    nouns = NounUses(taught)
    for number, chunk in enumerate(taught):
        begins = number == 0 or taught[number - 1].headings != chunk.headings
        for found in _candidates(chunk, begins, lambda name: has_term(everything, _key(name))):
            if not nouns.may_be(found.term):
                continue
            is_first = not any(has_term(text, found.key) for text in texts[:number])
            scored = replace(found, score=found.score + _FIRST_USE * is_first)
            by_key.setdefault(found.key, []).append(scored)
    rated = [(_rating(key, found, texts), key, found) for key, found in by_key.items()]
    rated = [each for each in rated if each[0] >= _LEAST]
    rated.sort(key=lambda each: -each[0])
    small = Counter(word for chunk in taught for word in re.findall(r"[^\W\d_]+", chunk.text))
    terms = [_term(key, found, texts, small) for _, key, found in rated[:_MOST_TERMS]]
    if len(terms) < FEW * len(taught):
        terms += headed_terms(taught, terms)
    return tuple(terms[:_MOST_TERMS])


def _key(name: str) -> str:
    return " ".join(term_words(name))


def _candidates(
    chunk: Chunk, begins: bool, occurs: Callable[[str], bool]
) -> Iterator[DefinitionCandidate]:
    label = None
    heading = without_number(chunk.headings[-1]) if begins and chunk.headings else ""
    for number, sentence in enumerate(chunk.sentences):
        text = sentence.without_displays
        if number == 0 and begins and (entry := glossary_entry(chunk, text)) is not None:
            yield _candidate(entry, chunk, sentence.text)
        if label is not None and len(text.split()) > 3:
            term = DefinedTerm(name=label, article=_article_in(text, label), form="labelled")
            yield _candidate(term, chunk, sentence.text)
        elif is_prose(text) and len(text) < _TOO_LONG and not _ODD.search(text):
            if number < _OPENING and (named := named_by_heading(text, heading)) is not None:
                yield _candidate(named, chunk, sentence.text)
            for term in defined_terms(text, occurs):
                yield _candidate(term, chunk, sentence.text)
        label = labelled_term(sentence.text)


def _article_in(text: str, label: str) -> str:
    """Return the article that a label takes, told by how its sentence speaks of it."""
    article, *rest = re.findall(r"[\w*’'–-]+", text.casefold())[:12]
    words = label.casefold().split()
    if article == "the" and rest[: len(words)] == words:
        return "the"
    is_kind = article in ("a", "an") and singular(words[-1]) in map(singular, rest)
    if not is_kind:
        return ""
    return "an" if words[0][0] in "aeiou" else "a"


def _candidate(term: DefinedTerm, chunk: Chunk, text: str) -> DefinitionCandidate:
    key = _key(term.name)
    heading = pad_words(without_number(chunk.headings[-1])) if chunk.headings else ""
    score = _FORM[term.form]
    if heading.strip() == key:
        score += _IS_HEADING
    elif has_term(heading, key):
        score += _IN_HEADING
    small = re.findall(r"[^\W\d_]+", text.casefold())
    behind = re.findall(r"[^\W\d_]+|,", text.split(term.name)[-1].casefold())
    clause = behind[: behind.index(",")] if "," in behind[_SHORT_CLAUSE:] else behind
    score += _DIFFERENCE * (not DIFFERS.isdisjoint(behind))
    if term.form in ("term_first", "heading"):
        score += _POINTS * (DIFFERS.isdisjoint(clause) + (not BOUND.isdisjoint(clause)))
    if term.form == "term_first":
        score += {"a": _KIND, "an": _KIND, "the": _ONE}.get(term.article, 0.0)
    score += _LONG * (len(text) > _LONGEST)
    score += _POINTS * (term.form == "term_last" and text.split()[0] in ("The", "A", "An", "Such"))
    score += _POINTS * (not text[0].isalpha() or small[0] in LEANS)
    score += _POINTS * (text.endswith(":") or not ELSEWHERE.isdisjoint(small))
    return DefinitionCandidate(
        term=term, key=key, place=CourseSentence(chunk_id=chunk.id, text=text), score=score
    )


def _rating(key: str, found: Sequence[DefinitionCandidate], texts: Sequence[str]) -> float:
    uses = sum(has_term(text, key) for text in texts)
    best = max(found, key=lambda each: each.score)
    ranks = english_ranks()
    words = best.term.name.casefold().split()
    is_everyday = all(ranks.get(word, _EVERYDAY) < _EVERYDAY for word in words)
    is_heading = best.score >= _FORM[best.term.form] + _IS_HEADING
    rating = best.score + min(_MOST_USES, _USES * math.log2(max(1, uses)))
    return rating + _EVERYDAY_NAME * (is_everyday and not is_heading and len(words) == 1)


def _term(
    key: str, found: Sequence[DefinitionCandidate], texts: Sequence[str], seen: Counter[str]
) -> Term:
    ordered = sorted(found, key=lambda each: -each.score)
    best = ordered[0].term
    places = dict.fromkeys(each.place for each in ordered)
    return Term(
        key=key,
        name=_spelled(best.name, seen),
        article=best.article,
        candidates=tuple(places)[:_MOST_CANDIDATES],
        uses=sum(has_term(text, key) for text in texts),
    )


def _spelled(name: str, seen: Counter[str]) -> str:
    """Return a name as it is spelled in the middle of a sentence."""
    first, *rest = name.split()
    is_word = first[:1].isupper() and first[1:].islower()
    bare = re.sub(r"[’'].*", "", first)  # "Dijkstra’s" is a name as Dijkstra is
    if is_word and name[1:].islower() and seen[bare.lower()] >= seen[bare]:
        return " ".join([first.lower(), *rest])
    return name
