"""From the table of contents down: at each level the best few parts are opened."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from tutor_app.retrieval.course_index import CourseIndex, Query
from tutor_app.retrieval.hierarchy.summary_tree import TreeNode, table_of_contents
from tutor_app.retrieval.score_fusion import Floats

# Of a summary's score: the nearest sentence, the middle of the part, and the share of the
# question's words, by rarity. Chosen with the summaries' length (docs/experiments.md).
_SENTENCE, _MIDDLE, _WORDS = 1.0, 0.5, 1.0
_CONTENTS = 2  # times the beam is chosen of the table of contents


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedNode:
    """A node that the search came to, last of its `path` from the top, with the scores of each."""

    path: tuple[TreeNode, ...]
    scores: tuple[float, ...]

    @property
    def node(self) -> TreeNode:
        return self.path[-1]


def descend(query: Query, index: CourseIndex, beam: int, rows: Collection[int]) -> list[OpenedNode]:
    """Return the leaves that a beam of so many nodes comes to, best first.

    Only parts that hold one of `rows` are opened.
    """
    allowed = frozenset(int(row) for row in rows)
    root = OpenedNode(path=(), scores=())
    reached = _open([(root, node) for node in table_of_contents(index)], query, index, allowed)
    reached = reached[: _CONTENTS * beam]
    while any(each.node.children for each in reached):
        below = [(each, child) for each in reached for child in each.node.children]
        leaves = [each for each in reached if not each.node.children]
        opened = [*leaves, *_open(below, query, index, allowed)]
        reached = sorted(opened, key=lambda each: -each.scores[-1])[:beam]
    return reached[:beam]


def weigh_summaries(query: Query, nodes: Sequence[TreeNode], index: CourseIndex) -> Floats:
    """Return how near the summary of each node is to a question, shape (nodes,)."""
    starts = np.cumsum([0, *(len(node.vectors) for node in nodes)])[:-1]
    cosines = np.concatenate([node.vectors for node in nodes]) @ query.vector
    nearest = np.maximum.reduceat(cosines, starts)
    middle = np.array([node.middle for node in nodes]) @ query.vector
    rarity = {word: index.rarity(word) for word in set(query.words) if index.knows(word)}
    whole = sum(rarity.values()) or 1.0
    words = [sum(r for word, r in rarity.items() if word in node.words) / whole for node in nodes]
    scores = _SENTENCE * nearest + _MIDDLE * middle + _WORDS * np.array(words)
    return np.asarray(scores, dtype=np.float64)


def _open(
    found: Sequence[tuple[OpenedNode, TreeNode]],
    query: Query,
    index: CourseIndex,
    allowed: frozenset[int],
) -> list[OpenedNode]:
    """Return nodes below those that they were found in, best first."""
    found = [(above, node) for above, node in found if not allowed.isdisjoint(node.rows)]
    if not found:
        return []
    scores = weigh_summaries(query, [node for _, node in found], index)
    opened = [
        OpenedNode(path=(*above.path, node), scores=(*above.scores, float(score)))
        for (above, node), score in zip(found, scores, strict=True)
    ]
    return sorted(opened, key=lambda each: -each.scores[-1])
