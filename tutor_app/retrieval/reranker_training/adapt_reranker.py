"""The cross-encoder adapted to one course: it stays as it was unless that is better."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tutor_app.domain.errors import NotFound
from tutor_app.retrieval.reranker_training.cross_encoder import SentenceCrossEncoder
from tutor_app.retrieval.reranker_training.examples import SplitExamples, reciprocal_ranks
from tutor_app.retrieval.reranker_training.fine_tuning import FineTuning, fine_tune
from tutor_app.retrieval.reranker_training.network_file import read_network, write_network
from tutor_app.retrieval.sentence_reranker import NETWORK, TOKENIZER, SentenceReranker
from tutor_app.wording.catalogue import phrase

TOO_FEW_PAIRS = phrase("commands_models.too_few_pairs", "learned", "held_back", "needed")

LEAST_PAIRS = 20  # to learn from, and again to judge
# The upper half learns: on two cores a step takes seconds, and the course's words are MiniLM's.
IN_A_COURSE = FineTuning(epochs=2, rate=2e-5, questions=8, passages=6, layers=2)
_ROUNDS = 2_000
_SEED = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class AdaptationResult:
    """Mean reciprocal ranks on the pairs held back, before and after, and what became of it.

    `low` and `high` bound the gain with 95% (paired bootstrap); above 0 it is better.
    """

    learned: int
    held_back: int
    before: float
    after: float
    low: float
    high: float

    @property
    def is_better(self) -> bool:
        return self.low > 0


def adapt(
    pairs: SplitExamples,
    base: Path,
    folder: Path,
    report: Callable[[int, int, float], None],
    settings: FineTuning = IN_A_COURSE,
) -> AdaptationResult:
    """Train what lies in `base` on pairs; write it to `folder` if it is better on those held back.

    A reader of `folder` finds the old network or the new one, whole.

    Raises:
        NotFound: there are too few pairs.
        ModelFileInvalid, RerankFailed: the network in `base` cannot be read, or broke off.
    """
    learned, held_back = pairs.learned, pairs.held_back
    if min(len(learned), len(held_back)) < LEAST_PAIRS:
        raise NotFound(
            TOO_FEW_PAIRS(learned=len(learned), held_back=len(held_back), needed=LEAST_PAIRS)
        )
    before = reciprocal_ranks(held_back, SentenceReranker(base))
    network = SentenceCrossEncoder(read_network(base))
    fine_tune(network, learned, base / TOKENIZER, settings, report)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as made:
        new = Path(made)
        write_network(network.weights(), base / TOKENIZER, new)
        after = reciprocal_ranks(held_back, SentenceReranker(new))
        low, high = _interval(np.array(after) - np.array(before))
        adapted = AdaptationResult(
            learned=len(learned),
            held_back=len(held_back),
            before=float(np.mean(before)),
            after=float(np.mean(after)),
            low=low,
            high=high,
        )
        if adapted.is_better:
            folder.mkdir(exist_ok=True)
            shutil.move(new / TOKENIZER, folder / TOKENIZER)  # the same in every version
            os.replace(new / NETWORK, folder / NETWORK)
    return adapted


def _interval(gains: np.ndarray) -> tuple[float, float]:
    """Return the 95% bootstrap interval of the mean gain, resampling pairs."""
    rows = np.random.default_rng(_SEED).integers(0, len(gains), size=(_ROUNDS, len(gains)))
    low, high = np.percentile(gains[rows].mean(axis=1), [2.5, 97.5])
    return float(low), float(high)
