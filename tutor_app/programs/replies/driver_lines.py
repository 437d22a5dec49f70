"""Lines that are sent alone and run what stands on the table: they belong to that program."""

from __future__ import annotations

import ast
import builtins

from tutor_app.programs.code_in_text import names_in, parse_program

_OWN = ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef
_KEPT = _OWN | ast.Import | ast.ImportFrom
_NOT_RUN_ALONE = ast.Return | ast.Yield | ast.Await | ast.Break | ast.Continue


def drives(code: str, held: str) -> bool:
    """Whether lines only run a program's functions and classes: every name that they read is
    theirs, Python's or the program's, and they define and overwrite none of it."""
    tree, before = parse_program(code), parse_program(held)
    if tree is None or before is None or not tree.body:
        return False
    if any(isinstance(node, _OWN | _NOT_RUN_ALONE) for node in ast.walk(tree)):
        return False
    defined = {node.name for node in before.body if isinstance(node, _OWN)}
    known = _names_outside(before)
    read = names_in(tree) - _stored(tree) - set(dir(builtins))
    return bool(read & defined) and read <= known and not _stored(tree) & defined


def driven_by(held: str, code: str) -> str:
    """Return a program with these lines below its definitions, in place of those that ran it."""
    tree = parse_program(held)
    rows = held.split("\n")
    if tree is None:
        return held
    gone: set[int] = set()
    moved = {node.name for node in tree.body if isinstance(node, _OWN)}
    for node in tree.body:
        is_run = isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)
        if not isinstance(node, _KEPT) and (is_run or names_in(node) & moved):
            moved |= _stored(node)
            gone |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    left = [row for number, row in enumerate(rows, start=1) if number not in gone]
    return "\n".join(left).rstrip() + "\n\n" + code.strip() + "\n"


def _stored(tree: ast.AST) -> set[str]:
    """Return the names that are given a value."""
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def _names_outside(tree: ast.Module) -> set[str]:
    """Return the names that a program has outside of its functions."""
    names = {node.name for node in tree.body if isinstance(node, _OWN)}
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            names |= {(each.asname or each.name).split(".")[0] for each in node.names}
        elif not isinstance(node, _OWN):
            names |= _stored(node)
    return names
