"""One way to change a program, and what it takes out and puts in."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tutor_app.programs.code_in_text import parse_program


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


def row_edit(source: str, line: int, old_line: int, old: str, new: str) -> MessageEdit:
    """Return an edit of rows, of which no words are weighed."""
    return MessageEdit(
        source=source, line=line, old_line=old_line, kind="line", old=old, new=new, tags=frozenset()
    )


def fill_empty(edit: MessageEdit) -> MessageEdit:
    """Return an edit with `pass` in what it has left empty; an empty `else` goes."""
    if parse_program(edit.source) is not None:
        return edit
    rows = edit.source.split("\n")
    for number in range(len(rows) - 1, -1, -1):
        below = next((row for row in rows[number + 1 :] if row.strip()), "")
        if rows[number].rstrip().endswith(":") and _depth(below) <= _depth(rows[number]):
            is_else = rows[number].strip() == "else:"
            filled = [rows[number], f"{' ' * (_depth(rows[number]) + 4)}pass"]
            rows[number : number + 1] = [] if is_else else filled
    return replace(edit, source="\n".join(rows))


def _depth(row: str) -> int:
    return len(row) - len(row.lstrip())
