"""The sheet of a reading: one line of JSON for each reply of the tutor."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Literal, Self

Grade = Literal["good", "acceptable", "missed", "wrong"]
Answer = Literal["yes", "some", "no"]
GRADES: tuple[Grade, ...] = ("good", "acceptable", "missed", "wrong")
ANSWERS: tuple[Answer, ...] = ("yes", "some", "no")
_IN_SHORT: dict[object, str] = {"to some extent": "some"}  # as the brief has it
ASPECTS = ("sees", "places", "guides", "acts", "fits", "reveals", "moves")

_TURN = re.compile(
    r"^### Student\n\n(?P<fence>`{3,})text\n(?P<student>.*?)\n(?P=fence)\n\n### Tutor\n\n"
    r"(?P<tutor>.*?)(?=^### Student\n|\Z)",
    re.MULTILINE | re.DOTALL,
)


class SheetInvalid(ValueError):
    """A line of a sheet is not filled in as the brief says; the message names file and line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedReply:
    """One reply with what its reader thinks of it; aspects are asked only where work is judged."""

    round: str
    reader: str
    conversation: str
    kind: str
    course: str
    turn: int
    student: str
    tutor: str
    grade: Grade | None = None
    sees: Answer | None = None
    places: Answer | None = None
    guides: Answer | None = None
    acts: Answer | None = None
    fits: Answer | None = None
    reveals: Answer | None = None
    moves: Answer | None = None
    why: str = ""

    @classmethod
    def read(cls, line: str, where: str) -> Self:
        """Return the reply that a line of a sheet tells.

        Raises:
            SheetInvalid: it is no JSON object, or a grade or an answer is none of those asked for.
        """
        try:
            told = json.loads(line)
            known = {field.name for field in fields(cls)}
            written = {k: _IN_SHORT.get(v, v) for k, v in told.items() if k in known}
            reply = cls(**{"course": "demo", **written})
        except (ValueError, TypeError) as exc:
            raise SheetInvalid(f"{where}: {exc}") from exc
        if reply.grade is not None and reply.grade not in GRADES:
            raise SheetInvalid(f"{where}: the grade is {reply.grade!r}")
        wrong = [name for name in ASPECTS if getattr(reply, name) not in (None, *ANSWERS)]
        if wrong:
            raise SheetInvalid(f"{where}: {wrong[0]} is {getattr(reply, wrong[0])!r}")
        return reply

    def line(self) -> str:
        """Return the line of the sheet."""
        return json.dumps(asdict(self), ensure_ascii=False)


def read_sheets(paths: Sequence[Path]) -> list[GradedReply]:
    """Return the graded replies of all sheets, in order.

    Raises:
        SheetInvalid: a line is not filled in as the brief says.
    """
    return [
        GradedReply.read(line, f"{path}:{number}")
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if line.strip()
    ]


def blank_sheet(transcript: Path, **told: Any) -> Iterator[GradedReply]:
    """Yield an ungraded line for each reply of a transcript that `evals talk` has kept."""
    text = transcript.read_text(encoding="utf-8")
    for turn, found in enumerate(_TURN.finditer(text), start=1):
        yield GradedReply(
            **told,
            conversation=transcript.stem,
            turn=turn,
            student=found["student"],
            tutor=found["tutor"].strip(),
        )
