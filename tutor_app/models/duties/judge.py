"""The duty "judge an open answer": which points of a solution an answer has, by a model.

This is the one prompt that locked solutions may enter. Only the numbers of points leave it; no word
of the reply is shown to a student.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter

from tutor_app.domain.errors import ModelReplyInvalid
from tutor_app.domain.values import ModelAttempt
from tutor_app.models.chat_model import ChatMessage, ChatModel, JsonSchema, Stop
from tutor_app.models.checked_request import Request, ask_checked
from tutor_app.models.duties.ask_follow_up import clip, count_tokens
from tutor_app.models.prompts import PROMPTS_DIR, render
from tutor_app.models.structured_replies import read_reply
from tutor_app.understanding.prompt_injection import without_addressing

DUTY = "judge an open answer"
MAX_TOKENS = 80
ANSWER_TOKENS = 500
POINTS_TOKENS = 700  # a longer solution is left to code
EXERCISE_TOKENS = 120

FailedCheck = Literal[
    "not the JSON asked for",
    "a number that no point has",
    "a point that no answer has",
]


@dataclass(frozen=True, slots=True)
class JudgementFailure:
    """A check that a reply did not pass."""

    check: FailedCheck


class PointNumbers(BaseModel):
    """The shape of the model's reply: the numbers of the points covered, and nothing else."""

    model_config = ConfigDict(extra="forbid", strict=True)

    covered: list[int]


class JudgeExample(BaseModel):
    """A worked example of prompts/judge_answer_examples.json."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    exercise: str
    points: tuple[str, ...]
    answer: str
    reply: PointNumbers


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeResult:
    """What came of the duty: the places of the points that the answer has, counted from 0.

    `covered` is None if no attempt passed its checks, or the model was not asked. `problem` is
    the message of an endpoint that failed, for staff; what code found stands without it.
    """

    covered: frozenset[int] | None
    attempts: tuple[ModelAttempt, ...] = ()
    problem: str | None = None


def judge_answer(
    exercise: str, points: Sequence[str], answer: str, model: ChatModel, stop: Stop
) -> JudgeResult:
    """Let `model` say which of `points` the `answer` has; a failed reply is asked for once more.

    Sentences of the answer that address its judge are not passed to the model. One of the points is
    one that no answer has: a reply that counts it is not believed. An endpoint that fails is
    reported, not raised.
    """
    said = without_addressing(answer)
    if not said or sum(map(count_tokens, points)) > POINTS_TOKENS:
        return JudgeResult(covered=None)
    trap = len(said) % (len(points) + 1)
    listed = [*points[:trap], trap_point(), *points[trap:]]
    tried = ask_checked(
        Request(
            duty=DUTY,
            prompt=[*fixed_messages(), request(exercise, listed, said)],
            schema=schema_for(len(listed)),
            max_tokens=MAX_TOKENS,
        ),
        lambda reply: _read(reply, trap, len(listed)),
        _repair,
        model,
        stop,
    )
    return JudgeResult(covered=tried.found, attempts=tried.attempts, problem=tried.problem)


@cache
def fixed_messages() -> tuple[ChatMessage, ...]:
    """The part of the prompt that never changes, which a model server keeps ready."""
    examples = TypeAdapter(tuple[JudgeExample, ...]).validate_json(
        (PROMPTS_DIR / "judge_answer_examples.json").read_bytes()
    )
    messages = [ChatMessage("system", render("system"))]
    for example in examples:
        messages.append(request(example.exercise, example.points, example.answer))
        messages.append(ChatMessage("assistant", example.reply.model_dump_json()))
    return tuple(messages)


def request(exercise: str, points: Sequence[str], answer: str) -> ChatMessage:
    """Return the words in which an answer is put to the model; `points` are numbered from 1."""
    words = render(
        "judge_answer",
        exercise=clip(exercise, EXERCISE_TOKENS),
        points=list(points),
        answer=clip(answer, ANSWER_TOKENS),
    )
    return ChatMessage("user", words)


def trap_point() -> str:
    """Return the point that no answer has."""
    return render("judge_answer_trap")


def schema_for(count: int) -> JsonSchema:
    """Return the shape of the reply about `count` points."""
    numbers = {"type": "integer", "enum": list(range(1, count + 1))}
    return {
        "type": "object",
        "properties": {"covered": {"type": "array", "items": numbers, "maxItems": count}},
        "required": ["covered"],
        "additionalProperties": False,
    }


def _read(
    reply: str, trap: int, count: int
) -> tuple[frozenset[int] | None, JudgementFailure | None]:
    """Return the places of the points that a reply counts, without the trap among them."""
    try:
        numbers = frozenset(read_reply(reply, PointNumbers).covered)
    except ModelReplyInvalid:
        return None, JudgementFailure("not the JSON asked for")
    if not numbers <= set(range(1, count + 1)):
        return None, JudgementFailure("a number that no point has")
    if trap + 1 in numbers:
        return None, JudgementFailure("a point that no answer has")
    return frozenset(number - 1 - (number > trap) for number in numbers), None


def _repair(failure: JudgementFailure) -> ChatMessage:
    return ChatMessage("user", render("judge_answer_repair", failed_check=failure.check))
