"""Retrieval measured by pages: Hit@k, Recall@5 and the mean reciprocal rank of every profile."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from rich.progress import Progress, track

from evals.answers.gold_questions import GoldQuestion
from evals.retrieval.course_cuts import CourseCuts
from tutor_app.domain.values import Passage
from tutor_app.retrieval.course_index import CourseIndexes, read_query
from tutor_app.retrieval.profiles import CHUNK, Profile, profile_named
from tutor_app.retrieval.reranker import Reranker
from tutor_app.retrieval.retrieve import retrieve
from tutor_app.runtime.composition import build_reranker
from tutor_app.runtime.evaluation_course import COURSE, IndexedFolder, console

DEPTH = 50  # passages looked at


def measure_retrieval(
    course: IndexedFolder, questions: Sequence[GoldQuestion], names: Sequence[str]
) -> dict[str, Any]:
    """Return `{"questions": n, "arms": {name: {"hit@1": …}}}` over the answerable questions."""
    asked = [question for question in questions if question.answerable]
    whole = CourseIndexes(course.settings, course.embedder)(COURSE)
    cuts = CourseCuts(course)
    arms: dict[str, dict[str, Any]] = {}
    for name in names:
        named = profile_named(name)
        index = whole
        if named.chunk != CHUNK:
            with Progress(console=console, transient=True) as bars:
                index = cuts.index(named.chunk, bars)
        queries = [read_query(question.text, course.embedder, index) for question in asked]
        reranker = build_reranker(course.settings, named)
        profile = deepened(named, reranker)
        ranks, seconds = [], []
        pairs = list(zip(asked, queries, strict=True))
        for question, query in track(pairs, name, console=console, transient=True):
            started = time.perf_counter()
            found = retrieve(query, index, profile, reranker)
            seconds.append(time.perf_counter() - started)
            ranks.append((question.gold, ranked_pages(found.kept)))
        arms[name] = {
            **page_measures(ranks),
            "seconds_p50": round(float(np.median(seconds)), 4),
            "skipped": list(found.skipped),
        }
    return {"questions": len(asked), "arms": arms}


def ranked_pages(passages: Sequence[Passage]) -> list[tuple[str, int]]:
    """Return the distinct pages in the passages' order; a passage stands for its first page."""
    pages = [(passage.chunk.document.name, passage.chunk.page) for passage in passages]
    return list(dict.fromkeys(pages))


def page_measures(
    ranks: Sequence[tuple[frozenset[tuple[str, int]], Sequence[tuple[str, int]]]],
) -> dict[str, float]:
    """Return the measures for pairs of gold pages and ranked pages. k counts pages."""
    measures = {
        f"hit@{k}": [float(bool(gold & set(pages[:k]))) for gold, pages in ranks] for k in (1, 3, 5)
    }
    measures["recall@5"] = [len(gold & set(pages[:5])) / len(gold) for gold, pages in ranks]
    measures["mrr"] = [
        next((1 / rank for rank, page in enumerate(pages, 1) if page in gold), 0.0)
        for gold, pages in ranks
    ]
    return {name: round(float(np.mean(values)), 4) for name, values in measures.items()}


def deepened(profile: Profile, reranker: Reranker | None) -> Profile:
    """Look deeper than an answer does; the floor is measured with the answers."""
    pairs = profile.rerank_pairs if reranker is not None else DEPTH
    return replace(profile, top_k=DEPTH, rerank_pairs=pairs, floor=float("-inf"), sure=None)
