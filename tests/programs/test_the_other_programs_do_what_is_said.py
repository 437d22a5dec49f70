"""Each other program of level 3 does what is said of it: with its fault, and mended."""

from __future__ import annotations

import pytest

from tutor_app.programs.fault_analogues import ANALOGUES, Analogue
from tutor_app.programs.replies.choose_analogue import work_analogue
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult, ProgramRun
from tutor_app.web.components.math_text import to_markdown

MOST_LINES = 12
MOST_WORDS = 120  # of a reply, beside its code
LEFT_FOR_THE_REST = 30  # words of a reaction and a question
BY_KIND = pytest.mark.parametrize("analogue", ANALOGUES, ids=lambda each: each.kind)


def run_call(program: str, analogue: Analogue) -> tuple[ProgramRun, CaseResult]:
    case = Case(call=Call(text=analogue.call), origin="statement", expected=analogue.should)
    run = run_program(program, [case])
    assert run.our_fault is None
    return run, run.results[0]


@BY_KIND
def test_the_faulty_program_does_what_is_said_and_the_mended_one_what_it_should(
    analogue: Analogue,
) -> None:
    run, faulty = run_call(analogue.program, analogue)
    _, mended = run_call(analogue.mended, analogue)

    error = run.load_error or faulty.error
    assert (error.type if error is not None else None) == analogue.raises
    assert faulty.value == analogue.gives
    assert (faulty.status == "timed_out") == analogue.never_ends
    assert (mended.status, mended.value) == ("passed", analogue.should)


@BY_KIND
def test_it_is_short_and_its_change_has_one_place(analogue: Analogue) -> None:
    words = work_analogue(analogue, "").replace(analogue.block, "").split()

    assert len(analogue.program.split("\n")) <= MOST_LINES
    assert analogue.program.count(analogue.mend.old) == 1
    assert len(words) <= MOST_WORDS - LEFT_FOR_THE_REST


def test_its_code_is_drawn_as_it_stands() -> None:
    for each in ANALOGUES:
        assert each.block in to_markdown(work_analogue(each, "Here is another."), code=True)


def test_every_kind_that_a_run_can_show_has_another_program() -> None:
    told = frozenset[str]().union(*(each.faults for each in ANALOGUES))

    assert told >= {
        *("comparison", "operator", "grouping", "condition", "constant", "name", "range", "index"),
        *("argument", "start_value", "default_value", "method", "conversion", "update", "branch"),
        *("return_place", "missing_return", "printed_not_returned", "result_not_kept", "syntax"),
        *("statement_place", "loop_exit", "exception", "never_ends"),
    }
