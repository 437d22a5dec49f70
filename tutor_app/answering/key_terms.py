"""The key terms of a text: its words that could be terms of a course."""

from __future__ import annotations

import re
from pathlib import Path

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.values import Quote

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_LISTS = read_word_lists(Path(__file__).with_name("common_words.yaml"))
COMMON_WORDS = _LISTS["common"]  # no term of any course, whatever a quote says
COUNTED_LOOSELY = _LISTS["counted_loosely"]
SHOWS_EXAMPLE = _LISTS["shows_example"]  # a sentence with one of them gives an example
NEVER_A_GAP = _LISTS["never_a_gap"]  # terms perhaps, and none to ask for


def shown_text(quote: Quote) -> str:
    """All words of a quote that a student sees: headings, paragraph, marked sentences."""
    return " ".join((*quote.headings, quote.paragraph, *(mark.text for mark in quote.marked)))


def terms(text: str) -> frozenset[str]:
    """The content words of `text`, cut to a stem: `recursion` and `recursive` are one."""
    words = (word for word in _WORD.findall(text) if len(word) > 3 or word.isupper())
    return frozenset(_stem(word) for word in words if len(word) > 1 and not _is_common(word))


def stems(text: str) -> frozenset[str]:
    """The stems of all words of `text`, the short ones too: `row` is what `rows` is a term by."""
    return frozenset(map(_stem, _WORD.findall(text)))


def _is_common(word: str) -> bool:
    """Whether a word is no term: "you've" and "don't" are as common as "you" and "do"."""
    plain = word.casefold().replace("’", "'")
    return plain.endswith("n't") or not {plain, plain.partition("'")[0]}.isdisjoint(COMMON_WORDS)


def _stem(word: str) -> str:
    plain = re.sub(r"['’].*", "", word.casefold())
    return plain.removesuffix("s")[:6]
