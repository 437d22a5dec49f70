"""From a query to passages: candidates, fuse, diversify, rerank, boost, cut."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from tutor_app.domain.errors import RerankFailed
from tutor_app.domain.values import (
    MATERIAL_KINDS,
    Chunk,
    MaterialKind,
    Passage,
    RetrievalResult,
    Scores,
    TreePath,
)
from tutor_app.retrieval.course_index import CourseIndex, Query
from tutor_app.retrieval.hierarchy.beam_search import OpenedNode, descend
from tutor_app.retrieval.newest_first import Candidate, answering, newest_first
from tutor_app.retrieval.profiles import Profile, Weights
from tutor_app.retrieval.relevance import (
    NOTHING_READ,
    AnswerEvidence,
    answer_probability,
    foreign_share,
    nearness,
    relevance,
)
from tutor_app.retrieval.reranker import Reranker
from tutor_app.retrieval.score_fusion import LEAST_LOGIT, Floats, boost, diversify, min_max
from tutor_app.retrieval.section_context import with_sections
from tutor_app.retrieval.text_language import ENGLISH
from tutor_app.wording.catalogue import phrase

RERANKER_MISSING = phrase("errors_retrieval.reranker_missing")
RERANKER_FAILED = phrase("errors_retrieval.reranker_failed", "reason")
SCORES_MISSING = phrase("errors_retrieval.scores_missing")

_READ_IN_DOUBT = 8  # passages; more of them change no decision (docs/experiments.md)
_ANSWERED = 0.6

logger = logging.getLogger(__name__)


def retrieve(
    query: Query,
    index: CourseIndex,
    profile: Profile,
    reranker: Reranker | None,
    *,
    kinds: Collection[MaterialKind] = MATERIAL_KINDS,
) -> RetrievalResult:
    """Return the passages for a query, best first, with the score of every stage that ran.

    Only material of these `kinds` is searched.
    """
    rows = np.flatnonzero(index.is_of(kinds))
    reached: list[OpenedNode] = []
    if profile.beam is not None:
        reached = _search_tree(query, index, profile.beam, rows)
        rows = rows[np.isin(rows, [row for each in reached for row in each.node.rows])]
    candidates = _candidates(query, index, profile, rows)
    scores = [passage.scores for _, passage in candidates]
    relevant = relevance(query, scores, index)
    if profile.mmr_lambda is not None:
        candidates = _diversified(candidates, index, profile.mmr_lambda)
    skipped: tuple[str, ...] = ()
    if _reads(query, index, profile):
        candidates, skipped = _read(query, candidates, reranker, profile)
    if profile.section_budget is not None:
        candidates = with_sections(candidates, index, profile.section_budget)
    if index.has_forum:
        candidates = newest_first(candidates, index)
        if profile.answers:
            candidates = answering(candidates, index)
    passages = [passage for _, passage in candidates[: profile.top_k]]
    answers = relevant >= profile.floor
    in_doubt = profile.sure is not None and relevant < profile.sure
    # The network has learned from English alone.
    if in_doubt and reranker is not None and query.language == ENGLISH:
        try:
            passage, sentence = _best_logits(query, passages, reranker)
            seen = AnswerEvidence(
                passage=passage,
                sentence=sentence,
                near=nearness(scores),
                foreign=foreign_share(query, index),
            )
            answers = answer_probability(seen) >= _ANSWERED
        except RerankFailed as exc:
            logger.warning("The relevance alone decides: %s", exc)
    return RetrievalResult(
        query=query.text,
        profile=profile.name,
        kept=tuple(passages) if answers else (),
        nearest=passages[0] if passages else None,
        relevance=relevant,
        skipped=skipped,
        paths=_paths(reached, passages if answers else passages[:1], index),
    )


def _search_tree(
    query: Query, index: CourseIndex, beam: int, rows: npt.NDArray[np.intp]
) -> list[OpenedNode]:
    """Return the blocks that the question leads to, and those of the question joined with what
    was spoken of before."""
    found = [each for asked in (query, *query.around) for each in descend(asked, index, beam, rows)]
    return list({each.node.rows: each for each in reversed(found)}.values())[::-1]


def _paths(
    reached: Sequence[OpenedNode], passages: Sequence[Passage], index: CourseIndex
) -> tuple[TreePath, ...]:
    """Return the ways to the blocks of these passages, in the order of the first of each."""
    block_of = {index.chunks[row].id: each for each in reached for row in each.node.rows}
    told: dict[tuple[int, ...], list[str]] = {}
    for passage in passages:
        if block := block_of.get(passage.chunk.id):
            told.setdefault(block.node.rows, []).append(passage.chunk.id)
    by_rows = {each.node.rows: each for each in reached}
    return tuple(
        TreePath(
            titles=tuple(node.title for node in by_rows[rows].path),
            scores=by_rows[rows].scores,
            passage_ids=tuple(ids),
        )
        for rows, ids in told.items()
    )


def _read(
    query: Query, candidates: list[Candidate], reranker: Reranker | None, profile: Profile
) -> tuple[list[Candidate], tuple[str, ...]]:
    """Return the candidates in the order that reading gives, or as they were, and why."""
    if reranker is None:
        return candidates, (RERANKER_MISSING(),)
    try:
        return _reranked(query, candidates, reranker, profile), ()
    except RerankFailed as exc:
        logger.warning("Reranking is skipped: %s", exc)
        return candidates, (RERANKER_FAILED(reason=exc),)


def _reads(query: Query, index: CourseIndex, profile: Profile) -> bool:
    """Whether passages are reranked.

    The project's own network has learned from English documents alone: in another language, or
    among posts of a forum, the order of the stages before it stands.
    """
    if profile.rerank == "own":
        return query.language == ENGLISH and not index.has_forum
    return profile.rerank is not None


def _best_logits(
    query: Query, passages: Sequence[Passage], reranker: Reranker
) -> tuple[float, float]:
    """Return what the project's own cross-encoder gives the best passage, and the best sentence."""
    logits = [p.scores.rerank for p in passages if p.scores.rerank is not None]
    sentences = [logit for p in passages for logit in p.sentence_logits]
    if not logits:
        chunks = [passage.chunk for passage in passages[:_READ_IN_DOUBT]]
        read = reranker.score(read_as(query), chunks)
        logits = [each.passage for each in read]
        sentences = [logit for each in read for logit in each.sentences]
    return max(logits, default=NOTHING_READ), max(sentences, default=NOTHING_READ)


def _candidates(
    query: Query, index: CourseIndex, profile: Profile, rows: npt.NDArray[np.intp]
) -> list[Candidate]:
    """Fuse the rankings of `rows` and return the best candidates in the fused order."""
    rankings = [_rank(each, index, profile) for each in (query, *query.around)]
    shares = [1.0, *(query.share for _ in query.around)]
    if profile.pool == "dense":
        dense = sum(share * each.dense for share, each in zip(shares, rankings, strict=True))
        rows = rows[np.argsort(-np.asarray(dense)[rows], kind="stable")[: profile.candidates]]
    fused = np.zeros(len(rows))
    for share, each in zip(shares, rankings, strict=True):
        fused += share * each.fused(rows)
    best = np.argsort(-fused, kind="stable")[: profile.candidates]
    # The joined question is near to what was spoken of, whatever is asked: it tells the floor only
    # where it counts as much as the message.
    counted = rankings if query.share >= 1 else rankings[:1]
    return [
        (
            int(rows[position]),
            Passage(
                chunk=index.chunks[rows[position]],
                scores=Scores(
                    dense=max(float(each.dense[rows[position]]) for each in counted),
                    sentence=max(float(each.sentence[rows[position]]) for each in counted),
                    bm25=max(float(each.bm25[rows[position]]) for each in counted),
                    fused=float(fused[position]),
                    final=float(fused[position]),
                ),
            ),
        )
        for position in best
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rankings:
    """The scores of all chunks for one query."""

    dense: Floats
    sentence: Floats
    bm25: Floats
    weights: Weights

    def fused(self, rows: npt.NDArray[np.intp]) -> Floats:
        weights = self.weights
        return (
            weights.dense * min_max(self.dense[rows])
            + weights.sentence * min_max(self.sentence[rows])
            + weights.bm25 * min_max(self.bm25[rows])
        )


def _rank(query: Query, index: CourseIndex, profile: Profile) -> _Rankings:
    return _Rankings(
        dense=index.dense(query),
        sentence=index.best_sentence(query),
        bm25=index.bm25(query),
        weights=profile.weights_in(has_forum=index.has_forum, english=query.language == ENGLISH),
    )


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


def _reranked(
    query: Query, candidates: Sequence[Candidate], reranker: Reranker, profile: Profile
) -> list[Candidate]:
    candidates, rest = candidates[: profile.rerank_pairs], candidates[profile.rerank_pairs :]
    read = reranker.score(read_as(query), [passage.chunk for _, passage in candidates])
    if len(read) != len(candidates) or not np.isfinite([each.passage for each in read]).all():
        raise RerankFailed(SCORES_MISSING())
    best = max((each.passage for each in read), default=0.0)
    scored = []
    for (row, passage), relevance_of in zip(candidates, read, strict=True):
        candidate = row, replace(passage, sentence_logits=relevance_of.sentences)
        rerank = relevance_of.passage
        if profile.rerank_share is None:
            boosted = boost(rerank, official=_is_official(passage.chunk))
            scored.append(_scored(candidate, rerank=rerank, boosted=boosted, final=boosted))
        else:
            below = max(rerank - best, LEAST_LOGIT)
            final = (passage.scores.fused or 0.0) + profile.rerank_share * below
            scored.append(_scored(candidate, rerank=rerank, final=final))
    scored.sort(key=lambda candidate: candidate[1].scores.final or 0.0, reverse=True)
    # Scores of one kind only are compared: what was not read stays behind where shares are added.
    return scored if profile.rerank_share is None else [*scored, *rest]


def read_as(query: Query) -> str:
    """Return the question that is read: "and with weights?" with what was spoken of before."""
    return query.around[0].text if query.around and query.share >= 1 else query.text


def _is_official(chunk: Chunk) -> bool:
    """Whether it is the course's own material, or a word of its staff."""
    return chunk.document.kind != "forum" or (
        chunk.origin is not None and chunk.origin.role == "staff"
    )


def _scored(candidate: Candidate, **changes: float) -> Candidate:
    row, passage = candidate
    return row, replace(passage, scores=replace(passage.scores, **changes))
