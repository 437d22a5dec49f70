"""A pasted function or program put over what it is a new version of."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from dataclasses import replace

from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.student_changes.placement import Change, change_of
from tutor_app.programs.student_changes.program_parts import ProgramParts
from tutor_app.programs.student_changes.referents import WORDS

_Definition = ast.FunctionDef | ast.ClassDef
_DEFINITION = (ast.FunctionDef, ast.ClassDef)
_REST = WORDS["rest"]


def paste_block(source: str, tree: ast.Module, block: str) -> list[Change]:
    """Return the program with the block in the place of what it is a new version of."""
    top = {node.name: node for node in tree.body if isinstance(node, _DEFINITION)}
    classes = (node for node in tree.body if isinstance(node, ast.ClassDef))
    methods = (each for node in classes for each in node.body if isinstance(each, _DEFINITION))
    named = {node.name: node for node in methods} | top
    pasted = parse_program(block)
    defined = [node for node in pasted.body if isinstance(node, _DEFINITION)] if pasted else []
    names = {node.name for node in defined} if pasted else set(_headed(block))
    if names and names >= set(top):
        return [_whole(source, block, block)]
    if defined:
        return [_whole(source, _over_functions(source, block, named, defined), block)]
    return []


def with_rest(program: ProgramParts, block: str, prose: str) -> str:
    """Return a pasted beginning of a function with the rest of it "as before", where words say
    so."""
    tree = parse_program(block)
    match tree.body if tree is not None else []:
        case [ast.FunctionDef(name=name) as new] if not _REST.isdisjoint(prose.casefold().split()):
            old = [p.node for p in program.parts if isinstance(p.node, ast.FunctionDef)]
            old = [each for each in old if each.name == name]
        case _:
            return block
    if len(old) != 1:
        return block
    held = {ast.dump(each) for each in new.body}
    left = [each for each in old[0].body if ast.dump(each) not in held]
    rows = [program.rows[each.lineno - 1 : each.end_lineno] for each in left]
    return "\n".join([block.rstrip(), *(row for each in rows for row in each)])


def _headed(block: str) -> Iterator[str]:
    """Yield the functions' names in a block that Python doesn't read."""
    for row in block.split("\n"):
        words = row.replace("(", " ").split()
        if words[:1] == ["def"] and len(words) > 1:
            yield words[1]


def _whole(source: str, changed: str, block: str) -> Change:
    line = _first_difference(source, changed)
    return replace(change_of(changed, line, block, 1.0), whole=True)


def _over_functions(
    source: str,
    block: str,
    named: dict[str, _Definition],
    pasted: list[_Definition],
) -> str:
    rows, new_rows = source.split("\n"), block.split("\n")
    for node in sorted(pasted, key=lambda each: -_line_in(named, each.name)):
        old = named.get(node.name)
        new = new_rows[node.lineno - 1 : node.end_lineno]
        if old is None:
            rows = [*new, "", *rows]
        else:
            first = rows[old.lineno - 1]
            indent = first[: len(first) - len(first.lstrip())]  # of a method
            own = textwrap.indent("\n".join(new), indent).split("\n")
            rows = [*rows[: old.lineno - 1], *own, *rows[old.end_lineno :]]
    return "\n".join(rows)


def _line_in(named: dict[str, _Definition], name: str) -> int:
    return named[name].lineno if name in named else 0


def _first_difference(before: str, after: str) -> int:
    """Return the first line (from 1) of a program that the one before didn't have there."""
    pairs = zip(before.split("\n"), after.split("\n"), strict=False)
    numbers = (
        number for number, (old, new) in enumerate(pairs, start=1) if old.rstrip() != new.rstrip()
    )
    return next(numbers, 1)
