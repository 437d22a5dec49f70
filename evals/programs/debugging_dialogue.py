"""One dialogue between a student with a faulty program and a teacher: the student's side of it."""

from __future__ import annotations

from dataclasses import dataclass

from evals.programs.debugging_leaks import Fix
from evals.programs.program_rows import ProgramRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialogue:
    """What the student said before each turn of the teacher, and the fix.

    `programs` is the program as it is after each turn, where the file says so; `about` what a reply
    to each turn names, one of these, if it takes the turn up: none where nothing is marked. `row`
    is the program with its statement and its repair, where the file has them; `kept` says that
    nothing was tuned on the dialogue.
    """

    id: str
    program: str
    fix: Fix
    said: tuple[str, ...]
    programs: tuple[str, ...] = ()
    about: tuple[tuple[str, ...], ...] = ()
    row: ProgramRow | None = None
    kept: bool = False
