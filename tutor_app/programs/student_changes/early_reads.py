"""Variables that are read before anything has set them, as a line in the wrong place leaves them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tutor_app.programs.code_in_text import parse_program


def unbound(source: str) -> frozenset[str]:
    """Return the variables of functions that are read above the first line that sets them, and in
    no loop with it."""
    tree = parse_program(source)
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)] if tree else []
    return frozenset(f"{each.name}.{name}" for each in functions for name in _read_early(each))


def _read_early(function: ast.FunctionDef) -> Iterator[str]:
    names = [n for n in ast.walk(function) if isinstance(n, ast.Name)]
    inner = (ast.FunctionDef, ast.Lambda, ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)
    apart = {
        id(each)
        for node in ast.walk(function)
        if isinstance(node, inner) and node is not function
        for each in ast.walk(node)
    }
    loops = [n for n in ast.walk(function) if isinstance(n, ast.For | ast.While)]
    given = {each.arg for each in ast.walk(function) if isinstance(each, ast.arg)}
    for name in {n.id for n in names if isinstance(n.ctx, ast.Store) and id(n) not in apart}:
        sets = [n.lineno for n in names if n.id == name and isinstance(n.ctx, ast.Store)]
        reads = [
            n.lineno
            for n in names
            if n.id == name and isinstance(n.ctx, ast.Load) and id(n) not in apart
        ]
        if name in given or not reads or min(reads) >= min(sets):
            continue
        spans = [(loop.lineno, loop.end_lineno or loop.lineno) for loop in loops]
        if not any(a <= min(reads) <= b and a <= min(sets) <= b for a, b in spans):
            yield name
