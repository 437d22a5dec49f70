"""Which group of a data file's examples a short text is nearest to, by meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tutor_app.retrieval.embedder import Embedder

ALIKE = 0.53  # cosine to the nearest example: what is like none of them is of no group


def nearest_groups(
    texts: Sequence[str], groups: Mapping[str, Sequence[str]], embedder: Embedder
) -> list[str | None]:
    """Return the group of the nearest example for each text; None where none is near enough.

    Of two that are as near the one in the group that comes first counts.
    """
    examples = [(each, name) for name, group in groups.items() for each in group]
    vectors = embedder.embed([*texts, *(each for each, _ in examples)])
    near = vectors[: len(texts)] @ vectors[len(texts) :].T
    best = [int(row.argmax()) for row in near]
    return [
        examples[at][1] if float(row[at]) >= ALIKE else None
        for row, at in zip(near, best, strict=True)
    ]
