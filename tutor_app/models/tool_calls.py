"""Native tool calls: what a model is offered, what it calls, and the conversation about it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, runtime_checkable

from openai.types.chat import ChatCompletion

from tutor_app.models.chat_model import JsonSchema
from tutor_app.models.endpoint_traits import EndpointTraits
from tutor_app.models.thinking import without_thinking

ToolChoice = Literal["auto", "required"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A function that a model may call; `parameters` is the JSON schema of its arguments."""

    name: str
    description: str
    parameters: JsonSchema


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A call as the model made it; arguments that are no JSON object are empty."""

    id: str
    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolMessage:
    """One message of a conversation with tools: `calls` of the assistant, or an answer to one."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str = ""
    calls: tuple[ToolCall, ...] = ()
    answers: str = ""  # id of the call that a tool's message answers


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolReply:
    """What the model said, and what it called."""

    text: str
    calls: tuple[ToolCall, ...]


@runtime_checkable
class ToolModel(Protocol):
    """A model that can call tools."""

    def call_tools(
        self,
        messages: Sequence[ToolMessage],
        tools: Sequence[Tool],
        choice: ToolChoice,
        max_tokens: int,
    ) -> ToolReply:
        """Return what the model says and calls next; `required`: it has to call something.

        Raises:
            ModelUnreachable: no answer, or the connection was lost.
            ModelRefused: the endpoint answered with an error, as one that knows no tools does.
        """
        ...


def tool_body(
    messages: Sequence[ToolMessage],
    tools: Sequence[Tool],
    choice: ToolChoice,
    max_tokens: int,
    traits: EndpointTraits,
) -> dict[str, Any]:
    """Return the fields of a request as an endpoint with these traits takes them."""
    body: dict[str, Any] = {
        "messages": [_as_json(message) for message in messages],
        traits.tokens_field: max_tokens,
    }
    if traits.takes_temperature:
        body["temperature"] = 0.0
    if tools:
        body["tools"] = [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": dict(tool.parameters),
                },
            }
            for tool in tools
        ]
        body["tool_choice"] = choice
    return body


def read_tool_reply(completion: ChatCompletion) -> ToolReply:
    """Return what a completion says and calls."""
    message = completion.choices[0].message if completion.choices else None
    calls = (message.tool_calls or ()) if message is not None else ()
    return ToolReply(
        text=without_thinking(message.content or "") if message is not None else "",
        calls=tuple(
            ToolCall(
                id=call.id, name=call.function.name, arguments=_arguments(call.function.arguments)
            )
            for call in calls
            if call.type == "function"
        ),
    )


def _arguments(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _as_json(message: ToolMessage) -> dict[str, Any]:
    said: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.calls:
        said["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": json.dumps(dict(call.arguments))},
            }
            for call in message.calls
        ]
    if message.answers:
        said["tool_call_id"] = message.answers
    return said
