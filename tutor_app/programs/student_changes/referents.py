"""What words about a program refer to: "that append", "the second i += 1", "line 7", "it".

The one place that says so: statements of the kind that is named, those written out, and for "it",
"that" and "there" the lines that were named last.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.programs.code_in_text import tokens_of
from tutor_app.programs.student_changes.code_fragments import Fragment, MessageCode
from tutor_app.programs.student_changes.named_parts import names_of_part
from tutor_app.programs.student_changes.program_parts import Part, ProgramParts

WORDS = read_word_lists(Path(__file__).with_name("told_edits.yaml"))
_ORDERS = ("first", "second", "third", "fourth")
_FILLING = WORDS["filling"]
_PICKING = WORDS["ordinals"] | WORDS["inner"] | WORDS["outer"] | WORDS["other"]
_APOSTROPHES = ("'", "’")
_LINES = frozenset({"line", "lines", "row"})


@dataclass(frozen=True, slots=True)
class SaidItem:
    """A word of a message, or a piece of code in it with its number among the fragments."""

    text: str
    piece: Fragment | None = None


@dataclass(frozen=True, slots=True)
class Referent:
    """What a few words name: the statements that it may be, the likeliest first, and how many of
    the words name it. `written` is the code by which it is named; `is_else` where a branch is."""

    parts: tuple[Part, ...]
    end: int
    written: Fragment | None = None
    is_else: bool = False
    is_near: bool = False
    is_call: bool = False


def items_of(code: MessageCode) -> list[SaidItem]:
    """Return a message as its words and its pieces of code, in their order."""
    starts = {each.first: each for each in code.fragments}
    found, place = [], 0
    while place < len(code.tokens):
        piece = starts.get(place)
        if piece is not None:
            found.append(SaidItem(piece.text.casefold() if piece.size == 1 else piece.text, piece))
            place = piece.last
        elif code.tokens[place] == "`":
            place += 1
        elif code.tokens[place] in _APOSTROPHES and found and place + 1 < len(code.tokens):
            found[-1] = SaidItem(f"{found[-1].text}'{code.tokens[place + 1].casefold()}")
            place += 2
        else:
            found.append(SaidItem(code.tokens[place].casefold()))
            place += 1
    return found


def read_referent(
    program: ProgramParts, items: Sequence[SaidItem], start: int, near: Sequence[int]
) -> Referent | None:
    """Return what the words from a place on refer to; None where they name nothing of a program."""
    at, fill = start, 0
    picks: list[str] = []
    while at < len(items):
        item = items[at]
        if item.text in _LINES and at + 1 < len(items) and items[at + 1].text.isdecimal():
            line = int(items[at + 1].text)
            return _found([p for p in program.parts if _is_at(p, line)], at + 2, near)
        if (found := _of_code(program, item, picks, near)) is not None:
            return Referent(found, at + 1, written=item.piece)
        is_any = at > start and items[at - 1].text in ("a", "an")
        if not is_any and (parts := _of_kind(program, item.text)):
            inside, end = _inside(program, items, at + 1)
            if inside:
                parts = [p for p in parts if any(_is_in(p, o) for o in inside)] or parts
            picked = _picked(parts, picks, near)
            return Referent(
                _once(picked),
                end if inside else at + 1,
                is_else=item.text in ("else", "otherwise"),
                is_call=item.piece is not None,
            )
        if item.text in WORDS["near"] and not _goes_on(program, items, at + 1):
            parts = [p for line in near for p in program.parts if _is_at(p, line)]
            return Referent(_once(parts), at + 1, is_near=True) if parts else None
        if item.text in _PICKING:
            picks.append(item.text)
        elif item.text not in _FILLING or fill > 4:
            return None
        fill += 1
        at += 1
    return None


def _goes_on(program: ProgramParts, items: Sequence[SaidItem], at: int) -> bool:
    """Whether what is pointed at is named behind the pointing word: "that append"."""
    while at < len(items) and (items[at].text in _PICKING or items[at].text in _LINES):
        at += 1
    if at >= len(items):
        return False
    item = items[at]
    return bool(_of_kind(program, item.text)) or _of_code(program, item, [], ()) is not None


def _found(parts: Sequence[Part], end: int, near: Sequence[int]) -> Referent | None:
    return Referent(tuple(parts), end) if parts else None


def _is_at(part: Part, line: int) -> bool:
    return part.node.lineno == line


def _is_in(part: Part, outer: tuple[int, int]) -> bool:
    return outer[0] < part.node.lineno <= outer[1]


def _inside(
    program: ProgramParts, items: Sequence[SaidItem], at: int
) -> tuple[list[tuple[int, int]], int]:
    """Return the spans of rows within which a part is said to stand: "in the else"."""
    if at >= len(items) or items[at].text not in (WORDS["within"] | {"of"}):
        return [], at
    for end in range(at + 1, min(at + 4, len(items))):
        word = items[end].text
        if word in ("else", "otherwise"):
            return [_else_rows(program, p.node) for p in _of_kind(program, "else")], end + 1
        holders = [p.node for p in _of_kind(program, word)]
        rows = [
            (n.lineno, n.body[-1].end_lineno or 0)
            for n in holders
            if isinstance(n, ast.If | ast.For | ast.While | ast.FunctionDef)
        ]
        if rows:
            return rows, end + 1
        if word not in _FILLING | _PICKING:
            break
    return [], at


def _else_rows(program: ProgramParts, node: ast.stmt) -> tuple[int, int]:
    assert isinstance(node, ast.If)
    return node.body[-1].end_lineno or 0, node.end_lineno or 0


def _of_kind(program: ProgramParts, word: str) -> list[Part]:
    """Return the statements that a word names by what they are, call or set."""
    if word in ("else", "otherwise"):
        return [p for p in program.parts if isinstance(p.node, ast.If) and _has_else(p.node)]
    return [part for part in program.parts if word in names_of_part(part.node)]


def _has_else(node: ast.If) -> bool:
    is_elif = len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)
    return bool(node.orelse) and not (is_elif and node.orelse[0].col_offset == node.col_offset)


def rows_with(program: ProgramParts, text: str) -> list[Part]:
    """Return the statements whose own row has a piece of code in it."""
    wanted = [token.text for token in tokens_of(text.rstrip(" :"))]
    found = []
    for part in program.parts:
        own = [token.text for token in tokens_of(program.rows[part.first])]
        size = len(wanted)
        found += [part] * any(own[at : at + size] == wanted for at in range(len(own) - size + 1))
    return found


def _of_code(
    program: ProgramParts, item: SaidItem, picks: Sequence[str], near: Sequence[int]
) -> tuple[Part, ...] | None:
    piece = item.piece
    if piece is None or piece.kind == "keyword" or (piece.size == 1 and piece.kind != "operator"):
        return None
    rows = rows_with(program, piece.text)
    return _once(_picked(rows, picks, near)) if rows else None


def _picked(parts: Sequence[Part], picks: Collection[str], near: Sequence[int]) -> list[Part]:
    """Return those of several parts that "second", "inner" or what was named last picks out."""
    chosen = list(parts)
    for word in picks:
        if word in _ORDERS and len(parts) > _ORDERS.index(word):
            return [parts[_ORDERS.index(word)]]
        if word == "last":
            return [parts[-1]]
        if word in WORDS["other"]:
            chosen = [p for p in chosen if p.node.lineno not in near] or chosen
        elif word in WORDS["inner"] and any("in:loop" in p.tags for p in chosen):
            chosen = [p for p in chosen if "in:loop" in p.tags]
        elif word in WORDS["outer"] and any("in:loop" not in p.tags for p in chosen):
            chosen = [p for p in chosen if "in:loop" not in p.tags]
    last = [p for line in near for p in chosen if p.node.lineno == line]
    return last if last and not WORDS["other"] & {*picks} else chosen


def _once(parts: Sequence[Part]) -> tuple[Part, ...]:
    return tuple({part.node.lineno: part for part in reversed(parts)}.values())[::-1]
