"""Which sentences of the course answer a message, given what its student said before.

What was quoted before may answer again: half of the messages that go on are decided by it. The
weights of seven figures were learned from writers' messages with the sentence that decides each
(`python -m evals sentences-in-talk`).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from tutor_app.answering.choose_quotes import is_whole, is_whole_point
from tutor_app.answering.question_features import is_caption
from tutor_app.domain.values import Chunk, SourceSentence
from tutor_app.retrieval.course_index import CourseIndex, read_query
from tutor_app.retrieval.embedder import Embedder
from tutor_app.retrieval.search_terms import tokens

WEIGHTS: Final = Path(__file__).with_name("sentences_in_talk.json")
FEATURES: Final = (
    "sentence_as_message",
    "sentence_as_talk",
    "passage_as_talk",
    "words_of_message",
    "words_of_talk",
    "taught",
    "exercise",
)
_COSINES = 3  # the first columns, which need no reading
_READ = 400  # sentences that are read, the nearest
_REMEMBERED = 3  # messages before
_TEACHES = ("textbook", "slides")

Rows = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class LikelySentence:
    """A sentence that may answer. `share` is its probability among all that were weighed."""

    chunk: Chunk
    sentence: SourceSentence
    share: float


def likeliest_in_talk(
    message: str,
    before: Sequence[str],
    index: CourseIndex,
    embedder: Embedder,
    without: Collection[str] = (),
) -> list[LikelySentence]:
    """Return the sentences that may answer a message, the likeliest first.

    `before` is what the student said before it, in order; sentences with a text of `without` are
    left out.
    """
    told, rows = rate(message, before, index, embedder)
    kept = [at for at, (_, one) in enumerate(told) if one.text not in without]
    if not kept:
        return []
    scores = rows[kept] @ _weights()
    shares = np.exp(scores - scores.max())
    shares /= shares.sum()
    return [
        LikelySentence(chunk=told[kept[at]][0], sentence=told[kept[at]][1], share=float(shares[at]))
        for at in np.argsort(-scores, kind="stable")
    ]


def rate(
    message: str, before: Sequence[str], index: CourseIndex, embedder: Embedder
) -> tuple[list[tuple[Chunk, SourceSentence]], Rows]:
    """Return the nearest sentences with their figures, shape (sentences, FEATURES)."""
    talk = " ".join((*before[-_REMEMBERED:], message))
    alone = read_query(message, embedder, index).vector
    near = index.nearness(np.stack([alone, embedder.embed([talk])[0]]))
    order = np.argsort(-(near @ _weights()[:_COSINES]), kind="stable")[:_READ]
    said, spoken = set(tokens(message)), set(tokens(talk))
    told: list[tuple[Chunk, SourceSentence]] = []
    rows: list[list[float]] = []
    for at in order:
        chunk, sentence = index.sentence_at(int(at))
        if not (is_whole(sentence) or is_whole_point(sentence) or is_caption(sentence.text)):
            continue
        words = set(tokens(sentence.text))
        titled = words | set(tokens(" ".join(chunk.headings[-1:])))
        told.append((chunk, sentence))
        rows.append(
            [
                *map(float, near[at]),
                _share(said, words, index),
                _share(spoken, titled, index),
                float(chunk.document.kind in _TEACHES),
                float(chunk.exercise is not None),
            ]
        )
    return told, np.array(rows, dtype=np.float64).reshape(len(rows), len(FEATURES))


def _share(asked: set[str], said: set[str], index: CourseIndex) -> float:
    """Return the share of the words asked, by rarity, that are said."""
    whole = sum(map(index.rarity, asked))
    return sum(map(index.rarity, asked & said)) / whole if whole else 0.0


@cache
def _weights() -> Rows:
    """Return the weights in the order of the features."""
    by_name: Mapping[str, float] = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return np.array([by_name[name] for name in FEATURES])
