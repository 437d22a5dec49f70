"""Running a student's program on cases, inside the boundary."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from tutor_app.programs.run_values import (
    Case,
    CaseResult,
    LimitKind,
    Limits,
    Namespace,
    ProgramRun,
    Step,
    cases_not_run,
)
from tutor_app.programs.run_verdicts import (
    Message,
    end_case,
    judge_case,
    read_error,
    read_limit,
    read_literal,
    read_step,
)
from tutor_app.programs.sandbox import Boundary, Ending
from tutor_app.wording.catalogue import phrase

TOO_LARGE = phrase("programs_boundary.too_large", "characters", "cases")

_LIMITS: dict[Ending, LimitKind] = {"late": "seconds", "died": "crash", "flood": "output"}
MOST_PROCESSES = 4  # a case that takes its process with it costs the others a new one


def run_program(
    source: str,
    cases: Sequence[Case],
    limits: Limits | None = None,
    *,
    namespace: Namespace = "isolated",
    trace_case: int | None = None,
) -> ProgramRun:
    """Run each case of a Python program; all share one process, and none shares its globals.

    With `namespace` "in_sequence" the cases run one after the other in one set of globals, as
    lines typed one below the other would. `trace_case` is the place of the case (from 0) whose
    variables are followed. Never raises for what the program does; see `ProgramRun.our_fault`.
    """
    limits = limits or Limits()
    if len(source) > limits.source or len(cases) > limits.cases:
        return ProgramRun(
            results=cases_not_run(cases),
            our_fault=TOO_LARGE(characters=limits.source, cases=limits.cases),
        )
    return _Run(source, cases, limits, namespace, trace_case).run()


class _Run:
    """One program and its cases; a process that a case ended is followed by another."""

    def __init__(
        self,
        source: str,
        cases: Sequence[Case],
        limits: Limits,
        namespace: Namespace,
        trace_case: int | None,
    ) -> None:
        self._source = source
        self._cases = cases
        self._limits = limits
        self._namespace = namespace
        self._trace_case = trace_case
        self._results: dict[int, CaseResult] = {}
        self._load: Message | None = None
        self._fault: str | None = None

    def run(self) -> ProgramRun:
        end = time.monotonic() + self._limits.run_seconds
        for _ in range(MOST_PROCESSES):
            going_on = self._run_process(end - time.monotonic())
            if not going_on or end <= time.monotonic():
                break
        return self._summed_up()

    def _run_process(self, seconds: float) -> bool:
        """Run the cases that are left in a process; whether another should follow it."""
        boundary = Boundary(self._job(), self._limits, seconds)
        current: int | None = None
        trace: list[Step] = []
        for message in boundary:
            index = message.get("case")
            match message.get("is"):
                case "begin" if index in self._left():
                    current, trace = index, []
                case "step" if len(trace) < self._limits.trace_steps:
                    step = read_step(message, self._limits)
                    trace += [step] if step else []
                case "end" if current is not None and index == current:
                    case = self._cases[current]
                    self._results[current] = judge_case(case, message, trace, self._limits)
                    current = None
                case "load_error":
                    self._load = message
        return self._go_on(boundary, current, trace)

    def _go_on(self, boundary: Boundary, current: int | None, trace: list[Step]) -> bool:
        """Note how the process ended; whether cases are left that another may run."""
        if boundary.ending == "fault":
            self._fault = boundary.why
            return False
        if self._load is not None or boundary.ending == "done":
            return False
        limit = _LIMITS[boundary.ending]
        if current is None:
            self._load = None if self._results else {"limit": limit}
        else:
            self._results[current] = end_case(self._cases[current], limit, trace)
        return self._namespace == "isolated" and self._load is None and bool(self._left())

    def _summed_up(self) -> ProgramRun:
        results = tuple(
            self._results.get(index) or CaseResult(case=case, status="not_run")
            for index, case in enumerate(self._cases)
        )
        run = ProgramRun(results=results, our_fault=self._fault)
        if self._load is None:
            return run
        unavailable = self._load.get("unavailable")
        if isinstance(unavailable, str):
            return replace(run, unavailable=unavailable[:100])
        limit = read_limit(self._load.get("limit"))
        return replace(run, load_error=read_error(self._load.get("error")), load_limit=limit)

    def _left(self) -> list[int]:
        return [index for index in range(len(self._cases)) if index not in self._results]

    def _job(self) -> Message:
        return {
            "kind": "cases",
            "source": self._source,
            "in_sequence": self._namespace == "in_sequence",
            "trace_case": self._trace_case,
            "cases": [self._as_job(index) for index in self._left()],
        }

    def _as_job(self, index: int) -> Message:
        case = self._cases[index]
        return {
            "index": index,
            "text": case.call.text,
            "typed": list(case.call.typed),
            "expected": case.expected if self._is_evaluated(case) else None,
        }

    def _is_evaluated(self, case: Case) -> bool:
        """Whether what is expected must be evaluated with the program: no literal, no secret."""
        if case.expected is None or case.origin == "instructor":
            return False
        return not read_literal(case.expected)[0]
