"""A pasted piece of a program where it is anchored: by the words beside it, or by its own lines.

Words go first ("before the last return", "instead of the pop line"). Then a piece stands for the
lines that begin and end as it does, or for the statement with its header. What leaves a variable
without a value before it is read was put in the wrong place.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from keyword import iskeyword
from pathlib import Path

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.programs.code_in_text import parse_program, tokens_of
from tutor_app.programs.student_changes.code_fragments import read_code
from tutor_app.programs.student_changes.placement import Change, change_of, unbound
from tutor_app.programs.student_changes.program_parts import Part, ProgramParts
from tutor_app.programs.student_changes.told_edits import told_edits

_WORDS = read_word_lists(Path(__file__).with_name("told_edits.yaml"))
_STAND_IN = "pasted_ += 0"  # a line that stands for the piece in the words beside it
_Header = ast.For | ast.While | ast.If


def anchored_lines(program: ProgramParts, block: str, prose: str) -> tuple[Change, ...]:
    """Return the program with a piece where it is anchored; () where nothing anchors it."""
    tree = parse_program(block)
    if tree is None or any(isinstance(n, ast.FunctionDef | ast.ClassDef) for n in tree.body):
        return ()
    if _moves_line(program, block):
        return ()
    for read in (_by_words(program, block, prose), _by_ends(program, block)):
        found = tuple(each for each in read if not unbound(each.source) - unbound(program.source))
        if found:
            return found
    return ()


def is_added(prose: str) -> bool:
    """Whether words say that lines were added: they stand for no line that is there."""
    return not _WORDS["only_adding"].isdisjoint(_said(prose))


def with_rest(program: ProgramParts, block: str, prose: str) -> str:
    """Return a pasted beginning of a function with the rest of it "as before", where words say
    so."""
    tree = parse_program(block)
    match tree.body if tree is not None else []:
        case [ast.FunctionDef(name=name) as new] if not _WORDS["rest"].isdisjoint(_said(prose)):
            old = [p.node for p in program.parts if isinstance(p.node, ast.FunctionDef)]
            old = [each for each in old if each.name == name]
        case _:
            return block
    if len(old) != 1:
        return block
    held = {ast.dump(each) for each in new.body}
    left = [each for each in old[0].body if ast.dump(each) not in held]
    rows = [program.rows[each.lineno - 1 : each.end_lineno] for each in left]
    return "\n".join([block.rstrip(), *(row for each in rows for row in each)])


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


def _by_words(program: ProgramParts, block: str, prose: str) -> Iterator[Change]:
    """Yield the program with a piece where the words before or behind it say."""
    for words in (f"{prose}\n{_STAND_IN}", f"{_STAND_IN}\n{prose}"):
        for edit in told_edits(program, read_code(words, program.tree)):
            rows = edit.source.split("\n")
            at = [n for n, row in enumerate(rows) if row.strip() == _STAND_IN]
            if len(at) == 1:
                held = ProgramParts(edit.source, program.tree, rows=rows)
                indent = held.indent_of(at[0] + 1)
                source = held.with_rows(at[0], at[0] + 1, block, indent)
                yield change_of(source, at[0] + 1, block.strip(), 1.0, inserted=edit.inserted)
                return


def _by_ends(program: ProgramParts, block: str) -> Iterator[Change]:
    """Yield the program with a piece over the lines that begin and end as it does, or over the one
    statement that has its header."""
    rows = [row for row in block.split("\n") if row.strip()]
    own = [_plain(row) for row in program.rows]
    first, last = _only(own, _plain(rows[0])), _only(own, _plain(rows[-1]))
    if len(rows) > 1 and first is not None and last is not None and first < last:
        if _depth(rows[-1]) - _depth(rows[0]) == _depth(program.rows[last]) - _depth(
            program.rows[first]
        ):
            yield _over(program, first, last + 1, block)
            return
    tree = parse_program(block)
    match tree.body if tree is not None else []:
        case [ast.For() | ast.While() | ast.If() as new]:
            same = [p for p in program.parts if p.movable and _has_header(p, new)]
            if len(same) == 1 and _size(new) >= _size(same[0].node):
                yield _over(program, same[0].first, same[0].last, block)
        case _:
            return


def _moves_line(program: ProgramParts, block: str) -> bool:
    """Whether a piece begins and ends as lines of the program do, and a new line between them is
    one that stands elsewhere: then it is moved, not doubled, nor put in beside those lines."""
    rows = [_plain(row) for row in block.split("\n") if row.strip()]
    own = [_plain(row) for row in program.rows]
    first, last = _only(own, rows[0]), _only(own, rows[-1])
    if first is None or last is None or first >= last:
        return False
    outside = [*own[:first], *own[last + 1 :]]
    new = {*rows} - {*own[first : last + 1]}
    return any(outside.count(each) == 1 and not iskeyword(each.rstrip(":")) for each in new)


def _over(program: ProgramParts, first: int, last: int, block: str) -> Change:
    source = program.with_rows(first, last, block, program.indent_of(first + 1))
    pairs = zip(program.rows, source.split("\n"), strict=False)
    line = next((n for n, (one, two) in enumerate(pairs, 1) if one.rstrip() != two.rstrip()), 1)
    return change_of(source, line, block.strip(), 1.0)


def _has_header(part: Part, new: _Header) -> bool:
    match part.node, new:
        case ast.For(target=one, iter=of), ast.For(target=two, iter=other):
            return (ast.dump(one), ast.dump(of)) == (ast.dump(two), ast.dump(other))
        case (ast.While(test=one), ast.While(test=two)) | (ast.If(test=one), ast.If(test=two)):
            return ast.dump(one) == ast.dump(two)
        case _:
            return False


def _size(node: ast.AST) -> int:
    return sum(isinstance(each, ast.stmt) for each in ast.walk(node))


def _only(rows: Sequence[str], wanted: str) -> int | None:
    found = [n for n, row in enumerate(rows) if row == wanted]
    return found[0] if len(found) == 1 else None


def _depth(row: str) -> int:
    return len(row) - len(row.lstrip())


def _plain(row: str) -> str:
    return " ".join(token.text for token in tokens_of(row))


def _said(prose: str) -> set[str]:
    return {token.text.casefold() for token in tokens_of(prose)}
