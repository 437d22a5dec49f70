"""What the cross-encoder learns from: a question, passages, and what in them answers it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tutor_app.domain.material import Chunk
from tutor_app.retrieval.reranker import Relevance, Reranker


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingExample:
    """A question with passages; `answering` has for each the numbers of sentences that answer.

    With `whole`, a passage answers as a whole, so that all of its sentences are named. `headings`
    says whether the network may read the passages' headings: not where the question is one.
    """

    question: str
    passages: tuple[Chunk, ...]
    answering: tuple[frozenset[int], ...]
    whole: bool = False
    headings: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitExamples:
    """Examples to learn from, and others that judge."""

    learned: tuple[ReadingExample, ...]
    held_back: tuple[ReadingExample, ...]


def reciprocal_ranks(examples: Sequence[ReadingExample], reranker: Reranker) -> list[float]:
    """Return for each example 1/rank of the first that answers: passage if `whole`, else sentence.

    It is 0 where nothing in the passages answers.

    Raises:
        RerankFailed: the cross-encoder broke off.
    """
    ranks = []
    for example in examples:
        read = reranker.score(example.question, example.passages)
        scores, right = _ranked(example, read)
        order = np.argsort(-np.array(scores), kind="stable")
        places = [place for place, row in enumerate(order) if right[row]]
        ranks.append(1 / (places[0] + 1) if places else 0.0)
    return ranks


def _ranked(example: ReadingExample, read: Sequence[Relevance]) -> tuple[list[float], list[bool]]:
    if example.whole:
        return [each.passage for each in read], [bool(numbers) for numbers in example.answering]
    scores = [logit for each in read for logit in each.sentences]
    right = [
        number in numbers
        for passage, numbers in zip(example.passages, example.answering, strict=True)
        for number in range(len(passage.sentences))
    ]
    return scores, right
