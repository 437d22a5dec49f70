"""Where a line goes that no line of the program is like."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator

from tutor_app.programs.code_in_text import names_in, parse_program
from tutor_app.programs.student_changes.described_code import DescribedCode
from tutor_app.programs.student_changes.placement import Change, change_of


def insertions(
    source: str, tree: ast.Module, piece: str, statement: ast.stmt, described: DescribedCode
) -> Iterator[Change]:
    """Yield the program with a new line where the words or the line itself say that it goes.

    Without words: a guard or a parameter set anew goes to the function's top, and a `return`
    to the end of a function that has none. For anything else no place is clear.
    """
    if parse_program(piece) is None and not isinstance(statement, ast.Expr | ast.Return):
        return
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    if described.position in ("before", "after") and described.lines:
        yield from _beside_line(source, tree, piece, described)
        return
    for function in functions[-1:]:
        if described.position == "top" or _belongs_on_top(statement, function):
            yield _insert(source, _first_statement(function), piece, after=False)
        elif isinstance(statement, ast.Return) and isinstance(function.body[-1], ast.Return):
            yield _replace(source, function.body[-1], piece)
        elif described.position == "end" or _is_missing_return(statement, function):
            yield _insert(source, function.body[-1], piece, after=True)


def _beside_line(
    source: str, tree: ast.Module, piece: str, described: DescribedCode
) -> Iterator[Change]:
    line = described.lines[0]
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.stmt) and node.lineno == line]
    after = described.position == "after"
    for node in nodes[:1]:
        inside = getattr(node, "body", [])
        if after and inside:  # behind a header is inside its block
            yield _insert(source, inside[0], piece, after=False)
        else:
            yield _insert(source, node, piece, after=after)


def _first_statement(function: ast.FunctionDef) -> ast.stmt:
    first, *rest = function.body
    is_doc = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return rest[0] if is_doc and rest else first


def _belongs_on_top(statement: ast.stmt, function: ast.FunctionDef) -> bool:
    parameters = {each.arg for each in function.args.args}
    local = {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    } - parameters
    match statement:
        case ast.If(test=test):
            return bool(names_in(test) & parameters) and not names_in(test) & local
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name in parameters
        case _:
            return False


def _is_missing_return(statement: ast.stmt, function: ast.FunctionDef) -> bool:
    returns = any(isinstance(node, ast.Return) for node in ast.walk(function))
    return isinstance(statement, ast.Return) and not returns


def _replace(source: str, old: ast.stmt, piece: str) -> Change:
    """Put a line in the place of another: behind a `return` it would never be reached."""
    rows = source.split("\n")
    row = rows[old.lineno - 1]
    indent = row[: len(row) - len(row.lstrip())]
    end = old.end_lineno or old.lineno
    new = textwrap.indent(textwrap.dedent(piece).strip(), indent)
    text = "\n".join([*rows[: old.lineno - 1], new, *rows[end:]])
    return change_of(text, old.lineno, piece.strip(), 1.0)


def _insert(source: str, beside: ast.stmt, piece: str, *, after: bool) -> Change:
    rows = source.split("\n")
    row = rows[beside.lineno - 1]
    indent = row[: len(row) - len(row.lstrip())]
    place = (beside.end_lineno or beside.lineno) if after else beside.lineno - 1
    new = textwrap.indent(textwrap.dedent(piece).strip(), indent).split("\n")
    return change_of(
        "\n".join([*rows[:place], *new, *rows[place:]]),
        place + 1,
        piece.strip(),
        1.0,
        inserted=True,
    )
