"""The formats in which llama.cpp keeps weights in few bits, as floats.

A tensor is a row of blocks of one size. Each reader takes blocks (count, bytes) and returns their
values (count, values of a block). Compared with the `gguf` package, the values are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True, slots=True)
class BlockFormat:
    """A format: bytes and values of a block, and what reads it."""

    size: int
    values: int
    read: Callable[[Tensor], Tensor]


def _halves(raw: Tensor) -> Tensor:
    return raw.contiguous().view(torch.float16).float()


def _read_f32(blocks: Tensor) -> Tensor:
    return blocks.contiguous().view(torch.float32)


def _read_f16(blocks: Tensor) -> Tensor:
    return _halves(blocks)


def _read_q8_0(blocks: Tensor) -> Tensor:
    return _halves(blocks[:, :2]) * blocks[:, 2:].contiguous().view(torch.int8).float()


def _read_q5_0(blocks: Tensor) -> Tensor:
    scale, fifth, nibbles = _halves(blocks[:, :2]), blocks[:, 2:6].int(), blocks[:, 6:].int()
    places = torch.arange(8, device=blocks.device)
    bits = ((fifth.unsqueeze(-1) >> places) & 1).reshape(-1, 32) << 4
    first, second = (nibbles & 15) | bits[:, :16], (nibbles >> 4) | bits[:, 16:]
    return scale * (torch.cat([first, second], 1) - 16).float()


def _scales_and_least(packed: Tensor) -> tuple[Tensor, Tensor]:
    """Return the scales and least values (6 bits each) of the eight parts of a Q4_K block."""
    packed = packed.int()
    scales, least, rest = packed[:, :4], packed[:, 4:8], packed[:, 8:]
    later_scales = (rest & 15) | ((scales >> 2) & 0x30)
    later_least = (rest >> 4) | ((least >> 2) & 0x30)
    return (
        torch.cat([scales & 63, later_scales], 1).float(),
        torch.cat([least & 63, later_least], 1).float(),
    )


def _read_q4_k(blocks: Tensor) -> Tensor:
    scale, least = _halves(blocks[:, :2]), _halves(blocks[:, 2:4])
    scales, leasts = _scales_and_least(blocks[:, 4:16])
    nibbles = blocks[:, 16:].reshape(-1, 4, 1, 32).int()
    values = torch.cat([nibbles & 15, nibbles >> 4], 2).reshape(-1, 8, 32).float()
    parts = (scale * scales).unsqueeze(-1) * values - (least * leasts).unsqueeze(-1)
    return parts.reshape(-1, 256)


def _read_q6_k(blocks: Tensor) -> Tensor:
    nibbles = blocks[:, :128].reshape(-1, 2, 1, 64).int()
    upper = blocks[:, 128:192].reshape(-1, 2, 1, 32).int()
    scales = blocks[:, 192:208].contiguous().view(torch.int8).float()
    low = torch.cat([nibbles & 15, nibbles >> 4], 2).reshape(-1, 8, 32)
    high = torch.cat([(upper >> shift) & 3 for shift in (0, 2, 4, 6)], 2).reshape(-1, 8, 32)
    values = ((low | (high << 4)) - 32).reshape(-1, 16, 16).float()
    return ((_halves(blocks[:, 208:]) * scales).unsqueeze(-1) * values).reshape(-1, 256)


# By the number that a GGUF file gives each format.
FORMATS = {
    0: BlockFormat(4, 1, _read_f32),
    1: BlockFormat(2, 1, _read_f16),
    6: BlockFormat(22, 32, _read_q5_0),
    8: BlockFormat(34, 32, _read_q8_0),
    12: BlockFormat(144, 256, _read_q4_k),
    14: BlockFormat(210, 256, _read_q6_k),
}
