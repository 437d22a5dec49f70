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
_BESIDE, _CHANGING = _WORDS["beside"], _WORDS["changing"]
_FAMILIES = {
    "of_lists": frozenset({"ints", "distinct", "positive", "sorted", "matrix", "square", "nested"}),
    "of_texts": frozenset({"text", "word", "sentence", "brackets", "bits", "roman", "digits"}),
    "of_numbers": frozenset({"natural", "small", "int", "few", "year"}),
}
SHORTEST_JOINED = 5  # letters of words that are written as one


@dataclass(frozen=True, slots=True)
class Naming:
    """How a purpose is named: with how many words of it by the function's name and by what is told.

    `is_whole`: the function's name says nothing else. `says_more`: some word makes something else
    of it, as the "abs" of "max_abs".
    """

    by_function: int = 0
    by_words: int = 0
    is_whole: bool = False
    says_more: bool = False

    @property
    def strength(self) -> int:
        """More is surer; 0 where nothing names it."""
        return 2 * self.by_function + 2 * self.is_whole + 2 * self.by_words


def naming_of(purpose: Purpose, function: ast.FunctionDef, words: str) -> Naming:
    """Return how the name of a function, its docstring and a message's words name a purpose."""
    name = parts_of(function.name)
    told = parts_of(f"{ast.get_docstring(function) or ''} {words}")
    joined = function.name.replace("_", "").casefold()
    own, by_words, is_joined = 0, 0, False
    covered = set[str]()
    for term in purpose.terms:
        stems = tuple(map(_stem, term))
        is_written = len("".join(term)) >= SHORTEST_JOINED and "".join(term) == joined
        if is_written or set(stems) <= set(name):
            own, is_joined = max(own, len(term)), is_joined or is_written
            covered |= set(stems)
        if _stand_near(stems, told):
            by_words = max(by_words, len(term))
            covered |= set(stems)
    left = [each for each in name if each not in covered | _BESIDE]
    is_whole = own > 0 and (is_joined or not left)
    changed = _CHANGING & set(told) - covered
    return Naming(own, by_words, is_whole, bool(changed) or (own > 0 and not is_whole))


def kind_told(kinds: Sequence[str], parameters: Sequence[str], words: str) -> int:
    """Return how many words speak for the first of the kinds, less those that speak against it."""
    said = {*parts_of(words), *(part for each in parameters for part in parts_of(each))}
    own = _family(kinds[0])
    hits = {name: len(said & set(map(_stem, _WORDS[name]))) for name in _FAMILIES}
    return hits.get(own, 0) - max(count for name, count in hits.items() if name != own)


def _family(kind: str) -> str:
    return next((name for name, kinds in _FAMILIES.items() if kind in kinds), "")


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
