"""What a message changes of the example that was given before: "make s-t 5", "the zeros are 1 now"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from tutor_app.domain.traces import Edge, Graph, Number
from tutor_app.exercises.own_example.asked_property import EXAMPLE_WORDS, plain_words

_NUMBER: Final = r"(?P<now>\d+(?:\.\d+)?)(?![\w.]*\w)"
_TO: Final = r"\s*(?:[=:]|->|→|to|is|be|becomes?|costs?|gets?|has|with|weighs?|into|an?|now|\s)*\s*"
# "s-t 5", "S G costs 4", "edge st to 5": two nodes side by side and a number.
_OF_EDGE: Final = re.compile(rf"(?<![\w-])(?P<one>\w+?)\s?(?:-+>?|[–—→]|\s|)(?P<other>\w+){_TO}{_NUMBER}")
_OF_WEIGHT: Final = re.compile(
    rf"\b(?:(?P<zero>zeros|zeroes|zero)|(?:the|a|that|each|every|all)\s+(?P<was>\d+(?:\.\d+)?)(?:['’]?s)?)\b{_TO}{_NUMBER}",
    re.IGNORECASE,
)


def changed_example(text: str, graph: Graph) -> Graph | None:
    """Return the graph with the weights that a text gives some of its edges; None where it has none.

    An edge is named by its ends, or by the weight that it has: then all that have it are changed.
    """
    if EXAMPLE_WORDS["changes"].isdisjoint(plain_words(text)):
        return None
    weights = {_ends(edge): edge.weight for edge in graph.edges}
    names = {node.casefold(): node for node in graph.nodes}
    known = dict(weights)
    for found in _OF_EDGE.finditer(text):
        pair = frozenset(names.get(found[side].casefold(), "") for side in ("one", "other"))
        if pair in weights:
            weights[pair] = _number(found["now"])
    for found in _OF_WEIGHT.finditer(text):
        old = 0 if found["zero"] else _number(found["was"])
        weights |= {pair: _number(found["now"]) for pair, weight in known.items() if weight == old}
    if weights == known:
        return None
    edges = tuple(replace(edge, weight=weights[_ends(edge)]) for edge in graph.edges)
    return replace(graph, edges=edges)


def _ends(edge: Edge) -> frozenset[str]:
    return frozenset((edge.source, edge.target))


def _number(text: str) -> Number:
    value = float(text)
    return int(value) if value.is_integer() else value
