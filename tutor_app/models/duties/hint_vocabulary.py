"""The words that tell whether a hint in other words still says the same (hint_vocabulary.yaml)."""

from __future__ import annotations

from pathlib import Path

from tutor_app.answering.key_terms import terms
from tutor_app.domain.lexicon import NEGATIONS, read_word_lists

_LISTS = read_word_lists(Path(__file__).with_suffix(".yaml"))

RIGHT = _LISTS["right"]
WRONG = _LISTS["wrong"]
DENIALS = NEGATIONS | _LISTS["more_denials"]
EXPECTED = _LISTS["expected"]
SEEN = _LISTS["seen"]
OPERATORS = _LISTS["operators"]
TO_CHANGE = _LISTS["to_change"]
STEERING = _LISTS["steering"]
PLAIN = terms(" ".join(_LISTS["plain"]))
