"""Shares with their 95% intervals."""

from __future__ import annotations

import math

from tutor_app.models.duties.exam_results import Figure

_Z = 1.959964


def wilson(successes: int, of: int) -> tuple[float, float]:
    """Return Wilson's interval of a share; (0, 1) of nothing."""
    if of == 0:
        return 0.0, 1.0
    share, z2 = successes / of, _Z * _Z
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = _Z / (1 + z2 / of) * math.sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    return max(0.0, middle - half), min(1.0, middle + half)


def share(name: str, successes: int, of: int) -> Figure:
    low, high = wilson(successes, of)
    value = successes / of if of else 0.0
    return Figure(
        name=name, value=round(value, 4), low=round(low, 4), high=round(high, 4), items=of
    )


def balanced_accuracy(name: str, positive: tuple[int, int], negative: tuple[int, int]) -> Figure:
    """Return the mean of two shares (right of all supported, right of all unsupported).

    Its interval joins those of the two (the square-and-add method).
    """
    shares = [right / of if of else 0.0 for right, of in (positive, negative)]
    limits = [wilson(*pair) for pair in (positive, negative)]
    value = sum(shares) / 2
    below = math.hypot(*(s - low for s, (low, _) in zip(shares, limits, strict=True))) / 2
    above = math.hypot(*(high - s for s, (_, high) in zip(shares, limits, strict=True))) / 2
    return Figure(
        name=name,
        value=round(value, 4),
        low=round(max(0.0, value - below), 4),
        high=round(min(1.0, value + above), 4),
        items=positive[1] + negative[1],
    )
