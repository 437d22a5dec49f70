"""The six ways in which a model calls retrieval functions, over a scripted endpoint."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from tests.doubles.scripted_openai import Reply, scripted_openai
from tests.routing.conftest import BOOK, POST, RULE
from tutor_app.domain.errors import ModelRefused
from tutor_app.models.openai_client import EndpointLimits, OpenAIChat
from tutor_app.models.tools_by_schema import reply_schema, with_tools
from tutor_app.routing.model_pipelines import (
    MODEL_PIPELINES,
    ChosenCalls,
    ModelPipeline,
    choose_by_model,
    function_tools,
)
from tutor_app.routing.retrieval_functions import FUNCTIONS, CourseSearch, FunctionCall

QUESTION = "Why does my search with a queue hang?"
BOOKS = ("textbook_retrieval", {"query": "search queue"})
POSTS = ("qa_retrieval", {"query": "search hangs", "top_k": 3})
NAMED = ("name_sources", {"functions": ["textbook_retrieval", "logistics_retrieval", "magic"]})
Json = dict[str, Any]


def chosen(
    pipeline: ModelPipeline, script: Sequence[Reply], search: CourseSearch
) -> tuple[ChosenCalls, list[Json]]:
    with scripted_openai(script) as server:
        limits = EndpointLimits(tries=1)
        model = OpenAIChat(server.base_url, "key", "scripted", limits=limits)
        made = choose_by_model(pipeline, QUESTION, model, search, "assignment")
        assert not server.replies  # the whole script was played
        return made, server.requests


@pytest.mark.parametrize(
    ("pipeline", "choice"), [("fc", "auto"), ("fc_categorize", "auto"), ("fc_forced", "required")]
)
def test_one_round_calls_what_the_model_wants(
    search: CourseSearch, pipeline: ModelPipeline, choice: str
) -> None:
    made, (request,) = chosen(pipeline, [Reply(calls=(BOOKS, POSTS))], search)

    assert made.calls == [
        FunctionCall(function="textbook_retrieval", query="search queue", by=pipeline),
        FunctionCall(function="qa_retrieval", query="search hangs", top_k=3, by=pipeline),
    ]
    assert [result.kept[0].chunk.text for result in made.results] == [BOOK, POST]
    assert request["tool_choice"] == choice
    assert [tool["function"]["name"] for tool in request["tools"]] == list(FUNCTIONS)


def test_only_fc_may_call_nothing(search: CourseSearch) -> None:
    made, _ = chosen("fc", [Reply(text="No need.")], search)
    assert made.calls == []


@pytest.mark.parametrize(("pipeline", "said"), [("fc", False), ("fc_categorize", True)])
def test_the_category_is_told_only_where_the_pipeline_tells_it(
    search: CourseSearch, pipeline: ModelPipeline, said: bool
) -> None:
    _, (request,) = chosen(pipeline, [Reply(calls=(BOOKS,))], search)
    assert ("filed it under: assignment" in request["messages"][0]["content"]) == said


def test_iteratively_the_model_reads_what_was_found_and_calls_again(search: CourseSearch) -> None:
    script = [Reply(calls=(BOOKS,)), Reply(calls=(POSTS,)), Reply(text="Enough.")]
    made, requests = chosen("fc_iterative", script, search)

    assert made.functions == ("textbook_retrieval", "qa_retrieval")
    assert [request["tool_choice"] for request in requests] == ["required", "auto", "auto"]
    answers = [m for m in requests[1]["messages"] if m["role"] == "tool"]
    assert len(answers) == 1 and BOOK in answers[0]["content"]


def test_iteratively_the_same_call_twice_ends_it(search: CourseSearch) -> None:
    made, _ = chosen("fc_iterative", [Reply(calls=(BOOKS,)), Reply(calls=(BOOKS,))], search)
    assert len(made.calls) == 1


def test_with_feedback_a_draft_is_judged_and_the_verdict_is_read(search: CourseSearch) -> None:
    script = [
        Reply(calls=(BOOKS,)),
        Reply(text="A queue goes level by level."),
        Reply(text="It lacks what other students met: forum."),
        Reply(calls=(POSTS,)),
    ]
    made, requests = chosen("fc_feedback", script, search)

    assert made.functions == ("textbook_retrieval", "qa_retrieval")
    assert "A queue goes level by level." in requests[2]["messages"][0]["content"]
    assert requests[3]["messages"][-1]["content"] == "It lacks what other students met: forum."


def test_in_two_hops_sources_are_named_before_queries_are_written(search: CourseSearch) -> None:
    script = [
        Reply(calls=(NAMED,)),
        Reply(calls=(BOOKS,)),
        Reply(calls=(("logistics_retrieval", {"query": "homework due"}),)),
    ]
    made, requests = chosen("fc_multihop", script, search)

    assert made.functions == ("textbook_retrieval", "logistics_retrieval")
    assert [len(request["tools"]) for request in requests] == [1, 1, 1]
    assert made.results[1].kept[0].chunk.text == RULE


@pytest.mark.parametrize(
    ("call", "query"),
    [
        (("textbook_retrieval", {}), QUESTION),
        (("textbook_retrieval", {"query": 7}), QUESTION),
        (("textbook_retrieval", {"query": "x", "kinds": ["solution"]}), "x"),
    ],
)
def test_strange_arguments_do_no_harm(
    search: CourseSearch, call: tuple[str, Json], query: str
) -> None:
    made, _ = chosen("fc", [Reply(calls=(call,))], search)
    assert [one.query for one in made.calls] == [query]


@pytest.mark.parametrize("named", [None, 3, [None, 3, ["textbook_retrieval"]]])
def test_strange_names_of_sources_call_nothing(search: CourseSearch, named: object) -> None:
    made, _ = chosen(
        "fc_multihop", [Reply(calls=(("name_sources", {"functions": named}),))], search
    )
    assert made.calls == []


def test_a_function_that_does_not_exist_is_not_called(search: CourseSearch) -> None:
    made, _ = chosen("fc", [Reply(calls=(("solution_retrieval", {"query": "x"}),))], search)
    assert made.calls == []


def test_an_endpoint_that_takes_no_tools_is_told(search: CourseSearch) -> None:
    with pytest.raises(ModelRefused):
        chosen("fc", [Reply(status=400, error="tools are not supported")], search)


def by_schema(
    pipeline: ModelPipeline, script: Sequence[Reply | str], search: CourseSearch
) -> tuple[ChosenCalls, list[Json]]:
    """The same over an endpoint whose model answers the probe in words alone."""
    with scripted_openai([Reply(text="17"), *script]) as server:
        model = OpenAIChat(server.base_url, "key", "scripted", limits=EndpointLimits(tries=1))
        made = choose_by_model(pipeline, QUESTION, with_tools(model), search, "assignment")
        assert not server.replies and model.traits.calls_tools is False
        return made, server.requests[1:]


def written(*calls: tuple[str, Json], text: str = "") -> str:
    called = [{"name": name, "arguments": arguments} for name, arguments in calls]
    return json.dumps({"calls": called, "text": text})


def test_an_endpoint_without_tool_calls_writes_them_under_a_schema(search: CourseSearch) -> None:
    named = (NAMED[0], {"functions": ["textbook_retrieval", "qa_retrieval"]})
    scripts: dict[ModelPipeline, list[str]] = {
        "fc_iterative": [written(BOOKS), written(POSTS), written(text="Enough.")],
        "fc_feedback": [written(BOOKS), "A queue goes level by level.", "Forum!", written(POSTS)],
        "fc_multihop": [written(named), written(BOOKS), written(POSTS)],
    }
    for pipeline in MODEL_PIPELINES:
        script = scripts.get(pipeline, [written(BOOKS, POSTS)])
        made, requests = by_schema(pipeline, script, search)

        assert {call.function for call in made.calls} == {"textbook_retrieval", "qa_retrieval"}
        assert {call.query for call in made.calls} == {"search queue", "search hangs"}
        assert not any("tools" in request for request in requests)
        assert requests[0]["response_format"]["type"] == "json_schema"


def test_what_was_found_is_read_in_words_under_a_schema(search: CourseSearch) -> None:
    made, requests = by_schema("fc_iterative", [written(BOOKS), "I would stop here."], search)

    assert len(made.calls) == 1  # what is no JSON calls nothing
    roles = [message["role"] for message in requests[1]["messages"]]
    assert roles == ["user", "assistant", "user"]
    assert BOOK in requests[1]["messages"][2]["content"]


def test_under_a_schema_one_has_to_be_called_where_the_pipeline_says_so() -> None:
    tools = function_tools()
    least = {
        choice: reply_schema(tools, choice)["properties"]["calls"]["minItems"]  # type: ignore[index]
        for choice in ("auto", "required")
    }
    assert least == {"auto": 0, "required": 1}


def test_an_endpoint_that_can_is_left_to_its_own_calls() -> None:
    with scripted_openai([Reply(tool="say_larger"), Reply(calls=(BOOKS,))]) as server:
        model = OpenAIChat(server.base_url, "key", "scripted")
        assert with_tools(model) is model
        assert with_tools(model) is model  # what is known is not asked again
        assert len(server.requests) == 1
