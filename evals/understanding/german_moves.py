"""`python -m evals german-moves`: is what a German message wishes or asks read as English?"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from tutor_app.domain.data_files import read_yaml
from tutor_app.domain.normal_form import split_sentences
from tutor_app.understanding.message_in_translation import message_in_english

ROWS: Final = Path(__file__).parents[1] / "questions" / "german_moves.jsonl"
_MOVES: Final = Path(__file__).parents[2] / "tutor_app" / "understanding"
_SLOT: Final = re.compile(r"\\\{\w+\\\}")
# What does the same where it is said: a wish for one more, or on something, begins a round as well.
_SAME: Final = {
    "just the answer": {"give me the solution"},
    "give me a hint": {"i'm stuck"},
    "quiz me on {t}": {"another one on {t}"},
    "another one on {t}": {"quiz me on {t}"},
    "i want to trace one by hand": {"quiz me on {t}", "another"},
    "stop the quiz": {"bye"},
}


def german_moves_command(
    messages: Annotated[Path, typer.Option(help="labelled messages", exists=True)] = ROWS,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Messages of a German student on an English course, by writer; `formal` was not tuned on."""
    lines = messages.read_text(encoding="utf-8").splitlines()
    figures = measure_moves([json.loads(line) for line in lines])
    typer.echo(json.dumps(figures, indent=None if as_json else 1, ensure_ascii=False))


def measure_moves(rows: list[dict[str, Any]]) -> dict[str, dict[str, int]]:
    """Return by writer how many moves are right, taken for another, missed; and how many messages
    that make none are left alone, or taken for one.
    """
    figures: dict[str, Counter[str]] = {}
    for row in rows:
        read = moves_read(message_in_english(row["message"], "de"))
        wanted = {same for move in row["moves"] for same in ({move} | _SAME.get(move, set()))}
        if not wanted:
            result = "taken for a move" if read - {"yes", "no"} else "left alone"
        elif read & wanted:
            result = "right"
        else:
            result = "another" if read else "missed"
        figures.setdefault(row["writer"], Counter())[result] += 1
    return {writer: dict(counts) for writer, counts in figures.items()}


def moves_read(english: str) -> set[str]:
    """Return the moves that a message has, in small letters, "{t}" for what they name."""
    patterns = [(move, _pattern(move)) for move in _english_moves()]
    parts = [part.rstrip(".") for part in split_sentences(english)]
    found = {move for part in parts for move, pattern in patterns if pattern.fullmatch(part)}
    return {re.sub(r"\{\w+\}", "{t}", move).casefold() for move in found}


def _english_moves() -> list[str]:
    """Return the English messages that something German may be read as."""
    return [move for name in ("moves_de.yaml", "asks_de.yaml") for move in read_yaml(_MOVES / name)]


def _pattern(move: str) -> re.Pattern[str]:
    return re.compile(_SLOT.sub("(.+)", re.escape(move.rstrip("."))))
