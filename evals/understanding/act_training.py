"""Teaching the network what students do with messages, from labelled rows. Needs torch."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import torch
from torch import Tensor, nn
from transformers.utils import logging

from evals.understanding.act_rows import ActRow
from evals.understanding.means_network import MeansNetwork, padded
from evals.understanding.moved_openings import move_openings
from evals.understanding.training_settings import TrainingSettings
from tutor_app.understanding.act_classifier import ACTS, TOKENIZER
from tutor_app.understanding.turn_tokens import TurnTokenizer, TurnTokens

HEADS: Final = {"acts": len(ACTS), "about table": 1}
_SORTED_TOGETHER: Final = 20  # batches: rows of a length come together, and yet shuffled


def train(rows: Sequence[ActRow], base: Path, settings: TrainingSettings) -> MeansNetwork:
    """Return a network that has seen the rows `epochs` times; `base` holds MiniLM's files."""
    torch.manual_seed(settings.seed)
    network = untrained(base, settings)
    _learn(network, [rows] * settings.epochs, base, settings)
    return network.eval()


def train_onward(
    network: MeansNetwork,
    new: Sequence[ActRow],
    known: Sequence[ActRow],
    base: Path,
    settings: TrainingSettings,
) -> MeansNetwork:
    """Return a trained network that saw new rows `onward` times, and once those that it knows.

    Without those it would forget them. Networks that go on from one are near each other: the mean
    of several's weights is right a little more often than any of them.
    """
    known = random.Random(settings.seed).sample(known, len(known))
    passes = [[*new, *known[number :: settings.onward]] for number in range(settings.onward)]
    begun = copy.deepcopy(network.state_dict())
    ends = []
    for seed in range(settings.seed, settings.seed + settings.onward_networks):
        torch.manual_seed(seed)
        network.load_state_dict(begun)
        slower = replace(
            settings,
            seed=seed,
            encoder_rate=settings.encoder_rate * settings.onward_rate,
            heads_rate=settings.heads_rate * settings.onward_rate,
        )
        _learn(network, passes, base, slower)
        ends.append(copy.deepcopy(network.state_dict()))
    network.load_state_dict({name: _mean([end[name] for end in ends]) for name in begun})
    return network.eval()


def _mean(weights: Sequence[Tensor]) -> Tensor:
    return torch.stack(list(weights)).double().mean(0).to(weights[0].dtype)


def untrained(base: Path, settings: TrainingSettings) -> MeansNetwork:
    """Return MiniLM with heads that know nothing."""
    logging.set_verbosity_error()  # the pooling layer is left out on purpose
    return MeansNetwork(base, HEADS, settings.dropout)


def _learn(
    network: MeansNetwork,
    epochs: Sequence[Sequence[ActRow]],
    base: Path,
    settings: TrainingSettings,
) -> None:
    shuffle = random.Random(settings.seed)
    tokenizer = TurnTokenizer(base / TOKENIZER)
    network.train()
    steps = sum(-(-len(rows) // settings.batch) for rows in epochs)
    optimizer, schedule = _optimizer(network, steps, settings)
    for rows in epochs:
        moved = move_openings(rows, settings.moved, shuffle)
        examples = [_tokenized(row, tokenizer, settings) for row in moved]
        for batch in _batches(examples, settings.batch, shuffle):
            _loss(network, batch, settings).backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()


@dataclass(frozen=True, slots=True, kw_only=True)
class _TokenizedRow:
    turn: TurnTokens
    acts: Tensor
    about_table: float
    has_table: float


def _tokenized(row: ActRow, tokenizer: TurnTokenizer, settings: TrainingSettings) -> _TokenizedRow:
    target = torch.zeros(len(ACTS))
    target[ACTS.index(row.act)] = 1.0
    if row.also is not None:
        target[ACTS.index(row.act)] -= settings.also
        target[ACTS.index(row.also)] += settings.also
    return _TokenizedRow(
        turn=tokenizer.encode(row.on_table, row.last_words, row.message),
        acts=target,
        about_table=float(row.about_table),
        has_table=float(row.on_table != "nothing"),
    )


def _optimizer(
    network: MeansNetwork, steps: int, settings: TrainingSettings
) -> tuple[torch.optim.Optimizer, torch.optim.lr_scheduler.LRScheduler]:
    encoder = [weight for weight in network.encoder.parameters() if weight.requires_grad]
    heads = list(network.heads.parameters())
    rates = [settings.encoder_rate, settings.heads_rate]
    groups = [{"params": encoder}, {"params": heads}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01, fused=True)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, rates, total_steps=steps + 1, pct_start=settings.warm_up
    )
    return optimizer, schedule


def _batches(
    examples: Sequence[_TokenizedRow], size: int, shuffle: random.Random
) -> Iterator[list[_TokenizedRow]]:
    """Yield all examples once, rows of about a length together: little is padded."""
    order = shuffle.sample(examples, len(examples))
    batches = []
    for start in range(0, len(order), size * _SORTED_TOGETHER):
        stretch = sorted(
            order[start : start + size * _SORTED_TOGETHER], key=lambda one: len(one.turn.ids)
        )
        batches += [stretch[place : place + size] for place in range(0, len(stretch), size)]
    shuffle.shuffle(batches)
    yield from batches


def _loss(
    network: MeansNetwork, batch: Sequence[_TokenizedRow], settings: TrainingSettings
) -> Tensor:
    acts, about_table = network(*padded([example.turn for example in batch]))
    targets = torch.stack([example.acts for example in batch])
    of_acts: Tensor = -(targets * acts.log_softmax(-1)).sum(-1).mean()
    of_table: Tensor = nn.functional.binary_cross_entropy_with_logits(
        about_table.squeeze(-1),
        torch.tensor([example.about_table for example in batch]),
        # Where nothing is on the table there is nothing to learn.
        weight=torch.tensor([example.has_table for example in batch]),
    )
    return of_acts + settings.table_loss * of_table
