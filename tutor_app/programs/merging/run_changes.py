"""Several changes of a program, each run on the known calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import ProgramRun
from tutor_app.programs.run_variants import LIMITS, can_be_packed, run_variants
from tutor_app.programs.student_changes.placement import Change

MOST_ALONE = 8  # of them where each takes a process of its own


def run_each(
    source: str, changes: Sequence[Change], run: ProgramRun
) -> Iterator[tuple[Change, ProgramRun]]:
    """Yield each change with its run on the known calls: in few processes where that can be."""
    cases, tree = [each.case for each in run.results], parse_program(source)
    is_packed = tree is not None and can_be_packed(tree)
    if not is_packed or any(case.call.is_script for case in cases):
        yield from ((c, run_program(c.source, cases, LIMITS)) for c in changes[:MOST_ALONE])
        return
    results = run_variants([each.source for each in changes], cases)
    yield from (
        (change, replace(run, results=own, load_error=None))
        for change, own in zip(changes, results, strict=True)
        if own
    )
