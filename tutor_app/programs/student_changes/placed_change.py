"""The change that a message tells, in its place in the student's program.

Edits of the program are weighed by what the message says (edit_model.py). Where two of them are
about as likely, both are given: which one is meant is for the student to say.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Sequence

from tutor_app.programs.code_in_text import is_value, parse_expression, parse_program
from tutor_app.programs.merging.merge_pieces import merge_pieces
from tutor_app.programs.merging.told_pieces import new_pieces
from tutor_app.programs.student_changes.code_fragments import MessageCode, is_all_code, read_code
from tutor_app.programs.student_changes.edit_features import read_signs
from tutor_app.programs.student_changes.edit_model import RankedEdit, rank_edits, shipped_model
from tutor_app.programs.student_changes.named_change import change_of_edit, named_change
from tutor_app.programs.student_changes.new_lines import new_lines
from tutor_app.programs.student_changes.pasted_block import paste_block, with_rest
from tutor_app.programs.student_changes.placement import Change, Placement, as_placement, change_of
from tutor_app.programs.student_changes.program_parts import ProgramParts, parts_of
from tutor_app.programs.student_changes.token_likeness import likeness

_DEFINED = re.compile(r"\bdef\s+(\w+)\s*\(")
SEVERAL = 2  # new lines of a message, that go in one after the other
ALIKE = 0.4  # how alike a line is to the one that it stands over, at least
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
    if (placed := _by_lines(program, words, code, acts, near)).candidates:
        return placed
    signs = read_signs(code, program, values)
    ranked = rank_edits(program, signs, model, acts)
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
    return Placement(candidates=tuple(change_of_edit(each.edit) for each in _likest(best)))


def _by_lines(
    program: ProgramParts, words: str, code: MessageCode, acts: Sequence[str], near: Sequence[int]
) -> Placement:
    """Return the places that words name, or those of several new lines, of which a run decides; one
    new line that is surely proposed has to have a clear place."""
    lines = new_lines(program, code)
    if len(lines) < SEVERAL and (named := named_change(program, code, near)).candidates:
        return named
    if len(lines) < SEVERAL and not (lines and SURELY_PROPOSED in acts):
        return Placement()
    merged = as_placement(
        program.source, merge_pieces(program.source, new_pieces(program.source, words))
    )
    return merged if len(lines) >= SEVERAL or merged.change is not None else Placement()


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
    """Whether a message has a line of code, or signs, that are to go in."""
    return any(parse_expression(piece) is None for piece, _ in new_pieces(source, words))


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
    """Return the places of a pasted block: over the functions that it is a new version of, else
    where its rows or the words beside it fit best."""
    program = parts_of(source)
    if program is None or _DEFINED.search(block) or parse_program(block) is None:
        return paste_block(source, tree, with_rest(program, block, prose) if program else block)
    return merge_pieces(source, [(block, prose)])


def _beside(words: str, block: str) -> str:
    """Return what words say beside a pasted block."""
    rows = {row.strip() for row in block.split("\n")}
    return "\n".join(row for row in words.split("\n") if row.strip() not in rows)


def _place_in_unread(source: str, words: str) -> Placement:
    """Return where a line goes in a program that Python does not read: over what it is like."""
    empty, rows = ast.Module(body=[], type_ignores=[]), source.split("\n")
    found = []
    for piece in (each.text for each in read_code(words, empty).fragments if each.size > 1):
        for number, row in enumerate(rows):
            indent = row[: len(row) - len(row.lstrip())]
            text = "\n".join([*rows[:number], indent + piece, *rows[number + 1 :]])
            alike = likeness(row.strip(), piece)
            found += [change_of(text, number + 1, piece, alike)] if alike >= ALIKE else []
    return as_placement(source, found)
