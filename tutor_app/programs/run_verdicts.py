"""From what a process behind the boundary said of a case to its result, judged outside."""

from __future__ import annotations

import ast
from dataclasses import replace
from itertools import zip_longest
from typing import Any, get_args

from tutor_app.programs.code_in_text import values_in
from tutor_app.programs.run_values import (
    Case,
    CaseResult,
    ChangedArgument,
    EventKind,
    LimitKind,
    Limits,
    RaisedError,
    Status,
    Step,
)
from tutor_app.programs.sandboxed_child.plain_values import (
    TOO_LARGE,
    is_comparable,
    plain,
    plainly_equal,
    show,
)

Message = dict[str, Any]
_STOPS = ("steps", "seconds")
FEWEST_DECIMALS = 2  # of an expected number that may stand for one with more
_LITERAL = 2_000  # characters of a literal that is read
_INSTRUCTORS_LITERAL = 200_000


def judge_case(case: Case, seen: Message, trace: list[Step], limits: Limits) -> CaseResult:
    """Return the result of a case that ended. What was said is read warily: it may be forged.

    `seen` is what the process reported of the case (see `GuardedAction.report`); what has another
    shape counts as not said.
    """
    error = read_error(seen.get("error"))
    limit = read_limit(seen.get("limit"))
    unavailable = _text(seen.get("unavailable"), 100) or None
    wanted, equal = _wanted(case, seen, limits)
    stopped_line = _number(seen.get("stopped_line"))
    result = CaseResult(
        case=case,
        status="not_run",
        value=_optional(seen.get("value"), limits.value),
        wanted=wanted,
        printed=_text(seen.get("printed"), limits.output),
        error=error,
        limit=limit,
        unavailable=unavailable,
        stopped_line=stopped_line,
        changed=_changed(seen.get("changed"), limits),
        lines=_lines(seen.get("lines")),
        lines_in_call=_lines(seen.get("lines_in_call")),
        steps_before=_number(seen.get("steps_before")) or 0,
        steps=_number(seen.get("steps")) or 0,
        trace=tuple(trace) if limit not in _STOPS else _ended(trace, limit, stopped_line),
    )
    result = replace(result, status=_status(result, equal))
    return replace(result, printed_instead=_printed_instead(result))


def end_case(case: Case, limit: LimitKind, trace: list[Step]) -> CaseResult:
    """Return the result of a case whose process was ended: too late, too much output, a crash."""
    steps = _ended(trace, limit, None)
    line = trace[-1].line if trace else None
    if limit == "output":
        return CaseResult(case=case, status="not_run", limit=limit, trace=steps)
    if limit == "crash":
        error = RaisedError(type="Crash", message="the interpreter itself ended", line=line)
        return CaseResult(case=case, status="raised", limit=limit, error=error, trace=steps)
    return CaseResult(case=case, status="timed_out", limit=limit, stopped_line=line, trace=steps)


def read_step(message: Message, limits: Limits) -> Step | None:
    """Return a traced step, or None where the message has no known `event` or no `line`.

    `variables` is a list of pairs of texts; a pair of another shape is left out.
    """
    line = _number(message.get("line"))
    event: EventKind | None = next(
        (kind for kind in get_args(EventKind) if kind == message.get("event")), None
    )
    if event is None or line is None:
        return None
    variables = message.get("variables")
    return Step(
        event=event,
        line=line,
        function=_text(message.get("function"), 100),
        depth=_number(message.get("depth")) or 1,
        variables=tuple(
            (_text(pair[0], 100), _text(pair[1], limits.value))
            for pair in _list(variables)
            if isinstance(pair, list) and len(pair) == 2
        ),
        detail=_text(message.get("detail"), limits.value),
    )


def read_error(said: object) -> RaisedError | None:
    """Return an exception described as `{"type", "message", "line"}`, None where none is."""
    if not isinstance(said, dict):
        return None
    return RaisedError(
        type=_text(said.get("type"), 100),
        message=_text(said.get("message"), 500),
        line=_number(said.get("line")),
    )


def read_limit(said: object) -> LimitKind | None:
    """Return the limit that was reached, if any."""
    return next((kind for kind in get_args(LimitKind) if kind == said), None)


def read_literal(source: str, most: int = _LITERAL) -> tuple[bool, object]:
    """Whether a source of at most `most` characters is a literal, and its value; never executed."""
    if len(source) > most:
        return False, None
    try:
        return True, ast.literal_eval(source.strip())
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False, None


def _wanted(case: Case, seen: Message, limits: Limits) -> tuple[str | None, bool | None]:
    """What was expected, as text, and whether the value is equal to it; None: can't tell."""
    if case.expected is None:
        return case.prints, None
    if seen.get("equal") is True:
        return _text(seen.get("wanted"), limits.value), True
    most = _INSTRUCTORS_LITERAL if case.origin == "instructor" else _LITERAL
    is_literal, value = read_literal(case.expected, most)
    if is_literal:
        equal = _equal(plain(value), seen.get("plain"))
        if equal is False and isinstance(value, float):
            equal = agrees_as_written(case.expected, seen.get("value"))
        return show(value, limits.value), equal
    if seen.get("wanted") is not None:
        wanted = _text(seen["wanted"], limits.value)
        return wanted, _equal(seen.get("wanted_plain"), seen.get("plain"))
    # Of what is no literal only the text is left: the same text is equal, and else who knows.
    return case.expected, True if case.expected.strip() == seen.get("value") else None


def agrees_as_written(wanted: str, value: object) -> bool:
    """Whether a number with more decimals than were written is right in those that were.

    A statement's 3.141 stands for 3.14159..., cut or rounded; 3.142 is another number. One decimal
    is too few to tell a rounded number from an exact one.
    """
    decimals = len(wanted.strip().partition(".")[2])
    seen = str(value)
    if decimals < FEWEST_DECIMALS or len(seen.partition(".")[2]) <= decimals:
        return False
    is_number, number = read_literal(seen)
    unit = 10.0**-decimals
    return is_number and isinstance(number, float) and abs(number - float(wanted)) < unit


def _equal(wanted: object, value: object) -> bool | None:
    if is_comparable(wanted) and is_comparable(value):
        return plainly_equal(wanted, value)
    # A value within bounds is not one beyond them; two beyond them may be equal or not.
    is_other = is_comparable(wanted) and value in (None, TOO_LARGE)
    return False if is_other or (is_comparable(value) and wanted == TOO_LARGE) else None


def _status(result: CaseResult, equal: bool | None) -> Status:
    case = result.case
    if result.limit in _STOPS:
        return "timed_out"
    if result.unavailable:
        return "not_run"
    if result.error is not None:
        return "passed" if result.error.type == case.raises else "raised"
    if not case.is_decided or (case.expected is not None and equal is None):
        return "ran"
    holds = case.raises is None and equal is not False
    if case.prints is not None:
        holds = holds and _prints_the_same(result.printed, case.prints)
    return "passed" if holds else "failed"


def _prints_the_same(printed: str, expected: str) -> bool:
    """Whether two texts are the same, line by line, but for blanks inside a list and the like."""
    pairs = zip_longest(_tidy(printed).splitlines(), _tidy(expected).splitlines(), fillvalue="")
    return all(
        left == right
        or _same_literal(left, right)
        or _with_plain_groups(left) == _with_plain_groups(right)
        for left, right in pairs
    )


def _with_plain_groups(line: str) -> str:
    """Return a printed line with each list and the like in it as Python writes it: `20 [("a",1)]`
    stands for `20 [('a', 1)]`."""
    for span in reversed(list(values_in(line))):
        is_literal, value = read_literal(span.text)
        if is_literal and isinstance(value, list | tuple | dict | set):
            line = f"{line[: span.start]}{value!r}{line[span.end :]}"
    return line


def _same_literal(left: str, right: str) -> bool:
    (is_literal, value), (other_is, other) = read_literal(left), read_literal(right)
    return is_literal and other_is and type(value) is type(other) and repr(value) == repr(other)


def _printed_instead(result: CaseResult) -> bool:
    """Whether the call gave None and printed just what it should have given."""
    if result.status != "failed" or result.value != "None" or result.case.expected is None:
        return False
    wanted = result.wanted or ""
    shown = {_tidy(wanted), _tidy(wanted[1:-1])} if wanted[:1] in "'\"" else {_tidy(wanted)}
    return _tidy(result.printed) in shown


def _ended(trace: list[Step], limit: LimitKind | None, line: int | None) -> tuple[Step, ...]:
    """The trace with the limit as its last event."""
    if not trace or limit is None:
        return tuple(trace)
    last = trace[-1]
    return (*trace, replace(last, event="limit", line=line or last.line, detail=limit))


def _changed(said: object, limits: Limits) -> tuple[ChangedArgument, ...]:
    return tuple(
        ChangedArgument(
            position=_number(each.get("position")) or 0,
            before=_text(each.get("before"), limits.value),
            after=_text(each.get("after"), limits.value),
        )
        for each in _list(said)[:20]
        if isinstance(each, dict)
    )


def _lines(said: object) -> tuple[tuple[int, int], ...]:
    return tuple(
        (each[0], each[1])
        for each in _list(said)
        if isinstance(each, list)
        and len(each) == 2
        and all(_number(part) is not None for part in each)
    )


def _tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines()).rstrip()


def _text(said: object, most: int) -> str:
    return said[:most] if isinstance(said, str) else ""


def _optional(said: object, most: int) -> str | None:
    return said[:most] if isinstance(said, str) else None


def _number(said: object) -> int | None:
    return said if isinstance(said, int) and not isinstance(said, bool) else None


def _list(said: object) -> list[Any]:
    return said if isinstance(said, list) else []
