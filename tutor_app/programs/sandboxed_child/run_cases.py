"""Running the cases of one program, inside the boundary; what is seen is emitted, never judged."""

from __future__ import annotations

import builtins
import contextlib
import os
import signal
import sys
import types
from collections.abc import Callable
from typing import Any

from tutor_app.programs.sandboxed_child.guarded_action import (
    CaseState,
    GuardedAction,
    PrintedOutput,
    TypedInput,
    describe_error,
    line_of,
    program_line,
)
from tutor_app.programs.sandboxed_child.line_watch import Emit, StopRun, Watch
from tutor_app.programs.sandboxed_child.load_program import CALL, RECORDER, LoadedProgram, is_python
from tutor_app.programs.sandboxed_child.plain_values import plain, show

_SECOND_TICK = 0.1  # seconds after which a case that swallowed the stop is ended with its process
_SEED = 2026
_OWN_FRAMES = 10  # of this module, below the program's first
_OWN_RECURSION = 10_000
_BUILTINS = dict(vars(builtins))
_exit = os._exit


class CaseRunner:
    """Runs the cases of one job and emits what it sees of each."""

    def __init__(self, job: dict[str, Any], emit: Emit) -> None:
        self._job = job
        self._limits: dict[str, Any] = job["limits"]
        self._emit = emit
        self._shared: types.ModuleType | None = None

    def run(self) -> None:
        """Emit `load_error`, or `begin`, `step` and `end` of each case, in order."""
        read = self._guard(lambda _: LoadedProgram(self._job["source"]), None, [])
        if not isinstance(read.result, LoadedProgram):
            self._emit({"is": "load_error", **read.report()})
            return
        calls = [case["text"] for case in self._job["cases"] if case["text"].strip()]
        if calls or not self._job["cases"]:
            loaded = self._load(read.result, "\n".join(filter(is_python, calls)))
            if loaded is None:
                return
            self._shared = loaded if self._job["in_sequence"] else None
        for case in self._job["cases"]:
            self._run_case(read.result, case)

    def _load(self, program: LoadedProgram, calls: str) -> types.ModuleType | None:
        """Execute the definitions once; where that fails, emit it and return None."""
        module = _fresh_module("program")
        ran = self._guard(lambda _: _define(program, calls, module), None, [])
        if ran.seen.error or ran.watch.stopped or ran.is_stuck:
            self._emit({"is": "load_error", **ran.report()})
            return None
        return module

    def _run_case(self, program: LoadedProgram, case: dict[str, Any]) -> None:
        self._emit({"is": "begin", "case": case["index"]})
        if not is_python(case["text"]):
            self._emit({"is": "end", "case": case["index"], "unavailable": "call"})
            return
        traced = case["index"] == self._job["trace_case"]
        emit = self._emit_step if traced else None
        whole = not case["text"].strip()
        shared = None if whole else self._shared
        module = shared or _fresh_module("__main__" if whole else "program")

        def act(ran: GuardedAction) -> None:
            if whole:
                with contextlib.suppress(SystemExit):
                    exec(program.script, vars(module))
                return
            if shared is None:
                ran.watch.is_on = False
                _define(program, case["text"], module)
                ran.watch.is_on, ran.watch.steps = True, 0
            self._call(ran, program, case, vars(module))

        ran = self._guard(act, emit, case["typed"], case["index"])
        self._emit({"is": "end", "case": case["index"], **ran.report()})
        if shared is None:
            self._guard(lambda _: vars(module).clear(), None, [])

    def _emit_step(self, step: dict[str, Any]) -> None:
        self._emit({"is": "step", **step})

    def _call(
        self,
        ran: GuardedAction,
        program: LoadedProgram,
        case: dict[str, Any],
        names: dict[str, Any],
    ) -> None:
        seen, most = ran.seen, self._limits["value"]
        names[RECORDER] = _recorder(seen, most)
        before, expression = program.call(case["text"])
        exec(before, names)
        if expression is None:
            return
        ran.watch.begin_call()
        value = eval(expression, names)
        sys.settrace(None)
        seen.value, seen.plain = show(value, most), plain(value)
        if case["expected"] is not None:
            with contextlib.suppress(Exception):  # words, or a name that the program lacks
                wanted = eval(compile(case["expected"], CALL, "eval", dont_inherit=True), names)
                seen.equal = bool(value == wanted)
                seen.wanted, seen.wanted_plain = show(wanted, most), plain(wanted)

    def _guard(
        self,
        act: Callable[[GuardedAction], object],
        emit_step: Emit | None,
        typed: list[str],
        index: int | None = None,
    ) -> GuardedAction:
        """Do something with the program under the limits. Never raises."""
        limits = self._limits
        watch = Watch(limits["steps"], limits["trace_steps"], emit_step)
        ran = GuardedAction(watch, PrintedOutput(limits["output"]), TypedInput(typed))
        vars(builtins).update(_BUILTINS)
        if "random" in sys.modules:
            sys.modules["random"].seed(_SEED)
        output, sys.stdout, sys.stderr, sys.stdin = (
            sys.stdout,
            ran.printed,
            PrintedOutput(0),
            ran.typed,
        )
        self._arm(ran, index)
        try:
            self._watched(act, ran)
        except StopRun:  # while the program's own words for its error were asked for
            pass
        finally:
            _disarm()
            sys.settrace(None)
            sys.stdout = output
            sys.setrecursionlimit(_OWN_RECURSION)
        return ran

    def _watched(self, act: Callable[[GuardedAction], object], ran: GuardedAction) -> None:
        try:
            sys.setrecursionlimit(self._limits["recursion"] + _OWN_FRAMES)
            sys.settrace(ran.watch)
            ran.result = act(ran)
        except StopRun as exc:
            ran.seen.stopped_line = program_line(exc)
        except BaseException as exc:  # noqa: BLE001 - whatever the program raises is what is seen
            sys.settrace(None)
            sys.setrecursionlimit(_OWN_RECURSION)
            ran.seen.error = describe_error(exc)
            ran.notice(exc)

    def _arm(self, ran: GuardedAction, index: int | None) -> None:
        """Stop the program after its seconds; end the process where it goes on all the same."""

        def tick(number: int, frame: types.FrameType | None) -> None:
            if ran.watch.stopped is None:
                ran.watch.stop("seconds")
            if not ran.is_stuck:
                ran.is_stuck = True
                return
            ran.seen.stopped_line = line_of(frame)
            what = "load_error" if index is None else "end"
            self._emit({"is": what, "case": index, **ran.report()})
            _exit(0)

        signal.signal(signal.SIGPROF, tick)
        signal.setitimer(signal.ITIMER_PROF, self._limits["case_seconds"], _SECOND_TICK)


def _define(program: LoadedProgram, calls: str, module: types.ModuleType) -> None:
    with contextlib.suppress(SystemExit):
        exec(program.definitions(calls), vars(module))


def _fresh_module(name: str) -> types.ModuleType:
    """A module whose names are the program's; the import system finds it by its name."""
    module = types.ModuleType(name)
    vars(module)["__builtins__"] = builtins
    sys.modules[name] = module
    return module


def _recorder(seen: CaseState, most: int) -> Callable[..., object]:
    """What the program's outermost call goes through, so that changed arguments are seen."""

    def record(function: Callable[..., object], *given: Any, **named: Any) -> object:
        before = [show(each, most) for each in given]
        try:
            return function(*given, **named)
        finally:
            for position, (was, each) in enumerate(zip(before, given, strict=True)):
                now = show(each, most)
                if now != was:
                    seen.changed.append({"position": position, "before": was, "after": now})

    return record


def _disarm() -> None:
    signal.setitimer(signal.ITIMER_PROF, 0)
