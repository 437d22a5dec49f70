"""The cross-encoder in torch, as it learns: MiniLM's layers, a logit for sentences and passages.

Its weights go by these names from training to the file that ships (network_file.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tutor_app.retrieval.reranker_training.network_file import HEADS, LAYERS, WIDTH, Array

_EPSILON = 1e-12
_INNER = 4 * WIDTH
_DROPPED: Final = 0.1


class _Layer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.n1, self.n2 = (nn.LayerNorm(WIDTH, eps=_EPSILON) for _ in range(2))
        self.i, self.f = nn.Linear(WIDTH, _INNER), nn.Linear(_INNER, WIDTH)

    def forward(self, rows: Tensor, mask: Tensor) -> Tensor:
        """`rows` are (texts, length, WIDTH), `mask` is (texts, 1, 1, length)."""
        texts, length, _ = rows.shape
        query, key, value = (
            part(rows).view(texts, length, HEADS, WIDTH // HEADS).transpose(1, 2)
            for part in (self.q, self.k, self.v)
        )
        dropped = _DROPPED if self.training else 0.0
        seen = F.scaled_dot_product_attention(query, key, value, attn_mask=mask, dropout_p=dropped)
        seen = self.o(seen.transpose(1, 2).reshape(texts, length, WIDTH))
        rows = self.n1(rows + F.dropout(seen, _DROPPED, self.training))
        inner = self.f(F.gelu(self.i(rows)))
        done: Tensor = self.n2(rows + F.dropout(inner, _DROPPED, self.training))
        return done


class _Bert(nn.Module):
    def __init__(self, words: int, places: int) -> None:
        super().__init__()
        self.word, self.place = nn.Embedding(words, WIDTH), nn.Embedding(places, WIDTH)
        self.kind = nn.Parameter(torch.zeros(WIDTH))
        self.norm = nn.LayerNorm(WIDTH, eps=_EPSILON)
        self.layers = nn.ModuleList(_Layer() for _ in range(LAYERS))

    def forward(self, tokens: Tensor, mask: Tensor) -> Tensor:
        rows = self.word(tokens) + self.place.weight[: tokens.shape[1]] + self.kind
        rows = F.dropout(self.norm(rows), _DROPPED, self.training)
        for layer in self.layers:
            rows = layer(rows, mask.bool()[:, None, None, :])
        hidden: Tensor = rows
        return hidden


class SentenceCrossEncoder(nn.Module):
    """Logits of sentences and of passages; what is below 0 answers less than nothing at all."""

    def __init__(self, weights: Mapping[str, Array]) -> None:
        """Take its weights as network_file.py reads them.

        Raises:
            RuntimeError: they are not all there, or of another shape.
        """
        super().__init__()
        places = weights["bert.place.weight"].shape[0]
        self.bert = _Bert(weights["bert.word.weight"].shape[0], places)
        self.sent, self.pas = nn.Linear(2 * WIDTH, 1), nn.Linear(WIDTH, 1)
        # Numbers read from a file must not be written to.
        self.load_state_dict({name: torch.from_numpy(np.array(w)) for name, w in weights.items()})
        self.bert.word.weight.requires_grad_(False)  # words stay MiniLM's own

    def forward(self, tokens: Tensor, mask: Tensor, members: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits, shapes (passages, sentences) and (passages,); see `network_inputs`."""
        rows = self.bert(tokens, mask)
        first = rows[:, 0]
        means = members @ rows
        whole = first[:, None, :].expand_as(means)
        sentences: Tensor = self.sent(torch.cat([means, whole], dim=2))[..., 0]
        passages: Tensor = self.pas(first)[:, 0]
        return sentences, passages

    def weights(self) -> dict[str, Array]:
        """Return all weights in float32, by name."""
        return {name: w.detach().float().cpu().numpy() for name, w in self.state_dict().items()}
