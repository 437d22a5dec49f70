"""Learns and judges whose the mathematics in a message is, by marks in the messages."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from evals.programs.ridge_learning import learn_weights, softmax, written
from tutor_app.calculations.reading.plain_notation import plain_notation
from tutor_app.calculations.speech.fragment_roles import (
    ROLES,
    WEIGHTS,
    Role,
    chances_of,
    features_of,
    sentence_of,
)
from tutor_app.calculations.speech.math_fragments import math_fragments
from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.learned_weights import Floats, LearnedWeights

FOLDER: Final = Path("evals/questions/calculation_fragments")
LEARNED: Final = (FOLDER / "learned.jsonl", FOLDER / "prose.jsonl")
PROSE_KEPT: Final = FOLDER / "prose_kept.jsonl"  # by other voices than what is learned from
READERS: Final = FOLDER / "readers.jsonl"
RIDGE: Final = 3.0
FOLDS: Final = 5
GENERATED: Final = 900  # messages of the grammar that are learned from beside the written ones
FEWEST: Final = 2  # fragments that have a feature, for it to be learned
OF_VECTOR: Final = 3.0  # what a vector's components count beside the other features
_MARK: Final = re.compile(r"\{([mocqt])\|([^{}]*)\}")
_ROLE_OF: Final[dict[str, Role]] = {each[0]: each for each in ROLES}


@dataclass(frozen=True, slots=True, kw_only=True)
class FragmentRow:
    """A fragment with its features, the vector of its sentence, and its role."""

    voice: str
    text: str
    features: dict[str, float]
    vector: Floats
    role: Role


def read_fragments(files: Sequence[Path], embedder: Embedder) -> list[FragmentRow]:
    """Return the marked fragments of some files."""
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return marked_fragments([json.loads(line) for line in lines], embedder)


def marked_fragments(rows: Iterable[dict[str, Any]], embedder: Embedder) -> list[FragmentRow]:
    """Return the fragments of marked messages; what no mark covers is only spoken of."""
    found: list[FragmentRow] = []
    for row in rows:
        text, marks = _unmarked(row["text"])
        plain, fragments = math_fragments(text)
        vectors = embedder.embed([sentence_of(each) for each in fragments]) if fragments else ()
        for place, (fragment, vector) in enumerate(zip(fragments, vectors, strict=True)):
            within = [
                (min(end, fragment.end) - max(start, fragment.start), role)
                for start, end, role in marks
            ]
            covered, role = max(within, default=(0, "quoted"))
            found.append(
                FragmentRow(
                    voice=row["voice"],
                    text=f"{plain[fragment.start : fragment.end]} in {text!r}",
                    features=dict(features_of(fragments, place, begun=row["begun"])),
                    vector=np.asarray(vector, dtype=float),
                    role=role if covered > 0 else "quoted",
                )
            )
    return found


def _unmarked(text: str) -> tuple[str, list[tuple[int, int, Role]]]:
    """Return a text without its marks, and the places of these in its plain notation."""
    plain, marks, last = "", list[tuple[int, int, Role]](), 0
    for each in _MARK.finditer(text):
        plain += text[last : each.start()]
        start = len(plain_notation(plain))
        plain += each[2]
        marks.append((start, len(plain_notation(plain)), _ROLE_OF[each[1]]))
        last = each.end()
    return plain + text[last:], marks


def learn_roles(rows: Sequence[FragmentRow], encoder: str, *, vectors: bool) -> LearnedWeights:
    """Return the weights of one softmax over the roles."""
    return learn_weights(
        [(row.features, row.vector if vectors else None) for row in rows],
        np.array([[float(row.role == role) for role in ROLES] for row in rows]),
        ROLES,
        fit=softmax,
        encoder=encoder,
        ridge=RIDGE,
        fewest=FEWEST,
        of_vector=OF_VECTOR,
    )


def write_roles(rows: Sequence[FragmentRow], encoder: str) -> None:
    """Learn the weights that ship from some rows, and write them."""
    found = {
        "with_vectors": written(learn_roles(rows, encoder, vectors=True)),
        "plain": written(learn_roles(rows, encoder, vectors=False)),
    }
    WEIGHTS.write_text(json.dumps(found) + "\n", encoding="utf-8")


def heard_unseen(
    rows: Sequence[FragmentRow], made: Sequence[FragmentRow], encoder: str, *, vectors: bool
) -> list[tuple[FragmentRow, Role]]:
    """Return each fragment with the role that weights learned from other voices give it; the
    voices are parted in five, and the `made` rows are learned from each time."""
    found = []
    voices = sorted({row.voice for row in rows})
    for part in range(FOLDS):
        unseen = voices[part::FOLDS]
        known = [*made, *(row for row in rows if row.voice not in unseen)]
        model = learn_roles(known, encoder, vectors=vectors)
        found += heard_by(model, [row for row in rows if row.voice in unseen])
    return found


def heard_by(model: LearnedWeights, rows: Sequence[FragmentRow]) -> list[tuple[FragmentRow, Role]]:
    """Return each fragment with its likeliest role."""
    has_vectors = bool(len(model.vector))
    heard = []
    for row in rows:
        chances = chances_of(model, row.features, row.vector if has_vectors else None)
        heard.append((row, max(chances, key=lambda role: chances[role])))
    return heard


def measure_roles(heard: Sequence[tuple[FragmentRow, Role]]) -> dict[str, Any]:
    """Return how many roles are heard rightly, and how often others' lines are taken for own."""
    right = sum(row.role == role for row, role in heard)
    not_mine = [(row, role) for row, role in heard if row.role not in ("mine", "task")]
    mine = [(row, role) for row, role in heard if row.role in ("mine", "task")]
    return {
        "fragments": len(heard),
        "right": round(right / max(1, len(heard)), 3),
        "own_heard_as_own": [sum(r in ("mine", "task") for _, r in mine), len(mine)],
        "others_taken_for_own": [sum(r in ("mine", "task") for _, r in not_mine), len(not_mine)],
        "confused": {
            f"{one} as {other}": count
            for (one, other), count in Counter(
                (row.role, role) for row, role in heard if row.role != role
            ).most_common(8)
        },
    }
