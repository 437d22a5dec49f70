"""What is seen of one action of a program: its streams, its error, and what is reported of it."""

from __future__ import annotations

import types
from typing import Any, NoReturn

from tutor_app.programs.sandboxed_child.line_watch import PROGRAM, StopKind, Watch
from tutor_app.programs.sandboxed_child.plain_values import say

_EPERM = 1


class CaseState:
    """What is known of a case so far."""

    def __init__(self) -> None:
        self.value: str | None = None
        self.plain: list[Any] | None = None
        self.wanted: str | None = None
        self.wanted_plain: list[Any] | None = None
        self.equal: bool | None = None
        self.changed: list[dict[str, Any]] = []
        self.error: dict[str, Any] | None = None
        self.stopped_line: int | None = None


class PrintedOutput:
    """Where print() writes: the first characters are kept, the rest only counted."""

    encoding = "utf-8"
    errors = "strict"

    def __init__(self, most: int) -> None:
        self._left = most
        self._parts: list[str] = []
        self.is_cut = False

    def write(self, text: str) -> int:
        if self._left > 0 and text:
            self._parts.append(text[: self._left])
        self._left -= len(text)
        self.is_cut = self.is_cut or self._left < 0
        return len(text)

    def text(self) -> str:
        """Return what was kept of the output."""
        return "".join(self._parts)

    def flush(self) -> None: ...

    def isatty(self) -> bool:
        return False


class TypedInput:
    """What input() reads: the lines given, then nothing, which is noted."""

    encoding = "utf-8"
    errors = "strict"

    def __init__(self, lines: list[str]) -> None:
        self._lines = list(lines)
        self.ran_out = False

    def readline(self, size: int = -1) -> str:
        if self._lines:
            return self._lines.pop(0) + "\n"
        self.ran_out = True
        return ""

    def read(self, size: int = -1) -> str:
        rest = "".join(line + "\n" for line in self._lines)
        self.ran_out = not rest
        self._lines.clear()
        return rest

    def __iter__(self) -> TypedInput:
        return self

    def __next__(self) -> str:
        if not self._lines:
            raise StopIteration
        return self.readline()

    def flush(self) -> None: ...

    def fileno(self) -> NoReturn:
        raise OSError

    def isatty(self) -> bool:
        return False


class GuardedAction:
    """What was seen of one guarded action."""

    def __init__(self, watch: Watch, printed: PrintedOutput, typed: TypedInput) -> None:
        self.watch = watch
        self.printed = printed
        self.typed = typed
        self.seen = CaseState()
        self.result: object = None
        self.is_stuck = False
        self._unavailable: str | None = None
        self._memory = False

    def notice(self, exc: BaseException) -> None:
        """Tell what the boundary refuses from what the program does wrong."""
        self._memory = isinstance(exc, MemoryError)
        if isinstance(exc, EOFError) and self.typed.ran_out:
            self._unavailable = "input"
        elif isinstance(exc, ModuleNotFoundError):
            self._unavailable = f"module {exc.name}"
        elif isinstance(exc, OSError) and exc.errno == _EPERM:
            self._unavailable = "system"
        elif isinstance(exc, RuntimeError) and "start new thread" in str(exc):
            self._unavailable = "threads"

    def report(self) -> dict[str, Any]:
        """Return what is emitted of the action: bounded JSON, whose keys judge_case reads."""
        seen = self.seen
        limit: StopKind | str | None = self.watch.stopped
        if limit is None:
            limit = "memory" if self._memory else "output" if self.printed.is_cut else None
        return {
            "value": seen.value,
            "plain": seen.plain,
            "wanted": seen.wanted,
            "wanted_plain": seen.wanted_plain,
            "equal": seen.equal,
            "changed": seen.changed,
            "error": seen.error,
            "stopped_line": seen.stopped_line,
            "limit": limit,
            "unavailable": self._unavailable,
            "printed": self.printed.text(),
            "lines": sorted(self.watch.lines.items()),
            "lines_in_call": sorted(self.watch.lines_in_call().items()),
            "steps_before": self.watch.told_before,
            "steps": self.watch.steps,
        }


def describe_error(exc: BaseException) -> dict[str, Any]:
    """Return `{"type", "message", "line"}` of an exception; `line` is None outside the program."""
    message = say(exc, 500)
    lines = _program_lines(exc.__traceback__)
    # Too deep a call is raised in whatever was called last; what counts is the line that most of
    # the calls that have not ended are waiting in.
    too_deep = isinstance(exc, RecursionError) and lines
    line = max(lines, key=lines.count) if too_deep else program_line(exc)
    if isinstance(exc, SyntaxError) and exc.filename == PROGRAM:
        message, line = exc.msg, exc.lineno
    return {"type": type(exc).__name__, "message": message, "line": line}


def program_line(exc: BaseException) -> int | None:
    """The line of the student's source where it happened, in the innermost of their functions."""
    lines = _program_lines(exc.__traceback__)
    return lines[-1] if lines else None


def _program_lines(traceback: types.TracebackType | None) -> list[int]:
    lines = []
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == PROGRAM:
            lines.append(traceback.tb_lineno)
        traceback = traceback.tb_next
    return lines


def line_of(frame: types.FrameType | None) -> int | None:
    """Return the line of the program that is being executed, None where none of it is."""
    while frame is not None and frame.f_code.co_filename != PROGRAM:
        frame = frame.f_back
    return frame.f_lineno if frame is not None else None
