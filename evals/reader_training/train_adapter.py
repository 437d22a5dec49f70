"""The training of the adapter on token rows; only what is written is learned, not the requests."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from evals.reader_training.adapted_qwen import AdaptedQwen
from evals.reader_training.token_ids import TokenRow, TokenRows
from tutor_app.models.adapted_model import AdapterName

NOT_LEARNED = -1  # the target of a place whose token is given
LENGTHS_MIXED = 40  # tokens by which rows in a batch may differ by chance


@dataclass(frozen=True, slots=True)
class AdapterTraining:
    """How it is trained. The rate falls as a cosine to `lowest_share` of `learning_rate`."""

    epochs: int = 4
    learning_rate: float = 4e-4
    lowest_share: float = 0.05
    warm_up: int = 20  # steps
    batch_tokens: int = 8_192  # with the filling of shorter rows
    betas: tuple[float, float] = (0.9, 0.98)
    longest_gradient: float = 1.0
    seed: int = 0


TRAININGS: dict[AdapterName, AdapterTraining] = {
    "read_messages": AdapterTraining(),
    # Whole epochs: the one that ships took 1.4, with dropout 0.1 (README.md beside this file).
    "decide_by_course": AdapterTraining(epochs=1, learning_rate=2.5e-4),
    "read_steps": AdapterTraining(),
}

Batch = Sequence[TokenRow]


def train(model: AdaptedQwen, rows: TokenRows, settings: AdapterTraining) -> None:
    """Train what a model has beside its own weights; prints the losses of each epoch."""
    chance = random.Random(settings.seed)
    learned = [each for each in model.parameters() if each.requires_grad]
    optimiser = torch.optim.AdamW(
        learned,
        lr=settings.learning_rate,
        betas=settings.betas,
        weight_decay=0.0,
        fused=model.embeddings.is_cuda,
    )
    epochs = [
        plan_batches(rows.learned, settings.batch_tokens, chance) for _ in range(settings.epochs)
    ]
    steps, step = sum(map(len, epochs)), 0
    for number, batches in enumerate(epochs, 1):
        model.train()
        total, count = 0.0, 0
        for batch in batches:
            for group in optimiser.param_groups:
                group["lr"] = rate_at(step, steps, settings)
            loss, tokens = _loss_of(model, batch)
            (loss / tokens).backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(learned, settings.longest_gradient)
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
            total, count, step = total + float(loss), count + tokens, step + 1
        kept = loss_on(model, rows.judging, settings)
        print(f"epoch {number}, step {step} of {steps}: loss {total / count:.4f}, kept {kept:.4f}")


def rate_at(step: int, steps: int, settings: AdapterTraining) -> float:
    """Return the learning rate of a step (from 0)."""
    risen = min(1.0, (step + 1) / settings.warm_up)
    fallen = 0.5 * (1 + math.cos(math.pi * step / steps))
    lowest = settings.lowest_share
    return settings.learning_rate * risen * (fallen * (1 - lowest) + lowest)


@torch.no_grad()
def loss_on(model: AdaptedQwen, rows: Sequence[TokenRow], settings: AdapterTraining) -> float:
    """Return the mean loss of a token on rows that are not learned from."""
    model.eval()
    batches = plan_batches(rows, settings.batch_tokens, None)
    losses = [_loss_of(model, batch) for batch in batches]
    return sum(float(loss) for loss, _ in losses) / max(1, sum(count for _, count in losses))


def plan_batches(
    rows: Sequence[TokenRow], most_tokens: int, chance: random.Random | None
) -> list[Batch]:
    """Return rows of like length together, in random order where there is a `chance`."""

    def about_length(row: TokenRow) -> float:
        return row.length + (chance.random() * LENGTHS_MIXED if chance is not None else 0)

    batches: list[list[TokenRow]] = []
    longest = 0
    for row in sorted(rows, key=about_length):
        longest = max(longest, row.length)
        if not batches or longest * (len(batches[-1]) + 1) > most_tokens:
            batches.append([])
            longest = row.length
        batches[-1].append(row)
    if chance is not None:
        chance.shuffle(batches)
    return [*batches]


def _loss_of(model: AdaptedQwen, batch: Batch) -> tuple[Tensor, int]:
    """Return the summed loss of a batch and the number of tokens that it is of."""
    ids, targets = as_tensors(batch)
    ids, targets = ids.to(model.embeddings.device), targets.to(model.embeddings.device)
    learned = targets != NOT_LEARNED
    scores: Tensor = model(ids, learned)
    loss = F.cross_entropy(scores.float(), targets[learned], reduction="sum")
    return loss, int(learned.sum())


def as_tensors(batch: Batch) -> tuple[Tensor, Tensor]:
    """Return the tokens of rows, and of each place the token that must come behind it."""
    longest = max(row.length for row in batch)
    ids = torch.zeros(len(batch), longest, dtype=torch.long)
    targets = torch.full((len(batch), longest), NOT_LEARNED)
    for place, row in enumerate(batch):
        ids[place, : row.length] = torch.tensor(row.prompt + row.answer)
        targets[place, len(row.prompt) - 1 : row.length - 1] = torch.tensor(row.answer)
    return ids, targets
