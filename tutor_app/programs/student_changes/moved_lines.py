"""Edits that put nothing new in: a line elsewhere, in or out of a block, or taken out."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tutor_app.programs.student_changes.edit import MessageEdit
from tutor_app.programs.student_changes.program_parts import (
    Part,
    ProgramParts,
    first_inside,
    is_inside,
    slot_tags,
)


def moved_lines(program: ProgramParts) -> Iterator[MessageEdit]:
    """Yield the program with each of its lines somewhere else, and without it."""
    yield from _moved(program)
    yield from _taken_out(program)


def _moved(program: ProgramParts) -> Iterator[MessageEdit]:
    for part in program.parts:
        if not part.movable or not is_inside(part) or isinstance(part.node, ast.FunctionDef):
            continue
        text = program.block_text(part)
        for slot in program.parts:
            if slot is part or not slot.movable or not is_inside(slot) or _holds(part, slot):
                continue
            for after in (False, True):
                if after and slot.place < len(slot.block) - 1 and slot.block is not part.block:
                    continue
                yield moved_to(program, part, slot, text, after=after)
    yield from _behind_else(program)


def _holds(part: Part, slot: Part) -> bool:
    return part.first <= slot.first < part.last


def moved_to(
    program: ProgramParts, part: Part, slot: Part, text: str, *, after: bool
) -> MessageEdit:
    """Return the program with a part before or behind another one."""
    place = slot.last if after else slot.first
    source, line = program.without(part, place, text, program.indent_of(slot.first + 1))
    around, there = _depth(part), _depth(slot)
    tags = slot_tags(slot, after=after) | {"move"} | _plain(part)
    if there < around:
        tags |= {"out"}
        tags |= {f"out:{tag[3:]}" for tag in part.tags - slot.tags if tag.startswith("in:")}
    elif there > around:
        tags |= {"inside"}
    traits = [f"moves {type(part.node).__name__}"]
    if slot.block is part.block:
        steps = slot.place - part.place
        neighbours = steps in (1, -1) and (steps == 1) == after
        tags |= {"swap"} if neighbours else set()
        traits.append("neighbours" if neighbours else "same block")
    traits.append("out" if there < around else "in" if there > around else "same depth")
    if slot.node is part.owner and after:
        traits.append("steps out behind")
    if slot.node is part.owner and not after:
        traits.append("steps out before")
    return MessageEdit(
        source=source,
        line=line,
        old_line=part.first + 1,
        kind="move",
        old=text.strip(),
        new=text.strip(),
        tags=tags,
        traits=tuple(traits),
        inserted=True,
    )


def _plain(part: Part) -> frozenset[str]:
    return frozenset(tag for tag in part.tags if not tag.startswith("in:")) - {"top", "end"}


def _depth(part: Part) -> int:
    return part.node.col_offset


def _behind_else(program: ProgramParts) -> Iterator[MessageEdit]:
    """Yield a line that follows a decision put into an `else` of it."""
    for part in program.parts:
        if not isinstance(part.node, ast.If) or part.node.orelse or not part.movable:
            continue
        for behind in [p for p in program.parts if p.block is part.block and p.movable]:
            if behind.place != part.place + 1:
                continue
            indent = program.indent_of(part.first + 1)
            inner = program.indent_of(first_inside(part.node))
            rows = [
                indent + "else:",
                *(inner + row for row in program.block_text(behind).split("\n")),
            ]
            source = "\n".join([*program.rows[: behind.first], *rows, *program.rows[behind.last :]])
            yield MessageEdit(
                source=source,
                line=behind.first + 2,
                old_line=behind.first + 1,
                kind="into else",
                old=program.block_text(behind).strip(),
                new="else:",
                tags=part.tags | _plain(behind) | {"else", "in:else", "add"},
                inserted=True,
            )


def _taken_out(program: ProgramParts) -> Iterator[MessageEdit]:
    for part in program.parts:
        if not part.movable or not is_inside(part) or isinstance(part.node, ast.FunctionDef):
            continue
        yield without_line(program, part)
        yield from _without_frame(program, part)


def without_line(program: ProgramParts, part: Part) -> MessageEdit:
    """Return the program without a part, with `pass` for it where nothing else would be left."""
    text = program.block_text(part)
    is_alone = len(part.block) == 1
    indent = program.indent_of(part.first + 1)
    source, line = program.without(part, part.first, "pass" if is_alone else "", indent)
    return MessageEdit(
        source=source,
        line=line,
        old_line=part.first + 1,
        kind="take line out",
        old=text.split("\n")[0].strip(),
        new="",
        tags=part.tags | {"remove"},
        traits=(f"takes {type(part.node).__name__} out",),
    )


def _without_frame(program: ProgramParts, part: Part) -> Iterator[MessageEdit]:
    """Yield the lines of an `else`, or of a whole decision, without what holds them."""
    node = part.node
    indent = program.indent_of(part.first + 1)
    if isinstance(node, ast.If | ast.While | ast.For) and len(node.body) >= 1:
        last = node.body[-1].end_lineno or node.body[-1].lineno
        body = "\n".join(program.rows[first_inside(node) - 1 : last])
        if not getattr(node, "orelse", []):
            yield MessageEdit(
                source=program.with_rows(part.first, part.last, body, indent),
                line=part.first + 1,
                old_line=part.first + 1,
                kind="unwrap",
                old=program.rows[part.first].strip(),
                new="",
                tags=part.tags | {"remove"},
            )
    if isinstance(node, ast.If) and node.orelse:
        first = node.orelse[0].lineno - 1
        header = first - 1
        while header > part.first and not program.rows[header].strip().startswith("else"):
            header -= 1
        if header > part.first:
            body = "\n".join(program.rows[header + 1 : part.last])
            yield MessageEdit(
                source=program.with_rows(header, part.last, body, indent),
                line=header + 1,
                old_line=header + 1,
                kind="without else",
                old="else",
                new="",
                tags=part.tags | {"remove", "else", "in:else"},
                inserted=True,
            )
