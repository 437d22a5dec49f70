"""What a message in practice is made of: an answer, its reason, wishes, a question, kind words.

"-64. then stop please, thank you" answers, wishes and thanks. A sentence may turn wherever a comma
or a joining word stands; of all ways to divide it the likeliest is taken (semi-Markov segmentation,
Sarawagi and Cohen 2004), by a softmax that was learned from labelled parts, and from spans of
several, which are no part. Its weights lie in `practice_parts.json`, written by
`python -m evals practice-parts --train`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, repeat
from pathlib import Path
from typing import Final, Literal, Protocol, TypeVar, cast, get_args

import numpy as np

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.normal_form import split_sentences, straighten
from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.hasty_typing import written_out
from tutor_app.understanding.learned_weights import Floats, LearnedWeights, vectors_of

PracticeWish = Literal[
    "quiz",
    "task",
    "another",
    "harder",
    "easier",
    "topic",
    "stop",
    "resume",
    "unknown",
    "hint",
    "reveal",
    "confused",
    "why",
    "progress",
]
PartKind = Literal[PracticeWish, "answer", "reason", "question", "check", "social"]
KINDS: Final[tuple[PartKind, ...]] = (
    *get_args(PracticeWish),
    *("answer", "reason", "question", "check", "social"),
)
MIXED: Final = "mixed"  # what the softmax calls a span of several parts
WEIGHTS: Final = Path(__file__).with_name("practice_parts.json")
OF_A_PART: Final = 0.7  # what each part costs, in logarithms of likelihood; chosen on other writers
_MOST_CUTS = 6  # in one sentence: each pair of them is a span that is weighed
_LONG = 12  # words from where on a part is as long as any
_TURNS: Final = "|".join(
    sorted(read_word_lists(Path(__file__).with_name("part_words.yaml"))["turns"])
)
_CUT: Final = re.compile(rf"(?<=[;,:])\s+|\s+(?=(?:{_TURNS})\b)|\s+[-–—]+\s+", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+")
_NAME: Final = re.compile(r"(?<![.\w])[A-HJ-Z](?![\w'’])")
_SIGNS: Final = frozenset("=+*^/<>[]{}")


@dataclass(frozen=True, slots=True, kw_only=True)
class MessagePart:
    """A stretch of a message that does one thing.

    `likely` is how sure that is, `wishes` that it is a wish, whichever it is; 0 to 1.
    """

    text: str
    kind: PartKind
    likely: float
    wishes: float


@cache
def shipped_model(*, vectors: bool) -> LearnedWeights:
    """Return the model with the weights that ship, with those of vectors or learned without."""
    found = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return LearnedWeights.read(found["with_vectors" if vectors else "plain"])


def parts_of_message(text: str, embedder: Embedder | None) -> tuple[MessagePart, ...]:
    """Return the parts of a message in their order; none of one without a word or number."""
    spans = [spans_of(sentence) for sentence in split_sentences(text) if _WORD.search(sentence)]
    texts = [span.text for sentence in spans for span in sentence]
    found = vectors_of(texts, embedder, shipped_model(vectors=True).encoder)
    model = shipped_model(vectors=bool(found))
    waiting: Iterator[Floats | None] = iter(found) if found else repeat(None)
    divided = (divide([(span, _weigh(model, span, next(waiting))) for span in s]) for s in spans)
    return tuple(part for parts in divided for part in parts)


def features_of_part(text: str) -> Iterator[tuple[str, float]]:
    """Yield what tells a part beside its vector: its words, in pairs too, and its signs."""
    plain = straighten(written_out(text))
    words = [_plain(word) for word in _WORD.findall(plain.casefold())]
    yield "any", 1.0
    yield from ((f"word {word}", 1.0) for word in sorted(set(words)))
    yield from ((f"first {word}", 1.0) for word in words[:1])
    yield from ((f"pair {pair}", 1.0) for pair in sorted({f"{a} {b}" for a, b in pairwise(words)}))
    yield "asks", float(text.rstrip().endswith("?"))
    yield "one word", float(len(words) == 1)
    yield "letter", float(any(len(word) == 1 and word not in "ai#" for word in words))
    yield "number", float("#" in words)
    yield "length", min(_LONG, len(words)) / _LONG * 2
    yield "signs", float(not _SIGNS.isdisjoint(text))
    yield "name", float(bool(_NAME.search(text)))


def likely_kinds(model: LearnedWeights, text: str, vector: Floats | None) -> Floats:
    """Return the logarithms of how likely a text is of each of the model's names."""
    scores = model.scores(dict(features_of_part(text)), vector)
    scores = scores - scores.max()
    found: Floats = scores - np.log(np.exp(scores).sum())
    return found


class Likely(Protocol):
    """What has a likelihood, 0 to 1."""

    @property
    def likely(self) -> float: ...


Part = TypeVar("Part", bound=Likely)

@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch from one cut of a sentence to a later one."""

    first: int
    last: int
    text: str


def spans_of(sentence: str) -> list[Stretch]:
    """Return every stretch of a sentence between two of the places where it may turn."""
    cuts = sorted({0, *(cut.end() for cut in _CUT.finditer(sentence)), len(sentence)})
    if len(cuts) > _MOST_CUTS + 1:
        cuts = [*cuts[:_MOST_CUTS], cuts[-1]]
    places = range(len(cuts))
    return [
        Stretch(first, last, _trimmed(sentence[cuts[first] : cuts[last]]) or sentence)
        for first in places
        for last in places[first + 1 :]
    ]


def _trimmed(text: str) -> str:
    """Return a span without the signs it was cut at; a minus before a number stays."""
    return text.strip(" ,;:").rstrip("-–— ")


def _weigh(model: LearnedWeights, span: Stretch, vector: Floats | None) -> MessagePart:
    """Return a span as one part, of its likeliest kind; what is not divided any further is one."""
    found = likely_kinds(model, span.text, vector)
    mixed = model.names.index(MIXED)
    if span.last - span.first == 1:
        found = found - np.log(1 - min(0.999, float(np.exp(found[mixed]))))
    wished = [place for place, name in enumerate(model.names) if name in get_args(PracticeWish)]
    best = int(np.argmax(np.where(np.arange(len(found)) == mixed, -np.inf, found)))
    return MessagePart(
        text=span.text,
        kind=cast("PartKind", model.names[best]),
        likely=float(np.exp(found[best])),
        wishes=float(np.exp(found[wished]).sum()),
    )


def divide(weighed: Sequence[tuple[Stretch, Part]]) -> list[Part]:
    """Return the parts of a sentence whose likelihoods have the greatest product."""
    best: dict[int, tuple[float, list[Part]]] = {0: (0.0, [])}
    for span, part in sorted(weighed, key=lambda each: each[0].last):
        score, parts = best[span.first]
        score += float(np.log(max(part.likely, 1e-9))) - OF_A_PART
        if span.last not in best or score > best[span.last][0]:
            best[span.last] = score, [*parts, part]
    return best[max(best)][1]


def _plain(word: str) -> str:
    return "#" if word.isdigit() else word
