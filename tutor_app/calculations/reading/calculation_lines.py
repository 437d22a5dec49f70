"""The lines of a calculation in a message, found between its words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from tutor_app.calculations.reading.choose_reading import doubts_of
from tutor_app.calculations.reading.expression_tree import CalculationUnread, Node, names_in, walk
from tutor_app.calculations.reading.math_tokens import OPERANDS, PREFIXES, MathToken
from tutor_app.calculations.reading.parse_expression import parse_tokens
from tutor_app.calculations.reading.plain_notation import plain_notation
from tutor_app.calculations.reading.token_runs import (
    BEGINS,
    CLOSER,
    ENDS,
    FIGURES,
    bracketed_prose,
    data_in,
    is_logical,
    ready_tokens,
    spans,
    unread_sums,
)

PART = "¶"  # stands before a part of a task, see typed_forms.yaml
LONGEST = 4_000  # characters of a message that are read
MOST_STEPS = 40
Joint = Literal["and", "or", "comma"]
_Unread = tuple[int, Sequence[MathToken]]


_JOINTS: dict[str, Joint] = {"OR": "or", "AND": "and", "COMMA": "comma"}
_QUADRANTS = {
    name: number
    for number, names in enumerate(("i 1 first", "ii 2 second", "iii 3 third", "iv 4 fourth"), 1)
    for name in names.split()
}
_QUADRANT = re.compile(
    r"(?i)\bquadrant (i{1,3}|iv|[1-4])\b|\b(first|second|third|fourth) quadrant\b"
)
_BARE = {"NUMBER", "MINUS"}  # a number that an arrow leads to
_NO_BEGINNINGS = PREFIXES | {"UNIT"}  # of an equation that stands behind another


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """Expressions with a relation between each two: a = b = c, or one expression alone.

    `places` are where the expressions stand in the plain text. `continues`: its first relation
    stands before its first expression, whose left side is what was said last. `modulus` is that of
    a congruence, `label` the word whose value is told: "mean = …".
    """

    exprs: tuple[Node, ...]
    rels: tuple[str, ...]
    places: tuple[tuple[int, int], ...]
    continues: bool = False
    modulus: Node | None = None
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenLine:
    """One line of a calculation: any one of `groups` holds, all chains of a group together.

    `derived`: a word or an arrow before it says that it follows from what stands above.
    """

    groups: tuple[tuple[Chain, ...], ...]
    start: int
    end: int
    new_line: bool = True
    derived: bool = False

    @property
    def chains(self) -> tuple[Chain, ...]:
        return tuple(chain for group in self.groups for chain in group)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenCalculation:
    """What a message holds to be checked.

    `plain` is the message in plain notation, `unread` what looks like mathematics in it and could
    not be read, which leaves what begins at `unread_at` in doubt; `asides` are the
    lines within brackets of prose; `doubts` name what may be read in
    two ways; `words` are those of its prose, `data` the first list of numbers in it.
    """

    plain: str
    lines: tuple[WrittenLine, ...]
    unread: tuple[str, ...] = ()
    unread_at: int | None = None
    asides: frozenset[int] = frozenset()
    doubts: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    data: tuple[str, ...] = ()

    @property
    def begins_parts(self) -> frozenset[int]:
        """The lines that begin another part of a task, where each before it is more than one line:
        what is only given may be used together."""
        marks = [place for place, sign in enumerate(self.plain) if sign == PART]
        starts = [next((k for k, e in enumerate(self.lines) if e.start > m), -1) for m in marks]
        if len(starts) < 2 or -1 in starts or len(set(starts)) < len(starts):
            return frozenset()
        drawn = [
            sum(len(chain.rels) for line in self.lines[one:other] for chain in line.chains)
            for one, other in pairwise(starts)
        ]
        return frozenset(starts[1:]) if min(drawn) > 1 else frozenset()

    @property
    def told_beside(self) -> frozenset[int]:
        """The lines that are told together with the one before, by the word between them."""
        between = [self.plain[one.end : other.start] for one, other in pairwise(self.lines)]
        return frozenset(k for k, text in enumerate(between, 1) if text.strip() == "and")

    @property
    def quadrant(self) -> int | None:
        """The quadrant that the message puts its angle in, where it names a single one."""
        told = {one or other for one, other in _QUADRANT.findall(self.plain)}
        return _QUADRANTS[told.pop().casefold()] if len(told) == 1 else None

    @property
    def names(self) -> frozenset[str]:
        """The variables of all lines."""
        exprs = (expr for line in self.lines for chain in line.chains for expr in chain.exprs)
        return frozenset().union(*map(names_in, exprs))

    def text_of(self, line: WrittenLine) -> str:
        return " ".join(self.plain[line.start : line.end].split())


def read_calculation(message: str, *, apart: bool = False) -> WrittenCalculation:
    """Return the calculation that stands in a message; without lines if there is none.

    `apart`: a blank may part an equation from the next, as in "2x = 8 x = 4".
    """
    plain = plain_notation(message[:LONGEST])
    return read_tokens(plain, ready_tokens(plain), apart=apart)


def read_tokens(
    plain: str, tokens: Sequence[MathToken], *, apart: bool = False
) -> WrittenCalculation:
    """Return the calculation that the tokens of a plain text make."""
    logical = is_logical(tokens)
    prose = [*bracketed_prose(tokens)]
    data = data_in(tokens)
    lines: list[WrittenLine] = []
    unread: list[_Unread] = []
    for span, new_line, derived, label in spans(tokens, logical=logical):
        if len(lines) >= MOST_STEPS:
            break
        try:
            is_figure = label in FIGURES and len(span) == 1 and bool(data)
            is_figure = is_figure or (derived and {each.kind for each in span} <= _BARE)
            found, left = _what_is_read(span, logical=logical, apart=apart, alone=is_figure)
            unread += left
            if found and found[0].start == span[0].start:
                found = _labelled(found, label)
        except CalculationUnread:
            continue
        if found:
            lines += [replace(found[0], new_line=new_line, derived=derived), *found[1:]]
    exprs = (expr for line in lines for chain in line.chains for expr in chain.exprs)
    doubts = frozenset(doubt for expr in exprs for doubt in doubts_of(expr))
    chains = [chain for line in lines for chain in line.chains]
    doubts |= _doubtful_base(chains)
    words = frozenset(each.text.casefold() for each in tokens if each.kind in ("WORD", "SEP"))
    return WrittenCalculation(
        plain=plain,
        lines=tuple(lines),
        unread=tuple(plain[each[0].start : each[-1].end] for _, each in unread if _has_sides(each)),
        unread_at=min((*(start for start, _ in unread), *unread_sums(tokens)), default=None),
        asides=frozenset(
            k for k, line in enumerate(lines) if any(a < line.start < b for a, b in prose)
        ),
        doubts=doubts,
        words=words,
        data=data,
    )


def _doubtful_base(chains: Sequence[Chain]) -> frozenset[str]:
    """Return the doubt about numbers that are all written with 0 and 1: 101 + 11 = 1000."""
    nodes = [each for chain in chains for expr in chain.exprs for each in walk(expr)]
    figures = [each.text for each in nodes if each.op == "num"]
    bits = bool(figures) and not set("".join(figures)) - set("01")
    adds = any(each.op in ("add", "mul", "beside") for each in nodes)
    long = bits and sorted(map(len, figures))[-2:] > [2, 2] and len(figures) > 2
    return frozenset({"binary"}) if long and adds else frozenset()


def _labelled(lines: list[WrittenLine], label: str) -> list[WrittenLine]:
    """Return lines whose first chain tells the value of a word."""
    if not lines or not label:
        return lines
    first, *rest = lines[0].groups[0]
    told = (replace(first, label=label, continues=False), *rest)
    return [replace(lines[0], groups=(told, *lines[0].groups[1:])), *lines[1:]]


def _has_sides(span: Sequence[MathToken]) -> bool:
    """Whether a relation stands between operands: what cannot be read is then a calculation."""
    places = [place for place, each in enumerate(span) if each.kind == "REL"]
    return (bool(places) and any(each.kind == "STRANGE" for each in span)) or any(
        any(each.kind in OPERANDS for each in span[:place])
        and any(each.kind in OPERANDS for each in span[place:])
        for place in places
    )


def _what_is_read(
    span: list[MathToken], *, logical: bool, apart: bool, alone: bool
) -> tuple[list[WrittenLine], list[_Unread]]:
    """Return the lines of a run, and what of it could not be read, with the place from where on
    that leaves it in doubt: one piece of it that is no
    mathematics, "4.5 not 3", doesn't take the others with it."""
    try:
        return list(_lines_of(span, logical=logical, apart=apart, alone=alone)), []
    except CalculationUnread:
        pass
    pieces = [piece for _, piece in _pieces(span, logical=logical)]
    if len(pieces) > 1:
        found: list[WrittenLine] = []
        left: list[_Unread] = []
        for piece in pieces:
            lines, rest = _what_is_read(piece, logical=logical, apart=apart, alone=alone)
            found, left = found + lines, left + rest
        return found, left
    relation = next((k for k, each in enumerate(span) if each.kind == "REL"), len(span))
    for end in range(len(span) - 1, relation + 1, -1):
        if not span[end].gap or span[end].kind in ("PLUS", "MINUS", "TIMES", "REL"):
            continue
        if span[end - 1].kind not in OPERANDS | {"RPAR", "PERCENT"}:
            continue
        with suppress(CalculationUnread):
            lines = list(_lines_of(span[:end], logical=logical, apart=apart, alone=alone))
            return lines, [(span[0].start, span[end:])]
    return [], [(span[0].start, span)] if _has_sides(span) else []


def _lines_of(
    span: list[MathToken], *, logical: bool, apart: bool, alone: bool = False
) -> Iterator[WrittenLine]:
    """Yield the lines of one run: its chains, with what they have together.

    A comma parts lines, but for values of different names: x = 2, y = 4. `alone`: a number by
    itself is one, too: the 8 of "median = 8".
    """
    if sum(each.kind == "MOD" for each in span) > 1 and any(each.kind == "COMMA" for each in span):
        for _, piece in _pieces(span, logical=logical):
            yield from _lines_of(piece, logical=logical, apart=apart)
        return
    found: list[tuple[Joint, Chain]] = []
    modulus, span = _modulus(span)
    for joint, piece in _pieces(span, logical=logical):
        for place, chain in enumerate(_chains(piece, apart=apart)):
            chain = replace(chain, modulus=modulus)
            if not chain.rels and found:
                told = _value_of(chain, found[-1][1])
                chain, joint = (told, "or") if told is not None else (chain, joint)
            tells = chain.rels or chain.continues or len(chain.exprs[0].nodes) > 1
            if tells or alone or _operates(chain):
                found.append((joint if place == 0 else "comma", chain))
    line: list[tuple[Joint, Chain]] = []
    for joint, chain in found:
        if line and joint != "or" and not _together(line[-1][1], chain, joint):
            yield _line(_grouped(line))
            line = []
        line.append((joint, chain))
    if line:
        yield _line(_grouped(line))


def _together(one: Chain, other: Chain, joint: Joint) -> bool:
    """Whether two chains tell values of different names, or two inequalities that both hold."""
    if joint == "and" and one.rels and other.rels:
        if {*one.rels, *other.rels} <= {"<", ">", "<=", ">="}:
            return _bounds(one) is _bounds(other)  # else a task stands behind a solution
    if not (_is_solution(one) and _is_solution(other)):
        return False
    if one.exprs[0] == other.exprs[0] and len(one.exprs) == len(other.exprs) == 2:
        return True  # "x = 3 and x = -2", "x = 3, x = -1": one or the other
    names = one.exprs[0].text, other.exprs[0].text
    heads = [name.partition("_") for name in names]
    roots = names[0] == "x_1" and names[1] == "x_2"
    if heads[0][0] == heads[1][0] and heads[0][1] and not roots:
        return False  # terms of a sequence
    return names[0] != names[1]


def _bounds(chain: Chain) -> bool:
    """Whether a chain of inequalities bounds a name by numbers: −3 < x < 3."""
    sides = [each for each in chain.exprs if any(leaf.op == "name" for leaf in _leaves(each))]
    return all(each.op == "name" for each in sides)


def _operates(chain: Chain) -> bool:
    return chain.exprs[0].op in (
        "deriv",
        "integral",
        "lim",
        "sum",
        "between",
        "matrix",
        "call",
        "not",
    )


def _line(groups: tuple[tuple[Chain, ...], ...]) -> WrittenLine:
    places = [place for group in groups for chain in group for place in chain.places]
    return WrittenLine(
        groups=groups,
        start=min(place[0] for place in places),
        end=max(place[1] for place in places),
    )


def _grouped(found: Sequence[tuple[Joint, Chain]]) -> tuple[tuple[Chain, ...], ...]:
    groups: list[list[Chain]] = []
    for joint, chain in found:
        same = bool(groups) and _solved_name(groups[-1][-1]) == _solved_name(chain)
        if joint == "or" or not groups or same:
            groups.append([chain])
        else:
            groups[-1].append(chain)
    return tuple(map(tuple, groups))


def _value_of(chain: Chain, before: Chain) -> Chain | None:
    """Return "x = 3" for the 3 of "x = 2 or 3"."""
    if not _is_solution(before) or before.exprs[0].op != "name":
        return None
    if any(each.op == "name" for each in _leaves(chain.exprs[0])):
        return None
    exprs = (before.exprs[0], chain.exprs[0])
    places = (chain.places[0], chain.places[0])
    return replace(before, exprs=exprs, rels=before.rels[:1], places=places)


def _leaves(node: Node) -> Iterator[Node]:
    if not node.nodes:
        yield node
    for each in node.nodes:
        yield from _leaves(each)


def _is_solution(chain: Chain) -> bool:
    """Whether a chain says what one name is: x = 3."""
    name = (
        chain.exprs[0].op == "name" and chain.rels[:1] in (("=",), ("≡",)) and not chain.continues
    )
    return name and all(leaf.op != "name" for each in chain.exprs[1:] for leaf in _leaves(each))


def _solved_name(chain: Chain) -> str:
    """Return the name that is told, x1 and x2 being two values of x."""
    name = chain.exprs[0].text
    head, under, index = name.partition("_")
    return head if under and index.isdecimal() and index in "12" and head == "x" else name


def _pieces(span: list[MathToken], *, logical: bool) -> Iterator[tuple[Joint, list[MathToken]]]:
    """Yield what stands between commas, "and" and "or" that are outside of brackets."""
    depth, piece = 0, list[MathToken]()
    joint: Joint = "and"
    cuts = {"COMMA"} if logical else {"COMMA", "AND", "OR"}
    for token in span:
        depth += (token.kind in CLOSER) - (token.kind in ("RPAR", "RSQ"))
        if depth == 0 and token.kind in cuts:
            if piece:
                yield joint, piece
            joint = _JOINTS[token.kind]
            piece = []
        else:
            piece.append(token)
    if piece:
        yield joint, piece


def _chains(piece: list[MathToken], *, apart: bool) -> Iterator[Chain]:
    """Yield the chains of a piece: more than one where an equation begins without any sign.

    Raises:
        CalculationUnread: an expression cannot be read.
    """
    for part in _restarts(piece) if apart else [piece]:
        segments, rels = _segments(part)
        continues = not segments[0] and rels[:1] in (["="], ["~="], ["≡"])
        if not segments[0] and not continues:
            raise CalculationUnread
        while segments and not segments[-1] and rels:
            segments, rels = segments[:-1], rels[:-1]
        told = segments[1:] if continues else segments
        if not told or not all(told):
            raise CalculationUnread
        yield Chain(
            exprs=tuple(parse_tokens(_stripped(each)) for each in told),
            rels=tuple(rels),
            places=tuple((each[0].start, each[-1].end) for each in told),
            continues=continues,
        )


def _modulus(piece: list[MathToken]) -> tuple[Node | None, list[MathToken]]:
    """Return the modulus of a congruence, and the rest: 7 of "15 ≡ 1 (mod 7)"."""
    places = [place for place, token in enumerate(piece) if token.kind == "MOD"]
    if not places or not any(each.text in ("≡", "=") for each in piece if each.kind == "REL"):
        return None, piece
    place = places[-1]
    bracketed = place > 0 and piece[place - 1].kind == "LPAR"
    congruent = any(each.text == "≡" for each in piece if each.kind == "REL")
    if not bracketed and not (congruent and place > 1):
        return None, piece
    rest = piece[place + 1 :]
    rest = rest[:-1] if bracketed and rest and rest[-1].kind == "RPAR" else rest
    if not rest or any(each.kind == "REL" for each in rest):
        return None, piece
    return parse_tokens(rest), piece[: place - bracketed]


def _stripped(segment: list[MathToken]) -> list[MathToken]:
    while segment and segment[-1].kind in ("COMMA", "AND", "OR", "LPAR"):
        segment = segment[:-1]
    return segment


def _segments(tokens: Sequence[MathToken]) -> tuple[list[list[MathToken]], list[str]]:
    """Return what stands between relations outside of brackets, and the relations."""
    segments: list[list[MathToken]] = [[]]
    rels: list[str] = []
    depth = 0
    for token in tokens:
        depth += (token.kind in CLOSER) - (token.kind in ("RPAR", "RSQ"))
        if token.kind == "REL" and depth == 0:
            rels.append({"==": "=", "=<": "<=", "≈": "~="}.get(token.text, token.text))
            segments.append([])
        else:
            segments[-1].append(token)
    return segments, rels


def _restarts(piece: list[MathToken]) -> Iterator[list[MathToken]]:
    """Yield the equations that stand side by side: "2x = 8 x = 4".

    A blank between two operands parts them where a name begins the next equation.
    """
    relations = [place for place, token in enumerate(piece) if token.kind == "REL"]
    start = 0
    for one, other in zip(relations, relations[1:], strict=False):
        cut = _blank_between(piece[one + 1 : other])
        if cut is not None and one + 1 + cut > start:
            yield piece[start : one + 1 + cut]
            start = one + 1 + cut
    yield piece[start:]


def _blank_between(segment: Sequence[MathToken]) -> int | None:
    """Return where a new left side begins in what stands between two relations."""
    depth = 0
    for place, (one, other) in enumerate(zip(segment, segment[1:], strict=False)):
        depth += (one.kind in CLOSER) - (one.kind in ("RPAR", "RSQ"))
        apart = (
            depth == 0 and other.gap and one.kind in ENDS and other.kind in BEGINS - _NO_BEGINNINGS
        )
        rest = segment[place + 1 :]
        named = any(each.kind in ("NAME", "NAME_CALL", "OPAQUE", "DYDX") for each in rest)
        if apart and (named or (one.kind == "NUMBER" and other.kind == "NUMBER")):
            if not any(
                each.kind in ("FUNC", "DIFF", "SUM", "LIM", "INT") for each in segment[: place + 1]
            ):
                return place + 1
    return None
