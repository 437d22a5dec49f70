"""The search of a turn: all sources at once, or those that a way of choosing names (E2).

A call, its arguments and what it found are kept with the turn, for staff.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tutor_app.conversation.services import Services
from tutor_app.domain.errors import LiveStateLost, ModelRefused, ModelUnreachable
from tutor_app.domain.values import RetrievalCall, RetrievalResult
from tutor_app.retrieval.course_index import CourseIndex, Query
from tutor_app.retrieval.retrieve import retrieve
from tutor_app.routing.edison import EDISON, choose_by_rules
from tutor_app.routing.retrieval_functions import CourseSearch, FunctionCall, kept_passages

ALL_SOURCES = "all"


def search_sources(query: Query, index: CourseIndex, services: Services) -> RetrievalResult:
    """Return what the chosen sources have; where they have nothing, what any source has.

    Where the model that is to choose is not to be had, `edison` chooses, and the result says so.
    """
    if services.sources == ALL_SOURCES:
        return retrieve(query, index, services.profile, services.reranker)
    search = CourseSearch(
        index=index,
        embedder=services.embedder,
        profile=services.profile,
        reranker=services.reranker,
        asked=query,
    )
    skipped: tuple[str, ...] = ()
    try:
        calls, results = _called(query, search, services)
    except (ModelUnreachable, ModelRefused, LiveStateLost) as exc:
        skipped = (str(exc),)
        calls = choose_by_rules(query, index)
        results = [search.run(call) for call in calls]
    kept = kept_passages(results)[: services.profile.top_k]
    found = next((one for one in results if one.kept), None)
    if found is None:
        found = retrieve(query, index, services.profile, services.reranker)
        kept = list(found.kept)
    return replace(
        found,
        query=query.text,
        kept=tuple(kept),
        nearest=kept[0] if kept else found.nearest,
        relevance=max([found.relevance, *(one.relevance for one in results if one.kept)]),
        skipped=(*found.skipped, *skipped),
        paths=tuple(path for one in results if one.kept for path in one.paths) or found.paths,
        calls=tuple(map(_as_recorded, calls, results)),
    )


def _called(
    query: Query, search: CourseSearch, services: Services
) -> tuple[Sequence[FunctionCall], Sequence[RetrievalResult]]:
    if services.sources == EDISON or services.model is None:
        calls = choose_by_rules(query, search.index)
        return calls, [search.run(call) for call in calls]
    # The client of endpoints is half a second of import, which no other way needs.
    from tutor_app.models.tools_by_schema import with_tools  # noqa: PLC0415
    from tutor_app.routing.model_pipelines import choose_by_model, pipeline_named  # noqa: PLC0415

    pipeline = pipeline_named(services.sources)
    made = choose_by_model(pipeline, query.text, with_tools(services.model()), search)
    return made.calls, made.results


def _as_recorded(call: FunctionCall, found: RetrievalResult) -> RetrievalCall:
    return RetrievalCall(
        function=call.function,
        query=call.query,
        top_k=call.top_k,
        by=call.by,
        passage_ids=tuple(passage.chunk.id for passage in found.kept),
    )
