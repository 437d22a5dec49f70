"""Labelled parts of messages about the course: learned from, and judged by other writers."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Final, get_args

from evals.practice.part_rows import fit_parts
from evals.programs.ridge_learning import written
from evals.programs.told_rows import read_json_lines
from tutor_app.conversation.heard.said_kinds import SaidKind
from tutor_app.conversation.heard.said_parts import MIXED, WEIGHTS, read_said
from tutor_app.domain.normal_form import split_sentences
from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.learned_weights import LearnedWeights

_QUESTIONS = Path(__file__).parents[1] / "questions"
ROWS = _QUESTIONS / "said_parts.jsonl"
LEARNED = ("v1", "v2", "v3", "v4")
JUDGES = ("v5", "v6", "readers")
_KINDS: Final[tuple[SaidKind, ...]] = get_args(SaidKind)
_NAMES = (*_KINDS, MIXED)
_JOINED_EACH = 60  # spans of two parts that are put together, by writer
_JOINTS = (" ", ", ", ". ", " and ", ", ", " but ")
# Messages of one sentence that were labelled with an act, by the writers the acts are learned from.
_ACT_WRITERS = "abcdefghij"
_OF_ACT: Final[Mapping[str, SaidKind]] = {
    "react.disagree": "complaint",
    "ask.why": "question",
    "ask.fact": "question",
    "ask.reason": "question",
    "ask.simpler": "simpler",
    "ask.example": "example",
    "tell.idea": "claim",
    "react.ack": "talk",
    "react.feeling": "talk",
    "chat.smalltalk": "talk",
}


@dataclass(frozen=True, slots=True)
class LabelledTalk:
    """A message by a writer, as the parts that it is made of."""

    writer: str
    parts: tuple[tuple[SaidKind, str], ...]

    @property
    def text(self) -> str:
        return " ".join(text for _, text in self.parts)

    @property
    def kinds(self) -> frozenset[SaidKind]:
        return frozenset(kind for kind, _ in self.parts)


def read_talk(file: Path, writers: Sequence[str]) -> list[LabelledTalk]:
    """Return the messages of some writers."""
    return [
        LabelledTalk(row["writer"], tuple((kind, text) for kind, text in row["parts"]))
        for row in read_json_lines(file)
        if row["writer"] in writers
    ]


def write_said_weights(messages: Sequence[LabelledTalk], embedder: Embedder) -> None:
    """Learn the weights that ship, and write them."""
    found = {
        "with_vectors": written(_learn(messages, embedder, vectors=True)),
        "plain": written(_learn(messages, embedder, vectors=False)),
    }
    WEIGHTS.write_text(json.dumps(found) + "\n", encoding="utf-8")


def measure_said(messages: Sequence[LabelledTalk], embedder: Embedder) -> dict[str, object]:
    """Return how many messages are divided into just their kinds, and each kind's hits and misses.

    `by_kind` has for each kind [found, missed, invented].
    """
    whole, faults = 0, list[str]()
    by_kind = {kind: [0, 0, 0] for kind in _KINDS}
    for message in messages:
        found = {part.kind for part in read_said(message.text, embedder).parts}
        whole += found == message.kinds
        for kind in _KINDS:
            if kind in found | message.kinds:
                place = 0 if kind in found & message.kinds else 1 if kind in message.kinds else 2
                by_kind[kind][place] += 1
        if found != message.kinds:
            faults.append(f"{message.text} | {', '.join(sorted(found))}")
    return {
        "messages": len(messages),
        "all kinds right": whole,
        "by_kind": by_kind,
        "faults": faults,
    }


def _learn(
    messages: Sequence[LabelledTalk], embedder: Embedder, *, vectors: bool
) -> LearnedWeights:
    labelled = [*_parts(messages), *_by_acts(), *_spans_of_several(messages)]
    return fit_parts(labelled, _NAMES, embedder, vectors=vectors)


def _parts(messages: Sequence[LabelledTalk]) -> Iterator[tuple[str, str]]:
    return (part for message in messages for part in message.parts)


def _by_acts() -> Iterator[tuple[str, str]]:
    folder = _QUESTIONS / "dialogue_acts"
    files = [folder / f"writer_{writer}.jsonl" for writer in _ACT_WRITERS]
    for row in chain.from_iterable(map(read_json_lines, files)):
        text, kind = row["message"], _OF_ACT.get(row["act"])
        if kind is not None and "\n" not in text and len(split_sentences(text)) == 1:
            yield kind, text


def _spans_of_several(messages: Sequence[LabelledTalk]) -> list[tuple[str, str]]:
    """Return spans of a message that are no one part, and parts of one writer put together."""
    lots = random.Random(3)
    spans: set[str] = set()
    by_writer: dict[str, list[tuple[SaidKind, str]]] = {}
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
                spans.add(begin.rstrip(".!?:,") + lots.choice(_JOINTS) + end[:1].lower() + end[1:])
    return [(MIXED, text) for text in sorted(spans)]
