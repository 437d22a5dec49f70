"""The slips of known_slips.yaml, their patterns parsed once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from tutor_app.calculations.reading.choose_reading import settle
from tutor_app.calculations.reading.expression_tree import Node, walk
from tutor_app.calculations.reading.parse_expression import parse_text
from tutor_app.calculations.slips.slip_patterns import pattern_of
from tutor_app.domain.data_files import read_yaml

_PLAIN = frozenset[str]()


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation of a pattern; an expression alone has none, and no right side."""

    left: Node
    sign: str = ""
    right: Node | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """A wrong rewriting: any one of the `wrong` relations holds, as of `right`.

    `numbers` are the names that only numbers stand for; `topic` what a course is searched for.
    """

    name: str
    source: Relation
    wrong: tuple[Relation, ...]
    right: tuple[Relation, ...]
    numbers: tuple[str, ...]
    topic: str

    @property
    def derives(self) -> bool:
        return any(each.op == "call" and each.text == "diff" for each in walk(self.source.left))

    @property
    def is_of_relations(self) -> bool:
        return bool(self.source.sign)


@cache
def known_slips() -> tuple[Slip, ...]:
    """Return the slips in the order in which they are tried."""
    return read_slips(Path(__file__).with_name("known_slips.yaml"))


def read_slips(file: Path) -> tuple[Slip, ...]:
    """Return the slips of a file; what a course is searched for may be missing."""
    return tuple(
        Slip(
            name=row["name"],
            source=_relations(row["from"])[0],
            wrong=_relations(row["wrong"]),
            right=_relations(row["right"]),
            numbers=tuple(row.get("numbers", ())),
            topic=row.get("topic", ""),
        )
        for row in read_yaml(file)
    )


def with_log_of(slip: Slip, before: Sequence[Node]) -> Slip:
    """Return a slip about logarithms with that of an expression: log_2 in place of ln."""
    if not slip.name.startswith("log_"):
        return slip
    calls = (each.text for side in before for each in walk(side) if each.op == "call")
    name = next((each for each in calls if each.startswith("log_")), "ln")
    if name == "ln":
        return slip
    wrong, right = (
        tuple(Relation(_named(each.left, name)) for each in relations)
        for relations in (slip.wrong, slip.right)
    )
    return replace(slip, source=Relation(_named(slip.source.left, name)), wrong=wrong, right=right)


def _named(node: Node, name: str) -> Node:
    parts = tuple(_named(each, name) if isinstance(each, Node) else each for each in node.args)
    if node.op == "call" and node.text == "ln":
        return Node("call", (name, *parts[1:]))
    return Node(node.op, parts)


def _relations(text: str) -> tuple[Relation, ...]:
    return tuple(_relation(part.strip()) for part in text.split(" or "))


def _relation(text: str) -> Relation:
    for sign in ("=", "<", ">"):
        left, found, right = text.partition(f" {sign} ")
        if found:
            return Relation(_tree(left), sign, _tree(right))
    return Relation(_tree(text))


def _tree(text: str) -> Node:
    """Return a pattern; "diff(…)" is a derivative and "pm" both signs.

    The grammar has no "diff": "abs", which no slip is about, stands for it while it is parsed.
    """
    text = text.replace("pm ", "± ").replace("diff(", "abs(")
    return pattern_of(_as_diff(settle(parse_text(text), _PLAIN)))


def _as_diff(node: Node) -> Node:
    """Return the pattern with "abs", which stands for it in the text, as a derivative."""
    parts = tuple(_as_diff(each) if isinstance(each, Node) else each for each in node.args)
    if node.op == "call" and node.text == "abs":
        return Node("call", ("diff", *parts[1:]))
    return Node(node.op, parts)
