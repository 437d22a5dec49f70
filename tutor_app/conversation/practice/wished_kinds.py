"""Which kinds of question a round is wished to ask: "definitions please", "numbers, not words"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Final, cast, get_args

from tutor_app.conversation.practice.divided_sentences import PART_WORDS
from tutor_app.domain.data_files import read_yaml
from tutor_app.domain.lexicon import NEGATIONS
from tutor_app.domain.practice import QuestionKind
from tutor_app.retrieval.search_terms import stem

KINDS: Final[tuple[QuestionKind, ...]] = get_args(QuestionKind)
_WORDS: Final[Mapping[QuestionKind, frozenset[str]]] = {
    cast("QuestionKind", kind): frozenset(stem(word) for word in words.split())
    for kind, words in read_yaml(Path(__file__).with_name("kind_words.yaml")).items()
}
_KNOWN: Final = sorted({word for words in _WORDS.values() for word in words})
_WISHES, _ANY, _DOES = ("|".join(sorted(PART_WORDS[name])) for name in ("wishes", "any", "does"))
_BETWEEN: Final = r"(?:[^\W\d_]+(?:['’-][^\W\d_]+)?\W+)"
# What is wished for is not a certain one, and is there to be done: "the equation to solve" is not.
_FORM: Final = re.compile(
    rf"\b(?:{_WISHES})\W+{_BETWEEN}{{0,3}}?(?:{_ANY})\W+{_BETWEEN}{{0,5}}?(?:to|i can)\W+"
    rf"(?:{_DOES})\b",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_I_MEAN: Final = re.compile(r"\b(?:i|you)\s+mean\b", re.IGNORECASE)  # no kind of question
_INSTEAD: Final = frozenset(("not", "no", "without", "than", "instead", "of", "isn't", "isnt"))
_NEAR: Final = 0.8  # likeness of a mistyped word: "defintion"
_TELLING: Final = 5  # letters of a word that may be mistyped
_REACH: Final = 3  # words that a denial reaches over


def wished_kinds(text: str, asked: QuestionKind | None) -> tuple[QuestionKind, ...]:
    """Return the kinds of question that a text wishes for; none where it names none.

    What it denies is unwanted, unless the question `asked` is of another kind: "that is no
    definition" then complains of what is missing.
    """
    wanted: set[QuestionKind] = set()
    unwanted: set[QuestionKind] = set()
    words = [word.casefold() for word in _WORD.findall(_I_MEAN.sub(" ", text))]
    for place, word in enumerate(words):
        kinds = {kind for kind in KINDS if kind_word(word) in _WORDS[kind]}
        before = words[max(0, place - _REACH) : place]
        denied = any(one in NEGATIONS or one in _INSTEAD - {"of"} for one in before)
        if denied and (asked is None or asked in kinds):
            unwanted |= kinds
        else:
            wanted |= kinds
    if not wanted and unwanted:
        wanted = {*KINDS} - unwanted
    return tuple(kind for kind in KINDS if kind in wanted - unwanted)


def kind_word(word: str) -> str:
    """Return the stem by which a kind of question is named that a word is, or is mistyped for."""
    plain = stem(word)
    if plain in _KNOWN or len(plain) < _TELLING:
        return plain if plain in _KNOWN else ""
    return next(iter(get_close_matches(plain, _KNOWN, n=1, cutoff=_NEAR)), "")


def wishes_something_to_do(text: str) -> bool:
    """Return whether a text wishes for any one thing that is to be done."""
    return _FORM.search(text) is not None
