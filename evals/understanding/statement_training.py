"""Teaching the network what messages do with statements. Needs torch."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import torch
from torch import Tensor, nn
from transformers.utils import logging

from evals.understanding.means_network import MeansNetwork, padded
from evals.understanding.network_learning import learn
from evals.understanding.statement_rows import StatementRow
from tutor_app.understanding.statement_classifier import STANCES, TOKENIZER, StatementTokenizer
from tutor_app.understanding.turn_tokens import TurnTokens

HEADS: Final = {"stances": len(STANCES)}
_FIRST, _THEN, _BATCH, _DROPOUT = 2, 3, 32, 0.1
_SMOOTHING: Final = 0.05  # labellers differ, too
_FASTER: Final = 1.3  # the rates of the first stage, whose labels are sure

_Example = tuple[TurnTokens, int]


def train_statements(
    written: Sequence[StatementRow],
    generated: Sequence[StatementRow],
    base: Path,
    seed: int = 1,
) -> MeansNetwork:
    """Return a network that saw the generated rows twice, then the written ones three times
    with half as many generated ones among them; `base` holds MiniLM's files."""
    torch.manual_seed(seed)
    logging.set_verbosity_error()  # the pooling layer is left out on purpose
    network = MeansNetwork(base, HEADS, _DROPOUT)
    shuffle = random.Random(seed)
    tokenizer = StatementTokenizer(TOKENIZER)
    made = [_example(row, tokenizer) for row in generated]
    told = [_example(row, tokenizer) for row in written]
    learn(network, made, _loss, epochs=_FIRST, batch=_BATCH, shuffle=shuffle, faster=_FASTER)
    beside = shuffle.sample(made, min(len(made), len(told) // 2))
    learn(network, [*told, *beside], _loss, epochs=_THEN, batch=_BATCH, shuffle=shuffle)
    return network.eval()


def _example(row: StatementRow, tokenizer: StatementTokenizer) -> _Example:
    turn = tokenizer.encode(row.last_words, row.message, row.statement)
    return turn, STANCES.index(row.stance)


def _loss(network: MeansNetwork, batch: Sequence[_Example]) -> Tensor:
    (logits,) = network(*padded([turn for turn, _ in batch]))
    stances = torch.tensor([stance for _, stance in batch])
    return nn.functional.cross_entropy(logits, stances, label_smoothing=_SMOOTHING)
