"""The GGUF file format, as far as it is needed: a model is read from it, an adapter written to it.

https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
"""

from __future__ import annotations

import math
import mmap
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from evals.reader_training.block_formats import FORMATS
from tutor_app.domain.errors import ModelFileInvalid

MAGIC = b"GGUF"
VERSION = 3
ALIGNMENT = 32  # bytes, of each tensor
# How the format numbers the types of its values; struct's letters for those of a fixed size.
_NUMBERS = {
    0: "B",
    1: "b",
    2: "H",
    3: "h",
    4: "I",
    5: "i",
    6: "f",
    7: "?",
    10: "Q",
    11: "q",
    12: "d",
}
_FLOAT, _TEXT, _LIST = 6, 8, 9
_HALF = 1  # the type of a tensor of 16-bit floats

Value = int | float | str
Tensor16 = NDArray[np.float16]


@dataclass(frozen=True, slots=True)
class StoredTensor:
    """A tensor as it lies in a file; `shape` has the rows first, `kind` numbers its format."""

    kind: int
    shape: tuple[int, ...]
    data: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class GgufFile:
    """What a file says of itself, without its lists, and its tensors by name."""

    facts: Mapping[str, Value]
    tensors: Mapping[str, StoredTensor]


class _Cursor:
    """Reads the head of a file from its beginning on."""

    def __init__(self, data: mmap.mmap) -> None:
        self._data = data
        self.place = 0

    def take(self, letter: str) -> Value:
        size = struct.calcsize(f"<{letter}")
        (value,) = struct.unpack_from(f"<{letter}", self._data, self.place)
        self.place += size
        return value  # type: ignore[no-any-return]  # struct has no types

    def count(self, letter: str = "Q") -> int:
        return int(self.take(letter))

    def text(self) -> str:
        size = self.count()
        self.place += size
        return self._data[self.place - size : self.place].decode("utf-8")

    def value(self, kind: int) -> Value | None:
        """Return a value; None for a list, which is passed over."""
        if kind == _TEXT:
            return self.text()
        if kind != _LIST:
            return self.take(_NUMBERS[kind])
        inner, length = self.count("I"), self.count()
        for _ in range(length):
            self.value(inner)
        return None


def read_gguf(path: Path) -> GgufFile:
    """Return the tensors of a file, which are read when they are used.

    Raises:
        ModelFileInvalid: it is no GGUF file.
    """
    with path.open("rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    if data[: len(MAGIC)] != MAGIC:
        raise ModelFileInvalid(f"{path} is no GGUF file.")
    cursor = _Cursor(data)
    cursor.place = len(MAGIC) + 4  # behind the version
    tensor_count, fact_count = cursor.count(), cursor.count()
    facts: dict[str, Value] = {}
    for _ in range(fact_count):
        key = cursor.text()
        value = cursor.value(cursor.count("I"))
        if value is not None:
            facts[key] = value
    heads = [_tensor_head(cursor) for _ in range(tensor_count)]
    start = _aligned(cursor.place, int(facts.get("general.alignment", ALIGNMENT)))
    whole = np.frombuffer(data, dtype=np.uint8)
    return GgufFile(facts, {head.name: _tensor(head, whole[start:]) for head in heads})


@dataclass(frozen=True, slots=True)
class _Head:
    name: str
    shape: tuple[int, ...]
    kind: int
    offset: int


def _tensor_head(cursor: _Cursor) -> _Head:
    name = cursor.text()
    sizes = [cursor.count() for _ in range(cursor.count("I"))]
    # The format names the size of a row first.
    return _Head(name, tuple(reversed(sizes)), cursor.count("I"), cursor.count())


def _tensor(head: _Head, tensors: NDArray[np.uint8]) -> StoredTensor:
    stored = FORMATS.get(head.kind)
    if stored is None:
        raise ModelFileInvalid(f"{head.name} has the format {head.kind}, which is not read here.")
    size = math.prod(head.shape) // stored.values * stored.size
    return StoredTensor(head.kind, head.shape, tensors[head.offset : head.offset + size])


def write_adapter(path: Path, name: str, alpha: float, tensors: Mapping[str, Tensor16]) -> None:
    """Write a LoRA adapter for a Qwen2 model, as llama.cpp reads it."""
    facts = [
        _text("general.architecture") + _value_text("qwen2"),
        _text("general.type") + _value_text("adapter"),
        _text("adapter.type") + _value_text("lora"),
        _text("adapter.lora.alpha") + struct.pack("<If", _FLOAT, alpha),
        _text("general.name") + _value_text(name),
    ]
    head = MAGIC + struct.pack("<IQQ", VERSION, len(tensors), len(facts)) + b"".join(facts)
    offset = 0
    for key, tensor in tensors.items():
        sizes = tuple(reversed(tensor.shape))
        head += _text(key) + struct.pack(f"<I{len(sizes)}Q", len(sizes), *sizes)
        head += struct.pack("<IQ", _HALF, offset)
        offset = _aligned(offset + tensor.nbytes, ALIGNMENT)
    with path.open("wb") as file:
        file.write(_padded(head))
        for tensor in tensors.values():
            file.write(_padded(tensor.astype("<f2").tobytes()))


def _text(text: str) -> bytes:
    encoded = text.encode("utf-8")
    return struct.pack("<Q", len(encoded)) + encoded


def _value_text(text: str) -> bytes:
    return struct.pack("<I", _TEXT) + _text(text)


def _padded(data: bytes) -> bytes:
    return data.ljust(_aligned(len(data), ALIGNMENT), b"\0")


def _aligned(place: int, alignment: int) -> int:
    return -(-place // alignment) * alignment
