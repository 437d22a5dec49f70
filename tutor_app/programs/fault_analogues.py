"""Worked analogues: other short programs with a common kind of fault, and what it looks like.

None shows how its program is put right: seeing the same thing at home is the student's part.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import yaml
from pydantic import TypeAdapter

from tutor_app.programs.small_edits.expression_edits import FaultKind

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
class Analogue:
    """A kind of fault: the other program worked, an exercise.

    `faults` are the kinds that a run can show and that it is like; `needs` what a program must have
    for it, where no run tells.
    """

    kind: str
    faults: frozenset[FaultKind]
    needs: frozenset[Construct]
    worked: str
    exercise: str
    topic: str


_FILE = Path(__file__).with_name("fault_analogues.yaml")
ANALOGUES: tuple[Analogue, ...] = TypeAdapter(tuple[Analogue, ...]).validate_python(
    yaml.safe_load(_FILE.read_text(encoding="utf-8"))
)
