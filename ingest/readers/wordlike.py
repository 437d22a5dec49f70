"""How much of a text looks like words: tells a good scan and a sound font from noise."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

_TRIMMED = re.compile(r"^[\W_]+|[\W_]+$")
_WORDLIKE = re.compile(r"(?:[a-z]+|[A-Z][a-z]*|[A-Z]+)(?:['’-][A-Za-z]+)*")
_VOWEL = re.compile(r"[aeiouyAEIOUY]")
_CLUSTER = re.compile(r"[bcdfghjklmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ]{6,}|(.)\1\1")
_FEW_PAIRS = 20
_USUAL = frozenset(
    "th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve "
    "co me de hi ri ro ic ne ea ra ce li ch ll be ma si om ur".split()
)


def share_of_words(words: Iterable[str]) -> float:
    """Return the share of letters that stand in what looks like English words, 0 to 1.

    Numbers and single signs count neither way: a page of formulas is not a bad scan.
    """
    good = whole = 0
    for word in words:
        core = _TRIMMED.sub("", word)
        letters = sum(ch.isalpha() for ch in core)
        if letters < 2:
            continue
        whole += letters
        if _WORDLIKE.fullmatch(core) and _VOWEL.search(core) and not _CLUSTER.search(core):
            good += letters
    return good / whole if whole else 0.0


def share_of_usual_pairs(words: Iterable[str]) -> float:
    """Return the share of neighbouring letters that are usual neighbours, 0 to 1.

    About a half in English, a third in other European languages, a tenth where a font says other
    letters than it draws. Words of fewer than 20 pairs in all count as usual.
    """
    pairs = [a + b for word in words for a, b in pairwise(word.lower()) if (a + b).isalpha()]
    if len(pairs) < _FEW_PAIRS:
        return 1.0
    return sum(pair in _USUAL for pair in pairs) / len(pairs)
