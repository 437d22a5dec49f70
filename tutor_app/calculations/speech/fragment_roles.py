"""Whose a fragment of mathematics is, learned from messages of students in many voices.

A softmax over the words around a fragment, its form, and the vector of its sentence. The weights
lie in `fragment_roles.json`, written by `python -m evals fragment-roles --train`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal, get_args

import numpy as np

from tutor_app.calculations.speech.math_fragments import MathFragment
from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.learned_weights import Floats, LearnedWeights, vectors_of

# The student's own line, what somebody else gets, a value to be tried, what is only spoken of, and
# the exercise itself.
Role = Literal["mine", "other", "candidate", "quoted", "task"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)
WEIGHTS: Final = Path(__file__).with_name("fragment_roles.json")
_NEAR: Final = 4  # words beside a fragment that count by their place
_FAR: Final = 12


@cache
def shipped_roles(*, vectors: bool) -> LearnedWeights:
    """Return the weights that ship, with those of vectors or learned without."""
    found = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return LearnedWeights.read(found["with_vectors" if vectors else "plain"])


def role_chances(
    fragments: Sequence[MathFragment], *, begun: bool, embedder: Embedder | None
) -> list[dict[Role, float]]:
    """Return for each fragment how likely it has each role; `begun`: work stands on the table."""
    encoder = shipped_roles(vectors=True).encoder
    vectors = vectors_of([sentence_of(each) for each in fragments], embedder, encoder)
    model = shipped_roles(vectors=bool(vectors))
    return [
        chances_of(
            model,
            dict(features_of(fragments, place, begun=begun)),
            vectors[place] if vectors else None,
        )
        for place in range(len(fragments))
    ]


def chances_of(
    model: LearnedWeights, features: dict[str, float], vector: Floats | None
) -> dict[Role, float]:
    """Return the softmax of a fragment's scores."""
    scores = model.scores(features, vector)
    powers = np.exp(scores - scores.max())
    return dict(zip(ROLES, (powers / powers.sum()).tolist(), strict=True))


def sentence_of(fragment: MathFragment) -> str:
    """Return a fragment's sentence with the word "this" in its place, as the encoder reads it."""
    above = f"{' '.join(fragment.above)} " if fragment.above else ""
    words = " ".join((*fragment.before, "this", *fragment.after)).replace("…", "that")
    return f"{above}{words}{'?' if fragment.ends == '?' else ''}"


def features_of(
    fragments: Sequence[MathFragment], place: int, *, begun: bool
) -> Iterator[tuple[str, float]]:
    """Yield what tells a fragment's role beside the vector of its sentence."""
    fragment = fragments[place]
    form = "value" if fragment.is_value else "relation" if fragment.relates else "expression"
    stands = "display" if fragment.is_display else "prose"
    yield "any", 1.0
    yield f"form {form}", 1.0
    yield f"stands {stands}", 1.0
    yield f"{stands} {form} {'begun' if begun else 'new'}", 1.0
    yield f"begun {begun}", 1.0
    yield f"ends {fragment.ends}", 1.0
    yield f"ends {fragment.ends} {form}", 1.0
    yield "first", float(place == 0)
    yield "first of new", float(place == 0 and not begun)
    yield "later", float(place > 0)
    others = [each for each in fragments if each is not fragment]
    relates = any(each.relates for each in others)
    yield f"{form} beside relation", float(relates)
    yield f"{form} alone", float(not others)
    if fragment.is_value and not fragment.is_display:
        yield "value in work", float(any(_stands_in(fragment, each) for each in others))
        yield f"whole {fragment.tokens[-1].kind == 'NUMBER' and len(fragment.tokens) == 1}", 1.0
    yield "continues", float(fragment.tokens[0].kind == "REL")
    yield "words", math.log1p(len(fragment.before) + len(fragment.after))
    yield "leads", float(bool(fragment.above) and ":" in fragment.above)
    yield from _words_around(fragment)


def _stands_in(value: MathFragment, other: MathFragment) -> bool:
    """Whether a number stands in another fragment: what is worked with is spoken of."""
    texts = [each.text for each in value.tokens]
    return texts[-1] in [each.text for each in other.tokens]


def _words_around(fragment: MathFragment) -> Iterator[tuple[str, float]]:
    for distance, word in enumerate(reversed(fragment.before[-_FAR:])):
        yield f"before {word}", 1.0
        if distance < _NEAR:
            yield f"just before {word}", 1.0
    for distance, word in enumerate(fragment.after[:_FAR]):
        yield f"after {word}", 1.0
        if distance < _NEAR:
            yield f"just after {word}", 1.0
    if fragment.before:
        yield f"next before {fragment.before[-1]}", 1.0
        yield f"opens {fragment.before[0]}", 1.0
    if fragment.after:
        yield f"next after {fragment.after[0]}", 1.0
    for word in fragment.above[-_FAR:]:
        yield f"above {word}", 1.0
