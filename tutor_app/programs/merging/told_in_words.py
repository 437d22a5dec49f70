"""Changes told in words alone: "moved the zero line above the for", "the get must ask for v".

Every small change of the program is a candidate: each of its expressions exchanged, each of its
lines elsewhere or taken out. Words leave few of them: what comes in has to be said, and a line that
moves or goes has to be named. A run of these decides which one is meant.
"""

from __future__ import annotations

import ast
import builtins
import difflib
from collections.abc import Iterator
from dataclasses import replace
from keyword import kwlist
from pathlib import Path

from tutor_app.domain.lexicon import NUMBER_WORDS, read_word_lists
from tutor_app.programs.code_in_text import parse_program, tokens_of, with_plain_signs
from tutor_app.programs.merging.code_told import as_written, specific
from tutor_app.programs.merging.place_words import fits_slot, place_words
from tutor_app.programs.small_edits.one_edits import one_edits
from tutor_app.programs.student_changes.moved_lines import moved_to
from tutor_app.programs.student_changes.placement import Change, change_of
from tutor_app.programs.student_changes.program_parts import ProgramParts, parts_of
from tutor_app.programs.student_changes.referents import WORDS

_CODE_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_LEFT = WORDS["unindenting"] | WORDS["leftwards"]
_MOVING = WORDS["moving_verbs"] | _LEFT
_REMOVING = WORDS["removing_verbs"] | _CODE_WORDS["leaving_out"]
OF_NUMBER = 0.5  # what it counts for a line that a word for its number names it
NAMED = 2.0  # how likely it is that all of what is named goes
MOST_FITTING = 24  # changes that are run
OF_PLACE = 0.3  # what it counts for a place that words speak for it


def changes_in_words(source: str, words: str, told: frozenset[str]) -> tuple[Change, ...]:
    """Return the small changes of a program that words fit, the best first; `told` are the values
    that the words report, which name nothing in the program."""
    program = parts_of(source)
    if program is None:
        return ()
    said = frozenset(token.text.casefold() for token in tokens_of(with_plain_signs(words))) - told
    found = (*_moved(program, words, said), *_without(program, said), *_edited(program, said))
    once: dict[str, Change] = {}
    for each in sorted(found, key=lambda each: -each.likeness):
        once.setdefault(each.source, each)
    return tuple(each for each in once.values() if each.source != source)[:MOST_FITTING]


def _moved(program: ProgramParts, words: str, said: frozenset[str]) -> Iterator[Change]:
    """Yield the program with lines elsewhere that words name, the likelier the more words speak for
    the place, or for the way: "to the left"."""
    numbers = {str(NUMBER_WORDS[each]) for each in said if each in NUMBER_WORDS}  # "the zero line"
    place = place_words(words)
    for part in program.parts if said & _MOVING else ():
        row = {*specific(program.rows[part.first])}
        named = len(said & row) or OF_NUMBER * len(numbers & row)
        if not named or not part.movable or isinstance(part.node, ast.FunctionDef):
            continue
        for slot in program.parts:
            if slot is part or not slot.movable or part.first <= slot.first < part.last:
                continue
            for after in (False, True):
                text = program.block_text(part)
                edit = moved_to(program, part, slot, text, after=after)
                fits = fits_slot(program, slot, place, after=after)
                is_left = slot.node.col_offset < part.node.col_offset and said & _LEFT
                if parse_program(edit.source) is not None:
                    likely = named + OF_PLACE * (fits + bool(is_left))
                    moved = change_of(edit.source, edit.line, text.strip(), likely)
                    yield replace(moved, named=True)


def _without(program: ProgramParts, said: frozenset[str]) -> Iterator[Change]:
    """Yield the program without all statements that use a name which words take out."""
    for name in said & program.variables if said & _REMOVING else ():
        kept = list(program.rows)
        parts = [p for p in program.parts if name in specific(program.rows[p.first])]
        for part in parts:
            if not isinstance(part.node, ast.FunctionDef | ast.ClassDef):
                kept[part.first : part.last] = [""] * (part.last - part.first)
        text = "\n".join(row for row in kept if row.strip())
        if parts and parse_program(text) is not None:
            yield replace(change_of(text, parts[0].first + 1, "", NAMED), named=True)


def _edited(program: ProgramParts, said: frozenset[str]) -> Iterator[Change]:
    """Yield the program with one expression or line otherwise, of which words say what comes in, a
    name of the program or a number, and something of where."""
    old = ast.unparse(program.tree).split("\n")
    own = {*specific(program.source)} - {*dir(builtins), *kwlist}
    for edit in one_edits(program.tree):
        new = edit.source.split("\n")
        codes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        apart = [each for each in codes if each[0] != "equal"]
        went = specific("\n".join(row for _, i, j, _, _ in apart for row in old[i:j]))
        rows = [row for _, _, _, i, j in apart for row in new[i:j]]
        came = specific("\n".join(rows))
        put_in = {*(came - went)}
        where = said & {*came, *went} - put_in
        if put_in and where and all(e in said and (e in own or e.isdecimal()) for e in put_in):
            text = as_written(program.rows, old, new)
            line = edit.lines[0] if edit.lines else 1
            yield change_of(text, line, rows[0].strip(), len(where) + len(put_in))
