"""The lists of words by which claims, explanations and what they point to are read."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tutor_app.domain.lexicon import read_word_lists

CLAIM_LISTS: Final = read_word_lists(Path(__file__).with_name("claim_lists.yaml"))
