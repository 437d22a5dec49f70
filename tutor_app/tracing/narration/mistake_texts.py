"""What each mistake looks like, and what to look at again, in a student's words."""

from __future__ import annotations

from tutor_app.wording.catalogue import phrases_of

MISTAKES = phrases_of("trace_mistakes")
CHECKS = phrases_of("trace_checks")


def describe_mistake(mistake: str) -> str:
    """Return a mistake as part of a sentence, after "It looks as if …"."""
    known = MISTAKES.get(mistake)
    return mistake.replace("_", " ") if known is None else known()


def advise_on_mistake(mistake: str | None) -> str:
    """Return what to look at again; it gives nothing away. Empty if nothing is known."""
    known = CHECKS.get(mistake or "")
    return "" if known is None else known()
