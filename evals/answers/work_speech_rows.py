"""What is said at work: what each sentence does, and which messages are about another subject than
the calculation; learned, and judged by other writers.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Final, get_args

import typer

from evals.practice.part_rows import fit_parts
from evals.programs.ridge_learning import written
from evals.programs.told_rows import QUESTIONS, read_json_lines
from tutor_app.conversation.calculated import other_subject
from tutor_app.conversation.calculated.other_subject import is_of_other_subject
from tutor_app.conversation.heard import said_at_work
from tutor_app.conversation.heard.said_at_work import WorkKind, read_at_work
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.settings import load_settings
from tutor_app.retrieval.embedder import Embedder
from tutor_app.runtime.composition import build_embedder

SENTENCES: Final = QUESTIONS / "said_at_work.jsonl"
SUBJECTS: Final = QUESTIONS / "calculation_subjects.jsonl"
FRAGMENTS: Final = QUESTIONS / "calculation_fragments"
JUDGES: Final = {"writers": ("h", "k", "l", "v4"), "readers": ("readers",)}
_NAMES: Final[tuple[WorkKind, ...]] = get_args(WorkKind)
_OF_OWN: Final = 3  # times that each row counts that was written or labelled for this
_ACT_WRITERS: Final = "abcdefgij"
_MOST: Final = 100  # messages of one act
_OF_ACT: Final[dict[str, WorkKind]] = {
    "ask.fact": "says",
    "ask.why": "says",
    "ask.reason": "says",
    "ask.check": "says",
    "tell.answer": "says",
    "tell.idea": "says",
    "tell.seen": "says",
    "work.submit": "says",
    "help.stuck": "wishes",
    "help.solution": "wishes",
    "ask.run": "wishes",
    "ask.practice": "wishes",
    "ask.example": "wishes",
    "ask.simpler": "wishes",
    "meta.use": "wishes",
    "react.ack": "talk",
    "react.feeling": "talk",
    "chat.smalltalk": "talk",
}
_OF_SUBJECT: Final = frozenset({"ask.fact", "ask.why", "ask.check", "tell.idea"})
_CALCULATES: Final = frozenset({"algebra", "calculus"})
_MAY_CALCULATE: Final = frozenset(
    """linear_algebra statistics discrete_math abstract_algebra physics economics
    machine_learning""".split()
)
_BESIDE_NO_WORK: Final = frozenset({"nothing", "quotes", "tutor_question"})
_FRAGMENT: Final = re.compile(r"\{\w\|(.*?)\}", re.DOTALL)


def said_at_work_command(
    train: Annotated[bool, typer.Option(help="first learn the weights that ship")] = False,
) -> None:
    """What is said at work told apart, on writers whose sentences were not learned from."""
    embedder = build_embedder(load_settings(), threads=1)
    if train:
        _learn(embedder)
    told = {name: _judged(writers, embedder) for name, writers in JUDGES.items()}
    print(json.dumps({**told, "subjects": _subjects_told(embedder)}, indent=1))


def _learn(embedder: Embedder) -> None:
    judges = {one for writers in JUDGES.values() for one in writers}
    rows = read_json_lines(SENTENCES)
    own = [(row["kind"], row["text"]) for row in rows if row["writer"] not in judges]
    labelled = [*own * _OF_OWN, *_of_acts()]
    kinds = written(fit_parts(labelled, _NAMES, embedder, vectors=True))
    said_at_work.WEIGHTS.write_text(json.dumps(kinds) + "\n", encoding="utf-8")
    learned = [*_subjects(judges=False)]
    subjects = written(fit_parts(learned, other_subject.KINDS, embedder, vectors=True))
    other_subject.WEIGHTS.write_text(json.dumps(subjects) + "\n", encoding="utf-8")


def _of_acts() -> Iterator[tuple[WorkKind, str]]:
    """Yield messages of one sentence, by their acts."""
    seen = Counter[str]()
    for row in _acts_by(_ACT_WRITERS):
        kind = _OF_ACT.get(row["act"])
        one = len(split_sentences(row["message"])) == 1 and "\n" not in row["message"]
        if kind is not None and one and seen[row["act"]] < _MOST:
            seen[row["act"]] += 1
            yield kind, row["message"]


def _acts_by(writers: str) -> Iterator[dict[str, str]]:
    for writer in writers:
        yield from read_json_lines(QUESTIONS / "dialogue_acts" / f"writer_{writer}.jsonl")


def _subjects(*, judges: bool) -> Iterator[tuple[str, str]]:
    """Yield messages beside calculations, and such about other subjects."""
    files = ("prose_kept", "readers") if judges else ("learned", "prose")
    for row in (row for name in files for row in read_json_lines(FRAGMENTS / f"{name}.jsonl")):
        if row["begun"]:
            yield "calculation", _FRAGMENT.sub(r"\1", row["text"])
    for row in read_json_lines(SUBJECTS):
        if (row["writer"] in JUDGES["writers"]) == judges:
            yield from [(row["about"], row["message"])] * (1 if judges else _OF_OWN)
    for row in _acts_by("kl" if judges else "abcdefghij"):
        if row["act"] not in _OF_SUBJECT or "\n" in row["message"]:
            continue
        if row["subject"] in _CALCULATES:
            yield "calculation", row["message"]
        elif row["subject"] not in _MAY_CALCULATE and row["on_table"] in _BESIDE_NO_WORK:
            yield "other", row["message"]


def _subjects_told(embedder: Embedder) -> dict[str, list[int]]:
    """Return how many messages of each subject are taken for another one, and of how many."""
    found: dict[str, list[int]] = {kind: [0, 0] for kind in other_subject.KINDS}
    for kind, text in _subjects(judges=True):
        found[kind][0] += is_of_other_subject(text, embedder)
        found[kind][1] += 1
    return {f"{kind}: taken for another, of": counts for kind, counts in found.items()}


def _judged(writers: Sequence[str], embedder: Embedder) -> dict[str, object]:
    """Return what is told of sentences that deny something, that claim nothing, that say much."""
    found, faults = Counter[str](), []
    for row in read_json_lines(SENTENCES):
        if row["writer"] not in writers:
            continue
        read = read_at_work(row["text"], embedder)
        denies = any(one.denies for one in read)
        nothing = all(one.claims_nothing for one in read)
        of = "denies" if row["kind"] in ("leaves", "objects") else row["kind"]
        found[of] += 1
        found[f"{of}: denial told"] += denies
        found[f"{of}: nothing claimed"] += nothing
        if denies != (of == "denies") or nothing != (of in ("talk", "denies")):
            faults.append(f"{row['kind']}: {row['text']}")
    return {**dict(sorted(found.items())), "faults": faults}
