"""Faulty programs of real dialogues with their statement, tests, place of the bug and repair."""

from __future__ import annotations

import ast
import difflib
import json
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from tutor_app.programs.find_cases import find_cases
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Case

Split = Literal["all", "tune", "kept"]
_SPEAKER = re.compile(r"(?m)^\s?(?:User|Student|Assistant|Instructor|Teacher|Tutor)\s*:")
_CODE = re.compile(r"(?s)<code>\n?(.*?)(?:</code>|\Z)")
_NUMBER = re.compile(r"(?m)^\s{0,2}\d+\.[ ]?")
_LINES = re.compile(r"(?i)\blines? ((?:\d+(?:,\s*(?:and )?| and )?)+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramRow:
    """A faulty program. `bug_lines` are those that the data's note on bug or fix names, and where
    it names none, those in which the repaired program differs.

    `repaired` is the first program of the dialogue that passes the tests, None where none does.
    `rows` says how many dialogues are about this very program.
    """

    id: str
    statement: str
    program: str
    tests: tuple[Case, ...]
    bug_lines: frozenset[int]
    repaired: str | None
    rows: int


def read_program_rows(path: Path, split: Split = "all") -> list[ProgramRow]:
    """Return each faulty program once. "tune" is every second statement, "kept" the others."""
    programs: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in (row for row in read_rows(path, split) if row.get("bug_code")):
        programs.setdefault((row["problem"], row["bug_code"]), []).append(row)
    return [_row(same) for same in programs.values()]


def read_rows(path: Path, split: Split = "all") -> list[dict[str, Any]]:
    """Return the rows of a file as they are, of one half of the statements."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    statements = list(dict.fromkeys(row["problem"] for row in rows))
    wanted = {"all": statements, "tune": statements[::2], "kept": statements[1::2]}[split]
    return [row for row in rows if row["problem"] in wanted]


def stated_cases(row: ProgramRow) -> tuple[Case, ...]:
    """Return the examples of a program's statement that say what must come out."""
    cases = find_cases(row.repaired or row.program, statement=row.statement)
    return tuple(case for case in cases if case.is_decided)


def _row(same: Sequence[dict[str, Any]]) -> ProgramRow:
    first = same[0]
    program = plain_program(first["bug_code"])
    tests = find_cases(program, statement=first["unit_tests"])
    note = f"{first['bug_fixes']}\n{first['bug_desc']}"
    named = (number for found in _LINES.findall(note) for number in re.findall(r"\d+", found))
    later = (code for row in same for code in _programs(row["dialogue"]))
    repaired = next((code for code in later if _passes(code, tests)), None)
    lines = frozenset(map(int, named)) or frozenset(changed_lines(program, repaired or program))
    return ProgramRow(
        id=first["id"],
        # In a few rows the dialogue stands below the statement as well.
        statement=_SPEAKER.split(first["problem"])[0].strip(),
        program=program,
        tests=tests,
        bug_lines=lines,
        repaired=repaired,
        rows=len(same),
    )


def changed_lines(before: str, after: str) -> Iterator[int]:
    """Yield the lines (from 1) of a program that another version of it has otherwise."""
    old, new = (["".join(row.split()) for row in text.split("\n")] for text in (before, after))
    for tag, start, end, _, _ in difflib.SequenceMatcher(None, old, new).get_opcodes():
        if tag != "equal":
            yield from range(start + 1, max(end, start + 1) + 1)


def _programs(dialogue: str) -> Iterator[str]:
    """Yield the programs that a dialogue holds, the last one first."""
    yield from (plain_program(code) for code in reversed(_CODE.findall(dialogue)))


def plain_program(numbered: str) -> str:
    """Return a program of the data without the numbers of its lines."""
    # Some are numbered with a blank more than the others, which would stand before every line.
    return textwrap.dedent(_NUMBER.sub("", numbered).expandtabs(4)).strip("\n") + "\n"


def _passes(source: str, tests: Sequence[Case]) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    run = run_program(source, tests)
    return bool(tests) and len(run.of_status("passed")) == len(tests)
