"""Several changes in one message: cut so that each piece tells one; lines beside known ones."""

from __future__ import annotations

import re

from tutor_app.programs.code_in_text import tokens_of, with_plain_signs
from tutor_app.programs.student_changes.code_fragments import MessageCode
from tutor_app.programs.student_changes.placement import Change, change_of
from tutor_app.programs.student_changes.program_parts import ProgramParts
from tutor_app.programs.student_changes.told_moves import new_lines

_CUT = re.compile(r"\n|[;,.](?=\s)|\s(?:and|then|plus|&)\s", re.IGNORECASE)


def split_changes(program: ProgramParts, words: str, code: MessageCode) -> list[str]:
    """Return a message in pieces of which each has one new line of code; empty if it has one."""
    plain = with_plain_signs(words)
    spans: list[tuple[int, int]] = []
    for piece in new_lines(program, code):
        start = plain.find(piece.text, spans[-1][1] if spans else 0)
        if start < 0:
            return []
        spans.append((start, start + len(piece.text)))
    cuts = [0]
    for (_, end), (start, _) in zip(spans, spans[1:], strict=False):
        found = _CUT.search(plain, end, start)
        cuts.append(found.end() if found is not None else start)
    cuts.append(len(plain))
    return [plain[one:two] for one, two in zip(cuts, cuts[1:], strict=False)] if spans[1:] else []


def lines_beside(program: ProgramParts, block: str) -> Change | None:
    """Return the program with the new lines of a pasted block around those that it has already.

    None where the block has no line of the program, or its known lines do not stand together.
    """
    rows = [row for row in block.split("\n") if row.strip()]
    own = [_plain(row) for row in program.rows]
    known = [n for n, row in enumerate(rows) if _plain(row) in own]
    if not known or len(known) == len(rows):
        return None
    first, last = known[0], known[-1]
    size = last - first + 1
    meant = [_plain(row) for row in rows[first : last + 1]]
    places = [n for n in range(len(own) - size + 1) if own[n : n + size] == meant]
    if len(places) != 1 or known != list(range(first, last + 1)):
        return None
    indent = program.indent_of(places[0] + 1)
    depth = len(rows[first]) - len(rows[first].lstrip())
    moved = "\n".join(row[depth:] if not row[:depth].strip() else row.lstrip() for row in rows)
    source = program.with_rows(places[0], places[0] + size, moved, indent)
    return change_of(source, places[0] + 1, block.strip(), 1.0, inserted=True)


def _plain(row: str) -> str:
    return " ".join(token.text for token in tokens_of(row))
