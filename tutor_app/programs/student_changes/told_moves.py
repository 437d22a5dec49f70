"""A line that a message names, taken out or moved outwards: "i deleted the first return".

These put nothing new in, so there is no code to find their place by: what is named tells it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from tutor_app.domain.lexicon import NEGATIONS, ORDINALS, read_word_lists
from tutor_app.programs.student_changes.code_fragments import MessageCode
from tutor_app.programs.student_changes.edit import MessageEdit
from tutor_app.programs.student_changes.moved_lines import moved_to, without_line
from tutor_app.programs.student_changes.named_parts import parts_named
from tutor_app.programs.student_changes.program_parts import Part, ProgramParts, is_inside
from tutor_app.programs.student_changes.token_likeness import tokens_of

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_DENYING = NEGATIONS | _WORDS["denying"]
_KEYWORDS: dict[str, type[ast.stmt]] = {
    "return": ast.Return,
    "if": ast.If,
    "for": ast.For,
    "while": ast.While,
    "break": ast.Break,
}


def told_move(program: ProgramParts, code: MessageCode) -> MessageEdit | None:
    """Return the one line taken out or moved outwards that a message tells, if it tells one."""
    told = " ".join(code.tokens).casefold()
    said = told.replace(" ’ ", "").replace("’", "").split()
    parts = list(_named(program, code, said))
    if len(parts) != 1 or not _DENYING.isdisjoint(said):
        return None
    (part,) = parts
    if not part.movable or not is_inside(part) or isinstance(part.node, ast.FunctionDef):
        return None
    is_left_out = any(one in _WORDS["leaving_out"] and two == "out" for one, two in pairwise(said))
    if is_left_out or not _WORDS["taking_out"].isdisjoint(said):
        return without_line(program, part)
    loops = not _WORDS["loops"].isdisjoint(said)
    is_moved = not (_WORDS["moving"].isdisjoint(said) or _WORDS["beyond"].isdisjoint(said))
    if (is_moved and loops) or not _WORDS["unindenting"].isdisjoint(said):
        return _moved_out(program, part, of_loop=loops)
    return None


def _moved_out(program: ProgramParts, part: Part, *, of_loop: bool) -> MessageEdit | None:
    """Return the program with a line one level further out, or behind the loop that it is in."""
    around = [
        each
        for each in program.parts
        if each.node is not part.node and part.node in ast.walk(each.node) and each.movable
    ]
    loops = [each for each in around if isinstance(each.node, ast.For | ast.While)]
    slots = loops if of_loop else [each for each in around if each.node is part.owner]
    slots = [each for each in slots if is_inside(each)]
    if not slots:
        return None
    return moved_to(program, part, slots[-1], program.block_text(part), after=True)


def _named(program: ProgramParts, code: MessageCode, said: list[str]) -> Iterator[Part]:
    """Yield the parts of which a message speaks: by number, by order, by code, by what they are."""
    if code.lines:
        yield from (part for part in program.parts if part.node.lineno in code.lines)
        return
    ordered = list(_by_order(program, said))
    if ordered:
        yield from ordered
        return
    pieces = {_plain(each.text) for each in code.fragments if each.size > 1}
    rows = [part for part in program.parts if _plain(program.rows[part.first]) in pieces]
    if rows:
        yield from rows
        return
    nodes = [named.node for named in parts_named(program.tree, " ".join(code.tokens))]
    loops = ast.For | ast.While
    plain = [node for node in nodes if not isinstance(node, loops)] or nodes
    yield from (part for part in program.parts if part.node in plain)


def _by_order(program: ProgramParts, said: list[str]) -> Iterator[Part]:
    """Yield the parts named like "the first return", "the last if"."""
    for order, word in pairwise(said):
        kind = _KEYWORDS.get(word)
        if kind is None:
            continue
        alike = sorted(
            (part for part in program.parts if isinstance(part.node, kind)),
            key=lambda part: part.node.lineno,
        )
        place = ORDINALS.index(order) if order in ORDINALS else None
        if order in _WORDS["last_one"] and alike:
            yield alike[-1]
        elif place is not None and place < len(alike):
            yield alike[place]


def _plain(text: str) -> str:
    return " ".join(token.text for token in tokens_of(text.strip().rstrip(":")))
