"""Lines put in, moved, exchanged and taken out where words say: before, behind, in a part."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.student_changes.code_fragments import Fragment
from tutor_app.programs.student_changes.edit import MessageEdit, fill_empty, row_edit
from tutor_app.programs.student_changes.message_clause import Clause, plain_code
from tutor_app.programs.student_changes.program_parts import Part, ProgramParts, first_inside
from tutor_app.programs.student_changes.put_over import row_over
from tutor_app.programs.student_changes.referents import (
    Referent,
)

_SHORT = 8  # items of a clause that only names a line and its place
_LEAVING = ast.Return | ast.Continue | ast.Break
_STARTS = (ast.Constant, ast.List, ast.Dict, ast.Set, ast.Tuple)


def targets_of(clause: Clause, start: int) -> Iterator[tuple[str, Referent]]:
    """Yield where words say that something goes: before, behind, in, at an end of what is named."""
    words = clause.words
    for at in range(start, min(start + 4, len(words))):
        ends = [n for n in range(at, min(at + 3, len(words))) if clause.has(n, "ending")]
        starts = [n for n in range(at, min(at + 3, len(words))) if clause.has(n, "starting")]
        for kind in ("beyond", "before", "after", "within"):
            if clause.has(at, kind):
                skip = at + 1 + (at + 1 < len(words) and words[at + 1] in ("of", "from", "to"))
                found = clause.ref(skip)
                is_number = kind == "within" and words[skip : skip + 1] == ["line"]
                if found is not None and not (found.is_near or is_number):
                    yield kind, found
                    return
        for place, kind in ((ends, "ending"), (starts, "starting")):
            if place and place[0] + 1 < len(words) and words[place[0] + 1] in ("of", "in"):
                found = clause.ref(place[0] + 2)
            elif place and place[0] >= 2 and words[place[0] - 2] == "at":
                found = _function_of(clause, place[0] + 1)
            else:
                continue
            if found is not None:
                yield kind, found
                return


def _function_of(clause: Clause, end: int) -> Referent | None:
    """Return the function that the lines named last stand in, or the only one."""
    functions = [p for p in clause.program.parts if isinstance(p.node, ast.FunctionDef)]
    held = [p for p in functions if any(p.first < line <= p.last for line in clause.near)]
    chosen = held[-1:] or functions
    return Referent((chosen[0],), end) if len(chosen) == 1 else None


def relation_before(clause: Clause, start: int, found: Referent) -> int:
    """Return where the words stand that say how a line goes to what is named."""
    kinds = ("before", "after", "within", "ending", "starting")
    places = (n for n in range(start, found.end) if any(clause.has(n, kind) for kind in kinds))
    return next(places, start)


def move_to(
    program: ProgramParts, part: Part, target: tuple[str, Referent]
) -> Iterator[MessageEdit]:
    text = program.block_text(part)
    for row, indent in _slots(program, target, part.node):
        if part.first < row < part.last:
            continue
        source, line = program.without(part, row, text, indent)
        edit = row_edit(source, line, part.first + 1, text.strip(), text.strip())
        yield fill_empty(replace(edit, inserted=True))


def move_left(program: ProgramParts, part: Part) -> Iterator[MessageEdit]:
    around = [each for each in program.parts if each.node is part.owner]
    if around and part.movable and not isinstance(part.owner, ast.FunctionDef | ast.ClassDef):
        yield from move_to(program, part, ("after", Referent(tuple(around), 0)))


def _slots(
    program: ProgramParts, target: tuple[str, Referent], node: ast.stmt | None
) -> Iterator[tuple[int, str]]:
    """Yield the rows before which something goes, with its indentation, the likeliest first."""
    kind, found = target
    for part in found.parts:
        if kind in ("after", "before", "beyond"):
            yield from _beside(program, part, kind, begins=_begins(node))
        else:
            yield from _inside(program, part, target, begins=_begins(node))


def _begins(node: ast.stmt | None) -> bool:
    """Whether a line begins anew: it goes to the top of a loop, or before it."""
    return isinstance(node, ast.Assign) and isinstance(node.value, _STARTS)


def _beside(
    program: ProgramParts, part: Part, kind: str, *, begins: bool
) -> Iterator[tuple[int, str]]:
    outer = program.indent_of(part.first + 1)
    around = [each for each in program.parts if each.node is part.owner]
    if kind == "after" and isinstance(part.node, _LEAVING) and around:  # nothing runs behind it
        yield around[0].last, program.indent_of(around[0].first + 1)
    is_before = kind == "before" or (kind == "beyond" and begins)
    yield part.first if is_before else part.last, outer


def _inside(
    program: ProgramParts, part: Part, target: tuple[str, Referent], *, begins: bool
) -> Iterator[tuple[int, str]]:
    kind, found = target
    block = _block_of(part, found)
    if block:
        first, last = block[0].lineno - 1, block[-1].end_lineno or part.last
        ends = {"ending": [last], "starting": [first]}
        places = ends.get(kind, [first, last] if begins else [last, first])
        yield from ((row, program.indent_of(first + 1)) for row in places)


def line_at(clause: Clause, new: Fragment, target: tuple[str, Referent]) -> Iterator[MessageEdit]:
    """Yield the program with a line at a place: one that stands elsewhere is moved there, or is
    meant to stand there, too."""
    program = clause.program
    held = [p for p in program.parts if plain_code(program.rows[p.first]) == plain_code(new.text)]
    moved = [edit for part in held[:1] if len(held) == 1 for edit in move_to(program, part, target)]
    if held and len(clause.words) > _SHORT and not _puts(clause):
        return  # where the line stands is only said
    copied = list(_line_put_in(program, new, target))
    is_more = any(clause.has(n, "adding_verbs") for n in range(len(clause.words)))
    yield from ((*copied, *moved) if is_more else (*moved, *copied))


def _puts(clause: Clause) -> bool:
    kinds = ("adding_verbs", "moving_verbs", "ought")
    return any(True for kind in kinds for _ in clause.places(kind))


def _line_put_in(
    program: ProgramParts, new: Fragment, target: tuple[str, Referent]
) -> Iterator[MessageEdit]:
    tree = parse_program(new.text)
    node = tree.body[0] if tree is not None and tree.body else None
    if target[0] in ("within", "starting", "ending"):
        inside = [each for part in target[1].parts for each in _block_of(part, target[1])]
        like = [p for p in program.parts if p.node in inside and _stands_for(p, node)]
        if like:
            yield from row_over(program, like[0], new)
            return
    for row, indent in _slots(program, target, node):
        above = [p for p in program.parts if p.last == row and p.movable and _sets_same(p, node)]
        first = above[0].first if above else row
        source = program.with_rows(first, row, new.text, indent)
        edit = row_edit(source, first + 1, first + 1, "", new.text)
        yield replace(edit, inserted=not above, kind="put in")


def _block_of(part: Part, found: Referent) -> list[ast.stmt]:
    name = "orelse" if found.is_else else "body"
    return list(getattr(part.node, name, []))


def _stands_for(part: Part, node: ast.stmt | None) -> bool:
    """Whether a line does what another one does otherwise: it returns, sets the same, or goes on
    from a call that the other one only makes."""
    match part.node, node:
        case ast.Return(), ast.Return():
            return True
        case ast.Expr(value=value), ast.Assign() | ast.AugAssign():
            return any(ast.dump(value) == ast.dump(each) for each in ast.walk(node))
        case ast.AugAssign(target=one), ast.AugAssign(target=two):
            return ast.dump(one) == ast.dump(two)
        case _:
            return _sets_same(part, node)


def _sets_same(part: Part, node: ast.stmt | None) -> bool:
    match part.node, node:
        case ast.Assign(targets=[ast.Name(id=one)]), ast.Assign(targets=[ast.Name(id=two)]):
            return one == two
        case _:
            return False


def wrap_part(program: ProgramParts, header: Fragment, found: Referent) -> Iterator[MessageEdit]:
    """Yield the program with a test around what is named."""
    for part in found.parts:
        indent = program.indent_of(part.first + 1)
        body = program.block_text(part).replace("\n", "\n    ")
        text = f"{header.text.rstrip(' :')}:\n    {body}"
        source = program.with_rows(part.first, part.last, text, indent)
        edit = row_edit(source, part.first + 1, part.first + 1, "", header.text)
        yield replace(edit, inserted=True, kind="put in")


def swap_rows(program: ProgramParts, one: Part, two: Part) -> Iterator[MessageEdit]:
    if one.last > two.first:
        return
    rows, indents = program.rows, [program.indent_of(p.first + 1) for p in (one, two)]
    first, second = (program.block_text(p) for p in (one, two))
    above = program.with_rows(two.first, two.last, first, indents[1])
    held = ProgramParts(source=above, tree=program.tree, rows=above.split("\n"))
    source = held.with_rows(one.first, one.last, second, indents[0])
    yield row_edit(source, one.first + 1, one.first + 1, rows[one.first].strip(), second.strip())


def take_out(program: ProgramParts, found: Referent) -> Iterator[MessageEdit]:
    for part in found.parts if found.written is None or found.written.kind == "statement" else ():
        if found.is_else and isinstance(part.node, ast.If):
            first = part.node.orelse[0].lineno - 1
            header = _header_of(program, part.node)
            body = "\n".join(program.rows[first : part.last])
            indent = program.indent_of(part.first + 1)
            yield _cut(program, header, part.last, body, indent)
            yield _cut(program, header, part.last, "", indent)
        elif part.movable:
            yield fill_empty(_cut(program, part.first, part.last, "", ""))
            if isinstance(part.node, ast.If | ast.For | ast.While) and not part.node.orelse:
                body = "\n".join(program.rows[first_inside(part.node) - 1 : part.last])
                indent = program.indent_of(part.first + 1)
                yield _cut(program, part.first, part.last, body, indent)


def _header_of(program: ProgramParts, node: ast.If) -> int:
    """Return the row of an `else`, counted from 0."""
    row = node.orelse[0].lineno - 1
    while row > node.body[-1].lineno - 1 and not program.rows[row].strip().startswith("else"):
        row -= 1
    return row


def _cut(program: ProgramParts, first: int, last: int, text: str, indent: str) -> MessageEdit:
    new = program.with_rows(first, last, text, indent).split("\n")
    if not text:
        new = [*program.rows[:first], *program.rows[last:]]
    return row_edit("\n".join(new), first + 1, first + 1, program.rows[first].strip(), "")
