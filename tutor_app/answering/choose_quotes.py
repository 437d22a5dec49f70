"""The answer as a quotation: which sentences of which paragraphs, chosen by code."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tutor_app.answering.context_expansion import pieces_of
from tutor_app.answering.question_features import (
    asks_for_exercise,
    asks_when,
    cue,
    tells_when,
)
from tutor_app.answering.quote_display import ChosenParagraph, open_what_answers, show
from tutor_app.domain.values import MarkedSentence, Passage, Quote, SourceSentence
from tutor_app.retrieval.score_fusion import LEAST_LOGIT, min_max
from tutor_app.retrieval.text_language import ENGLISH, search_words

if TYPE_CHECKING:
    from tutor_app.retrieval.course_index import CourseIndex, Query

MAX_PARAGRAPHS = 3
MAX_SENTENCES = 4
# Chosen on the dev questions (docs/experiments.md): shares of the passage's own score, of the
# sentence's cosine and of the query's rare words in it.
_PASSAGE, _SENTENCE, _WORDS = 1.0, 1.0, 0.3
# In other languages than English, which the default embedder has not seen, words say more.
_SENTENCE_ABROAD, _WORDS_ABROAD = 0.3, 1.0
_READ = 0.1  # share of the cross-encoder's logit below the best one's
# A sentence this far below the best one adds more to read than to know.
_MARGIN = 0.7
_BEGINS = re.compile(
    r"^[^\w]{0,4}(\([a-z]\)\s*)?[A-ZÀ-Þ0-9“‘„\"(\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
)
_ENDS = re.compile(r"[.!?:。！？][)\]”’\"'」』]*$")
_SPACELESS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")  # scripts without spaces between words
_FEWEST_WORDS, _FEWEST_SIGNS = 4, 6


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteLimits:
    """How much an answer may show: paragraphs, and sentences marked in them all together."""

    paragraphs: int = MAX_PARAGRAPHS
    sentences: int = MAX_SENTENCES


DEFAULT_LIMITS = QuoteLimits()


@dataclass(frozen=True, slots=True)
class SentenceCandidate:
    """A sentence that may be quoted.

    `first` is the number of the paragraph's first piece if a formula or figure breaks it.
    """

    passage: Passage
    sentence: SourceSentence
    first: int
    order: tuple[int, int, float, float]  # where it stands: paragraph, page, y, x
    score: float

    @property
    def paragraph(self) -> tuple[str, int]:
        return self.passage.chunk.document.id, self.first


def choose_quotes(
    query: Query,
    passages: Sequence[Passage],
    index: CourseIndex,
    limits: QuoteLimits = DEFAULT_LIMITS,
    without: Collection[str] = (),
) -> list[Quote]:
    """Return the paragraphs to show, the nearest first, with one to four sentences marked.

    The sentences of `without` are not marked, unless there is nothing else.
    """
    ranked = rank_sentences(query, passages, index)
    candidates = [one for one in ranked if one.sentence.text not in without] or ranked
    if not candidates:
        return []
    near = [c for c in candidates if c.score >= candidates[0].score - _MARGIN]
    if not asks_for_exercise(query.text):  # an exercise asks, and answers nothing
        near = [c for c in near if c.passage.chunk.exercise is None] or near
    chosen: dict[tuple[str, int], list[SentenceCandidate]] = {}
    taken: set[str] = set()
    # The best sentence of each of the best paragraphs, then what they say more.
    for more in (False, True):
        for candidate in near:
            new = candidate.paragraph not in chosen
            full = len(taken) == limits.sentences or (new and len(chosen) == limits.paragraphs)
            if full or new == more or candidate.sentence.text in taken:
                continue
            chosen.setdefault(candidate.paragraph, []).append(candidate)
            taken.add(candidate.sentence.text)
    return _quotes_of(query, chosen, index)


def rank_sentences(
    query: Query, passages: Sequence[Passage], index: CourseIndex
) -> list[SentenceCandidate]:
    """Return the sentences of passages that could be quoted, the nearest first."""
    return sorted(_candidates(query, passages, index), key=_by_score, reverse=True)


def quote_sentences(
    query: Query, sentences: Sequence[SentenceCandidate], index: CourseIndex
) -> list[Quote]:
    """Return the paragraphs of sentences that are chosen already, in the order of the first."""
    if not sentences:
        return []
    chosen: dict[tuple[str, int], list[SentenceCandidate]] = {}
    for sentence in sentences:
        chosen.setdefault(sentence.paragraph, []).append(sentence)
    return _quotes_of(query, chosen, index)


def _quotes_of(
    query: Query, chosen: dict[tuple[str, int], list[SentenceCandidate]], index: CourseIndex
) -> list[Quote]:
    groups = [sorted(group, key=lambda each: each.order) for group in chosen.values()]
    paragraphs = [_chosen(group, index) for group in groups]
    return open_what_answers(query, paragraphs, show(query.text, paragraphs, index), index)


def _candidates(
    query: Query, passages: Sequence[Passage], index: CourseIndex
) -> Iterable[SentenceCandidate]:
    rarity = {word: index.rarity(word) for word in set(query.words)}
    whole = sum(rarity.values()) or 1.0
    best = max((p.scores.final or 0.0 for p in passages), default=1.0) or 1.0
    rows = []
    when = asks_when(query.text)
    for passage in passages:
        scores = index.scores_in_context(passage.chunk, query)
        for number, sentence in enumerate(passage.chunk.sentences):
            # A day often stands in a row of a table, which is no sentence.
            dated = when and tells_when(sentence.text)
            if dated or is_whole(sentence) or is_whole_point(sentence):
                said = set(search_words(sentence.text, query.language))
                words = sum(rarity.get(word, 0.0) for word in said) / whole
                logit = passage.sentence_logits[number] if passage.sentence_logits else 0.0
                rows.append((passage, sentence, float(scores[number]), words, logit))
    if not rows:
        return
    english = query.language == ENGLISH
    by_cosine, by_words = (_SENTENCE, _WORDS) if english else (_SENTENCE_ABROAD, _WORDS_ABROAD)
    firsts: dict[tuple[str, int], int] = {}
    near = min_max(np.array([row[2] for row in rows]))
    shared = min_max(np.array([row[3] for row in rows]))
    read = np.array([row[4] for row in rows])
    below = np.maximum(read - read.max(), LEAST_LOGIT)
    for (passage, sentence, *_), cosine, words, logit in zip(
        rows, near, shared, below, strict=True
    ):
        share = (passage.scores.final or 0.0) / best
        score = _PASSAGE * share + by_cosine * float(cosine) + by_words * float(words)
        score += _READ * float(logit)
        score += cue(
            query.text, sentence.without_displays, in_exercise=passage.chunk.exercise is not None
        )
        place = passage.chunk.document.id, sentence.paragraph
        if place not in firsts:
            firsts[place] = pieces_of(*place, index)[0].number
        yield SentenceCandidate(passage, sentence, firsts[place], _place(sentence), score)


def _place(sentence: SourceSentence) -> tuple[int, int, float, float]:
    first = sentence.boxes[0]
    return sentence.paragraph, first.page, first.y0, first.x0


def _by_score(candidate: SentenceCandidate) -> float:
    return candidate.score


def is_whole_point(sentence: SourceSentence) -> bool:
    """True for a point of a slide that makes sense by itself."""
    return sentence.is_point and sum(word[:1].isalpha() for word in sentence.text.split()) >= 4


def is_whole(sentence: SourceSentence) -> bool:
    """True for a whole sentence, one that leads in a display included: "the command is > q()"."""
    leads_in = sentence.prose is not None and _begins(sentence.prose)
    return leads_in or is_prose(sentence.text)


def is_prose(text: str) -> bool:
    """True for a whole sentence: not a line of pseudocode, a formula or a torn caption."""
    return _begins(text) and bool(_ENDS.search(text))


def _begins(text: str) -> bool:
    long = len(text.split()) >= _FEWEST_WORDS or len(_SPACELESS.findall(text)) >= _FEWEST_SIGNS
    return long and bool(_BEGINS.match(text))


def _chosen(group: Sequence[SentenceCandidate], index: CourseIndex) -> ChosenParagraph:
    return ChosenParagraph(
        chunk=group[0].passage.chunk,
        pieces=pieces_of(*group[0].paragraph, index),
        marked=tuple(MarkedSentence(text=c.sentence.text, boxes=c.sentence.boxes) for c in group),
        score=max(candidate.score for candidate in group),
    )
