"""The network while it learns: a sentence encoder whose means feed its heads. Needs torch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

import torch
from torch import Tensor, nn
from transformers import AutoModel

from tutor_app.understanding.turn_tokens import TurnTokens


class MeansNetwork(nn.Module):
    """MiniLM; the mean over all tokens and over those of one part; on both, a head each.

    Both means are scaled to one length, as those are by which MiniLM compares sentences.

    The embeddings of words stay as they are: a few thousand rows would move the words they hold and
    leave all others behind. `heads` gives how many logits each head has, by its name.
    """

    def __init__(self, base: Path, heads: Mapping[str, int], dropout: float) -> None:
        super().__init__()
        self.encoder = AutoModel.from_pretrained(base, add_pooling_layer=False)
        self.encoder.embeddings.word_embeddings.weight.requires_grad = False
        width = self.encoder.config.hidden_size
        self.scale = float(width**0.5)
        self.dropout = nn.Dropout(dropout)
        self.heads = nn.ModuleDict({name: nn.Linear(2 * width, n) for name, n in heads.items()})

    def named_heads(self) -> dict[str, nn.Linear]:
        """Return the heads by name, in their order."""
        return {name: cast(nn.Linear, head) for name, head in self.heads.items()}

    def forward(self, tokens: Tensor, mask: Tensor, part: Tensor) -> tuple[Tensor, ...]:
        """Return the logits of each head (rows, logits), as `heads` has them.

        `mask` has ones where there is a token, `part` where it is one of the part.
        """
        with torch.autocast("cpu", dtype=torch.bfloat16):  # three times as fast
            hidden = self.encoder(input_ids=tokens, attention_mask=mask).last_hidden_state
        means = [_unit_mean(hidden.float(), of) * self.scale for of in (mask, part)]
        vectors = self.dropout(torch.cat(means, dim=-1))
        return tuple(head(vectors) for head in self.heads.values())


def _unit_mean(hidden: Tensor, mask: Tensor) -> Tensor:
    return nn.functional.normalize((hidden * mask.unsqueeze(-1)).sum(1), dim=-1)


def padded(turns: Sequence[TurnTokens]) -> tuple[Tensor, Tensor, Tensor]:
    """Return turns as one table of the longest one's length, its mask, and the parts' mask."""
    tokens = torch.zeros(len(turns), max(len(turn.ids) for turn in turns), dtype=torch.long)
    mask = torch.zeros_like(tokens)
    part = torch.zeros_like(tokens)
    for place, turn in enumerate(turns):
        tokens[place, : len(turn.ids)] = torch.tensor(turn.ids)
        mask[place, : len(turn.ids)] = 1
        part[place, turn.part : len(turn.ids)] = 1
    return tokens, mask, part
