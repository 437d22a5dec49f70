"""Ways along the edges of an item's graph as a message tells them, each with what it comes to.

"b -> c -> d -> b, 1+2-4 = -1. This one is negative!" names a cycle, says its sum and its sign.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Final, Literal

from tutor_app.domain.lexicon import NEGATIONS
from tutor_app.domain.traces import Graph
from tutor_app.exercises.decided.node_lists import closes, node_lists, same_way
from tutor_app.exercises.item_graph.graph_of_item import WAY_WORDS
from tutor_app.exercises.rubric_matching import sentences_of

_FIGURE: Final = r"[+-]?\d+(?:\.\d+)?"
_RESULT: Final = re.compile(rf"=\s*({_FIGURE})(?!\s*[-+*/=\d])")
_ALONE: Final = re.compile(rf"(?<![\w.+*/=-])({_FIGURE})(?!\s*[-+*/=]|[\w.]*\w)")
_BELOW_ZERO: Final = re.compile(
    r"(?:less than|below|under|smaller than|<)\s*(?:0|zero)\b", re.IGNORECASE
)
_COMPARED: Final = re.compile(
    rf"(?:\b(?:than|below|above|under|over)|[<>≤≥])\s*(?:{_FIGURE}|zero)", re.IGNORECASE
)
_OPERATORS: Final = ("+", "-", "*", "/", "·", "×")
_ARROWS: Final = re.compile(r"->|→|[-–]")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’]t)?")
_BEFORE: Final = 3  # words before a way that may say its sign
_BETWEEN: Final = 3  # words between "weight" and its number


WayVerdict = Literal[
    "no_edge", "wrong_sum", "right_sum", "negative", "not_negative", "sign_again", "unsaid"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldWay:
    """A way as the student wrote it, with the sum and the sign that are said of it.

    `weight` is what its edges add up to; where one is missing, it is `lacks`. `total` and
    `negative` are None where nothing is said of them.
    """

    words: str
    nodes: tuple[str, ...]
    weight: Fraction = Fraction(0)
    lacks: tuple[str, str] | None = None
    total: Fraction | None = None
    negative: bool | None = None

    @property
    def is_cycle(self) -> bool:
        return closes(self.nodes)

    @property
    def verdict(self) -> WayVerdict:
        """What is computed of what is said of it; "unsaid" where nothing is that can be judged."""
        if self.lacks is not None:
            return "no_edge"
        if self.total is not None and self.total != self.weight:
            return "wrong_sum"
        says_sign = self.negative is not None or self.total is not None
        if self.is_cycle and says_sign and self.weight < 0:
            return "sign_again" if self.negative is False else "negative"
        if self.is_cycle and self.negative:
            return "not_negative"
        return "right_sum" if self.total is not None else "unsaid"


def ways_told(text: str, graph: Graph) -> list[ToldWay]:
    """Return the ways that a text names, each once, in order, with all that is said of each."""
    found: list[ToldWay] = []
    for way in _ways(text, graph):
        known = next((n for n, one in enumerate(found) if same_way(one.nodes, way.nodes)), None)
        if known is None:
            found.append(way)
        else:
            found[known] = _said_of_both(found[known], way)
    return found


def _said_of_both(one: ToldWay, more: ToldWay) -> ToldWay:
    """Return a way with what is said of it later; what is said last counts."""
    return ToldWay(
        words=one.words,
        nodes=one.nodes,
        weight=one.weight,
        lacks=one.lacks,
        total=one.total if more.total is None else more.total,
        negative=one.negative if more.negative is None else more.negative,
    )


def _ways(text: str, graph: Graph) -> Iterator[ToldWay]:
    sentences = [one.replace("−", "-") for one in sentences_of(text)]
    names = {node.casefold(): node for node in graph.nodes}
    for at, sentence in enumerate(sentences):
        lists = [(words, nodes) for words, nodes in node_lists(sentence) if _are_of(nodes, names)]
        start = 0
        for place, (words, told) in enumerate(lists):
            # "b, c, d, b, b, c, …" stays where it is for no step.
            nodes = tuple(node for node, _ in groupby(names[node.casefold()] for node in told))
            begin = sentence.index(words, start)
            start = begin + len(words)
            if not _is_way(words, nodes, sentence, graph):
                continue
            last = place + 1 == len(lists)
            end = len(sentence) if last else sentence.index(lists[place + 1][0], start)
            behind = sentence[start:end]
            beside = [behind, *(_going_on(sentences[at + 1 :], names) if last else ())]
            yield _way(words, nodes, sentence[:begin] if not place else "", beside, graph)


def _are_of(nodes: Sequence[str], names: Mapping[str, str]) -> bool:
    return all(node.casefold() in names for node in nodes)


def _is_way(words: str, nodes: tuple[str, ...], sentence: str, graph: Graph) -> bool:
    """Whether a list of nodes is a way; in an undirected graph there and back is no cycle."""
    if closes(nodes):
        return graph.directed or len(nodes) > LEAST_TURN
    return bool(_ARROWS.search(words)) or not WAY_WORDS["ways"].isdisjoint(_plain(sentence))


LEAST_TURN: Final = 3  # nodes of "b, d, b"


def _going_on(later: Sequence[str], names: Mapping[str, str]) -> Iterator[str]:
    """Yield the next sentence where it goes on about the way named last: "This one is negative!"""
    for sentence in later[:1]:
        words = _plain(sentence)
        about = bool(words) and words[0] in WAY_WORDS["goes_on"] | WAY_WORDS["weighs"]
        if about and not any(_are_of(nodes, names) for _, nodes in node_lists(sentence)):
            yield sentence


def _way(
    words: str, nodes: tuple[str, ...], before: str, beside: Sequence[str], graph: Graph
) -> ToldWay:
    weights = [_weight(source, target, graph) for source, target in pairwise(nodes)]
    lacks = next(
        (ends for ends, one in zip(pairwise(nodes), weights, strict=True) if one is None), None
    )
    totals = [total for text in beside if (total := _total(text)) is not None]
    signs = [sign for text in beside if (sign := _sign(text)) is not None]
    if not signs and "negative" in (_plain(before) or [""])[-_BEFORE:]:
        signs = [NEGATIONS.isdisjoint(_plain(before)[-_BEFORE - 1 :])]
    return ToldWay(
        words=words,
        nodes=nodes,
        weight=sum((one for one in weights if one is not None), Fraction(0)),
        lacks=lacks,
        total=totals[0] if totals else None,
        negative=signs[0] if signs else None,
    )


def _weight(source: str, target: str, graph: Graph) -> Fraction | None:
    """Return the least weight of an edge, 1 where edges have none; None without such an edge."""
    weights = [
        Fraction(str(1 if edge.weight is None else edge.weight))
        for edge in graph.edges
        if (edge.source, edge.target) == (source, target)
        or (not graph.directed and (edge.target, edge.source) == (source, target))
    ]
    return min(weights, default=None)


def _total(text: str) -> Fraction | None:
    """Return the sum that is told behind a way: "= -1", "have weight 1", "1 shorter"."""
    if text.rstrip().endswith("?"):
        return None
    text = _COMPARED.sub(" ", text)
    results = _RESULT.findall(text)
    if results:
        return Fraction(results[-1])
    for found in _ALONE.finditer(text):
        if text[: found.start()].rstrip()[-1:] in _OPERATORS:
            continue  # the last term of a sum
        behind = _plain(text[found.end() :])[:1]
        if not WAY_WORDS["shorter"].isdisjoint(behind):
            return -abs(Fraction(found[1]))
        if not WAY_WORDS["longer"].isdisjoint(behind):
            return abs(Fraction(found[1]))
        before = _plain(text[: found.start()])[-_BETWEEN:]
        if not WAY_WORDS["weighs"].isdisjoint(before) and WAY_WORDS["edges"].isdisjoint(before):
            return Fraction(found[1])
    return None


def _sign(text: str) -> bool | None:
    """Return whether a way is said to be negative, or not to be; None where neither is said."""
    words = _plain(text)
    if text.rstrip().endswith("?") or not WAY_WORDS["edges"].isdisjoint(words):
        return None
    if WAY_WORDS["negative"].isdisjoint(words) and not _BELOW_ZERO.search(text):
        return None
    return NEGATIONS.isdisjoint(words)


def _plain(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]
