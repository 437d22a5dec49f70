"""Nodes written without a space, "P0 Q2", "AC1", "PQTG", written apart as all readers know them."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from tutor_app.domain.traces import Graph

_GLUED: Final = re.compile(r"(?<![\w.])([^\W\d_]+)(\d+(?:\.\d+)?)?(?![\w.]\w|\w)")
_LEAST_WAY: Final = 3  # nodes of a way in one word


def with_nodes_apart(text: str, graph: Graph) -> str:
    """Return the text with what is surely nodes of the graph in one word written apart.

    One letter with its number is a node where two of these stand in the text: "a2" alone may be the
    name of anything. Two letters are an edge that there is; more are a way, in capitals.
    """
    names = {node for node in graph.nodes if len(node) == 1}
    pairs = {frozenset((edge.source, edge.target)) for edge in graph.edges}
    glued = [found for found in _GLUED.finditer(text) if found[1] in names and found[2]]
    several = len({found[0] for found in glued}) > 1

    def apart(found: re.Match[str]) -> str:
        word, number = found[1], found[2] or ""
        if word in names:
            return f"{word} {number}" if number and several else found[0]
        if not word.isupper() or not set(word) <= names:
            return found[0]
        if len(word) == 2 and frozenset(word) in pairs:
            return f"{word[0]}-{word[1]} {number}".rstrip()
        is_way = all(one != other for one, other in pairwise(word))
        return ", ".join(word) if len(word) >= _LEAST_WAY and is_way and not number else found[0]

    return _GLUED.sub(apart, text)
