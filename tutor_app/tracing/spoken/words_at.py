"""The words of sentences on a run that the claims' own list does not know."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.tracing.claims.claim_parts import ClaimParts

WORDS: Final = read_word_lists(Path(__file__).with_name("spoken_words.yaml"))


def says(parts: ClaimParts, place: int, *lists: str) -> bool:
    """Whether the word at a place stands in one of the lists."""
    text = parts.at(place).text.casefold()
    return any(text in WORDS[name] for name in lists)
