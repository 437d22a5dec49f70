"""A line that a message names, taken out or moved outwards: "i deleted the first return".

These put nothing new in, so there is no code to find their place by: what is named tells it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from tutor_app.domain.lexicon import NEGATIONS, ORDINALS, read_word_lists
from tutor_app.programs.code_in_text import (
    names_in,
    parse_expression,
    parse_program,
    set_in,
    tokens_of,
)
from tutor_app.programs.student_changes.code_fragments import Fragment, MessageCode
from tutor_app.programs.student_changes.edit import MessageEdit
from tutor_app.programs.student_changes.moved_lines import moved_to, without_line
from tutor_app.programs.student_changes.named_parts import parts_named
from tutor_app.programs.student_changes.program_parts import Part, ProgramParts, is_inside

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_DENYING = NEGATIONS | _WORDS["denying"]
_PLACED = _WORDS["beyond"] | _WORDS["ahead"] | _WORDS["starting"] | _WORDS["ending"]
_NEAR = 3  # words before what is done
_KEYWORDS: dict[str, type[ast.stmt]] = {
    "return": ast.Return,
    "if": ast.If,
    "for": ast.For,
    "while": ast.While,
    "break": ast.Break,
}


def told_move(program: ProgramParts, code: MessageCode) -> MessageEdit | None:
    """Return the one line taken out or moved outwards that a message tells, if it tells one."""
    said = _plain_words(code.words)
    parts = list(_named(program, code, _plain_words(code.tokens)))
    of_branch = _leaves_branch(said)
    kinds = ast.If if of_branch else ast.For | ast.While
    of_loop = not (_WORDS["loops"].isdisjoint(said) or _WORDS["beyond"].isdisjoint(said))
    if of_branch or of_loop:
        parts = _inside(program, parts, said, kinds) or parts
    if len(parts) != 1 or _is_denied(said):
        return None
    (part,) = parts
    if not part.movable or not is_inside(part) or isinstance(part.node, ast.FunctionDef):
        return None
    is_loop = isinstance(part.node, ast.For | ast.While)
    if not (is_loop or _WORDS["placing"].isdisjoint(said) or _WORDS["ending"].isdisjoint(said)):
        return _moved_to_end(program, part)
    is_left_out = any(one in _WORDS["leaving_out"] and two == "out" for one, two in pairwise(said))
    if is_left_out or not _WORDS["taking_out"].isdisjoint(said):
        return without_line(program, part)
    loops = not _WORDS["loops"].isdisjoint(said)
    is_moved = not (_WORDS["moving"].isdisjoint(said) or _WORDS["beyond"].isdisjoint(said))
    if (is_moved and (loops or of_branch)) or not _WORDS["unindenting"].isdisjoint(said):
        return _moved_out(program, part, of_loop=loops)
    return None


def _inside(
    program: ProgramParts, parts: Sequence[Part], said: Sequence[str], kinds: Any
) -> list[Part]:
    """Return the lines of which a message may speak that stand within what it takes them out of."""
    words = {_KEYWORDS[word] for word in said if word in _KEYWORDS} - {ast.If, ast.For, ast.While}
    named = [p for p in program.parts if type(p.node) in words] or parts
    around = [p.node for p in program.parts if isinstance(p.node, kinds)]
    inner = {id(each) for node in around for each in ast.walk(node) if each is not node}
    found = [p for p in named if id(p.node) in inner]
    return [p for p in found if p in parts] or found


def _leaves_branch(said: Sequence[str]) -> bool:
    """Whether words tell to go "out of the if", "behind the else"."""
    places = [n for n, word in enumerate(said) if word in ("if", "else", "elif")]
    return any(not _WORDS["beyond"].isdisjoint(said[max(0, n - _NEAR) : n]) for n in places)


def _is_denied(said: list[str]) -> bool:
    """Whether a word of denial stands right before what is done: "don't delete it"."""
    doing = ("taking_out", "leaving_out", "unindenting", "placing")
    places = (n for n, word in enumerate(said) if any(word in _WORDS[each] for each in doing))
    first = next(places, 0)
    return not _DENYING.isdisjoint(said[max(0, first - _NEAR) : first])


def _plain_words(tokens: Sequence[str]) -> list[str]:
    return " ".join(tokens).casefold().replace(" ’ ", "").replace("’", "").split()


def _moved_to_end(program: ProgramParts, part: Part) -> MessageEdit | None:
    """Return the program with a line behind all others of its function."""
    functions = [
        each.node
        for each in program.parts
        if isinstance(each.node, ast.FunctionDef) and part.node in ast.walk(each.node)
    ]
    last = [each for each in program.parts if functions and each.node is functions[-1].body[-1]]
    slots = [each for each in last if each.node is not part.node]
    return _moved_behind(program, part, slots[0]) if slots else None


def _moved_behind(program: ProgramParts, part: Part, slot: Part) -> MessageEdit:
    """Return the program with a line behind another one; what it has left empty says `pass`."""
    edit = moved_to(program, part, slot, program.block_text(part), after=True)
    if parse_program(edit.source) is not None:
        return edit
    rows = edit.source.split("\n")
    for number in range(len(rows) - 1, -1, -1):
        inner = next((row for row in rows[number + 1 :] if row.strip()), "")
        if rows[number].rstrip().endswith(":") and _depth(inner) <= _depth(rows[number]):
            filled = [rows[number], f"{' ' * _depth(rows[number])}    pass"]
            rows[number : number + 1] = [] if rows[number].strip() == "else:" else filled
    return replace(edit, source="\n".join(rows))


def _depth(row: str) -> int:
    return len(row) - len(row.lstrip())


def told_line(program: ProgramParts, code: MessageCode) -> MessageEdit | None:
    """Return the program with a new line where words put it: "x = 0 at the end of the loop"."""
    rows = {_plain(row): number for number, row in enumerate(program.rows)}
    new = [each for each in code.fragments if _is_line(each) and _plain(each.text) not in rows]
    said, beyond = set(_plain_words(code.words)), _WORDS["beyond"] - {"out"}
    if len(new) != 1 or _sets_again(program, new[0].text):
        return None
    text = new[0].text
    beside = [rows[_plain(e.text)] for e in code.fragments if e.size > 1 and _plain(e.text) in rows]
    loops = [part for part in program.parts if isinstance(part.node, ast.For | ast.While)]
    functions = [part for part in program.parts if isinstance(part.node, ast.FunctionDef)]
    if len(beside) == 1 and said & (beyond | _WORDS["ahead"]):
        place = beside[0] + (1 if said & beyond else 0)
        return _put_in(program, text, place, program.indent_of(beside[0] + 1))
    if said & _WORDS["loops"] and len(loops) == 1:
        node = loops[0].node
        inner = program.indent_of(node.body[0].lineno)  # type: ignore[attr-defined]
        outer = program.indent_of(node.lineno)
        if said & beyond:
            return _put_in(program, text, loops[0].last, outer)
        if said & _WORDS["ahead"]:
            return _put_in(program, text, loops[0].first, outer)
        if said & _WORDS["ending"]:
            return _put_in(program, text, loops[0].last, inner)
    elif _is_at_start(_plain_words(code.words)) and len(functions) == 1:
        first = functions[0].node.body[0]  # type: ignore[attr-defined]
        return _put_in(program, text, first.lineno - 1, program.indent_of(first.lineno))
    return None


def _is_at_start(said: Sequence[str]) -> bool:
    """Whether words put a line at the start: "the first is right" counts something else."""
    pairs = pairwise((*said, ""))
    return any(w in _WORDS["starting"] and (w != "first" or n in ("line", "of")) for w, n in pairs)


def told_at_line(program: ProgramParts, code: MessageCode) -> MessageEdit | None:
    """Return the program with the one new line of a message over the only line that it names:
    "the last line to return pos", "x = 1 in line 5"."""
    new, said = new_lines(program, code), _plain_words(code.words)
    if len(new) != 1 or _is_denied(said):
        return None
    beside = _WORDS["ahead"] | (_WORDS["beyond"] - {"out"}) | {"add", "added", "insert", "between"}
    if beside & set(said):
        return None
    lines = set(code.lines)
    if any(one in _WORDS["last_one"] and two == "line" for one, two in pairwise(said)):
        functions = [p.node for p in program.parts if isinstance(p.node, ast.FunctionDef)]
        lines |= {functions[-1].body[-1].lineno} if functions else {len(program.rows)}
    parts = [part for part in program.parts if part.node.lineno in lines]
    if len(lines) != 1 or len(parts) != 1 or parts[0].first + 1 != parts[0].last:
        return None
    return _over(program, new[0].text, parts[0].first)


def told_setting(program: ProgramParts, code: MessageCode) -> MessageEdit | None:
    """Return the program with the one new line of a message where it stands for, or goes on from,
    the only line that it can: "adj = {n: [] for n in nodes}", "minutes = int(minutes)".

    A line that is told instead of another one takes its place.
    """
    new = new_lines(program, code)
    if len(new) != 1:
        return None
    text = new[0].text
    named = {_plain(each.text) for each in code.fragments if each.size > 1} - {_plain(text)}
    rows = [n for n, row in enumerate(program.rows) if _plain(row) in named]
    if len(rows) == 1 and _WORDS["replacing"] & set(code.words):
        return _over(program, text, rows[0])
    if _PLACED & set(_plain_words(code.words)):
        return None
    tree = parse_program(text)
    match tree.body if tree is not None else []:
        case [ast.Assign(targets=[ast.Name(id=name)], value=value)]:
            lines = [part.node for part in program.parts if name in _set_in(part.node)]
        case _:
            return None
    if len(lines) > 1:
        lines = _before_loops(program, lines, value)
    if len(lines) != 1:
        return None
    if name in names_in(value):
        place = lines[0].end_lineno or 0
        return _put_in(program, text, place, program.indent_of(lines[0].lineno))
    is_alone = isinstance(lines[0], ast.Assign) and _set_in(lines[0]) == {name}
    return _over(program, text, lines[0].lineno - 1) if is_alone else None


def _before_loops(
    program: ProgramParts, lines: Sequence[ast.stmt], value: ast.expr
) -> list[ast.stmt]:
    """Return those of the lines that set a name before any loop, where the new value reads nothing
    that a loop sets."""
    loops = [p.node for p in program.parts if isinstance(p.node, ast.For | ast.While)]
    inner = {id(each) for loop in loops for each in ast.walk(loop)}
    turning = {
        name
        for loop in loops
        for each in ast.walk(loop)
        if isinstance(each, ast.stmt)
        for name in _set_in(each)
    }
    if names_in(value) & turning:
        return []
    return [each for each in lines if id(each) not in inner]


def _over(program: ProgramParts, text: str, row: int) -> MessageEdit:
    return MessageEdit(
        source=program.with_rows(row, row + 1, text, program.indent_of(row + 1)),
        line=row + 1,
        old_line=row + 1,
        kind="line",
        old=program.rows[row].strip(),
        new=text,
        tags=frozenset(),
    )


def _set_in(node: ast.stmt) -> set[str]:
    """Return the names that a statement itself gives values, without those inside of it."""
    targets = node.targets if isinstance(node, ast.Assign) else []
    targets = [node.target] if isinstance(node, ast.AugAssign | ast.For) else targets
    return {name for each in targets for name in set_in(each)}


def _is_line(piece: Fragment) -> bool:
    """Whether a piece of code is a line by itself: a statement, a method's call, `break`."""
    if piece.kind == "expression":
        match parse_expression(piece.text):
            case ast.Call(func=ast.Attribute(value=of)):
                return not isinstance(of, ast.List | ast.Dict | ast.Set | ast.Constant)
            case _:
                return False
    is_alone = piece.kind == "keyword" and piece.text in ("break", "continue")
    return is_alone or (piece.kind == "statement" and piece.size > 1)


def new_lines(program: ProgramParts, code: MessageCode) -> list[Fragment]:
    """Return the lines of code in a message that the program has not, each once, in their order."""
    rows = {_plain(row) for row in program.rows}
    found: dict[str, Fragment] = {}
    for piece in code.fragments:
        if _is_line(piece) and piece.size > 1 and _plain(piece.text) not in rows:
            found.setdefault(piece.text, piece)
    return list(found.values())


def _sets_again(program: ProgramParts, text: str) -> bool:
    """Whether a line gives a value to what another line sets as well: it may stand for that one."""
    tree = parse_program(text)
    nodes = [] if tree is None else [n for n in tree.body if isinstance(n, ast.Assign)]
    return any(program.set_at.get(name) for node in nodes for name in _set_in(node))


def _put_in(program: ProgramParts, text: str, place: int, indent: str) -> MessageEdit:
    return MessageEdit(
        source=program.with_rows(place, place, text, indent),
        line=place + 1,
        old_line=place + 1,
        inserted=True,
        kind="put in",
        old="",
        new=text,
        tags=frozenset(),
        traits=(),
    )


def told_plainly(
    edits: Sequence[MessageEdit], code: MessageCode, new: Sequence[int], old: Sequence[int]
) -> MessageEdit | None:
    """Return the one edit that puts the only new piece of code in the place of the only old one, or
    that takes the only piece out which words say to take out."""
    pieces = [n for n, each in enumerate(code.fragments) if each.size > 1]
    came = [_plain(code.fragments[n].text) for n in pieces if n in new]
    went = [_plain(code.fragments[n].text) for n in pieces if n in old]
    said = _plain_words(code.words)
    found: list[MessageEdit] = []
    if len(came) == len(went) == 1:
        found = [e for e in edits if (_plain(e.old), _plain(e.new)) == (went[0], came[0])]
    elif len(pieces) == 1 and not _WORDS["taking_away"].isdisjoint(said):
        gone = _plain(code.fragments[pieces[0]].text)
        found = [e for e in edits if not e.new and _plain(e.old) == gone]
    return found[0] if len({e.source for e in found}) == 1 and not _is_denied(said) else None


def told_default(program: ProgramParts, code: MessageCode) -> MessageEdit | None:
    """Return the program with another default of a parameter: "then basket=None"."""
    for piece in code.fragments:
        tree = parse_program(piece.text) if piece.kind == "statement" else None
        match tree.body if tree is not None else []:
            case [ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant() as value)]:
                found = [d for d in _defaults(program, name) if ast.dump(d) != ast.dump(value)]
                if len(found) == 1:
                    old, new = program.text_of(found[0]), ast.unparse(value)
                    return MessageEdit(
                        source=program.with_part_replaced(found[0], new),
                        line=found[0].lineno,
                        old_line=found[0].lineno,
                        kind="expression",
                        old=old,
                        new=new,
                        tags=frozenset(),
                        traits=(),
                    )
    return None


def _defaults(program: ProgramParts, name: str) -> Iterator[ast.expr]:
    """Yield the defaults of a parameter that nothing in the program sets."""
    for part in program.parts:
        if isinstance(part.node, ast.FunctionDef) and not program.set_at.get(name):
            args = part.node.args
            given = args.args[len(args.args) - len(args.defaults) :] if args.defaults else []
            yield from (d for a, d in zip(given, args.defaults, strict=True) if a.arg == name)


def _moved_out(program: ProgramParts, part: Part, *, of_loop: bool) -> MessageEdit | None:
    """Return the program with a line one level further out, or behind the loop that it is in."""
    around = [
        each
        for each in program.parts
        if each.node is not part.node and part.node in ast.walk(each.node) and each.movable
    ]
    loops = [each for each in around if isinstance(each.node, ast.For | ast.While)]
    slots = loops if of_loop else [each for each in around if each.node is part.owner]
    slots = [each for each in slots if is_inside(each)]
    if not slots:
        return None
    return _moved_behind(program, part, slots[-1])


def _named(program: ProgramParts, code: MessageCode, said: list[str]) -> Iterator[Part]:
    """Yield the parts of which a message speaks: by number, by order, by code, by what they are."""
    if code.lines:
        yield from (part for part in program.parts if part.node.lineno in code.lines)
        return
    ordered = list(_by_order(program, said))
    if ordered:
        yield from ordered
        return
    pieces = {_plain(each.text) for each in code.fragments if each.size > 1}
    rows = [part for part in program.parts if _plain(program.rows[part.first]) in pieces]
    if rows:
        yield from rows
        return
    nodes = [named.node for named in parts_named(program.tree, " ".join(code.tokens))]
    loops = ast.For | ast.While
    plain = [node for node in nodes if not isinstance(node, loops)] or nodes
    yield from (part for part in program.parts if part.node in plain)


def _by_order(program: ProgramParts, said: list[str]) -> Iterator[Part]:
    """Yield the parts named like "the first return", "the last if"."""
    for order, word in pairwise(said):
        kind = _KEYWORDS.get(word)
        if kind is None:
            continue
        alike = sorted(
            (part for part in program.parts if isinstance(part.node, kind)),
            key=lambda part: part.node.lineno,
        )
        place = ORDINALS.index(order) if order in ORDINALS else None
        if order in _WORDS["last_one"] and alike:
            yield alike[-1]
        elif place is not None and place < len(alike):
            yield alike[place]


def _plain(text: str) -> str:
    return " ".join(token.text for token in tokens_of(text.strip().rstrip(":")))
