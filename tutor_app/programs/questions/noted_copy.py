"""A copy of a program that notes what each part of its expressions gives, and what is one object.

It does what the program does: each part is passed through a function that hands it on.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

Place = tuple[int, int, int, int]  # of an expression in the source: where it begins and ends

NOTED = "noted_"  # the function that the parts are passed through
SAME = -1  # the number under which is noted what is one object
# What stands before the copy. Lambdas and what is inside of them leave no steps in a trace.
HEAD = tuple(
    Path(__file__).with_name("noting_functions.txt").read_text(encoding="utf-8").splitlines()
)
_COMPOSITE = ast.BinOp | ast.Compare | ast.BoolOp | ast.Subscript | ast.Attribute | ast.Call
_APART = (  # of these nothing inside is noted: they run on their own, or have no places
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
    ast.Lambda,
    ast.JoinedStr,
)


def place(node: ast.expr) -> Place:
    """Return where an expression stands."""
    return node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0


def noted_in(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions of a program that are noted, outer ones first."""
    is_read = isinstance(getattr(node, "ctx", None), ast.Load | None)
    if isinstance(node, _COMPOSITE | ast.UnaryOp | ast.Name) and is_read:
        yield node
    if isinstance(node, _APART):
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases", "args_defaults", "pattern"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.arguments) or not isinstance(child, ast.AST):
                continue
            if name == "func":  # what is called is no value to tell
                yield from noted_in(child.value) if isinstance(child, ast.Attribute) else ()
            else:
                yield from noted_in(child)


def with_notes(source: str, tree: ast.Module, nodes: Sequence[ast.expr]) -> str:
    rows = [row.encode() for row in source.split("\n")]
    marks: list[tuple[int, int, int, int, str]] = []
    for number, node in enumerate(nodes):
        line, column, end_line, end_column = place(node)
        marks.append((line, column, 1, number, f"{NOTED}({number}, "))
        marks.append((end_line, end_column, 0, -number, ")"))
    for statement in ast.walk(tree):
        if isinstance(statement, ast.stmt) and _changes_part(statement, rows):
            text = f"{NOTED}({SAME}, same_(locals())); "
            marks.append((statement.lineno, statement.col_offset, 1, -1, text))
    for line, column, _, _, text in sorted(marks, reverse=True):
        row = rows[line - 1]
        rows[line - 1] = row[:column] + text.encode() + row[column:]
    return "\n".join([*HEAD, *(row.decode() for row in rows)])


def _changes_part(statement: ast.stmt, rows: Sequence[bytes]) -> bool:
    """Whether a statement at the beginning of its row may change a part of something."""
    if rows[statement.lineno - 1][: statement.col_offset].strip():
        return False
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute())):
            return True
        case ast.Assign(targets=[target]) | ast.AugAssign(target=target):
            return isinstance(target, ast.Subscript | ast.Attribute)
        case _:
            return False
