"""Small edits of the line at which Python stops to read a program."""

from __future__ import annotations

from collections.abc import Iterator

# What beginners bring along from other languages, or type the wrong way round.
_MISTYPED = (
    ("++", " += 1"),
    ("--", " -= 1"),
    ("=!", "!="),
    ("=<", "<="),
    ("=>", ">="),
    ("&&", "and"),
    ("||", "or"),
    ("else if", "elif"),
    ("elseif", "elif"),
    (" = ", " == "),
    (";", ""),
)
_INDENTS = (4, -4, 2, -2, 1, -1, 8, -8, 3, -3)


def mended_at(source: str, line: int) -> str | None:
    """Return a program that compiles and differs in one line only, None where no edit does it.

    `line` is 1-based, the one at which Python stops; the number of lines stays.
    """
    rows = source.split("\n")
    if not 1 <= line <= len(rows):
        return None
    for row in _edits(rows[line - 1], rows[line - 2] if line > 1 else ""):
        changed = "\n".join([*rows[: line - 1], row, *rows[line:]])
        if _compiles(changed):
            return changed
    return None


def _edits(row: str, before: str) -> Iterator[str]:
    for wrong, right in _MISTYPED:
        if wrong in row:
            yield row.replace(wrong, right)
    yield row.rstrip() + ":"
    for closer in (")", "]", "))", '"', "'", "):", '")'):
        yield row.rstrip() + closer
    indent = len(row) - len(row.lstrip())
    yield " " * (len(before) - len(before.lstrip())) + row.lstrip()
    for step in _INDENTS:
        if indent + step >= 0:
            yield " " * (indent + step) + row.lstrip()


def _compiles(source: str) -> bool:
    try:
        compile(source, "program", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
