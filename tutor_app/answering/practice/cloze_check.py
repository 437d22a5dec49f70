"""Whether what a learner filled in is the word that was left out; exact code, no model."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rapidfuzz.distance import OSA

from tutor_app.domain.normal_form import straighten, without_accents

_FORGIVING = 5  # letters from which one slip of the pen is forgiven
_WORD = re.compile(r"[^\W_]+")
_ARTICLE = re.compile(r"^(?:an?|the)\s+")
# Plurals that no rule makes.
_ONE = {"vertices": "vertex", "indices": "index", "matrices": "matrix"}


def is_right(given: str, answers: Iterable[str], others: Iterable[str] = ()) -> bool:
    """Return whether `given` is one of the answers.

    Case, accents, a leading article, hyphens or spaces and singular or plural make no difference,
    nor one slip in a word of at least five letters; unless the slip makes one of `others`, words
    of the course that mean something else.
    """
    said = _words(given)
    if not said:
        return False
    if said in [_words(other) for other in others]:
        return False
    return any(_same(said, _words(answer)) for answer in answers)


def _same(said: list[str], meant: list[str]) -> bool:
    if "".join(said) == "".join(meant):
        return True
    if len(said) != len(meant):
        return False
    wrong = [(one, other) for one, other in zip(said, meant, strict=True) if one != other]
    return len(wrong) == 1 and _one_slip(*wrong[0])


def _one_slip(said: str, meant: str) -> bool:
    return len(meant) >= _FORGIVING and OSA.distance(said, meant, score_cutoff=1) == 1


def _words(text: str) -> list[str]:
    plain = _ARTICLE.sub("", straighten(without_accents(text).casefold().strip()))
    plain = re.sub(r"'s?\b", "", plain)
    return [singular(word) for word in _WORD.findall(plain)]


def singular(word: str) -> str:
    """Return a word in small letters without the ending of a plural."""
    if word in _ONE:
        return _ONE[word]
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and re.search(r"(?:ss|x|z|ch|sh)es$", word):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
