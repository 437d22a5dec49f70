"""Lists of nodes in a text, "P, Q, R and T" or "b to c, then back to b", read token by token."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from tutor_app.domain.lexicon import LIST_JOINS

LEAST: Final = 3  # nodes: fewer stand beside each other in many a sentence
NodeList = tuple[str, tuple[str, ...]]  # the words that it is, and its nodes
_TOKEN = re.compile(r"[\w'’]+|->|[^\w\s]")
_PAIR: Final = re.compile(r"(?<![\w-])(\w)\s?(?:[-–→]|->)\s?(\w)(?![\w-])")
_PAIRS: Final = re.compile(rf"{_PAIR.pattern}(?:\s*(?:,|;|\band\b)\s*(?:and\s+)?{_PAIR.pattern})+")
_BESIDE: Final = frozenset(",;/|→–->")
_ARROWS: Final = frozenset(["->", *"→–->"])
_JOINS: Final = frozenset(["->", *_BESIDE, *LIST_JOINS])


def node_lists(text: str) -> Iterator[NodeList]:
    """Yield the lists of three or more single letters in a row that a text gives."""
    nodes: list[str] = []
    start = end = 0
    tokens = list(_TOKEN.finditer(text))
    for at, token in enumerate(tokens):
        word = token[0]
        ends_turn = len(nodes) > 1 and word == nodes[0]  # "b c d b = -1" tells of a cycle
        if len(word) == 1 and word.isalpha() and (ends_turn or not _is_called(tokens, at)):
            start = start if nodes else token.start()
            end = token.end()
            nodes.append(word)
        elif not nodes or word.casefold() not in _JOINS:
            yield from _kept(text[start:end], nodes)
            nodes = []
    yield from _kept(text[start:end], nodes)


def _is_called(tokens: list[re.Match[str]], at: int) -> bool:
    """Return whether the letter is part of a term, "h(U)", "h = 5", or an article."""
    after = tokens[at + 1][0] if at + 1 < len(tokens) else ""
    joined = at > 0 and tokens[at - 1][0] in _ARROWS  # "c -> a with weight 2"
    article = tokens[at][0] in ("a", "A", "I") and after[:1].isalpha() and not joined
    return after in ("(", "=", "*") or (article and len(after) > 1 and after not in _JOINS)


def _kept(words: str, nodes: list[str]) -> Iterator[NodeList]:
    if len(nodes) >= LEAST and not _PAIRS.fullmatch(words):
        yield words, tuple(nodes)


def edge_lists(text: str) -> Iterator[tuple[NodeList, ...]]:
    """Yield the lists of two or more edges that a text gives, "s-a, a-b": they have no order."""
    for found in _PAIRS.finditer(text):
        yield tuple((pair[0], (pair[1], pair[2])) for pair in _PAIR.finditer(found[0]))


def closes(nodes: Sequence[str]) -> bool:
    """Return whether a list of nodes ends where it begins."""
    return len(nodes) > 1 and nodes[0] == nodes[-1]


def same_way(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether two lists are the same way: a cycle may begin at any of its nodes."""
    one, other = ([node.casefold() for node in nodes] for nodes in (one, other))
    if not (closes(one) and closes(other)) or len(one) != len(other):
        return one == other
    turn, there = one[:-1], other[:-1]
    return any(turn[at:] + turn[:at] == there for at in range(len(turn)))
