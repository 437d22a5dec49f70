"""A part that is to stand elsewhere, or to go: "move the if out of the else", "no else"."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from pathlib import Path

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.programs.student_changes.named_parts import parts_named
from tutor_app.programs.student_changes.placement import Change, change_of
from tutor_app.programs.student_changes.token_likeness import tokens_of

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_MOVING = _WORDS["moving"]
_OUT, _INSIDE = _WORDS["out_of"], _WORDS["inside"]
_BEFORE, _AFTER = _WORDS["before"], _WORDS["after"]
_SWAPPING, _REMOVING = _WORDS["swapping"], _WORDS["removing"]
FITS = 0.93  # how well a move fits where the words name both the part and its place
FEWEST = 2  # tokens of a line by which words name it


def moved_parts(source: str, tree: ast.Module, words: str) -> Iterator[Change]:
    """Yield the program with the line that words name out of, in, before or after a named part."""
    said = {token.text.casefold() for token in tokens_of(words)}
    if said & _SWAPPING:
        yield from _swapped(source, tree, words)
    if said & _REMOVING:
        yield from _removed(source, tree, words)
    if not said & _MOVING:
        return
    moved = _line_named(tree, words)
    if moved is None:
        return
    for part in parts_named(tree, words):
        place = next((w for w in reversed(part.before) if w in _PLACES), "")
        if not place or part.node is moved:
            continue
        yield from _placed(source, tree, moved, part.node, place)


_PLACES = _OUT | _INSIDE | _BEFORE | _AFTER


def _swapped(source: str, tree: ast.Module, words: str) -> Iterator[Change]:
    """Yield the program with the two lines of a named part in the other order."""
    named = [part.node for part in parts_named(tree, words)]
    blocks = [getattr(node, "body", []) for node in named if not isinstance(node, ast.FunctionDef)]
    for one, two in (block for block in blocks if len(block) == 2):
        yield _moved(source, two, one, after=False)


def _removed(source: str, tree: ast.Module, words: str) -> Iterator[Change]:
    """Yield the program without a named `else`, whose lines are then run in any case."""
    named = {part.node for part in parts_named(tree, words)}
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and node.orelse and node.orelse[0] in named:
            rows = source.split("\n")
            above = range(node.orelse[0].lineno - 2, node.lineno - 1, -1)
            header = next((number for number in above if _is_else(rows[number])), None)
            if header is None:
                continue
            first = rows[node.lineno - 1]
            indent = first[: len(first) - len(first.lstrip())]
            last = node.orelse[-1].end_lineno or node.orelse[-1].lineno
            block = textwrap.dedent("\n".join(rows[header + 1 : last]))
            new = textwrap.indent(block, indent).split("\n")
            text = "\n".join([*rows[:header], *new, *rows[last:]])
            yield change_of(text, header + 1, block.strip(), FITS, inserted=True)


def _is_else(row: str) -> bool:
    return row.strip().rstrip(":").strip() == "else"


def _line_named(tree: ast.Module, words: str) -> ast.stmt | None:
    """Return the one statement whose line, or its test, stands in the words."""
    said = [token.text for token in tokens_of(words)]
    found: list[tuple[int, ast.stmt]] = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.stmt) or isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        head = node.test if isinstance(node, ast.If | ast.While) else node
        if isinstance(node, ast.For):
            head = node.iter
        own = [token.text for token in tokens_of(ast.unparse(head))]
        size = len(own)
        if size >= FEWEST and any(said[n : n + size] == own for n in range(len(said))):
            found.append((size, node))
    best = max((size for size, _ in found), default=0)
    longest = [node for size, node in found if size == best]
    return longest[0] if len(longest) == 1 else None


def _placed(
    source: str, tree: ast.Module, moved: ast.stmt, part: ast.stmt, place: str
) -> Iterator[Change]:
    body: list[ast.stmt] = getattr(part, "body", [])
    if place in _OUT:
        outer = _around(tree, moved)
        if outer is not None:
            yield _moved(source, moved, outer, after=True)
    elif place in _BEFORE | _AFTER:
        yield _moved(source, moved, part, after=place in _AFTER)
    elif body and moved not in body:
        yield _moved(source, moved, body[0], after=False)
        yield _moved(source, moved, body[-1], after=True)


def _around(tree: ast.Module, node: ast.stmt) -> ast.stmt | None:
    """Return the statement in whose block another one stands."""
    for each in ast.walk(tree):
        for field in ("body", "orelse"):
            block = getattr(each, field, None)
            if isinstance(each, ast.stmt) and isinstance(block, list) and node in block:
                return each
    return None


def _moved(source: str, moved: ast.stmt, beside: ast.stmt, *, after: bool) -> Change:
    rows: list[str | None] = list(source.split("\n"))
    first, last = moved.lineno - 1, moved.end_lineno or moved.lineno
    block = textwrap.dedent("\n".join(row or "" for row in rows[first:last]))
    target = rows[beside.lineno - 1] or ""
    indent = target[: len(target) - len(target.lstrip())]
    place = (beside.end_lineno or beside.lineno) if after else beside.lineno - 1
    for number in range(first, last):
        rows[number] = None
    before = [row for row in rows[:place] if row is not None]
    behind = [row for row in rows[place:] if row is not None]
    new = textwrap.indent(block, indent).split("\n")
    text = "\n".join([*before, *new, *behind])
    return change_of(text, len(before) + 1, block.strip(), FITS, inserted=True)
