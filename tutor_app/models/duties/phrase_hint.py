"""The duty "phrase a hint from facts": an exact hint in a model's words, checked by code.

The facts are the tutor's own template, filled by the engine, by a run of the program or from the
course. A model only finds other words for them; if these do not pass, the template is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from pydantic import BaseModel, ConfigDict, TypeAdapter

from tutor_app.domain.errors import ModelReplyInvalid
from tutor_app.domain.teaching import Persona
from tutor_app.domain.values import ModelAttempt
from tutor_app.models.chat_model import ChatMessage, ChatModel, JsonSchema, Stop
from tutor_app.models.checked_request import TRIES, Request, ask_checked
from tutor_app.models.duties.ask_follow_up import count_tokens
from tutor_app.models.duties.hint_checks import (
    ExactHint,
    HintFailure,
    Wording,
    as_spelled,
    check_wording,
)
from tutor_app.models.persona import NOBODY, written_for
from tutor_app.models.prompts import PROMPTS_DIR, render
from tutor_app.models.structured_replies import read_reply

DUTY = "phrase a hint from facts"
MAX_TOKENS = 160
# What changes from turn to turn: more than this would keep a student waiting on a laptop.
MOST_TOKENS = 200
LEAST_WORDS = 6  # fewer have no other words


class WrittenHint(BaseModel):
    """The shape of the model's reply; a hint that asks nothing has no question, and so on."""

    model_config = ConfigDict(extra="forbid", strict=True)

    hint: str = ""
    question: str = ""


class PhraseHintExample(BaseModel):
    """A worked example of prompts/phrase_hint_examples.json."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    told: tuple[str, ...]
    question: str
    reply: WrittenHint


@dataclass(frozen=True, slots=True, kw_only=True)
class PhrasedHint:
    """What came of the duty. `wording` is None if no attempt passed its checks.

    `problem` is the message of an endpoint that failed, for staff: the student reads the template.
    """

    wording: Wording | None
    attempts: tuple[ModelAttempt, ...] = ()
    problem: str | None = None


def phrase_hint(
    exact: ExactHint,
    model: ChatModel,
    stop: Stop,
    persona: Persona = NOBODY,
    tries: int = TRIES,
) -> PhrasedHint:
    """Let `model` put a hint in other words; a failed wording is asked for once more.

    A hint that is too long is not passed to the model. An endpoint that fails is reported, not
    raised.
    """
    if not may_phrase(exact):
        return PhrasedHint(wording=None)
    tried = ask_checked(
        Request(
            duty=DUTY,
            prompt=[*fixed_messages(), _request(exact.told, exact.question, persona)],
            schema=_schema(exact),
            max_tokens=MAX_TOKENS,
            tries=tries,
        ),
        lambda reply: _judge(reply, exact),
        _repair,
        model,
        stop,
    )
    return PhrasedHint(wording=tried.found, attempts=tried.attempts, problem=tried.problem)


def may_phrase(exact: ExactHint) -> bool:
    """Return whether there is something to say in other words, and not too much of it."""
    enough = len(exact.text.split()) >= LEAST_WORDS
    return enough and count_tokens(exact.text) <= MOST_TOKENS


@cache
def fixed_messages() -> tuple[ChatMessage, ...]:
    """The part of the prompt that never changes, which a model server keeps ready."""
    examples = TypeAdapter(tuple[PhraseHintExample, ...]).validate_json(
        (PROMPTS_DIR / "phrase_hint_examples.json").read_bytes()
    )
    messages = [ChatMessage("system", render("system"))]
    for example in examples:
        messages.append(_request(example.told, example.question))
        messages.append(ChatMessage("assistant", example.reply.model_dump_json()))
    return tuple(messages)


def _request(told: Sequence[str], question: str | None, persona: Persona = NOBODY) -> ChatMessage:
    words = render("phrase_hint", told=told, question=question)
    return ChatMessage("user", written_for(words, persona))


def _schema(exact: ExactHint) -> JsonSchema:
    """Ask for just the parts that the hint has."""
    fields = [*(["hint"] if exact.told else []), *(["question"] if exact.question else [])]
    return {
        "type": "object",
        "properties": {field: {"type": "string"} for field in fields},
        "required": fields,
        "additionalProperties": False,
    }


def _judge(reply: str, exact: ExactHint) -> tuple[Wording | None, HintFailure | None]:
    try:
        written = read_reply(reply, WrittenHint)
    except ModelReplyInvalid:
        return None, HintFailure("not the JSON asked for")
    said = Wording(
        statement=as_spelled(written.hint, exact.text),
        question=as_spelled(written.question, exact.text),
    )
    return said, check_wording(said, exact)


def _repair(failure: HintFailure) -> ChatMessage:
    words = render("phrase_hint_repair", failed_check=failure.check, detail=failure.detail)
    return ChatMessage("user", words)
