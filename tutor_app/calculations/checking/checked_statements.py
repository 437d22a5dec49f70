"""The lines of a calculation as they are checked, with those put together that go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tutor_app.calculations.checking.known_names import put_in
from tutor_app.calculations.checking.same_value import compare, is_logical_form
from tutor_app.calculations.reading.calculation_lines import WrittenCalculation
from tutor_app.calculations.reading.choose_reading import Reading, settle
from tutor_app.calculations.reading.expression_tree import Node, names_in, walk

ORDER: Final = ("<", ">", "<=", ">=", "!=")
Place = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A chain as it is checked, with what continues it: its places and lines by expression.

    `claimed`: an expression stood alone before the first relation, so that both are to be the same.
    """

    exprs: tuple[Node, ...]
    rels: tuple[str, ...]
    places: tuple[Place, ...]
    lines: tuple[int, ...]
    modulus: Node | None = None
    label: str = ""
    claimed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedStatement:
    """Groups of links: one group or the other holds."""

    groups: tuple[tuple[Link, ...], ...]
    derived: bool
    line: int

    @property
    def only(self) -> Link | None:
        return self.groups[0][0] if len(self.groups) == len(self.groups[0]) == 1 else None


def statements_of(written: WrittenCalculation, reading: Reading) -> list[CheckedStatement]:
    """Return the statements, each with the lines that go on from its last expression."""
    found: list[CheckedStatement] = []
    values = _values_of_one(written)
    for number, line in enumerate(written.lines):
        groups = []
        for group in line.groups:
            links = []
            for chain in group:
                link = Link(
                    exprs=tuple(put_in(settle(each, reading), values) for each in chain.exprs),
                    rels=chain.rels,
                    places=chain.places,
                    lines=(number,) * len(chain.exprs),
                    modulus=settle(chain.modulus, reading) if chain.modulus is not None else None,
                    label=chain.label,
                )
                single = len(line.groups) == len(group) == 1
                before = found[-1].only if found and single else None
                place = _place_before(found) if single and chain.continues else None
                if place is not None and any(map(_is_integral, found[place : place + 1])):
                    found.append(found.pop(place))  # what is only named for it comes before it
                    place = len(found) - 1
                if place is not None:
                    last = found[place].groups[0][0]
                    found[place] = replace(found[place], groups=((_continued(last, link),),))
                    continue
                if chain.continues:
                    link = replace(link, rels=link.rels[1:])
                elif not link.rels and before is not None and _goes_on(before, link, line.derived):
                    joined = replace(link, rels=("=", *link.rels))
                    found[-1] = replace(found[-1], groups=((_continued(before, joined),),))
                    continue
                links.append(link)
            if links:
                groups.append(tuple(links))
        if groups:
            found.append(CheckedStatement(groups=tuple(groups), derived=line.derived, line=number))
    return found


def _values_of_one(written: WrittenCalculation) -> dict[str, Node]:
    """Return x for x₁ and x₂, where these only name the values of an x that stands elsewhere."""
    chains = [chain for line in written.lines for chain in line.chains]
    names = frozenset().union(*(names_in(each) for chain in chains for each in chain.exprs))
    found: dict[str, Node] = {}
    for name in names:
        head, under, index = name.partition("_")
        if head not in names or not under or index not in ("1", "2"):
            continue
        told = [chain for chain in chains if any(name in names_in(each) for each in chain.exprs)]
        if all(
            chain.exprs[0] == Node("name", (name,)) and not any(map(names_in, chain.exprs[1:]))
            for chain in told
        ):
            found[name] = Node("name", (head,))
    return found


def _place_before(found: Sequence[CheckedStatement]) -> int | None:
    """Return the place of the statement that "= …" goes on from; conditions are passed over, and
    what only names something for a task that stands above it: "∫ x cos x dx, u = x, v' = cos x"."""
    places = [
        place
        for place, each in enumerate(found)
        if each.only is not None and not any(rel in ORDER for rel in each.only.rels)
    ]
    tasks = [place for place in places if not _only_of(found[place]).rels]
    named = [place for place in places if _names(_only_of(found[place]))]
    if tasks and _is_integral(found[tasks[-1]]):
        if places[-1] > tasks[-1] and {each for each in places if each > tasks[-1]} <= {*named}:
            return tasks[-1]
    return places[-1] if places else None


def _is_integral(statement: CheckedStatement) -> bool:
    return any(
        each.op == "integral" and len(each.nodes) == 1  # one between bounds has a name of its own
        for each in walk(_only_of(statement).exprs[0])
    )


def _only_of(statement: CheckedStatement) -> Link:
    return statement.groups[0][0]


def _names(link: Link) -> bool:
    """Whether a link only gives something a name: u = x² + 1."""
    return len(link.exprs) == 2 and link.rels == ("=",) and link.exprs[0].op in ("name", "primed")


def _goes_on(before: Link, link: Link, derived: bool) -> bool:
    """Whether an expression alone is the next form of the one before it, also alone, and not worked
    on with its value: "12 * 5 so 60, then 60 - 8"."""
    alone = not before.rels or all(number != before.lines[0] for number in before.lines[1:])
    last, first = before.exprs[-1], link.exprs[0]
    parts = [] if names_in(last) or first.op == "num" else [*walk(first)]
    uses = any(compare(last, each) == "same" for each in parts if each.op == "num")
    return alone and derived and not uses and not is_logical_form(*link.exprs)


def _continued(before: Link, link: Link) -> Link:
    return replace(
        before,
        exprs=(*before.exprs, *link.exprs),
        rels=(*before.rels, *link.rels),
        places=(*before.places, *link.places),
        lines=(*before.lines, *link.lines),
        modulus=link.modulus or before.modulus,
        claimed=before.claimed or not before.rels,
    )


def is_relation(statement: CheckedStatement) -> bool:
    """Whether a statement relates anything to anything."""
    return any(link.rels for group in statement.groups for link in group)


def names_of(statement: CheckedStatement) -> frozenset[str]:
    """Return the variables of a statement."""
    return frozenset().union(
        *(names_in(each) for group in statement.groups for link in group for each in link.exprs)
    )


def told_values(statements: Sequence[CheckedStatement]) -> dict[str, list[Node]]:
    """Return the values that lines tell of names: 2 of "at x = 2", and T of "p = T"."""
    told: dict[str, list[Node]] = {}
    for statement in statements:
        for link in (each for group in statement.groups for each in group):
            plain = len(link.exprs) == 2 and link.rels == ("=",) and link.exprs[0].op == "name"
            if plain and (not names_in(link.exprs[1]) or link.exprs[1].text in ("T", "F")):
                told.setdefault(link.exprs[0].text, []).append(link.exprs[1])
    return told
