"""Whether a message tells a task in words, whose set-up no computing can check."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tutor_app.calculations.speech.math_fragments import MathFragment, math_fragments
from tutor_app.domain.lexicon import read_word_lists

_LISTS: Final = read_word_lists(Path(__file__).with_name("word_problems.yaml"))
_CHANCE: Final = frozenset(_LISTS["chance"])
_NUMBERS: Final = frozenset(_LISTS["numbers"])
_ASKS_WHY: Final = frozenset(_LISTS["asks_why"])
_ASKS_COUNT: Final = frozenset(_LISTS["asks_count"])
_LEAST_NUMBERS: Final = 2  # told in the prose
_LEAST_WORDS: Final = 8
_RUN: Final = re.compile(r"\S+")


def tells_task_in_words(message: str) -> bool:
    """Whether the prose of a message counts or measures something: "4 green and 6 white balls"."""
    _, fragments = math_fragments(message)
    words = {word.strip(".,:;!?").casefold() for word in message.split()}
    if len(message.split()) < _LEAST_WORDS:
        return False
    counted = sum(map(_counts, fragments))
    return counted > 0 and counted + len(words & _NUMBERS) >= _LEAST_NUMBERS


def _counts(fragment: MathFragment) -> bool:
    """Whether a fragment is a number of things: it stands in prose, with a word behind it."""
    if any(each.kind == "UNIT" for each in fragment.tokens):
        return fragment.is_value and not fragment.is_display
    follows = bool(fragment.after) and fragment.after[0].isalpha() and len(fragment.after[0]) > 1
    return fragment.is_value and not fragment.relates and follows


def is_of_chance(message: str) -> bool:
    """Whether a message speaks of probability."""
    return not _CHANCE.isdisjoint(word.strip(".,:;!?()").casefold() for word in message.split())


def begins_anew(message: str) -> bool:
    """Whether a message says that it is about something else now: "next: …", "another one".

    "The other way round" and "the next test" go on with what there is.
    """
    return _place_of_new_task(message) is not None


def split_before_new_task(message: str) -> tuple[str, str] | None:
    """Return what a message says before it goes on to something else, and the rest; None where it
    says nothing with a number before, or goes on to nothing."""
    place = _place_of_new_task(message)
    if place is None:
        return None
    before, rest = message[:place], message[place:]
    worth = all(any(map(str.isdigit, part)) for part in (before, rest))
    return (before, rest) if worth else None


def _place_of_new_task(message: str) -> int | None:
    told = [*_RUN.finditer(message)]
    for found, follows in zip(told, [*told[1:], None], strict=True):
        behind = follows[0].strip(".,:;!?()").casefold() if follows is not None else ""
        ends = found[0][-1] in ":.,!-" or not behind or behind in _LISTS["tasks"]
        if found[0].strip(".,:;!?()").casefold() in _LISTS["anew"] and ends:
            return found.start()
    return None


def asks_why(statement: str) -> bool:
    """Whether an item asks for reasons: "explain", "prove"."""
    return not _ASKS_WHY.isdisjoint(_words(statement))


def asks_count(statement: str) -> bool:
    """Whether an item asks for a number: "how many nodes"."""
    said = _words(statement)
    pairs = zip(said, said[1:], strict=False)
    return any(one == "how" and other in _ASKS_COUNT for one, other in pairs)


def _words(text: str) -> list[str]:
    return [word.strip(".,:;!?()").casefold() for word in text.split()]
