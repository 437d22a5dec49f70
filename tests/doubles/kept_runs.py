"""Runs of programs that were made before: a run starts a process, and most tests of replies are
about programs that others of them ran already."""

from __future__ import annotations

from collections.abc import Sequence

from tutor_app.programs.run_program import _Run
from tutor_app.programs.run_values import Case, Limits, Namespace, ProgramRun

_KEPT: dict[object, ProgramRun] = {}


class KeptRun(_Run):
    """A real run where the same was not asked for before; the machine's faults are not kept."""

    def __init__(
        self,
        source: str,
        cases: Sequence[Case],
        limits: Limits,
        namespace: Namespace,
        trace_case: int | None,
    ) -> None:
        super().__init__(source, cases, limits, namespace, trace_case)
        self._asked = (source, tuple(cases), limits, namespace, trace_case)

    def run(self) -> ProgramRun:
        if self._asked not in _KEPT:
            made = super().run()
            if made.our_fault is not None:
                return made
            _KEPT[self._asked] = made
        return _KEPT[self._asked]
