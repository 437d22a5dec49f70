"""Which feeling a message shows, where the classifier says that it shows one: by lists of words."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

import yaml

from tutor_app.understanding.outright import has_phrase, plain_words_of

Feeling = Literal["distress", "low", "joy", "frustration", "stress"]

UNNAMED: Final[Feeling] = "stress"  # what is answered where the words name no feeling
_LISTS: Final[Mapping[Feeling, list[str]]] = yaml.safe_load(
    Path(__file__).with_name("feelings.yaml").read_text(encoding="utf-8")
)


def feeling_of(text: str) -> Feeling:
    """Return the feeling that the words show; `UNNAMED` where they name none."""
    words = plain_words_of(text)
    shown = (kind for kind, phrases in _LISTS.items() if any(has_phrase(words, p) for p in phrases))
    return next(shown, UNNAMED)


def is_worn_out(text: str) -> bool:
    """Whether the words say that it is too much right now: "bad day", "can't focus"."""
    words = plain_words_of(text)
    return any(has_phrase(words, one) for one in _LISTS[UNNAMED])
