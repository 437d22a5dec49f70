"""Which purposes the words of a program and of a message name, and how surely."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.programs.purposes.name_parts import parts_of, parts_of_name
from tutor_app.programs.purposes.read_catalogue import Purpose, catalogue

_WORDS = read_word_lists(Path(__file__).with_name("purpose_words.yaml"))
_BESIDE, _CHANGING = (
    frozenset(parts_of(" ".join(_WORDS[name]))) for name in ("beside", "changing")
)
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
    of it, as the "abs" of "max_abs". `is_silent`: the function's name says nothing at all: "f".
    """

    by_function: int = 0
    by_words: int = 0
    is_whole: bool = False
    says_more: bool = False
    is_silent: bool = False

    @property
    def is_told(self) -> bool:
        """Whether the words say it in so many words, and the function's name nothing else."""
        return self.by_words > 1 and (self.is_whole or self.is_silent) and not self.says_more

    @property
    def strength(self) -> int:
        """More is surer; 0 where nothing names it."""
        return 2 * self.by_function + 2 * self.is_whole + 2 * self.by_words


def naming_of(purpose: Purpose, function: ast.FunctionDef, words: str) -> Naming:
    """Return how the name of a function, its docstring and a message's words name a purpose."""
    name = parts_of_name(function.name, _vocabulary())
    told = parts_of(f"{ast.get_docstring(function) or ''} {words}")
    joined = function.name.replace("_", "").casefold()
    own, by_words, is_joined = 0, 0, False
    covered, near = set[str](), list[str]()
    for term in purpose.terms:
        stems = tuple(parts_of(" ".join(term)))
        is_written = len("".join(term)) >= SHORTEST_JOINED and "".join(term) == joined
        if is_written or set(stems) <= set(name):
            own, is_joined = max(own, len(stems)), is_joined or is_written
            covered |= set(stems)
        places = _places_of(stems, kept := _without(told, _BESIDE - set(stems)))
        if places:
            by_words = max(by_words, len(stems))
            covered |= set(stems)
            near += [w for at in places for w in kept[max(at - 1, 0) : at + len(stems) + 1]]
    left = [each for each in name if each not in covered | _BESIDE]
    is_whole = own > 0 and (is_joined or not left)
    changed = _CHANGING & set(near if by_words else told) - covered
    is_silent = not [each for each in name if each not in _BESIDE and len(each) > 1]
    says_more = bool(changed) or (own > 0 and not is_whole)
    return Naming(own, by_words, is_whole, says_more, is_silent)


@cache
def _vocabulary() -> frozenset[str]:
    """Return the words of the catalogue and those that stand beside them in names."""
    terms = (" ".join(term) for purpose in catalogue() for term in purpose.terms)
    return frozenset(part for term in terms for part in parts_of(term)) | _BESIDE


def kind_told(kinds: Sequence[str], parameters: Sequence[str], words: str) -> int:
    """Return how many words speak for the first of the kinds, less those that speak against it."""
    said = {*parts_of(words), *(part for each in parameters for part in parts_of(each))}
    own = _family(kinds[0])
    hits = {name: len(said & set(parts_of(" ".join(_WORDS[name])))) for name in _FAMILIES}
    return hits.get(own, 0) - max(count for name, count in hits.items() if name != own)


def _family(kind: str) -> str:
    return next((name for name, kinds in _FAMILIES.items() if kind in kinds), "")


def _places_of(term: Sequence[str], words: Sequence[str]) -> list[int]:
    """Return the places at which the words of a term stand side by side."""
    size = len(term)
    return [
        at for at in range(len(words) - size + 1) if tuple(words[at : at + size]) == tuple(term)
    ]


def _without(words: Iterable[str], left_out: Iterable[str]) -> list[str]:
    gone = set(left_out)
    return [each for each in words if each not in gone]
