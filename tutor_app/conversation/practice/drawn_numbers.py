"""The numbers of a calculation to practise: drawn, put in, and what is made of them, by SymPy."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any, Final

_SIGNS: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_MOST_TRIES = 200


def draw_numbers(
    name: str, draws: Mapping[str, tuple[int, int]], where: str, seed: int
) -> dict[str, int] | None:
    """Return numbers that fit; the same seed gives the same ones."""
    from sympy import sympify  # noqa: PLC0415 -- 0.4 s, which no other message needs

    lots = random.Random(f"{name} {seed}")
    for _ in range(_MOST_TRIES):
        drawn = {slot: lots.randint(*ends) for slot, ends in draws.items()}
        if not where or all(_holds(part, drawn, sympify) for part in where.split(" and ")):
            return drawn
    return None


def _holds(condition: str, drawn: Mapping[str, int], sympify: Any) -> bool:
    """Whether "b != d" holds of the numbers."""
    found = re.fullmatch(r"(.+?)\s*(==|!=|<)\s*(.+)", condition.strip())
    assert found is not None, condition
    left, right = (sympify(side, locals=dict(drawn)) for side in (found[1], found[3]))
    if found[2] == "<":
        return bool(left < right)
    return bool(left == right) == (found[2] == "==")


def worked_out(written: str) -> str:
    """Return what an expression comes to, as students write it: 11/24, x^2 + 6x + 9."""
    from sympy import expand, sympify  # noqa: PLC0415 -- as above

    text = str(expand(sympify(written, rational=True)))
    return text.replace("**", "^").replace("*", "").replace("-", "−")


def in_signs(written: str) -> str:
    """Return an expression in the signs of a textbook; "" where it calls a function by a name."""
    plain = re.sub(r"Integer\((\d+)\)", r"\1", written)
    if re.search(r"[^\W\d_]{2}", plain):
        return ""
    plain = re.sub(r"\*\*(\d+)", lambda found: found[1].translate(_SIGNS), plain)
    return plain.replace("**", "^").replace("*", " · ").replace("-", "−").replace("  ", " ")


def slots_of(drawn: Mapping[str, int]) -> dict[str, object]:
    """Return what a sentence may have of the numbers: also as exponents and powers of two."""
    slots: dict[str, object] = dict(drawn)
    if "n" in drawn:
        slots["n_raised"] = str(drawn["n"]).translate(_SIGNS)
    if "k" in drawn:
        slots["power"] = 2 ** drawn["k"]
    if "k" in drawn and "a" in drawn:
        slots["product"] = drawn["a"] * drawn["k"]
    if "g" in drawn and "a" in drawn:
        slots |= {"first": drawn["g"] * drawn["a"], "second": drawn["g"] * drawn["b"]}
    return slots
