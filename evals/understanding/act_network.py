"""The network while it learns: a sentence encoder whose mean feeds two heads. Needs torch."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor, nn
from transformers import AutoModel


class ActNetwork(nn.Module):
    """MiniLM, the mean over its tokens scaled to one length, and on it an act and a yes or no.

    The embeddings of words stay as they are: a few thousand rows would move the words they hold and
    leave all others behind.
    """

    def __init__(self, base: Path, acts: int, dropout: float) -> None:
        super().__init__()
        self.encoder = AutoModel.from_pretrained(base, add_pooling_layer=False)
        self.encoder.embeddings.word_embeddings.weight.requires_grad = False
        width = self.encoder.config.hidden_size
        self.scale = float(width**0.5)
        self.dropout = nn.Dropout(dropout)
        self.acts = nn.Linear(width, acts)
        self.about_table = nn.Linear(width, 1)

    def forward(self, tokens: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits of the acts (rows, acts) and of being about the table (rows)."""
        with torch.autocast("cpu", dtype=torch.bfloat16):  # three times as fast
            hidden = self.encoder(input_ids=tokens, attention_mask=mask).last_hidden_state
        summed = (hidden.float() * mask.unsqueeze(-1)).sum(1)
        unit = nn.functional.normalize(summed, dim=-1)
        vectors = self.dropout(unit * self.scale)
        return self.acts(vectors), self.about_table(vectors).squeeze(-1)


def padded(rows: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
    """Return rows of token ids as one table of the longest one's length, and its mask."""
    tokens = torch.zeros(len(rows), max(map(len, rows)), dtype=torch.long)
    mask = torch.zeros_like(tokens)
    for place, row in enumerate(rows):
        tokens[place, : len(row)] = torch.tensor(row)
        mask[place, : len(row)] = 1
    return tokens, mask
