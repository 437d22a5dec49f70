"""Every algorithm that can be traced, by id: each module of tracing/algorithms names its own."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from tutor_app.domain.traces import UnknownAlgorithm
from tutor_app.tracing import algorithms
from tutor_app.tracing.algorithm import Algorithm
from tutor_app.wording.catalogue import phrase

NOT_TRACED = phrase("trace_problems.not_traced", "algorithm", "known")


@cache
def all_algorithms() -> Mapping[str, Algorithm]:
    """Return the algorithms by id, sorted by it."""
    found: dict[str, Algorithm] = {}
    for module in pkgutil.iter_modules(algorithms.__path__):
        named = importlib.import_module(f"{algorithms.__name__}.{module.name}")
        # A module whose name begins with an underscore is what others share.
        for algorithm in getattr(named, "ALGORITHMS", ()):
            found[algorithm.id] = algorithm
    return MappingProxyType(dict(sorted(found.items())))


def algorithm_named(name: str) -> Algorithm:
    """Return the algorithm with this id.

    Raises:
        UnknownAlgorithm: there is none; the message lists those there are.
    """
    known = all_algorithms()
    if name not in known:
        raise UnknownAlgorithm(NOT_TRACED(algorithm=repr(name), known=", ".join(known)))
    return known[name]
