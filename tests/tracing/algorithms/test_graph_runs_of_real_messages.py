"""Rows and results of 42 problems as students type them, checked there by a second program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evals.traces.trace_json import row_of
from tutor_app.domain.traces import ProblemInvalid
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.problem_json import problem_of

TRACES = Path(__file__).parents[4] / "shared/data/traces/dev.jsonl"
THESE = {"toposort", "prim", "kruskal", "bellman_ford", "alphabeta"}
FOUND_WHEN_RUN = {"missing_weight", "missing_leaf", "missing_graph"}

if not TRACES.exists():
    pytest.skip(f"the problems are not here: {TRACES}", allow_module_level=True)

RECORDS = [
    record
    for record in map(json.loads, TRACES.read_text(encoding="utf-8").splitlines())
    if record["algorithm"] in THESE
]


def named(record: dict) -> str:
    return f"{record['id']} {record['algorithm']}"


@pytest.mark.parametrize(
    "record", [r for r in RECORDS if not r["expected"]["needs_clarification"]], ids=named
)
def test_rows_and_result_are_exactly_the_reference(record: dict) -> None:
    expected = record["expected"].get("reference", record["expected"])
    done = run(problem_of(record["instance"]))

    assert list(done.rows()) == [row_of(row) for row in expected["steps"]]
    assert done.final == row_of(expected["final"])


@pytest.mark.parametrize(
    "record", [r for r in RECORDS if r["expected"]["needs_clarification"]], ids=named
)
def test_what_is_missing_is_named(record: dict) -> None:
    assert record["expected"]["reason"] in FOUND_WHEN_RUN
    with pytest.raises(ProblemInvalid) as caught:
        run(problem_of(record["instance"]))

    assert caught.value.lack == record["expected"]["reason"]
