"""What is said where there is nothing new to say: the way on, never the same words again."""

from __future__ import annotations

from tutor_app.strategies.asides import NEXT_HINT

STAFF = "your course staff"


def who(contact: str, *, first: bool = False) -> str:
    """Return whom to ask; `first`: at the beginning of a sentence."""
    name = contact or STAFF
    return name[:1].upper() + name[1:] if first else name


def no_other_words(contact: str) -> tuple[str, str]:
    """Say that a hint was given in every way there is; the second where the first was said."""
    return (
        f"I have no other words for this hint. Press “{NEXT_HINT}” and I say more, or show it to "
        f"{who(contact)}.",
        f"This hint is all said. What helps now is “{NEXT_HINT}”, a try of yours, or a talk with "
        f"{who(contact)}.",
    )
