"""Labelled parts of messages in practice: learned from, and judged by messages of other writers."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from evals.programs.ridge_learning import learn_weights, softmax, written
from evals.programs.told_rows import read_json_lines
from tutor_app.conversation.practice.part_features import features_of_part
from tutor_app.conversation.practice.practice_parts import (
    KINDS,
    MIXED,
    WEIGHTS,
    PartKind,
    parts_of_message,
)
from tutor_app.conversation.practice.round_message import EXAMPLES
from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.learned_weights import Floats, LearnedWeights

ROWS = Path(__file__).parents[1] / "questions" / "practice_parts.jsonl"
NAMES = (*KINDS, MIXED)
LEARNED = ("w1", "w2", "w3", "w4", "w5", "w6", "w10", "w12")
JUDGES = ("w7", "w8", "w9", "w11", "w13", "readers")
RIDGE, OF_VECTOR, FEWEST = 1.0, 4.0, 3
_JOINED_EACH = 45  # spans of two parts that are put together, by writer
_WITH_SMALL_WORDS = 0.5
_BEFORE = ("", "", "ok", "ok thanks", "ok thanks,", "well,", "hm", "so", "alright,", "fine,")
_AFTER = ("", "", "pls", "please", "now", "thanks", "lol", "for now")
_JOINTS = (" ", ", ", " ", " and ", ", ", " then ")
_NOT_OF_ROUND = frozenset(("answer", "reason", "check", "social", "question"))


@dataclass(frozen=True, slots=True)
class LabelledMessage:
    """A message by a writer, as the parts that it is made of."""

    writer: str
    parts: tuple[tuple[PartKind, str], ...]

    @property
    def text(self) -> str:
        """The message as it was sent."""
        return " ".join(text for _, text in self.parts)

    @property
    def kinds(self) -> frozenset[PartKind]:
        """What it does."""
        return frozenset(kind for kind, _ in self.parts)


def read_messages(file: Path, writers: Sequence[str]) -> list[LabelledMessage]:
    """Return the messages of some writers."""
    return [
        LabelledMessage(row["writer"], tuple((kind, text) for kind, text in row["parts"]))
        for row in read_json_lines(file)
        if row["writer"] in writers
    ]


def learn_parts(
    messages: Sequence[LabelledMessage], embedder: Embedder, *, vectors: bool
) -> LearnedWeights:
    """Return the weights of a softmax over kinds of parts, and over spans of several of them.

    The examples of the wish file are learned from as well.
    """
    labelled = [*_parts(messages), *_examples()]
    labelled += [*_with_small_words(labelled), *_spans_of_several(messages)]
    return fit_parts(labelled, NAMES, embedder, vectors=vectors)


def fit_parts(
    labelled: Sequence[tuple[str, str]],
    names: Sequence[str],
    embedder: Embedder,
    *,
    vectors: bool,
) -> LearnedWeights:
    """Return the weights of a softmax over `names`, learned from texts labelled with one each."""
    texts = [text for _, text in labelled]
    found: Sequence[Floats | None] = [None] * len(texts)
    if vectors:
        found = [np.asarray(each, dtype=float) for each in embedder.embed(texts)]
    right = np.array([[name == kind for name in names] for kind, _ in labelled], dtype=float)
    return learn_weights(
        [(dict(features_of_part(text)), vector) for text, vector in zip(texts, found, strict=True)],
        right,
        names,
        fit=softmax,
        encoder=embedder.name,
        ridge=RIDGE,
        fewest=FEWEST,
        of_vector=OF_VECTOR,
    )


def write_weights(messages: Sequence[LabelledMessage], embedder: Embedder) -> None:
    """Learn the weights that ship, and write them."""
    found: Mapping[str, object] = {
        "with_vectors": written(learn_parts(messages, embedder, vectors=True)),
        "plain": written(learn_parts(messages, embedder, vectors=False)),
    }
    WEIGHTS.write_text(json.dumps(found) + "\n", encoding="utf-8")


def measure_parts(messages: Sequence[LabelledMessage], embedder: Embedder) -> dict[str, object]:
    """Return how many messages are divided into just their kinds, and how many wishes are heard."""
    whole = heard = missed = invented = 0
    faults: list[str] = []
    for message in messages:
        found = {part.kind for part in parts_of_message(message.text, embedder)}
        due, told = message.kinds - _NOT_OF_ROUND, found - _NOT_OF_ROUND
        whole += found == message.kinds
        heard += len(due & told)
        missed += len(due - told)
        invented += len(told - due)
        if due != told:
            faults.append(f"{message.text} | {', '.join(sorted(told)) or 'no wish'}")
    return {
        "messages": len(messages),
        "all kinds right": whole,
        "wishes heard": heard,
        "wishes missed": missed,
        "wishes invented": invented,
        "faults": faults,
    }


def _parts(messages: Sequence[LabelledMessage]) -> Iterator[tuple[str, str]]:
    return (part for message in messages for part in message.parts)


def _examples() -> Iterator[tuple[str, str]]:
    for kind, texts in EXAMPLES.items():
        yield from ((kind, text) for text in texts)


def _with_small_words(labelled: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield some wishes with a word or two around that change nothing: "ok stop pls"."""
    lots = random.Random(5)
    for kind, text in labelled:
        if kind not in _NOT_OF_ROUND and lots.random() < _WITH_SMALL_WORDS:
            plain = text[:1].lower() + text[1:].rstrip(".!")
            yield kind, f"{lots.choice(_BEFORE)} {plain} {lots.choice(_AFTER)}".strip()


def _spans_of_several(messages: Sequence[LabelledMessage]) -> list[tuple[str, str]]:
    """Return spans of a message that are no one part, and parts of one writer put together."""
    lots = random.Random(3)
    spans: set[str] = set()
    by_writer: dict[str, list[tuple[PartKind, str]]] = {}
    for message in messages:
        by_writer.setdefault(message.writer, []).extend(message.parts)
        places = range(len(message.parts) + 1)
        for parts in (message.parts[i:j] for i in places for j in places[i + 2 :]):
            if len({kind for kind, _ in parts}) > 1:
                spans.add(" ".join(text for _, text in parts))
    for _, own in sorted(by_writer.items()):
        for _ in range(_JOINED_EACH):
            (one, begin), (other, end) = lots.sample(own, 2)
            if one != other:
                spans.add(begin.rstrip(".!?") + lots.choice(_JOINTS) + end[:1].lower() + end[1:])
    return [(MIXED, text) for text in sorted(spans)]
