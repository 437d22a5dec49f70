"""Which properties a calculation is wished to have, and whether one that was made has them.

They are computed on the expression that the question asks about, as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pydantic import TypeAdapter

from tutor_app.conversation.practice.divided_sentences import PART_WORDS
from tutor_app.conversation.practice.round_message import RoundMessage, topic_words
from tutor_app.domain.data_files import read_yaml
from tutor_app.domain.lexicon import NEGATIONS
from tutor_app.retrieval.search_terms import stem
from tutor_app.retrieval.vocabulary import plain_words
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from tutor_app.calculations.reading.expression_tree import Node

_WORD: Final = re.compile(r"[^\W\d_]+|\b2\b")
_REASONS: Final = frozenset(PART_WORDS["reasons"])
_NEAR: Final = 6  # words within which those of one group stand
_DENIED: Final = 3  # words before it that a denial reaches over


@dataclass(frozen=True, slots=True, kw_only=True)
class _Property:
    named: tuple[tuple[str, ...], ...]
    covers: tuple[str, ...] = ()
    is_topic: bool = False


_PROPERTIES: Final[Mapping[str, _Property]] = TypeAdapter(dict[str, _Property]).validate_python(
    read_yaml(Path(__file__).with_name("wished_properties.yaml"))
)
NAMES: Final = {name: phrase(f"conversation_practice.with_{name}") for name in _PROPERTIES}


def wished_properties(text: str) -> tuple[str, ...]:
    """Return the properties that a wish names; none that it denies, or that another covers."""
    words = [stem(word.casefold()) for word in _WORD.findall(text)]
    plain = [word.casefold() for word in _WORD.findall(text)]
    found = [
        name
        for name, each in _PROPERTIES.items()
        if any(_stands(group, words, plain) for group in each.named)
    ]
    covered = {other for name in found for other in _PROPERTIES[name].covers}
    return tuple(name for name in found if name not in covered)


def properties_of_part(text: str) -> tuple[str, ...]:
    """Return the properties that a part of a message wishes for; what a reason names is none:
    "because a minus before a bracket turns it"."""
    is_reason = not _REASONS.isdisjoint(plain_words(text))
    return () if is_reason or any(map(str.isdigit, text)) else wished_properties(text)


def not_of_topics(properties: Sequence[str]) -> tuple[str, ...]:
    """Return the properties that name no topic."""
    return tuple(name for name in properties if not _PROPERTIES[name].is_topic)


def properties_wished(heard: RoundMessage, knows: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the properties that a message wishes for; `knows`: whether the course has a word."""
    parts = heard.parts
    found = tuple(dict.fromkeys(e for part in parts for e in properties_of_part(part.text)))
    return not_of_topics(found) if found and topic_words(heard, knows) else found


def _stands(group: Sequence[str], words: Sequence[str], plain: Sequence[str]) -> bool:
    """Whether all words of a group stand near each other, where none of them is denied."""
    wanted = {stem(word) for word in group}
    for at, word in enumerate(words):
        if word in wanted and wanted <= {*words[at : at + _NEAR]}:
            before = {*plain[max(0, at - _DENIED) : at]}
            if before.isdisjoint(NEGATIONS | {"no", "without"}):
                return True
    return False


def has_properties(question: str, names: Sequence[str]) -> bool:
    """Whether the expression that a question asks about has all of these properties."""
    trees = _trees_in(question)
    return bool(trees) and all(_TESTS[name](trees) for name in names)


def named(properties: Sequence[str]) -> str:
    """Return the properties in words."""
    return ", ".join(NAMES[name]() for name in properties)


@cache
def _trees_in(question: str) -> tuple[Node, ...]:
    from tutor_app.calculations.reading.calculation_lines import read_calculation  # noqa: PLC0415 -- loads SymPy
    from tutor_app.calculations.reading.choose_reading import settle  # noqa: PLC0415

    lines = read_calculation(question).lines
    exprs = [each for line in lines for chain in line.chains for each in chain.exprs]
    return tuple(settle(each, frozenset()) for each in exprs)


def _all(trees: Sequence[Node]) -> Iterator[Node]:
    for tree in trees:
        yield tree
        yield from _all(tree.nodes)


def _brackets(node: Node) -> int:
    """Return how many sums stand in a term as factors, a square as two."""
    if node.op == "pow":
        return 2 * (node.nodes[0].op == "add")
    if node.op in ("neg", "mul"):
        return sum(map(_brackets, node.nodes))
    return int(node.op == "add")


def _taken_away(trees: Sequence[Node]) -> Iterator[Node]:
    """Yield what stands behind a minus."""
    yield from (each.nodes[0] for each in _all(trees) if each.op == "neg")


def _has_negative_number(trees: Sequence[Node]) -> bool:
    for each in _all(trees):
        inner = each.nodes[:1] if each.op == "add" else each.nodes  # "x − 6" has none
        if any(one.op == "neg" and one.nodes[0].op == "num" for one in inner):
            return True
    return any(_first(tree).op == "neg" for tree in trees)


def _first(tree: Node) -> Node:
    return _first(tree.nodes[0]) if tree.op in ("add", "mul") and tree.nodes else tree


_TESTS: Final[Mapping[str, Callable[[Sequence[Node]], bool]]] = {
    "minus_before_product": lambda trees: any(_brackets(one) > 1 for one in _taken_away(trees)),
    "minus_before_bracket": lambda trees: any(_brackets(one) for one in _taken_away(trees)),
    "minus": lambda trees: any(True for _ in _taken_away(trees)),
    "negative_numbers": _has_negative_number,
    "two_brackets": lambda trees: _count_brackets(trees) > 1,
    "product": lambda trees: any(_brackets(each) > 1 for each in _all(trees) if each.op == "mul"),
    "brackets": lambda trees: _count_brackets(trees) > 0,
    "fractions": lambda trees: any(each.op == "div" for each in _all(trees)),
    "both_sides": lambda trees: len(trees) > 1 and all(map(_has_letter, trees[:2])),
    "square": lambda trees: any(_is_square(each) for each in _all(trees)),
    "powers": lambda trees: any(each.op == "pow" for each in _all(trees)),
}


def _count_brackets(trees: Sequence[Node]) -> int:
    """Return how many sums stand in brackets in all."""
    below = (one for each in _all(trees) if each.op != "add" for one in each.nodes)
    inside = (one for each in _all(trees) if each.op == "add" for one in each.nodes)
    return sum(one.op == "add" for one in (*below, *inside))


def _has_letter(tree: Node) -> bool:
    return any(each.op == "name" for each in _all((tree,)))


def _is_square(node: Node) -> bool:
    return node.op == "pow" and node.nodes[1].text == "2"
