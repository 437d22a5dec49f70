"""Edits that words tell by the lines that they name: replaced, dropped, moved, put in, exchanged.

"Instead of that append, I'd extend", "drop the else", "move it out of the loop", "make it <=". What
is named is resolved in one place (referents.py); here each kind of edit is applied. Where two
places fit, each is returned: the run decides.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.student_changes.code_fragments import Fragment, MessageCode
from tutor_app.programs.student_changes.edit import MessageEdit
from tutor_app.programs.student_changes.lines_placed import (
    line_at,
    move_left,
    move_to,
    relation_before,
    swap_rows,
    take_out,
    targets_of,
    wrap_part,
)
from tutor_app.programs.student_changes.message_clause import (
    LONGEST,
    Clause,
    clauses_of,
    is_value,
    plain_code,
    sound_edits,
)
from tutor_app.programs.student_changes.program_parts import Part, ProgramParts
from tutor_app.programs.student_changes.put_over import (
    MOST_PLACES,
    body_over,
    call_over,
    complete_call,
    is_call,
    likeness,
    part_over,
    put_over,
)
from tutor_app.programs.student_changes.referents import (
    WORDS,
    Referent,
    SaidItem,
    items_of,
    rows_with,
)

_SIGNS = frozenset("= == += -= [ ]".split())  # of code that is read as none
_JOINS = ("and", "or")
_BESIDE = 6  # items between a line that is put in and its place


def told_edits(
    program: ProgramParts, code: MessageCode, near: Sequence[int] = ()
) -> tuple[MessageEdit, ...]:
    """Return the edits that a message may tell by what it names; () where it tells none so.

    `near` are the lines that were named last, the last first: for "it", "that" and "there".
    """
    told: list[tuple[MessageEdit, ...]] = []
    said: list[int] = []
    for items in clauses_of(items_of(code)):
        clause = Clause(program, code, items, (*code.lines, *said, *near))
        said = [*_lines_written(program, items), *said]
        each = (tuple(sound_edits(program, read(clause))) for read in _READERS)
        told += islice((found for found in each if found), 1)
    replaced = {edit.old_line for found in told for edit in found if edit.new}
    told = [f for f in told if f[0].new or f[0].old_line not in replaced]  # it goes for another one
    if len(told) != 1 or not _says_all(program, code, told[0]):
        return ()  # several changes, or one that is told by more than this
    is_each = not WORDS["each"].isdisjoint(code.words)
    return (_together(program, told[0]),) if is_each else told[0][:MOST_PLACES]


def _lines_written(program: ProgramParts, items: Sequence[SaidItem]) -> Iterator[int]:
    """Yield the lines that a clause has written out, or a part of them that stands nowhere else."""
    for item in items:
        if item.piece is not None and item.piece.size > 1:
            rows = rows_with(program, item.piece.text)
            yield from (part.first + 1 for part in rows if len(rows) == 1)


def _together(program: ProgramParts, told: Sequence[MessageEdit]) -> MessageEdit:
    """Return the edits of single lines as one: "both", "everywhere"."""
    rows = list(program.rows)
    first = {edit.old_line: edit for edit in reversed(told)}.values()
    for edit in first:
        changed = edit.source.split("\n")
        if len(changed) != len(rows):
            return told[0]
        rows[edit.old_line - 1] = changed[edit.old_line - 1]
    return replace(told[0], source="\n".join(rows))


def _says_all(program: ProgramParts, code: MessageCode, told: Sequence[MessageEdit]) -> bool:
    """Whether what a message brings of new code is in what comes in, or stands there already."""
    known = [plain_code(edit.new) for edit in told] + [plain_code(row) for row in program.rows]
    pieces = [e for e in code.fragments if e.size > 1 and e.kind != "tail" and not is_value(e)]
    covered = {n for each in code.fragments for n in range(each.first, each.last)}
    loose = {text for n, text in enumerate(code.tokens) if n not in covered}
    twice = Counter(plain_code(e.text) for e in pieces if e.kind == "statement").most_common(1)
    is_more = bool(code.blocks or loose & _SIGNS or (twice and twice[0][1] > 1))
    return not is_more and all(
        any(f" {plain_code(piece.text)} " in f" {text} " for text in known) for piece in pieces
    )


def _instead(clause: Clause) -> Iterator[MessageEdit]:
    """Read "extend(b) instead of that append", "instead of the append I'd extend"."""
    put = (n for n in clause.places("in_place") if n and clause.words[n - 1] == "in")
    for at in (*clause.places("instead"), *(n for n in put if clause.has(n + 1, "instead_of"))):
        if clause.has(at + 2, "everything"):
            yield from body_over(clause.program, clause.new_before(at))
            continue
        if not clause.has(at + 1, "instead_of"):
            near, new = clause.near_parts(), clause.new_before(at)
            alike = list(call_over(clause.program, new)) if new is not None else []
            yield from alike or (put_over(clause, near, new) if near is not None else ())
            continue
        old = clause.ref_or_name(at + 2)
        if old is not None:
            behind = clause.new(old.end, old.end + LONGEST)
            yield from put_over(clause, old, clause.new_before(at) or behind)
    for at in range(1, len(clause.words) - 1):
        joins = clause.words[at - 1] in _JOINS and clause.words[at + 1] not in _JOINS
        last = at - 2 if joins and at > 1 else at - 1  # "< and not <="
        one, two = clause.items[last].piece, clause.ref(at + 1)
        if clause.words[at] == "not" and one is not None and two is not None and two.written:
            yield from put_over(clause, two, one)


def _replaced(clause: Clause) -> Iterator[MessageEdit]:
    """Read "change the second i += 1 to j += 1", "make it <="."""
    for at in clause.places("replacing_verbs"):
        old = clause.ref(at + 1) or _like_new(clause, at)
        if old is None:
            continue
        end = old.end
        is_made = clause.words[at] in ("make", "made", "making")
        if is_made or any(clause.has(n, "replaced_by") for n in range(end, end + 3)):
            end = end if not is_made or clause.new(end, end + 3) is not None else len(clause.words)
            yield from put_over(clause, old, clause.new(end, end + LONGEST, old.written))


def _like_new(clause: Clause, at: int) -> Referent | None:
    """Return the statement that a line stands for which "it" is changed to, where nothing was
    named: one of its kind."""
    new = clause.new(at, at + LONGEST)
    if at + 1 >= len(clause.words) or clause.words[at + 1] != "it" or new is None:
        return None
    tree = parse_program(new.text) or parse_program(f"{new.text.rstrip(' :')}:\n    pass")
    kind = type(tree.body[0]) if tree is not None and tree.body else None
    parts = [p for p in clause.program.parts if type(p.node) is kind]
    if new.kind == "operator":
        parts = [p for p in clause.program.parts if isinstance(p.node, ast.If | ast.While)]
    parts.sort(key=lambda p: -likeness(clause.program.rows[p.first], new.text))
    return Referent(tuple(parts[: 1 if new.kind != "operator" else None]), at + 2)


def _should_be(clause: Clause) -> Iterator[MessageEdit]:
    """Read "the < should be <=", "use i + 1 there", "extend(b[j:]) in its place"."""
    for at in clause.places("becoming"):
        if not clause.has(at - 1, "ought"):
            continue
        for start in range(max(0, at - 6), at):
            old = clause.ref(start)
            if old is not None and old.end <= at and at - old.end <= 2:
                new = clause.new(at + 1, at + 1 + LONGEST, old.written)
                if new is not None and (new.size > 1 or new.kind == "operator" or old.is_call):
                    yield from put_over(clause, old, new)
                break
    for at in range(len(clause.words)):
        is_place = clause.has(at, "in_place") and clause.words[at - 1] in ("its", "that", "their")
        is_put = any(clause.has(n, "putting") for n in range(max(0, at - LONGEST), at))
        if is_place or (clause.has(at, "there") and is_put):
            new, old = clause.new_before(at), clause.near_parts()
            if old is not None and new is not None and (new.size > 1 or new.kind == "operator"):
                yield from put_over(clause, old, new)


def _dropped(clause: Clause) -> Iterator[MessageEdit]:
    """Read "drop the else", "the append line is gone", "take that return out"."""
    for at in clause.places("removing_verbs"):
        found = clause.ref(at + 1)
        if found is not None and clause.new(found.end, found.end + LONGEST) is None:
            yield from take_out(clause.program, found)
    for at in clause.places("taking"):
        out = at + 1 if clause.has(at + 1, "taken") else None
        found = clause.ref(at + 2 if out is not None else at + 1)
        if found is None or clause.new(found.end, found.end + LONGEST) is not None:
            continue
        end = found.end
        if out is not None or (clause.has(end, "taken") and not clause.has(end + 1, "instead_of")):
            yield from take_out(clause.program, found)
    for at in clause.places("gone"):
        for start in range(max(0, at - 5), at - 1):
            found = clause.ref(start)
            between = clause.words[found.end : at] if found is not None else []
            if found is not None and between in (["is"], ["line", "is"]):
                yield from take_out(clause.program, found)


def _moved(clause: Clause) -> Iterator[MessageEdit]:
    """Read "move it out of the loop", "put the return after the for", "unindent the return"."""
    for at in clause.places("unindenting"):
        found = clause.ref(at + 1) or clause.find_named()
        for part in found.parts if found is not None else ():
            yield from move_left(clause.program, part)
    for at in clause.places("moving_verbs"):
        found = clause.ref(at + 1)
        is_put = clause.has(at, "adding_verbs") and found is not None and found.written
        if found is None or is_put or "again" in clause.words:
            continue  # a line that is put somewhere may stand there, too
        if any(clause.has(n, "leftwards") for n in range(found.end, found.end + 4)):
            for part in found.parts:
                yield from move_left(clause.program, part)
        for target in targets_of(clause, found.end):
            kind, place = target
            inside = [
                p for p in found.parts if any(o.first < p.first < o.last for o in place.parts)
            ]
            for part in (inside or found.parts) if kind == "beyond" else found.parts:
                if part.movable:
                    yield from move_to(clause.program, part, target)


def _put_in(clause: Clause) -> Iterator[MessageEdit]:
    """Read "add a line before the return that …", "count += 1 after the append"."""
    for start in range(len(clause.words)):
        for target in targets_of(clause, start):
            kind, found = target
            at = relation_before(clause, start, found)
            if kind == "beyond":
                continue
            header = clause.new(0, at, found.written)
            if header is not None and header.kind == "header" and kind == "before":
                yield from wrap_part(clause.program, header, found)
                return
            before = clause.new(at - _BESIDE, at, found.written)
            behind = clause.new(found.end, found.end + _BESIDE, found.written)
            for new in (before, behind):
                if new is not None and _is_line(new):
                    yield from line_at(clause, complete_call(clause.program, new, None), target)
                    return


def _is_line(piece: Fragment) -> bool:
    is_jump = piece.kind == "keyword" and piece.text in ("break", "continue")
    return piece.kind == "statement" or is_jump or is_call(piece)


def _exchanged(clause: Clause) -> Iterator[MessageEdit]:
    """Read "swap those two", "swap the append and the i += 1"."""
    for at in clause.places("swapping_verbs"):
        one = clause.ref(at + 1)
        two = clause.ref(one.end + 1) if one is not None else None
        parts: list[Part] = []
        if one is not None and two is not None and clause.words[one.end] in ("and", "with"):
            parts = [*one.parts[:1], *two.parts[:1]]
        elif one is not None and clause.words[one.end : one.end + 1] in (["and"], ["with"]):
            number = clause.words[one.end + 1 : one.end + 2]  # "lines 11 and 12"
            lines = {p.node.lineno: p for p in reversed(clause.program.parts)}
            other = lines.get(int(number[0])) if number and number[0].isdecimal() else None
            parts = [*one.parts[:1], *([other] if other is not None else [])]
        elif one is not None and one.is_near:
            parts = sorted(one.parts[:2], key=lambda part: part.first)
        is_name = any(word in clause.program.variables for word in clause.words[at + 1 : at + 5])
        if len(parts) == 2 and not is_name and all(part.movable for part in parts):
            yield from swap_rows(clause.program, *sorted(parts, key=lambda part: part.first))


def _suspected(clause: Clause) -> Iterator[MessageEdit]:
    """Read "is <= the reason?" of a sign that the program hasn't: whether it would be with it."""
    for item in clause.items if WORDS["reasons"] & {*clause.words} else ():
        if item.piece is not None and item.piece.kind == "operator":
            if not rows_with(clause.program, item.piece.text):
                for part in clause.program.parts:
                    if isinstance(part.node, ast.If | ast.While):
                        yield from part_over(clause, part, item.piece)


_READERS: tuple[Callable[[Clause], Iterator[MessageEdit]], ...] = (
    _instead,
    _exchanged,
    _moved,
    _replaced,
    _dropped,
    _put_in,
    _should_be,
    _suspected,
)
