"""The network while it learns: a sentence encoder whose mean feeds two heads. Needs torch."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor, nn
from transformers import AutoModel

from tutor_app.understanding.turn_tokens import TurnTokens


class ActNetwork(nn.Module):
    """MiniLM; the mean over a turn's tokens and over its message's; on both an act and a yes or no.

    Both means are scaled to one length, as those are by which MiniLM compares sentences.

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
        self.acts = nn.Linear(2 * width, acts)
        self.about_table = nn.Linear(2 * width, 1)

    def forward(self, tokens: Tensor, mask: Tensor, message: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits of the acts (rows, acts) and of being about the table (rows).

        `mask` has ones where there is a token, `message` where it is one of the message.
        """
        with torch.autocast("cpu", dtype=torch.bfloat16):  # three times as fast
            hidden = self.encoder(input_ids=tokens, attention_mask=mask).last_hidden_state
        means = [_unit_mean(hidden.float(), of) * self.scale for of in (mask, message)]
        vectors = self.dropout(torch.cat(means, dim=-1))
        return self.acts(vectors), self.about_table(vectors).squeeze(-1)


def _unit_mean(hidden: Tensor, mask: Tensor) -> Tensor:
    return nn.functional.normalize((hidden * mask.unsqueeze(-1)).sum(1), dim=-1)


def padded(turns: Sequence[TurnTokens]) -> tuple[Tensor, Tensor, Tensor]:
    """Return turns as one table of the longest one's length, its mask, and its messages' mask."""
    tokens = torch.zeros(len(turns), max(len(turn.ids) for turn in turns), dtype=torch.long)
    mask = torch.zeros_like(tokens)
    message = torch.zeros_like(tokens)
    for place, turn in enumerate(turns):
        tokens[place, : len(turn.ids)] = torch.tensor(turn.ids)
        mask[place, : len(turn.ids)] = 1
        message[place, turn.message : len(turn.ids)] = 1
    return tokens, mask, message
