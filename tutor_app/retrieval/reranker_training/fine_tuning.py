"""The cross-encoder learns: of each question's passages, which sentences and passages answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from tutor_app.retrieval.reranker_training.cross_encoder import SentenceCrossEncoder
from tutor_app.retrieval.reranker_training.examples import ReadingExample
from tutor_app.retrieval.sentence_reranker import PassageRows, Row, network_inputs

_OF_PASSAGES = 0.5  # share of the passages' loss beside the sentences'
_OF_WHOLE = 0.3  # the sentences' share where only the passage is known to answer
_HEADS_FASTER = 10.0  # how much faster the two heads learn than what is below them
_WARM_UP = 0.06  # share of the steps
_AT_ONCE = 4  # questions: with 12 passages each they take 3 GB as they learn
_LONGEST_GRADIENT = 1.0
_DECAY = 0.01
# Likelier the nearer a passage is: about the first ten are drawn from.
_NEAREST = 10.0
_WITHOUT_ANSWER = 0.08  # share of the times that what answers is kept out of a question's passages


@dataclass(frozen=True, slots=True, kw_only=True)
class FineTuning:
    """How it learns. `layers` are the upper ones that learn; those below stay as they are."""

    epochs: float
    rate: float
    questions: int = 16  # in a batch
    passages: int = 12  # of each question
    layers: int = 6
    seed: int = 1


def fine_tune(
    network: SentenceCrossEncoder,
    examples: Sequence[ReadingExample],
    tokenizer: Path,
    settings: FineTuning,
    report: Callable[[int, int, float], None],
) -> None:
    """Change the network's weights in place; `report` hears of each step: its number, of how many,
    and its loss."""
    torch.manual_seed(settings.seed)
    random = np.random.default_rng(settings.seed)
    optimizer = _optimizer(network, settings)
    rates = [group["lr"] for group in optimizer.param_groups]
    order = _order(len(examples), settings, random)
    steps = max(1, -(-len(order) // settings.questions))
    losses = _BatchLoss(network, PassageRows(tokenizer), settings, random)
    network.train()
    for step in range(steps):
        pace = min(1.0, (step + 1) / (_WARM_UP * steps + 1)) * (1 - step / steps)
        for group, rate in zip(optimizer.param_groups, rates, strict=True):
            group["lr"] = rate * pace
        batch = order[step * settings.questions : (step + 1) * settings.questions]
        optimizer.zero_grad()
        loss = 0.0
        for start in range(0, len(batch), _AT_ONCE):
            part = [examples[row] for row in batch[start : start + _AT_ONCE]]
            share = losses.of(part) * (len(part) / len(batch))
            share.backward()  # type: ignore[no-untyped-call]
            loss += float(share.detach())
        torch.nn.utils.clip_grad_norm_(network.parameters(), _LONGEST_GRADIENT)
        optimizer.step()
        report(step + 1, steps, loss)
    network.eval()


def _order(count: int, settings: FineTuning, random: np.random.Generator) -> list[int]:
    rounds = [random.permutation(count) for _ in range(int(np.ceil(settings.epochs)))]
    return [int(row) for row in np.concatenate(rounds)][: max(1, int(settings.epochs * count))]


def _optimizer(network: SentenceCrossEncoder, settings: FineTuning) -> torch.optim.Optimizer:
    still = len(network.bert.layers) - settings.layers
    if still:
        network.bert.requires_grad_(False)
        for layer in list(network.bert.layers)[still:]:
            layer.requires_grad_(True)
    below = [weight for weight in network.bert.parameters() if weight.requires_grad]
    heads = [*network.sent.parameters(), *network.pas.parameters()]
    groups = [
        {"params": below, "lr": settings.rate},
        {"params": heads, "lr": settings.rate * _HEADS_FASTER},
    ]
    return torch.optim.AdamW(groups, weight_decay=_DECAY)


class _BatchLoss:
    """From examples to a loss."""

    def __init__(
        self,
        network: SentenceCrossEncoder,
        rows: PassageRows,
        settings: FineTuning,
        random: np.random.Generator,
    ) -> None:
        self._network, self._rows = network, rows
        self._settings, self._random = settings, random
        self._device = next(network.parameters()).device

    def of(self, examples: Sequence[ReadingExample]) -> Tensor:
        """Return the mean loss of a batch."""
        drawn = [self._draw(example) for example in examples]
        rows: list[Row] = []
        for example, numbers in zip(examples, drawn, strict=True):
            passages = [example.passages[number] for number in numbers]
            rows += self._rows.of(example.question, passages, headings=example.headings)
        inputs = network_inputs(rows)
        tensors = [torch.from_numpy(each).to(self._device) for each in inputs.values()]
        half = torch.autocast(self._device.type, torch.bfloat16, self._device.type == "cuda")
        with half:
            sentences, passages_logits = self._network(*tensors)
        total = torch.zeros((), device=self._device)
        start = 0
        for example, numbers in zip(examples, drawn, strict=True):
            end = start + len(numbers)
            total = total + self._of_question(
                example,
                numbers,
                rows[start:end],
                sentences[start:end].float(),
                passages_logits[start:end].float(),
            )
            start = end
        return total / len(examples)

    def _draw(self, example: ReadingExample) -> list[int]:
        """Return the places of passages to learn from: what answers, mostly, and what is near."""
        right = [number for number, found in enumerate(example.answering) if found]
        others = [number for number, found in enumerate(example.answering) if not found]
        taken = right[:3] if others == [] or self._random.random() > _WITHOUT_ANSWER else []
        room = min(self._settings.passages - len(taken), len(others))
        if room > 0:
            shares = np.exp(-np.arange(len(others)) / _NEAREST)
            drawn = self._random.choice(others, room, replace=False, p=shares / shares.sum())
            taken = [*taken, *(int(number) for number in drawn)]
        return taken

    def _of_question(
        self,
        example: ReadingExample,
        numbers: Sequence[int],
        rows: Sequence[Row],
        sentences: Tensor,
        passages: Tensor,
    ) -> Tensor:
        logits, right = [], []
        for place, (number, row) in enumerate(zip(numbers, rows, strict=True)):
            read = sorted(row.fitting)
            logits.append(sentences[place, read])
            right += [sentence in example.answering[number] for sentence in read]
        weight = _OF_WHOLE if example.whole else 1.0
        there = [bool(example.answering[number]) for number in numbers]
        loss = weight * _surprise(torch.cat(logits), right)
        return loss + _OF_PASSAGES * _surprise(passages, there)


def _surprise(logits: Tensor, right: Sequence[bool]) -> Tensor:
    """Minus the log of the right ones' share, beside a 0 that stands for "nothing answers"."""
    shares = F.log_softmax(torch.cat([logits.new_zeros(1), logits]), dim=0)
    hit = torch.tensor([not any(right), *right], device=logits.device)
    return -torch.logsumexp(shares[hit], dim=0)
