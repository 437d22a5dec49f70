"""Which rows of a long run are shown: whole rounds of its loops, those that matter first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise


def choose_rows(
    *, begins: Sequence[int], count: int, around: int | None, most: int
) -> tuple[int, ...]:
    """Return at most `most` of `count` rows, in their order; a gap between them counts as one.

    `begins` are the rows with which a round of a loop begins. The round of the row `around` is kept
    with those next to it, and so are the first and the last rows; without it the rounds at both
    ends.
    """
    if count <= most:
        return tuple(range(count))
    parts = _parts(begins, count)
    if max(map(len, parts)) > most // 3:
        parts = [range(n, n + 1) for n in range(count)]
    kept: set[int] = set()
    for part in _by_weight(parts, around):
        more = kept.union(part)
        if _size(more) > most:
            break
        kept = more
    return tuple(sorted(kept))


def _parts(begins: Sequence[int], count: int) -> list[range]:
    """Return the rounds, what stands before them, and the last row, in their order."""
    cuts = sorted({0, *begins, count - 1, count})
    return [range(start, stop) for start, stop in pairwise(cuts)]


def _by_weight(parts: Sequence[range], around: int | None) -> Iterator[range]:
    yield parts[-1]
    if around is None:
        for n in range((len(parts) + 1) // 2):
            yield parts[n]
            yield parts[-1 - n]
        return
    here = next(n for n, part in enumerate(parts) if around in part)
    yield parts[here]
    yield parts[0]
    for distance in range(1, len(parts)):
        yield from parts[max(here - distance, 0) : here - distance + 1]
        yield from parts[here + distance : here + distance + 1]


def _size(rows: set[int]) -> int:
    """Return how many rows are shown, those for gaps included."""
    in_order = sorted(rows)
    gaps = sum(after > before + 1 for before, after in pairwise([-1, *in_order]))
    return len(in_order) + gaps
