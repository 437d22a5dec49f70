"""What a message says in words beside its calculation: conclusions that no computing decides, and
lines that it denies to have written."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import shorten
from typing import Final

from tutor_app.calculations.speech.clauses import WORD, plain_words
from tutor_app.calculations.speech.math_fragments import math_fragments
from tutor_app.domain.lexicon import read_word_lists

_LISTS: Final = read_word_lists(Path(__file__).with_name("conclusions.yaml"))
_CLAUSE: Final = re.compile(r"[^.;!?\n]+[.;!?]*")
_FEWEST: Final = 1  # words that say something
_LONGEST: Final = 90  # characters that are said back


def open_conclusions(message: str) -> tuple[str, ...]:
    """Return the clauses that draw something in words from what was computed before them: "so paths
    do exist". What only asks for the verdict, or computes itself, is none.
    """
    plain, fragments = math_fragments(message)
    sums = [each for each in fragments if each.relates]
    if not sums:
        return ()
    found = []
    for each in _CLAUSE.finditer(plain, sums[-1].end):
        clause = each[0].strip()
        words = [word.casefold() for word in WORD.findall(clause)]
        inside = any(each.start() <= one.start < each.end() for one in fragments if one.relates)
        says = [word for word in words if word not in _LISTS["of_verdict"] and len(word) > 2]
        leads = not _LISTS["concluding"].isdisjoint(words)
        if leads and not inside and len(says) >= _FEWEST and not clause.endswith("??"):
            found.append(shorten(clause.strip(" .;,!?"), _LONGEST, placeholder=" …"))
    return tuple(found)


def denies(message: str) -> bool:
    """Whether a message denies to have said something: "i never said x = 3"."""
    words = plain_words(message)
    return any(
        word in _LISTS["denying"] and not _LISTS["saying"].isdisjoint(words[place + 1 : place + 3])
        for place, word in enumerate(words)
    )
