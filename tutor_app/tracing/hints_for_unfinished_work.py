"""Hints for work that is right so far and not finished: how to continue; no mistake is named."""

from __future__ import annotations

from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.narration.convention_texts import describe_convention
from tutor_app.tracing.narration.values_in_words import join_items, write_cell
from tutor_app.wording.catalogue import phrase

OPEN_READING = phrase("trace_hints.open_reading", "conventions")
RIGHT_SO_FAR = phrase("trace_hints.right_so_far")
RULE_TO_GO_ON = phrase("trace_hints.rule_to_go_on", "rule")
RULE_ON_LAST_ROW = phrase("trace_hints.rule_on_last_row")
NEXT_NEEDS_LAST_ROW = phrase("trace_hints.next_needs_last_row")
PART_OF_LAST_ROW = phrase("trace_hints.part_of_last_row")
ONE_ROW_ONLY = phrase("trace_hints.one_row_only")
FIRST_ENTRY_CHANGED = phrase("trace_hints.first_entry_changed")
RIGHT_UP_TO = phrase("trace_hints.right_up_to", "last")
RULE_ON_ROW_OF = phrase("trace_hints.rule_on_row_of", "last")
MAX_NAME = 40  # characters of what a row is about


def is_unfinished(verdict: Verdict) -> bool:
    """Return whether the student is on the way: all rows are right, and no end is claimed."""
    return verdict.missing and bool(verdict.student.rows) and not verdict.student.final


def state_reading(verdict: Verdict) -> tuple[str, ...]:
    """Return how the message was read if it leaves that open; nothing if it was read as usual."""
    if not verdict.reading:
        return ()
    algorithm = verdict.run.algorithm.id
    conventions = [describe_convention(k, v, algorithm) for k, v in verdict.reading.items()]
    return (OPEN_READING(conventions=join_items(conventions)),)


def hint_next_row(verdict: Verdict, again: int) -> tuple[tuple[str, ...], str] | None:
    """Return the rule to go on with and a question about it, None if no words are left.

    `again` counts how often it was said for this row; 3 is for a later row, for which the rule was
    said before.
    """
    if not again:
        rule = RULE_TO_GO_ON(rule=verdict.run.algorithm.rule)
        return (RIGHT_SO_FAR(), *state_reading(verdict), rule), RULE_ON_LAST_ROW()
    if again == 1:
        return (NEXT_NEEDS_LAST_ROW(),), PART_OF_LAST_ROW()
    if again == 2:
        return (ONE_ROW_ONLY(),), FIRST_ENTRY_CHANGED()
    last = _name_last_row(verdict)
    if again > 3 or not last:
        return None
    return (RIGHT_UP_TO(last=last),), RULE_ON_ROW_OF(last=last)


def _name_last_row(verdict: Verdict) -> str:
    """Return what the student's last row is about: its node, its edge; empty if that is long."""
    row, algorithm = verdict.student.rows[-1], verdict.run.algorithm
    column = next((name for name in algorithm.selected if row.get(name) is not None), None)
    name = "" if column is None else write_cell(column, row[column])
    return name if len(name) <= MAX_NAME else ""
