"""A line that a message names, taken out or moved outwards: "i deleted the first return".

These put nothing new in, so there is no code to find their place by: what is named tells it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from tutor_app.domain.lexicon import NEGATIONS, read_word_lists
from tutor_app.programs.code_in_text import (
    names_in,
    parse_expression,
    parse_program,
    set_in,
    tokens_of,
    with_plain_signs,
)
from tutor_app.programs.student_changes.code_fragments import Fragment, MessageCode
from tutor_app.programs.student_changes.edit import MessageEdit
from tutor_app.programs.student_changes.program_parts import ProgramParts

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_CUT = re.compile(r"\n|[;,.](?=\s)|\s(?:and|then|plus|&)\s", re.IGNORECASE)
_DENYING = NEGATIONS | _WORDS["denying"]
_PLACED = _WORDS["beyond"] | _WORDS["ahead"] | _WORDS["starting"] | _WORDS["ending"]
_ENDS = (".", "!", "?")  # of sentences
_NEAR = 3  # words before what is done
_KEYWORDS: dict[str, type[ast.stmt]] = {
    "return": ast.Return,
    "if": ast.If,
    "for": ast.For,
    "while": ast.While,
    "break": ast.Break,
}


def _is_denied(said: list[str]) -> bool:
    """Whether a word of denial stands right before what is done: "don't delete it"."""
    doing = ("taking_out", "leaving_out", "unindenting", "placing")
    places = (n for n, word in enumerate(said) if any(word in _WORDS[each] for each in doing))
    first = next(places, 0)
    return not _DENYING.isdisjoint(said[max(0, first - _NEAR) : first])


def _plain_words(tokens: Sequence[str]) -> list[str]:
    return " ".join(tokens).casefold().replace(" ’ ", "").replace("’", "").split()


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
    if _PLACED & set(_plain_words(_sentence_of(code, new[0]))):
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
    line = lines[0]
    is_alone = isinstance(line, ast.Assign) and _set_in(line) == {name}
    is_update = isinstance(line, ast.Assign) and is_alone and name in names_in(line.value)
    if name in names_in(value) and not is_update:
        place = lines[0].end_lineno or 0
        return _put_in(program, text, place, program.indent_of(lines[0].lineno))
    return _over(program, text, lines[0].lineno - 1) if is_alone else None


def _sentence_of(code: MessageCode, piece: Fragment) -> tuple[str, ...]:
    """Return the words of the sentence in which a piece of code stands."""
    ends = [n for n, text in enumerate(code.tokens) if text in _ENDS]
    first = max((n + 1 for n in ends if n < piece.first), default=0)
    last = min((n for n in ends if n >= piece.last), default=len(code.tokens))
    return (*code.tokens[first : piece.first], *code.tokens[piece.last : last])


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


def _plain(text: str) -> str:
    return " ".join(token.text for token in tokens_of(text.strip().rstrip(":")))
