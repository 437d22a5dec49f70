"""Edits that put a piece of code in the place of what words name: a row, or a part of one."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tutor_app.programs.code_in_text import parse_expression, tokens_of
from tutor_app.programs.student_changes.code_fragments import Fragment
from tutor_app.programs.student_changes.edit import MessageEdit, row_edit
from tutor_app.programs.student_changes.edit_features import read_signs
from tutor_app.programs.student_changes.edit_model import rank_edits, shipped_model
from tutor_app.programs.student_changes.message_clause import Clause, is_value
from tutor_app.programs.student_changes.program_parts import Part, ProgramParts
from tutor_app.programs.student_changes.referents import (
    Referent,
)

_CLEARLY = 0.05  # how much more alike the best of several pieces is to what takes its place
_CHANGING = {name for kind in (list, dict, set) for name in dir(kind)} - {*dir(str)}
_WHOLE = ("statement", "header", "block")
MOST_PLACES = 3


def put_over(clause: Clause, old: Referent, new: Fragment | None) -> Iterator[MessageEdit]:
    """Yield the program with a piece in the place of what is named: a row, or a part of one."""
    is_bare = new is not None and is_value(new) and not {"line", "row"} & {*clause.words}
    if (
        new is None
        or new.text.endswith("()")
        or (is_bare and old.written is None)
        or (new.kind == "tail")
    ):
        return
    edits = [edit for part in old.parts for edit in _in_part(clause, part, old, new)]
    if new.kind == "operator" or new.size == 1:
        yield from edits
        return
    alike = [likeness(edit.old, new.text) for edit in edits]
    yield from (e for e, like in zip(edits, alike, strict=True) if like >= max(alike) - _CLEARLY)


def _in_part(clause: Clause, part: Part, old: Referent, new: Fragment) -> Iterator[MessageEdit]:
    if old.written is not None and old.written.kind != "statement" and new.kind != "statement":
        yield from _written_over(clause.program, part, old.written, new)
    elif new.kind in _WHOLE or is_call(new):
        yield from row_over(clause.program, part, complete_call(clause.program, new, part))
    else:
        yield from part_over(clause, part, new)


def is_call(piece: Fragment) -> bool:
    """Whether a piece is a line by itself that only calls: "out.extend(b)"."""
    match parse_expression(piece.text) if piece.kind == "expression" else None:
        case ast.Call(func=ast.Attribute(value=of, attr=name)):
            return not isinstance(of, ast.Constant) and name in _CHANGING
        case ast.Call(func=ast.Name(id=name)):
            return name in _CHANGING
        case _:
            return False


def complete_call(program: ProgramParts, new: Fragment, part: Part | None) -> Fragment:
    """Return "extend(b)" as the call of what the program calls such methods of."""
    match parse_expression(new.text):
        case ast.Call(func=ast.Name(id=name)) if name in _CHANGING:
            nodes = [part.node] if part is not None else []
            for node in (*nodes, *(p.node for p in program.parts)):
                for each in ast.walk(node):
                    match each:
                        case ast.Call(func=ast.Attribute(value=ast.Name(id=of), attr=method)):
                            if method in _CHANGING:
                                return replace(new, text=f"{of}.{new.text}")
                        case _:
                            pass
        case _:
            pass
    return new


def call_over(program: ProgramParts, new: Fragment) -> Iterator[MessageEdit]:
    """Yield a call in the place of the only one that the program has of the same function: "use
    pop(0)"."""
    name = _function_of(parse_expression(new.text))
    calls = [n for n in ast.walk(program.tree) if name is not None and _function_of(n) == name]
    found = calls[0] if len(calls) == 1 else None
    if not isinstance(found, ast.Call) or found.lineno != found.end_lineno:
        return
    row = program.rows[found.lineno - 1]
    text = new.text
    if isinstance(found.func, ast.Attribute) and text.startswith(f"{name}("):
        text = f"{ast.unparse(found.func.value)}.{text}"
    old, rows = row[found.col_offset : found.end_col_offset], [*program.rows]
    rows[found.lineno - 1] = f"{row[: found.col_offset]}{text}{row[found.end_col_offset :]}"
    if text != old:
        yield row_edit("\n".join(rows), found.lineno, found.lineno, old, text)


def _function_of(node: ast.AST | None) -> str | None:
    match node:
        case ast.Call(func=ast.Attribute(attr=name)) | ast.Call(func=ast.Name(id=name)):
            return name
        case _:
            return None


def row_over(program: ProgramParts, part: Part, new: Fragment) -> Iterator[MessageEdit]:
    is_line = isinstance(part.node, ast.Expr | ast.Assign | ast.AugAssign | ast.Return | ast.Pass)
    is_line = is_line or isinstance(part.node, ast.Break | ast.Continue)
    if not is_line and new.kind != "header":
        return
    if new.kind == "expression" and not isinstance(part.node, ast.Expr):
        return
    last = part.last if is_line else part.first + 1
    text = new.text if new.kind != "header" or new.text.endswith(":") else f"{new.text}:"
    indent = program.indent_of(part.first + 1)
    source = program.with_rows(part.first, last, text, indent)
    yield row_edit(source, part.first + 1, part.first + 1, program.rows[part.first].strip(), text)


def body_over(program: ProgramParts, new: Fragment | None) -> Iterator[MessageEdit]:
    """Yield the only function with one line for all that stands in it."""
    functions = [p.node for p in program.parts if isinstance(p.node, ast.FunctionDef)]
    if new is None or new.kind != "statement" or len(functions) != 1:
        return
    first, last = functions[0].body[0].lineno - 1, functions[0].end_lineno or 0
    source = program.with_rows(first, last, new.text, program.indent_of(first + 1))
    yield row_edit(source, first + 1, first + 1, program.rows[first].strip(), new.text)


def _written_over(
    program: ProgramParts, part: Part, old: Fragment, new: Fragment
) -> Iterator[MessageEdit]:
    """Yield the row of a part with a piece in the place of one that is written out."""
    row = program.rows[part.first]
    tokens, wanted = tokens_of(row), [token.text for token in tokens_of(old.text.rstrip(" :"))]
    texts = [token.text for token in tokens]
    for at in range(len(texts) - len(wanted) + 1):
        if texts[at : at + len(wanted)] == wanted:
            at_first = at - _shared_before(texts[:at], [t.text for t in tokens_of(new.text)])
            start, end = tokens[at_first].start, tokens[at + len(wanted) - 1].end
            rows = [*program.rows]
            rows[part.first] = f"{row[:start]}{new.text}{row[end:]}"
            yield row_edit("\n".join(rows), part.first + 1, part.first + 1, old.text, new.text)


def _shared_before(before: Sequence[str], new: Sequence[str]) -> int:
    """Return how many tokens stand before a piece that the new one begins with, too: it is
    "ready.pop(0) instead of pop()" that is said of `ready.pop()`."""
    sizes = range(min(len(before), len(new) - 1), 1, -1)
    return next((n for n in sizes if [*before[-n:]] == [*new[:n]]), 0)


def part_over(clause: Clause, part: Part, new: Fragment) -> Iterator[MessageEdit]:
    """Yield the row of a part with a piece in it wherever it fits, an operator for its like."""
    number = clause.code.fragments.index(new)
    ranked = rank_edits(clause.program, read_signs(clause.code, clause.program), shipped_model())
    likely = [
        edit
        for edit in (each.edit for each in ranked.edits)
        if edit.old_line == part.first + 1 and edit.used == (number,) and not edit.inserted
    ]
    likely.sort(key=lambda edit: -likeness(edit.old, new.text))
    yield from likely[:MOST_PLACES]


def likeness(old: str, new: str) -> float:
    """Return how much of two pieces of code is the same, 0 to 1; the more if they are of a kind."""
    one, two = (Counter(token.text for token in tokens_of(text)) for text in (old, new))
    kinds = [type(parse_expression(text)) for text in (old, new)]
    return (one & two).total() / max(1, (one | two).total()) + (kinds[0] == kinds[1])
