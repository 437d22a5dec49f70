"""How the sentences of a course fit a message that goes on from what was quoted, in figures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

import numpy as np
import numpy.typing as npt

from tutor_app.answering.choose_quotes import is_whole, is_whole_point
from tutor_app.answering.deciding_sentence import Place
from tutor_app.answering.question_features import cue, is_caption
from tutor_app.domain.errors import RerankFailed
from tutor_app.domain.lexicon import NEGATIONS, SUPPOSING
from tutor_app.domain.normal_form import straighten
from tutor_app.domain.values import Chunk, Passage, SourceSentence
from tutor_app.retrieval.course_index import CourseIndex, Query
from tutor_app.retrieval.reranker import Relevance, Reranker
from tutor_app.retrieval.search_terms import stem, tokens, without_number

# What each sentence is told by; those of LOGITS and COSINES are taken below the best one's.
FEATURES: Final = (
    "read_with_topic",
    "read_alone",
    "passage_with_topic",
    "passage_alone",
    "cosine_with_topic",
    "cosine_alone",
    "new_words",
    "new_words_in_heading",
    "heading_asked",
    "topic_words",
    "same_section",
    "same_chapter",
    "just_behind",
    "near_behind",
    "near_before",
    "opens_section",
    "shown_before",
    "denies_what_is_denied",
    "affirms_what_is_denied",
    "negation_kept",
    "case_supposed",
    "caption",
    "caption_of_denied",
    "cue",
)
_LOGITS, _COSINES = 4, 6  # the first columns
_UNIT = 3.0  # of logits
_LOWEST = -4.0  # units below the best
_NEAR = 8  # passages around what was quoted, and as many of the searches
_CHAPTER = 2  # headings
_BEHIND = 6  # sentences
_SIGNS = '.,:;!?()"“”'
_REACH = 3  # words behind a negation that it may deny
_JOINS = frozenset({"because", "since", "and", "but", "so", "while", "when", "although"})
_OPENS = 2  # words in which a sentence sets its case
_CASES = frozenset({*SUPPOSING, "when", "with", "without", "unless", "otherwise", "as"})
_LITTLE = frozenset({"the", "a", "an", "is", "are", "of", "to", "it", "in", "and", "does", "do"})

Rows = npt.NDArray[np.float64]
Told = tuple[Chunk, SourceSentence]


@dataclass(frozen=True, slots=True, kw_only=True)
class GoingOn:
    """A message that goes on from quotes, as it is searched.

    `alone` is the message, `joined` the same with the `topic`; `places` are the sections quoted
    last, `quoted` the sentences marked last and `shown` all that were so far; none of these answers
    what wants something new. `found` are the passages of the searches, the best first.
    """

    alone: Query
    joined: Query
    topic: str
    places: Collection[Place]
    quoted: Collection[str]
    shown: Collection[str]
    found: Sequence[Passage]
    wants_new: bool = True


def rate(
    going_on: GoingOn, index: CourseIndex, reranker: Reranker | None
) -> tuple[list[Told], Rows]:
    """Return the sentences that come into question, with their features (sentences, FEATURES)."""
    around = _QuotedBefore(going_on, index)
    chunks = around.chunks()
    with_topic = _read(f"{going_on.topic}: {going_on.alone.text}", chunks, reranker)
    alone = _read(going_on.alone.text, chunks, reranker)
    told: list[Told] = []
    rows: list[list[float]] = []
    for chunk, joined, single in zip(chunks, with_topic, alone, strict=True):
        near = index.scores_in_context(chunk, going_on.joined)
        own = index.scores_in_context(chunk, going_on.alone)
        for at, sentence in enumerate(chunk.sentences):
            if not _may_be_told(sentence) or not around.may_come(sentence):
                continue
            read = (joined.sentences[at], single.sentences[at], joined.passage, single.passage)
            meant = [*(logit / _UNIT for logit in read), float(near[at]), float(own[at])]
            told.append((chunk, sentence))
            rows.append([*meant, *around.features(chunk, sentence)])
    found = np.array(rows, dtype=np.float64).reshape(len(rows), len(FEATURES))
    if len(rows):
        found[:, :_COSINES] -= found[:, :_COSINES].max(axis=0)
        found[:, :_LOGITS] = np.maximum(found[:, :_LOGITS], _LOWEST)
    return told, found


def denied_words(text: str) -> set[str]:
    """Return the content words that a text denies: those close behind a negation."""
    words = _plain(text)
    behind = (words[at + 1 : at + 1 + _REACH] for at, word in enumerate(words) if _is_no(word))
    denied = (takewhile(lambda word: word not in _JOINS, after) for after in behind)
    return {word for after in denied for word in tokens(" ".join(after))}


def _plain(text: str) -> list[str]:
    found = (word.strip(_SIGNS) for word in straighten(text).casefold().split())
    return [word for word in found if word]


def _is_no(word: str) -> bool:
    return word in NEGATIONS or word.endswith("n't")


def _may_be_told(sentence: SourceSentence) -> bool:
    return is_whole(sentence) or is_whole_point(sentence) or is_caption(sentence.text)


def _read(text: str, chunks: Sequence[Chunk], reranker: Reranker | None) -> list[Relevance]:
    """Return what the cross-encoder makes of the passages; level where it is not to be had."""
    level = [Relevance(passage=0.0, sentences=(0.0,) * len(each.sentences)) for each in chunks]
    if reranker is None:
        return level
    try:
        read = reranker.score(text, chunks)
    except RerankFailed:
        return level
    tells = all(len(one.sentences) == len(c.sentences) for one, c in zip(read, chunks, strict=True))
    return read if tells else level


class _QuotedBefore:
    """What was quoted, and what the message says that is new."""

    def __init__(self, going_on: GoingOn, index: CourseIndex) -> None:
        self._going_on = going_on
        self._index = index
        self._topic = set(tokens(going_on.topic))
        self._new = set(going_on.alone.words) - self._topic
        asked = _plain(going_on.alone.text)
        self._asked = {word for word in asked if word not in _LITTLE}
        self._negated = any(map(_is_no, asked))
        self._supposes = not SUPPOSING.isdisjoint(asked)
        self._denied = {word for word in denied_words(going_on.alone.text) if index.knows(word)}
        self._chapters = {(document, headings[:_CHAPTER]) for document, headings in going_on.places}
        order = [(one.text, chunk.headings) for chunk in index.chunks for one in chunk.sentences]
        self._headings = [headings for _, headings in order]
        self._order = {text: place for place, (text, _) in enumerate(order)}
        self._quoted = [self._order[text] for text in going_on.quoted if text in self._order]

    def chunks(self) -> list[Chunk]:
        """Return the passages around what was quoted, and those that the searches found."""
        here = [chunk for chunk in self._index.chunks if self._in_chapter(chunk)]
        near = sorted(here, key=self._distance)[:_NEAR]
        found = list(dict.fromkeys(passage.chunk for passage in self._going_on.found))[:_NEAR]
        distinct = {chunk.id: chunk for chunk in (*near, *found) if chunk.exercise is None}
        return list(distinct.values())

    def may_come(self, sentence: SourceSentence) -> bool:
        """Whether a sentence is new, or says again all that the message asks."""
        if sentence.text not in self._going_on.shown:
            return True
        asked = {word for word in self._new if self._index.knows(word)}
        return not self._going_on.wants_new and bool(asked) and asked <= set(tokens(sentence.text))

    def features(self, chunk: Chunk, sentence: SourceSentence) -> list[float]:
        """Return the features that need no network."""
        said = set(tokens(sentence.text))
        titled = set(tokens(" ".join(chunk.headings[-1:])))
        behind, at = self._behind(chunk, sentence), self._order[sentence.text]
        words, caption = _plain(sentence.text), is_caption(sentence.text)
        denied = denied_words(sentence.text) & self._denied
        affirmed = (said & self._denied) - denied
        return [
            self._share(self._new, said),
            self._share(self._new, titled - said),
            self._heading_asked(chunk),
            self._share(self._topic, said | titled),
            float((chunk.document.id, chunk.headings) in self._going_on.places),
            float(self._in_chapter(chunk)),
            float(behind == 1),
            float(1 < behind <= _BEHIND),
            float(-_BEHIND <= behind < 0),
            float(sentence is chunk.sentences[0] and chunk.headings != self._heading_of(at - 1)),
            float(sentence.text in self._going_on.shown),
            float(bool(denied)),
            float(bool(affirmed) and not denied),
            float(self._negated and any(map(_is_no, words))),
            float(self._supposes and not _CASES.isdisjoint(words[:_OPENS])),
            float(caption),
            float(caption and bool(denied)),
            cue(self._going_on.alone.text, sentence.without_displays, in_exercise=False),
        ]

    def _heading_of(self, place: int) -> tuple[str, ...] | None:
        return self._headings[place] if place >= 0 else None

    def _heading_asked(self, chunk: Chunk) -> float:
        """Return the share of a heading's words beside the topic's that the message has."""
        heading = _plain(without_number(" ".join(chunk.headings[-1:])))
        own = {word for word in heading if word not in _LITTLE and stem(word) not in self._topic}
        return len(own & self._asked) / len(own) if len(own) > 1 else 0.0

    def _in_chapter(self, chunk: Chunk) -> bool:
        return (chunk.document.id, chunk.headings[:_CHAPTER]) in self._chapters

    def _distance(self, chunk: Chunk) -> int:
        at = self._order[chunk.sentences[0].text]
        return min((abs(at - quoted) for quoted in self._quoted), default=0)

    def _behind(self, chunk: Chunk, sentence: SourceSentence) -> int:
        """Return how many sentences behind the nearest quoted one; 0 where it is elsewhere."""
        if not self._in_chapter(chunk):
            return 0
        at = self._order[sentence.text]
        return min((at - quoted for quoted in self._quoted), key=abs, default=0)

    def _share(self, asked: Iterable[str], said: Collection[str]) -> float:
        """Return the share of the course's words among these, by rarity, that are said."""
        rarity = {word: self._index.rarity(word) for word in asked if self._index.knows(word)}
        whole = sum(rarity.values())
        return sum(rarity[word] for word in rarity.keys() & said) / whole if whole else 0.0
