"""What a student's own test comes to: its sums, the numbers that were tried or are told as the
answer, each put into the relations that the work begins with, and whether any solution is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from mpmath import mp, mpf

from tutor_app.calculations.check_calculation import check_message
from tutor_app.calculations.checking.same_value import compare
from tutor_app.calculations.checking.solution_points import Solutions, solve_pairs
from tutor_app.calculations.claim_facts import (
    PutIn,
    Related,
    put_values_in,
    read_told,
    relations_of,
    value_of,
)
from tutor_app.calculations.reading.choose_reading import settle
from tutor_app.calculations.reading.expression_tree import Node, has_op, names_in
from tutor_app.calculations.reading.plain_notation import plain_notation
from tutor_app.calculations.reading.show_expression import show, show_relation
from tutor_app.domain.lexicon import read_word_lists

_SOLE: Final = read_word_lists(Path(__file__).with_name("tested_values.yaml"))["sole"]
_N: Final = r"-?\d+(?:\.\d+|/\d+)?"
_SET: Final = re.compile(rf"\(?\{{\s*({_N}(?:\s*[;,]\s*{_N})*)\s*\}}")
_ONLY: Final = re.compile(
    rf"\b(?:{'|'.join(sorted(_SOLE))})(?: the)?(?: [a-z] ?=)? ?({_N})(?![\w.]*[/*^=+])"
    rf"|(?<![\w.=] )({_N}) (?:{'|'.join(sorted(_SOLE))})\b",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(rf"(?<![\w.])({_N})(?![\w.]*\d)")
_COMMON: Final = 10  # below it a number stands in many sums
_NEAR: Final = mpf(10) ** -9


@dataclass(frozen=True, slots=True, kw_only=True)
class TestedValues:
    """A test of the work on the table.

    `sums` are those that the message works out rightly, `wrong` those that don't hold. `told`: the
    message says that these values are the answer; `held` is each of the values put in, the first
    relation that fails for it, else the last; `is_whole`: they are all solutions that there are,
    None where that is not known. `task` are the relations that they are put into. `answer` is the
    last line of an inequality's work, `parts` the first value for which it says otherwise.
    """

    sums: tuple[str, ...]
    wrong: tuple[str, ...]
    told: bool
    held: tuple[tuple[str, PutIn], ...]
    is_whole: bool | None
    task: str
    answer: str = ""
    parts: str = ""

    @property
    def fails(self) -> bool:
        return any(not put_in.holds for _, put_in in self.held)


def find_tested(work: str, message: str) -> TestedValues | None:
    """Return what a test in a message comes to; None where it holds none, or goes on to other
    equations. Without a message it is what the work itself tells as its answer."""
    relations = [each for each in relations_of(work) if not _tells_value(each)]
    names = sorted(frozenset().union(*(names_in(a) | names_in(b) for a, _, b in relations)))
    if not relations or not names:
        return None
    read = _read(message, frozenset(names))
    if read is None:
        return None
    if any(sign != "=" for _, sign, _ in relations):
        return _of_inequality(work, relations, read) if message else None
    told = read.told
    if not told and len(names) == 1:
        told = [{names[0]: each} for each in _told_alone(message or work)]
    solved = solve_pairs([(a, b) for a, _, b in relations])
    points = told or _tried(work, message, names, read.results, solved)
    held = tuple(_held(relations, points))
    if not held or (message and not told and not _is_test(read, points, held)):
        return None
    return TestedValues(
        sums=tuple(read.sums),
        wrong=tuple(read.wrong),
        told=bool(told),
        held=held,
        is_whole=_is_whole(points, solved),
        task="; ".join(show_relation(*each) for each in relations),
    )


def _of_inequality(work: str, relations: Sequence[Related], read: _ReadTest) -> TestedValues | None:
    """Return what numbers tried in an inequality come to, beside what its work says of them."""
    held = tuple(_held(relations, read.told)) if read.computes else ()
    if not held:
        return None
    found = check_message(work)
    last = found.written.lines[-1].chains if found.written.lines else ()
    chain = last[0] if len(last) == 1 and len(last[0].exprs) == 2 else None
    answer: tuple[Related, ...] = ()
    if chain is not None and chain.rels[0] != "=":
        one, other = (settle(each, found.reading) for each in chain.exprs)
        answer = ((one, chain.rels[0], other),)
    said = dict(_held(answer, read.told)) if answer else {}
    parts = (value for value, each in held if value in said and each.holds != said[value].holds)
    return TestedValues(
        sums=tuple(read.sums),
        wrong=tuple(read.wrong),
        told=False,
        held=held,
        is_whole=None,
        task="; ".join(show_relation(*each) for each in relations),
        answer="; ".join(show_relation(*each) for each in answer),
        parts=next(parts, ""),
    )


Point = Mapping[str, Node]


def _is_test(read: _ReadTest, points: Sequence[Point], held: Sequence[tuple[str, PutIn]]) -> bool:
    """Whether sums put a value in: they come to a side of the task there, or work with a number
    that stands nowhere by chance."""
    sides = [
        value_of(read_told(text)) for _, put_in in held for text in (put_in.left, put_in.right)
    ]
    come_to = [value for each in read.results if (value := value_of(each)) is not None]
    if any(_same(one, side) for one in come_to for side in sides if side is not None):
        return True
    tried = [value_of(each) for point in points for each in point.values()]
    rare = [each for each in tried if not (mp.isint(each) and abs(each) < _COMMON)]
    worked = [value_of(read_told(number)) for each in read.sums for number in _numbers(each)]
    return any(_same(one, each) for one in worked for each in rare) or any(
        _same(one, each) for one in come_to for each in tried
    )


def _tells_value(relation: Related) -> bool:
    """Whether a relation only tells the value of a name: s = 9."""
    return relation[0].op == "name" and not names_in(relation[2])


@dataclass(slots=True)
class _ReadTest:
    """What stands in a message: its sums, those that don't hold, what they come to, and the values
    that are told as the answer. `computes`: numbers stand in a relation."""

    sums: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    results: list[Node] = field(default_factory=list)
    told: list[Point] = field(default_factory=list)
    computes: bool = False

    def take(self, exprs: Sequence[Node]) -> None:
        """Take expressions without names that are said to be the same."""
        self.computes = True
        off = next((each for each in pairwise(exprs) if not _agrees(*each)), None)
        if off is not None:
            self.wrong.append(" = ".join(map(show, off)))
            return
        self.sums.append(" = ".join(map(show, exprs)))
        self.results.append(exprs[-1])


def _read(message: str, names: frozenset[str]) -> _ReadTest | None:
    """Return what stands in a message; None where it goes on to other equations."""
    found = check_message(message)
    read = _ReadTest()
    for group in (each for line in found.written.lines for each in line.groups):
        values: dict[str, Node] = {}
        for chain in group:
            if not set(chain.rels) <= {"=", "~="}:
                read.computes = read.computes or not _named(chain.exprs)
                continue
            exprs = [settle(each, found.reading) for each in chain.exprs]
            head = exprs[0]
            if head.op == "called":
                read.results.append(head.nodes[0])
            if head.op in ("called", "opaque"):
                exprs = exprs[1:]
            elif head.op == "name" and chain.rels and not _named(exprs[1:]):
                values |= {head.text: exprs[-1]} if head.text in names else {}
                exprs = exprs[1:]
            if _named(exprs) and chain.rels:
                return None
            if len(exprs) > 1:
                read.take(exprs)
        if values.keys() >= names:
            read.told.append(values)
    return read


def _agrees(one: Node, other: Node) -> bool:
    return has_op(one, "pm") == has_op(other, "pm") and compare(one, other) in ("same", "rounded")


def _named(exprs: Sequence[Node]) -> bool:
    return any(map(names_in, exprs))


def _told_alone(message: str) -> Iterator[Node]:
    """Yield the numbers of "S = {1}", of "only 3"."""
    plain = plain_notation(message)
    several = [each for found in _SET.finditer(message.replace("−", "-"))
               for each in re.split(r"[;,]", found[1])]  # fmt: skip
    alone = [found[1] or found[2] for found in _ONLY.finditer(plain)]
    for each in several or alone:
        yield read_told(each)


def _tried(
    work: str, message: str, names: Sequence[str], results: Sequence[Node], solved: Solutions
) -> list[Point]:
    """Return what was tried: the values of the work that the message names, all of them where it
    names none; else solutions that the sums of the message come to."""
    found = check_message(work)
    last: dict[str, list[Node]] = {}
    for line in found.written.lines:
        for chain in line.chains:
            exprs = [settle(each, found.reading) for each in chain.exprs]
            solves = exprs[0].op == "name" and chain.rels[:1] == ("=",) and not _named(exprs[1:])
            if solves and exprs[0].text in names:
                last.setdefault(exprs[0].text, []).append(exprs[-1])
    if len(names) > 1:
        whole = set(names) <= set(last)
        return [{name: last[name][-1] for name in names}] if whole else []
    come_to = [each for each in results if _solves(names[0], each, solved)]
    if len({show(each) for each in come_to}) == len(solved.points) and come_to:
        return [{names[0]: each} for each in {show(each): each for each in come_to}.values()]
    values = last.get(names[0], [])
    said = {value_of(read_told(each)) for each in _numbers(message)}
    named = [each for each in values if value_of(each) in said]
    return [{names[0]: each} for each in named or (values[-1:] if message else values)]


def _numbers(message: str) -> list[str]:
    return [found[1] for found in _NUMBER.finditer(plain_notation(message))]


def _solves(name: str, node: Node, solved: Solutions) -> bool:
    value = value_of(node)
    return value is not None and any(_same(value, point[name]) for point in solved.points)


def _same(one: Any, other: Any) -> bool:
    return bool(abs(one - other) <= _NEAR * max(1, abs(one)))


def _held(relations: Sequence[Related], points: Sequence[Point]) -> Iterator[tuple[str, PutIn]]:
    for point in points:
        results = list(put_values_in(relations, point))
        if len(results) < len(relations):
            continue
        shown = ", ".join(f"{name} = {show(each)}" for name, each in point.items())
        yield shown, next((each for each in results if not each.holds), results[-1])


def _is_whole(points: Sequence[Point], solved: Solutions) -> bool | None:
    """Whether each solution is among the points."""
    real = [each for each in solved.points if all(mp.im(value) == 0 for value in each.values())]
    if not solved.complete or solved.free or solved.periodic:
        return None
    told = [{name: value_of(each) for name, each in point.items()} for point in points]
    return all(
        any(all(_same(one[name], point[name]) for name in one if name in point) for one in told)
        for point in real
    )
