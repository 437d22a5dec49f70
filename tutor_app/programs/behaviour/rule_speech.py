"""Whether a sentence tells a rule of Python that is often misunderstood, takes it for the contrary,
or asks about it: learned from sentences of students.

One softmax over all of that, on the sentence's vector and its words. The weights lie in
`rule_speech.json`, written by `python -m evals program-rules --train`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from tutor_app.domain.errors import TutorError
from tutor_app.programs.code_in_text import tokens_of
from tutor_app.retrieval.embedder import Embedder

WEIGHTS: Final = Path(__file__).with_name("rule_speech.json")
OTHER: Final = "other"  # a sentence that speaks of none of the rules
OF_VECTOR: Final = 3.0  # what a vector's components count beside the words


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSpeechModel:
    """`words` has a column of weights for each word, `vector` for each component of a vector of the
    `encoder`; in the order of `names`: "rule kind", the kind being "tells", "contrary" or "asks",
    or "other"."""

    encoder: str
    names: Sequence[str]
    words: Mapping[str, Sequence[float]]
    vector: Sequence[Sequence[float]]


@cache
def shipped_model() -> RuleSpeechModel:
    """Return the model with the weights that ship."""
    return RuleSpeechModel(**json.loads(WEIGHTS.read_text(encoding="utf-8")))


def speech_of(
    sentence: str, rules: Sequence[str], embedder: Embedder | None
) -> Mapping[tuple[str, str], float]:
    """Return how likely a sentence speaks of each of some rules in each way, 0 to 1.

    The rules that are not named are known not to go on, so that nobody speaks of them. Without
    vectors of the model's encoder nothing is returned.
    """
    model = shipped_model()
    if embedder is None or embedder.name != model.encoder:
        return {}
    try:
        (vector,) = embedder.embed([sentence])
    except TutorError:
        return {}
    scores = np.asarray(vector, dtype=float) * OF_VECTOR @ np.asarray(model.vector)
    for word in word_features(sentence):
        scores = scores + np.asarray(model.words.get(word, 0.0))
    likely = np.exp(scores - scores.max())
    open_ones = [name == OTHER or name.split(" ")[0] in rules for name in model.names]
    likely = likely * open_ones / (likely * open_ones).sum()
    pairs = zip(model.names, likely.tolist(), strict=True)
    return {tuple(n.split(" ")): p for n, p in pairs if n != OTHER and p > 0}  # type: ignore[misc]


def word_features(sentence: str) -> Iterator[str]:
    """Yield the words of a sentence, each once, and the question mark."""
    yield "(any)"
    yield from {token.text.casefold() for token in tokens_of(sentence) if token.text[0].isalpha()}
    if "?" in sentence:
        yield "?"
