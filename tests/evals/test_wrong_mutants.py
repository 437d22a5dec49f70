"""Wrong programs made of repaired ones: each does something else on an input that shows it."""

from __future__ import annotations

import json
from pathlib import Path

from evals.programs.program_mutants import make_mutants
from evals.programs.program_rows import ProgramRow, read_program_rows
from evals.programs.programs_command import mutant_figures, place_of
from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case

LARGEST = """def largest(a):
    m = a[0]
    for x in a:
        if x > m:
            m = x
    return m
"""
ROW = ProgramRow(
    id="largest",
    statement="largest([3, 8, 5]) => 8\nlargest([-4, -2, -9]) => -2",
    program=LARGEST.replace("a[0]", "0"),
    tests=(),
    bug_lines=frozenset({2}),
    repaired=LARGEST,
    rows=1,
)


def outcome(source: str, call: str) -> object:
    result = run_program(source, [Case(call=Call(text=call), origin="generated")]).results[0]
    return result.value, result.error.type if result.error else None


def test_each_mutant_does_something_else_on_the_input_that_it_names() -> None:
    mutants = make_mutants([ROW], 12)

    assert len(mutants) == 12
    for mutant in mutants:
        if mutant.differs_on is not None:
            assert outcome(mutant.source, mutant.differs_on) != outcome(LARGEST, mutant.differs_on)


def test_a_mutant_that_passes_every_example_is_kept_and_counted_as_surviving() -> None:
    one = ProgramRow(
        id="one",
        statement="largest([3, 8, 5]) => 8",
        program=LARGEST,
        tests=(),
        bug_lines=frozenset(),
        repaired=LARGEST,
        rows=1,
    )
    mutants = make_mutants([one], 12)
    figures = mutant_figures(mutants)

    assert 0 < figures["mutants_surviving"] < len(mutants)
    surviving = next(mutant for mutant in mutants if not mutant.fails_known)
    assert outcome(surviving.source, "largest([3, 8, 5])") == ("8", None)


def test_rows_are_split_by_statement_and_read_once_with_their_repair(tmp_path: Path) -> None:
    def row(number: int) -> dict[str, str]:
        name = f"f{number}"
        return {
            "id": name,
            "problem": f"`{name}(2)` => 3",
            "bug_code": f"1. def {name}(x):\n2.     return x",
            "bug_fixes": "Replace `x` with `x + 1` on line 2.",
            "bug_desc": "",
            "unit_tests": f"assert {name}(2) == 3",
            "dialogue": f"User: ok\n<code>\n1. def {name}(x):\n2.     return x + 1\n</code>",
        }

    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row(number)) + "\n" for number in (0, 0, 1)))

    (tune,) = read_program_rows(path, "tune")
    (kept,) = read_program_rows(path, "kept")

    assert (tune.id, tune.rows, kept.id) == ("f0", 2, "f1")
    assert tune.bug_lines == {2}
    assert tune.repaired == "def f0(x):\n    return x + 1\n"


def test_a_certain_place_beside_the_bug_counts_as_wrong() -> None:
    fault = Fault(kind="name", lines=(3,), certain=True, ground="repair")

    assert place_of(fault, frozenset({3, 4})) == "certain_right"
    assert place_of(fault, frozenset({5})) == "certain_wrong"
    assert place_of(None, frozenset({5})) == "located_nowhere"
