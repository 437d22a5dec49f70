"""Every row of the benchmark's array problems comes out of a run, or what is missing is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evals.traces.trace_json import rows_json
from tutor_app.domain.traces import ProblemInvalid
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.problem_json import problem_of

DEV = Path(__file__).parents[4] / "shared" / "data" / "traces" / "dev.jsonl"
ARRAYS = {
    "binary_search",
    "insertion_sort",
    "selection_sort",
    "bubble_sort",
    "merge_sort",
    "quicksort",
    "heapsort",
}


def problems() -> list[dict[str, Any]]:
    if not DEV.exists():
        return []
    records = [json.loads(line) for line in DEV.read_text(encoding="utf-8").splitlines()]
    return [each for each in records if each["algorithm"] in ARRAYS]


@pytest.mark.skipif(not DEV.exists(), reason="the benchmark is not on this machine")
@pytest.mark.parametrize("record", problems(), ids=lambda record: record["id"])
def test_rows_and_final_are_those_of_the_benchmark(record: dict[str, Any]) -> None:
    expected = record["expected"].get("reference", record["expected"])
    if expected.get("needs_clarification"):
        with pytest.raises(ProblemInvalid) as caught:
            run(problem_of(record["instance"]))
        assert caught.value.lack == expected["reason"]
        return
    done = run(problem_of(record["instance"]))

    assert [row for row in rows_json(done) if row["step"] > 0] == expected["steps"]
    final = {name: list(v) if isinstance(v, tuple) else v for name, v in done.final.items()}
    assert final == expected["final"]
