"""Tool calls of an endpoint that has none of its own: the same reply under a JSON schema."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, Field

from tutor_app.domain.errors import ModelReplyInvalid
from tutor_app.models.chat_model import ChatMessage, ChatModel, JsonSchema
from tutor_app.models.endpoint_probe import TOOL
from tutor_app.models.openai_client import OpenAIChat
from tutor_app.models.prompts import render
from tutor_app.models.structured_replies import read_reply
from tutor_app.models.tool_calls import (
    Tool,
    ToolCall,
    ToolChoice,
    ToolMessage,
    ToolModel,
    ToolReply,
)


class _CallWritten(BaseModel):
    name: str
    arguments: dict[str, Any] = Field(default_factory=dict)


class _ReplyWithCalls(BaseModel):
    text: str = ""
    calls: list[_CallWritten]


def with_tools(model: ChatModel) -> ToolModel:
    """Return a model that calls tools: natively where its endpoint can, else under a JSON schema.

    Whether an endpoint can is asked once, and kept with what else is known of it.

    Raises:
        ModelUnreachable: it was to be asked, and does not answer.
    """
    if not isinstance(model, OpenAIChat):
        return model if isinstance(model, ToolModel) else ToolsBySchema(model)
    if model.traits.calls_tools is None:
        model.learn(calls_tools=model.calls_tools(TOOL, render("probe_endpoint")))
    return model if model.traits.calls_tools else ToolsBySchema(model)


class ToolsBySchema:
    """A `ToolModel` over one that only writes: its calls are read from the JSON that it replies."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    def call_tools(
        self,
        messages: Sequence[ToolMessage],
        tools: Sequence[Tool],
        choice: ToolChoice,
        max_tokens: int,
    ) -> ToolReply:
        """See `ToolModel.call_tools`. A reply that is no such JSON calls nothing."""
        prompt = _as_prompt(messages)
        if not tools:
            said = self._model.complete(prompt, None, max_tokens, lambda: False)
            return ToolReply(text=said.text, calls=())
        last = prompt[-1]
        words = _offered(tools, choice)
        prompt[-1] = ChatMessage(last.role, f"{last.content}\n\n{words}")
        schema = reply_schema(tools, choice)
        reply = self._model.complete(prompt, schema, max_tokens, lambda: False)
        try:
            read = read_reply(reply.text, _ReplyWithCalls)
        except ModelReplyInvalid:
            return ToolReply(text=reply.text, calls=())
        before = sum(len(message.calls) for message in messages)
        calls = tuple(
            ToolCall(id=f"call-{number}", name=call.name, arguments=call.arguments)
            for number, call in enumerate(read.calls, start=before)
        )
        return ToolReply(text=read.text, calls=calls)


def reply_schema(tools: Sequence[Tool], choice: ToolChoice) -> JsonSchema:
    """Return the schema of a reply that may call these tools, and only these."""
    called = [
        {
            "type": "object",
            "properties": {
                "name": {"type": "string", "enum": [tool.name]},
                "arguments": dict(tool.parameters),
            },
            "required": ["name", "arguments"],
            "additionalProperties": False,
        }
        for tool in tools
    ]
    calls: dict[str, object] = {
        "type": "array",
        "items": {"anyOf": called},
        "minItems": 1 if choice == "required" else 0,
        "maxItems": 2 * len(tools),
    }
    return {
        "type": "object",
        "properties": {"calls": calls, "text": {"type": "string"}},
        "required": ["calls", "text"],
        "additionalProperties": False,
    }


def _offered(tools: Sequence[Tool], choice: ToolChoice) -> str:
    listed = "\n".join(
        f"- {tool.name}: {tool.description} {json.dumps(dict(tool.parameters))}" for tool in tools
    )
    return render("tools_by_schema", tools=listed, required="yes" if choice == "required" else "")


def _as_prompt(messages: Sequence[ToolMessage]) -> list[ChatMessage]:
    """Return a conversation with tools in words; what one speaker says in a row is one message."""
    names = {call.id: call.name for message in messages for call in message.calls}
    prompt: list[ChatMessage] = []
    for message in messages:
        if message.role == "tool":
            name = names.get(message.answers, "")
            said = ChatMessage("user", render("tool_result", function=name, result=message.content))
        elif message.role == "assistant":
            said = ChatMessage("assistant", _own_words(message))
        else:
            said = ChatMessage(message.role, message.content)
        if prompt and prompt[-1].role == said.role:
            said = ChatMessage(said.role, f"{prompt.pop().content}\n\n{said.content}")
        prompt.append(said)
    return prompt


def _own_words(message: ToolMessage) -> str:
    if not message.calls:
        return message.content
    calls = [{"name": call.name, "arguments": dict(call.arguments)} for call in message.calls]
    return json.dumps({"calls": calls, "text": message.content}, ensure_ascii=False)
