"""A message that states a problem and tells its steps in the same breath: where the one ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tutor_app.tracing.reading.reading_results import Reading
from tutor_app.tracing.reading.tokens import tokenize
from tutor_app.tracing.telling.told_work import CONFIRMING, ToldWork, read_told_work

LONGEST = 2_500  # characters
MOST_CUTS = 14
LEAST_EDGES = 3
# What may be lacking of the problem: its steps show it.
SHOWN_BY_STEPS = frozenset({"missing_start", "missing_goal"})
_ENDS = frozenset({"newline", "colon", "dot", "semi", "unknown"})


def read_steps_behind(text: str, read: Callable[[str], Reading | None]) -> Reading | None:
    """Return the problem that a message begins with, and the steps told behind it.

    `read` reads the problem of a part. Every place where the problem may end is tried, the first
    one for each graph; None where the rest surely tells steps at none of them.
    """
    if len(text) > LONGEST:
        return None
    best: tuple[Reading, ToldWork] | None = None
    seen: list[object] = []
    for cut in _cuts(text):
        before = read(text[:cut])
        if before is None or before.problem.graph is None or before.problem in seen:
            continue
        lacks = before.question is not None and before.question.reason not in SHOWN_BY_STEPS
        if lacks or len(before.problem.graph.edges) < LEAST_EDGES:
            continue
        seen.append(before.problem)
        told = read_told_work(text[cut:], before.problem, before.stated, None, asked=True)
        if told is None or not (told.sure and _tells_lists(told)):
            continue
        if best is None or told.worth < best[1].worth:
            best = before, told
    if best is None:
        return None
    before, told = best
    return replace(before, problem=told.problem, student=told.student, question=None, kind="check")


def _tells_lists(told: ToldWork) -> bool:
    """Whether rows say more than a node, but for an order of depth-first search."""
    rows = told.student.rows if told.student is not None else ()
    lists = sum(bool(row.keys() - {"step", "node"}) for row in rows)
    return told.problem.algorithm == "dfs" or lists >= CONFIRMING


def _cuts(text: str) -> Iterator[int]:
    """Yield the places behind which something new may begin."""
    found = 0
    for token in tokenize(text):
        if token.kind in _ENDS and found < MOST_CUTS:
            found += 1
            yield token.end
