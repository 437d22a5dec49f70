"""What a message about a program does, which may be several things: learned from messages.

A logistic regression for each act, on the message's vector, its code and its words. The weights lie
in `program_acts.json`, written by `python -m evals program-acts --train`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal, get_args

from tutor_app.domain.errors import TutorError
from tutor_app.programs.student_changes.edit_features import signs_in
from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.act_classifier import ActGuess

ProgramAct = Literal["proposes", "diagnoses", "complains", "observes", "asks_why"]
PROGRAM_ACTS: Final[tuple[ProgramAct, ...]] = get_args(ProgramAct)
WEIGHTS: Final = Path(__file__).with_name("program_acts.json")
OF_VECTOR = 4.0  # what a vector's components count beside the other features
_MOST_PIECES = 3
_LONG = 60.0  # words from where on a message is as long as any
_STEPS = 5  # in which a probability is told


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramActModel:
    """Weights by act and feature; those of vectors ("v 0" to the last) are of one `encoder`.

    `plain` are the weights where there are no vectors.
    """

    encoder: str
    weights: Mapping[str, Mapping[str, float]]
    plain: Mapping[str, Mapping[str, float]]


@cache
def shipped_model() -> ProgramActModel:
    """Return the model with the weights that ship."""
    return ProgramActModel(**json.loads(WEIGHTS.read_text(encoding="utf-8")))


def program_acts(
    words: str, source: str, guess: ActGuess | None, embedder: Embedder | None
) -> Mapping[ProgramAct, float]:
    """Return how likely it is that a message about a program does each of the acts, 0 to 1."""
    model = shipped_model()
    features = dict(features_of_message(words, source, guess))
    vector = _vector(words, embedder) if embedder and embedder.name == model.encoder else {}
    weights = model.weights if vector else model.plain
    return {act: _probability(weights[act], features | vector) for act in PROGRAM_ACTS}


def placing_acts(guess: ActGuess | None, proposes: float | None) -> tuple[str, ...]:
    """Return what a message does as far as it says whether a change is told, the likeliest first.

    `proposes` is how likely it tells one, 0 to 1.
    """
    guessed = (guess.act, guess.second) if guess is not None else ()
    step = f"proposes {min(_STEPS - 1, int(proposes * _STEPS))}" if proposes is not None else ""
    return (*guessed, step) if step else guessed


def _probability(weights: Mapping[str, float], features: Mapping[str, float]) -> float:
    score = sum(weights.get(name, 0.0) * value for name, value in features.items())
    return 1 / (1 + math.exp(-score))


def _vector(words: str, embedder: Embedder) -> dict[str, float]:
    try:
        (vector,) = embedder.embed([words])
    except TutorError:
        return {}
    return vector_features(vector.tolist())


def vector_features(vector: list[float]) -> dict[str, float]:
    """Return a vector's components as features."""
    return {f"v {place}": value * OF_VECTOR for place, value in enumerate(vector)}


def features_of_message(
    words: str, source: str, guess: ActGuess | None
) -> Iterator[tuple[str, float]]:
    """Yield what tells the acts apart beside the vector: the act guessed, the code, each word."""
    yield "any", 1.0
    if guess is not None:
        yield f"act {guess.act}", 1.0
        yield f"sure {guess.act}", guess.confidence
        yield f"second {guess.second}", 0.5
    yield "asks", float("?" in words)
    yield "length", min(_LONG, len(words.split())) / 20
    signs = signs_in(words, source)
    if signs is None:
        return
    code = signs.code
    new = [code.fragments[number] for number in signs.new]
    yield "brings code", float(signs.brings_code)
    yield "brings lines", float(bool(code.blocks))
    yield "new pieces", float(min(_MOST_PIECES, sum(each.size > 1 for each in new)))
    yield "new operator", float(any(each.kind == "operator" for each in new))
    yield "names lines", float(bool(code.lines))
    yield from ((f"said {tag}", 1.0) for tag in signs.said if not tag.startswith("line "))
    yield from ((f"word {word}", 1.0) for word in set(code.words))
