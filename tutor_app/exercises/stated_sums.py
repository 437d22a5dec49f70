"""Sums that a student writes out, "3 + 9 + 27 = 39", checked by doing them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

_NUMBER = r"\d+(?:\.\d+)?"
_SIDE = rf"{_NUMBER}(?:\s*[-+−*·×/]\s*{_NUMBER})*"
# Letters, brackets or a sign beside it belong to a formula, of which this would be a piece.
_CHAIN = re.compile(
    rf"(?<![\w)(.,/*·×+−^=-])\s*({_SIDE}(?:\s*=\s*{_SIDE})+)"
    r"(?![\w^(]|\s*[*·×/+−-]\s*[\w(])"
)
_PLUS = re.compile(r"[-+−]")
_TERM = re.compile(rf"\s*([-+−*·×/]?)\s*({_NUMBER})")


def wrong_sums(text: str) -> list[str]:
    """Return the left sides of the equations in a text whose sides are not equal, as written."""
    found = []
    for chain in _CHAIN.finditer(text):
        sides = [side.strip() for side in chain[1].split("=")]
        for left, right in zip(sides, sides[1:], strict=False):
            values = value_of(left), value_of(right)
            if None not in values and values[0] != values[1] and not left.isdecimal():
                found.append(left)
    return found


def equations(text: str) -> list[str]:
    """Return the equations between numbers that a text writes out, as written."""
    return [chain[1].strip() for chain in _CHAIN.finditer(text)]


def terms_of(side: str) -> list[Fraction]:
    """Return what each term of a sum comes to: 9, 18 of "3*3 + 2*9"."""
    parts = (part for part in _PLUS.split(side) if part.strip())
    return [value for part in parts if (value := value_of(part)) is not None]


def value_of(side: str) -> Fraction | None:
    """Return what a row of numbers between signs comes to; None where it divides by zero."""
    total, product, sign = Fraction(0), Fraction(0), 1
    for operation, number in _terms(side):
        value = Fraction(number)
        if operation in ("", "+", "-", "−"):
            total += sign * product
            sign, product = (1 if operation in ("", "+") else -1), value
        elif operation == "/":
            if not value:
                return None
            product /= value
        else:
            product *= value
    return total + sign * product


def _terms(side: str) -> Iterator[tuple[str, str]]:
    for term in _TERM.finditer(side):
        yield term[1], term[2]
