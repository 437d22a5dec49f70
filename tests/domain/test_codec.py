"""What goes to Redis and the database is strict JSON, and comes back the same."""

from __future__ import annotations

import json
import math

import pytest

from tutor_app.domain.codec import event_from_json, event_to_json, record_from_json, record_to_json
from tutor_app.domain.teaching import TracingRecord
from tutor_app.domain.traces import Edge, Graph, Problem, StudentTrace
from tutor_app.domain.values import (
    AnswerDone,
    AnswerFailed,
    AnswerStopped,
    Event,
    IntentRecognised,
    TraceShown,
    TurnRecord,
)
from tutor_app.tracing.checking.check_trace import check

PROBLEM = Problem(
    algorithm="dijkstra",
    graph=Graph(
        directed=True,
        weighted=True,
        nodes=("A", "B", "C"),
        edges=(Edge(source="A", target="B", weight=2), Edge(source="B", target="C", weight=1)),
    ),
    start="A",
)
TRACE = StudentTrace(rows=({"step": 1, "node": "A", "dist": {"A": 0, "B": 2, "C": math.inf}},))


def test_a_trace_with_infinity_is_strict_json_and_is_judged_the_same_after_it() -> None:
    stored = json.dumps(event_to_json(TraceShown(problem=PROBLEM, attempt=TRACE)), allow_nan=False)
    back = event_from_json(json.loads(stored))

    assert isinstance(back, TraceShown)
    assert back.problem == PROBLEM
    assert back.attempt is not None
    again = check(PROBLEM, frozenset(), back.attempt)
    assert again.differences == check(PROBLEM, frozenset(), TRACE).differences == ()
    assert again.first_error_step == check(PROBLEM, frozenset(), TRACE).first_error_step


def test_a_record_comes_back_the_same() -> None:
    record = TurnRecord(
        intent="tracing",
        found=None,
        tracing=TracingRecord(problem=PROBLEM, key="k", policy="predict"),
    )

    assert record_from_json(json.loads(json.dumps(record_to_json(record)))) == record


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        (IntentRecognised(intent="tracing"), "understood"),
        (AnswerStopped(), "stopped"),
        (AnswerFailed(message="It broke."), "failed"),
        (AnswerDone(record=TurnRecord(intent=None, found=None)), "done"),
    ],
)
def test_events_keep_the_type_under_which_conversations_have_them(event: Event, kind: str) -> None:
    stored = json.loads(json.dumps(event_to_json(event)))

    assert stored["type"] == kind
    assert event_from_json(stored) == event
