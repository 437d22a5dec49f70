"""Run on the benchmark's own instances, every search writes its reference table exactly.

The benchmark (shared/data/traces) lies beside the checkout; its own scorer compares.
"""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

from evals.traces.trace_json import final_json, rows_json
from tutor_app.domain.traces import ProblemInvalid
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.problem_json import problem_of

TRACES = Path(__file__).resolve().parents[4] / "shared" / "data" / "traces"
SEARCHES = ("bfs", "dfs", "ucs", "greedy", "astar", "dijkstra", "ids")
# What only the message shows; in the instance there is then no goal or no start.
READ = {"conflicting_goal": "missing_goal", "conflicting_start": "missing_start"}

pytestmark = pytest.mark.skipif(not TRACES.exists(), reason="the benchmark is not on this machine")


def scorer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("traces_score", TRACES / "score.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def records(algorithm: str) -> list[dict]:
    lines = (TRACES / "dev.jsonl").read_text(encoding="utf-8").splitlines()
    return [each for each in map(json.loads, lines) if each["algorithm"] == algorithm]


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_tables_and_results_are_exact_even_in_the_order_of_open(algorithm: str) -> None:
    score, compared = scorer(), 0
    for record in records(algorithm):
        expected = record["expected"].get("reference", record["expected"])
        if expected.get("needs_clarification"):
            continue
        done = run(problem_of(record["instance"]))
        assert score.table_ok(algorithm, expected["steps"], rows_json(done), True), record["id"]
        assert score.final_ok(algorithm, expected["final"], final_json(done), True), record["id"]
        compared += 1
    assert compared >= 5


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_what_cannot_be_run_is_refused_for_the_same_reason(algorithm: str) -> None:
    for record in records(algorithm):
        reason = record["expected"].get("reason")
        if reason in (None, "contradictory_weight"):  # of parallel edges the lightest counts
            continue
        with pytest.raises(ProblemInvalid) as refused:
            run(problem_of(record["instance"]))
        assert refused.value.lack == READ.get(reason, reason), record["id"]
