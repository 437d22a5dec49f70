"""What the adapter that decides by the course learns: rows of writers as the product puts them.

Each row is put whole, and with fewer of its topic's sentences in another order; some without what
decides them, which is then open; some beside what decides alone, or another sentence alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from evals.answers.course_decisions import FOLDER, DecisionRow, read_decisions
from evals.reader_training.training_examples import SEED, TrainingExample
from tutor_app.models.course_decider import MOST_SENTENCES, TASK, write_request

LEARNED = ("f", "g", "j", "k", "l", "m", "s")
JUDGING = ("h", "n")
FEWEST_LEFT = 5  # sentences beside what is cut out
CUT, ALONE = 0.15, 0.45  # shares of the rows


def decision_examples() -> tuple[list[TrainingExample], list[TrainingExample]]:
    """Return what is learned from, in random order, and what is kept to judge by."""
    chance = random.Random(SEED)
    rows = [row for writer in LEARNED for row in read_decisions(_file(writer))]
    learned = [example_of(each) for row in rows for each in _forms(row, chance)]
    chance.shuffle(learned)
    judging = [row for writer in JUDGING for row in read_decisions(_file(writer))]
    return learned, [example_of(row.among(MOST_SENTENCES)) for row in judging]


def example_of(row: DecisionRow) -> TrainingExample:
    """Return a row as the product puts it to the model, and what must be written to it."""
    numbers = " ".join(str(at + 1) for at in row.decided_by[:3])
    answer = f"{row.verdict} {numbers}".strip()
    return TrainingExample(task=TASK, request=write_request(row.said), answer=answer)


def _forms(row: DecisionRow, chance: random.Random) -> Iterator[DecisionRow]:
    yield row.among(MOST_SENTENCES)
    yield _mixed(row, chance)
    left = [at for at in range(len(row.sentences)) if at not in row.decided_by]
    if row.decided_by and len(left) >= FEWEST_LEFT and chance.random() < CUT:
        yield _open(row, left)
    if row.verdict in ("right", "wrong") and len(row.decided_by) == 1 and chance.random() < ALONE:
        yield _only(row, row.decided_by)
        yield _open(row, [chance.choice(left)])


def _mixed(row: DecisionRow, chance: random.Random) -> DecisionRow:
    """Return a row with fewer sentences in another order, those that decide it among them."""
    others = [at for at in range(len(row.sentences)) if at not in row.decided_by]
    count = max(0, min(len(others), chance.randint(7, MOST_SENTENCES) - len(row.decided_by)))
    kept = [*row.decided_by, *chance.sample(others, count)]
    chance.shuffle(kept)
    return _only(row, kept)


def _only(row: DecisionRow, kept: Sequence[int]) -> DecisionRow:
    return replace(
        row,
        sentences=tuple(row.sentences[at] for at in kept),
        decided_by=tuple(kept.index(at) for at in row.decided_by),
    )


def _open(row: DecisionRow, kept: Sequence[int]) -> DecisionRow:
    return _only(replace(row, verdict="open", decided_by=()), kept)


def _file(writer: str) -> Path:
    return FOLDER / f"writer_{writer}.jsonl"
