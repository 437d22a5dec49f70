"""What the laws of chance make of the probabilities of two events that a message gives by signs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from tutor_app.calculations.quantities.quantity_story import (
    QuantityStory,
    StoryQuantity,
    shown_number,
)

_CHANCE: Final = re.compile(
    r"\bP\s*\(\s*(?P<event>[^()=]{1,24}(?:\([^()]{1,9}\))?[^()=]{0,12})\)"
    r"(?:\s*=\s*(?P<value>\d*\.\d+|\d+\s*/\s*\d+|\d+\s*%|[01])(?![\d.]*\s*[-+*/·×−(]))?"
)
_SIGNS: Final = (
    (r"\s*(?:\bor\b|∪|∨|\\cup)\s*", "∪"), (r"\s*(?:\band\b|∩|∧|&|\\cap)\s*", "∩"),
    (r"\s*(?:\bgiven\b|\||\\mid)\s*", "|"), (r"(?:\bnot\b|¬|~)\s*([A-Z])", r"\1'"),
    (r"([A-Z])\s*(?:\^c|ᶜ|\^\{c\}|\\')", r"\1'"),
)  # fmt: skip


def read_events(message: str) -> QuantityStory | None:
    """Return what the probabilities of two events that a message gives make of another one.

    The last one that is told with a calculation, or without a value before it, is asked for.
    Sources of the laws: Kolmogorov's axioms (sum, complement), the definition of conditional
    probability, and the product for independent events where the message says so.
    """
    told = [*_events(message)]
    known = {name: value for name, value, _ in told if value is not None}
    if not told or not known:
        return None
    asked = next((name for name, value, _ in reversed(told) if value is None), told[-1][0])
    known.pop(asked, None)
    names = sorted({sign for name, _, _ in told for sign in name if sign.isalpha()})
    if len(names) > 2 or not known or asked in known:
        return None
    free = re.search(r"\bindependent\b", message, re.I) is not None
    free = free and re.search(r"\bnot\s+independent\b", message, re.I) is None
    apart = re.search(r"\b(?:mutually\s+)?(?:exclusive|disjoint)\b", message, re.I) is not None
    value = _value_of(asked, known, free=free, apart=apart)
    if value is None or not 0 <= value <= 1:
        return None
    return QuantityStory(
        kind="events",
        told={
            "known": ", ".join(f"P({name}) = {shown_number(one)}" for name, one in known.items()),
            "asked": f"P({asked})",
        },
        quantities=(StoryQuantity(value=value, percent=None),),
        slips=tuple(
            (slip, StoryQuantity(value=each, percent=None))
            for slip, each in _slips(asked, known)
            if each != value
        ),
        taken=frozenset(),
        step="",
        example="",
    )  # fmt: skip


def _events(message: str) -> Iterator[tuple[str, Fraction | None, int]]:
    """Yield the events of P(…) with their values, None where no bare number stands behind."""
    plain = re.sub(r"(?<=\b\d),(?=\d)", ".", message.replace("$", ""))  # 0,3 is one number
    for found in _CHANCE.finditer(plain):
        name = found["event"].strip()
        for pattern, sign in _SIGNS:
            name = re.sub(pattern, sign, name)
        name = name.replace(" ", "")
        if re.fullmatch(r"[A-Z]'?(?:[∪∩|][A-Z]'?)?", name):
            yield name, _number(found["value"]), found.start()


def _number(text: str | None) -> Fraction | None:
    if text is None:
        return None
    bare = "".join(text.split())
    return Fraction(bare[:-1]) / 100 if bare.endswith("%") else Fraction(bare)


def _value_of(
    asked: str, known: Mapping[str, Fraction], *, free: bool, apart: bool
) -> Fraction | None:
    """Return a probability from those known; None where they don't tell it."""
    values = dict(known)
    letters = sorted({sign for name in (*known, asked) for sign in name if sign.isalpha()})
    for _ in range(4):
        for name in letters:
            _fill(values, name, 1, f"{name}'")
            _fill(values, f"{name}'", 1, name)
        if len(letters) == 2:
            _fill_pair(values, *letters, free=free, apart=apart)
    return values.get(asked)


def _fill(values: dict[str, Fraction], name: str, whole: int, other: str) -> None:
    if name not in values and other in values:
        values[name] = whole - values[other]


def _fill_pair(values: dict[str, Fraction], a: str, b: str, *, free: bool, apart: bool) -> None:
    both, either = f"{a}∩{b}", f"{a}∪{b}"
    for name, turned in ((both, f"{b}∩{a}"), (either, f"{b}∪{a}")):
        _set(values, name, values.get(turned))
        _set(values, turned, values.get(name))
    one, other = values.get(a), values.get(b)
    for first, second in ((a, b), (b, a)):
        given, whole = values.get(f"{first}|{second}"), values.get(second)
        _set(values, both, given * whole if given is not None and whole is not None else None)
    if one is not None and other is not None:
        _set(values, both, one * other if free else Fraction(0) if apart else None)
        sum_of = values.get(either)
        _set(values, both, one + other - sum_of if sum_of is not None else None)
        overlap = values.get(both)
        _set(values, either, one + other - overlap if overlap is not None else None)
    for first, second in ((a, b), (b, a)):
        overlap, whole = values.get(both), values.get(second)
        _set(
            values, f"{first}|{second}", overlap / whole if overlap is not None and whole else None
        )


def _set(values: dict[str, Fraction], name: str, value: Fraction | None) -> None:
    if value is not None:
        values.setdefault(name, value)


def _slips(asked: str, known: Mapping[str, Fraction]) -> Iterator[tuple[str, Fraction]]:
    letters = [sign for sign in asked if sign.isalpha()]
    if len(letters) != 2:
        return
    a, b = (known.get(each) for each in letters)
    both = known.get(f"{letters[0]}∩{letters[1]}", known.get(f"{letters[1]}∩{letters[0]}"))
    if "∪" in asked and a is not None and b is not None:
        yield "overlap_twice", a + b
        yield "multiplied_for_or", a * b
    if "|" in asked and both is not None:
        for other in (a, b):
            if other:
                yield "wrong_condition", both / other
        yield "both_for_given", both
    if "∩" in asked and a is not None and b is not None:
        yield "as_if_independent", a * b
        yield "added_for_and", a + b
