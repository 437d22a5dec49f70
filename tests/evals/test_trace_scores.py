"""The tracing scores are those of the benchmark's own scorer, problem by problem."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from evals.traces.trace_measures import measure_traces, predict_gold, read_gold, unexplained
from evals.traces.trace_scores import Tally, alike, canonical, final_right, instance_right, score

SHARED = Path(__file__).resolve().parents[3] / "shared/data/traces"
needs_data = pytest.mark.skipif(
    not (SHARED / "dev.jsonl").exists(), reason=f"the benchmark is not at {SHARED}"
)
LINES = {
    "instance read exactly": "instance",
    "conventions read exactly": "conventions",
    "final answer exact": "final",
    "full step table exact": "table",
    "check: correct/incorrect": "verdict",
    "check: first error exact": "first_error",
    "check: error label (optional)": "error_type",
}


def damaged(prediction: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """Return the prediction with a few things in it changed, in any of its parts."""
    changed = copy.deepcopy(prediction)
    for _ in range(dice.randint(0, 2)):
        at: Any = changed
        while isinstance(at, dict | list) and at:
            key = dice.choice(list(at) if isinstance(at, dict) else range(len(at)))
            if not isinstance(at[key], dict | list) or not at[key]:
                nudged = at[key] + 0.3 if isinstance(at[key], int | float) else "c"
                at[key] = dice.choice(
                    [nudged, None, 3, "3", "∞", True, "b", [], {"node": "A"}, -1.5]
                )
                break
            at = at[key]
            if isinstance(at, list) and dice.random() < 0.2:
                dice.shuffle(at)
                break
    return changed


@needs_data
@pytest.mark.parametrize("seed", range(6))
def test_scores_agree_with_the_benchmarks_scorer(seed: int, tmp_path: Path) -> None:
    gold = read_gold(SHARED / "dev.jsonl")
    dice = random.Random(seed)
    predictions = {p["id"]: damaged(predict_gold(p), dice) for p in gold if dice.random() < 0.95}
    for each in predictions.values():
        each.setdefault("instance", {})
    file = tmp_path / "predictions.jsonl"
    lines = [json.dumps({"id": id_, **each}) for id_, each in predictions.items()]
    file.write_text("\n".join(lines), encoding="utf-8")
    command = [sys.executable, str(SHARED / "score.py"), str(SHARED / "dev.jsonl"), str(file)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout

    tally = score(gold, predictions)
    ours = tally.of("all", LINES.values())
    for line in said.splitlines():
        name = next((name for name in LINES if line.startswith(name)), None)
        if name is not None:
            right, of = line[32:].split("/")[0], line[32:].split("/")[1].split()[0]
            assert [int(right), int(of)] == ours[LINES[name]], line
    asked = f"({tally.asked_rightly}/{tally.asked_rightly + tally.asked_wrongly})"
    assert asked in said


@needs_data
def test_every_table_and_verdict_of_a_problem_that_is_read_right_is_exact() -> None:
    result = measure_traces(read_gold(SHARED / "dev.jsonl"), predict_gold)

    assert result["wrong"] == {}
    assert result["measures"]["table"] == [85, 85]
    assert result["measures"]["first_error"] == [62, 62]


def test_numbers_names_and_infinity_agree_in_any_spelling() -> None:
    pairs = [(3, "3"), ("A", "a"), ("inf", "∞"), (0.1 + 0.2, 0.3), (None, "-"), ("inf", 1e999)]

    assert all(alike(canonical(a), canonical(b)) for a, b in pairs)
    assert not alike(canonical(True), canonical(1))
    assert not alike(canonical(3), canonical(3.3))
    assert not alike(canonical("inf"), canonical("-inf"))


def test_a_problem_without_prediction_is_wrong_in_everything_asked() -> None:
    gold = {
        "id": "a",
        "algorithm": "bfs",
        "kind": "trace",
        "instance": {"algorithm": "bfs"},
        "expected": {"needs_clarification": False, "steps": [], "final": {"order": ["A"]}},
    }

    tally = score([gold], {})

    assert isinstance(tally, Tally)
    assert tally.of("all", ("instance", "conventions", "table", "final")) == {
        "instance": [0, 1],
        "conventions": [0, 1],
        "table": [0, 1],
        "final": [0, 1],
    }


def test_undirected_edges_agree_in_any_order_unless_the_order_matters() -> None:
    told = {
        "algorithm": "bfs",
        "directed": False,
        "weighted": True,
        "nodes": ["A", "B", "C"],
        "edges": [["A", "B", 1], ["B", "C", 2]],
    }
    turned = {**told, "edges": [["c", "b", 2], ["B", "A", 1]]}

    assert instance_right(told, turned)
    assert not instance_right({**told, "neighbor_order": "listed"}, turned)
    assert not instance_right(told, {**turned, "edges": [["C", "B", 2], ["B", "A", 3]]})


def test_what_is_expected_to_be_nothing_may_be_left_out() -> None:
    assert final_right("ucs", {"found": False, "path": None}, {"found": False})
    assert not final_right("ucs", {"found": True, "path": ["A"]}, {"found": True})


def test_nodes_and_numbers_that_the_message_does_not_hold_are_unexplained() -> None:
    read = {"nodes": ["A", "B"], "edges": [["A", "B", 7]], "heuristic": {"A": 2}}

    assert unexplained("a to b costs 7, h(a) is two", read) == []
    assert unexplained("a to b costs 7", read) == ["2"]
    assert unexplained("a costs 7 and 2", read) == ["B"]
