"""From a query to passages: candidates, fuse, diversify, rerank, boost, cut."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tutor_app.domain.errors import RerankFailed
from tutor_app.domain.values import Passage, RetrievalResult, Scores
from tutor_app.retrieval.course_index import CourseIndex, Query
from tutor_app.retrieval.profiles import Profile
from tutor_app.retrieval.relevance import relevance
from tutor_app.retrieval.reranker import Reranker
from tutor_app.retrieval.score_fusion import Floats, boost, diversify, min_max
from tutor_app.wording.catalogue import phrase

RERANKER_MISSING = phrase("errors_retrieval.reranker_missing")
RERANKER_FAILED = phrase("errors_retrieval.reranker_failed", "reason")
SCORES_MISSING = phrase("errors_retrieval.scores_missing")

logger = logging.getLogger(__name__)


def retrieve(
    query: Query, index: CourseIndex, profile: Profile, reranker: Reranker | None
) -> RetrievalResult:
    """Return the passages for a query, best first, with the score of every stage that ran."""
    candidates = _candidates(query, index, profile)
    nearness = relevance(query, [passage.scores for _, passage in candidates], index)
    skipped: tuple[str, ...] = ()
    if profile.mmr_lambda is not None:
        candidates = _diversified(candidates, index, profile.mmr_lambda)
    if profile.rerank and reranker is None:
        skipped = (RERANKER_MISSING(),)
    elif profile.rerank and reranker is not None:
        try:
            candidates = _reranked(query, candidates[: profile.rerank_pairs], reranker)
        except RerankFailed as exc:
            logger.warning("Reranking is skipped: %s", exc)
            skipped = (RERANKER_FAILED(reason=exc),)
    passages = [passage for _, passage in candidates[: profile.top_k]]
    return RetrievalResult(
        query=query.text,
        profile=profile.name,
        kept=tuple(passages) if nearness >= profile.floor else (),
        nearest=passages[0] if passages else None,
        relevance=nearness,
        skipped=skipped,
    )


Candidate = tuple[int, Passage]  # the chunk's row in the index, and the passage


def _candidates(query: Query, index: CourseIndex, profile: Profile) -> list[Candidate]:
    """Fuse the rankings and return the best candidates in the fused order."""
    dense, sentence, bm25 = index.dense(query), index.best_sentence(query), index.bm25(query)
    rows = np.arange(len(index.chunks))
    if profile.pool == "dense":
        rows = np.argsort(-dense, kind="stable")[: profile.candidates]
    fused: Floats = (
        profile.weights.dense * min_max(dense[rows])
        + profile.weights.sentence * min_max(sentence[rows])
        + profile.weights.bm25 * min_max(bm25[rows])
    )
    best = np.argsort(-fused, kind="stable")[: profile.candidates]
    return [
        (
            int(rows[position]),
            Passage(
                chunk=index.chunks[rows[position]],
                scores=Scores(
                    dense=float(dense[rows[position]]),
                    sentence=float(sentence[rows[position]]),
                    bm25=float(bm25[rows[position]]),
                    fused=float(fused[position]),
                    final=float(fused[position]),
                ),
            ),
        )
        for position in best
    ]


def _diversified(
    candidates: Sequence[Candidate], index: CourseIndex, weight: float
) -> list[Candidate]:
    relevance = np.array([passage.scores.fused or 0.0 for _, passage in candidates])
    vectors = index.vectors(row for row, _ in candidates)
    order, values = diversify(relevance, vectors, weight)
    return [
        _scored(candidates[position], mmr=value, final=value)
        for position, value in zip(order, values, strict=True)
    ]


def _reranked(query: Query, candidates: Sequence[Candidate], reranker: Reranker) -> list[Candidate]:
    scores = reranker.score(query.text, [passage.chunk.text for _, passage in candidates])
    if len(scores) != len(candidates) or not np.isfinite(scores).all():
        raise RerankFailed(SCORES_MISSING())
    scored = []
    for candidate, rerank in zip(candidates, scores, strict=True):
        # Every kind of material here is the course's own; forum posts come in a later source.
        boosted = boost(rerank, official=True)
        scored.append(_scored(candidate, rerank=rerank, boosted=boosted, final=boosted))
    return sorted(scored, key=lambda candidate: candidate[1].scores.final or 0.0, reverse=True)


def _scored(candidate: Candidate, **changes: float) -> Candidate:
    row, passage = candidate
    return row, replace(passage, scores=replace(passage.scores, **changes))
