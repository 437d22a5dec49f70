"""What a student passes on of others: the book's result, a friend's line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tutor_app.domain.lexicon import read_word_lists

_WORDS: Final = read_word_lists(Path(__file__).with_name("others_words.yaml"))
_WHO, _SAYS = frozenset(_WORDS["who"]), frozenset(_WORDS["says"])
_PARTS: Final = re.compile(r"(?<=[.!?;\n])\s+|\n|, (?=but |and )|(?<= )(?=but )")


def without_others(text: str, *, begun: bool = False) -> str:
    """Return a message without the parts that say what somebody else gets: these are no steps of
    the student's, and cannot make them wrong.

    What comes before the student's first line may be the exercise that somebody set, and stays,
    unless the work has `begun` in an earlier message; so does a part that asks.
    """
    own: list[str] = []
    left_out = False
    for part in filter(None, _PARTS.split(text)):
        is_behind = begun or any(any(map(str.isdigit, each)) for each in own)
        if is_behind and "?" not in part and _is_of_others(part):
            left_out = True
        else:
            own.append(part)
    return "\n".join(own) if left_out else text


def _is_of_others(part: str) -> bool:
    words = re.findall(r"[a-z']+", part.casefold())
    places = [n for n, word in enumerate(words) if word in _WHO]
    return any(not _SAYS.isdisjoint(words[n + 1 : n + 5]) for n in places)
