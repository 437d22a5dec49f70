"""Students' traces and exact runs as the benchmark has them in JSON, beside problem_json.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from tutor_app.domain.traces import Row, StudentTrace
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.problem_json import json_of, value_of

Json = Any  # what json.loads returns


def student_of(trace: Mapping[str, Json] | None) -> StudentTrace | None:
    """Return a student's rows and final claims; None where there are none."""
    if trace is None:
        return None
    return StudentTrace(
        rows=tuple(row_of(row) for row in trace.get("rows") or ()),
        final=row_of(trace.get("final") or {}),
    )


def row_of(row: Mapping[str, Json]) -> Row:
    """Return a row as a value: lists are tuples, "inf" is infinity."""
    return {name: value_of(entry) for name, entry in row.items()}


def rows_json(run: AlgorithmRun) -> list[dict[str, Json]]:
    """Return the run's rows, each with "step"."""
    return [json_of(row) for row in run.rows()]


def final_json(run: AlgorithmRun) -> dict[str, Json]:
    """Return what comes out of the run."""
    return cast(dict[str, Json], json_of(run.final))
