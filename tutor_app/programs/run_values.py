"""What flows when a student's program is run: calls, cases, limits and what was seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

Origin = Literal["student", "statement", "assert", "doctest", "instructor", "generated", "purpose"]
Status = Literal["passed", "failed", "ran", "raised", "timed_out", "not_run"]
Namespace = Literal["isolated", "in_sequence"]
LimitKind = Literal["steps", "seconds", "memory", "output", "crash"]
EventKind = Literal["line", "call", "return", "exception", "limit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What is run: one call or statement in the program's names, or the program as a script.

    `text` is its source ("find([1, 3], 3)", "print(f(2))"); "" means the whole program as a
    script, with all its top-level statements. `typed` are the lines that input() gets, in order.
    Of several lines the last gives the value; `own_setup` where those before are the program's own.
    """

    text: str
    typed: tuple[str, ...] = ()
    own_setup: bool = False

    @property
    def is_script(self) -> bool:
        """Whether the program as a whole is meant."""
        return not self.text.strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What is believed of a call: what it must give; where none of the three is known, it is only
    run.

    `expected` is the source of a value ("-1", "[0] * 3"), `prints` the text printed (blanks at the
    ends of lines and of the text, and inside a list and the like, don't count), `raises` the name
    of an exception. Where `origin` is "instructor", what is expected never enters the student's
    process; "purpose" is what the program is taken to be for. `origin` says who named the call,
    `said_by` who says what it must give, where that is another one. `guess` is a value that a
    student's words may mean and that is not sure, with how `likely` it is: no run is judged by it,
    it is asked about.
    """

    call: Call
    origin: Origin
    expected: str | None = None
    prints: str | None = None
    raises: str | None = None
    said_by: Origin | None = None
    guess: str | None = None
    likely: float = 0.0

    @property
    def is_decided(self) -> bool:
        """Whether a run of it can pass or fail."""
        return not (self.expected is None and self.prints is None and self.raises is None)

    @property
    def is_students(self) -> bool:
        """Whether what it must give is the student's word alone, or nobody's: theirs to correct."""
        said_by = self.said_by or self.origin
        return said_by in ("student", "purpose") or not self.is_decided


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one run may take. Whoever runs out of one is stopped, and the limit is told."""

    case_seconds: float = 1.0  # processor time of one case; it may wait five times as long
    run_seconds: float = 8.0  # wall time of the run with all its cases
    steps: int = 200_000  # lines executed in one case
    memory: int = 256 * 1024 * 1024  # bytes of address space on top of the interpreter's own
    output: int = 20_000  # characters printed by one case
    value: int = 2_000  # characters of one value shown
    reply: int = 16 * 1024 * 1024  # bytes that are read of all the results together
    trace_steps: int = 1_000
    recursion: int = 1_000
    source: int = 50_000  # characters of a program
    cases: int = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class RaisedError:
    """An exception of the student's program. `line` is 1-based in their source, None in a call."""

    type: str
    message: str
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedArgument:
    """An argument that the call left other than it was given. `position` counts from 0."""

    position: int
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One state of the traced case: the line about to run and the variables before it.

    "return" carries the value returned, "exception" the exception's name and message, and "limit"
    the limit that ended the trace, each in `detail`. `depth` counts calls from 1; `function` is
    "<module>" at the top level. `variables` are in the order in which they got a value.
    """

    event: EventKind
    line: int
    function: str
    depth: int
    variables: tuple[tuple[str, str], ...] = ()
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseResult:
    """What was seen when one case was run.

    "ran" is said where nothing was expected, or where what was cannot be compared with the value.

    `value` is the repr of what the call gave (None for a statement or a script, and where it did
    not end); `wanted` what was expected, in the same form. `lines` are (line, times executed) of
    the student's source, in order, without the loading of the program. `limit` says which limit was
    reached: "steps" or "seconds" where it is "timed_out" (`stopped_line` is where), "memory" or
    "crash" (the interpreter itself ended) where it is "raised", and "output" with any status where
    `printed` is cut (and with "not_run" where there is too much to be read at all). `unavailable`
    is what the program asked for and cannot have here, so that nothing is known of the case
    ("not_run"): "input", "call" (its text is no Python), "threads", "module numpy", or "system" for
    files, network and processes. `lines_in_call` are the lines of the last expression alone, and
    `steps_before` is where that begins in the trace.
    """

    case: Case
    status: Status
    value: str | None = None
    wanted: str | None = None
    printed: str = ""
    error: RaisedError | None = None
    limit: LimitKind | None = None
    printed_instead: bool = False
    unavailable: str | None = None
    stopped_line: int | None = None
    changed: tuple[ChangedArgument, ...] = ()
    lines: tuple[tuple[int, int], ...] = ()
    steps: int = 0
    trace: tuple[Step, ...] = ()
    lines_in_call: tuple[tuple[int, int], ...] = ()
    steps_before: int = 0

    @property
    def only_shows(self) -> bool:
        """Whether the last expression runs no line of the program: what counts ran before it."""
        return self.case.call.own_setup and not self.lines_in_call

    def in_call(self) -> CaseResult:
        """Return what was seen in the last expression of a call of several lines: those that lead
        to it may run the same functions on other objects."""
        if not self.steps_before or not self.lines_in_call:
            return self
        trace = self.trace[self.steps_before :]
        return replace(self, lines=self.lines_in_call, trace=trace, steps_before=0)

    def times_reached(self, line: int) -> int:
        """How often a line was executed in this case."""
        return dict(self.lines).get(line, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramRun:
    """A program run on its cases, in their order.

    `load_error` says why the program itself does not load (a syntax error, a name missing at the
    top level); its cases are "not_run" then. `load_limit` is set where loading did not end, and
    `unavailable`, as in `CaseResult`, where the program needs for it what it cannot have here.
    `our_fault` is a failure of the sandbox, in words for
    staff: nothing may be said of the program then, and cases it cut short are "not_run".
    """

    results: tuple[CaseResult, ...] = ()
    load_error: RaisedError | None = None
    load_limit: LimitKind | None = None
    unavailable: str | None = None
    our_fault: str | None = None

    @property
    def loads(self) -> bool:
        """Whether the program was read and its definitions were executed."""
        return not (self.load_error or self.load_limit or self.unavailable or self.our_fault)

    def of_status(self, *statuses: Status) -> tuple[CaseResult, ...]:
        """The results that have one of these statuses, in the cases' order."""
        return tuple(result for result in self.results if result.status in statuses)

    @property
    def failing(self) -> tuple[CaseResult, ...]:
        """The results that show something wrong, in the cases' order."""
        return self.of_status("failed", "raised", "timed_out")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunnerOff:
    """Programs are not run on this machine, since nothing would hold them. In words for staff."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SqlRun:
    """What the last query gave. `rows` are reprs of values; `shown_all` is False if cut short."""

    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    shown_all: bool = True
    error: str | None = None
    limit: LimitKind | None = None
    our_fault: str | None = None


def cases_not_run(cases: Sequence[Case]) -> tuple[CaseResult, ...]:
    """Return a result for each case that says that it was not run."""
    return tuple(CaseResult(case=case, status="not_run") for case in cases)
