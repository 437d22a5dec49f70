"""A graph with a negative weight goes on under the algorithm that allows it, or under one named."""

from __future__ import annotations

from dataclasses import replace

from tutor_app.domain.lexicon import YES_WORDS
from tutor_app.domain.traces import Problem, ProblemInvalid
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.reading.algorithm_names import name_algorithm

ALLOWS_NEGATIVE = "bellman_ford"


def on_other_algorithm(text: str, problem: Problem) -> Problem | None:
    """Return the problem's data under the algorithm that a message names, or agrees to.

    None where it does neither, or where that algorithm cannot be run on them either.
    """
    agrees = text.casefold().split()[:1] and text.casefold().split()[0].strip(".,!") in YES_WORDS
    meant = ALLOWS_NEGATIVE if agrees and has_negative_weight(problem) else None
    wanted = name_algorithm(text) or meant
    if wanted is None or wanted == problem.algorithm:
        return None
    other = replace(problem, algorithm=wanted, conventions={})
    return other if lack_of(other) is None else None


def has_negative_weight(problem: Problem) -> bool:
    """Whether a negative weight is what keeps a problem from being run."""
    return lack_of(problem) == "negative_edge"


def lack_of(problem: Problem) -> str | None:
    """Return what keeps a problem from being run; None where nothing does."""
    try:
        run(problem)
    except ProblemInvalid as exc:
        return exc.lack
    return None
