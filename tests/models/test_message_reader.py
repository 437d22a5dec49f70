"""The adapted local model reads a message, or there is no reading: nobody waits for it for long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from tests.doubles.chat_models import Scripted, cuts_the_stream
from tests.doubles.scripted_openai import Reply, scripted_openai
from tutor_app.domain.errors import ModelRefused, ModelUnreachable
from tutor_app.domain.settings import Settings
from tutor_app.models.adapted_model import (
    ADAPTERS,
    AdapterName,
    adapter_file,
    has_adapters,
    in_force,
    open_adapted,
)
from tutor_app.models.chat_model import ChatMessage, ChatModel, Completion, JsonSchema, Stop
from tutor_app.models.local_endpoint import reserve_endpoint
from tutor_app.models.message_reader import ADAPTER_OF, MAX_TOKENS, MessageReader
from tutor_app.models.openai_client import EndpointLimits, OpenAIChat
from tutor_app.models.prompts import render

TASK = "read_program_message"
READS = in_force("read_messages")
PROMPT = (ChatMessage("system", "Be brief."), ChatMessage("user", "Ask."))


@dataclass
class Recorder:
    """A model that keeps what it is asked, and ends as it is told to."""

    text: str = "does: saw"
    stopped: bool = False
    raises: Exception | None = None
    name: str = "recorder"
    prompts: list[list[tuple[str, str]]] = field(default_factory=list)
    limits: list[tuple[JsonSchema | None, int]] = field(default_factory=list)

    def complete(
        self, prompt: Sequence[ChatMessage], schema: JsonSchema | None, max_tokens: int, stop: Stop
    ) -> Completion:
        self.prompts.append([(each.role, each.content) for each in prompt])
        self.limits.append((schema, max_tokens))
        if self.raises is not None:
            raise self.raises
        return Completion(
            text=self.text,
            seconds=0.0,
            first_token_seconds=0.0,
            tokens=1,
            stopped=self.stopped or stop(),
        )


def reader(model: ChatModel) -> MessageReader:
    return MessageReader(lambda _: model, None)


def test_a_message_is_put_behind_the_words_of_its_prompt_file() -> None:
    model = Recorder()

    assert reader(model)(TASK, "Student: it gives 7") == "does: saw"
    assert model.prompts == [[("system", render(TASK)), ("user", "Student: it gives 7")]]
    assert model.limits == [(None, MAX_TOKENS)]


@pytest.mark.parametrize("task", ADAPTER_OF)
def test_each_thing_that_it_does_has_a_prompt_file_without_variables(task: str) -> None:
    model = Recorder()

    reader(model)(task, "1 x = 2")

    assert model.prompts[0][0] == ("system", render(task))
    assert render(task)


def test_each_task_is_done_with_its_adapter() -> None:
    opened: list[AdapterName] = []

    def open_model(name: AdapterName) -> ChatModel:
        opened.append(name)
        return Recorder()

    for task in ("mend_program", "read_steps"):
        MessageReader(open_model, None)(task, "it gives 7")

    assert opened == ["read_messages", "read_steps"]


def test_a_model_that_cannot_be_reached_or_declines_reads_nothing() -> None:
    assert reader(Scripted(cuts_the_stream))(TASK, "it gives 7") is None
    assert reader(Recorder(raises=ModelRefused("too long")))(TASK, "it gives 7") is None


def test_a_model_server_that_was_never_started_reads_nothing(settings: Settings) -> None:
    assert (
        MessageReader(lambda name: open_adapted(settings, name), None)(TASK, "it gives 7") is None
    )


def test_a_mistake_of_our_own_is_not_taken_for_a_model_that_is_away() -> None:
    with pytest.raises(ZeroDivisionError):
        reader(Recorder(raises=ZeroDivisionError()))(TASK, "it gives 7")


def test_what_was_broken_off_is_no_reading() -> None:
    assert reader(Recorder(stopped=True))(TASK, "it gives 7") is None


@pytest.mark.parametrize(("stop", "read"), [(lambda: True, None), (lambda: False, "does: saw")])
def test_who_stops_an_answer_stops_the_reading(stop: Callable[[], bool], read: str | None) -> None:
    assert reader(Recorder())(TASK, "it gives 7", stop) == read


def test_the_default_local_model_alone_has_the_adapter() -> None:
    elsewhere = Settings(
        _env_file=None, model_base_url="http://127.0.0.1:1/v1", model_name="default"
    )

    assert has_adapters(Settings(_env_file=None, model="default"))
    assert not has_adapters(Settings(_env_file=None))
    assert not has_adapters(Settings(_env_file=None, model="small"))
    assert not has_adapters(Settings(_env_file=None, model="/models/default.gguf"))
    assert not has_adapters(elsewhere)
    assert all(adapter_file(name).is_file() for name in ADAPTERS)


def test_a_request_names_the_adapter_beside_what_every_request_has() -> None:
    with scripted_openai(["does: saw"]) as server:
        model = OpenAIChat(
            server.base_url, "key", "scripted", limits=EndpointLimits(tries=1), beside=READS
        )
        assert model.complete(PROMPT, None, MAX_TOKENS, lambda: False).text == "does: saw"

    request = server.requests[0]
    assert {name: request[name] for name in READS} == READS
    assert (request["max_tokens"], request["stream"]) == (MAX_TOKENS, True)


def test_the_plain_model_is_asked_without_the_adapter() -> None:
    with scripted_openai(["Why?"]) as server:
        model = OpenAIChat(server.base_url, "key", "scripted", limits=EndpointLimits(tries=1))
        model.complete(PROMPT, None, 60, lambda: False)

    assert READS.keys().isdisjoint(server.requests[0])


def test_a_server_that_is_away_is_asked_once(settings: Settings) -> None:
    reserve_endpoint(settings)  # nobody listens there
    model = open_adapted(settings, "read_messages")

    with pytest.raises(ModelUnreachable):
        model.complete(PROMPT, None, 60, lambda: False)
    with scripted_openai([Reply(status=503), "does: saw"]) as server:
        once = OpenAIChat(
            server.base_url, "key", "scripted", limits=EndpointLimits(tries=1), beside=READS
        )
        assert reader(once)(TASK, "it gives 7") is None
    assert len(server.requests) == 1
