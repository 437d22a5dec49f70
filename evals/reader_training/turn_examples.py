"""The tutor's turns that the adapter learns: what to say and ask behind the facts of a reply."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from evals.programs.told_rows import QUESTIONS, Json, read_json_lines
from evals.reader_training.reading_rows import ReadingRow
from evals.reader_training.training_examples import READ, TrainingExample, request_of, with_lines
from tutor_app.programs.message_reading.tutor_turn import write_facts

TURNS = QUESTIONS / "program_turns"
REPAIR_KNOWN = 0.7  # of the turns are learned with the repair beside them


def turn_examples(rows: Sequence[ReadingRow], chance: random.Random) -> Iterator[TrainingExample]:
    """Yield the turns that were written to messages, each behind the message's reading."""
    written = {turn["id"]: (turn, group) for group in read_turns() for turn in group["turns"]}
    for row in rows:
        if row.id not in written:
            continue
        turn, group = written[row.id]
        repaired = turn.get("fixed", group["fixed"]) if chance.random() < REPAIR_KNOWN else None
        yield TrainingExample(
            task=READ,
            before=(request_of(row), with_lines(row)),
            request=write_facts(turn["seen"], row.program, repaired),
            answer=write_turn(turn),
        )


def read_turns() -> list[Json]:
    """Return the programs with the turns written to messages about them, of all writers."""
    return [group for file in sorted(TURNS.glob("*.jsonl")) for group in read_json_lines(file)]


def write_turn(turn: Json) -> str:
    """Return a turn as the model has to write it."""
    said = [f"{name} {turn[name]}" for name in ("say", "ask", "key") if turn[name]]
    return "\n".join([f"verdict {turn['verdict']}", *said])
