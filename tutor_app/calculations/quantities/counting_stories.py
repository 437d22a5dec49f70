"""How many ways there are to choose some of some, or to put things in a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, factorial, perm
from typing import Final

from tutor_app.calculations.quantities.quantity_story import (
    QuantityStory,
    StoryQuantity,
)
from tutor_app.calculations.quantities.told_numbers import ToldToken, says

MOST_THINGS: Final = 60


def read_ways(tokens: Sequence[ToldToken], given: Sequence[ToldToken]) -> QuantityStory | None:
    """Return in how many ways some of some can be chosen, or things can be put in a row."""
    if not _asks_ways(tokens) or any(each.percent for each in given):
        return None
    numbers = [int(each.number) for each in given if each.number and each.number.denominator == 1]
    if len(numbers) != len(given) or not numbers or max(numbers) > MOST_THINGS:
        return None
    ordered = says(tokens, "ordered")
    taken = frozenset(each.start for each in given)
    if len(numbers) == 2 and says(tokens, "chosen") and not says(tokens, "repeated"):
        few, many = min(numbers), max(numbers)
        right, other = (perm, comb) if ordered else (comb, perm)
        slips = {
            "order_not_counted" if ordered else "order_counted": other(many, few),
            "with_repeats": many**few,
            "multiplied": few * many,
        }
        return QuantityStory(
            kind="ways",
            told={"few": few, "many": many},
            quantities=(StoryQuantity(value=Fraction(right(many, few))),),
            slips=_slips(slips),
            taken=taken,
            step=f"{many} · {many - 1}" if few > 1 else str(many),
            example="4 · 3 / 2 = 6" if not ordered else "4 · 3 = 12",
        )
    if len(numbers) == 1 and says(tokens, "arranged"):
        many = numbers[0]
        return QuantityStory(
            kind="rows",
            told={"many": many},
            quantities=(StoryQuantity(value=Fraction(factorial(many))),),
            slips=_slips({"with_repeats": many**many, "summed": many * (many + 1) // 2}),
            taken=taken,
            step=f"{many} · {many - 1}",
            example="4 · 3 · 2 · 1 = 24",
        )
    return None


def _slips(values: Mapping[str, int]) -> tuple[tuple[str, StoryQuantity], ...]:
    return tuple((name, StoryQuantity(value=Fraction(value))) for name, value in values.items())


def _asks_ways(tokens: Sequence[ToldToken]) -> bool:
    """Whether a message asks for a number of ways: "in how many ways", "combinations"."""
    words = [each.text for each in tokens]
    many = any(
        pair in (("many", "way"), ("of", "way"), ("many", "different"))
        for pair in zip(words, words[1:], strict=False)
    )
    return many or says(tokens, "ways")
