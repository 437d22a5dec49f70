"""All the ways in which a program may be changed that a message can mean."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.programs.code_in_text import parse_expression, parse_program
from tutor_app.programs.student_changes.code_fragments import Fragment, MessageCode
from tutor_app.programs.student_changes.edit import MessageEdit
from tutor_app.programs.student_changes.expression_changes import (
    changes_of_expressions,
    is_worked_out,
)
from tutor_app.programs.student_changes.pasted_block import paste_block
from tutor_app.programs.student_changes.program_parts import ProgramParts, own_expressions
from tutor_app.programs.student_changes.sign_changes import brackets, changes_of_signs
from tutor_app.programs.student_changes.statement_changes import block_put_in, changes_of_lines

BRACKETS = read_word_lists(Path(__file__).with_name("edit_words.yaml"))["brackets"]
MOST_FRAGMENTS = 16
MOST_EDITS = 4000


def candidate_edits(program: ProgramParts, code: MessageCode) -> Iterator[MessageEdit]:
    """Yield the edits of a program that a message's code suggests, and those of its own lines."""
    fragments = code.fragments[:MOST_FRAGMENTS]
    grouped = list(brackets(program, fragments))
    yield from grouped
    left_out = {number for each in grouped for number in each.used}
    left_out |= {n for n, each in enumerate(fragments) if _is_worked_out(each, program)}
    if BRACKETS & set(code.words):  # "brackets round a + b" puts no a + b in
        return
    left = MOST_EDITS
    for edits in (
        _of_blocks(program, code.blocks),
        changes_of_expressions(program, fragments),
        changes_of_signs(program, fragments),
        changes_of_lines(program, fragments),
    ):
        for edit in edits:
            left -= 1
            if left < 0:
                return
            if not left_out & set(edit.used):
                yield edit


def _is_worked_out(fragment: Fragment, program: ProgramParts) -> bool:
    """Whether a piece is a call of the program with values in it: it tells what happens there."""
    value = parse_expression(fragment.text) if fragment.kind == "expression" else None
    own = (n for part in program.parts for n in own_expressions(part.node))
    return value is not None and any(is_worked_out(value, each) for each in own)


def _of_blocks(program: ProgramParts, blocks: Sequence[str]) -> Iterator[MessageEdit]:
    """Yield pasted lines over what they are a new version of, and beside each line."""
    for block in blocks:
        for change in paste_block(program.source, program.tree, block):
            yield MessageEdit(
                source=change.source,
                line=change.line,
                old_line=change.line,
                kind="paste",
                old="",
                new=block,
                tags=frozenset(),
                traits=(f"alike {int(change.likeness * 5)}", "whole" if change.whole else "part"),
            )
        if parse_program(block) is not None:
            yield from block_put_in(program, block)


def dump_of(source: str) -> str | None:
    """Return what a program is but for its layout; None where Python does not read it."""
    tree = parse_program(source)
    return None if tree is None else ast.dump(tree)
