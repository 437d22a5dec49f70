"""The duty "choose what answers": of some numbered sentences of the course those that answer.

Only numbers come back, and only the course's own sentences are shown for them.
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
from tutor_app.models.duties.ask_follow_up import clip
from tutor_app.models.prompts import PROMPTS_DIR, render
from tutor_app.models.structured_replies import read_reply

DUTY = "choose what answers"
MAX_TOKENS = 40
MOST_CANDIDATES = 12
MOST_CHOSEN = 3
QUESTION_TOKENS = 120
CANDIDATE_TOKENS = 90

FailedChoice = Literal[
    "not the JSON asked for",
    "a number that no sentence has",
    "more sentences than three",
]


@dataclass(frozen=True, slots=True)
class ChoiceFailure:
    """A check that a reply did not pass."""

    check: FailedChoice


class ChosenNumbers(BaseModel):
    """The shape of the model's reply: the numbers of sentences, the best first."""

    model_config = ConfigDict(extra="forbid", strict=True)

    answers: list[int]


class ChoiceExample(BaseModel):
    """A worked example of prompts/choose_examples.json."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    question: str
    candidates: tuple[str, ...]
    reply: ChosenNumbers


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChoice:
    """The places of the candidates that answer, counted from 0, the best first; () if none does.

    `places` is None if no reply passed its checks, or the model was not asked or too late.
    `problem` is the message of an endpoint that failed.
    """

    places: tuple[int, ...] | None
    attempts: tuple[ModelAttempt, ...] = ()
    problem: str | None = None


def choose(question: str, candidates: Sequence[str], model: ChatModel, stop: Stop) -> ModelChoice:
    """Let `model` say which of at most MOST_CANDIDATES sentences answer a question.

    An endpoint that fails is reported, not raised: code's own choice stands.
    """
    tried = ask_checked(
        Request(
            duty=DUTY,
            prompt=[*fixed_messages(), request(question, candidates)],
            schema=schema_for(len(candidates)),
            max_tokens=MAX_TOKENS,
        ),
        partial(_read, count=len(candidates)),
        _repair,
        model,
        stop,
    )
    return ModelChoice(places=tried.found, attempts=tried.attempts, problem=tried.problem)


@cache
def fixed_messages() -> tuple[ChatMessage, ...]:
    """The part of the prompt that never changes, which a model server keeps ready."""
    examples = TypeAdapter(tuple[ChoiceExample, ...]).validate_json(
        (PROMPTS_DIR / "choose_examples.json").read_bytes()
    )
    messages = [ChatMessage("system", render("system"))]
    for example in examples:
        messages.append(request(example.question, example.candidates))
        messages.append(ChatMessage("assistant", example.reply.model_dump_json()))
    return tuple(messages)


def request(question: str, candidates: Sequence[str]) -> ChatMessage:
    """Return the words that put a question and sentences, numbered from 1, to the model."""
    words = render(
        "choose",
        question=clip(question, QUESTION_TOKENS),
        candidates=[clip(candidate, CANDIDATE_TOKENS) for candidate in candidates],
    )
    return ChatMessage("user", words)


def schema_for(count: int) -> JsonSchema:
    """Return the shape of the reply about `count` sentences."""
    numbers = {"type": "integer", "enum": list(range(1, count + 1))}
    return {
        "type": "object",
        "properties": {"answers": {"type": "array", "items": numbers, "maxItems": MOST_CHOSEN}},
        "required": ["answers"],
        "additionalProperties": False,
    }


def _read(reply: str, count: int) -> tuple[tuple[int, ...] | None, ChoiceFailure | None]:
    """Return the places that a reply names, each once, in its order."""
    try:
        numbers = tuple(dict.fromkeys(read_reply(reply, ChosenNumbers).answers))
    except ModelReplyInvalid:
        return None, ChoiceFailure("not the JSON asked for")
    if not set(numbers) <= set(range(1, count + 1)):
        return None, ChoiceFailure("a number that no sentence has")
    if len(numbers) > MOST_CHOSEN:
        return None, ChoiceFailure("more sentences than three")
    return tuple(number - 1 for number in numbers), None


def _repair(failure: ChoiceFailure) -> ChatMessage:
    return ChatMessage("user", render("choose_repair", failed_check=failure.check))
