"""Edits of whole lines: one for another, put in, moved, exchanged, taken out."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Sequence

from tutor_app.programs.code_in_text import names_in, parse_program
from tutor_app.programs.student_changes.code_fragments import Fragment, parse_piece
from tutor_app.programs.student_changes.edit import MessageEdit
from tutor_app.programs.student_changes.moved_lines import moved_lines
from tutor_app.programs.student_changes.program_parts import (
    HEADERS,
    Part,
    ProgramParts,
    first_inside,
    is_inside,
    slot_tags,
)
from tutor_app.programs.student_changes.token_likeness import likeness

_SETTINGS = (ast.Assign, ast.AugAssign, ast.AnnAssign)


def changes_of_lines(program: ProgramParts, fragments: Sequence[Fragment]) -> Iterator[MessageEdit]:
    """Yield every edit of whole lines that the fragments, or the program itself, suggest."""
    for number, each in enumerate(fragments):
        piece = parse_piece(each.text)
        if piece is None or each.kind not in ("statement", "header", "expression", "keyword"):
            continue
        if each.kind == "keyword" and each.text not in ("break", "continue"):
            continue
        is_call = isinstance(piece, ast.Expr) and isinstance(piece.value, ast.Call)
        if isinstance(piece, ast.Expr) and not is_call:
            continue
        if is_call and not _calls_what_is_there(program, piece):
            continue
        yield from _in_place_of(program, number, each, piece)
        yield from _in_place_of_two(program, number, each, piece)
        if parse_program(each.text) is not None or each.text.startswith("else"):
            yield from _put_in(program, number, each, piece)
    yield from moved_lines(program)


def _calls_what_is_there(program: ProgramParts, piece: ast.stmt) -> bool:
    """Whether a call is of a method, of a function of the program or of one that Python has."""
    match piece:
        case ast.Expr(value=ast.Call(func=ast.Name(id=name))):
            return name in program.functions or name in dir(builtins)
        case _:
            return True


# --- one line for another ---------------------------------------------------------------------


def _in_place_of(
    program: ProgramParts, number: int, fragment: Fragment, piece: ast.stmt
) -> Iterator[MessageEdit]:
    for part in program.parts:
        node = part.node
        if isinstance(node, HEADERS) != isinstance(piece, HEADERS) or part.tags & {"class"}:
            continue
        row = program.rows[part.first]
        if row.encode()[: node.col_offset].strip():
            continue
        text = _line_for(row, fragment.text, piece)
        last = part.last
        if isinstance(node, HEADERS):
            last = max(part.first + 1, min(first_inside(node) - 1, part.last))
        old = "\n".join(program.rows[part.first : last]).strip()
        traits = [f"alike {int(likeness(old, text) * 8)}", _pair(node, piece)]
        traits += ["at the start"] if "start" in part.tags else []
        traits += ["reads what is not set"] if _reads_unset(program, part, piece) else []
        traits.append("same target" if _same_target(node, piece) else "other target")
        if _keeps(node, piece):
            traits.append("keeps the call")
        yield MessageEdit(
            source=program.with_rows(part.first, last, text, program.indent_of(part.first + 1)),
            line=part.first + 1,
            old_line=part.first + 1,
            kind="line",
            old=old,
            new=text,
            tags=part.tags,
            used=(number,),
            traits=tuple(traits),
        )


def _in_place_of_two(
    program: ProgramParts, number: int, fragment: Fragment, piece: ast.stmt
) -> Iterator[MessageEdit]:
    """Yield a line that sets two variables at once in the place of the two that set them."""
    wanted = _stored(piece)
    for part in program.parts:
        behind = next(
            (p for p in program.parts if p.block is part.block and p.place == part.place + 1), None
        )
        if behind is None or len(wanted) < 2 or not part.movable:
            continue
        if _stored(part.node) | _stored(behind.node) != wanted or not isinstance(
            behind.node, _SETTINGS
        ):
            continue
        indent = program.indent_of(part.first + 1)
        yield MessageEdit(
            source=program.with_rows(part.first, behind.last, fragment.text, indent),
            line=part.first + 1,
            old_line=part.first + 1,
            kind="line for two",
            old="\n".join(program.rows[part.first : behind.last]),
            new=fragment.text,
            tags=part.tags | behind.tags,
            used=(number,),
        )


def _reads_unset(program: ProgramParts, part: Part, piece: ast.stmt) -> bool:
    """Whether a piece would read a variable that nothing above it sets."""
    names = (n for n in ast.walk(piece) if isinstance(n, ast.Name))
    read = {n.id for n in names if isinstance(n.ctx, ast.Load)}
    read |= {_target(piece) or ""} if isinstance(piece, ast.AugAssign) else set()
    return any(program.is_unset(part, name) for name in read)


def _line_for(row: str, text: str, piece: ast.stmt) -> str:
    """Return a piece as it stands in the place of a line, with the line's own keyword."""
    text = text.strip()
    if isinstance(piece, HEADERS) and parse_program(text) is None:
        text = text.rstrip(":") + ":"
        if row.lstrip().startswith("elif") and text.startswith("if "):
            text = "el" + text
    return text


def _pair(node: ast.stmt, piece: ast.stmt) -> str:
    if isinstance(node, _SETTINGS) and isinstance(piece, _SETTINGS):
        return "setting for setting"
    return f"{type(piece).__name__} for {type(node).__name__}"


def _target(node: ast.stmt) -> str | None:
    match node:
        case ast.Assign(targets=[target, *_]):
            return ast.unparse(target)
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target) | ast.For(target=target):
            return ast.unparse(target)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=held))):
            return ast.unparse(held)
        case _:
            return None


def _same_target(node: ast.stmt, piece: ast.stmt) -> bool:
    if isinstance(node, ast.Expr) != isinstance(piece, ast.Expr):
        return False
    return _target(node) == _target(piece)


def _keeps(node: ast.stmt, piece: ast.stmt) -> bool:
    """Whether a piece holds the call that a line makes: "n = n + f(x)" for "f(x)"."""
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
        return False
    dump = ast.dump(node.value)
    return any(ast.dump(each) == dump for each in ast.walk(piece))


# --- a line more ------------------------------------------------------------------------------


def _put_in(
    program: ProgramParts, number: int, fragment: Fragment, piece: ast.stmt
) -> Iterator[MessageEdit]:
    if fragment.text.startswith("else"):
        yield from _else_put_in(program, number, fragment)
        return
    for part in program.parts:
        if not part.movable or not is_inside(part):
            continue
        yield _inserted(program, part, (number, fragment), piece, after=False)
        if part.place == len(part.block) - 1:
            yield _inserted(program, part, (number, fragment), piece, after=True)


def block_put_in(program: ProgramParts, block: str) -> Iterator[MessageEdit]:
    """Yield the program with pasted lines before or after each of its own."""
    for part in program.parts:
        if not part.movable or not is_inside(part):
            continue
        for after in (False, True)[: 1 + (part.place == len(part.block) - 1)]:
            place = part.last if after else part.first
            indent = program.indent_of(part.first + 1)
            yield MessageEdit(
                source=program.with_rows(place, place, block, indent),
                line=place + 1,
                old_line=min(place + 1, len(program.rows)),
                kind="put block in",
                old="",
                new=block,
                tags=slot_tags(part, after=after) | {"add"},
                inserted=True,
            )


def _inserted(
    program: ProgramParts,
    part: Part,
    numbered: tuple[int, Fragment],
    piece: ast.stmt,
    *,
    after: bool,
) -> MessageEdit:
    number, fragment = numbered
    nodes = (n for n in ast.walk(piece) if isinstance(n, ast.Name))
    read = {n.id for n in nodes if isinstance(n.ctx, ast.Load)}
    place = part.last if after else part.first
    traits = [f"puts in {type(piece).__name__}"]
    before = part.block[: part.place + after]
    if any(isinstance(each, ast.Return | ast.Break | ast.Continue) for each in before):
        traits.append("is never reached")
    behind = part.block[part.place + after :]
    set_later = {t for each in behind for t in _stored(each)} - {
        t for e in before for t in _stored(e)
    }
    if read & set_later and "in:loop" not in part.tags:
        traits.append("reads what is set later")
    if any(_same_target(p.node, piece) and _target(piece) for p in program.parts):
        traits.append("is set elsewhere")
    traits += _belongs_there(part, piece, after=after)
    return MessageEdit(
        source=program.with_rows(place, place, fragment.text, program.indent_of(part.first + 1)),
        line=place + 1,
        old_line=min(place + 1, len(program.rows)),
        kind="put in",
        old="",
        new=fragment.text,
        tags=slot_tags(part, after=after) | {"add"},
        used=(number,),
        traits=tuple(traits),
        inserted=True,
    )


def _belongs_there(part: Part, piece: ast.stmt, *, after: bool) -> Iterator[str]:
    """Yield what lets a line begin or end its function: a guard, a parameter, the only return."""
    function = part.owner
    if not isinstance(function, ast.FunctionDef):
        return
    parameters = {each.arg for each in function.args.args}
    if part.place == 0 and not after:
        if isinstance(piece, ast.If) and names_in(piece.test) & parameters:
            yield "guards"
        if isinstance(piece, ast.Assign) and _target(piece) in parameters:
            yield "sets a parameter anew"
    returns = any(isinstance(each, ast.Return) for each in ast.walk(function))
    if after and isinstance(piece, ast.Return) and not returns:
        yield "the only return"


def _stored(node: ast.stmt) -> set[str]:
    return {
        n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }


def _else_put_in(program: ProgramParts, number: int, fragment: Fragment) -> Iterator[MessageEdit]:
    for part in program.parts:
        if isinstance(part.node, ast.If) and not part.node.orelse:
            indent = program.indent_of(part.first + 1)
            yield MessageEdit(
                source=program.with_rows(part.last, part.last, fragment.text, indent),
                line=part.last + 1,
                old_line=part.last,
                kind="else put in",
                old="",
                new=fragment.text,
                tags=part.tags | {"else", "add"},
                used=(number,),
                inserted=True,
            )
