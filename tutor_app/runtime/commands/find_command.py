"""`elenchus find`: which sources a question is looked up in, and what each of them has."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Passage, RetrievalResult
from tutor_app.models.tools_by_schema import with_tools
from tutor_app.retrieval.course_index import read_query
from tutor_app.routing.edison import EDISON, choose_by_rules
from tutor_app.routing.model_pipelines import ModelPipeline, choose_by_model, pipeline_named
from tutor_app.routing.retrieval_functions import CourseSearch, FunctionCall, kept_passages
from tutor_app.runtime.commands.course_command import find_course
from tutor_app.runtime.composition import build_model, build_services
from tutor_app.storage.records import CourseRecords, open_database
from tutor_app.wording.catalogue import phrase

CALLED = phrase("commands_courses.function_called", "function", "query", "count")
NOTHING_CALLED = phrase("commands_courses.no_function_called")
FOUND_PASSAGE = phrase("commands_courses.found_passage", "score", "place", "text")
_SHOWN = 5  # passages of all calls together
_LETTERS = 160


def find_sources(settings: Settings, course: str, question: str, way: str, console: Console) -> int:
    """Print the calls and the best passages; the exit status is 1 where nothing was called.

    Raises:
        NotFound: there is no such course, or no such way of choosing.
        ModelUnreachable, ModelRefused: a model was to choose and does not answer.
    """
    pipeline = None if way == EDISON else pipeline_named(way)
    row = find_course(CourseRecords(open_database(settings)), course)
    services = build_services(settings, None)
    search = CourseSearch(
        index=services.courses(row.id),
        embedder=services.embedder,
        profile=services.profile,
        reranker=services.reranker,
    )
    calls, results = _call(settings, question, pipeline, search)
    for call, found in zip(calls, results, strict=True):
        words = CALLED(function=call.function, query=call.query, count=len(found.kept))
        console.print(words, markup=False, highlight=False)
    for passage in kept_passages(results)[:_SHOWN]:
        console.print(_passage_words(passage), markup=False, highlight=False)
    if not calls:
        console.print(NOTHING_CALLED())
    return 0 if calls else 1


def _call(
    settings: Settings, question: str, pipeline: ModelPipeline | None, search: CourseSearch
) -> tuple[Sequence[FunctionCall], Sequence[RetrievalResult]]:
    if pipeline is not None:
        model = with_tools(build_model(settings))
        made = choose_by_model(pipeline, question, model, search)
        return made.calls, made.results
    query = read_query(question, search.embedder, search.index)
    calls = choose_by_rules(query, search.index)
    return calls, [search.run(call) for call in calls]


def _passage_words(passage: Passage) -> str:
    chunk = passage.chunk
    place = chunk.origin.url if chunk.origin else ""
    return FOUND_PASSAGE(
        score=f"{passage.scores.final or 0:.2f}",
        place=place or f"{chunk.document.name}, {chunk.page}",
        text=chunk.text[:_LETTERS],
    )
