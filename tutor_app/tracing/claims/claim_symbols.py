"""A message about a run as symbols: nodes, numbers, signs, and what its words mean in a claim."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Final

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.traces import Problem
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.answers.answer_items import AnswerItems, Item
from tutor_app.tracing.claims.doubtful_symbols import (
    Symbol,
    with_digits_as_nodes,
    with_quantities,
)

CLAIM_WORDS: Final = read_word_lists(Path(__file__).with_name("run_claim_words.yaml"))
_CLASS_OF: Final = {word: name for name, words in CLAIM_WORDS.items() for word in words}
_KEY_OF_NODE: Final = re.compile(r"\b([fghd])(?:_\{?|\[)(\w+)[\]}]?", re.IGNORECASE)
_LEADS_TO_WAIT: Final = frozenset(("no", "oh", "ah", "hm", "hmm"))
_OF_NOUNS: Final = frozenset(("cost", "path", "nodes", "order", "least", "most", "list", "filler"))
# What follows "a", "i" and "u" where they are no nodes.
_BEHIND_A_WORD: Final = {
    "a": _OF_NOUNS | {"f", "g", "h", "dist", "key", "unread", "more", "less", "goal"},
    "i": _OF_NOUNS | {"is", "unread", "take", "then", "also"},
    "u": frozenset(("filler", "unread", "ask")),
}
_LEADS_TO_NODE: Final = frozenset(
    ("node", "gave", "before", "after", "via", "comma", "arrow", "dash")
)
_WORDS_OR_NODES: Final = frozenset(_BEHIND_A_WORD)
_BEFORE: Final = re.compile(r"(?<=\s)b4(?=\s)")
_SIGNS: Final = {">": "more", "<": "less", ">=": "more", "<=": "less", "?": "question"}


def symbols_of(text: str, problem: Problem) -> tuple[Symbol, ...]:
    """Return the symbols of a message; the goal and the start are the nodes that they are."""
    assert problem.graph is not None
    nodes = problem.graph.nodes
    plain = _without_names(text, problem.algorithm)
    plain = _KEY_OF_NODE.sub(lambda found: _as_call(found, nodes), plain)
    if any(node != node.casefold() and node in plain for node in nodes):
        plain = _BEFORE.sub("before", plain)  # "A b4 C": no node B with 4
    items = AnswerItems(plain, nodes, whole=True).items
    symbols = [_symbol(item, problem) for item in items]
    read = _with_articles(_with_ways(_without_or_not(symbols)), nodes)
    valued = problem.graph.weighted or problem.graph.heuristic is not None
    return _without_taken_back(with_digits_as_nodes(with_quantities(read), valued=valued))


def _without_or_not(symbols: Sequence[Symbol]) -> list[Symbol]:
    """Return the symbols without "or not", which leaves nothing open."""
    ends = {
        place + more
        for place, (one, other) in enumerate(pairwise(symbols))
        for more in (0, 1)
        if one.kind == "either" and other.kind == "not"
    }
    return [symbol for place, symbol in enumerate(symbols) if place not in ends]


def _with_ways(symbols: Sequence[Symbol]) -> list[Symbol]:
    """Return the symbols with the "over" of "C over B" as a way: before a node nothing is over."""
    return [
        replace(one, kind="via") if one.text.casefold() == "over" and other.kind == "node" else one
        for one, other in zip(symbols, [*symbols[1:], Symbol("")], strict=False)
    ]


def _with_articles(symbols: Sequence[Symbol], nodes: Sequence[str]) -> list[Symbol]:
    """Return the symbols with "a" and "i" as words of English, or as nodes, by what follows."""
    spelled = any(symbol.node == symbol.text != symbol.text.casefold() for symbol in symbols)
    names = {node.casefold(): node for node in nodes}
    read: list[Symbol] = []
    for place, symbol in enumerate(symbols):
        behind = symbols[place + 1].kind if place + 1 < len(symbols) else ""
        told_of = read[-1:] and read[-1].kind in _LEADS_TO_NODE
        if symbol.text not in _WORDS_OR_NODES or symbol.text not in names:
            read.append(symbol)
        elif (behind in _BEHIND_A_WORD[symbol.text] and not told_of) or (
            spelled and symbol.text not in nodes
        ):
            read.append(Symbol("filler", symbol.text))
        else:
            read.append(Symbol("node", symbol.text, node=names[symbol.text], glued=symbol.glued))
    return read


def _without_taken_back(symbols: Sequence[Symbol]) -> tuple[Symbol, ...]:
    """Return the symbols without what was taken back: of "9, no wait, 8" the last counts."""
    kept: list[Symbol] = []
    for place, symbol in enumerate(symbols):
        before = symbols[place - 1] if place else Symbol("")
        corrects = symbol.kind == "correction" or (
            symbol.text.casefold() == "wait" and before.text.casefold() in _LEADS_TO_WAIT
        )
        if not corrects:
            kept.append(symbol)
            continue
        while kept and kept[-1].kind in ("comma", "break", "filler", "not", "dots"):
            kept.pop()
        if kept and kept[-1].kind in ("node", "number"):
            kept.pop()
    return tuple(kept)


def _without_names(text: str, algorithm: str) -> str:
    """Return the text with "it" for the algorithm's name: the A of "A*" is no node."""
    for called in algorithm_named(algorithm).called:
        text = re.sub(called, " it ", text, flags=re.IGNORECASE)
    return text


def _as_call(found: re.Match[str], nodes: Sequence[str]) -> str:
    """Return "f_U" and "f[U]" as "f(U)"; other text stays."""
    name = next((node for node in nodes if node.casefold() == found[2].casefold()), None)
    return f"{found[1]}({name})" if name is not None else found[0]


def _symbol(item: Item, problem: Problem) -> Symbol:
    match item.kind:
        case "node":
            return Symbol("node", item.text, node=item.name, glued=item.glued)
        case "number":
            return Symbol("number", item.text, node=item.as_node or "", number=item.value)
        case "ordinal" if item.text.isdecimal():  # "3." at the beginning
            return Symbol("number", item.text, number=item.value)
        case "ordinal":
            kind = "first" if item.value == 1 else "ordinal"
            return Symbol(kind, item.text, number=item.value)
        case "mark":
            sign = _SIGNS.get(item.text.strip())
            return Symbol(sign or _mark(item), item.text)
    word = item.text.casefold().replace("’", "'")
    kind = _SIGNS.get(word) or _CLASS_OF.get(word, "unread")
    if kind == "goal" and problem.goal is not None:
        return Symbol("node", item.text, node=problem.goal)
    if kind == "start" and problem.start is not None:
        return Symbol("node", item.text, node=problem.start)
    return Symbol("filler" if kind in ("goal", "start") else kind, item.text)


def _mark(item: Item) -> str:
    if item.text == "+":
        return "plus"
    if item.text.startswith("<"):
        return "back"
    return {"equals": "equals", "question": "question"}.get(item.name, item.name)
