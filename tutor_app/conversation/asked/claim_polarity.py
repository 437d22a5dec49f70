"""Whether a general claim says that a thing is so, or that it never is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tutor_app.domain.lexicon import read_word_lists

_WORDS: Final = read_word_lists(Path(__file__).with_suffix(".yaml"))


def says_never(text: str) -> bool:
    """Whether a message says that it is never so, or that it always goes wrong."""
    words = {*re.findall(r"[\w'’]+", text.casefold())}
    never = not words.isdisjoint(_WORDS["never"])
    wrong = not words.isdisjoint(_WORDS["wrong"]) and words.isdisjoint(_WORDS["may_be"])
    return never is not wrong
