"""Learns and judges how students speak of the rules of Python that go on in their programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from evals.programs.ridge_learning import learn_weights, softmax
from evals.programs.told_rows import read_json_lines
from tutor_app.programs.behaviour.cause_verdicts import PLAINLY, SPOKEN_OF
from tutor_app.programs.behaviour.rule_speech import OTHER, likely_speech, words_of
from tutor_app.retrieval.embedder import Embedder
from tutor_app.understanding.learned_weights import Floats, LearnedWeights

RIDGE = 1.0
FEWEST = 3  # sentences in which a word stands, to be learned
OF_VECTOR = 3.0  # what a vector's components count beside the words


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechRow:
    """A sentence with what it speaks of: "rule kind", or "other"."""

    writer: str
    text: str
    name: str
    vector: Floats


def read_speech(file: Path, embedder: Embedder) -> list[SpeechRow]:
    """Return the sentences of a file, with their vectors."""
    rows = read_json_lines(file)
    vectors = embedder.embed([row["text"] for row in rows])
    return [
        SpeechRow(
            writer=row["writer"],
            text=row["text"],
            name=f"{row['rule']} {row['kind']}" if row["rule"] else OTHER,
            vector=np.asarray(vector, dtype=float),
        )
        for row, vector in zip(rows, vectors, strict=True)
    ]


def learn_speech(rows: Sequence[SpeechRow], encoder: str) -> LearnedWeights:
    """Return the weights of a softmax over what sentences speak of."""
    names = sorted({row.name for row in rows})
    return learn_weights(
        [(dict.fromkeys(words_of(row.text), 1.0), row.vector) for row in rows],
        np.array([[row.name == name for name in names] for row in rows], dtype=float),
        names,
        fit=softmax,
        encoder=encoder,
        ridge=RIDGE,
        fewest=FEWEST,
        of_vector=OF_VECTOR,
    )


def measure_speech(rows: Sequence[SpeechRow], learned: LearnedWeights) -> dict[str, float]:
    """Return the share of sentences heard right: as the one rule that goes on tells, and as any.

    `told_no` counts the sentences that tell a rule and would be told "not quite", `told_yes` those
    of the contrary that would be told that it is so.
    """
    rules = sorted({row.name.split(" ")[0] for row in rows} - {OTHER})
    counts: Counter[str] = Counter()
    for row in rows:
        own, kind = row.name.split(" ")[0], row.name.split(" ")[-1]
        for rule in rules if row.name == OTHER else [own]:
            near = likely_speech(learned, row.text, row.vector, [rule])
            heard = max(near, key=lambda name: near[name])
            counts[f"{kind} rows"] += 1
            counts[f"{kind} right"] += heard == row.name
            spoken = 1 - near[OTHER]
            if spoken >= SPOKEN_OF[True]:
                counts["told no"] += kind == "tells" and near[f"{own} contrary"] >= PLAINLY * spoken
                counts["told yes"] += (
                    kind == "contrary" and near[f"{own} tells"] >= PLAINLY * spoken
                )
        near = likely_speech(learned, row.text, row.vector, rules)
        counts["of all right"] += max(near, key=lambda name: near[name]) == row.name
    kinds = ("tells", "contrary", "asks", OTHER)
    shares = {k: round(counts[f"{k} right"] / max(1, counts[f"{k} rows"]), 3) for k in kinds}
    return {
        "rows": len(rows),
        **shares,
        "told_no": counts["told no"],
        "told_yes": counts["told yes"],
        "of_all": round(counts["of all right"] / max(1, len(rows)), 3),
    }
