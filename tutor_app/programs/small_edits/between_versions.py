"""Programs between two versions that part in one expression: each chooses between the two.

Who puts one value in the place of another may have to take now the one, now the other: the larger,
the smaller; of two tests, both or either. Private, like every repair.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

from tutor_app.programs.code_in_text import parse_program

_TESTS = (ast.Compare, ast.BoolOp)
_EITHER = ("max", "min")


def between_versions(before: str, after: str) -> Iterator[str]:
    """Yield programs that have at the place of a change what chooses between old and new."""
    old, new = parse_program(before), parse_program(after)
    pair = _apart(old, new) if old is not None and new is not None else None
    if new is None or pair is None:
        return
    place = next(at for at, node in enumerate(ast.walk(new)) if node is pair[1])
    for choice in _choices(*pair):
        tree = copy.deepcopy(new)
        target = list(ast.walk(tree))[place]
        yield ast.unparse(ast.fix_missing_locations(_Put(target, choice).visit(tree)))


def _choices(old: ast.expr, new: ast.expr) -> Iterator[ast.expr]:
    if isinstance(old, _TESTS) and isinstance(new, _TESTS):
        yield from (ast.BoolOp(join, [old, new]) for join in (ast.And(), ast.Or()))
    else:
        yield from (ast.Call(ast.Name(each, ast.Load()), [old, new], []) for each in _EITHER)


def _apart(old: object, new: object) -> tuple[ast.expr, ast.expr] | None:
    """Return the innermost expressions in which two trees part, if there alone; None else."""
    if type(old) is type(new) and isinstance(old, ast.AST) and isinstance(new, ast.AST):
        parting = [(a, b) for a, b in _parts(old, new) if _shape(a) != _shape(b)]
        inner = _apart(*parting[0]) if len(parting) == 1 else None
        if inner is not None:
            return inner
    if isinstance(old, ast.expr) and isinstance(new, ast.expr):
        return old, new
    return None


def _parts(old: ast.AST, new: ast.AST) -> Iterator[tuple[object, object]]:
    """Yield what stands in two nodes of a kind, side by side; lists of one length by element."""
    for field in old._fields:
        a, b = getattr(old, field, None), getattr(new, field, None)
        if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
            yield from zip(a, b, strict=True)
        else:
            yield a, b


def _shape(part: object) -> str:
    if isinstance(part, list):
        return ";".join(map(_shape, part))
    return ast.dump(part) if isinstance(part, ast.AST) else repr(part)


class _Put(ast.NodeTransformer):
    """Puts an expression in the place of a node."""

    def __init__(self, target: ast.AST, choice: ast.expr) -> None:
        self.target, self.choice = target, choice

    def visit(self, node: ast.AST) -> ast.AST:
        """Return what stands in the place of a node."""
        return self.choice if node is self.target else self.generic_visit(node)
