"""An answer that tells in short what a run comes to: "P 0, Q 2, R 3", "A-C yes", "sum 15".

It is read where hardly any other word stands beside: who tells more is read in sentences.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from tutor_app.domain.lexicon import SUPPOSING, read_word_lists
from tutor_app.domain.traces import Graph

_WORDS: Final = read_word_lists(Path(__file__).with_name("told_results.yaml"))
_KNOWN: Final = frozenset(word for words in _WORDS.values() for word in words)
_TOKEN: Final = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+(?:['’]\w+)?|->|[^\w\s]")
_DASHES: Final = frozenset(("-", "–", "—", "->", "→", ">"))
_SUMS: Final = frozenset("+*=·")
_REACH: Final = 4  # tokens between a node and the number that it has
_MOST_OTHER: Final = 1  # words of no list in an answer that is read so
_NO_ANSWER: Final = frozenset("|{}[]?<")  # rows, sets, a question: others read these

Told = Literal["node", "edge", "number"]


@dataclass(frozen=True, slots=True)
class ToldNode:
    """A node with the number that is told of it, if one is."""

    node: str
    value: float | None

    @property
    def words(self) -> str:
        return self.node if self.value is None else f"{self.node} {self.value:g}"


@dataclass(frozen=True, slots=True)
class ToldEdge:
    """An edge, and whether it is said to be taken."""

    ends: tuple[str, str]
    taken: bool

    @property
    def words(self) -> str:
        return f"{self.ends[0]}-{self.ends[1]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldResults:
    """What an answer tells of a run: nodes in their order, edges, and the sum of their weights."""

    nodes: tuple[ToldNode, ...] = ()
    edges: tuple[ToldEdge, ...] = ()
    total: float | None = None
    of_order: bool = False


def read_told(text: str, graph: Graph, *, of_tree: bool) -> ToldResults | None:
    """Return what a text tells of a run on a graph; None where it tells something else, too.

    `of_tree`: the run makes a spanning tree, so that two nodes with a dash are one of its edges.
    """
    tokens = _TOKEN.findall(text)
    if _NO_ANSWER & set(tokens):
        return None
    names = set(graph.nodes)
    words = [one.casefold() for one in tokens if one[0].isalpha() and one not in names]
    if sum(one not in _KNOWN for one in words) > _MOST_OTHER:
        return None
    says = set(words)
    nodes: list[ToldNode] = []
    edges: list[ToldEdge] = []
    total: float | None = None
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if _is_node(tokens, at, names):
            if (of_tree or "tree" in says or edges) and _is_edge(tokens, at, names):
                edge, at = _edge(tokens, at, names)
                edges.append(edge)
                continue
            value, at = _value_behind(tokens, at + 1)
            nodes.append(ToldNode(token, value))
            continue
        if token[0].isdecimal():
            before = [one.casefold() for one in tokens[max(0, at - 3) : at]]
            is_last = bool(edges) and at == len(tokens) - 1
            tells = _WORDS["sums"] & set(before) or before[-1:] == ["="] or is_last
            if total is not None or not tells:
                return None
            total = float(token)
        at += 1
    if not edges and sum(one.value is not None for one in nodes) < 2:
        return None
    if len({one.node for one in nodes}) < len(nodes):
        return None  # rows, which tell of a node again
    of_order = bool(_WORDS["order"] & says)
    return ToldResults(nodes=tuple(nodes), edges=tuple(edges), total=total, of_order=of_order)


def values_on_the_way(text: str, graph: Graph) -> list[ToldNode]:
    """Return the nodes that a text in sentences gives numbers to: "G becomes 11 and later 8".

    Nothing of what supposes or adds up, or of the edge "a->c is 8".
    """
    tokens = [token for token in _TOKEN.findall(text) if token != "'"]
    if not (SUPPOSING | _SUMS).isdisjoint(one.casefold() for one in tokens):
        return []
    names, found, since = set(graph.nodes), list[ToldNode](), 0
    node: str | None = None
    for at, token in enumerate(tokens):
        around = {*tokens[max(0, at - 1) : at], *tokens[at + 1 : at + 2]}
        since += 1
        if _is_node(tokens, at, names):
            node, since = (None if around & _DASHES else token), 0
        elif token[0].isdecimal() and node is not None and since <= _REACH:
            found.append(ToldNode(node, float(token)))
            since = 0
        elif token[0].isdecimal():
            node = None
    return found


def _is_node(tokens: Sequence[str], at: int, names: set[str]) -> bool:
    """Whether a token is a node: "a" before a word is none."""
    after = tokens[at + 1] if at + 1 < len(tokens) else ""
    article = tokens[at] in ("a", "A", "I") and after[:1].isalpha() and after not in names
    return tokens[at] in names and not (article and after.casefold() not in _KNOWN)


def _is_edge(tokens: Sequence[str], at: int, names: set[str]) -> bool:
    after = tokens[at + 1 : at + 3]
    return len(after) == 2 and after[0] in _DASHES and after[1] in names


def _edge(tokens: Sequence[str], at: int, names: set[str]) -> tuple[ToldEdge, int]:
    """Return the edge that begins at a token, and the token behind all that is told of it."""
    ends, at, taken = (tokens[at], tokens[at + 2]), at + 3, True
    _, at = _value_behind(tokens, at)  # its weight
    while at < len(tokens) and tokens[at] not in names and not tokens[at][0].isdecimal():
        word = tokens[at].casefold()
        if word in _WORDS["left"]:
            taken = False
        if word in _WORDS["sums"] or tokens[at] in "=.;\n":
            break
        at += 1
    return ToldEdge(ends, taken), at


def _value_behind(tokens: Sequence[str], at: int) -> tuple[float | None, int]:
    """Return the number that stands behind a node, "c (10)" or "c = 10", and where it goes on."""
    for ahead in range(2):
        token = tokens[at + ahead] if at + ahead < len(tokens) else ""
        if token[:1].isdecimal():
            return float(token), at + ahead + 1
        if token not in ("(", "=", ":", "is"):
            break
    return None, at
