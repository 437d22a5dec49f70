"""Whether a sentence tells a rule of Python that is often misunderstood, takes it for the contrary,
or asks about it: learned from sentences of students.

One softmax over all of that, on the sentence's vector and its words. The weights lie in
`rule_speech.json`, written by `python -m evals program-rules --train`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from tutor_app.programs.code_in_text import tokens_of
from tutor_app.understanding.learned_weights import Floats, LearnedWeights

WEIGHTS: Final = Path(__file__).with_name("rule_speech.json")
WAYS: Final = ("tells", "contrary", "asks")  # in which a sentence speaks of a rule
OTHER: Final = "other"  # a sentence that speaks of none of the rules


@cache
def shipped_model() -> LearnedWeights:
    """Return the model with the weights that ship. Its names are "rule way", and "other"."""
    return LearnedWeights.read(json.loads(WEIGHTS.read_text(encoding="utf-8")))


def likely_speech(
    model: LearnedWeights, sentence: str, vector: Floats, rules: Collection[str]
) -> Mapping[str, float]:
    """Return how likely a sentence speaks of some rules in each way, or of none, by the model's
    names, 0 to 1.

    The rules that are not named are known not to go on, so that nobody speaks of them.
    """
    scores = model.scores(dict.fromkeys(words_of(sentence), 1.0), vector)
    open_ones = [name == OTHER or name.split(" ")[0] in rules for name in model.names]
    powers = np.exp(scores - scores.max()) * open_ones
    return dict(zip(model.names, (powers / powers.sum()).tolist(), strict=True))


def words_of(sentence: str) -> Iterator[str]:
    """Yield the words of a sentence, each once, and the question mark."""
    yield "(any)"
    yield from {token.text.casefold() for token in tokens_of(sentence) if token.text[0].isalpha()}
    if "?" in sentence:
        yield "?"
