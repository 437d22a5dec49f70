"""Processor time and memory by process of a running instance."""

from __future__ import annotations

from collections.abc import Callable

import psutil

# Words of a command line, and what its process and those that it forks are called in a report.
NAMES = {
    "tutor_app.web.server": "web",
    "--queue turns": "worker",
    "--queue index": "indexer",
    "redis": "redis",
    "model_server": "model",
}


def processor_seconds(root: int) -> dict[str, float]:
    """Processor seconds so far by process, below the process `root`; ended children count too."""
    # User, system, those of ended children.
    return _sums(root, lambda process: sum(process.cpu_times()[:4]))


def megabytes(root: int) -> dict[str, float]:
    """Memory by process, below the process `root`; what several share is divided among them."""
    return _sums(root, lambda process: process.memory_full_info().pss / 1e6)


def _sums(root: int, measure: Callable[[psutil.Process], float]) -> dict[str, float]:
    sums: dict[str, float] = {}
    _add(psutil.Process(root), "supervisor", measure, sums)
    return sums


def _add(
    process: psutil.Process,
    parents_name: str,
    measure: Callable[[psutil.Process], float],
    sums: dict[str, float],
) -> None:
    try:
        command = " ".join(process.cmdline())
        figure = measure(process)
        children = process.children()
    except psutil.NoSuchProcess:
        return
    name = next((name for words, name in NAMES.items() if words in command), parents_name)
    sums[name] = sums.get(name, 0.0) + figure
    for child in children:
        _add(child, name, measure, sums)


def seconds_a_minute(
    before: dict[str, float], after: dict[str, float], seconds: float
) -> dict[str, float]:
    """How much of a processor each took between two readings that lie so many seconds apart."""
    return {
        name: round((used - before.get(name, 0.0)) * 60 / seconds, 1)
        for name, used in sorted(after.items())
    }
