"""A pasted function, block or line put over the part of the program that it is a new version of."""

from __future__ import annotations

import ast
import keyword
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.student_changes.code_fragments import parse_piece
from tutor_app.programs.student_changes.placement import Change, change_of, unbound
from tutor_app.programs.student_changes.token_likeness import likeness

_Definition = ast.FunctionDef | ast.ClassDef
_DEFINITION = (ast.FunctionDef, ast.ClassDef)
ALIKE = 0.4  # a block that is less like every part of the program has no place
OF_SHAPE = 0.3  # what the same indentation and keywords count, beside the tokens
_SLACK = 3  # lines that a block may have more or fewer than what it stands for


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
    return [each for each in _over_lines(source, block) if _keeps_bound(source, each)]


def _keeps_bound(source: str, change: Change) -> bool:
    return not unbound(change.source) - unbound(source)


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


@dataclass(frozen=True, slots=True)
class _Window:
    """A run of lines that a block is like; `start` counts from 0."""

    alike: float
    start: int
    size: int

    def overlaps(self, other: _Window) -> bool:
        return self.start < other.start + other.size and other.start < self.start + self.size


def _over_lines(source: str, block: str) -> Iterator[Change]:
    """Yield the program with the block over each run of lines that is about as long and like it."""
    rows = source.split("\n")
    new_rows = textwrap.dedent(block).rstrip().split("\n")
    if len(new_rows) == 1 and parse_piece(block) is None:
        return
    kept: list[_Window] = []
    for window in sorted(_windows(rows, new_rows), key=lambda each: -each.alike):
        if not any(window.overlaps(better) for better in kept):
            kept.append(window)
    for window in kept:
        first = rows[window.start]
        indent = first[: len(first) - len(first.lstrip())]
        behind = rows[window.start + window.size :]
        changed = [*rows[: window.start], *(indent + row for row in new_rows), *behind]
        text = "\n".join(changed)
        yield change_of(text, _first_difference(source, text), block.strip(), window.alike)


def _windows(rows: Sequence[str], new_rows: Sequence[str]) -> Iterator[_Window]:
    slack = _SLACK if len(new_rows) > 1 else 0
    for size in range(max(1, len(new_rows) - slack), len(new_rows) + slack + 1):
        for start in range(len(rows) - size + 1):
            lines = rows[start : start + size]
            alike = (1 - OF_SHAPE) * likeness("\n".join(lines), "\n".join(new_rows))
            alike += OF_SHAPE * (_shape(lines) == _shape(new_rows))
            if alike >= ALIKE and lines[0].strip() and lines[-1].strip():
                yield _Window(alike, start, size)


def _shape(rows: Sequence[str]) -> list[tuple[int, str]]:
    """Return how deep each line stands, in steps from the first, with its keyword if any."""
    depths = [len(row) - len(row.lstrip()) - (len(rows[0]) - len(rows[0].lstrip())) for row in rows]
    steps = sorted(set(depths))
    words = [row.replace(":", " ").split()[:1] for row in rows]
    keywords = [word[0] if word and keyword.iskeyword(word[0]) else "" for word in words]
    levels = [steps.index(depth) - steps.index(0) for depth in depths]
    return list(zip(levels, keywords, strict=True))


def _first_difference(before: str, after: str) -> int:
    """Return the first line (from 1) of a program that the one before didn't have there."""
    pairs = zip(before.split("\n"), after.split("\n"), strict=False)
    numbers = (
        number for number, (old, new) in enumerate(pairs, start=1) if old.rstrip() != new.rstrip()
    )
    return next(numbers, 1)
