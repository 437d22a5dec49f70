"""What an endpoint takes and how its model replies: found out once, kept in a file."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import openai
from pydantic import TypeAdapter, ValidationError

from tutor_app.domain.settings import Settings
from tutor_app.models.chat_model import ChatMessage, JsonSchema
from tutor_app.models.local_endpoint import write_private
from tutor_app.models.prompts import render

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointTraits:
    """How to ask an endpoint. What it declines is left out of later requests to it.

    `json_form`: a reply's shape is sent as a JSON schema, as JSON mode with the schema in words, or
    in words alone. `thinks`: the model thinks before it replies, and its thinking is counted among
    the tokens of the reply. `calls_tools` and `probed` are known after a probe.
    """

    json_form: Literal["schema", "object", "words"] = "schema"
    tokens_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    takes_temperature: bool = True
    streams: bool = True
    counts_streams: bool = True
    thinks: bool = False
    calls_tools: bool | None = None
    probed: bool = False


_TRAITS = TypeAdapter(EndpointTraits)


def traits_file(settings: Settings, base_url: str, name: str) -> Path:
    """Where the traits of a model at an address are kept on this installation."""
    digest = hashlib.sha256(f"{base_url.rstrip('/')} {name}".encode()).hexdigest()[:32]
    return settings.elenchus_home / "exam" / "endpoints" / f"{digest}.json"


def read_traits(path: Path) -> EndpointTraits:
    """Return what is kept of an endpoint; of one that was never asked, what most of them take."""
    try:
        return _TRAITS.validate_json(path.read_bytes())
    except FileNotFoundError:
        return EndpointTraits()
    except (OSError, ValidationError) as exc:
        logger.warning("What was kept of the endpoint in %s cannot be read: %s", path, exc)
        return EndpointTraits()


def keep_traits(path: Path, traits: EndpointTraits) -> None:
    """Keep what was found out; where that fails it is found out again."""
    try:
        write_private(path, _TRAITS.dump_json(traits, indent=2).decode() + "\n")
    except OSError as exc:
        logger.warning("What was found out about the endpoint is not kept: %s", exc)


def request_body(
    prompt: Sequence[ChatMessage],
    schema: JsonSchema | None,
    max_tokens: int,
    traits: EndpointTraits,
) -> dict[str, Any]:
    """Return the fields of a request as an endpoint with these traits takes them."""
    messages = [{"role": message.role, "content": message.content} for message in prompt]
    body: dict[str, Any] = {"messages": messages, traits.tokens_field: max_tokens}
    if traits.takes_temperature:
        body["temperature"] = 0.0
    body["stream"] = traits.streams
    if traits.streams and traits.counts_streams:
        body["stream_options"] = {"include_usage": True}
    if schema is None:
        return body
    if traits.json_form == "schema":
        shape = {"name": "reply", "schema": dict(schema), "strict": True}
        body["response_format"] = {"type": "json_schema", "json_schema": shape}
        return body
    if traits.json_form == "object":
        body["response_format"] = {"type": "json_object"}
    words = render("json_reply", schema=json.dumps(schema))
    messages[-1] = {**messages[-1], "content": f"{messages[-1]['content']}\n\n{words}"}
    return body


def without_blamed(
    exc: openai.APIStatusError, body: Mapping[str, Any], traits: EndpointTraits
) -> EndpointTraits | None:
    """Return traits without what a refusal blames; None if nothing is left to try.

    A field that the endpoint names goes first, then the shape of the reply, which some refuse
    without naming it.
    """
    said = exc.message
    if "max_tokens" in body and "max_completion_tokens" in said:
        return replace(traits, tokens_field="max_completion_tokens")
    if "temperature" in body and "temperature" in said:
        return replace(traits, takes_temperature=False)
    if "stream_options" in body and "stream_options" in said:
        return replace(traits, counts_streams=False)
    if body.get("stream") and "stream" in said:
        return replace(traits, streams=False)
    if "response_format" in body:
        looser: Literal["object", "words"] = "object" if traits.json_form == "schema" else "words"
        return replace(traits, json_form=looser)
    return None
