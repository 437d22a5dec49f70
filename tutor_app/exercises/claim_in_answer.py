"""The sentence of the course nearest to what an answer claims, where the answer has no point."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from tutor_app.answering.deciding_sentence import (
    ClaimInTalk,
    DecidingSentence,
    deciding_sentences,
    places_of,
)
from tutor_app.answering.quote_named import quote_named
from tutor_app.domain.values import Passage, Quote, Scores
from tutor_app.exercises.contradiction import pieces_of, says_no
from tutor_app.exercises.exercise_hints import TEACHING, Sourcebook
from tutor_app.exercises.exercise_task import section_of
from tutor_app.retrieval.course_index import CourseIndex, own_terms, read_query
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.claims import claim_of

LEAST_WORDED = 2  # content words that are no numbers: "costs 10" claims nothing of the course
LEAST_CLAIM = 3  # content words: a clause with fewer is about anything
# The least cosine with the claim: of 24 quotes at items below it readers found one acceptable, of 2
# above one (docs/benchmarks.md).
LEAST_NEAR = 0.65
LEAST_LETTERS = 3  # of a term: what is shorter is a node, a number, or a word as "go"
LEAST_WORDS = 0.5  # share of the claim's words, by rarity: a sentence with fewer is about else


def sentence_on_claim(
    told: str, statement: str, sources: Sourcebook, said: Collection[str]
) -> tuple[str, Quote] | None:
    """Return the claim of what is told, or a clause of it, and the sentence nearest to it.

    None where the course says nothing on just that, or only what was `said` before. A sentence on
    all of the claim comes before one on a clause.
    """
    claim, *clauses = _claims_in(told) or [""]
    new_words = {word for word in tokens(claim) if not word.isdecimal()} - set(tokens(statement))
    if len(new_words) < LEAST_WORDED:
        return None  # what says hardly more than the exercise itself is near to anything
    new = [
        [
            one
            for one in _near(part, statement, sources)
            if one.sentence.text not in said and _is_close(part, one, sources)
        ][:1]
        for part in (claim, *clauses)
    ]
    found = [(ones[0], part) for ones, part in zip(new, (claim, *clauses), strict=True) if ones]
    whole = [(one, part) for one, part in found if part == claim]
    return _quoted(whole or found, sources)


def _is_close(claim: str, one: DecidingSentence, sources: Sourcebook) -> bool:
    """Return whether a sentence means enough of the same: a far one helps less than none."""
    if sources.book is None:
        return False
    told, said = sources.book.embedder.embed([claim, one.sentence.text])
    return float(told @ said) >= LEAST_NEAR


def sentence_against(told: str, statement: str, sources: Sourcebook) -> tuple[str, Quote] | None:
    """Return a clause of what is told, and the sentence that has its words and denies or grants it.

    "Never exist" beside "finds them even when": of two that are near, one has a negation more.
    """
    near = [(one, part) for part in _claims_in(told) for one in _near(part, statement, sources)]
    turned = [(one, part) for one, part in near if says_no(part) != says_no(one.sentence.text)]
    return _quoted(turned, sources)


def _claims_in(told: str) -> list[str]:
    """Return what is claimed, the whole sentence first, then its clauses."""
    claim = claim_of(told, told=True)
    if claim is None or sum(not word.isdecimal() for word in set(tokens(claim))) < LEAST_WORDED:
        return []
    clauses = (one for one in pieces_of(claim) if len(set(tokens(one))) >= LEAST_CLAIM)
    return list(dict.fromkeys((claim, *clauses)))


def _quoted(
    found: Sequence[tuple[DecidingSentence, str]], sources: Sourcebook
) -> tuple[str, Quote] | None:
    if not found or sources.book is None:
        return None
    one, part = max(found, key=lambda each: each[0].score)
    quotes = quote_named([one.passage], sources.book.index)
    return (part, quotes[0]) if quotes and section_of(quotes) else None


def _near(claim: str, statement: str, sources: Sourcebook) -> list[DecidingSentence]:
    """Return the sentences that say enough of a claim's words and share a term of the course with
    it, the nearest first.
    """
    book = sources.book
    if not claim or book is None:
        return []
    alone, fused, topic = (
        read_query(text, book.embedder, book.index)
        for text in (claim, f"{claim} ({statement})", statement)
    )
    places = places_of(sources.rule(statement))
    # The exercise's own nodes and numbers stand in other exercises, too.
    telling = (word for word in alone.words if len(word) > 1 and not word.isdecimal())
    alone = replace(alone, words=tuple(telling))
    talk = ClaimInTalk(alone=alone, fused=fused, topic=topic, places=places)
    passages = [
        Passage(chunk=chunk, scores=Scores())
        for chunk in book.index.chunks
        if chunk.document.kind in TEACHING
    ]
    rated = deciding_sentences(talk, passages, book.index)
    terms = terms_in(claim, book.index)
    return [
        one
        for one in rated
        if one.words >= LEAST_WORDS and terms & terms_in(one.sentence.text, book.index)
    ]


def terms_in(text: str, index: CourseIndex) -> set[str]:
    """Return the terms of the course in a text, without nodes, numbers and words as short."""
    return {term for term in own_terms(text, index) if len(term) >= LEAST_LETTERS or "*" in term}
