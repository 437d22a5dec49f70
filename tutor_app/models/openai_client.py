"""The one client for every model endpoint: OpenAI's protocol, spoken by the `openai` package."""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import lru_cache
from http import HTTPStatus
from typing import Any, Literal
from urllib.parse import urlsplit

import openai
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from tenacity import Retrying, retry_if_exception, stop_after_attempt, wait_exponential

from tutor_app.domain.errors import ModelRefused, ModelUnreachable
from tutor_app.domain.settings import Settings
from tutor_app.models.chat_model import ChatMessage, ChatModel, Completion, JsonSchema, Stop
from tutor_app.models.prompts import render
from tutor_app.models.tool_calls import (
    Tool,
    ToolChoice,
    ToolMessage,
    ToolReply,
    read_tool_reply,
    tool_body,
)
from tutor_app.wording.catalogue import phrase

__all__ = ["ChatMessage", "ChatModel", "Completion", "OpenAIChat", "open_model"]

OWN_WORDS_MISSING = phrase("models_endpoint.own_words_missing", "remedy")
REMEDY_DOCTOR = phrase("models_endpoint.remedy_doctor")
REMEDY_SETTINGS = phrase("models_endpoint.remedy_settings")
TIMED_OUT = phrase("models_endpoint.timed_out", "endpoint", "outlook")
CONNECTION_LOST = phrase("models_endpoint.connection_lost", "endpoint", "outlook")
ENDED_HALF_WAY = phrase("models_endpoint.ended_half_way", "endpoint", "outlook")
BROKE_OFF = phrase("models_endpoint.broke_off", "endpoint", "words", "outlook")
REFUSED = phrase("models_endpoint.refused", "reason", "words", "outlook")
KEY_REFUSED = phrase("models_endpoint.key_refused", "endpoint")
UNKNOWN_MODEL = phrase("models_endpoint.unknown_model", "endpoint", "model")
OUT_OF_CREDIT = phrase("models_endpoint.out_of_credit", "endpoint")
BUSY = phrase("models_endpoint.busy", "endpoint")
OWN_FAULT = phrase("models_endpoint.own_fault", "endpoint", "status")
REFUSED_REQUEST = phrase("models_endpoint.refused_request", "endpoint", "status")

CONNECT_SECONDS = 5.0
READ_SECONDS = 60.0
STOP_LOOK_SECONDS = 0.2

# What not every endpoint takes. Declined by one, it is left out of later requests to it.
Feature = Literal["json_schema", "max_tokens", "temperature"]


def open_model(settings: Settings, base_url: str, api_key: str, name: str) -> ChatModel:
    """Return the model called `name` at `base_url`; nothing is sent yet.

    The same endpoint gives the same object, which remembers what that endpoint has declined.
    """
    remedy = REMEDY_DOCTOR() if settings.uses_local_model else REMEDY_SETTINGS()
    return _opened(base_url, api_key, name, remedy)


class OpenAIChat:
    """A model behind an OpenAI-compatible endpoint; may be used by many threads at once.

    An endpoint that declines JSON schemas (400 or 422) is asked for JSON in words from then on.
    """

    def __init__(  # noqa: PLR0913 -- options of an endpoint, each with its own default
        self,
        base_url: str,
        api_key: str,
        name: str,
        *,
        remedy: str = "",
        tries: int = 4,
        beside: Mapping[str, object] | None = None,
    ) -> None:
        self.name = name
        self._beside = beside  # fields of a request that the protocol does not know
        self._remedy = remedy or REMEDY_DOCTOR()
        self._tries = tries
        self._where = _without_credentials(base_url)
        self._secret = api_key
        self._declined: frozenset[Feature] = frozenset()
        self._client = openai.OpenAI(
            base_url=base_url,
            api_key=api_key or "none",  # the SDK insists on one; Ollama and others take any
            max_retries=0,  # it would repeat timeouts and sleep through 429s; see _request
            timeout=_timeout(),
            # A proxy of the environment cannot reach this machine's loopback.
            http_client=openai.DefaultHttpx2Client(
                timeout=_timeout(), trust_env=not _is_loopback(base_url)
            ),
        )

    def complete(
        self, prompt: Sequence[ChatMessage], schema: JsonSchema | None, max_tokens: int, stop: Stop
    ) -> Completion:
        """See `ChatModel.complete`."""
        started = time.monotonic()
        first: float | None = None
        pieces: list[str] = []
        counted: int | None = None
        finished = False
        for chunk in _until_stopped(self._chunks(prompt, schema, max_tokens), stop):
            if chunk.usage is not None:
                counted = chunk.usage.completion_tokens
            for choice in chunk.choices[:1]:
                finished = finished or choice.finish_reason is not None
                if choice.delta.content:
                    first = time.monotonic() - started if first is None else first
                    pieces.append(choice.delta.content)
        stopped = not finished and stop()
        if not finished and not stopped:
            raise ModelUnreachable(ENDED_HALF_WAY(endpoint=self._where, outlook=self._outlook()))
        return Completion(
            text="".join(pieces),
            seconds=time.monotonic() - started,
            first_token_seconds=first,
            tokens=len(pieces) if counted is None else counted,
            stopped=stopped,
        )

    def call_tools(
        self,
        messages: Sequence[ToolMessage],
        tools: Sequence[Tool],
        choice: ToolChoice,
        max_tokens: int,
    ) -> ToolReply:
        """See `ToolModel.call_tools`. It is short, so it is not streamed."""
        body = tool_body(messages, tools, choice, max_tokens)
        with self._errors_translated():
            completion: ChatCompletion = self._client.chat.completions.create(
                model=self.name, extra_body=self._beside, **body
            )
        return read_tool_reply(completion)

    def _chunks(
        self, prompt: Sequence[ChatMessage], schema: JsonSchema | None, max_tokens: int
    ) -> Iterator[ChatCompletionChunk]:
        with self._errors_translated(), self._open(prompt, schema, max_tokens) as stream:
            yield from stream

    def _open(
        self, prompt: Sequence[ChatMessage], schema: JsonSchema | None, max_tokens: int
    ) -> openai.Stream[ChatCompletionChunk]:
        declined = self._declined
        while True:
            body = _body(prompt, schema, max_tokens, declined)
            try:
                stream = self._request(body)
            except (openai.BadRequestError, openai.UnprocessableEntityError) as exc:
                feature = _feature_blamed(exc, body)
                if feature is None:
                    raise
                declined |= {feature}
            else:
                # Only now: a prompt that is too long is a 400 as well, with and without a schema.
                self._declined |= declined
                return stream

    def _request(self, body: dict[str, Any]) -> openai.Stream[ChatCompletionChunk]:
        """Send one request; a model server that is starting or being restarted gets 3.5 seconds."""
        for attempt in Retrying(
            retry=retry_if_exception(_is_starting),
            stop=stop_after_attempt(self._tries),
            wait=wait_exponential(multiplier=0.5),
            reraise=True,
        ):
            with attempt:
                stream: openai.Stream[ChatCompletionChunk] = self._client.chat.completions.create(
                    model=self.name, stream=True, extra_body=self._beside, **body
                )
        return stream

    @contextmanager
    def _errors_translated(self) -> Iterator[None]:
        try:
            yield
        except openai.APITimeoutError as exc:
            raise ModelUnreachable(
                TIMED_OUT(endpoint=self._where, outlook=self._outlook())
            ) from exc
        except openai.APIConnectionError as exc:
            raise ModelUnreachable(
                CONNECTION_LOST(endpoint=self._where, outlook=self._outlook())
            ) from exc
        except openai.APIStatusError as exc:
            reason = _reason(exc.status_code, self.name, self._where)
            raise ModelRefused(
                REFUSED(reason=reason, words=self._quoted(exc), outlook=self._outlook())
            ) from exc
        except (openai.OpenAIError, ValueError) as exc:  # an error event, or bytes that are no JSON
            raise ModelRefused(
                BROKE_OFF(endpoint=self._where, words=self._quoted(exc), outlook=self._outlook())
            ) from exc

    def _outlook(self) -> str:
        return OWN_WORDS_MISSING(remedy=self._remedy)

    def _quoted(self, exc: Exception) -> str:
        """The endpoint's own words, short, and never with the key that some of them repeat."""
        text = exc.message if isinstance(exc, openai.APIError) else str(exc)
        if self._secret:
            text = text.replace(self._secret, "[key]")
        return f"“{' '.join(text.split())[:200]}”"


@lru_cache(maxsize=8)
def _opened(base_url: str, api_key: str, name: str, remedy: str) -> OpenAIChat:
    return OpenAIChat(base_url, api_key, name, remedy=remedy)


def _until_stopped(
    chunks: Iterator[ChatCompletionChunk], stop: Stop
) -> Iterator[ChatCompletionChunk]:
    """Yield the chunks as they come; end soon after `stop`, even while waiting for the next one.

    A thread reads them, because nothing can end a read that waits for a slow first token. When the
    caller has left, the thread closes the connection at the next chunk, and the server stops.
    """
    arrived: queue.Queue[ChatCompletionChunk | Exception | None] = queue.Queue()
    left = threading.Event()

    def read() -> None:
        try:
            with closing(chunks):  # type: ignore[type-var]  # it is a generator
                for chunk in chunks:
                    if left.is_set():
                        break
                    arrived.put(chunk)
        except Exception as exc:  # noqa: BLE001 -- raised again in the caller's thread
            arrived.put(exc)
        arrived.put(None)

    threading.Thread(target=read, name="model-reply", daemon=True).start()
    try:
        while not stop():
            try:
                item = arrived.get(timeout=STOP_LOOK_SECONDS)
            except queue.Empty:
                continue
            if item is None:
                return
            if isinstance(item, Exception):
                raise item
            yield item
    finally:
        left.set()


def _body(
    prompt: Sequence[ChatMessage],
    schema: JsonSchema | None,
    max_tokens: int,
    declined: frozenset[Feature],
) -> dict[str, Any]:
    messages = [{"role": message.role, "content": message.content} for message in prompt]
    tokens = "max_completion_tokens" if "max_tokens" in declined else "max_tokens"
    body: dict[str, Any] = {"messages": messages, tokens: max_tokens}
    if "temperature" not in declined:
        body["temperature"] = 0.0
    if schema is None:
        return body
    if "json_schema" in declined:
        words = render("json_reply", schema=json.dumps(schema))
        messages[-1] = {**messages[-1], "content": f"{messages[-1]['content']}\n\n{words}"}
    else:
        shape = {"name": "reply", "schema": dict(schema), "strict": True}
        body["response_format"] = {"type": "json_schema", "json_schema": shape}
    return body


def _feature_blamed(exc: openai.APIStatusError, body: dict[str, Any]) -> Feature | None:
    """Return what to leave out of `body` after this refusal; None if nothing is left to try."""
    said = exc.message
    if "max_tokens" in body and "max_completion_tokens" in said:
        return "max_tokens"
    if "temperature" in body and "temperature" in said:
        return "temperature"
    return "json_schema" if "response_format" in body else None


def _is_starting(exc: BaseException) -> bool:
    if isinstance(exc, openai.APIStatusError):
        return exc.status_code == HTTPStatus.SERVICE_UNAVAILABLE  # llama.cpp while it loads
    return isinstance(exc, openai.APIConnectionError) and not isinstance(
        exc, openai.APITimeoutError
    )


def _reason(status: int, model: str, where: str) -> str:
    match status:
        case 401 | 403:
            return KEY_REFUSED(endpoint=where)
        case 404:
            return UNKNOWN_MODEL(endpoint=where, model=model)
        case 429:
            return OUT_OF_CREDIT(endpoint=where)
        case 503:
            return BUSY(endpoint=where)
        case _ if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return OWN_FAULT(endpoint=where, status=status)
        case _:
            return REFUSED_REQUEST(endpoint=where, status=status)


def _timeout() -> openai.Timeout:
    return openai.Timeout(READ_SECONDS, connect=CONNECT_SECONDS)


def _is_loopback(base_url: str) -> bool:
    return urlsplit(base_url).hostname in {"127.0.0.1", "::1", "localhost"}


def _without_credentials(base_url: str) -> str:
    parts = urlsplit(base_url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()
