"""Which purposes the words of a program and of a message name, and how surely."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.programs.purposes.read_catalogue import Purpose

_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_WORDS = read_word_lists(Path(__file__).with_name("purpose_words.yaml"))
_BESIDE = _WORDS["beside"]
SHORTEST_JOINED = 5  # letters of words that are written as one


@dataclass(frozen=True, slots=True)
class Naming:
    """How a purpose is named: with how many words of it by the function's name, with how many by
    what is told, and whether the function's name says nothing else (`is_whole`)."""

    by_function: int = 0
    by_words: int = 0
    is_whole: bool = False

    @property
    def strength(self) -> int:
        """More is surer; 0 where nothing names it."""
        return 2 * self.by_function + 2 * self.is_whole + 2 * self.by_words


def naming_of(purpose: Purpose, function: ast.FunctionDef, words: str) -> Naming:
    """Return how the name of a function, its docstring and a message's words name a purpose."""
    name = parts_of(function.name)
    told = parts_of(f"{ast.get_docstring(function) or ''} {words}")
    joined = function.name.replace("_", "").casefold()
    own, by_words = (0, False), 0
    for term in purpose.terms:
        stems = tuple(map(_stem, term))
        is_written = len("".join(term)) >= SHORTEST_JOINED and "".join(term) in joined
        if is_written or set(stems) <= set(name):
            left = [each for each in name if each not in stems and each not in _BESIDE]
            own = max(own, (len(term), not left or "".join(term) == joined))
        if _stand_near(stems, told):
            by_words = max(by_words, len(term))
    return Naming(by_function=own[0], by_words=by_words, is_whole=own[1])


def parts_of(text: str) -> list[str]:
    """Return the words of a text, and of the names in it, without endings."""
    return [_stem(each.casefold()) for each in _PARTS.findall(text)]


def _stem(word: str) -> str:
    return word[:-1] if word.endswith("s") and len(word) > 3 and word[-2] not in "su" else word


def _stand_near(term: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the words of a term stand side by side, small words between them left out."""
    kept = _without(words, _BESIDE - set(term))
    size = len(term)
    return any(tuple(kept[at : at + size]) == tuple(term) for at in range(len(kept) - size + 1))


def _without(words: Iterable[str], left_out: Iterable[str]) -> list[str]:
    gone = set(left_out)
    return [each for each in words if each not in gone]
