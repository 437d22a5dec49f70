"""Every plausible place of pieces of code in a program, for a run to choose among.

A row of a piece stands over the row that it is like (rows_over.py), else it comes in beside one; an
expression stands over one that it is like. Several pieces go in one after the other.
"""

from __future__ import annotations

import ast
import builtins
import heapq
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tutor_app.programs.code_in_text import (
    names_in,
    parse_expression,
    parse_program,
    tokens_of,
)
from tutor_app.programs.merging.place_words import (
    ADDING,
    ALONE,
    MOVING,
    ORDERS,
    fits_slot,
    place_words,
)
from tutor_app.programs.merging.rows_over import LEAST, OF_ROW, SURE, over_expressions, rows_over
from tutor_app.programs.student_changes.moved_statement import with_statement_moved
from tutor_app.programs.student_changes.named_change import named_in_words
from tutor_app.programs.student_changes.placement import Change, change_of
from tutor_app.programs.student_changes.program_parts import (
    ProgramParts,
    parts_of,
)

MOST_KEPT = 8  # merges of each piece that the next one goes on from
NAMED = 1.2  # how likely the place is that words name
HELD = 0.8  # how likely a line that the program has is only spoken of
BESIDE = 0.35  # how likely a row comes in where words say nothing of it
OF_WORDS = 0.3  # what it counts for a place that words name it
LESS = 0.4  # what a row over another one counts less where words name what it goes beside
_STAND_IN = "pasted_ += 0"  # a line that stands for several in the words beside them
_WHOLE = frozenset({"whole", "everything"})
STEP = 4
DEEPER = 0.02  # by how much a slot is less likely for each step that it is set in


def merge_pieces(source: str, pieces: Sequence[tuple[str, str]]) -> tuple[Change, ...]:
    """Return a program with pieces of code, each with the words beside it, in it: the likeliest
    first."""
    states = [Change(source=source, line=0, new_text="", likeness=1.0)]
    for piece, words in pieces:
        found = (
            replace(each, likeness=state.likeness * each.likeness, line=state.line or each.line)
            for state in states
            for each in _merges(state.source, piece, words)
        )
        once: dict[str, Change] = {}
        for each in sorted(found, key=lambda each: -each.likeness):
            once.setdefault(each.source, each)
        states = heapq.nlargest(MOST_KEPT, once.values(), key=lambda each: each.likeness) or states
    return tuple(each for each in states if each.source != source)


def merge_signs(source: str, signs: Sequence[tuple[str, str]]) -> Iterator[Change]:
    """Yield a program with a sign in the place of another one, in each row that has it once."""
    rows = source.split("\n")
    for old, new in signs:
        for number, row in enumerate(rows):
            found = [token for token in tokens_of(row) if token.text == old]
            if len(found) == 1:
                changed = f"{row[: found[0].start]}{new}{row[found[0].end :]}"
                text = "\n".join([*rows[:number], changed, *rows[number + 1 :]])
                if parse_program(text) is not None:
                    yield change_of(text, number + 1, new, LEAST)


def _merges(source: str, piece: str, words: str) -> Iterator[Change]:
    program = parts_of(source)
    if program is None:
        return
    is_held = any(_plain(row) == _plain(piece) for row in program.rows)
    if is_held:
        yield change_of(source, 0, piece, HELD)
    yield from (replace(each, likeness=NAMED) for each in _named(program, piece, words))
    said = place_words(words.replace(piece, " "))
    whole = [*([] if is_held else _over_body(program, piece, said)), *_over_default(program, piece)]
    node = parse_expression(piece) if "\n" not in piece else None
    if node is not None:
        whole += over_expressions(program, piece, said)
    over, beside = list[Change](), list[Change]()
    if node is None or isinstance(node, ast.Call):
        beside = list(_beside_rows(program, piece, said))
        # Where words name what it goes beside, it stands over nothing.
        is_named = any(each.likeness > BESIDE for each in beside)
        is_beside = is_named and {"before", "after", "starting"} & said
        less = LESS if is_beside or not ADDING.isdisjoint(said) else 0.0
        rows = rows_over(
            program, piece.replace(" :\n", ":\n").removesuffix(" :") + ":" * piece.endswith(" :")
        )
        over = [
            replace(each, likeness=each.likeness - less + _names_row(program, each, said))
            for each in rows
        ]
        is_moved = is_held and bool(said & MOVING)
        if is_moved or (node is not None and any(each.likeness >= SURE for each in whole)):
            over = []  # it stands elsewhere, or over a call of the same
        over += _over_block(program, piece, said)
    for change in (*whole, *over, *beside):
        if change.source == source or parse_program(change.source) is None:
            continue
        moved = with_statement_moved(source, change.source) if is_held else None
        yield change if moved is None else replace(change, source=moved)


def _named(program: ProgramParts, piece: str, words: str) -> Iterator[Change]:
    """Yield the program with a piece where words name its place; a line stands for several."""
    if "\n" not in piece:
        yield from named_in_words(program, words).candidates if words else ()
        return
    rows = [_plain(row) for row in piece.split("\n") if row.strip()]
    own = {_plain(row) for row in program.rows}
    beside = "" if own >= {rows[0], rows[-1]} else words.replace(piece, " ").strip()
    for text in (f"{beside}\n{_STAND_IN}", f"{_STAND_IN}\n{beside}") if beside else ():
        for change in named_in_words(program, text).candidates:
            rows = change.source.split("\n")
            at = [n for n, row in enumerate(rows) if row.strip() == _STAND_IN]
            if len(at) == 1:
                held = ProgramParts(change.source, program.tree, rows=rows)
                source = held.with_rows(at[0], at[0] + 1, piece, held.indent_of(at[0] + 1))
                yield replace(change, source=source, new_text=piece)


def _over_body(program: ProgramParts, piece: str, said: frozenset[str]) -> Iterator[Change]:
    """Yield the only function with one line for all that stands in it, where that line reads
    nothing but its parameters."""
    functions = [p.node for p in program.parts if isinstance(p.node, ast.FunctionDef)]
    text = piece if parse_expression(piece) is None else f"return {piece}"
    tree = parse_program(f"def f():\n    {text}") if "\n" not in text else None
    if tree is None or len(functions) != 1 or not text.startswith("return "):
        return
    given = {each.arg for each in functions[0].args.args}
    read = names_in(tree) - {"f"}
    if read & given and read <= given | {*dir(builtins)}:
        first, last = functions[0].body[0].lineno - 1, functions[0].end_lineno or 0
        source = program.with_rows(first, last, text, program.indent_of(first + 1))
        is_named = bool(said & _WHOLE)
        yield change_of(source, first + 1, text, NAMED if is_named else LEAST)


def _names_row(program: ProgramParts, change: Change, said: frozenset[str]) -> float:
    """Return how much words speak for a row by where it stands: "at the start", "the last one"."""
    parts = [part for part in program.parts if part.first + 1 == change.old_line]
    parts = [part for part in parts if not _goes_on(part.node)]
    is_inside = any(tag in said for part in parts for tag in part.tags if "in:" in tag)
    return OF_ROW * (is_inside or any(part.tags & said & ORDERS for part in parts))


def _goes_on(node: ast.stmt) -> bool:
    """Whether a line gives a name a value that it works out of the one before."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return name in names_in(value)
        case _:
            return isinstance(node, ast.AugAssign)


def _over_block(program: ProgramParts, piece: str, said: frozenset[str]) -> Iterator[Change]:
    """Yield the program with a piece for all that stands in a loop or a test: "the only line"."""
    is_alone = ALONE in said and parse_program(piece) is not None
    for part in program.parts if is_alone else ():
        if isinstance(part.node, ast.For | ast.While | ast.If) and part.movable:
            first, last = part.node.body[0].lineno - 1, part.node.body[-1].end_lineno or 0
            source = program.with_rows(first, last, piece, program.indent_of(first + 1))
            yield change_of(source, first + 1, piece, NAMED + OF_ROW)


def _over_default(program: ProgramParts, piece: str) -> Iterator[Change]:
    """Yield the program with another default of a parameter: "seen=None"."""
    tree = parse_program(piece)
    match tree.body if tree is not None else []:
        case [ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant() as value)]:
            for node in (p.node for p in program.parts if isinstance(p.node, ast.FunctionDef)):
                given = node.args.args[len(node.args.args) - len(node.args.defaults) :]
                for each, old in zip(given, node.args.defaults, strict=True):
                    if each.arg == name:
                        text = program.with_part_replaced(old, ast.unparse(value))
                        yield change_of(text, old.lineno, piece, SURE)
        case _:
            return


def _beside_rows(program: ProgramParts, piece: str, said: frozenset[str]) -> Iterator[Change]:
    """Yield the program with a piece before and behind each statement, or a header around it."""
    text = textwrap.dedent(piece).strip("\n")
    if text.startswith(("elif", "else")):
        yield from _as_branch(program, text)
        return
    header, _, rest = text.partition("\n")
    if header.rstrip().endswith(":") and (not rest or rest.startswith("el")):
        yield from () if header.endswith(" :") else _around(program, header, rest)
        return
    if text == "return":
        yield from _handed_back(program)
    if parse_program(text) is None:
        return
    for part in program.parts:
        if not part.movable or isinstance(part.node, ast.FunctionDef | ast.ClassDef):
            continue
        indent = program.indent_of(part.first + 1)
        for row, after in ((part.first, False), (part.last, True)):
            source = program.with_rows(row, row, text, indent)
            likely = BESIDE + OF_WORDS * fits_slot(program, part, said, after=after)
            likely -= DEEPER * len(indent) / STEP
            yield change_of(source, row + 1, text, likely, inserted=True)


def _as_branch(program: ProgramParts, text: str) -> Iterator[Change]:
    """Yield the program with a further branch behind each decision that has no `else`."""
    for part in program.parts:
        if isinstance(part.node, ast.If) and not part.node.orelse:
            source = program.with_rows(
                part.last, part.last, text, program.indent_of(part.first + 1)
            )
            yield change_of(source, part.last + 1, text, BESIDE, inserted=True)


def _handed_back(program: ProgramParts) -> Iterator[Change]:
    """Yield the program with what a line only works out handed back: "forgot the return"."""
    for part in program.parts:
        if isinstance(part.node, ast.Expr) and part.first + 1 == part.last:
            row = f"return {program.rows[part.first].strip()}"
            indent = program.indent_of(part.first + 1)
            source = program.with_rows(part.first, part.last, row, indent)
            yield change_of(source, part.first + 1, row, SURE)


def _around(program: ProgramParts, header: str, rest: str) -> Iterator[Change]:
    for part in program.parts:
        if not part.movable or isinstance(part.node, ast.FunctionDef | ast.ClassDef):
            continue
        ends = {part.last, part.block[-1].end_lineno or part.last}
        for end in ends:
            body = textwrap.dedent("\n".join(program.rows[part.first : end]))
            text = "\n".join([header, textwrap.indent(body, "    "), *filter(None, [rest])])
            source = program.with_rows(part.first, end, text, program.indent_of(part.first + 1))
            yield change_of(source, part.first + 1, header, BESIDE, inserted=True)


def _plain(row: str) -> str:
    return " ".join(token.text for token in tokens_of(row))
