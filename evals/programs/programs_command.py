"""How well programs are run: cases found, bugs exposed, faults located, wrong mutants caught."""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from evals.programs.program_mutants import Mutant, make_mutants
from evals.programs.program_rows import ProgramRow, Split, read_program_rows
from tutor_app.programs.code_in_text import is_value, parse_expression
from tutor_app.programs.find_cases import find_cases
from tutor_app.programs.locate_fault import Fault, locate_fault
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Case

Json = dict[str, Any]


def programs_command(
    questions: Annotated[Path, typer.Option(help="dialogues as JSON lines", exists=True)],
    split: Annotated[str, typer.Option(help="all, tune or kept: by statement")] = "all",
    mutants: Annotated[int, typer.Option(help="so many wrong mutants of repaired programs")] = 0,
    seconds: Annotated[float, typer.Option(help="for the repairs of one program")] = 10.0,
    replies: Annotated[Path | None, typer.Option(help="file for what was seen of each")] = None,
) -> None:
    """Cases, exposed bugs, located faults and caught mutants, as JSON."""
    chosen: Split = "tune" if split == "tune" else "kept" if split == "kept" else "all"
    rows = read_program_rows(questions, chosen)
    figures, seen = measure_programs(rows, seconds)
    if mutants:
        made = make_mutants(rows, mutants)
        figures |= mutant_figures(made)
        seen += [{"mutant": each.id, "source": each.source, **_of(each)} for each in made]
    if replies is not None:
        replies.write_text("".join(json.dumps(row) + "\n" for row in seen), encoding="utf-8")
    print(json.dumps(figures))


def measure_programs(rows: Sequence[ProgramRow], seconds: float) -> tuple[Json, list[Json]]:
    """Return the figures and what was seen of each program; rows of the data count each."""
    counts: Counter[str] = Counter()
    seen: list[Json] = []
    for statement in dict.fromkeys(row.statement for row in rows):
        counts += _case_counts(next(row for row in rows if row.statement == statement))
    for row in rows:
        cases = find_cases(row.program, statement=row.statement)
        run = run_program(row.program, cases)
        fault = locate_fault(row.program, run, seconds=seconds)
        place = place_of(fault, row.bug_lines)
        exposed = bool(run.failing) or run.load_error is not None
        counts += Counter(programs=1, rows=row.rows, exposed_rows=row.rows * exposed)
        counts[place] += 1
        lines = list(fault.lines) if fault is not None else []
        gold = sorted(row.bug_lines)
        seen.append({"id": row.id, "place": place, "lines": lines, "gold": gold})
    return dict(counts), seen


def _case_counts(row: ProgramRow) -> Counter[str]:
    """Hold the cases found in a statement against its unit tests."""
    wanted = {_key(case.call.text): _key(case.expected or "") for case in row.tests}
    found = [case for case in find_cases(row.program, statement=row.statement) if case.is_decided]
    tested = [case for case in found if _key(case.call.text) in wanted]
    return Counter(
        statements=1,
        cases=len(found),
        cases_tested=len(tested),
        cases_right=sum(_is_right(case, wanted) for case in tested),
        tests=len(wanted),
    )


def _is_right(case: Case, wanted: dict[str, str]) -> bool:
    found, tested = _key(case.expected or ""), wanted[_key(case.call.text)]
    return found == tested or (
        is_value(found)
        and is_value(tested)
        and bool(ast.literal_eval(found) == ast.literal_eval(tested))
    )


def _key(source: str) -> str:
    return ast.unparse(parse_expression(source) or ast.parse(source))


def place_of(fault: Fault | None, gold: frozenset[int]) -> str:
    """Say how a fault's place agrees with the lines of the bug."""
    if fault is None:
        return "located_nowhere"
    lines = {*fault.lines, *(fault.behind.lines if fault.behind is not None else ())}
    agrees = "right" if lines & gold else "wrong"
    return f"certain_{agrees}" if fault.certain else f"maybe_{agrees}"


def mutant_figures(mutants: Sequence[Mutant]) -> Json:
    """Return how many wrong mutants a known case catches; the others pass all that was run."""
    caught = sum(mutant.fails_known for mutant in mutants)
    return {
        "mutants": len(mutants),
        "mutants_failing_a_known_case": caught,
        "mutants_surviving": len(mutants) - caught,
    }


def _of(mutant: Mutant) -> Json:
    return {"kind": mutant.kind, "on": mutant.differs_on, "fails_known": mutant.fails_known}
