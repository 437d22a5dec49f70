"""A value of a program as text to show and as plain JSON to compare: both of bounded size."""

from __future__ import annotations

import math
import numbers
import reprlib
from collections.abc import Mapping, Set
from itertools import islice
from typing import Any

MOST_PARTS = 5_000  # of one value compared; of a larger one nothing can be said
_PART = 50  # characters of a text or digits of a number that count as a part
DEEPEST = 60
_PLAIN_REPR: object = object.__repr__
TOO_LARGE = ["too large"]
UNREADABLE = ["unreadable"]


def show(value: object, most: int) -> str:
    """Return the repr of a value, at most `most` characters and free of addresses."""
    text = _Shown(most).repr(value)
    return text if len(text) <= most else f"{text[: most - 1]}…"


class _Shown(reprlib.Repr):
    """Python's own repr within bounds; of an object that has none, its class and attributes."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.maxlevel = 8
        self.maxstring = self.maxother = self.maxlong = most
        parts = max(most // 2, 10)
        self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = parts
        self.maxdict = self.maxdeque = self.maxarray = parts

    def repr1(self, x: Any, level: int) -> str:
        try:
            return super().repr1(x, level)
        except Exception as exc:  # noqa: BLE001 - whatever the program's own __repr__ raises
            return f"<{type(x).__name__}: its repr raises {type(exc).__name__}>"

    def repr_int(self, x: int, level: int) -> str:
        digits = int(x.bit_length() * math.log10(2)) + 1
        return super().repr_int(x, level) if digits < 4_000 else f"<about {digits:,} digits>"

    def repr_dict(self, x: dict[Any, Any], level: int) -> str:
        if level <= 0 and x:
            return "{...}"
        pairs = [
            f"{self.repr1(key, level - 1)}: {self.repr1(x[key], level - 1)}"
            for key in islice(x, self.maxdict)
        ]
        return f"{{{', '.join(pairs + ['...'] * (len(x) > self.maxdict))}}}"

    def repr_instance(self, x: Any, level: int) -> str:
        if isinstance(x, type):
            return x.__name__
        if getattr(type(x), "__repr__", None) is _PLAIN_REPR:
            if level <= 0:
                return f"{type(x).__name__}(...)"
            held = getattr(x, "__dict__", None)
            if held is None:
                return f"<{type(x).__name__} object>"
            parts = (f"{name}={self.repr1(each, level - 1)}" for name, each in held.items())
            return f"{type(x).__name__}({', '.join(parts)})"
        if callable(x) and hasattr(x, "__name__"):
            return f"<function {x.__name__}>"
        if hasattr(x, "gi_frame"):
            return f"<generator {x.__name__}>"
        text = super().repr_instance(x, level)
        kind, address, _ = text.rpartition(" at 0x")
        return f"{kind}>" if address and text.endswith(">") else text


def say(value: object, most: int) -> str:
    """Return str(value), at most `most` characters; "" where the program's own __str__ raises."""
    try:
        return str(value)[:most]
    except Exception:  # noqa: BLE001 - whatever it raises
        return ""


def plain(value: object) -> list[Any]:
    """Return a value as tagged JSON: what Python calls equal gets the same tags.

    TOO_LARGE stands for a value that is too large or too deep, UNREADABLE for one whose own class
    raises an error while it is read.
    """
    try:
        return _Plain().of(value, 0)
    except _TooLarge:
        return TOO_LARGE
    except Exception:  # noqa: BLE001 - whatever the program's own class raises
        return UNREADABLE


def is_comparable(value: Any) -> bool:
    """Whether a value of `plain` is whole, so that it can be held against another."""
    return isinstance(value, list) and value not in (TOO_LARGE, UNREADABLE)


def plainly_equal(left: Any, right: Any) -> bool:
    """Whether two values of `plain` are equal; floats within a billionth."""
    if _tag(left) == "number" == _tag(right):
        return _numbers_equal(str(left[1]), str(right[1]))
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(plainly_equal, left, right))
    return bool(left == right)


class _TooLarge(Exception):
    pass


class _Plain:
    def __init__(self) -> None:
        self._parts = 0

    def of(self, value: object, depth: int) -> list[Any]:
        self._parts += 1 + _length(value) // _PART
        if self._parts > MOST_PARTS or depth > DEEPEST:
            raise _TooLarge
        if value is None:
            return ["none", ""]
        if isinstance(value, str):
            return ["text", str.__str__(value)]
        if isinstance(value, bytes | bytearray):
            return ["bytes", bytes(value).hex()]
        if isinstance(value, numbers.Number):
            return ["number", _number(value)]
        if isinstance(value, Mapping):
            pairs = [[self.of(key, depth + 1), self.of(value[key], depth + 1)] for key in value]
            return ["dict", sorted(pairs, key=repr)]
        if isinstance(value, Set):
            return ["set", sorted((self.of(each, depth + 1) for each in value), key=repr)]
        if isinstance(value, list | tuple):
            name = "list" if isinstance(value, list) else "tuple"
            return [name, [self.of(each, depth + 1) for each in value]]
        return ["object", show(value, 2_000)]


def _length(value: object) -> int:
    """Roughly how many characters a value takes, where it alone may take many."""
    if isinstance(value, str | bytes | bytearray):
        return len(value)
    return value.bit_length() // 4 if isinstance(value, int) else 0


def _number(value: Any) -> str:
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, numbers.Integral):
        return hex(int(value))  # str() refuses integers of more than 4,300 digits
    if isinstance(value, complex):
        return repr(value)
    return repr(float(value))


def _numbers_equal(left: str, right: str) -> bool:
    if left == right:
        return True
    try:
        a, b = _read_number(left), _read_number(right)
        return a == b or math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)
    except (ValueError, TypeError, OverflowError):
        return False


def _read_number(text: str) -> float:
    return int(text, 16) if "0x" in text else float(text)


def _tag(value: Any) -> object:
    return value[0] if isinstance(value, list) and len(value) == 2 else None
