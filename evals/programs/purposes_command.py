"""The command that says how well it is known what a program is for, without its statement."""

from __future__ import annotations

import ast
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from evals.programs.program_rows import plain_program, read_rows
from tutor_app.programs.find_cases import find_cases
from tutor_app.programs.purposes.find_purpose import FoundPurpose
from tutor_app.programs.purposes.held_purposes import QUICK
from tutor_app.programs.purposes.judge_by_purpose import judge_by_purpose
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_verdicts import read_literal
from tutor_app.programs.small_edits.one_edits import one_edits

PROGRAMS = Path(__file__).parents[1] / "questions" / "purposes.txt"
MOST_EDITS = 40  # of a program that are looked at for mutants


def purposes_command(
    questions: Annotated[Path, typer.Option(help="right programs", exists=True)] = PROGRAMS,
    split: Annotated[str, typer.Option(help="all, tune or kept: every second program")] = "all",
    mutants: Annotated[int, typer.Option(help="so many wrong mutants of each")] = 0,
    dialogues: Annotated[
        Path | None, typer.Option(help="faulty programs with tests as JSON lines", exists=True)
    ] = None,
) -> None:
    """Purposes found, right programs called wrong, mutants exposed, values against tests: JSON."""
    counts: Counter[str] = Counter()
    for words, source in _programs(questions, split):
        verdict = judge_by_purpose(source, words, (), None)
        counts["programs"] += 1
        counts["found"] += verdict is not None
        if verdict is not None and verdict.passed < verdict.count:
            counts["right_called_wrong"] += 1
            print(words, verdict.found.purpose.key, verdict.cases[:1])
        elif verdict is not None and mutants:
            counts += _of_mutants(source, words, verdict.found, mutants)
    if dialogues is not None:
        counts += _of_dialogues(dialogues)
    print(json.dumps(counts))


def _programs(file: Path, split: str) -> Iterator[tuple[str, str]]:
    """Yield what is said of each program, and the program."""
    pieces = [each.strip("\n") for each in file.read_text(encoding="utf-8").split("###\n")]
    chosen = {"tune": pieces[::2], "kept": pieces[1::2]}.get(split, pieces)
    for piece in chosen:
        words, _, source = piece.partition("\n")
        yield words.removeprefix("# "), source


def _of_mutants(source: str, words: str, found: FoundPurpose, most: int) -> Counter[str]:
    """Count what is said of programs an edit away that give something else."""
    counts: Counter[str] = Counter()
    cases = found.cases()
    edits = list({each.source: each for each in one_edits(ast.parse(source))}.values())
    random.Random(3).shuffle(edits)
    for edit in edits[:MOST_EDITS]:
        run = run_program(edit.source, cases, QUICK)
        if counts["mutants"] == most or not run.loads or not run.failing:
            continue
        verdict = judge_by_purpose(edit.source, words, (), None)
        counts["mutants"] += 1
        if verdict is None:
            counts["mutants_without_purpose"] += 1
        elif verdict.passed == verdict.count:
            counts["mutants_called_right"] += 1
        else:
            counts["mutants_exposed"] += 1
            counts["of_another_purpose"] += verdict.found.purpose.name != found.purpose.name
    return counts


def _of_dialogues(file: Path) -> Counter[str]:
    """Count the faulty programs whose purpose is found by their first message alone."""
    counts: Counter[str] = Counter()
    seen: set[str] = set()
    for row in read_rows(file):
        source = plain_program(row["bug_code"]) if row.get("bug_code") else ""
        if not source or source in seen:
            continue
        seen.add(source)
        first = row["dialogue"].partition("User:")[2].split("\n")[0].partition("<code>")[0]
        verdict = judge_by_purpose(source, first, (), None)
        counts["dialogues"] += 1
        if verdict is None:
            continue
        counts += Counter(dialogues_found=1, dialogues_exposed=verdict.passed < verdict.count)
        tests = {c.call.text: c.expected for c in find_cases(source, statement=row["unit_tests"])}
        for call, value in verdict.found.answers(source, [c for c, e in tests.items() if e]):
            counts["values"] += 1
            counts["values_right"] += read_literal(value) == read_literal(tests[call] or "")
    return counts
