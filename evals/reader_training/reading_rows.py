"""Labelled messages about programs: what was known when each was written, and its reading."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from evals.programs.told_rows import QUESTIONS, Json, read_json_lines
from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.message_reading.reading import (
    ProgramReading,
    parse_reading,
    read_edits,
    with_edits,
)

READINGS = QUESTIONS / "program_readings"
# Whose rows are learned from; of L2, the rows of JUDGING_IDS judge.
LEARNED = ("N1", "N2", "N6", "N7", "N8", "W1", "W3", "W4", "W5", "L1", "L2")
JUDGE = READINGS / "N4.jsonl"
JUDGING_IDS = ("p11", "p12")

# A call, and what it must give as far as that is known.
WantedCall = tuple[str, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingRow:
    """A message with what it was said about; `focus` is the call that was talked about last, `said`
    the tutor's last words, `written` the reading that it should have."""

    id: str
    program: str
    calls: tuple[WantedCall, ...]
    focus: str | None
    said: str
    words: str
    written: str

    @property
    def reading(self) -> ProgramReading:
        """The reading as the product takes it.

        Raises:
            ValueError: it does not begin with what the message does.
        """
        reading = parse_reading(self.written, self.program)
        if reading is None:
            raise ValueError(f"Row {self.id} has no reading: {self.written!r}")
        return reading


def read_rows(file: Path) -> list[ReadingRow]:
    """Return the messages of a file, in which each line is a program with its turns."""
    return [row for group in read_json_lines(file) for row in _rows_of(group)]


def judging_rows() -> list[ReadingRow]:
    """Return the rows that no adapter has learned from."""
    return [*read_rows(JUDGE), *(row for row in read_rows(READINGS / "L2.jsonl") if _judges(row))]


def learned_rows() -> list[ReadingRow]:
    """Return the rows that the adapter learns from."""
    rows = (row for name in LEARNED for row in read_rows(READINGS / f"{name}.jsonl"))
    return [row for row in rows if not _judges(row)]


def _judges(row: ReadingRow) -> bool:
    return row.id.startswith(JUDGING_IDS)


def _rows_of(group: Json) -> Iterator[ReadingRow]:
    """Yield a row for each turn: what is known, and the program, carry over to the next one."""
    program, focus = group["program"], group.get("call")
    calls = _calls(group)
    for number, turn in enumerate(group["turns"], 1):
        program, focus = turn.get("program", program), turn.get("call", focus)
        calls = _calls(turn) if "calls" in turn else calls
        row = ReadingRow(
            id=f"{group['id']}-{number}",
            program=program,
            calls=tuple(calls.items()),
            focus=focus,
            said=turn.get("tutor") or "",
            words=turn["message"],
            written="\n".join(turn["reading"]),
        )
        yield row
        calls, focus = _known_after(row)
        if turn.get("keep"):
            program = with_edits(program, read_edits(row.written, program))


def _calls(group: Json) -> dict[str, str | None]:
    """Return the calls of a program or a turn; a text alone is one of which nothing is known."""
    listed = group.get("calls", ())
    return dict((each, None) if isinstance(each, str) else each for each in listed)


def _known_after(row: ReadingRow) -> tuple[dict[str, str | None], str | None]:
    """Return what calls must give, and the call that is talked about, once a message was heard."""
    calls, focus = dict(row.calls), row.focus
    for statement in row.written.split("\n")[1:]:
        kind, _, rest = statement.partition(" ")
        call, arrow, value = rest.partition(" -> ")
        if kind == "want" and arrow:
            calls[call] = value
        elif kind == "on":
            focus = rest
    return calls, focus


def statements_of(call: str) -> list[str]:
    """Return the statements of a call that others lead to: `s = Stack(); s.push(1); s.pop()`."""
    tree = parse_program(call)
    if tree is None:
        return [call]
    return [ast.get_source_segment(call, each) or "" for each in tree.body]
