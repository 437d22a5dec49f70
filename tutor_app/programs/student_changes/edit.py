"""One way to change a program, and what it takes out and puts in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageEdit:
    """A program with one change. `line` is 1-based in it, `old_line` in the program before.

    `kind` says what was done, `old` and `new` are the texts that went out and came in; `tags` the
    words that may name the place and the doing, `used` the message's fragments that it puts in,
    by number, `traits` what else speaks for or against it.
    """

    source: str
    line: int
    old_line: int
    kind: str
    old: str
    new: str
    tags: frozenset[str]
    used: tuple[int, ...] = ()
    traits: tuple[str, ...] = ()
    inserted: bool = False
