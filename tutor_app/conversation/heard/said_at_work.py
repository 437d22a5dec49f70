"""What each sentence does that is said at work: it says something of the subject, wishes for
something, claims nothing, objects to what the tutor said, or leaves the work.

"I am not calculating anything" says that the work isn't what the tutor takes it for; "no, I mean 3
instead of 2" goes on with it; "k whatever" claims nothing. Which of these it is was learned from
labelled sentences (`python -m evals said-at-work --train`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal, cast

import numpy as np

from tutor_app.conversation.practice.part_features import likely_kinds
from tutor_app.domain.normal_form import split_sentences
from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.learned_weights import LearnedWeights, vectors_of

WorkKind = Literal["leaves", "objects", "talk", "wishes", "says"]
WEIGHTS: Final = Path(__file__).with_name("said_at_work.json")
SURELY: Final = 0.6  # chosen on writers whose sentences it had not learned from

VERY_SURELY: Final = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidAtWork:
    """A sentence, and how likely each is of what it may do, 0 to 1."""

    text: str
    likely: Mapping[WorkKind, float]

    @property
    def denies(self) -> bool:
        """Whether it surely says that the tutor read something which isn't so."""
        return self.likely["leaves"] + self.likely["objects"] >= SURELY

    @property
    def leaves(self) -> bool:
        """Whether what it denies is rather the work itself than something said of it."""
        return self.denies and self.likely["leaves"] > self.likely["objects"]

    @property
    def claims_nothing(self) -> bool:
        """Whether it surely says nothing of the subject; "there is no path" may only sound like a
        denial."""
        denied = self.likely["leaves"] + self.likely["objects"]
        if denied > self.likely["talk"]:
            return self.surely_denies
        return denied + self.likely["talk"] >= SURELY

    @property
    def surely_denies(self) -> bool:
        """Whether a denial is so sure that what it names is no statement: "I never took G"."""
        return self.likely["leaves"] + self.likely["objects"] >= VERY_SURELY


def read_at_work(text: str, embedder: Embedder | None) -> list[SaidAtWork]:
    """Return the sentences of a message with what each does; none without the embedder."""
    weights = _read_weights()
    sentences = [one for one in split_sentences(text) if any(map(str.isalnum, one))]
    found = []
    vectors = vectors_of(sentences, embedder, weights.encoder)
    for sentence, vector in zip(sentences, vectors, strict=bool(vectors)):
        chances = np.exp(likely_kinds(weights, sentence, vector))
        likely = dict(zip(weights.names, map(float, chances), strict=True))
        found.append(SaidAtWork(text=sentence, likely=cast("Mapping[WorkKind, float]", likely)))
    return found


def without_remarks(text: str, embedder: Embedder | None) -> str:
    """Return a message without the sentences that claim nothing, as it is where none is left.

    A sentence with a number may be work, whatever it sounds like; what stands apart from the others
    by lines is work.
    """
    if "\n" in text.strip():
        return text
    said = read_at_work(text, embedder)
    kept = [one.text for one in said if not one.claims_nothing or _has_number(one.text)]
    return " ".join(kept) if kept and len(kept) < len(said) else text


def _has_number(text: str) -> bool:
    return any(map(str.isdigit, text))


@cache
def _read_weights() -> LearnedWeights:
    return LearnedWeights.read(json.loads(WEIGHTS.read_text(encoding="utf-8")))
