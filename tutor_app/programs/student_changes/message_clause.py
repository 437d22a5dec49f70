"""A clause of a message beside a program: its words, its code, and what it names."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from tutor_app.domain.lexicon import NEGATIONS
from tutor_app.programs.code_in_text import parse_expression, parse_program, tokens_of
from tutor_app.programs.student_changes.code_fragments import Fragment, MessageCode
from tutor_app.programs.student_changes.edit import MessageEdit
from tutor_app.programs.student_changes.program_parts import ProgramParts
from tutor_app.programs.student_changes.referents import (
    WORDS,
    Referent,
    SaidItem,
    read_referent,
    rows_with,
)

LONGEST = 9  # items between what is named and what comes in
_ENDS = frozenset(".;!?")
_NEAR_VERB = 2  # words before a verb that may deny it
_DENYING = NEGATIONS | WORDS["denying"] | {"why"}


class Clause:
    """A clause of a message beside a program; `near` are the lines that pointing words mean."""

    def __init__(
        self, program: ProgramParts, code: MessageCode, items: list[SaidItem], near: Sequence[int]
    ) -> None:
        self.program, self.code, self.items, self.near = program, code, items, near
        self.words = [item.text for item in items]

    def ref(self, at: int) -> Referent | None:
        return read_referent(self.program, self.items, at, self.near)

    def ref_or_name(self, at: int) -> Referent | None:
        """Return what is named, also a variable where one line alone has it, or was named last."""
        item = self.items[at] if at < len(self.items) else SaidItem("")
        rows = rows_with(self.program, item.text) if item.text in self.program.variables else []
        last = [part for part in rows if part.first + 1 in self.near] or rows
        if item.piece is not None and rows:
            return Referent(tuple(last), at + 1, written=item.piece) if len(last) == 1 else None
        return self.ref(at)

    def has(self, at: int, kind: str) -> bool:
        return at < len(self.words) and self.words[at] in WORDS[kind]

    def places(self, kind: str) -> Iterator[int]:
        """Yield where a word of a kind stands that nothing before it denies."""
        for at, word in enumerate(self.words):
            before = self.words[max(0, at - _NEAR_VERB) : at]
            if word in WORDS[kind] and _DENYING.isdisjoint(before):
                yield at

    def new(self, first: int, last: int, without: Fragment | None = None) -> Fragment | None:
        """Return the longest piece of code between two places, the first of equals."""
        return max(self._pieces(first, last, without), key=lambda e: e.size, default=None)

    def new_before(self, last: int) -> Fragment | None:
        """Return the longest piece of code before a place, of equals the nearest."""
        pieces = self._pieces(last - LONGEST, last)
        return max(reversed(pieces), key=lambda piece: piece.size, default=None)

    def find_named(self) -> Referent | None:
        """Return the first part that the clause names with "the" or the like before it."""
        at = (n for n, word in enumerate(self.words) if word in WORDS["pointing"])
        return next((found for n in at if (found := self.ref(n)) is not None), None)

    def near_parts(self) -> Referent | None:
        """Return the lines that were named last."""
        return read_referent(self.program, [SaidItem("it")], 0, self.near)

    def _pieces(self, first: int, last: int, without: Fragment | None = None) -> list[Fragment]:
        found = (item.piece for item in self.items[max(0, first) : last])
        pieces = (piece for piece in found if piece is not None and piece != without)
        return [e for e in pieces if e.kind != "keyword" or e.text in ("break", "continue")]


def clauses_of(items: list[SaidItem]) -> Iterator[list[SaidItem]]:
    clause: list[SaidItem] = []
    for item in items:
        if item.piece is None and item.text in _ENDS:
            yield clause
            clause = []
        else:
            clause.append(item)
    yield clause


def sound_edits(program: ProgramParts, edits: Iterator[MessageEdit]) -> Iterator[MessageEdit]:
    """Yield the edits that Python reads and that change something, each version once."""
    seen = {ast.dump(program.tree)}
    for edit in edits:
        tree = parse_program(edit.source)
        if tree is not None and ast.dump(tree) not in seen:
            seen.add(ast.dump(tree))
            yield edit


def is_value(piece: Fragment) -> bool:
    """Whether a piece only tells a value, which a call takes or gives."""
    value = parse_expression(piece.text)
    groups = ast.Constant | ast.List | ast.Tuple | ast.Dict | ast.Set | ast.UnaryOp
    nodes = [] if value is None else [n for n in ast.walk(value) if isinstance(n, ast.expr)]
    return bool(nodes) and all(isinstance(node, groups) for node in nodes)


def plain_code(text: str) -> str:
    return " ".join(token.text for token in tokens_of(text.rstrip(" :")))
