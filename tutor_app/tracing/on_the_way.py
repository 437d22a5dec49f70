"""What is said to work that is right so far and not finished: how to go on, and no mistake."""

from __future__ import annotations

from tutor_app.tracing.checking.verdict import Verdict
from tutor_app.tracing.wording.conventions import convention_phrase
from tutor_app.tracing.wording.say import cell, listed

MAX_NAME = 40  # characters of what a row is about
_LIKE_THAT = (
    "Which of its steps is like your next one?",
    "How does your next row come from your last, in the same way?",
    "What would this step change in your last row?",
)


def is_unfinished(verdict: Verdict) -> bool:
    """Return whether the student is on the way: all rows are right, and no end is claimed."""
    return verdict.missing and bool(verdict.student.rows) and not verdict.student.final


def reading_sentences(verdict: Verdict) -> tuple[str, ...]:
    """Return how the message was read where it leaves that open; nothing if as usual."""
    if not verdict.reading:
        return ()
    phrases = listed(
        [convention_phrase(k, v, verdict.run.algorithm.id) for k, v in verdict.reading.items()]
    )
    return (f"The exercise leaves this open, and I read it as you do: {phrases}.",)


def next_by_rule(verdict: Verdict, again: int) -> tuple[tuple[str, ...], str] | None:
    """Return the rule to go on with and a question about it, None where no words are left.

    `again` counts how often it was said for this row; 3 is for a later row, where the rule itself
    was said before.
    """
    if not again:
        rule = f"The rule to go on with: {verdict.run.algorithm.rule}"
        said = ("What you have is right so far.", *reading_sentences(verdict), rule)
        return said, "What does it say about your last row?"
    if again == 1:
        said = ("Your last row holds all that the next one needs.",)
        return said, "Which part of the rule speaks of what stands there?"
    if again == 2:
        said = ("Go on by one row only: copy your last one, and change what the rule changes.",)
        return said, "Which entry is the first that does not stay?"
    last = _last_of(verdict)
    if again > 3 or not last:
        return None
    said = (f"Up to {last} all of yours is right.",)
    return said, f"What does the same rule make of the row of {last}?"


def go_on_like_that(again: int) -> str:
    """Lead from a worked example back to the student's next row."""
    return _LIKE_THAT[again % len(_LIKE_THAT)]


def _last_of(verdict: Verdict) -> str:
    """Return what the student's last row is about: its node, its edge; empty where that is long."""
    row, algorithm = verdict.student.rows[-1], verdict.run.algorithm
    name = next((name for name in algorithm.selected if row.get(name) is not None), None)
    said = "" if name is None else cell(name, row[name])
    return said if len(said) <= MAX_NAME else ""
