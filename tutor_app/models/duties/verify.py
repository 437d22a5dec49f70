"""A model's own check of one sentence: does the passage support it?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter

from tutor_app.domain.errors import ModelReplyInvalid
from tutor_app.models.chat_model import ChatMessage, ChatModel, Completion, Stop
from tutor_app.models.duties.ask_follow_up import clip
from tutor_app.models.prompts import PROMPTS_DIR, render
from tutor_app.models.structured_replies import read_reply

MAX_TOKENS = 16
PASSAGE_TOKENS = 320


class VerifyReply(BaseModel):
    """The shape of the model's reply."""

    model_config = ConfigDict(extra="forbid", strict=True)

    supported: Literal["yes", "no"]


class VerifyExample(BaseModel):
    """A worked example of prompts/verify_examples.json."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    passage: str
    sentence: str
    reply: VerifyReply


def verify(
    passage: str, sentence: str, model: ChatModel, stop: Stop
) -> tuple[bool | None, Completion]:
    """Return whether `model` finds `sentence` supported by `passage`; None: no usable verdict.

    Raises:
        ModelUnreachable, ModelRefused: the endpoint failed.
    """
    reply = model.complete(
        verification_prompt(passage, sentence), VerifyReply.model_json_schema(), MAX_TOKENS, stop
    )
    if reply.stopped:
        return None, reply
    try:
        return read_reply(reply.text, VerifyReply).supported == "yes", reply
    except ModelReplyInvalid:
        return None, reply


def verification_prompt(passage: str, sentence: str) -> Sequence[ChatMessage]:
    """The messages that ask for one verdict."""
    return [*_fixed_messages(), _request(passage, sentence)]


@cache
def _fixed_messages() -> tuple[ChatMessage, ...]:
    examples = TypeAdapter(tuple[VerifyExample, ...]).validate_json(
        (PROMPTS_DIR / "verify_examples.json").read_bytes()
    )
    messages = [ChatMessage("system", render("system"))]
    for example in examples:
        messages.append(_request(example.passage, example.sentence))
        messages.append(ChatMessage("assistant", example.reply.model_dump_json()))
    return tuple(messages)


def _request(passage: str, sentence: str) -> ChatMessage:
    words = render("verify", passage=clip(passage, PASSAGE_TOKENS), sentence=sentence)
    return ChatMessage("user", words)
