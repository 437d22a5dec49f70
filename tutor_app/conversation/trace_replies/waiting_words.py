"""What waits after a row, in words: the two smallest entries, or all in their order."""

from __future__ import annotations

from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.run_sentences import name_step
from tutor_app.tracing.narration.values_in_words import write_number
from tutor_app.tracing.waiting_entries import list_waiting
from tutor_app.wording.catalogue import phrase

TWO_WAIT = phrase(
    "trace_reactions.two_wait", "row", "first", "first_value", "second", "second_value"
)
ONE_WAITS = phrase("trace_reactions.one_waits", "row", "first")
FRONT_WAITS = phrase("trace_reactions.front_waits", "row", "nodes")
TOP_WAITS = phrase("trace_reactions.top_waits", "row", "nodes")


def describe_waiting(exact: AlgorithmRun, seen: int) -> str | None:
    """Return the two smallest entries that wait, or all in their order where that decides."""
    waiting = list_waiting(exact, seen)
    if not waiting:
        return None
    row = name_step(exact.algorithm, seen)
    if len(waiting) == 1:
        return ONE_WAITS(row=row, first=waiting[0].node)
    if any(each.value is None for each in waiting):
        ordered = TOP_WAITS if exact.algorithm.id == "dfs" else FRONT_WAITS
        return ordered(row=row, nodes=", ".join(each.node for each in waiting))
    two = sorted(waiting, key=lambda each: each.value or 0.0)[:2]
    first, second = sorted(two, key=lambda each: each.node)
    return TWO_WAIT(
        row=row,
        first=first.node,
        first_value=write_number(first.value),
        second=second.node,
        second_value=write_number(second.value),
    )
