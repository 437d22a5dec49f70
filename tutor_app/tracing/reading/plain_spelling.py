"""A message in plain spelling: lower case, no hyphens in words, misspellings repaired."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Final

from rapidfuzz.distance import OSA

from tutor_app.retrieval.vocabulary import english_ranks

# Words of the field that are long enough to be recognised with a letter wrong.
_WORDS = frozenset(
    "dijkstra search breadth kruskal bellman algorithm algorithms topological topologically "
    "topology insertion inserting selection selected bubble iterative deepening binary neighbour "
    "neighbours neighbor neighbors alphabet alphabetical alphabetically alphabetic ascending "
    "descending increasing decreasing lexicographic lexicographically lexicographical heuristic "
    "heuristics generated generation expanded expansion visited reverse reversed spanning uniform "
    "greedy shortest distance distances minimum maximum quicksort mergesort heapsort knapsack "
    "subsequence longest vertices vertex recursive recursively smallest largest partition element "
    "numerical successor successors children insertion indices index stack queue pruning minimax "
    "warshall climbing priority adjacent undirected directed order ordered reopen reopened "
    "insert inserted delete deleted traversal inorder preorder postorder capacity start starting "
    "target destination between frontier fringe settled explored".split()
)
# Words that are no misspelling of those, though no frequent ones either.
_OTHERS = frozenset(
    "alphabets binaries boarder children's delete expands expansions generates greed index- "
    "based indexed insertions inserts inverse inverted minima minimise minimize partitions "
    "prioritise queues recursion reorder restart revered revise selects stacks traversals "
    "traverse".split()
)
_HEARD_FOR: Final = frozenset({"breath"})  # frequent, and in courses like these meant otherwise
_LETTERS = re.compile(r"[^\W\d_]{5,}")
_BETWEEN = re.compile(r"(?<=[^\W\d_])[-_‐‑–](?=[^\W\d_])")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "\u00a0": " "})


def repaired(text: str, names: Collection[str] = ()) -> str:
    """Return the text with misspellings of small words repaired, but for those that are names."""
    known = {part.casefold() for name in names for part in name.split()}
    return _LETTERS.sub(
        lambda found: (
            _repair(found[0]) if found[0].islower() and found[0] not in known else found[0]
        ),
        text,
    )


def plain(text: str) -> str:
    """Return the text in plain spelling; line ends stay, positions may move."""
    text = text.translate(_QUOTES).casefold()
    text = re.sub(r"\\(?:geq?|leq?)\b", lambda sign: ">=" if "g" in sign[0] else "<=", text)
    text = re.sub(r"[\\$]", "", text)
    text = _BETWEEN.sub(" ", text)
    return _LETTERS.sub(lambda found: _repair(found.group()), text)


@lru_cache(maxsize=4096)
def _repair(word: str) -> str:
    """Return the word of the field that this one misspells, else the word itself."""
    frequent = word in english_ranks() and word not in _HEARD_FOR
    if frequent or word in _WORDS or not _OTHERS.isdisjoint((word, word[:-1], word[:-2])):
        return word  # or it has an ending
    allowed = 2 if len(word) >= 8 else 1
    near = [
        (distance, known)
        for known in _WORDS
        if known[0] == word[0] and abs(len(known) - len(word)) <= allowed
        for distance in [OSA.distance(word, known)]
        if distance <= allowed and min(len(word), len(known)) >= 5
    ]
    return min(near)[1] if near else word
