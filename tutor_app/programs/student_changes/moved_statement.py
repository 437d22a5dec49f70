"""A statement that a change puts in and that stands elsewhere already: it was moved."""

from __future__ import annotations

import ast
import difflib
from collections import Counter

from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.student_changes.edit import fill_empty, row_edit


def with_statement_moved(before: str, after: str) -> str | None:
    """Return the version `after` without the statement of `before` that it has twice now.

    None where no statement, or more than one, comes a second time, or where Python would not read
    the rest: "count += 1 should be after the if" takes it from where it stood.
    """
    old, new = before.split("\n"), after.split("\n")
    had, has = (Counter(row.strip() for row in rows) for rows in (old, new))
    twice = [row for row in has if had[row] == 1 and has[row] == 2 and _does_something(row)]
    if len(twice) != 1:
        return None
    matcher = difflib.SequenceMatcher(None, [r.strip() for r in old], [r.strip() for r in new])
    kept = {
        block.b + n
        for block in matcher.get_matching_blocks()
        for n in range(block.size)
        if new[block.b + n].strip() == twice[0]
    }
    rows = [row for n, row in enumerate(new) if n not in kept]
    moved = fill_empty(row_edit("\n".join(rows), 1, 1, twice[0], twice[0])).source
    return moved if len(kept) == 1 and parse_program(moved) is not None else None


def _does_something(row: str) -> bool:
    """Whether a line sets something or calls something: `continue` may well stand there twice."""
    tree = parse_program(row)
    is_done = ast.Assign | ast.AugAssign | ast.Expr
    return tree is not None and len(tree.body) == 1 and isinstance(tree.body[0], is_done)
