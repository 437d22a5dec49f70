"""Wrong programs made of right ones, with proof that they are wrong.

A mutant is one edit away from a repaired program and gives something else on at least one of 1,000
generated inputs; the statement's own examples are not among these, so that a mutant that passes
every example can still be shown to be wrong.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evals.programs.program_rows import ProgramRow
from tutor_app.programs.find_cases import find_cases, function_names
from tutor_app.programs.generate_inputs import generate_calls
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, Limits
from tutor_app.programs.run_variants import as_function, run_variants, top_names
from tutor_app.programs.small_edits.expression_edits import FaultKind
from tutor_app.programs.small_edits.one_edits import Edit, one_edits

INPUTS = 1_000
_UNSEEN = 1313  # a seed that the tutor does not use, so that its inputs are others
_AT_ONCE = 20  # mutants compared in one process
_LIMITS = Limits(
    case_seconds=4.0, run_seconds=90.0, steps=2_000_000, source=1_000_000, recursion=300
)
# What is put beside the programs: the first input on which a mutant does something else.
_COMPARE = """
def see(call, make):
    try:
        return ("gave", call(*make()))
    except Exception as exc:
        return ("raised", type(exc).__name__)

WANTED = []

def first_difference(make):
    if not WANTED:
        WANTED.extend(see(call, variant_0) for call in INPUTS)
    for place, call in enumerate(INPUTS):
        if see(call, make) != WANTED[place]:
            return place
    return None
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A wrong program. `differs_on` is a call on which it does something else, None if it hangs.

    `of` is the id of the row whose repaired program it is made of; `fails_known` says whether one
    of the statement's cases fails on it.
    """

    id: str
    of: str
    source: str
    kind: FaultKind
    lines: tuple[int, ...]
    differs_on: str | None
    fails_known: bool


def make_mutants(rows: Sequence[ProgramRow], count: int, *, seed: int = 0) -> list[Mutant]:
    """Return up to `count` wrong mutants of the repaired programs, about as many of each."""
    rng = random.Random(seed)
    sources = {row.repaired: row for row in rows if row.repaired is not None}
    share = -(-count // max(len(sources), 1))
    made: list[list[Mutant]] = []
    spare: list[Mutant] = []
    for row in sources.values():
        wrong = list(_wrong_mutants(row, rng, share * 2))
        made.append(wrong[:share])
        spare += wrong[share:]
    mutants = [mutant for own in made for mutant in own]
    return [*mutants, *spare][:count]


def _wrong_mutants(row: ProgramRow, rng: random.Random, most: int) -> Iterator[Mutant]:
    """Yield at most so many mutants that differ from the row's repaired program."""
    repaired = row.repaired or ""
    cases = find_cases(repaired, statement=row.statement)
    calls = _inputs(repaired, [case.call.text for case in cases])
    plain = ast.unparse(ast.parse(repaired))
    edits = {edit.source: edit for edit in one_edits(ast.parse(repaired)) if edit.source != plain}
    chosen = list(edits.values())
    rng.shuffle(chosen)
    number = 0
    for start in range(0, len(chosen), _AT_ONCE):
        batch = [edit for edit in chosen[start : start + _AT_ONCE] if _compiles(edit.source)]
        differing = list(_differing(repaired, batch, calls))
        known = run_variants([edit.source for edit, _ in differing], cases)
        for (edit, differs_on), results in zip(differing, known, strict=True):
            if not results:  # what a known case says of it was not seen
                continue
            yield Mutant(
                id=f"{row.id}/{number}",
                of=row.id,
                source=edit.source,
                kind=edit.kind,
                lines=edit.lines,
                differs_on=differs_on,
                fails_known=any(result.status != "passed" for result in results),
            )
            number += 1
            if number == most:
                return


def _inputs(source: str, examples: Sequence[str]) -> tuple[str, ...]:
    functions = function_names(ast.parse(source))
    called = [name for name in functions if any(f"{name}(" in call for call in examples)]
    return generate_calls(examples, called[0], INPUTS, seed=_UNSEEN) if called else ()


def _differing(
    repaired: str, edits: Sequence[Edit], calls: Sequence[str]
) -> Iterator[tuple[Edit, str | None]]:
    """Yield the edits that change what the program does, with a call on which they do."""
    names = ", ".join(top_names(repaired))
    inputs = ",\n".join(f"lambda {names}: ({call})" for call in calls)
    programs = [repaired, *(edit.source for edit in edits)]
    parts = [as_function(number, source) for number, source in enumerate(programs)]
    source = "\n".join([*parts, f"INPUTS = [{inputs}]", _COMPARE])
    cases = [
        Case(call=Call(text=f"first_difference(variant_{number})"), origin="generated")
        for number in range(1, len(programs))
    ]
    run = run_program(source, cases, _LIMITS, namespace="in_sequence")
    for edit, result in zip(edits, run.results, strict=True):
        if result.limit is not None:
            yield edit, None
        elif result.value is not None and result.value != "None":
            yield edit, calls[int(result.value)]


def _compiles(source: str) -> bool:
    try:
        compile(source, "mutant", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True
