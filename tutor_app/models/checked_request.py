"""Ask a model for something that code checks, and once more with the failed check named."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from tutor_app.domain.errors import ModelRefused, ModelUnreachable
from tutor_app.domain.values import ModelAttempt
from tutor_app.models.chat_model import ChatMessage, ChatModel, Completion, JsonSchema, Stop

TRIES = 2


class CheckFailure(Protocol):
    """What a reply failed on."""

    @property
    def check(self) -> str:
        """The check's name, for staff and for the repair."""
        ...


Found = TypeVar("Found")
Why = TypeVar("Why", bound=CheckFailure)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is asked of a model for a duty: the messages, and the shape and length of the reply.

    It is asked at most `tries` times.
    """

    duty: str
    prompt: Sequence[ChatMessage]
    schema: JsonSchema
    max_tokens: int
    tries: int = TRIES


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestResult(Generic[Found]):
    """The outcome of a request. `found` is None if no attempt passed its checks.

    `problem` is the message of an endpoint that failed.
    """

    found: Found | None
    attempts: tuple[ModelAttempt, ...]
    problem: str | None = None


def ask_checked(
    request: Request,
    judge: Callable[[str], tuple[Found | None, Why | None]],
    repair: Callable[[Why], ChatMessage | None],
    model: ChatModel,
    stop: Stop,
) -> RequestResult[Found]:
    """Return the first reply that passes; a failed one is asked for once more.

    `judge` turns a reply into what is wanted, or says what it failed on; `repair` words the second
    request, None if there shall be none. An endpoint that fails is reported, not raised: what
    the student reads stands without the model.
    """
    prompt = list(request.prompt)
    attempts: list[ModelAttempt] = []
    while len(attempts) < request.tries:
        started = time.monotonic()
        try:
            reply = model.complete(prompt, request.schema, request.max_tokens, stop)
        except (ModelUnreachable, ModelRefused) as exc:
            lost = no_reply(time.monotonic() - started, str(exc))
            attempts.append(attempt_of(request.duty, prompt, lost, "no reply of the model"))
            return RequestResult(found=None, attempts=tuple(attempts), problem=str(exc))
        if reply.stopped:
            attempts.append(attempt_of(request.duty, prompt, reply, "stopped"))
            break
        found, failure = judge(reply.text)
        check = failure.check if failure is not None else None
        attempts.append(attempt_of(request.duty, prompt, reply, check))
        if failure is None:
            return RequestResult(found=found, attempts=tuple(attempts))
        asked_again = repair(failure)
        if asked_again is None:
            break
        prompt += [ChatMessage("assistant", reply.text), asked_again]
    return RequestResult(found=None, attempts=tuple(attempts))


def attempt_of(
    duty: str, prompt: Sequence[ChatMessage], reply: Completion, failed_check: str | None
) -> ModelAttempt:
    """Return what is recorded of one reply: the message it answers, and what it failed on."""
    return ModelAttempt(
        duty=duty,
        prompt=prompt[-1].content,
        reply=reply.text,
        failed_check=failed_check,
        seconds=reply.seconds,
        first_token_seconds=reply.first_token_seconds,
        sent=reply.sent,
        received=reply.tokens,
        price=reply.price,
    )


def no_reply(seconds: float, problem: str) -> Completion:
    """Return the outcome of an endpoint that failed after so many seconds, with its reason."""
    return Completion(text=problem, seconds=seconds, first_token_seconds=None, tokens=0)
