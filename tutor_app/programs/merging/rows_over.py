"""A program with a piece over what it is like: its rows in their order, or an expression."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from tutor_app.programs.code_in_text import parse_program, tokens_of
from tutor_app.programs.student_changes.placement import Change, change_of
from tutor_app.programs.student_changes.program_parts import ProgramParts, own_expressions
from tutor_app.programs.student_changes.referents import WORDS
from tutor_app.programs.student_changes.token_likeness import likeness

LEAST = 0.5  # how alike a row has to be to the one that it stands over
SURE = 0.9
WRAPPED = 0.6  # how alike an expression is to one that stands in it: `int(s)` for `s`
OF_ROW = 0.15  # what it counts for a row that words say where it stands
_FEWEST = 3  # tokens of an expression that stands over another one
_SAME = 1.5  # what a row counts that stands there as it is
_OF_ROLE = 0.35  # what it counts beside the tokens that a row does the same thing
_OTHERWISE = 0.02  # by how much rows set in otherwise are less likely
_LEFT_OUT = 0.05  # by how much it is that what lies between two rows goes
_GAP = ("...", "# ...", "#...", "…")


def over_expressions(program: ProgramParts, piece: str, said: frozenset[str]) -> Iterator[Change]:
    if len(tokens_of(piece)) < _FEWEST:
        return
    for part in program.parts:
        for node in own_expressions(part.node):
            old, new = program.text_of(node), _as_method(node, piece)
            wraps = _plain(old) in _plain(new) and not isinstance(node, ast.Constant)
            is_same = new != old and _method_of(old) == _method_of(new) is not None
            alike = max(likeness(old, new), WRAPPED * wraps, SURE * is_same)
            if LEAST <= alike < 1:
                text = program.with_part_replaced(node, new)
                is_named = bool(part.tags & said & WORDS["orders"])
                yield change_of(text, node.lineno, new, alike + OF_ROW * is_named)


def _method_of(text: str) -> str | None:
    """Return what is called, without its arguments; None of what is no call."""
    match ast.parse(text, mode="eval").body:
        case ast.Call(func=func):
            return ast.unparse(func)
        case _:
            return None


def _as_method(node: ast.expr, piece: str) -> str:
    """Return "pop(0)" as a call of what the program calls this method of."""
    match node, ast.parse(piece, mode="eval").body:
        case ast.Call(func=ast.Attribute(value=of, attr=one)), ast.Call(func=ast.Name(id=two)):
            return f"{ast.unparse(of)}.{piece}" if one == two else piece
        case _:
            return piece


def rows_over(program: ProgramParts, piece: str) -> Iterator[Change]:
    """Yield the program with each row of a piece over the one that it is like, in their order."""
    rows = [row for row in textwrap.dedent(piece).split("\n") if row.strip()]
    rows = [row for row in rows if row.strip() not in _GAP]
    own = [(n, row) for n, row in enumerate(program.rows) if row.strip()]
    yield from _over_statement(program, piece)
    like = [[_alike(row, old) for _, old in own] for row in rows]
    if len(rows) == 1:
        yield from _over_several(program, rows[0])
        places = [[n] for n, alike in enumerate(like[0]) if LEAST <= alike < _SAME]
    else:
        places = [_aligned(like)]
    for chosen in places:
        matched = {n: own[at][0] for n, at in enumerate(chosen) if at >= 0}
        if matched:
            score = sum(like[n][at] for n, at in enumerate(chosen) if at >= 0) / len(rows)
            yield from _woven(program, rows, matched, min(1.0, score))


def _over_statement(program: ProgramParts, piece: str) -> Iterator[Change]:
    """Yield the program with a loop or a test over the one with the same header, where it has no
    less in it."""
    tree = parse_program(piece)
    match tree.body if tree is not None else []:
        case [ast.For() | ast.While() | ast.If() as new]:
            header = _plain(piece.strip().split("\n")[0])
        case _:
            return
    for part in program.parts:
        is_same = part.movable and _plain(program.rows[part.first]) == header
        if is_same and _size(new) >= _size(part.node):
            indent = program.indent_of(part.first + 1)
            source = program.with_rows(part.first, part.last, piece, indent)
            yield change_of(source, part.first + 1, piece, 1.0)


def _size(node: ast.AST) -> int:
    return sum(isinstance(each, ast.stmt) for each in ast.walk(node))


def _over_several(program: ProgramParts, row: str) -> Iterator[Change]:
    """Yield the program with a line that sets several names over the lines that set them one by
    one: "a, b = b, a % b"."""
    tree = parse_program(row.strip())
    match tree.body if tree is not None else []:
        case [ast.Assign(targets=[ast.Tuple(elts=names)])]:
            wanted = {ast.unparse(each) for each in names}
        case _:
            return
    for one, two in pairwise(p for p in program.parts if isinstance(p.node, ast.Assign)):
        sets = {_role(program.rows[each.first]).removeprefix("set ") for each in (one, two)}
        if sets == wanted and one.last == two.first:
            source = program.with_rows(one.first, two.last, row, program.indent_of(one.first + 1))
            yield change_of(source, one.first + 1, row.strip(), SURE)


def _alike(row: str, old: str) -> float:
    """Return how well a row stands over another one: by its tokens and by what it does."""
    if _plain(row) == _plain(old):
        return _SAME
    alike = likeness(row.strip(), old.strip())
    return min(1.0, alike + _OF_ROLE) if _role(row) == _role(old) else alike * (1 - _OF_ROLE)


def _role(row: str) -> str:
    """Return what a row does: the name that it sets or changes, the header or jump that it is."""
    text = row.strip()
    tree = parse_program(text) or parse_program(f"{text.rstrip(':')}:\n    pass")
    match tree.body if tree is not None else []:
        case [ast.Assign(targets=[target])] | [ast.AugAssign(target=target)]:
            return f"set {_root(target)}"
        case [ast.Expr(value=ast.Call(func=ast.Attribute(value=of)))]:
            return f"set {_root(of)}"
        case [ast.Expr(value=ast.BinOp(left=left))]:  # what it works out is lost
            return f"set {_root(left)}"
        case [node]:
            return type(node).__name__
        case _:
            return text.split(" ")[0].rstrip(":")


def _root(node: ast.expr) -> str:
    """Return what a place belongs to: `new` of `new[d[k]]`, `self.items` of that."""
    match node:
        case ast.Subscript(value=of) | ast.Call(func=ast.Attribute(value=of)):
            return _root(of)
        case ast.Attribute(attr=name):
            return name
        case _:
            return ast.unparse(node)


def _aligned(like: Sequence[Sequence[float]]) -> list[int]:
    """Return for each row of a piece the row of the program that it stands over, in order; -1 for
    none."""
    size = len(like[0]) if like else 0
    best = [[0.0] * (size + 1) for _ in range(len(like) + 1)]
    for n in range(len(like) - 1, -1, -1):
        for at in range(size - 1, -1, -1):
            here = like[n][at] + best[n + 1][at + 1] if like[n][at] >= LEAST else -1.0
            best[n][at] = max(here, best[n + 1][at], best[n][at + 1])
    places, at = [], 0
    for n in range(len(like)):
        while at < size and best[n][at] == best[n][at + 1]:
            at += 1
        is_here = at < size and best[n][at] > best[n + 1][at]
        places.append(at if is_here else -1)
        at += is_here
    return places


def _woven(
    program: ProgramParts, rows: Sequence[str], matched: dict[int, int], score: float
) -> Iterator[Change]:
    """Yield the program with the rows in place: set in as in the piece, or as what they stand over;
    what lies between two of them stays, or goes."""
    first = min(matched)
    shift = _depth(program.rows[matched[first]]) - _depth(rows[first])
    old = {n: program.indent_of(at + 1) for n, at in matched.items()}
    moved = {n: " " * max(0, _depth(row) + shift) for n, row in enumerate(rows)}
    kept = {n: old.get(n) or _near(n, rows, old) for n in range(len(rows))}
    between = {at for one, two in pairwise(sorted(matched.values())) for at in range(one + 1, two)}
    line = matched[
        next((n for n in matched if _plain(rows[n]) != _plain(program.rows[matched[n]])), first)
    ]
    for place, indents in enumerate((moved, kept)):
        for gone in (set[int](), between):
            text = _written(
                program, [f"{indents[n]}{row.strip()}" for n, row in enumerate(rows)], matched, gone
            )
            likely = score - _OTHERWISE * place - _LEFT_OUT * bool(gone)
            yield replace(change_of(text, line + 1, rows[first].strip(), likely), old_line=line + 1)


def _near(place: int, rows: Sequence[str], old: dict[int, str]) -> str:
    """Return how far in a new row stands, by the one before it that has a place."""
    before = [n for n in old if n < place]
    anchor = max(before) if before else min(old)
    return " " * max(0, len(old[anchor]) + _depth(rows[place]) - _depth(rows[anchor]))


def _written(
    program: ProgramParts, rows: Sequence[str], matched: dict[int, int], gone: set[int]
) -> str:
    drop = set(gone)
    for n, at in matched.items():
        if program.rows[at].rstrip().endswith(":") and not rows[n].rstrip().endswith(":"):
            drop |= _body(program, at)  # "if x: return 1" stands for all that was under it
    behind: dict[int, list[str]] = {}
    before: list[str] = []
    last = None
    for n, row in enumerate(rows):
        if n in matched:
            last = matched[n]
            behind[last] = [row]
        elif last is None:
            before.append(row)
        else:
            behind[last].append(row)
    top = min(matched.values())
    new: list[str] = []
    for at, row in enumerate(program.rows):
        new += before if at == top else []
        new += behind[at] if at in behind else [] if at in drop else [row]
    return "\n".join(new)


def _body(program: ProgramParts, at: int) -> set[int]:
    """Return the rows under a header."""
    end = at + 1
    while end < len(program.rows) and (
        not program.rows[end].strip() or _depth(program.rows[end]) > _depth(program.rows[at])
    ):
        end += 1
    return set(range(at + 1, end))


def _depth(row: str) -> int:
    return len(row) - len(row.lstrip())


def _plain(row: str) -> str:
    return " ".join(token.text for token in tokens_of(row))
