"""Which group of a data file's examples a short text is nearest to, by meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from weakref import WeakKeyDictionary

from tutor_app.retrieval.embedder import Embedder, Vectors

ALIKE = 0.53  # cosine to the nearest example: what is like none of them is of no group


# An embedder turns the examples of a file into vectors once.
_known: WeakKeyDictionary[Embedder, dict[tuple[str, ...], Vectors]] = WeakKeyDictionary()


def _vectors_of(examples: tuple[str, ...], embedder: Embedder) -> Vectors:
    known = _known.setdefault(embedder, {})
    if examples not in known:
        known[examples] = embedder.embed(list(examples))
    return known[examples]


def nearest_groups(
    texts: Sequence[str],
    groups: Mapping[str, Sequence[str]],
    embedder: Embedder,
    alike: float = ALIKE,
) -> list[str | None]:
    """Return the group of the nearest example for each text; None where none has a cosine of
    `alike`.

    Of two that are as near the one in the group that comes first counts.
    """
    examples = [(each, name) for name, group in groups.items() for each in group]
    near = embedder.embed(list(texts)) @ _vectors_of(tuple(e for e, _ in examples), embedder).T
    best = [int(row.argmax()) for row in near]
    return [
        examples[at][1] if float(row[at]) >= alike else None
        for row, at in zip(near, best, strict=True)
    ]
