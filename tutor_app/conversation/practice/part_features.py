"""What tells a part of a message: its words, its signs, and its vector."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import numpy as np

from tutor_app.domain.normal_form import straighten
from tutor_app.understanding.hasty_typing import written_out
from tutor_app.understanding.learned_weights import Floats, LearnedWeights

_LONG = 12  # words from where on a part is as long as any
_NAME: Final = re.compile(r"(?<![.\w])[A-HJ-Z](?![\w'’])")
_SIGNS: Final = frozenset("=+*^/<>[]{}")
WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+")


def features_of_part(text: str) -> Iterator[tuple[str, float]]:
    """Yield what tells a part beside its vector: its words, in pairs too, and its signs."""
    plain = straighten(written_out(text))
    words = [_plain(word) for word in WORD.findall(plain.casefold())]
    yield "any", 1.0
    yield from ((f"word {word}", 1.0) for word in sorted(set(words)))
    yield from ((f"first {word}", 1.0) for word in words[:1])
    yield from ((f"pair {pair}", 1.0) for pair in sorted({f"{a} {b}" for a, b in pairwise(words)}))
    yield "asks", float(text.rstrip().endswith("?"))
    yield "one word", float(len(words) == 1)
    yield "letter", float(any(len(word) == 1 and word not in "ai#" for word in words))
    yield "number", float("#" in words)
    yield "length", min(_LONG, len(words)) / _LONG * 2
    yield "signs", float(not _SIGNS.isdisjoint(text))
    yield "name", float(bool(_NAME.search(text)))


def likely_kinds(model: LearnedWeights, text: str, vector: Floats | None) -> Floats:
    """Return the logarithms of how likely a text is of each of the model's names."""
    scores = model.scores(dict(features_of_part(text)), vector)
    scores = scores - scores.max()
    found: Floats = scores - np.log(np.exp(scores).sum())
    return found


def _plain(word: str) -> str:
    return "#" if word.isdecimal() else word
