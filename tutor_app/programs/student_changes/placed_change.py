"""The change that a message tells, in its place in the student's program.

Edits of the program are weighed by what the message says (edit_model.py). Where two of them are
about as likely, both are given: which one is meant is for the student to say.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from tutor_app.programs.code_in_text import is_value, parse_program
from tutor_app.programs.student_changes.anchored_lines import (
    anchored_lines,
    is_added,
    lines_beside,
    with_rest,
)
from tutor_app.programs.student_changes.code_fragments import MessageCode, is_all_code, read_code
from tutor_app.programs.student_changes.edit import MessageEdit, fill_empty, row_edit
from tutor_app.programs.student_changes.edit_features import read_signs
from tutor_app.programs.student_changes.edit_model import RankedEdit, rank_edits, shipped_model
from tutor_app.programs.student_changes.pasted_block import paste_block
from tutor_app.programs.student_changes.placement import Change, Placement, as_placement
from tutor_app.programs.student_changes.program_parts import ProgramParts, parts_of
from tutor_app.programs.student_changes.told_edits import told_edits
from tutor_app.programs.student_changes.told_moves import (
    new_lines,
    split_changes,
    told_at_line,
    told_default,
    told_plainly,
    told_setting,
)

_DEFINED = re.compile(r"\bdef\s+(\w+)\s*\(")
MOST_LIKELY = 3  # places that are offered
STEPS = 5  # in which it is told how likely a message tells a change
SURELY_PROPOSED = f"proposes {STEPS - 1}"
NEARLY = 0.5  # of the likeliest's probability, from which on a place is offered beside it


def place_change(
    source: str,
    words: str,
    acts: Sequence[str] = (),
    values: Collection[str] = (),
    near: Sequence[int] = (),
) -> Placement:
    """Return where the change that a message tells can go; no candidates where it tells none.

    `acts` are what the message most likely does, the likeliest first; `values` those that the
    program's calls are known to take and give; `near` are the lines that were named last.
    """
    program = parts_of(source)
    if program is None:
        return _place_in_unread(source, words)
    tree, model, code = program.tree, shipped_model(), read_code(words, program.tree)
    pasted = as_placement(
        source,
        (c for b in code.blocks for c in _pasted(source, tree, b, _beside(words, b))),
    )
    if pasted.change is not None:
        return pasted
    if any(f"def {name}" not in source for name in _DEFINED.findall(words)):
        return Placement()  # a function of its own stands for no line that is there
    told = split_changes(program, words, code)
    beside = [change for block in code.blocks if (change := lines_beside(program, block))]
    if beside or told:
        return (
            Placement(candidates=tuple(beside)) if beside else _in_turn(source, told, acts, values)
        )
    if (named := _named(program, code, acts, near)).candidates:
        return named
    signs = read_signs(code, program, values)
    ranked = rank_edits(program, signs, model, acts)
    plain = told_plainly([each.edit for each in ranked.edits], code, signs.new, signs.old)
    if plain is not None and ranked.told >= model.told_from:
        return Placement(candidates=(_change(plain),))
    best = [
        each
        for each in ranked.edits[:MOST_LIKELY]
        if each.probability >= NEARLY * ranked.edits[0].probability
    ]
    if not best or ranked.told < model.told_from and not is_all_code(code):
        return Placement()
    if best[0].probability >= model.sure_from:
        best = best[:1]
    elif sum(each.probability for each in best) < model.ask_from:
        return Placement()
    return Placement(candidates=tuple(_change(each.edit) for each in _likest(best)))


def named_change(program: ProgramParts, code: MessageCode, near: Sequence[int] = ()) -> Placement:
    """Return the places of a change whose place the words name."""
    told = told_edits(program, code, near)
    return Placement(candidates=tuple(replace(_change(edit), named=True) for edit in told))


def named_in_words(program: ProgramParts, words: str) -> Placement:
    """Return the places of a change whose place words name."""
    return named_change(program, read_code(words, program.tree))


def moved_line(source: str, line: int, piece: str) -> str | None:
    """Return a program with a line that stands in it twice taken from where it stood before; `line`
    is the one that stays."""
    rows = source.split("\n")
    twice = [n for n, row in enumerate(rows) if row.strip() == piece.strip()]
    old = [n for n in twice if n != line - 1]
    if len(twice) != 2 or len(old) != 1:
        return None
    left = "\n".join([*rows[: old[0]], *rows[old[0] + 1 :]])
    moved = fill_empty(row_edit(left, line, line, piece, piece)).source
    return moved if parse_program(moved) is not None else None


def _named(
    program: ProgramParts, code: MessageCode, acts: Sequence[str], near: Sequence[int]
) -> Placement:
    """Return the change where the words name its place, or leave no other one open."""
    named = named_change(program, code, near)
    if named.candidates:
        return named
    readers = [told_at_line, told_default]
    readers += [told_setting] if SURELY_PROPOSED in acts else []
    told = next((edit for read in readers if (edit := read(program, code)) is not None), None)
    is_read = told is not None and parse_program(told.source) is not None
    return Placement(candidates=(_change(told),) if told is not None and is_read else ())


def _in_turn(
    source: str, told: Sequence[str], acts: Sequence[str], values: Collection[str]
) -> Placement:
    """Place several changes one after the other: none where one of them has no clear place."""
    first: Change | None = None
    for words in told:
        change = place_change(source, words, acts, values).change
        if change is None:
            return Placement()
        source, first = change.source, first or change
    return Placement(candidates=(replace(first, source=source),) if first is not None else ())


def _likest(best: Sequence[RankedEdit]) -> Sequence[RankedEdit]:
    """Return the edit of several that puts an operator in for the one that it is like: / for //."""
    like = [
        e for e in best if e.edit.old and (e.edit.old in e.edit.new or e.edit.new in e.edit.old)
    ]
    is_sign = all(each.edit.kind == "operator" for each in best)
    return like if is_sign and len(like) == 1 else best


def without_new_lines(source: str, words: str) -> str:
    """Return a message without the lines of code that the program has not and that call none of its
    functions: the values in them are no inputs, but for one of a parameter ("with x = 5")."""
    program = parts_of(source)
    if program is None:
        return words
    code = read_code(words, program.tree)
    pieces = (*code.blocks, *(each.text for each in new_lines(program, code)))
    for piece in pieces:
        is_call = any(f"{name}(" in piece for name in program.functions)
        if not is_call and not _gives_parameter(piece, program.tree):
            words = words.replace(piece, " ")
    return words


def brings_lines(source: str, words: str) -> bool:
    """Whether a message has lines of code that a program hasn't."""
    program = parts_of(source)
    return program is not None and bool(new_lines(program, read_code(words, program.tree)))


def _gives_parameter(piece: str, tree: ast.Module) -> bool:
    """Whether a line gives a parameter a plain value that the program itself never sets."""
    match (parse_program(piece) or ast.Module(body=[], type_ignores=[])).body:
        case [ast.Assign(targets=[ast.Name(id=name)], value=value)]:
            nodes = list(ast.walk(tree))
            is_set = any(isinstance(n, ast.Name) and n.id == name for n in nodes if _stores(n))
            is_parameter = any(isinstance(n, ast.arg) and n.arg == name for n in nodes)
            return is_parameter and not is_set and is_value(ast.unparse(value))
        case _:
            return False


def _stores(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def paste_change(source: str, code: str, prose: str = "") -> Placement:
    """Return where pasted code goes: over what it is a new version of, or where words say."""
    tree = parse_program(source) or ast.Module(body=[], type_ignores=[])
    return as_placement(source, _pasted(source, tree, code, prose))


def _pasted(source: str, tree: ast.Module, block: str, prose: str) -> Sequence[Change]:
    """Return the places of a pasted block: where words or its own lines anchor it, else over what
    it is like. What is only added stands for no line."""
    program = parts_of(source)
    if program is None:
        return paste_block(source, tree, block)
    anchored = anchored_lines(program, block, prose)
    if anchored or is_added(prose) and not _DEFINED.search(block):
        return anchored
    return paste_block(source, tree, with_rest(program, block, prose))


def _beside(words: str, block: str) -> str:
    """Return what words say beside a pasted block."""
    rows = {row.strip() for row in block.split("\n")}
    return "\n".join(row for row in words.split("\n") if row.strip() not in rows)


def _place_in_unread(source: str, words: str) -> Placement:
    """Return where a line goes in a program that Python does not read: over what it is like."""
    empty = ast.Module(body=[], type_ignores=[])
    pieces = [each.text for each in read_code(words, empty).fragments if each.size > 1]
    found = (change for piece in pieces for change in paste_block(source, empty, piece))
    return as_placement(source, found)


def _change(edit: MessageEdit) -> Change:
    return Change(
        source=edit.source,
        line=edit.line,
        new_text=edit.new or edit.old,
        likeness=1.0,  # those that are offered together are as good as each other
        inserted=edit.inserted,
        whole=edit.kind == "paste",
        old_line=edit.old_line,
    )
