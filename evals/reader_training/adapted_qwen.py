"""Qwen2 in torch with a LoRA beside each linear layer; its own weights stay as they are.

The weights are those of the GGUF file that ships, rounded to 4 bits as the students' machine has
them: what is learned makes up for the rounding as well.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from evals.reader_training.block_formats import FORMATS
from evals.reader_training.gguf_file import StoredTensor, Tensor16, Value, read_gguf

EMBEDDINGS = ("token_embd.weight", "output.weight")  # a row for each token
NORMS = "norm"  # in the names of weights that stay 32-bit floats
Weights = Mapping[str, Tensor]


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of a model, as its file gives them."""

    layers: int
    heads: int
    heads_of_keys: int
    head_width: int
    rope_base: float
    norm_epsilon: float

    @classmethod
    def of(cls, facts: Mapping[str, Value]) -> Sizes:
        heads = int(facts["qwen2.attention.head_count"])
        return cls(
            layers=int(facts["qwen2.block_count"]),
            heads=heads,
            heads_of_keys=int(facts["qwen2.attention.head_count_kv"]),
            head_width=int(facts["qwen2.embedding_length"]) // heads,
            rope_base=float(facts["qwen2.rope.freq_base"]),
            norm_epsilon=float(facts["qwen2.attention.layer_norm_rms_epsilon"]),
        )


@dataclass(frozen=True, slots=True)
class AdapterSize:
    """The size of what is learned: its rank, and alpha, by which its share is scaled."""

    rank: int = 8
    alpha: float = 16.0
    dropout: float = 0.05


class AdaptedLinear(nn.Module):
    """A linear layer whose weight is fixed, and the product of two small ones beside it."""

    weight: Tensor
    bias: Tensor | None

    def __init__(self, weight: Tensor, bias: Tensor | None, adapter: AdapterSize) -> None:
        super().__init__()
        self.register_buffer("weight", weight, persistent=False)
        self.register_buffer("bias", bias, persistent=False)
        rows, columns = weight.shape
        self.a = nn.Parameter(torch.empty(adapter.rank, columns, device=weight.device))
        self.b = nn.Parameter(torch.zeros(rows, adapter.rank, device=weight.device))
        nn.init.kaiming_uniform_(self.a, a=math.sqrt(5))
        self._scale = adapter.alpha / adapter.rank
        self._dropout = adapter.dropout

    def forward(self, x: Tensor) -> Tensor:
        kept = F.dropout(x, self._dropout, self.training)
        learned = F.linear(F.linear(kept, self.a.to(x.dtype)), self.b.to(x.dtype))
        return F.linear(x, self.weight, self.bias) + learned * self._scale


class AdaptedLayer(nn.Module):
    """Attention, then the feed-forward part."""

    norm_before: Tensor
    norm_between: Tensor

    def __init__(
        self, part: Callable[[str], Tensor | None], sizes: Sizes, adapter: AdapterSize
    ) -> None:
        super().__init__()
        self._sizes = sizes

        def linear(name: str) -> AdaptedLinear:
            return AdaptedLinear(_known(part(f"{name}.weight")), part(f"{name}.bias"), adapter)

        self.query, self.key, self.value = linear("attn_q"), linear("attn_k"), linear("attn_v")
        self.output = linear("attn_output")
        self.gate, self.up, self.down = linear("ffn_gate"), linear("ffn_up"), linear("ffn_down")
        self.register_buffer("norm_before", part("attn_norm.weight"), persistent=False)
        self.register_buffer("norm_between", part("ffn_norm.weight"), persistent=False)

    def forward(self, x: Tensor, rotation: Rotation) -> Tensor:
        x = x + self._attend(_normed(x, self.norm_before, self._sizes), rotation)
        between = _normed(x, self.norm_between, self._sizes)
        fed: Tensor = self.down(F.silu(self.gate(between)) * self.up(between))
        return x + fed

    def _attend(self, x: Tensor, rotation: Rotation) -> Tensor:
        rows, length, _ = x.shape

        def in_heads(layer: AdaptedLinear) -> Tensor:
            spread: Tensor = layer(x)
            return spread.view(rows, length, -1, self._sizes.head_width).transpose(1, 2)

        query, key, value = (
            rotation(in_heads(self.query)),
            rotation(in_heads(self.key)),
            in_heads(self.value),
        )
        # Several heads of the query share one of the keys.
        shared = self._sizes.heads // self._sizes.heads_of_keys
        key, value = key.repeat_interleave(shared, 1), value.repeat_interleave(shared, 1)
        seen = F.scaled_dot_product_attention(query, key, value, is_causal=True)
        attended: Tensor = self.output(seen.transpose(1, 2).reshape(rows, length, -1))
        return attended

    def learned(self) -> Iterator[tuple[str, AdaptedLinear]]:
        """Yield the adapted layers by the names that llama.cpp gives them, in their order."""
        yield "attn_q", self.query
        yield "attn_k", self.key
        yield "attn_v", self.value
        yield "attn_output", self.output
        yield "ffn_gate", self.gate
        yield "ffn_up", self.up
        yield "ffn_down", self.down


class Rotation:
    """Turns the heads by their place in the text (rotary embedding)."""

    def __init__(self, length: int, sizes: Sizes, device: torch.device) -> None:
        width = sizes.head_width
        slowness = torch.arange(0, width, 2, device=device).float() / width
        places = torch.arange(length, device=device).float()
        angles = places.unsqueeze(-1) / sizes.rope_base**slowness
        doubled = torch.cat([angles, angles], -1)
        self._cos, self._sin = doubled.cos(), doubled.sin()

    def __call__(self, heads: Tensor) -> Tensor:
        first, second = heads.chunk(2, -1)
        turned = heads * self._cos + torch.cat([-second, first], -1) * self._sin
        return turned.to(heads.dtype)


class AdaptedQwen(nn.Module):
    """The model; it knows the tokens alone whose embeddings it was given."""

    embeddings: Tensor
    output: Tensor
    norm: Tensor

    def __init__(self, weights: Weights, sizes: Sizes, adapter: AdapterSize) -> None:
        super().__init__()
        self._sizes = sizes
        for name, of_file in (("embeddings", EMBEDDINGS[0]), ("output", EMBEDDINGS[1])):
            self.register_buffer(name, weights[of_file], persistent=False)
        self.register_buffer("norm", weights["output_norm.weight"], persistent=False)
        layers = (_part_of(weights, number) for number in range(sizes.layers))
        self.layers = nn.ModuleList(AdaptedLayer(part, sizes, adapter) for part in layers)

    def forward(self, ids: Tensor, wanted: Tensor) -> Tensor:
        """Return the scores of each token behind the places that are wanted (a mask)."""
        rotation = Rotation(ids.shape[1], self._sizes, ids.device)
        x = F.embedding(ids, self.embeddings)
        for layer in self.layers:
            x = layer(x, rotation)
        return F.linear(_normed(x[wanted], self.norm, self._sizes), self.output)

    def learned(self) -> dict[str, Tensor16]:
        """Return what was learned, by the names that an adapter's file has."""
        found: dict[str, Tensor16] = {}
        for number, layer in enumerate(self.layers):
            assert isinstance(layer, AdaptedLayer)
            for name, linear in layer.learned():
                key = f"blk.{number}.{name}.weight"
                found[f"{key}.lora_a"] = linear.a.detach().half().cpu().numpy()
                found[f"{key}.lora_b"] = linear.b.detach().half().cpu().numpy()
        return found


def load_adapted(
    file: Path, tokens: Sequence[int], adapter: AdapterSize, device: torch.device
) -> AdaptedQwen:
    """Return the model of a file, with the embeddings of some of its tokens."""
    found = read_gguf(file)
    # The processor computes in 16 bits slower than in 32.
    number = torch.bfloat16 if device.type == "cuda" else torch.float32
    weights: dict[str, Tensor] = {}
    for name, stored in found.tensors.items():
        kept = _rows_of(stored, tokens) if name in EMBEDDINGS else stored
        weight = as_floats(kept, device)
        weights[name] = weight if NORMS in name else weight.to(number)
    return AdaptedQwen(weights, Sizes.of(found.facts), adapter)


def as_floats(stored: StoredTensor, device: torch.device) -> Tensor:
    """Return a stored tensor's values as 32-bit floats."""
    stored_as = FORMATS[stored.kind]
    raw = torch.from_numpy(np.array(stored.data)).to(device)
    return stored_as.read(raw.view(-1, stored_as.size)).reshape(stored.shape)


def _rows_of(stored: StoredTensor, rows: Sequence[int]) -> StoredTensor:
    count, *rest = stored.shape
    data = stored.data.reshape(count, -1)[list(rows)]
    return StoredTensor(stored.kind, (len(rows), *rest), data.reshape(-1))


def _part_of(weights: Weights, layer: int) -> Callable[[str], Tensor | None]:
    return lambda name: weights.get(f"blk.{layer}.{name}")


def _known(weight: Tensor | None) -> Tensor:
    if weight is None:
        raise ValueError("The file is no Qwen2 model: a linear layer is missing.")
    return weight


def _normed(x: Tensor, weight: Tensor, sizes: Sizes) -> Tensor:
    normed = F.rms_norm(x.float(), (x.shape[-1],), eps=sizes.norm_epsilon)
    return (normed * weight).to(x.dtype)
