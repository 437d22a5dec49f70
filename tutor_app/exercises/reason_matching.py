"""Whether the reason that a sentence gives is the reason of a point, told by words and vectors.

"It is safe because the edges are sorted" says what the point says and proves it otherwise: it does
not have the point, and nothing is called wrong for it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.search_terms import tokens

# Measured on the halves that were tuned on of the answers in docs/experiments.md, "Assignments".
NEAR = 0.5  # cosine from which on two reasons are about the same
CLAIMED = 0.6  # of a point's own words: where the claim alone has so many, its reason is free
_GIVES = re.compile(
    r"\b(?:because(?: of)?|since|due to|owing to|thanks to|the reason is that)\b|,\s+(?:as|for)\b",
    re.I,
)
_REASONS = re.compile(
    r"\b(?:because|since|due to|so|hence|thus|therefore|thereby|which)\b|,\s+(?:as|for)\b", re.I
)
_ENDS = re.compile(
    r"[.;:!?]|,\s+(?:so|and|but|which|while|whereas|though|although|hence|then)\b", re.I
)


def reasons_of(text: str) -> tuple[str, ...]:
    """Return the clauses of a text that give a reason: what follows "because" and the like."""
    return tuple(_ENDS.split(text[found.end() :])[0].strip() for found in _GIVES.finditer(text))


def without_reasons(text: str) -> str:
    """Return a text without the clauses that give a reason."""
    for reason in reasons_of(text):
        text = text.replace(reason, " ")
    return text


def gives_other_reason(sentence: str, point: str, given: Sequence[str], embedder: Embedder) -> bool:
    """Return whether all reasons of a sentence are others than the one that the point has.

    A point that only claims something has none. Words that are `given` by the exercise count for
    nothing: where a claim has no others, its reason alone must be near to the point.
    """
    said = [reason for reason in reasons_of(sentence) if len(tokens(reason)) > 1]
    if not said or not _REASONS.search(point):
        return False
    own = set(tokens(point)) - set(given)
    claimed = len(own & set(tokens(without_reasons(sentence))))
    if own and claimed >= CLAIMED * len(own):
        return False
    if claimed and any(own & set(tokens(reason)) for reason in said):
        return False
    parts = [point, *(part for part in _REASONS.split(point) if len(tokens(part)) > 1)]
    vectors = embedder.embed([*said, *parts])
    return bool((vectors[: len(said)] @ vectors[len(said) :].T).max() < NEAR)
