"""The tree of summaries: each parent sums up its children, at most `ARITY` of them.

Without a model a summary is extractive: the sentences of the children that stand nearest to the
middle of them all, each unlike those taken before, and the words that mark the part off from the
course. The tree of a large course (7,300 chunks) grows in about a second, in memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np

from tutor_app.domain.values import Chunk, SourceSentence
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.embedder import Vectors
from tutor_app.retrieval.hierarchy.question_blocks import CourseBlock, cut_into_blocks
from tutor_app.retrieval.score_fusion import diversify
from tutor_app.retrieval.text_language import search_words

ARITY = 8
# A summary grows with its part up to these. Chosen on every second question of two courses
# (docs/experiments.md).
SENTENCES, SENTENCES_BESIDE = 16, 2  # at most; more than the part has chunks
KEYWORDS, KEYWORDS_OF_CHUNK = 160, 16
_UNLIKE = 0.7  # λ of the choice of sentences
_CHOSEN_FROM = 60  # sentences of a node, the nearest to its middle

_planted: WeakKeyDictionary[CourseIndex, tuple[TreeNode, ...]] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeNode:
    """A part of the course with its summary; without children it is one block.

    `vectors` are those of the summary's sentences, shape (sentences, dimensions); `middle` is the
    unit vector of its chunks' mean. `words` are the content words of title and sentences, and its
    keywords. `rows` are those of its chunks in the index.
    """

    title: str
    sentences: tuple[SourceSentence, ...]
    vectors: Vectors
    middle: Vectors
    words: frozenset[str]
    rows: tuple[int, ...]
    children: tuple[TreeNode, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _SummedPart:
    """What a summary is made of: sentences with their vectors, and how often each word stands."""

    sentences: Sequence[SourceSentence]
    vectors: Vectors
    counts: Counter[str]
    rows: tuple[int, ...]
    children: tuple[TreeNode, ...] = ()


def table_of_contents(index: CourseIndex) -> tuple[TreeNode, ...]:
    """Return the top node of each document, in the course's order; grown once for an index."""
    known = _planted.get(index)
    if known is None:
        known = _planted[index] = _plant(index)
    return known


def _plant(index: CourseIndex) -> tuple[TreeNode, ...]:
    of_document: dict[str, list[CourseBlock]] = {}
    for block in cut_into_blocks(index.chunks):
        of_document.setdefault(index.chunks[block.rows[0]].document.id, []).append(block)
    return tuple(
        _grow(blocks, index, 0, _title_of(index.chunks[blocks[0].rows[0]]))[0]
        for blocks in of_document.values()
    )


def _grow(
    blocks: Sequence[CourseBlock], index: CourseIndex, depth: int, title: str
) -> tuple[TreeNode, Counter[str]]:
    """Return the node of some blocks, with the words of its text."""
    if len(blocks) == 1:
        part = _part_of_block(blocks[0], index)
        return _summed_up(part, index, title), part.counts
    groups = list(_groups(blocks, depth))
    while len(groups) == 1:
        depth += 1
        groups = list(_groups(blocks, depth))
    size = -(-len(groups) // ARITY)
    grown = []
    for at in range(0, len(groups), size):
        some = groups[at : at + size]
        inside = [block for _, part in some for block in part]
        first, last = some[0][0], some[-1][0]
        named = first if first == last else f"{first} – {last}"
        grown.append(_grow(inside, index, depth + (len(some) == 1), named))
    children = tuple(node for node, _ in grown)
    whole = _SummedPart(
        sentences=[sentence for child in children for sentence in child.sentences],
        vectors=np.concatenate([child.vectors for child in children]),
        counts=sum((counts for _, counts in grown), Counter[str]()),
        rows=tuple(row for child in children for row in child.rows),
        children=children,
    )
    return _summed_up(whole, index, title), whole.counts


def _groups(blocks: Sequence[CourseBlock], depth: int) -> Iterator[tuple[str, list[CourseBlock]]]:
    """Yield runs of blocks under the same heading at this depth; below all headings, each block."""
    deepest = max(len(block.headings) for block in blocks)
    run: list[CourseBlock] = []
    for block in blocks:
        above = run and depth < deepest and block.headings[: depth + 1]
        if run and above != run[-1].headings[: depth + 1]:
            yield _name_of(run, depth), run
            run = []
        run.append(block)
    yield _name_of(run, depth), run


def _part_of_block(block: CourseBlock, index: CourseIndex) -> _SummedPart:
    chunks = [index.chunks[row] for row in block.rows]
    return _SummedPart(
        sentences=[sentence for chunk in chunks for sentence in chunk.sentences],
        vectors=np.concatenate([index.sentence_vectors(chunk) for chunk in chunks]),
        counts=Counter(word for chunk in chunks for word in _words_of(chunk)),
        rows=block.rows,
    )


def _summed_up(part: _SummedPart, index: CourseIndex, title: str) -> TreeNode:
    size = len(part.rows)
    mean = index.vectors(part.rows).mean(axis=0)
    middle = mean / max(float(np.linalg.norm(mean)), 1e-9)
    nearness = np.asarray(part.vectors @ middle, dtype=np.float64)
    near = np.argsort(-nearness, kind="stable")[:_CHOSEN_FROM]
    order, _ = diversify(nearness[near], part.vectors[near], _UNLIKE)
    most = min(SENTENCES, SENTENCES_BESIDE + size)
    taken = sorted(int(near[place]) for place in order[:most])
    said = " ".join((title, *(part.sentences[place].text for place in taken)))
    language = index.chunks[part.rows[0]].document.language
    counts = part.counts
    marking = sorted(counts, key=lambda word: -counts[word] * index.rarity(word))
    keywords = marking[: min(KEYWORDS, KEYWORDS_OF_CHUNK * (1 + size))]
    return TreeNode(
        title=title,
        sentences=tuple(part.sentences[place] for place in taken),
        vectors=part.vectors[taken],
        middle=middle,
        words=frozenset((*search_words(said, language), *keywords)),
        rows=part.rows,
        children=part.children,
    )


def _title_of(first: Chunk) -> str:
    """Return how staff know a document: a thread by its title, whatever its file is called."""
    return first.origin.title if first.origin and first.origin.title else first.document.title


def _name_of(blocks: Sequence[CourseBlock], depth: int) -> str:
    first = blocks[0]
    if len(blocks) > 1 and depth < len(first.headings):
        return first.headings[depth]
    named = " ".join(part for part in (*first.headings[-1:], first.number) if part)
    return named


def _words_of(chunk: Chunk) -> list[str]:
    return search_words(" ".join((*chunk.headings, chunk.text)), chunk.document.language)
