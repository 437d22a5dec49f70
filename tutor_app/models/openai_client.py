"""The one client for every model endpoint: OpenAI's protocol, spoken by the `openai` package."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import openai
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_attempt

from tutor_app.domain.settings import Settings
from tutor_app.models.chat_model import ChatMessage, ChatModel, Completion, JsonSchema, Stop
from tutor_app.models.endpoint_failures import EndpointFailures
from tutor_app.models.endpoint_traits import (
    EndpointTraits,
    keep_traits,
    read_traits,
    request_body,
    traits_file,
    without_blamed,
)
from tutor_app.models.first_tokens import TOP_TOKENS, first_word, read_first_tokens
from tutor_app.models.thinking import without_thinking
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

REMEDY_DOCTOR = phrase("models_endpoint.remedy_doctor")
REMEDY_SETTINGS = phrase("models_endpoint.remedy_settings")

CONNECT_SECONDS = 5.0
STOP_LOOK_SECONDS = 0.1
LONGEST_PAUSE = 20.0  # seconds: whoever says "retry after" more is not waited for
OUT_OF_QUOTA = "insufficient_quota"  # a 429 that no waiting ends


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointLimits:
    """How patient the client is. A model that thinks gets `thinking_tokens` beside its reply's."""

    seconds: float = 60.0
    tries: int = 4
    thinking_tokens: int = 4000


def open_model(settings: Settings, base_url: str, api_key: str, name: str) -> ChatModel:
    """Return the model called `name` at `base_url`; nothing is sent yet.

    The same endpoint gives the same object, which remembers what that endpoint has declined. Of a
    configured endpoint that is kept for the next start as well.
    """
    remedy = REMEDY_DOCTOR() if settings.uses_local_model else REMEDY_SETTINGS()
    limits = EndpointLimits(
        seconds=settings.model_timeout,
        tries=settings.model_retries + 1,
        thinking_tokens=settings.model_thinking_tokens,
    )
    kept_in = None if settings.uses_local_model else traits_file(settings, base_url, name)
    return _opened(base_url, api_key, name, remedy, limits, kept_in)


class OpenAIChat:
    """A model behind an OpenAI-compatible endpoint; may be used by many threads at once.

    `traits` say how it is asked; what it declines (400 or 422) is left out from then on, and `keep`
    is told.
    """

    def __init__(  # noqa: PLR0913 -- options of an endpoint, each with its own default
        self,
        base_url: str,
        api_key: str,
        name: str,
        *,
        remedy: str = "",
        limits: EndpointLimits = EndpointLimits(),
        traits: EndpointTraits = EndpointTraits(),  # noqa: B008 -- frozen
        keep: Callable[[EndpointTraits], None] = lambda _: None,
    ) -> None:
        self.name = name
        self.traits = traits
        self._keep = keep
        self._limits = limits
        self._failures = EndpointFailures(
            base_url=base_url, model=name, secret=api_key, remedy=remedy or REMEDY_DOCTOR()
        )
        timeout = openai.Timeout(limits.seconds, connect=CONNECT_SECONDS)
        self._client = openai.OpenAI(
            base_url=base_url,
            api_key=api_key or "none",  # the SDK insists on one; Ollama and others take any
            max_retries=0,  # it would repeat timeouts and sleep through 429s; see _request
            timeout=timeout,
            # A proxy of the environment cannot reach this machine's loopback.
            http_client=openai.DefaultHttpx2Client(
                timeout=timeout, trust_env=not _is_loopback(base_url)
            ),
        )

    def complete(
        self, prompt: Sequence[ChatMessage], schema: JsonSchema | None, max_tokens: int, stop: Stop
    ) -> Completion:
        """See `ChatModel.complete`. A reply that was all thinking is asked for with more room."""
        started = time.monotonic()
        reply = self._read(prompt, schema, max_tokens, stop)
        if reply.has_thought and not self.traits.thinks:
            self.learn(thinks=True)
            if reply.is_cut and not stop():
                reply = self._read(prompt, schema, max_tokens, stop)
        stopped = not reply.finish and stop()
        if not reply.finish and not stopped:
            raise self._failures.ended_half_way()
        first = reply.first
        return Completion(
            text=reply.text,
            seconds=time.monotonic() - started,
            first_token_seconds=None if first is None else first - started,
            tokens=len(reply.pieces) if reply.counted is None else reply.counted,
            sent=reply.sent,
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
        room = self._room(max_tokens)
        with self._failures.translate():
            completion = self._open(lambda taken: tool_body(messages, tools, choice, room, taken))
        return read_tool_reply(cast("ChatCompletion", completion))

    def learn(self, **changes: Any) -> None:
        """Ask the endpoint otherwise from now on, and have that kept."""
        traits = replace(self.traits, **changes)
        if traits != self.traits:
            self.traits = traits
            self._keep(traits)

    def calls_tools(self, tool: Mapping[str, object], asked: str) -> bool:
        """Return whether the model answers `asked` by calling the tool that it is given.

        Raises:
            ModelUnreachable: no answer.
        """
        body = request_body((ChatMessage("user", asked),), None, self._room(200), self.traits)
        body.pop("stream_options", None)
        given: Any = [{"type": "function", "function": dict(tool)}]
        with self._failures.translate():
            try:
                reply = self._client.chat.completions.create(
                    model=self.name, tools=given, **{**body, "stream": False}
                )
            except openai.APIStatusError:
                return False
        return any(choice.message.tool_calls for choice in reply.choices)

    def next_tokens(self, prompt: Sequence[ChatMessage]) -> dict[str, float]:
        """Return the likeliest first tokens of a reply, each with its probability.

        An endpoint that tells none gives one: the first word of its reply, with 1.

        Raises:
            ModelUnreachable, ModelRefused: see `ChatModel.complete`.
        """
        if self.traits.thinks:
            return first_word(self.complete(prompt, None, 1, lambda: False).text)
        body = request_body(prompt, None, 1, self.traits)
        body.pop("stream_options", None)
        body["stream"] = False
        with self._failures.translate():
            try:
                reply: ChatCompletion = self._client.chat.completions.create(
                    model=self.name,
                    **{**body, "logprobs": True, "top_logprobs": TOP_TOKENS},
                )
            except (openai.BadRequestError, openai.UnprocessableEntityError):
                reply = self._client.chat.completions.create(model=self.name, **body)
        return read_first_tokens(reply)

    def _read(
        self, prompt: Sequence[ChatMessage], schema: JsonSchema | None, max_tokens: int, stop: Stop
    ) -> _IncomingReply:
        reply = _IncomingReply()
        for chunk in _until_stopped(self._chunks(prompt, schema, self._room(max_tokens)), stop):
            reply.add(chunk)
        return reply

    def _room(self, max_tokens: int) -> int:
        return max_tokens + (self._limits.thinking_tokens if self.traits.thinks else 0)

    def _chunks(
        self, prompt: Sequence[ChatMessage], schema: JsonSchema | None, max_tokens: int
    ) -> Iterator[ChatCompletionChunk | ChatCompletion]:
        with self._failures.translate():
            answer = self._open(lambda taken: request_body(prompt, schema, max_tokens, taken))
            if isinstance(answer, ChatCompletion):
                yield answer
                return
            with answer as stream:
                if "json" in stream.response.headers.get("content-type", ""):
                    # It was asked to stream and does not.
                    yield ChatCompletion.model_validate_json(stream.response.read())
                    return
                yield from stream

    def _open(
        self, body_for: Callable[[EndpointTraits], dict[str, Any]]
    ) -> openai.Stream[ChatCompletionChunk] | ChatCompletion:
        traits = self.traits
        while True:
            body = body_for(traits)
            try:
                answer = self._request(body)
            except (openai.BadRequestError, openai.UnprocessableEntityError) as exc:
                without = without_blamed(exc, body, traits)
                if without is None:
                    raise
                traits = without
            else:
                # Only now: a prompt that is too long is a 400 as well, with and without a schema.
                if traits != self.traits:
                    self.traits = traits
                    self._keep(traits)
                return answer

    def _request(self, body: dict[str, Any]) -> openai.Stream[ChatCompletionChunk] | ChatCompletion:
        """Send one request; a server that is starting, or asks to wait a little, is asked again."""
        for attempt in Retrying(
            retry=retry_if_exception(_may_be_asked_again),
            stop=stop_after_attempt(self._limits.tries),
            wait=_pause,
            reraise=True,
        ):
            with attempt:
                answer: openai.Stream[ChatCompletionChunk] | ChatCompletion = (
                    self._client.chat.completions.create(model=self.name, **body)
                )
        return answer


@dataclass(slots=True)
class _IncomingReply:
    """A reply while it comes: the pieces of its text, and what the endpoint says of it."""

    pieces: list[str] = field(default_factory=list)
    first: float | None = None
    counted: int | None = None
    sent: int = 0
    finish: str | None = None
    thought_unseen: bool = False

    def add(self, chunk: ChatCompletionChunk | ChatCompletion) -> None:
        """Take in what came, a piece of a stream or a whole reply."""
        if chunk.usage is not None:
            self.counted, self.sent = chunk.usage.completion_tokens, chunk.usage.prompt_tokens
            details = chunk.usage.completion_tokens_details
            self.thought_unseen |= bool(details and details.reasoning_tokens)
        for choice in chunk.choices[:1]:
            said = choice.message if isinstance(chunk, ChatCompletion) else choice.delta  # type: ignore[union-attr]
            self.finish = choice.finish_reason or self.finish
            extra = said.model_extra or {}
            self.thought_unseen |= bool(extra.get("reasoning_content") or extra.get("reasoning"))
            if said.content:
                self.first = time.monotonic() if self.first is None else self.first
                self.pieces.append(said.content)

    @property
    def text(self) -> str:
        """The reply without the thinking before it."""
        return without_thinking("".join(self.pieces))

    @property
    def has_thought(self) -> bool:
        """Whether the model thought, as the endpoint says, the reply shows, or its lack tells."""
        whole = "".join(self.pieces)
        nothing_left = self.finish == "length" and not whole.strip()
        return self.thought_unseen or nothing_left or self.text != whole

    @property
    def is_cut(self) -> bool:
        """Whether thinking left no room for the reply."""
        return self.finish == "length"


@lru_cache(maxsize=8)
def _opened(  # noqa: PLR0913 -- the key of the cache
    base_url: str,
    api_key: str,
    name: str,
    remedy: str,
    limits: EndpointLimits,
    kept_in: Path | None,
) -> OpenAIChat:
    if kept_in is None:
        return OpenAIChat(base_url, api_key, name, remedy=remedy, limits=limits)
    path = kept_in
    return OpenAIChat(
        base_url,
        api_key,
        name,
        remedy=remedy,
        limits=limits,
        traits=read_traits(path),
        keep=lambda traits: keep_traits(path, traits),
    )


def _until_stopped(
    chunks: Iterator[ChatCompletionChunk | ChatCompletion], stop: Stop
) -> Iterator[ChatCompletionChunk | ChatCompletion]:
    """Yield the chunks as they come; end soon after `stop`, even while waiting for the next one.

    A thread reads them, because nothing can end a read that waits for a slow first token. When the
    caller has left, the thread closes the connection at the next chunk, and the server stops.
    """
    arrived: queue.Queue[ChatCompletionChunk | ChatCompletion | Exception | None] = queue.Queue()
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


def _may_be_asked_again(exc: BaseException) -> bool:
    if isinstance(exc, openai.APIStatusError):
        busy = exc.status_code in (
            HTTPStatus.SERVICE_UNAVAILABLE,  # llama.cpp while it loads
            HTTPStatus.TOO_MANY_REQUESTS,
        )
        return busy and exc.code != OUT_OF_QUOTA and (_retry_after(exc) or 0) <= LONGEST_PAUSE
    return isinstance(exc, openai.APIConnectionError) and not isinstance(
        exc, openai.APITimeoutError
    )


def _pause(state: RetryCallState) -> float:
    """Seconds until the next try: what the endpoint asks for, else doubled from half a second."""
    failed = state.outcome.exception() if state.outcome is not None else None
    asked = _retry_after(failed) if isinstance(failed, openai.APIStatusError) else None
    return 0.5 * 2.0 ** (state.attempt_number - 1) if asked is None else asked


def _retry_after(exc: openai.APIStatusError) -> float | None:
    """Return the seconds of a Retry-After header; None without one, or where it is a date."""
    said = exc.response.headers.get("retry-after", "")
    return float(said) if said.replace(".", "", 1).isdecimal() else None


def _is_loopback(base_url: str) -> bool:
    return urlsplit(base_url).hostname in {"127.0.0.1", "::1", "localhost"}
