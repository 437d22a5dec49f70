"""Edits of operators, of words of Python, of two things exchanged, of a name wherever it stands."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tutor_app.programs.code_in_text import names_in, parse_expression, tokens_of
from tutor_app.programs.student_changes.code_fragments import Fragment
from tutor_app.programs.student_changes.edit import MessageEdit
from tutor_app.programs.student_changes.expression_changes import Spot, spots_of
from tutor_app.programs.student_changes.program_parts import Part, ProgramParts

_ORDERS = frozenset(("<", "<=", ">", ">=", "==", "!="))
_SUMS, _PRODUCTS = frozenset(("+", "-")), frozenset(("*", "/", "//", "%", "**"))
_JOINS = frozenset(("and", "or"))
_UPDATES = frozenset(("+=", "-=", "*=", "//=", "="))
_FAMILIES = (_ORDERS | {"in"}, _SUMS, _PRODUCTS, _JOINS)
_TURNED = ({"<", ">"}, {"<=", ">="}, {"==", "!="})
_ADMITS = ({"<", "<="}, {">", ">="})
_SIGN = re.compile(r"not\s+in\b|is\s+not\b|\band\b|\bor\b|\bin\b|\bis\b|[-+*/%<>=!&|]+")
_WORDS_OF_PYTHON = (
    ("if", "while"),
    ("while", "if"),
    ("elif", "if"),
    ("if", "elif"),
    ("return", "print"),
    ("print", "return"),
    ("break", "continue"),
    ("continue", "break"),
    ("return", "yield"),
)


def changes_of_signs(program: ProgramParts, fragments: Sequence[Fragment]) -> Iterator[MessageEdit]:
    """Yield every edit of operators and words of Python, and of two things exchanged."""
    for spot in spots_of(program):
        yield from _operators(spot, fragments)
        yield from _sides_exchanged(spot)
    for part in program.parts:
        yield from _words_of_python(program, part, fragments)
        yield from _updates(program, part, fragments)
        yield from _names_exchanged(program, part)
    yield from _everywhere(program, fragments)


# --- operators --------------------------------------------------------------------------------


def _operators(spot: Spot, fragments: Sequence[Fragment]) -> Iterator[MessageEdit]:
    """Yield an expression with another operator: one that is said, or one of the same family."""
    sides = _sides(spot.node)
    if sides is None:
        return
    mine = _sign_between(spot.program, *sides)
    for number, each in enumerate(fragments):
        is_joined = (mine in _JOINS) == (each.text in _JOINS)
        if (
            each.kind == "operator"
            and each.text != mine
            and is_joined
            and _family(each.text) is not None
        ):
            yield _with_operator(spot, (mine, each.text), number)
    if isinstance(spot.node, ast.Compare) and _family(mine) is not None:
        for sign in sorted(_ORDERS - {mine}):
            yield _with_operator(spot, (mine, sign), None)


def _with_operator(spot: Spot, signs: tuple[str, str], number: int | None) -> MessageEdit:
    mine, sign = signs
    left, right = _sides(spot.node) or (spot.node, spot.node)
    is_family = _family(mine) == _family(sign)
    traits = [f"{mine} to {sign}", "same family" if is_family else "other family"]
    tags = set(spot.tags)
    if {mine, sign} in _TURNED:
        traits.append("turned round")
        tags.add("turned")
    if {mine, sign} in _ADMITS:
        tags.add("equal")
    new = f"{spot.program.text_of(left)} {sign} {spot.program.text_of(right)}"
    kind = "operator" if number is not None else "own operator"
    edit = replace(spot, tags=frozenset(tags)).edit(new, kind, number, traits)
    return replace(edit, old=mine, new=sign)


def _sides(node: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    match node:
        case ast.Compare(left=left, ops=[_], comparators=[right]):
            return left, right
        case ast.BinOp(left=left, right=right) | ast.BoolOp(values=[left, right]):
            return left, right
        case _:
            return None


def _sign_between(program: ProgramParts, left: ast.expr, right: ast.expr) -> str:
    if left.end_lineno != right.lineno:
        return ""
    row = program.rows[right.lineno - 1].encode()
    found = _SIGN.search(row[left.end_col_offset or 0 : right.col_offset].decode())
    return found.group() if found else ""


def _family(sign: str) -> int | None:
    return next((n for n, family in enumerate(_FAMILIES) if sign in family), None)


# --- words of Python --------------------------------------------------------------------------


def _words_of_python(
    program: ProgramParts, part: Part, fragments: Sequence[Fragment]
) -> Iterator[MessageEdit]:
    words = program.rows[part.first].split()
    first = words[0].partition("(")[0].rstrip(":") if words else ""
    said = {each.text: n for n, each in reversed(list(enumerate(fragments)))}
    for old, new in _WORDS_OF_PYTHON:
        if first != old or (new == "elif" and part.place == 0):
            continue
        is_said = new in said
        row = program.rows[part.first].replace(old, new, 1)
        traits = (f"{old} to {new}", "said" if is_said else "unsaid")
        edit = _of_row(program, part, row, ("word", old, new))
        yield replace(edit, used=(said[new],) if is_said else (), traits=traits)


def _updates(
    program: ProgramParts, part: Part, fragments: Sequence[Fragment]
) -> Iterator[MessageEdit]:
    """Yield "x += e" for "x = e" and the like, by an operator of the message."""
    match part.node:
        case ast.AugAssign(target=target, value=value) | ast.Assign(targets=[target], value=value):
            pass
        case _:
            return
    row = program.rows[part.first]
    old = next((t.text for t in tokens_of(row) if t.text in _UPDATES), "")
    indent = program.indent_of(part.first + 1)
    for number, each in enumerate(fragments):
        if each.kind == "operator" and each.text in _UPDATES - {old} and part.movable:
            new = f"{indent}{program.text_of(target)} {each.text} {program.text_of(value)}"
            edit = _of_row(program, part, new, ("update", old, each.text))
            yield replace(edit, used=(number,), traits=(f"{old} to {each.text}",))


def _of_row(
    program: ProgramParts, part: Part, row: str, change: tuple[str, str, str]
) -> MessageEdit:
    """Return the program with another row; `change` is its kind, what goes out, what comes in."""
    kind, old, new = change
    return MessageEdit(
        source="\n".join([*program.rows[: part.first], row, *program.rows[part.first + 1 :]]),
        line=part.first + 1,
        old_line=part.first + 1,
        kind=kind,
        old=old,
        new=new,
        tags=part.tags,
    )


# --- in each other's place --------------------------------------------------------------------


def _sides_exchanged(spot: Spot) -> Iterator[MessageEdit]:
    """Yield two arguments, or two sides, in each other's place."""
    match spot.node:
        case ast.Call(args=[left, right]) | ast.Tuple(elts=[left, right]):
            pass
        case _:
            sides = _sides(spot.node)
            if sides is None:
                return
            left, right = sides
    texts = spot.program.text_of(left), spot.program.text_of(right)
    if spot.node.lineno != spot.node.end_lineno or texts[0] == texts[1]:
        return
    start = spot.node.col_offset
    row = spot.text.encode()
    head, tail = row[: left.col_offset - start], row[(right.end_col_offset or 0) - start :]
    between = row[(left.end_col_offset or 0) - start : right.col_offset - start]
    new = f"{head.decode()}{texts[1]}{between.decode()}{texts[0]}{tail.decode()}"
    swapped = replace(spot, tags=spot.tags | {"swap", "turned"})
    yield replace(swapped.edit(new, "exchange", None), old=texts[0], new=texts[1])


def _names_exchanged(program: ProgramParts, part: Part) -> Iterator[MessageEdit]:
    """Yield a line with two of its names in each other's place."""
    names = sorted(names_in(part.node) & program.variables & _words(program.rows[part.first]))
    for place, one in enumerate(names):
        for two in names[place + 1 :]:
            other = {one: two, two: one}
            row = re.sub(
                rf"\b(?:{one}|{two})\b",
                lambda found, other=other: other[found.group()],  # type: ignore[misc]
                program.rows[part.first],
            )
            edit = _of_row(program, part, row, ("exchange", one, two))
            yield replace(edit, tags=part.tags | {"swap", "turned"}, traits=("names",))


def _words(row: str) -> set[str]:
    return {token.text for token in tokens_of(row)}


def _everywhere(program: ProgramParts, fragments: Sequence[Fragment]) -> Iterator[MessageEdit]:
    """Yield the program with a name, or a word of Python, replaced wherever it stands."""
    tokens = {token for row in program.rows for token in _words(row)}
    for number, each in enumerate(fragments):
        if each.kind not in ("expression", "keyword"):
            continue
        value = parse_expression(each.text)
        olds = set(program.variables) if isinstance(value, ast.Name | ast.Attribute) else set()
        olds |= {"print", "return"} if each.text in ("print", "return") else set()
        for old in sorted(olds & tokens - {each.text}):
            rows = [re.sub(rf"(?<![\w.]){old}\b", each.text, row) for row in program.rows]
            changed = [n for n, row in enumerate(rows) if row != program.rows[n]]
            if len(changed) > 1:
                yield MessageEdit(
                    source="\n".join(rows),
                    line=changed[0] + 1,
                    old_line=changed[0] + 1,
                    kind="everywhere",
                    old=old,
                    new=each.text,
                    tags=frozenset({old, "everywhere"}),
                    used=(number,),
                )


def brackets(program: ProgramParts, fragments: Sequence[Fragment]) -> Iterator[MessageEdit]:
    """Yield a line with brackets round a piece that stands in it, but as no part of its own."""
    for number, each in enumerate(fragments):
        value = parse_expression(each.text)
        if not isinstance(value, ast.BinOp | ast.BoolOp) or ast.dump(value) in program.dumps:
            continue
        inner = ast.unparse(value)
        plain = [token.text for token in tokens_of(inner)]
        for part in program.parts:
            row = program.rows[part.first]
            tokens = tokens_of(row)
            texts = [token.text for token in tokens]
            for first in range(len(texts) - len(plain) + 1):
                if texts[first : first + len(plain)] == plain:
                    start, end = tokens[first].start, tokens[first + len(plain) - 1].end
                    new = f"{row[:start]}({row[start:end]}){row[end:]}"
                    edit = _of_row(program, part, new, ("brackets", inner, f"({inner})"))
                    yield replace(edit, used=(number,))
