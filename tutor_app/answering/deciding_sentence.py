"""Which sentence of the course decides a claim: the best of those near the claim and its topic."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tutor_app.answering.choose_quotes import is_whole, is_whole_point
from tutor_app.answering.question_features import is_caption
from tutor_app.domain.values import Chunk, Passage, Quote, Scores, SourceSentence
from tutor_app.retrieval.course_index import CourseIndex, Query
from tutor_app.retrieval.search_terms import tokens

# Chosen on 48 claims of our own on the demo course (docs/experiments.md).
_ALONE, _WITH_TOPIC = 0.7, 0.45  # the cosines with the claim, alone and beside its topic
_WORDS, _TOPIC_WORDS = 0.8, 0.2  # the shares of their words, by rarity, that the sentence has
_SECTION, _CHAPTER = 0.25, 0.15  # it stands where the talk is
_CHAPTER_DEPTH = 2  # headings
_CAPTION = 0.3  # a caption names what a figure shows, and decides little

Place = tuple[str, tuple[str, ...]]  # a document and the headings of a section in it


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidingSentence:
    """A sentence that may decide a claim. `words` is the share of the claim's words it has."""

    chunk: Chunk
    sentence: SourceSentence
    score: float
    words: float

    @property
    def passage(self) -> Passage:
        """The sentence as a passage of its own."""
        alone = replace(self.chunk, sentences=(self.sentence,))
        return Passage(chunk=alone, scores=Scores(final=self.score))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimInTalk:
    """A claim as it is searched: alone, beside what was talked about, and that by itself.

    `places` are the sections that were quoted last.
    """

    alone: Query
    fused: Query
    topic: Query
    places: Collection[Place] = ()


def places_of(quotes: Iterable[Quote]) -> frozenset[Place]:
    """Return the sections that quotes stand in."""
    return frozenset((quote.document_id, quote.headings) for quote in quotes)


def deciding_sentences(
    claim: ClaimInTalk, passages: Sequence[Passage], index: CourseIndex
) -> list[DecidingSentence]:
    """Return the sentences that may decide a claim, the likeliest first.

    They are those of the passages and of the sections where the talk is; exercises ask, and decide
    nothing.
    """
    found = {passage.chunk.id: passage.chunk for passage in passages}
    chapters = _chapters(claim.places)
    found |= {chunk.id: chunk for chunk in index.chunks if _chapter(chunk) in chapters}
    rated = [
        each
        for chunk in found.values()
        if chunk.exercise is None
        for each in _rated(claim, chunk, index)
    ]
    return sorted(rated, key=lambda each: each.score, reverse=True)


def _rated(claim: ClaimInTalk, chunk: Chunk, index: CourseIndex) -> Iterable[DecidingSentence]:
    vectors = index.sentence_vectors(chunk)
    near = _ALONE * (vectors @ claim.alone.vector) + _WITH_TOPIC * (vectors @ claim.fused.vector)
    here = _SECTION * ((chunk.document.id, chunk.headings) in claim.places)
    here += _CHAPTER * (_chapter(chunk) in _chapters(claim.places))
    own = set(claim.alone.words)
    about = set(claim.topic.words) - own
    for sentence, cosine in zip(chunk.sentences, near, strict=True):
        if not (is_whole(sentence) or is_whole_point(sentence)):
            continue
        said = set(tokens(sentence.text))
        words = _share(own, said, index)
        titled = said | set(tokens(" ".join(chunk.headings[-1:])))
        score = float(cosine) + here + _WORDS * words
        score -= _CAPTION * is_caption(sentence.text)
        score += _TOPIC_WORDS * _share(about, titled, index)
        yield DecidingSentence(
            chunk=chunk, sentence=sentence, score=float(np.round(score, 6)), words=words
        )


def _share(asked: Collection[str], said: Collection[str], index: CourseIndex) -> float:
    """Return the share of words, by rarity, that are said; only words that the course has count."""
    rarity = {word: index.rarity(word) for word in asked if index.knows(word)}
    whole = sum(rarity.values())
    return sum(rarity[word] for word in rarity.keys() & said) / whole if whole else 0.0


def _chapter(chunk: Chunk) -> Place:
    return chunk.document.id, chunk.headings[:_CHAPTER_DEPTH]


def _chapters(places: Iterable[Place]) -> frozenset[Place]:
    return frozenset((document, headings[:_CHAPTER_DEPTH]) for document, headings in places)
