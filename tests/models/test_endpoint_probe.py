"""The probe: how an endpoint is to be asked is found out once."""

from __future__ import annotations

from tests.doubles.scripted_openai import Reply, scripted_openai
from tutor_app.models.endpoint_probe import probe
from tutor_app.models.openai_client import EndpointLimits, OpenAIChat


def model_at(base_url: str) -> OpenAIChat:
    return OpenAIChat(base_url, "key", "scripted", limits=EndpointLimits(tries=1))


def test_an_endpoint_that_keeps_to_schemas_is_asked_with_them() -> None:
    with scripted_openai(['{"larger": 25}', "25"]) as server:
        traits = probe(model_at(server.base_url))
    assert (traits.json_form, traits.calls_tools, traits.probed) == ("schema", False, True)


def test_a_schema_that_is_taken_and_passed_over_is_not_relied_upon() -> None:
    prose = "The larger number is 25."
    with scripted_openai([prose, prose, '{"larger": 25}', "25"]) as server:
        assert probe(model_at(server.base_url)).json_form == "words"


def test_json_mode_is_used_where_schemas_are_refused() -> None:
    refused = Reply(status=400, error="response_format: json_schema is not supported")
    with scripted_openai([refused, '{"larger": 25}', "25"]) as server:
        assert probe(model_at(server.base_url)).json_form == "object"


def test_native_tool_calls_are_noticed() -> None:
    called = Reply(text="", tool="say_larger", whole=True)
    with scripted_openai(['{"larger": 25}', called]) as server:
        assert probe(model_at(server.base_url)).calls_tools


def test_an_endpoint_that_refuses_tools_has_none() -> None:
    with scripted_openai(['{"larger": 25}', Reply(status=400, error="no tools")]) as server:
        assert probe(model_at(server.base_url)).calls_tools is False


def test_thinking_is_noticed_and_the_reply_still_read() -> None:
    thinks = Reply(text='{"larger": 25}', thinking="hm " * 80, counts_thinking=True)
    with scripted_openai([thinks], repeat=True) as server:
        traits = probe(model_at(server.base_url))
    assert (traits.thinks, traits.json_form) == (True, "schema")


def test_what_was_probed_is_not_asked_again() -> None:
    with scripted_openai(['{"larger": 25}', "25"]) as server:
        model = model_at(server.base_url)
        assert probe(model) == probe(model)
    assert len(server.requests) == 2
