"""A program mended by the model, kept only if every call then gives what it must. Never shown: it
tells where the run of the student's own program parts from one that is right."""

from __future__ import annotations

from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.message_reading.ask_for_reading import (
    LONGEST_SOURCE,
    Reader,
    list_calls,
    number_lines,
)
from tutor_app.programs.message_reading.reading import (
    LONGEST,
    read_edits,
    whole_lines,
    with_edits,
)
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import ProgramRun


def mend_program(source: str, run: ProgramRun, mender: Reader | None) -> str | None:
    """Return what the model makes of a program some of whose calls fail; None without a model. What
    it is worth, `passes` says."""
    decided = [each for each in run.results if each.case.is_decided]
    if mender is None or not run.failing or not decided or len(source) > LONGEST_SOURCE:
        return None
    asked = [*number_lines(source), "", "Calls:", *list_calls(decided)]
    written = mender("\n".join(asked))
    if written is None:
        return None
    return with_edits(source, read_edits(whole_lines(written, LONGEST), source))


def passes(source: str, run: ProgramRun) -> bool:
    """Whether a program gives on the calls of a run what they must give."""
    cases = [each.case for each in run.results if each.case.is_decided]
    if not cases or parse_program(source) is None:
        return False
    again = run_program(source, cases)
    return again.loads and len(again.of_status("passed")) == len(cases)
