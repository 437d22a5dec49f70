"""Dialogues about faulty programs that were written for this project, one half kept from tuning."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import yaml

from evals.programs.debugging_dialogue import Dialogue
from evals.programs.debugging_leaks import ExpressionSwap, Fix, tokens, within
from evals.programs.program_rows import Split

Json = dict[str, Any]


def _fenced(program: str) -> str:
    return f"\n```python\n{program}\n```\n"


def _numbered(program: str) -> str:
    return "\n".join(f"{n}. {line}" for n, line in enumerate(program.split("\n"), start=1))


# How a student pastes a program.
LAYOUTS: Mapping[str, Callable[[str], str]] = {
    "fence": _fenced,
    "bare": lambda program: f"\n{program}\n",
    "tabs": lambda program: _fenced(program.replace("    ", "\t")),
    "crlf": lambda program: f"\n{program}\n",
    "numbered": _numbered,
}


def read_own(path: Path, split: Split = "all") -> list[Dialogue]:
    """Return the dialogues of a YAML file, in its order; of one half where `split` names it."""
    rows = yaml.safe_load(path.read_text(encoding="utf-8"))
    return [_dialogue(row) for row in rows if split in ("all", row["split"])]


def _dialogue(row: Json) -> Dialogue:
    program = row["program"].strip("\n")
    said: list[str] = []
    programs: list[str] = []
    about: list[tuple[str, ...]] = []
    now = program
    for turn in row["said"]:
        for old, new in turn.get("edit", ()):
            if old not in now:
                raise ValueError(f"{row['id']}: {old!r} is not in the program")
            now = now.replace(old, new)
        text = turn["say"].replace("{program}", LAYOUTS[row["layout"]](now))
        said.append(text.replace("\n", "\r\n") if row["layout"] == "crlf" else text)
        programs.append(now)
        about.append(tuple(turn.get("about", ())))
    own = tokens(program)
    return Dialogue(
        id=row["id"],
        program=program,
        fix=Fix(
            lines=tuple(line for line in row["fix"] if not within(tokens(line), own)),
            swaps=tuple(
                ExpressionSwap(faulty=old, replacement=new) for old, new in row.get("swaps", ())
            ),
        ),
        said=tuple(said),
        programs=tuple(programs),
        about=tuple(about),
        kept=row["split"] == "kept",
    )
