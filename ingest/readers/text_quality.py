"""How much of a text looks like language: distinguishes a good scan or a sound font from noise."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.retrieval.search_terms import stem
from tutor_app.retrieval.vocabulary import english_stems

_WORD = re.compile(r"[^\W\d_]{2,}")
_FEW_PAIRS = 20
_USUAL = read_word_lists(Path(__file__).parents[1] / "text_words.yaml")["usual_pairs"]


def share_of_words(texts: Iterable[str]) -> float:
    """Return the share of letters that stand in known English words, 0 to 1.

    About 0.8 in a course's pages, half on one of code and formulas, at most a quarter in what
    OCR makes of a picture that it cannot read. Numbers and single letters count neither way.
    """
    known_stems = english_stems()
    known = whole = 0
    for text in texts:
        for word in _WORD.findall(text.lower()):
            whole += len(word)
            known += len(word) * (stem(word) in known_stems)
    return known / whole if whole else 0.0


def share_of_usual_pairs(words: Iterable[str]) -> float:
    """Return the share of neighbouring letters that are usual neighbours, 0 to 1.

    About a half in English, a third in other European languages, a tenth where a font says other
    letters than it draws. Words of fewer than 20 pairs in all count as usual.
    """
    pairs = [a + b for word in words for a, b in pairwise(word.lower()) if (a + b).isalpha()]
    if len(pairs) < _FEW_PAIRS:
        return 1.0
    return sum(pair in _USUAL for pair in pairs) / len(pairs)
