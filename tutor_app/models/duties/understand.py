"""The duty "understand a message": what a student does with it, where the classifier is unsure.

A reply names one of our acts, so it leads only where a message could lead anyhow. The question that
it words to stand alone is searched with and never shown.
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
from tutor_app.models.duties.ask_follow_up import clip, clip_to_end
from tutor_app.models.prompts import PROMPTS_DIR, render
from tutor_app.models.structured_replies import read_reply
from tutor_app.retrieval.search_terms import tokens
from tutor_app.understanding.act_classifier import ACTS, DialogueAct
from tutor_app.understanding.turn_tokens import OnTable

DUTY = "understand a message"
MAX_TOKENS = 120
MESSAGE_TOKENS = 300
BEFORE_TOKENS = 200
LONGEST = 200  # characters of a question that stands alone


@dataclass(frozen=True, slots=True)
class ReadingFailure:
    """A check that a reply did not pass."""

    check: Literal["not the JSON asked for"]


class MessageReading(BaseModel):
    """The shape of the model's reply: what the message does, as our classifier tells it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    act: DialogueAct
    second: DialogueAct
    about_table: bool
    stands_alone: str


class UnderstandExample(BaseModel):
    """A worked example of prompts/understand_examples.json."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    table: OnTable
    before: str
    message: str
    reply: MessageReading


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderstandResult:
    """What came of the duty. `reading` is None if the reply did not pass, or none came in time."""

    reading: MessageReading | None
    attempts: tuple[ModelAttempt, ...] = ()
    problem: str | None = None


def understand_message(
    table: OnTable, before: str, message: str, model: ChatModel, stop: Stop
) -> UnderstandResult:
    """Let `model` say in one call what a message does; `before` is what the tutor said last.

    An endpoint that fails is reported, not raised: the classifier's guess stands.
    """
    tried = ask_checked(
        Request(
            duty=DUTY,
            prompt=[*fixed_messages(), request(table, before, message)],
            schema=reading_schema(),
            max_tokens=MAX_TOKENS,
            tries=1,
        ),
        lambda reply: _read(reply, f"{before} {message}", message),
        lambda failure: None,
        model,
        stop,
    )
    return UnderstandResult(reading=tried.found, attempts=tried.attempts, problem=tried.problem)


@cache
def fixed_messages() -> tuple[ChatMessage, ...]:
    """The part of the prompt that never changes, which a model server keeps ready."""
    examples = TypeAdapter(tuple[UnderstandExample, ...]).validate_json(
        (PROMPTS_DIR / "understand_examples.json").read_bytes()
    )
    messages = [ChatMessage("system", f"{render('system')}\n\n{render('understand_acts')}")]
    for example in examples:
        messages.append(request(example.table, example.before, example.message))
        messages.append(ChatMessage("assistant", example.reply.model_dump_json()))
    return tuple(messages)


def request(table: OnTable, before: str, message: str) -> ChatMessage:
    """Return the words that put a message to the model."""
    words = render(
        "understand",
        table=table,
        before=clip_to_end(before, BEFORE_TOKENS),
        message=clip(message, MESSAGE_TOKENS),
    )
    return ChatMessage("user", words)


def reading_schema() -> JsonSchema:
    """Return the shape of the reply."""
    act = {"type": "string", "enum": list(ACTS)}
    fields = {
        "act": act,
        "second": act,
        "about_table": {"type": "boolean"},
        "stands_alone": {"type": "string"},
    }
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def _read(
    reply: str, known: str, message: str
) -> tuple[MessageReading | None, ReadingFailure | None]:
    try:
        reading = read_reply(reply, MessageReading)
    except ModelReplyInvalid:
        return None, ReadingFailure("not the JSON asked for")
    if not _is_of_conversation(reading.stands_alone, known):
        reading = reading.model_copy(update={"stands_alone": message})
    return reading, None


def _is_of_conversation(text: str, known: str) -> bool:
    """Whether all content words stand in the conversation: a search for others is led astray."""
    words: Sequence[str] = tokens(text)
    return bool(words) and len(text) <= LONGEST and set(words) <= set(tokens(known))
