"""Whether a message asks if something is right, or if it is wrong, so that yes or no answers it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

from tutor_app.calculations.speech.clauses import CLAUSE, WORD, plain_words
from tutor_app.domain.lexicon import read_word_lists

Asked = Literal["right", "wrong"]
_LISTS: Final = read_word_lists(Path(__file__).with_name("asked_verdicts.yaml"))


def asked_verdict(message: str) -> Asked | None:
    """Return which verdict the last question of a message asks about: "is hers wrong too?".

    None where it asks none, or which of several is right, to which no yes or no is an answer.
    """
    asked: Asked | None = None
    for found in CLAUSE.finditer(message):
        words = plain_words(found[0])
        said = set(words)
        if not words or not said.isdisjoint(_LISTS["which"]):
            continue
        if not (found[0].rstrip().endswith("?") or words[0] in _LISTS["asks"]):
            continue
        right, wrong = (not said.isdisjoint(_LISTS[name]) for name in ("right", "wrong"))
        wrong = wrong or words[-1] in _LISTS["ending"]  # "is he off?"
        if right is wrong:
            continue
        asked = "wrong" if wrong else "right"
    return asked


def asks_place(message: str) -> bool:
    """Whether a message asks where the mistake is: "so which line is off"."""
    for found in CLAUSE.finditer(message):
        words = [word.casefold() for word in WORD.findall(found[0])]
        at = next((k for k, word in enumerate(words) if word in _LISTS["where"]), None)
        if at is None:
            continue
        if not _LISTS["lines"].isdisjoint(words[at + 1 : at + 4]):
            return True
        if words[at] == "where" and not _LISTS["amiss"].isdisjoint(words[at:]):
            return True
    return False


def asks_if_only(message: str) -> bool:
    """Whether a message asks if there is one mistake alone: "is it only that?"."""
    return any(
        not _LISTS["only"].isdisjoint(words) and not _LISTS["mistakes"].isdisjoint(words)
        for words in _questions(message)
    )


def asks_permission(message: str) -> bool:
    """Whether a message asks if a step may be done: "was i allowed to pull that out"."""
    for words in _questions(message):
        pairs = zip(words, words[1:], strict=False)
        asks = any(one in _LISTS["can"] and other in _LISTS["doers"] for one, other in pairs)
        if (asks and words[0] not in _LISTS["reasons"]) or not _LISTS["permits"].isdisjoint(words):
            return True
    return False


def _questions(message: str) -> Iterator[list[str]]:
    for found in CLAUSE.finditer(message):
        words = plain_words(found[0])
        asks = found[0].rstrip().endswith("?") or bool({*words[:1]} & _LISTS["asks"])
        if words and (asks or "sure" in words):
            yield list(words)
