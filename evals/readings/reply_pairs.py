"""Two replies to the same words of a student, side by side: for readers not told whose is whose."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from evals.programs.debugging_comparison import exchanges
from evals.programs.program_rows import plain_program, read_rows

Choice = Literal["A", "B", "tie"]
Say = Callable[[str], str]

_CONVERSATION = re.compile(r"(?m)^## (?P<number>\d+) .*$")
_EXCHANGE = re.compile(
    r"^\*\*S:\*\* (?P<student>.*?)\n\*\*T:\*\* (?P<tutor>.*?)\n\[", re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelConversation:
    """A conversation as it could be held: what the student says, and the reply to aim at."""

    id: str
    turns: tuple[tuple[str, str], ...]


def read_model_conversations(path: Path) -> list[ModelConversation]:
    """Return the conversations of a Markdown file, or those of teachers in a JSON Lines file.

    In Markdown each has a numbered heading and turns "**S:** …", "**T:** …", "[notes]".
    """
    if path.suffix == ".jsonl":
        return [_with_teacher(row) for row in read_rows(path, "all")]
    text = path.read_text(encoding="utf-8")
    parts = _CONVERSATION.split(text)
    return [
        ModelConversation(
            id=number, turns=tuple((each["student"], each["tutor"]) for each in found)
        )
        for number, body in zip(parts[1::2], parts[2::2], strict=True)
        if (found := list(_EXCHANGE.finditer(body)))
    ]


def _with_teacher(row: dict[str, Any]) -> ModelConversation:
    turns = list(exchanges(row["dialogue"]))
    program = plain_program(row.get("bug_code", ""))
    student, teacher = turns[0]
    first = f"{student}\n\n{row['problem']}\n\n```python\n{program}\n```", teacher
    return ModelConversation(id=row["id"], turns=(first, *turns[1:]))


def pair_up(
    conversation: ModelConversation, say: Say, draw: random.Random
) -> Iterator[dict[str, Any]]:
    """Yield each turn with the tutor's own reply beside the model's, in an order drawn by lot.

    The tutor's replies go on from its own; a reader sees the student's words up to here.
    `ours` says which of the two is the tutor's: it is kept apart from what readers get.
    """
    so_far: list[str] = []
    for number, (student, theirs) in enumerate(conversation.turns, start=1):
        ours = say(student)
        first = draw.random() < 0.5
        yield {
            "id": f"{conversation.id}#{number}",
            "student_before": list(so_far),
            "student": student,
            "A": ours if first else theirs,
            "B": theirs if first else ours,
            "ours": "A" if first else "B",
        }
        so_far.append(student)


def count_choices(chosen: dict[str, Choice], ours: dict[str, str]) -> dict[str, Any]:
    """Return how often the tutor's reply was chosen, the other, or neither.

    Raises:
        ValueError: nothing was chosen, or a choice is for a pair that is not known.
    """
    unknown = sorted(set(chosen) - set(ours))
    if unknown or not chosen:
        raise ValueError(f"no such pair: {unknown[0]}" if unknown else "nothing was chosen")
    counts = Counter(
        "tie" if choice == "tie" else "ours" if choice == ours[pair] else "theirs"
        for pair, choice in chosen.items()
    )
    return {
        "pairs": len(chosen),
        **{key: counts[key] for key in ("ours", "tie", "theirs")},
        "ours_or_tie": round((counts["ours"] + counts["tie"]) / len(chosen), 3),
    }


def is_wanted(conversation: ModelConversation, wanted: Sequence[str]) -> bool:
    """Return whether a conversation is among the wanted ones; none named wants all."""
    return not wanted or conversation.id in wanted
