"""How the course itself writes depth-first search: does its procedure call itself?"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from tutor_app.domain.traces import Problem, Value
from tutor_app.domain.values import Chunk
from tutor_app.tracing.algorithm import algorithm_named

_CALL: Final = re.compile(r"([\w-]+)\(")
CALLS_ITSELF = 2  # its name, and its call
# The order of a procedure that visits the neighbours in their order, as a stack brings it about.
AS_VISITED: Final[dict[str, Value]] = {
    "duplicates": "allow",
    "neighbor_order": "reverse_alphabetical",
}


def marks_when_taken(chunks: Iterable[Chunk]) -> bool:
    """Whether the material writes depth-first search as a procedure that calls itself."""
    return any(_calls_itself(sentence.text) for chunk in chunks for sentence in chunk.sentences)


def _calls_itself(text: str) -> bool:
    names = [name for name in _CALL.findall(text) if _is_dfs(name)]
    return any(names.count(name) >= CALLS_ITSELF for name in names)


def _is_dfs(name: str) -> bool:
    called = algorithm_named("dfs").called
    return any(re.fullmatch(each, name.replace("_", "-"), re.IGNORECASE) for each in called)


def as_course_reads(problem: Problem) -> Problem:
    """Return a problem of depth-first search as a procedure runs that marks what it visits."""
    return replace(problem, conventions={**problem.conventions, **AS_VISITED})
