"""Values to JSON and back, at the edges: Redis streams, database rows, HTTP."""

from __future__ import annotations

import math
from typing import Any, get_args

from pydantic import TypeAdapter

from tutor_app.domain import values
from tutor_app.domain.values import Event, TurnRecord

Json = dict[str, Any]

# Conversations are stored under these, so they outlive a class's name.
_STORED_AS: dict[type[Any], str] = {
    values.IntentRecognised: "understood",
    values.AnswerStopped: "stopped",
    values.AnswerFailed: "failed",
    values.AnswerDone: "done",
}
_EVENT_ADAPTERS: dict[str, TypeAdapter[Any]] = {
    _STORED_AS.get(cls, cls.__name__.lower()): TypeAdapter(cls) for cls in get_args(Event)
}
_RECORD: TypeAdapter[TurnRecord] = TypeAdapter(values.TurnRecord)


def event_to_json(event: Event) -> Json:
    """Return `{"type": "quote", …fields}`."""
    kind = _STORED_AS.get(type(event), type(event).__name__.lower())
    fields: Json = _finite(_EVENT_ADAPTERS[kind].dump_python(event, mode="json"))
    return {"type": kind, **fields}


def event_from_json(data: Json) -> Event:
    """The inverse of `event_to_json`.

    Raises:
        KeyError: no event has this type.
        pydantic.ValidationError: the fields are not the event's.
    """
    fields = {key: value for key, value in data.items() if key != "type"}
    event: Event = _EVENT_ADAPTERS[data["type"]].validate_python(fields)
    return event


def record_to_json(record: TurnRecord) -> Json:
    data: Json = _finite(_RECORD.dump_python(record, mode="json"))
    return data


def record_from_json(data: Json) -> TurnRecord:
    return _RECORD.validate_python(data)


def _finite(value: Any) -> Any:
    """Write infinity in a student's trace as text: JSON has no such number, databases refuse it."""
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_finite(item) for item in value]
    return value
