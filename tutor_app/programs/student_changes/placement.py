"""A change in its place, and the choice between places."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tutor_app.programs.code_in_text import parse_program

CLEARLY = 0.05  # how much more alike the best place must be than the next
MOST_CANDIDATES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A program with a student's change in place.

    `line` is 1-based, in the changed program. `likeness` says how well the change fits there,
    from 0 to 1. `inserted` where a line came in, rather than in the place of another one; `whole`
    where a function or program was pasted, which need not be one that Python reads. `named`: words
    name its place.
    """

    source: str
    line: int
    new_text: str
    likeness: float
    inserted: bool = False
    whole: bool = False
    old_line: int = 0
    named: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """The places that a described change can have, the likeliest first; none where it is none."""

    candidates: tuple[Change, ...] = ()

    @property
    def change(self) -> Change | None:
        """The change where its place is clear; None where there is none or it is ambiguous."""
        if not self.candidates:
            return None
        best, *others = self.candidates
        clear = all(best.likeness >= other.likeness + CLEARLY for other in others)
        return best if clear else None


def change_of(
    source: str, line: int, new_text: str, alike: float, *, inserted: bool = False
) -> Change:
    """Return a change; see `Change` for what the parts mean."""
    return Change(source=source, line=line, new_text=new_text, likeness=alike, inserted=inserted)


def as_placement(before: str, changes: Iterable[Change]) -> Placement:
    """Return the changes that Python reads and that change something, each once."""
    once: dict[str, Change] = {}
    for change in sorted(changes, key=lambda each: -each.likeness):
        is_read = change.whole or parse_program(change.source) is not None
        if change.source != before and is_read:
            once.setdefault(change.source, change)
    return Placement(candidates=tuple(once.values())[:MOST_CANDIDATES])
