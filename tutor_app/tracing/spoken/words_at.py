"""The words of sentences on a run that the claims' own list does not know."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.tracing.claims.claim_parts import ClaimParts
from tutor_app.tracing.claims.doubtful_symbols import Symbol

WORDS: Final = read_word_lists(Path(__file__).with_name("spoken_words.yaml"))


def says(parts: ClaimParts, place: int, *lists: str) -> bool:
    """Whether the word at a place stands in one of the lists."""
    text = parts.at(place).text.casefold()
    return any(text in WORDS[name] for name in lists)


def is_on_role(symbols: Sequence[Symbol]) -> bool:
    """Whether words speak of nothing but which node the goal is: "is C the goal?"."""
    words = {each.text.casefold() for each in symbols if each.text.isalnum() and not is_named(each)}
    named = {each.node for each in symbols if is_named(each)}
    on_role = bool(words & WORDS["roles"]) and words <= WORDS["roles"] | WORDS["of_role"]
    return on_role and len(named) <= 1


def is_named(symbol: Symbol) -> bool:
    """Whether a node stands there by its name: "the goal" is one by its role."""
    return symbol.kind == "node" and symbol.text.casefold() == symbol.node.casefold()
