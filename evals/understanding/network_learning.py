"""The way of a network through its examples: epochs of batches, one cycle of the rates."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

import torch
from torch import Tensor, nn

from evals.understanding.means_network import MeansNetwork
from tutor_app.understanding.turn_tokens import TurnTokens

_SORTED_TOGETHER: Final = 20  # batches
_ENCODER_RATE, _HEADS_RATE, _WARM_UP = 6e-5, 2e-3, 0.1

Label = TypeVar("Label")
Batch = Sequence[tuple[TurnTokens, Label]]


def learn(  # noqa: PLR0913  (what learns from what, and how long)
    network: MeansNetwork,
    examples: Batch[Label],
    loss: Callable[[MeansNetwork, Batch[Label]], Tensor],
    *,
    epochs: int,
    batch: int,
    shuffle: random.Random,
    faster: float = 1.0,
) -> None:
    """Show the network all examples once an epoch; `faster` multiplies the rates."""
    steps = epochs * -(-len(examples) // batch)
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
        for some in _batches(examples, batch, shuffle):
            loss(network, some).backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()


def _batches(examples: Batch[Label], size: int, shuffle: random.Random) -> Iterator[Batch[Label]]:
    """Yield all examples once, those of about a length together: little is padded."""
    order = shuffle.sample(examples, len(examples))
    batches = []
    for start in range(0, len(order), size * _SORTED_TOGETHER):
        stretch = sorted(
            order[start : start + size * _SORTED_TOGETHER], key=lambda one: len(one[0].ids)
        )
        batches += [stretch[place : place + size] for place in range(0, len(stretch), size)]
    shuffle.shuffle(batches)
    yield from batches
