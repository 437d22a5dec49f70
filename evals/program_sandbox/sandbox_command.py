"""`python -m evals sandbox`: what gets out of the boundary, and how long a run takes."""

from __future__ import annotations

import json
import statistics
import time
from collections import Counter
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from evals.program_sandbox.exhaustion import EXHAUSTION
from evals.program_sandbox.trial import Attempt, surroundings, try_refused, try_to_exhaust
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case
from tutor_app.programs.sandbox import probe_isolation

PROGRAM = """def find(a, x):
    lo = 0
    hi = len(a) - 1
    while lo < hi:
        mid = (lo + hi) // 2
        if a[mid] == x:
            return mid
        if a[mid] < x:
            lo = mid + 1
        else:
            hi = mid - 1
    return -1
"""
CASES = 10

out = Console()


def sandbox_command(
    runs: Annotated[int, typer.Option(help="how many runs are timed")] = 30,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Attempts to get out of the boundary that runs students' programs; seconds of a run."""
    off = probe_isolation()
    if off is not None:
        out.print(f"Programs are not run on this machine: {off.reason}.")
        raise typer.Exit(1)
    attempts = make_attempts()
    result = {**summary(attempts), **time_runs(runs)}
    if as_json:
        print(json.dumps(result))
    else:
        _show(result)
    if result["escapes"]:
        raise typer.Exit(1)


def make_attempts() -> list[Attempt]:
    """Make every attempt once."""
    with surroundings() as around:
        return [*try_refused(around), *(try_to_exhaust(name, around) for name in EXHAUSTION)]


def summary(attempts: list[Attempt]) -> dict[str, Any]:
    """Counts, and each attempt that got out or was told wrongly."""
    return {
        "attempts": len(attempts),
        "escapes": sum(bool(each.escapes) for each in attempts),
        "told wrongly": sum(bool(each.told_wrongly) for each in attempts),
        "statuses": dict(Counter(each.status for each in attempts)),
        "odd": [asdict(each) for each in attempts if each.escapes or each.told_wrongly],
    }


def time_runs(runs: int) -> dict[str, Any]:
    """Wall seconds of a run of one short program on ten cases, one of them traced."""
    cases = [
        Case(call=Call(text=f"find([1, 3, 5], {x})"), origin="generated", expected="-1")
        for x in range(CASES)
    ]
    seconds = []
    for _ in range(runs):
        begun = time.monotonic()
        run = run_program(PROGRAM, cases, trace_case=0)
        seconds.append(time.monotonic() - begun)
        assert run.our_fault is None, run.our_fault
    cuts = statistics.quantiles(seconds, n=20, method="inclusive")
    return {"runs": runs, "seconds p50": round(cuts[9], 3), "seconds p95": round(cuts[18], 3)}


def _show(result: dict[str, Any]) -> None:
    table = Table("measure", "value")
    for name, value in result.items():
        table.add_row(name, json.dumps(value))
    out.print(table)
