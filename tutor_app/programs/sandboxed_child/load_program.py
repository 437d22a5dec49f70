"""Reading a student's program: its definitions alone, or all of it as a script."""

from __future__ import annotations

import ast
from types import CodeType

from tutor_app.programs.sandboxed_child.line_watch import PROGRAM

CALL = "<call>"
RECORDER = "__record_arguments__"
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class LoadedProgram:
    """A program that was read. Raises SyntaxError (or what else the compiler does) where it isn't.

    For a call, only what the call needs is executed: a top-level statement that prints, asks for
    input, asserts or calls the program's own functions is left out, unless it gives a name its
    value that a function or the call uses; and so is what reads a name that such a statement
    would have set. So each call is seen alone.
    """

    def __init__(self, source: str) -> None:
        self._tree = ast.parse(source, PROGRAM)
        self._own = frozenset(
            node.name for node in self._tree.body if isinstance(node, _DEFINITIONS)
        )
        self._left_out = self._own | {"input", "print"}
        self._used = frozenset[str]().union(
            *(_names(node) for node in self._tree.body if isinstance(node, _DEFINITIONS))
        )
        self.script = _compiled(self._tree.body, PROGRAM)

    def definitions(self, call: str) -> CodeType:
        """The code that makes the names which a call needs."""
        tree = ast.parse(call, CALL)
        made = frozenset[str]().union(*(_stored(node) for node in tree.body))
        used = self._used | (_names(tree) - made)  # what the call's own lines set is not needed
        needed: list[ast.stmt] = []
        missing = frozenset[str]()
        for node in self._tree.body:
            if self._is_needed(node, used, missing):
                needed.append(node)
            else:
                missing |= _stored(node)
        return _compiled(needed, PROGRAM)

    def _is_needed(self, node: ast.stmt, used: frozenset[str], missing: frozenset[str]) -> bool:
        if isinstance(node, _DEFINITIONS):
            return True
        if isinstance(node, ast.Assert):
            return False
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign) and _stored(node) & used:
            return True
        return not _names(node) & (self._left_out | missing)

    def call(self, text: str) -> tuple[CodeType, CodeType | None]:
        """The code of a call's statements but the last expression, and the code of that."""
        tree = ast.parse(text, CALL)
        for node in ast.walk(tree):
            if self._is_own_call(node):
                assert isinstance(node, ast.Call)
                node.args.insert(0, node.func)
                node.func = ast.copy_location(ast.Name(RECORDER, ast.Load()), node)
                break
        last = tree.body[-1] if tree.body else None
        if not isinstance(last, ast.Expr):
            return _compiled(tree.body, CALL), None
        expression = compile(ast.Expression(last.value), CALL, "eval", dont_inherit=True)
        return _compiled(tree.body[:-1], CALL), expression

    def _is_own_call(self, node: ast.AST) -> bool:
        return (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in self._own
        )


def is_python(call: str) -> bool:
    """Whether a call's text can be read at all; where not, the program is not to blame."""
    try:
        ast.parse(call, CALL)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False
    return True


def _compiled(body: list[ast.stmt], name: str) -> CodeType:
    module = ast.Module(body=body, type_ignores=[])
    return compile(module, name, "exec", dont_inherit=True)


def _names(node: ast.AST) -> frozenset[str]:
    return frozenset(each.id for each in ast.walk(node) if isinstance(each, ast.Name))


def _stored(node: ast.stmt) -> frozenset[str]:
    return frozenset(
        each.id
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    )
