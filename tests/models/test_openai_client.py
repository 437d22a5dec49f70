"""The one client: replies, endpoints that differ, and what goes wrong on the way."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.doubles.scripted_openai import Reply, ScriptedServer, scripted_openai
from tutor_app.domain.errors import ModelRefused, ModelUnreachable
from tutor_app.domain.settings import Settings
from tutor_app.models.endpoint_traits import EndpointTraits, keep_traits, read_traits
from tutor_app.models.openai_client import ChatMessage, EndpointLimits, OpenAIChat, open_model
from tutor_app.models.tool_calls import Tool, ToolMessage

PROMPT = (ChatMessage("system", "Be brief."), ChatMessage("user", "Ask."))
SCHEMA = {"type": "object", "properties": {"question": {"type": "string"}}}
KEY = "sk-very-secret-key"


def never() -> bool:
    return False


def form_of(request: dict[str, Any]) -> str | None:
    shape = request.get("response_format")
    return None if shape is None else str(shape["type"])


def model_at(server: ScriptedServer) -> OpenAIChat:
    return OpenAIChat(server.base_url, KEY, "scripted", limits=EndpointLimits(tries=1))


def test_a_reply_is_its_pieces_joined_with_its_times() -> None:
    with scripted_openai([Reply(text="one two three", delay=0.2, gap=0.05)]) as server:
        reply = model_at(server).complete(PROMPT, None, 60, never)
    assert reply.text == "one two three"
    assert reply.tokens == 3
    assert reply.first_token_seconds is not None
    assert 0.2 <= reply.first_token_seconds < reply.seconds
    assert not reply.stopped


def test_what_is_sent_is_the_prompt_the_limits_and_the_schema() -> None:
    with scripted_openai(["{}"]) as server:
        model_at(server).complete(PROMPT, SCHEMA, 60, never)
    request = server.requests[0]
    assert request["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Ask."},
    ]
    assert (request["model"], request["max_tokens"], request["temperature"]) == ("scripted", 60, 0)
    assert request["response_format"]["json_schema"]["schema"] == SCHEMA
    assert server.keys == [KEY]


def test_an_endpoint_that_declines_schemas_is_asked_in_words_from_then_on() -> None:
    with scripted_openai(["{}"], repeat=True, refuses_schema=True) as server:
        model = model_at(server)
        model.complete(PROMPT, SCHEMA, 60, never)
        model.complete(PROMPT, SCHEMA, 60, never)
    assert [form_of(request) for request in server.requests] == [
        "json_schema",
        "json_object",
        None,
        None,
    ]
    assert '"question"' in server.requests[2]["messages"][-1]["content"]
    assert server.requests[2]["messages"][-1]["content"].startswith("Ask.")


def test_a_prompt_that_is_too_long_does_not_pass_for_a_declined_schema() -> None:
    too_long = Reply(status=400, error="the request exceeds the available context size")
    with scripted_openai([too_long, too_long, too_long, "{}"]) as server:
        model = model_at(server)
        with pytest.raises(ModelRefused, match="context size"):
            model.complete(PROMPT, SCHEMA, 60, never)
        model.complete(PROMPT, SCHEMA, 60, never)
    assert "response_format" in server.requests[-1]


def test_an_endpoint_with_other_names_for_the_limits_is_asked_in_its_own_words() -> None:
    with scripted_openai(
        [
            Reply(status=400, error="Unsupported 'max_tokens': use 'max_completion_tokens'"),
            Reply(status=400, error="Unsupported value: 'temperature' does not support 0.0"),
            Reply(status=400, error="Unknown field: stream_options"),
            Reply(status=400, error="Your organization must be verified to stream this model"),
            "fine",
        ]
    ) as server:
        assert model_at(server).complete(PROMPT, SCHEMA, 60, never).text == "fine"
    last = server.requests[-1]
    assert last["max_completion_tokens"] == 60
    assert "max_tokens" not in last
    assert "temperature" not in last
    assert "stream_options" not in last
    assert last["stream"] is False
    assert "response_format" in last


def test_an_endpoint_that_does_not_stream_though_asked_is_understood() -> None:
    with scripted_openai([Reply(text="all at once", whole=True)]) as server:
        reply = model_at(server).complete(PROMPT, None, 60, never)
    assert (reply.text, reply.sent, reply.tokens) == ("all at once", 7, 3)


@pytest.mark.parametrize(
    "said",
    [
        "<think>Is 3 right? {}</think>The queue.",
        "Is 3 right? It is.\n</think>\n\nThe queue.",  # opened by the prompt
        "<thinking>So.</thinking> The queue.",
    ],
)
def test_what_a_model_thinks_is_no_part_of_its_reply(said: str) -> None:
    with scripted_openai([said]) as server:
        assert model_at(server).complete(PROMPT, None, 60, never).text == "The queue."


@pytest.mark.parametrize("whole", [False, True])
def test_a_model_that_thinks_gets_room_for_it_and_is_asked_so_from_then_on(whole: bool) -> None:
    thinks = Reply(
        text='{"question": "Why?"}', thinking="hm " * 50, counts_thinking=True, whole=whole
    )
    with scripted_openai([thinks], repeat=True) as server:
        model = OpenAIChat(
            server.base_url, KEY, "scripted", limits=EndpointLimits(thinking_tokens=1000)
        )
        for _ in range(2):
            assert model.complete(PROMPT, SCHEMA, 16, never).text == '{"question": "Why?"}'
    assert [request["max_tokens"] for request in server.requests] == [16, 1016, 1016]


def test_an_endpoint_that_asks_to_wait_is_asked_again_after_so_long() -> None:
    wait_a_little = Reply(status=429, error="slow down", headers={"Retry-After": "0.2"})
    with scripted_openai([wait_a_little, "ready"]) as server:
        model = OpenAIChat(server.base_url, KEY, "scripted", limits=EndpointLimits(tries=2))
        reply = model.complete(PROMPT, None, 60, never)
    assert reply.text == "ready"
    assert reply.seconds >= 0.2


@pytest.mark.parametrize(
    "refusal",
    [
        Reply(status=429, error="tomorrow", headers={"Retry-After": "3600"}),
        Reply(status=429, error="out of quota", code="insufficient_quota"),
    ],
)
def test_an_endpoint_that_will_not_answer_soon_is_not_waited_for(refusal: Reply) -> None:
    with scripted_openai([refusal, "too late"]) as server, pytest.raises(ModelRefused):
        OpenAIChat(server.base_url, KEY, "scripted").complete(PROMPT, None, 60, never)
    assert len(server.requests) == 1


def test_what_was_found_out_about_an_endpoint_outlives_the_program(tmp_path: Path) -> None:
    with scripted_openai(["{}"], repeat=True, refuses_schema=True) as server:
        path = tmp_path / "endpoint.json"
        for _ in range(2):
            model = OpenAIChat(
                server.base_url,
                KEY,
                "scripted",
                traits=read_traits(path),
                keep=lambda traits: keep_traits(path, traits),
            )
            model.complete(PROMPT, SCHEMA, 60, never)
    assert [form_of(request) for request in server.requests][2:] == [None, None]


def test_a_file_of_traits_that_is_damaged_is_found_out_anew(tmp_path: Path) -> None:
    path = tmp_path / "endpoint.json"
    path.write_text("{")
    assert read_traits(path) == EndpointTraits()


@pytest.mark.parametrize("cut", ["lost", "ended"])
def test_a_connection_lost_in_mid_stream_is_a_model_that_cannot_be_reached(cut: str) -> None:
    reply = Reply(text="one two three four", gap=0.02, cut_after=2, cut=cut)  # type: ignore[arg-type]
    with (
        scripted_openai([reply]) as server,
        pytest.raises(ModelUnreachable, match="quotes stand"),
    ):
        model_at(server).complete(PROMPT, None, 60, never)


def test_an_endpoint_that_is_not_there_is_named_and_said_what_to_do_about() -> None:
    with scripted_openai([]) as server:
        base_url = server.base_url
    model = OpenAIChat(base_url, KEY, "scripted", limits=EndpointLimits(tries=1))
    with pytest.raises(ModelUnreachable, match="elenchus doctor") as caught:
        model.complete(PROMPT, None, 60, never)
    assert base_url in str(caught.value)


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (401, "did not accept the key"),
        (403, "did not accept the key"),
        (404, "does not know the model `scripted`"),
        (400, "refused the request"),
        (429, "too many requests"),
        (500, "fault of its own"),
        (503, "still loading"),
    ],
)
def test_a_refusal_says_why_and_never_the_key(status: int, words: str) -> None:
    with (
        scripted_openai([Reply(status=status, error=f"no: {KEY}")], repeat=True) as server,
        pytest.raises(ModelRefused, match=words) as caught,
    ):
        model_at(server).complete(PROMPT, None, 60, never)
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(
    "raw",
    ['data: {"error": {"message": "out of memory"}}\n\n', "data: <html>sign in</html>\n\n"],
)
def test_a_stream_that_is_no_reply_is_a_refusal(raw: str) -> None:
    with (
        scripted_openai([Reply(raw=raw)]) as server,
        pytest.raises(ModelRefused, match="broke off"),
    ):
        model_at(server).complete(PROMPT, None, 60, never)


def test_a_model_server_that_is_still_loading_is_asked_again() -> None:
    loading = Reply(status=503, error="Loading model")
    with scripted_openai([loading, "ready"]) as server:
        model = OpenAIChat(server.base_url, KEY, "scripted", limits=EndpointLimits(tries=2))
        assert model.complete(PROMPT, None, 60, never).text == "ready"


def test_stop_between_the_pieces_keeps_what_was_said_and_ends_the_stream() -> None:
    with scripted_openai([Reply(text="word " * 200, gap=0.05)]) as server:
        reply = model_at(server).complete(PROMPT, None, 60, lambda: server.pieces > 10)
        assert reply.stopped
        assert 0 < reply.tokens < 100
        for _ in wait(3.0):
            if server.sent:
                break
    assert server.sent[0] < 100


def test_stop_does_not_wait_for_a_slow_first_token() -> None:
    pressed = threading.Event()
    threading.Timer(0.3, pressed.set).start()
    with scripted_openai([Reply(text="late", delay=5.0)]) as server:
        reply = model_at(server).complete(PROMPT, None, 60, pressed.is_set)
    assert reply.stopped
    assert reply.text == ""
    assert reply.seconds < 1.5


def test_one_model_serves_several_threads_at_once() -> None:
    texts: list[str] = []
    with scripted_openai([Reply(text="slow reply", delay=0.5)], repeat=True) as server:
        model = model_at(server)
        threads = [
            threading.Thread(
                target=lambda: texts.append(model.complete(PROMPT, None, 9, never).text)
            )
            for _ in range(6)
        ]
        started = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert texts == ["slow reply"] * 6
    assert time.monotonic() - started < 2.0


def test_credentials_in_the_address_are_not_shown() -> None:
    model = OpenAIChat(
        "http://user:hidden@127.0.0.1:9/v1", KEY, "scripted", limits=EndpointLimits(tries=1)
    )
    with pytest.raises(ModelUnreachable) as caught:
        model.complete(PROMPT, None, 60, never)
    assert "hidden" not in str(caught.value)


def test_a_configured_endpoint_points_to_its_settings() -> None:
    settings = Settings(model_base_url="http://127.0.0.1:9/v1", model_name="other")
    with scripted_openai([Reply(status=401)]) as server:
        model = open_model(settings, server.base_url, KEY, "other")
        assert model.name == "other"
        with pytest.raises(ModelRefused, match="MODEL_API_KEY"):
            model.complete(PROMPT, None, 60, never)


def test_an_endpoint_opened_again_is_the_same_and_remembers_what_it_declined(
    settings: Settings,
) -> None:
    with scripted_openai(["{}"], repeat=True, refuses_schema=True) as server:
        for _ in range(2):
            model = open_model(settings, server.base_url, KEY, "scripted")
            model.complete(PROMPT, SCHEMA, 60, never)
    assert [form_of(request) for request in server.requests][2:] == [None, None]


def wait(seconds: float) -> Iterator[None]:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield
        time.sleep(0.02)


def test_tool_calls_are_asked_for_as_the_endpoint_takes_them_and_thinking_is_no_part() -> None:
    tool = Tool(name="look", description="looks", parameters={"type": "object"})
    refusals = [
        Reply(status=400, error="use max_completion_tokens"),
        Reply(status=400, error="temperature is not supported"),
        Reply(text="<think>hm</think>Looking.", calls=(("look", {"at": "x"}),)),
    ]
    with scripted_openai(refusals) as server:
        model = OpenAIChat(
            server.base_url,
            "key",
            "scripted",
            limits=EndpointLimits(tries=1, thinking_tokens=500),
            traits=EndpointTraits(thinks=True),
        )
        reply = model.call_tools([ToolMessage(role="user", content="?")], [tool], "auto", 60)

        last = server.requests[-1]
    assert (reply.text, [call.name for call in reply.calls]) == ("Looking.", ["look"])
    assert last["max_completion_tokens"] == 560
    assert "max_tokens" not in last and "temperature" not in last
    assert not model.traits.takes_temperature  # kept for the next time
