"""Messages with statements, each labelled with what the message does with it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tutor_app.understanding.statement_classifier import STANCES, Stance

OWN_ROWS: Final = Path(__file__).parents[1] / "questions" / "message_statements"


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementRow:
    """One statement of a message, and what the message does with it."""

    subject: str
    last_words: str
    message: str
    statement: str
    stance: Stance


def read_statements(paths: Sequence[Path]) -> list[StatementRow]:
    """Return the rows of some files, in their order.

    Raises:
        ValueError: a line is not such a message; it says which.
    """
    return [row for path in paths for row in _rows_of(path)]


def _rows_of(path: Path) -> Iterator[StatementRow]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            told = json.loads(line)
            for statement, stance in told["statements"]:
                if stance not in STANCES:
                    raise ValueError(stance)
                yield StatementRow(
                    subject=told["subject"],
                    last_words=told.get("last") or "",
                    message=told["message"],
                    statement=statement,
                    stance=stance,
                )
        except (KeyError, TypeError, ValueError) as exc:
            raise ValueError(f"{path.stem}, line {number}: {exc}") from exc
