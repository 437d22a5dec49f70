"""Contradictions planted in the tutor's replies are caught; its correct replies are let through."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evals.traces.planted_contradictions import (
    PLANTS,
    RunReply,
    correct_replies,
    measure_planted,
    plant,
)
from evals.traces.trace_measures import read_gold
from tests.tracing.problems import graph
from tutor_app.domain.traces import Problem
from tutor_app.tracing.exact_run import run

SHARED = Path(__file__).resolve().parents[3] / "shared/data/traces/dev.jsonl"
needs_data = pytest.mark.skipif(not SHARED.exists(), reason=f"the benchmark is not at {SHARED}")
SEARCH = run(Problem(algorithm="ucs", graph=graph("S-A 1, A-G 2"), start="S", goal="G"))


@needs_data
def test_at_least_99_of_100_are_caught_and_at_most_1_of_100_correct_replies_stopped() -> None:
    result: dict[str, Any] = measure_planted(read_gold(SHARED), count=200, seed=11)

    assert result["planted"] == 200
    assert result["caught"] >= 198, json.dumps(result["missed"], indent=1)
    assert result["false_alarms"] <= 0.01 * result["replies"], json.dumps(result["alarms"][:5])


@needs_data
def test_replies_are_about_every_kind_of_problem() -> None:
    replies = correct_replies(read_gold(SHARED), seed=1)

    assert len({reply.run.algorithm.id for reply in replies}) == 19
    assert any(reply.verdict is not None and reply.verdict.correct for reply in replies)


def test_every_kind_changes_one_thing_of_the_text() -> None:
    text = "Step 2 is: node: A; OPEN: G (g = 3). Path: S → A → G. Steps 1 to 2 are right."
    planted = plant([RunReply(text, SEARCH)], count=5, seed=3)

    assert [each.kind for each in planted] == list(PLANTS)
    assert all(each.text != text for each in planted)
