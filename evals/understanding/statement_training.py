"""Teaching the network what messages do with statements. Needs torch."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import torch
from torch import Tensor, nn
from transformers.utils import logging

from evals.understanding.means_network import MeansNetwork, padded
from evals.understanding.statement_rows import StatementRow
from tutor_app.understanding.statement_classifier import STANCES, TOKENIZER, StatementTokenizer
from tutor_app.understanding.turn_tokens import TurnTokens

HEADS: Final = {"stances": len(STANCES)}
_FIRST, _THEN, _BATCH, _SORTED_TOGETHER = 2, 3, 32, 20
_ENCODER_RATE, _HEADS_RATE, _WARM_UP, _DROPOUT = 6e-5, 2e-3, 0.1, 0.1
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
    _learn(network, made, _FIRST, _FASTER, shuffle)
    beside = shuffle.sample(made, min(len(made), len(told) // 2))
    _learn(network, [*told, *beside], _THEN, 1.0, shuffle)
    return network.eval()


def _example(row: StatementRow, tokenizer: StatementTokenizer) -> _Example:
    turn = tokenizer.encode(row.last_words, row.message, row.statement)
    return turn, STANCES.index(row.stance)


def _learn(
    network: MeansNetwork,
    examples: Sequence[_Example],
    epochs: int,
    faster: float,
    shuffle: random.Random,
) -> None:
    steps = epochs * -(-len(examples) // _BATCH)
    if not steps:
        return
    encoder = [weight for weight in network.encoder.parameters() if weight.requires_grad]
    groups = [{"params": encoder}, {"params": list(network.heads.parameters())}]
    rates = [_ENCODER_RATE * faster, _HEADS_RATE * faster]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01, fused=True)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, rates, total_steps=steps + epochs, pct_start=_WARM_UP
    )
    network.train()
    for _ in range(epochs):
        for batch in _batches(examples, shuffle):
            _loss(network, batch).backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()


def _loss(network: MeansNetwork, batch: Sequence[_Example]) -> Tensor:
    (logits,) = network(*padded([turn for turn, _ in batch]))
    stances = torch.tensor([stance for _, stance in batch])
    return nn.functional.cross_entropy(logits, stances, label_smoothing=_SMOOTHING)


def _batches(examples: Sequence[_Example], shuffle: random.Random) -> Iterator[list[_Example]]:
    """Yield all examples once, those of about a length together: little is padded."""
    order = shuffle.sample(examples, len(examples))
    batches = []
    for start in range(0, len(order), _BATCH * _SORTED_TOGETHER):
        stretch = sorted(
            order[start : start + _BATCH * _SORTED_TOGETHER], key=lambda one: len(one[0].ids)
        )
        batches += [stretch[place : place + _BATCH] for place in range(0, len(stretch), _BATCH)]
    shuffle.shuffle(batches)
    yield from batches
