"""The problem in the lab's text, for the algorithm that was picked next to it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from tutor_app.tracing.algorithm import algorithm_named, all_algorithms
from tutor_app.tracing.exact_run import with_defaults
from tutor_app.tracing.reading.problem_reader import read_problem

if TYPE_CHECKING:
    from tutor_app.tracing.reading.reading_results import Reading


def read_problem_for(text: str, picked: str) -> Reading | None:
    """Return the problem in a text; a picked algorithm wins over the one that the text names."""
    if not picked:
        return read_problem(text)
    order = f"Run {algorithm_named(picked).english_name}."
    for written in (f"{order}\n{text}", f"{order}\n{_without_names(text, picked)}"):
        reading = read_problem(written)
        if reading is not None and reading.problem.algorithm == picked:
            return reading
    reading = read_problem(text)
    if reading is None:
        return None
    # The data were understood: what the picked algorithm lacks of them, its run says.
    problem = replace(reading.problem, algorithm=picked)
    return replace(reading, problem=with_defaults(problem, algorithm_named(picked)), question=None)


def _without_names(text: str, picked: str) -> str:
    for algorithm in all_algorithms().values():
        if algorithm.id != picked:
            for pattern in algorithm.called:
                text = re.sub(pattern, "it", text, flags=re.IGNORECASE)
    return text
