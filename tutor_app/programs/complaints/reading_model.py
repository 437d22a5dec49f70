"""Which readings of a message are meant: a logistic model, learned from labelled messages.

It weighs the readings of a message that exclude each other, and "nothing is wanted", takes the
best, and weighs what is left of the message again. Weights and threshold lie in
`reading_weights.json`; `python -m evals told --train` writes them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tutor_app.programs.complaints.message_parts import MessageParts
from tutor_app.programs.complaints.reading_features import features_of
from tutor_app.programs.complaints.readings import Reading

WEIGHTS: Final = Path(__file__).with_name("reading_weights.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingModel:
    """Weights of the features by name; from the probability `sure_from` on a value is kept."""

    weights: Mapping[str, float]
    sure_from: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenReading:
    """A reading with the probability that its call must give this value."""

    reading: Reading
    probability: float


@cache
def shipped_model() -> ReadingModel:
    """Return the model with the weights that ship."""
    return ReadingModel(**json.loads(WEIGHTS.read_text(encoding="utf-8")))


def choose_readings(parts: MessageParts, model: ReadingModel) -> Iterator[ChosenReading]:
    """Yield what a message says that its calls must give, the likeliest first, one for a call.

    They come with any probability: whoever keeps a value asks whether it is `sure_from`.
    """
    left = [
        (sum(model.weights.get(name, 0.0) for name in features_of(parts, each)), each)
        for each in parts.readings
    ]
    while left:
        best = max(left, key=lambda pair: pair[0])[1]
        yield ChosenReading(reading=best, probability=_probability(left, best))
        kept = left_behind([each for _, each in left], [best])
        left = [(score, each) for score, each in left if each in kept]


def _probability(scored: Sequence[tuple[float, Reading]], best: Reading) -> float:
    """Return how likely a reading is among those that cannot be meant beside it, and nothing.

    Several pieces may say the same.
    """
    kept = left_behind([each for _, each in scored], [best])
    rivals = [(score, each) for score, each in scored if each not in kept]
    top = max(0.0, *(score for score, _ in rivals))
    powers = [(math.exp(score - top), each) for score, each in rivals]
    same = (power for power, r in powers if (r.call, r.value) == (best.call, best.value))
    return sum(same) / (sum(power for power, _ in powers) + math.exp(-top))


def left_behind(readings: Sequence[Reading], chosen: Sequence[Reading]) -> list[Reading]:
    """Return the readings that can be meant beside chosen ones: of other calls, other pieces."""
    calls = {each.call for each in chosen}
    return [
        each
        for each in readings
        if each.call not in calls and not any(_overlap(each, one) for one in chosen)
    ]


def _overlap(one: Reading, other: Reading) -> bool:
    return not one.is_loose and one.start < other.end and other.start < one.end
