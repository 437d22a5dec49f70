"""The places of a change that words name: "before the last return", "instead of the pop line"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tutor_app.programs.student_changes.code_fragments import MessageCode, read_code
from tutor_app.programs.student_changes.edit import MessageEdit
from tutor_app.programs.student_changes.placement import Change, Placement
from tutor_app.programs.student_changes.program_parts import ProgramParts
from tutor_app.programs.student_changes.told_edits import told_edits


def named_change(program: ProgramParts, code: MessageCode, near: Sequence[int] = ()) -> Placement:
    """Return the places of a change whose place the words name."""
    told = told_edits(program, code, near)
    return Placement(candidates=tuple(replace(change_of_edit(each), named=True) for each in told))


def named_in_words(program: ProgramParts, words: str) -> Placement:
    """Return the places of a change whose place words name."""
    return named_change(program, read_code(words, program.tree))


def change_of_edit(edit: MessageEdit) -> Change:
    """Return an edit as a change that is as likely as those that are offered with it."""
    return Change(
        source=edit.source,
        line=edit.line,
        new_text=edit.new or edit.old,
        likeness=1.0,
        inserted=edit.inserted,
        whole=edit.kind == "paste",
        old_line=edit.old_line,
    )
