"""Whether a short message asks where the student's answer stands: told by the nearest example."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import yaml

from tutor_app.retrieval.embedder import Embedder

_EXAMPLES: Final[Mapping[str, Sequence[str]]] = yaml.safe_load(
    Path(__file__).with_name("standing.yaml").read_text(encoding="utf-8")
)
_NAMES: Final = ("others", "stands")  # of two that are as near the first counts
MOST_WORDS: Final = 10  # who says more says something of the exercise
ALIKE: Final = 0.53  # cosine to the nearest example: what is like none of them is left to its act


def asks_where_it_stands(text: str, embedder: Embedder) -> bool:
    """Return whether a message asks what of the answer is there and what is missing.

    "which part is missing?", "am I done?" do; "why?", "give me the solution", "more" do not. Of a
    longer message the first question tells.
    """
    text, mark, _ = text.partition("?")
    text += mark
    if len(text.split()) > MOST_WORDS:
        return False
    examples = [(each, name == "stands") for name in _NAMES for each in _EXAMPLES[name]]
    vectors = embedder.embed([text, *(each for each, _ in examples)])
    near = vectors[1:] @ vectors[0]
    best = int(near.argmax())
    return examples[best][1] and float(near[best]) >= ALIKE
