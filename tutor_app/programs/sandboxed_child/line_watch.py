"""Watching the student's lines: how often each is executed, a limit of steps, and a trace."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any, Literal

from tutor_app.programs.sandboxed_child.plain_values import say, show

PROGRAM = "<program>"  # the file name that the student's code is compiled with
LIBRARY_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.ModuleType, type)
_INNER = frozenset(("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<lambda>"))
_VARIABLE = 300  # characters of one variable

StopKind = Literal["steps", "seconds"]
Emit = Callable[[dict[str, Any]], None]


class StopRun(BaseException):
    """A limit was reached; not an Exception, so that `except Exception` does not swallow it."""


class Watch:
    """The trace function of one case. Tells each step to `emit` where the case is traced.

    While it is not `is_on` the limit of steps holds, but no line is counted or traced.
    """

    def __init__(self, most_steps: int, most_traced: int, emit: Emit | None) -> None:
        self.lines_before: dict[int, int] = {}
        self.told_before = 0
        self.has_begun = False
        self._most_traced = most_traced
        self.steps = 0
        self.lines: dict[int, int] = {}
        self.stopped: StopKind | None = None
        self.is_on = True
        self._most_steps = most_steps
        self._left = most_traced
        self._emit = emit
        self._depth = 0

    def __call__(self, frame: types.FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename != PROGRAM:
            return None
        if not self.is_on or frame.f_code.co_name in _INNER:
            return self._only_steps
        if self._emit is None:
            return self._count
        return self._follow(frame, self._emit)

    def begin_call(self) -> None:
        """Forget what the lines that lead to a call have shown: what counts is the call."""
        self.has_begun = True
        self.lines_before = dict(self.lines)
        self.told_before = self._most_traced - self._left

    def lines_in_call(self) -> dict[int, int]:
        """Return how often each line was executed in the call alone; {} where it has not begun."""
        lines = self.lines if self.has_begun else {}
        return {
            line: count - self.lines_before.get(line, 0)
            for line, count in lines.items()
            if count > self.lines_before.get(line, 0)
        }

    def stop(self, kind: StopKind) -> None:
        """End the case. Raises StopRun."""
        self.stopped = self.stopped or kind
        raise StopRun

    def _step(self) -> None:
        self.steps += 1
        if self.steps > self._most_steps:
            self.stop("steps")

    def _only_steps(self, frame: types.FrameType, event: str, argument: Any) -> Any:
        self._step()
        return self._only_steps

    def _count(self, frame: types.FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            self._step()
            self.lines[frame.f_lineno] = self.lines.get(frame.f_lineno, 0) + 1
        return self._count

    def _follow(self, frame: types.FrameType, emit: Emit) -> Any:
        order: dict[str, None] = {}
        is_raising = False
        self._depth += 1

        def follow(frame: types.FrameType, event: str, argument: Any) -> Any:
            nonlocal is_raising
            self._count(frame, event, argument)
            # Python also tells a "return" of None where an exception leaves the function.
            leaves = event == "return" and is_raising and argument is None
            is_raising = event == "exception" or (is_raising and event != "line")
            if event in ("line", "return", "exception") and self._left > 0 and not leaves:
                self._left -= 1
                emit(self._state(frame, event, argument, order))
            if event == "return":
                self._depth -= 1
            return follow

        if self._left > 0:
            self._left -= 1
            emit(self._state(frame, "call", None, order))
        return follow

    def _state(
        self, frame: types.FrameType, event: str, argument: Any, order: dict[str, None]
    ) -> dict[str, Any]:
        held = {
            name: value
            for name, value in frame.f_locals.items()
            if not name.startswith("__") and not issubclass(type(value), LIBRARY_FUNCTIONS)
        }
        held |= _attributes(held.get("self"))
        order.update(dict.fromkeys(held))
        return {
            "event": event,
            "line": frame.f_lineno,
            "function": frame.f_code.co_name,
            "depth": self._depth,
            "variables": [[name, show(held[name], _VARIABLE)] for name in order if name in held],
            "detail": _detail(event, argument),
        }


def _attributes(owner: Any) -> dict[str, Any]:
    """Return what an object of the student's holds, as "self.name"; its class's values too."""
    try:
        of_class = {
            name: value
            for name, value in vars(type(owner)).items()
            if isinstance(value, list | dict | set | int | float | str)
        }
        values = of_class | vars(owner)
    except TypeError:  # it has no attributes
        return {}
    return {f"self.{name}": value for name, value in values.items() if not name.startswith("__")}


def _detail(event: str, argument: Any) -> str:
    if event == "return":
        return show(argument, _VARIABLE)
    if event == "exception":
        kind, value, _ = argument
        return f"{kind.__name__}: {say(value, _VARIABLE)}"
    return ""
