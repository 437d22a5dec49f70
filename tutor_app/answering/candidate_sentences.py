"""Which sentences of a course may answer a message: many passages, the nearest read by sentence.

What is not among the first dozen cannot be chosen, so that more is searched for it, and read with
more care, than for the quotes that code chooses alone.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from tutor_app.answering.choose_quotes import is_whole, is_whole_point
from tutor_app.domain.errors import RerankFailed
from tutor_app.domain.values import Chunk, Passage, SourceSentence
from tutor_app.retrieval.course_index import CourseIndex, Query
from tutor_app.retrieval.profiles import Profile
from tutor_app.retrieval.relevance import NOTHING_READ
from tutor_app.retrieval.reranker import Reranker
from tutor_app.retrieval.retrieve import read_as, retrieve
from tutor_app.retrieval.score_fusion import min_max
from tutor_app.retrieval.text_language import ENGLISH

# Fitted by `python -m evals course-candidates --fit` on the questions of 18 manuals: a logit below
# the best one's, the cosine, the logarithm of the passage's place, a whole sentence, its length.
WEIGHTS: Final = (0.80, 1.22, -0.57, 0.39, 0.48)
_PASSAGES = 24
_READ = 16  # of them, the nearest: about 15 ms each
_LEAST: Final = -10.0  # below the best logit
_UNREAD: Final = -6.0
_LONGEST = 60  # words
_FEWEST = 4  # words

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateSentence:
    """A sentence that may answer; `figures` are what `WEIGHTS` weigh."""

    chunk: Chunk
    sentence: SourceSentence
    figures: tuple[float, ...]

    @property
    def score(self) -> float:
        """How likely it answers, beside the others of its query."""
        return sum(weight * figure for weight, figure in zip(WEIGHTS, self.figures, strict=True))


def candidate_sentences(
    query: Query, index: CourseIndex, profile: Profile, reranker: Reranker | None
) -> list[CandidateSentence]:
    """Return the sentences that may answer a query, the likeliest first, each once.

    Sentences that stand by themselves are not asked for: a row of a table may answer. Without the
    project's own cross-encoder, or where it fails, the other figures decide.
    """
    wide = replace(profile, top_k=_PASSAGES, floor=-1.0, sure=None, rerank=None)
    passages = retrieve(query, index, wide, None).kept
    logits = _read(query, passages, reranker)
    rows = [
        (place, passage.chunk, at)
        for place, passage in enumerate(passages)
        for at, sentence in enumerate(passage.chunk.sentences)
        if len(sentence.text.split()) >= _FEWEST
    ]
    if not rows:
        return []
    cosines = [index.scores_in_context(passage.chunk, query) for passage in passages]
    near = min_max(np.array([cosines[place][at] for place, _, at in rows]))
    found: dict[str, CandidateSentence] = {}
    for (place, chunk, at), cosine in zip(rows, near, strict=True):
        sentence = chunk.sentences[at]
        figures = (
            logits[place][at] if logits else 0.0,
            float(cosine),
            math.log1p(place),
            float(is_whole(sentence) or is_whole_point(sentence)),
            min(len(sentence.text.split()), _LONGEST) / (_LONGEST / 2),
        )
        candidate = CandidateSentence(chunk=chunk, sentence=sentence, figures=figures)
        found.setdefault(sentence.text, candidate)
    return sorted(found.values(), key=lambda each: each.score, reverse=True)


def _read(
    query: Query, passages: Sequence[Passage], reranker: Reranker | None
) -> list[list[float]]:
    """Return each sentence's logit below the best one's; none where nothing reads sentences."""
    if reranker is None or query.language != ENGLISH:
        return []
    try:
        read = reranker.score(read_as(query), [each.chunk for each in passages[:_READ]])
    except RerankFailed as exc:
        logger.warning("The sentences are not read: %s", exc)
        return []
    said = [logit for each in read for logit in each.sentences if logit > NOTHING_READ]
    if not said:
        return []
    best = max(said)
    return [
        *(
            [max(one - best, _LEAST) if one > NOTHING_READ else _UNREAD for one in each.sentences]
            for each in read
        ),
        *([_UNREAD] * len(each.chunk.sentences) for each in passages[_READ:]),
    ]
