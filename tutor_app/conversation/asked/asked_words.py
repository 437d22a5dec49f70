"""The words by which messages ask, and the clauses of a message that they are looked for in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

from tutor_app.domain.lexicon import NEGATIONS, read_word_lists
from tutor_app.domain.normal_form import split_sentences, straighten
from tutor_app.retrieval.search_terms import tokens

ASKED: Final[Mapping[str, frozenset[str]]] = read_word_lists(
    Path(__file__).with_name("asked_words.yaml")
)
_SIGNS: Final = ".,:;!?()\"'“”‘’"
_PARTS: Final = (",", ";", ":")
_JOINS: Final = frozenset({"not", "but"})  # what is asked stands on one side of them


def plain(text: str) -> list[str]:
    """Return the words of a text in small letters, without the signs around them."""
    words = (word if word == "=" else word.strip(_SIGNS) for word in straighten(text).split())
    return [word.casefold() for word in words if word]


def clauses(text: str) -> list[str]:
    """Return the clauses of a message: its sentences, cut at commas, "not" and "but"."""
    found: list[str] = []
    for sentence in split_sentences(text):
        words: list[str] = []
        for word in sentence.split():
            if word.casefold() in _JOINS and words:
                found.append(" ".join(words))
                words = []
                continue
            words.append(word)
            if word[-1:] in _PARTS:
                found.append(" ".join(words))
                words = []
        found.append(" ".join(words))
    return [one for one in found if plain(one)]


def turns_elsewhere(text: str) -> bool:
    """Whether a text leaves what was spoken of: "ok other thing", "another question"."""
    said = plain(text)
    pairs = set(pairwise(said))
    changes = any(one in ASKED["elsewhere"] and two in ASKED["matters"] for one, two in pairs)
    something = any(one == "something" and two in ASKED["elsewhere"] for one, two in pairs)
    return changes or something or ("never", "mind") in pairs or "nevermind" in said


def without_turning(text: str) -> str:
    """Return what a message asks behind its change of subject; all of it where nothing stands."""
    kept = [one for one in clauses(text) if not turns_elsewhere(one)]
    return " ".join(kept) if kept else text


def restated_in(text: str) -> str:
    """Return the sentences of a message that say once more what was asked, "" where none does.

    "why are you showing me this. i asked about its memory": what is complained of is not asked.
    """
    return " ".join(one for one in clauses(text) if _restates(plain(one)))


def _restates(words: Sequence[str]) -> bool:
    said = [at for at, word in enumerate(words) if word in ASKED["restates"]]
    if not said or not NEGATIONS.isdisjoint(words):
        return False
    behind = words[said[0] + 1 :]  # nothing stands behind "that's not what i asked"
    return bool(tokens(" ".join(behind))) and not says_only(behind, "person", "polite")


def says_only(words: Sequence[str], *lists: str) -> bool:
    """Whether all words stand in the named lists."""
    known = frozenset[str]().union(*(ASKED[name] for name in lists))
    return all(word in known for word in words)
