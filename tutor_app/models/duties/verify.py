"""The duty "verify sentences": which of some numbered sentences the passages support, in one call.

Nothing that a model wrote is shown unless a model that holds this duty has found it supported.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter

from tutor_app.domain.errors import ModelReplyInvalid
from tutor_app.domain.values import ModelAttempt
from tutor_app.models.chat_model import ChatMessage, ChatModel, JsonSchema, Stop
from tutor_app.models.checked_request import Request, ask_checked
from tutor_app.models.duties.ask_follow_up import clip, clip_all
from tutor_app.models.prompts import PROMPTS_DIR, render
from tutor_app.models.structured_replies import read_reply

DUTY = "verify sentences"
MAX_TOKENS = 40
PASSAGES_TOKENS = 2400
ASKED_TOKENS = 200


@dataclass(frozen=True, slots=True)
class VerdictFailure:
    """A check that a reply did not pass."""

    check: Literal["not the JSON asked for", "a number that no sentence has"]


class SupportedNumbers(BaseModel):
    """The shape of the model's reply: the numbers of the sentences that are supported."""

    model_config = ConfigDict(extra="forbid", strict=True)

    supported: list[int]


class VerifyExample(BaseModel):
    """A worked example of prompts/verify_examples.json."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    passages: tuple[str, ...]
    asked: str
    sentences: tuple[str, ...]
    reply: SupportedNumbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """The places of the supported sentences, counted from 0; None if there is no usable verdict.

    `problem` is the message of an endpoint that failed.
    """

    supported: frozenset[int] | None
    attempts: tuple[ModelAttempt, ...] = ()
    problem: str | None = None


def verify(
    passages: Sequence[str], asked: str, sentences: Sequence[str], model: ChatModel, stop: Stop
) -> Verification:
    """Let `model` say in one call which of `sentences` the passages support, all together.

    `asked` are the student's words, which support what a sentence says of them and nothing else. An
    endpoint that fails is reported, not raised: then nothing is supported.
    """
    tried = ask_checked(
        Request(
            duty=DUTY,
            prompt=verification_prompt(passages, asked, sentences),
            schema=verdict_schema(len(sentences)),
            max_tokens=MAX_TOKENS,
            tries=1,
        ),
        partial(_read, count=len(sentences)),
        lambda failure: None,
        model,
        stop,
    )
    return Verification(supported=tried.found, attempts=tried.attempts, problem=tried.problem)


def verify_question(
    question: str, passages: Sequence[str], asked: str, model: ChatModel, stop: Stop
) -> Verification:
    """Let `model` say whether the passages answer a question and say all that it supposes.

    Place 0 is supported then; `asked` are the student's words.
    """
    claim = render("question_verified", question=question)
    return verify(passages, asked, [claim], model, stop)


def verification_prompt(
    passages: Sequence[str], asked: str, sentences: Sequence[str]
) -> Sequence[ChatMessage]:
    """The messages that ask for one verdict on each sentence."""
    return [*fixed_messages(), _request(passages, asked, sentences)]


def verdict_schema(count: int) -> JsonSchema:
    """Return the shape of the reply about `count` sentences."""
    numbers = {"type": "integer", "enum": list(range(1, count + 1))}
    return {
        "type": "object",
        "properties": {"supported": {"type": "array", "items": numbers, "maxItems": count}},
        "required": ["supported"],
        "additionalProperties": False,
    }


@cache
def fixed_messages() -> tuple[ChatMessage, ...]:
    """The part of the prompt that never changes, which a model server keeps ready."""
    examples = TypeAdapter(tuple[VerifyExample, ...]).validate_json(
        (PROMPTS_DIR / "verify_examples.json").read_bytes()
    )
    messages = [ChatMessage("system", render("system"))]
    for example in examples:
        messages.append(_request(example.passages, example.asked, example.sentences))
        messages.append(ChatMessage("assistant", example.reply.model_dump_json()))
    return tuple(messages)


def _request(passages: Sequence[str], asked: str, sentences: Sequence[str]) -> ChatMessage:
    words = render(
        "verify",
        passages=clip_all(passages, PASSAGES_TOKENS),
        asked=clip(asked, ASKED_TOKENS),
        sentences=list(sentences),
    )
    return ChatMessage("user", words)


def _read(reply: str, count: int) -> tuple[frozenset[int] | None, VerdictFailure | None]:
    try:
        numbers = frozenset(read_reply(reply, SupportedNumbers).supported)
    except ModelReplyInvalid:
        return None, VerdictFailure("not the JSON asked for")
    if not numbers <= set(range(1, count + 1)):
        return None, VerdictFailure("a number that no sentence has")
    return frozenset(number - 1 for number in numbers), None
