"""The duty "read a problem": a problem told in prose, read by the model and checked by code."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from pydantic import BaseModel, ConfigDict, JsonValue, TypeAdapter

from tutor_app.domain.errors import ModelReplyInvalid
from tutor_app.domain.values import (
    ModelAttempt,
    Problem,
)
from tutor_app.models.chat_model import ChatMessage, ChatModel, JsonSchema, Stop
from tutor_app.models.checked_request import Request, ask_checked
from tutor_app.models.prompts import PROMPTS_DIR, render
from tutor_app.models.structured_replies import read_reply
from tutor_app.tracing.algorithm import Algorithm, algorithm_named
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.tracing.reading.model_drafts import (
    ArrayDraft,
    Failure,
    GraphDraft,
    problem_of_array,
    problem_of_graph,
)
from tutor_app.tracing.reading.numbers_in_words import tells_data, uses_numbers

DUTY = "read a problem"
MAX_TOKENS = 600
# Some 350 words. What is longer is no exercise told in prose, and would take a laptop a minute.
LONGEST = 2000  # characters


class ReadProblemExample(BaseModel):
    """A worked example of prompts/read_problem_examples.json."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    algorithm: str
    message: str
    reply: JsonValue


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelReading:
    """What came of the duty. `problem` is None if no attempt passed its checks.

    `failed` is the message of an endpoint that failed, for staff: the student is asked for the data
    as a list then, as for a reading that did not pass.
    """

    problem: Problem | None
    attempts: tuple[ModelAttempt, ...] = ()
    failed: str | None = None


def read_told(text: str, model: ChatModel, stop: Stop) -> ModelReading:
    """Let `model` read the graph or the array that a text tells; a failed reading is repaired once.

    Nothing in the reading is believed unchecked: every name and number must stand in the text, both
    ends of an edge and its weight near each other, and every number of the text must be used or
    explained. Without an algorithm's name, or without enough names and numbers for any data, the
    model is not asked. An endpoint that fails is reported, not raised.
    """
    algorithm = readable(text)
    if algorithm is None:
        return ModelReading(problem=None)
    tried = ask_checked(
        Request(
            duty=DUTY,
            prompt=[*fixed_messages(), request(text, algorithm)],
            schema=schema_for(algorithm),
            max_tokens=MAX_TOKENS,
        ),
        lambda reply: _judge(reply, text, algorithm),
        _repair,
        model,
        stop,
    )
    return ModelReading(problem=tried.found, attempts=tried.attempts, failed=tried.problem)


def readable(text: str) -> Algorithm | None:
    """Return the algorithm of a text that may tell its data in words, None if it does not."""
    named = name_algorithm(text)
    if named is None or len(text) > LONGEST:
        return None
    algorithm = algorithm_named(named)
    return algorithm if tells_data(text, algorithm) else None


@cache
def fixed_messages() -> tuple[ChatMessage, ...]:
    """The part of the prompt that never changes, which a model server keeps ready."""
    examples = TypeAdapter(tuple[ReadProblemExample, ...]).validate_json(
        (PROMPTS_DIR / "read_problem_examples.json").read_bytes()
    )
    messages = [ChatMessage("system", render("system"))]
    for example in examples:
        messages.append(request(example.message, algorithm_named(example.algorithm)))
        messages.append(ChatMessage("assistant", json.dumps(example.reply, ensure_ascii=False)))
    return tuple(messages)


def request(text: str, algorithm: Algorithm) -> ChatMessage:
    """Return the words in which a text is put to the model."""
    used = algorithm.needs | algorithm.may_have
    words = render(
        "read_problem",
        message=text,
        graph=algorithm.data == "graph",
        ends="start" in used,
        heuristic="heuristic" in used,
        target="target" in used,
    )
    return ChatMessage("user", words)


def schema_for(algorithm: Algorithm) -> JsonSchema:
    """Return the shape of the reply: the fields that the algorithm uses, all of them needed."""
    used = algorithm.needs | algorithm.may_have
    if algorithm.data == "array":
        fields = {"array": _list_of({"type": "number"})}
        return _object(fields | ({"target": _NUMBER} if "target" in used else {}))
    ends = {"from": _NAME, "to": _NAME}
    edge = _object({**ends, "weight": _NUMBER} if uses_numbers(algorithm) else ends)
    fields = {"directed": {"type": "boolean"}, "edges": _list_of(edge)}
    fields |= {end: _OPTIONAL for end in ("start", "goal") if end in used}
    if "heuristic" in used:
        fields["heuristic"] = _list_of(_object({"node": _NAME, "value": {"type": "number"}}))
    return _object(fields)


_NAME: JsonSchema = {"type": "string"}
_OPTIONAL: JsonSchema = {"anyOf": [{"type": "string"}, {"type": "null"}]}
_NUMBER: JsonSchema = {"anyOf": [{"type": "number"}, {"type": "null"}]}


def _object(fields: JsonSchema) -> JsonSchema:
    shape: dict[str, object] = {"type": "object", "properties": fields}
    return shape | {"required": list(fields), "additionalProperties": False}


def _list_of(items: JsonSchema) -> JsonSchema:
    return {"type": "array", "items": items}


def _judge(reply: str, text: str, algorithm: Algorithm) -> tuple[Problem | None, Failure | None]:
    try:
        if algorithm.data == "array":
            found = problem_of_array(read_reply(reply, ArrayDraft), text, algorithm)
        else:
            found = problem_of_graph(read_reply(reply, GraphDraft), text, algorithm)
    except ModelReplyInvalid:
        return None, Failure("not the JSON asked for")
    return (None, found) if isinstance(found, Failure) else (found, None)


def _repair(failure: Failure) -> ChatMessage | None:
    if failure.final:
        return None
    words = render("read_problem_repair", failed_check=failure.check, detail=failure.detail)
    return ChatMessage("user", words)
