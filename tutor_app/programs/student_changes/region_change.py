"""A line that goes into a part of the program that words name: "in __init__", "inside the loop".

A line that stands elsewhere in the program is moved there.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.student_changes.named_parts import parts_named
from tutor_app.programs.student_changes.placement import Change, change_of
from tutor_app.programs.student_changes.token_likeness import tokens_of

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_MOVING = _WORDS["moving"]
_BEFORE, _AFTER = _WORDS["before"], _WORDS["after"]
_PLACING = _BEFORE | _AFTER | _WORDS["inside"]
FIRST, LAST = 0.95, 0.94  # how well a line fits as the first of a part, and as its last
_BESIDE = 0.96


def changes_in_parts(source: str, tree: ast.Module, piece: str, words: str) -> Iterator[Change]:
    """Yield the program with a piece as the first or last line of the parts that words name.

    With "before" or "after" said of a part it goes beside it.
    """
    match parse_program(piece):
        case None | ast.Module(body=[ast.Expr(value=ast.Compare() | ast.BinOp() | ast.Constant())]):
            return  # no line of a program
        case _:
            pass
    said = {token.text.casefold() for token in tokens_of(words)}
    old = _own_line(tree, piece)
    if old is not None and not said & _MOVING:
        return  # it is named as it stands
    into = _InsertedPiece(source=source, piece=piece, old=old)
    for part in parts_named(tree, words.replace(piece, " ")):
        body: list[ast.stmt] = getattr(part.node, "body", [])
        place = next((each for each in reversed(part.before) if each in _PLACING), "")
        if part.node is old or (not place and not body):
            continue
        if place in _BEFORE | _AFTER:
            yield into.beside(part.node, after=place in _AFTER, alike=_BESIDE)
        elif body:
            yield into.beside(body[0], after=False, alike=FIRST)
            yield into.beside(body[-1], after=True, alike=LAST)


def _own_line(tree: ast.Module, piece: str) -> ast.stmt | None:
    """Return the statement of the program that a piece is, where there is just one."""
    wanted = parse_program(piece)
    if wanted is None or len(wanted.body) != 1:
        return None
    dump = ast.dump(wanted.body[0])
    same = [n for n in ast.walk(tree) if isinstance(n, ast.stmt) and ast.dump(n) == dump]
    return same[0] if len(same) == 1 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _InsertedPiece:
    """A piece that goes into a program; `old` is where it stands now, if it is moved."""

    source: str
    piece: str
    old: ast.stmt | None

    def beside(self, node: ast.stmt, *, after: bool, alike: float) -> Change:
        """Return the program with the piece before or after a statement."""
        rows: list[str | None] = list(self.source.split("\n"))
        row = rows[node.lineno - 1] or ""
        indent = row[: len(row) - len(row.lstrip())]
        new = textwrap.indent(textwrap.dedent(self.piece).strip(), indent).split("\n")
        place = (node.end_lineno or node.lineno) if after else node.lineno - 1
        if self.old is not None and self.old is not node:
            for number in range(self.old.lineno - 1, self.old.end_lineno or self.old.lineno):
                rows[number] = None
        before = [each for each in rows[:place] if each is not None]
        behind = [each for each in rows[place:] if each is not None]
        text = "\n".join([*before, *new, *behind])
        return change_of(text, len(before) + 1, self.piece.strip(), alike, inserted=True)
