"""Words that stand for a node: "D for depot", "H is my home", "from the depot".

The node's own name takes their place, so that every reader of the message knows one name of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from tutor_app.domain.lexicon import SMALL_WORDS
from tutor_app.tracing.reading.told_graph.read_told_graph import read_told_graph
from tutor_app.tracing.reading.told_graph.told_events import WORDS
from tutor_app.tracing.reading.words_around_data import NEVER_NAMES, UNITS

_LEAST: Final = 3  # letters of a word
_THE: Final = r"(?:(?:the|my|our|a|an)\s+)"
_NODE: Final = r"(?<![\w'’])(?P<node>[A-Za-z]\d?)(?![\w'’])"
_WORD: Final = rf"{_THE}?(?P<word>[A-Za-z]{{{_LEAST},}})(?![\w'’-])"
_NOUN: Final = rf"{_THE}(?P<word>[A-Za-z]{{{_LEAST},}})(?![\w'’-])"
# How a message says that a word and a node are one.
_TOLD: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_NODE}\s+(?:for|stands\s+for|is\s+short\s+for|as\s+in)\s+{_WORD}",
        rf"{_NODE}\s*=\s*{_WORD}",
        rf"{_NODE}\s*\(\s*(?:for\s+|is\s+|=\s*)?{_WORD}\s*\)",
        rf"{_NODE}\s+(?:is\s+)?{_NOUN}",
        rf"{_NODE}\s+is\s+(?P<word>[A-Z][a-z]{{2,}})(?![\w'’-])",
        rf"{_WORD}\s*(?:=|\()\s*{_NODE}\s*\)?",
        rf"{_WORD}\s+(?:is|as)\s+{_NODE}(?=\s*(?:[,.;)]|and\b|$))",
    )
)
# Single letters in a row, and names in a row before them.
_LETTERS: Final = re.compile(r"(?<![\w'’])[A-Z](?:(?:\s*,\s*|\s+and\s+|\s+)[A-Z](?![\w'’])){2,}")
_LISTED: Final = re.compile(
    rf"(?:[A-Za-z]{{{_LEAST},}}(?:\s+[A-Za-z]{{2,}})?\s*(?:,\s*(?:and\s+)?|\s+and\s+)){{2,}}"
    rf"[A-Za-z]{{{_LEAST},}}(?:\s+[A-Za-z]{{2,}})?"
)
_BETWEEN: Final = r"\s*,\s*(?:and\s+)?|\s+and\s+"
_IS_THE: Final = _TOLD[3]
_OWN: Final = re.compile(r"(?i)\b(?:my|our)\b")
# Where only a node can stand: "from the depot", "between home and K".
_PLACE: Final = re.compile(
    rf"(?i)\b(?:from|to|and|between|at)\s+{_THE}?(?P<word>[a-z]{{{_LEAST},}})(?![\w'’-])"
)
_NO_NODES: Final = (
    NEVER_NAMES
    | SMALL_WORDS
    | UNITS
    | frozenset().union(
        *(WORDS[kind] for kind in ("steps", "asks", "parts", "joins", "starts", "goals", "roles"))
    )
)


def names_told(text: str) -> dict[str, str]:
    """Return the words that a text says to stand for a node, each with the node.

    The node is the word's first letter. "C is the cheapest" tells no name: a noun behind "the" is
    one where the text also goes to or from it.
    """
    found = _by_initials(text)
    placed = {place["word"].casefold() for place in _PLACE.finditer(text)}
    for pattern in _TOLD:
        for told in pattern.finditer(text):
            word, node = told["word"].casefold(), told["node"]
            is_other = pattern is _IS_THE and word not in placed and not _OWN.search(told[0])
            if word[0] == node[0].casefold() and word not in _NO_NODES and not is_other:
                found.setdefault(word, node)
    return found


def _by_initials(text: str) -> dict[str, str]:
    """Return the names of a list behind which their first letters stand in the same order: "Home,
    Bakery and Elm farm, I write H B E"."""
    found: dict[str, str] = {}
    for run in _LETTERS.finditer(text):
        letters = re.findall(r"[A-Z]", run[0])
        listed = _LISTED.findall(text[: run.start()])
        names = [re.split(_BETWEEN, one.strip()) for one in listed]
        for each in names:
            words = [one.strip().casefold() for one in each if one.strip()][-len(letters) :]
            if [word[:1] for word in words] == [letter.casefold() for letter in letters]:
                for word, letter in zip(words, letters, strict=True):
                    whole = {word, *(w for w in word.split() if len(w) >= _LEAST)}
                    found |= dict.fromkeys(whole - _NO_NODES, letter)
    return found


def with_nodes(text: str, names: Mapping[str, str]) -> str:
    """Return the text with the nodes in place of the words that stand for them."""
    if not names:
        return text
    for pattern in _TOLD:
        text = pattern.sub(lambda told: _node_alone(told, names), text)
    words = "|".join(re.escape(word) for word in sorted(names, key=len, reverse=True))
    used = re.compile(rf"(?i)(?<![\w'’])(?:(?:the|my|our)\s+)?({words})(?![\w'’])")
    return used.sub(lambda place: names[place[1].casefold()], text)


def _node_alone(told: re.Match[str], names: Mapping[str, str]) -> str:
    same = names.get(told["word"].casefold()) == told["node"]
    return told["node"] if same else told[0]


def names_by_letter(text: str, nodes: Sequence[str]) -> dict[str, str]:
    """Return the words that stand where a node does and begin with the letter of just one."""
    own = {node.casefold() for node in nodes}
    found: dict[str, str] = {}
    for place in _PLACE.finditer(text):
        word = place["word"].casefold()
        meant = [node for node in nodes if len(node) == 1 and node.casefold() == word[0]]
        if len(meant) == 1 and word not in _NO_NODES and word not in own:
            found[word] = meant[0]
    return found


def with_nodes_of_graph(text: str, *, weighted: bool | None) -> str:
    """Return a text that tells a graph with nodes for words by which it is read better.

    A node that has no edge as the text stands has one then, and nothing that was read is lost.
    """
    read = read_told_graph(text, weighted=weighted)
    if read is None or read.words:
        return text
    ends = {name for edge in read.edges for name in (edge.source, edge.target)}
    lonely = [name for name in dict.fromkeys(each.name for each in read.events) if name]
    names = names_by_letter(text, [name for name in lonely if name not in ends])
    if not names:
        return text
    other = with_nodes(text, names)
    again = read_told_graph(other, weighted=weighted)
    joined = again is not None and {
        name for edge in again.edges for name in (edge.source, edge.target)
    } >= ends | {*names.values()}
    better = again is not None and len(again.edges) >= len(read.edges)
    return other if joined and better and again is not None else text
