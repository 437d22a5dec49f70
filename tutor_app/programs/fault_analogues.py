"""Worked analogues: other short programs with a common kind of fault, what it does, what mends it.

Seeing the same thing in their own program is the student's part.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter

from tutor_app.domain.data_files import read_yaml
from tutor_app.programs.small_edits.expression_edits import FaultKind
from tutor_app.wording.catalogue import phrases_of

TOLD = phrases_of("programs_analogues")

Construct = Literal[
    "loop",
    "range",
    "while",
    "condition",
    "comparison",
    "chain",
    "sum",
    "list",
    "index",
    "dict",
    "text",
    "division",
    "power",
    "arithmetic",
    "return",
    "no_return",
    "print",
    "nested_return",
    "recursion",
    "function",
    "object",
    "method",
    "unread",
    "assign",
    "logic",
    "method_of_text",
    "swap",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mend:
    """A change of a program: the piece `old`, which stands in it once, becomes `new`."""

    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Analogue:
    """A kind of fault: another program that has it, worked, and an exercise.

    `call` gives `gives`, stops with the exception `raises` or, with `never_ends`, doesn't end; with
    `mend` it gives `should`. `faults` are the kinds that a run can show and that it is like;
    `needs` what a program must have for it, where no run tells.
    """

    kind: str
    faults: frozenset[FaultKind]
    needs: frozenset[Construct]
    topic: str
    program: str
    call: str
    should: str
    mend: Mend
    gives: str | None = None
    raises: str | None = None
    never_ends: bool = False

    @property
    def worked(self) -> str:
        """What the fault was, in some sentences."""
        return TOLD[f"{self.name}.worked"]()

    @property
    def exercise(self) -> str:
        """Something of the kind to practise, as it stands behind a colon."""
        return TOLD[f"{self.name}.exercise"]()

    @property
    def name(self) -> str:
        """The function that `call` calls."""
        return self.call.partition("(")[0]

    @property
    def mended(self) -> str:
        """The program with its change."""
        return self.program.replace(self.mend.old, self.mend.new)

    @property
    def block(self) -> str:
        """The program as a block of code in a text."""
        return f"```python\n{self.program}\n```"


_FILE = Path(__file__).with_name("fault_analogues.yaml")
ANALOGUES: tuple[Analogue, ...] = TypeAdapter(tuple[Analogue, ...]).validate_python(
    read_yaml(_FILE)
)
