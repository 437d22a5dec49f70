"""Labelled messages: what was on the table, what the tutor had said, and what the student did."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast, get_args

from tutor_app.understanding.act_classifier import ACTS, DialogueAct
from tutor_app.understanding.turn_tokens import OnTable

OWN_ROWS: Final = Path(__file__).parents[1] / "questions" / "dialogue_acts"
TABLES: Final = get_args(OnTable)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActRow:
    """One labelled message. `also` is a second act that is as right; `writer` its file's name."""

    writer: str
    subject: str
    on_table: OnTable
    last_words: str
    message: str
    act: DialogueAct
    also: DialogueAct | None
    about_table: bool

    @property
    def right(self) -> frozenset[str]:
        """The acts that count as right."""
        return frozenset({self.act} if self.also is None else {self.act, self.also})

    @property
    def fingerprint(self) -> str:
        """Names the row without its words: the same words on the same table, whoever holds them."""
        words = "\n".join((self.on_table, self.last_words, self.message))
        return hashlib.blake2b(words.encode(), digest_size=8).hexdigest()


def read_rows(path: Path) -> list[ActRow]:
    """Return a file's rows in its order.

    Raises:
        ValueError: a row lacks a field, or has a label that there is not.
    """
    lines = path.read_text(encoding="utf-8").split("\n")
    return [
        _row(json.loads(line), path.stem, number)
        for number, line in enumerate(lines, 1)
        if line.strip()
    ]


def read_writers(folders: Iterable[Path]) -> dict[str, list[ActRow]]:
    """Return the rows of each `writer_*.jsonl` of the folders, by its name without the ending."""
    files = sorted(path for folder in folders for path in folder.glob("writer_*.jsonl"))
    return {path.stem: read_rows(path) for path in files}


def _row(fields: dict[str, Any], writer: str, number: int) -> ActRow:
    place = f"{writer}, row {number}"
    for name, known in (("on_table", TABLES), ("act", ACTS), ("also", (*ACTS, None))):
        if fields.get(name) not in known:
            raise ValueError(f"{place}: {name} is {fields.get(name)!r}")
    if not isinstance(fields.get("message"), str) or not isinstance(fields["about_table"], bool):
        raise ValueError(f"{place} has no message, or does not say whether it is about the table")
    return ActRow(
        writer=writer,
        subject=fields["subject"],
        on_table=fields["on_table"],
        last_words=fields["tutor_said"] or "",
        message=fields["message"],
        act=cast(DialogueAct, fields["act"]),
        also=cast("DialogueAct | None", fields["also"]),
        about_table=fields["about_table"],
    )
