"""Teaching the network which messages make general claims, and which. Needs torch."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import torch
from torch import Tensor, nn
from transformers.utils import logging

from evals.understanding.claim_rows import ClaimRow, with_names_exchanged, with_settings
from evals.understanding.means_network import MeansNetwork, padded
from evals.understanding.network_learning import Batch, learn
from tutor_app.understanding.general_claims import (
    HEADS,
    NAMED_OUTCOMES,
    SETTINGS,
    SUBJECTS,
    WANTED,
    encode,
)
from tutor_app.understanding.statement_classifier import TOKENIZER
from tutor_app.understanding.turn_tokens import TurnTokenizer

_BATCH, _DROPOUT, _SMOOTHING = 16, 0.1, 0.05
_OF_SEVERAL: Final = 4.0  # weight of the losses of subjects and settings, most of which are no


def train_claims(rows: Sequence[ClaimRow], base: Path, epochs: int, seed: int = 1) -> MeansNetwork:
    """Return a network that learned from the rows; `base` holds MiniLM's files."""
    torch.manual_seed(seed)
    logging.set_verbosity_error()  # the pooling layer is left out on purpose
    network = MeansNetwork(base, HEADS, _DROPOUT)
    shuffle = random.Random(seed)
    tokenizer = TurnTokenizer(TOKENIZER)
    shown = [*rows, *with_names_exchanged(rows, shuffle), *with_settings(rows, shuffle)]
    examples = [(encode(row.last_words, row.message, tokenizer), row) for row in shown]
    learn(network, examples, _loss, epochs=epochs, batch=_BATCH, shuffle=shuffle)
    return network.eval()


def _loss(network: MeansNetwork, batch: Batch[ClaimRow]) -> Tensor:
    outcome, subjects, setting, wanted = network(*padded([turn for turn, _ in batch]))
    rows = [row for _, row in batch]
    due = torch.tensor([NAMED_OUTCOMES.index(row.outcome) for row in rows])
    found = nn.functional.cross_entropy(outcome, due, label_smoothing=_SMOOTHING)
    claims = [(place, row.claim) for place, row in enumerate(rows) if row.claim is not None]
    if not claims:
        return found
    of = torch.tensor([place for place, _ in claims])
    named = torch.tensor(
        [[float(one in claim.subjects) for one in SUBJECTS] for _, claim in claims]
    )
    said = torch.tensor([[float(one in claim.setting) for one in SETTINGS] for _, claim in claims])
    several = nn.functional.binary_cross_entropy_with_logits
    wants = torch.tensor([WANTED.index(rows[place].wanted) for place, _ in claims])
    found = found + _OF_SEVERAL * (several(subjects[of], named) + several(setting[of], said))
    return found + nn.functional.cross_entropy(wanted[of], wants) / 2
