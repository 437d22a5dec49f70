"""The words of a term, and whether a text has them."""

from __future__ import annotations

import re

from tutor_app.answering.practice.cloze_check import singular
from tutor_app.domain.normal_form import without_accents

# "A*" and "C++" are names; so is a word with hyphens, but its parts are compared.
_WORD = re.compile(r"[^\W_]+[*+#]*(?![^\W_])|[^\W_]+")


def term_words(text: str) -> list[str]:
    """Return all words of a text in small letters and the singular; "A*" keeps its sign."""
    return [singular(word) for word in _WORD.findall(without_accents(text).casefold())]


def pad_words(text: str) -> str:
    """Return the words of a text between spaces, so that a term is found as a whole in it."""
    return f" {' '.join(term_words(text))} "


def has_term(padded_text: str, key: str) -> bool:
    """Return whether a text, as `pad_words` gives it, names the term with this key."""
    return f" {key} " in padded_text
