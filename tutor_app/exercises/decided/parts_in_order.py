"""Points of a solution given to the parts of an exercise, both in their order."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt


def align_in_order(scores: npt.NDArray[np.float64]) -> list[int]:
    """Return the part of each point, shape of `scores` (points, parts), of the greatest sum.

    Parts come in their order, and each has a point; there are no fewer points than parts.
    """
    points, parts = scores.shape
    ways = combinations(range(1, points), parts - 1)
    best, found = -np.inf, [0] * points
    for cuts in ways:
        starts = (0, *cuts, points)
        way = [part for part in range(parts) for _ in range(starts[part], starts[part + 1])]
        whole = float(scores[range(points), way].sum())
        if whole > best:
            best, found = whole, way
    return found
