"""The sentence of the course nearest to what an answer claims, where the answer has no point."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from tutor_app.answering.deciding_sentence import ClaimInTalk, deciding_sentences, places_of
from tutor_app.answering.quote_named import quote_named
from tutor_app.domain.values import Passage, Quote, Scores
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.exercises.contradiction import pieces_of
from tutor_app.exercises.exercise_hints import TEACHING, Sourcebook
from tutor_app.exercises.exercise_task import section_of
from tutor_app.retrieval.course_index import read_query
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.claims import claim_of

LEAST_CLAIM = 3  # content words: a clause with fewer is about anything
LEAST_WORDS = 0.5  # share of the claim's words, by rarity: a sentence with fewer is about else


def sentence_on_claim(
    told: str, statement: str, sources: Sourcebook, said: Collection[str]
) -> tuple[str, Quote] | None:
    """Return the claim of what is told, or a clause of it, and the sentence nearest to it.

    None where the course says nothing on just that, or only what was `said` before. A sentence on
    all of the claim comes before one on a clause.
    """
    claim, book = claim_of(told, told=True), sources.book
    if claim is None or book is None:
        return None
    clauses = [one for one in pieces_of(claim) if len(set(tokens(one))) >= LEAST_CLAIM]
    if (whole := _nearest(claim, statement, sources, book, said)) is not None:
        return claim, whole[0]
    near = [(_nearest(part, statement, sources, book, said), part) for part in clauses]
    found = [(one[1], part, one[0]) for one, part in near if one is not None]
    if not found:
        return None
    _, part, quote = max(found, key=lambda one: one[0])
    return part, quote


def _nearest(
    claim: str, statement: str, sources: Sourcebook, book: AssignmentBook, said: Collection[str]
) -> tuple[Quote, float] | None:
    """Return the sentence nearest to a claim and how near it is, if it says enough of its words."""
    alone, fused, topic = (
        read_query(text, book.embedder, book.index)
        for text in (claim, f"{claim} ({statement})", statement)
    )
    places = places_of(sources.rule(statement))
    # The exercise's own nodes stand in other exercises, too.
    alone = replace(alone, words=tuple(word for word in alone.words if len(word) > 1))
    talk = ClaimInTalk(alone=alone, fused=fused, topic=topic, places=places)
    passages = [
        Passage(chunk=chunk, scores=Scores())
        for chunk in book.index.chunks
        if chunk.document.kind in TEACHING
    ]
    for one in deciding_sentences(talk, passages, book.index):
        if one.words >= LEAST_WORDS and one.sentence.text not in said:
            quotes = quote_named([one.passage], book.index)
            return (quotes[0], one.score) if quotes and section_of(quotes) else None
    return None
