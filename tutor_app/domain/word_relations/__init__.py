"""Which words of English mean the same, and which are opposites: lists taken from WordNet 3.0.

Fellbaum (ed.): WordNet, an electronic lexical database, 1998.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

_FOLDER = Path(__file__).parent


def groups_of(name: str) -> Iterator[list[str]]:
    """Yield the groups of words of a list, "synonyms" or "opposites"."""
    for line in (_FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split()


def related_words(name: str, form: Callable[[str], str]) -> Mapping[str, frozenset[str]]:
    """Return for each word of a list, in the `form` given, those that stand in a group with it."""
    found: dict[str, set[str]] = {}
    for group in groups_of(name):
        words = {form(word) for word in group}
        for word in words:
            found.setdefault(word, set()).update(words - {word})
    return {word: frozenset(others) for word, others in found.items()}
