"""Sentences that tell what a run showed."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.programs.questions.moment import Moment
from tutor_app.programs.replies.format_code import as_code, as_printed, name_call, printed_block
from tutor_app.programs.run_values import CaseResult, ProgramRun, RaisedError
from tutor_app.wording.catalogue import phrase

GIVES = phrase("programs_runs.gives", "call", "value")
GIVES_NOT = phrase("programs_runs.gives_not", "call", "value", "wanted")
PRINTS = phrase("programs_runs.prints", "call", "value")
PRINTS_NOT = phrase("programs_runs.prints_not", "call", "value", "wanted")
PRINTS_LINES = phrase("programs_runs.prints_lines", "call", "block")
PRINTS_LINES_NOT = phrase("programs_runs.prints_lines_not", "call", "block", "wanted")
SEVERAL_LINES = phrase("programs_runs.several_lines", "count")
PRINTS_NOTHING = phrase("programs_runs.prints_nothing", "call", "wanted")
PRINTS_INSTEAD = phrase("programs_runs.prints_instead", "call", "value")
RAISES = phrase("programs_runs.raises", "call", "error", "line")
RAISES_SOMEWHERE = phrase("programs_runs.raises_somewhere", "call", "error")
RAISES_BEFORE = phrase("programs_runs.raises_before", "call", "error", "line")
RAISES_NOT = phrase("programs_runs.raises_not", "call", "value", "wanted")
NEVER_ENDS = phrase("programs_runs.never_ends", "call", "line", "count")
NEVER_ENDS_SOMEWHERE = phrase("programs_runs.never_ends_somewhere", "call")
TOO_DEEP = phrase("programs_runs.too_deep", "call", "line")
SHOULD_GIVE = phrase("programs_runs.should_give", "wanted")
NO_END_OF_LOADING = phrase("programs_runs.no_end_of_loading")
ENDS_BEFORE_A_CALL = phrase("programs_runs.ends_before_a_call", "error", "line")
STOPS_READING = phrase("programs_runs.stops_reading", "line")

MENDED = phrase("programs_confirm.mended", "name", "before", "now", "when")

_UNREAD = ("SyntaxError", "IndentationError", "TabError")


def tell_mended(moment: Moment | None) -> Iterator[str]:
    """Yield what a new version has otherwise than the one before, at the first such moment."""
    if moment is not None and moment.wanted is not None:
        held = (moment.names[0], moment.values[0], moment.wanted)
        name, before, now = (as_code(text) for text in held)
        yield MENDED(name=name, before=before, now=now, when=moment.when)


def is_unread(run: ProgramRun) -> bool:
    """Whether Python does not read the program to its end."""
    return run.load_error is not None and run.load_error.type in _UNREAD


def tell_load(run: ProgramRun) -> str:
    """Say why a program does not load. Python's own words may name what is missing: left out."""
    error = run.load_error
    if error is None:
        return NO_END_OF_LOADING()
    if is_unread(run):
        return STOPS_READING(line=error.line or 1)
    return ENDS_BEFORE_A_CALL(error=as_code(_said(error)), line=error.line or 1)


def tell_result(result: CaseResult, *, wanted: bool = True) -> str:
    """Say what a call gave and, with `wanted`, what it must give."""
    told = _tell_result(result, wanted)
    return f"{told[:1].upper()}{told[1:]}"


def _tell_result(result: CaseResult, wanted: bool) -> str:
    call = name_call(result.case)
    if result.status == "timed_out":
        return _never_ends(result, call) + _due(result, wanted)
    if result.error is not None:
        return _raised(result, call) + _due(result, wanted)
    if result.printed_instead:
        return PRINTS_INSTEAD(call=call, value=as_printed(result.printed))
    if result.case.raises is not None and result.status == "failed":
        return RAISES_NOT(call=call, value=_value(result), wanted=as_code(result.case.raises))
    prints_alone = result.value == "None" and result.printed.strip() and not _is_due(result)
    if result.case.prints is not None or result.value is None or prints_alone:
        return _printed(result, call)
    if result.status == "failed" and wanted and result.wanted is not None:
        return GIVES_NOT(call=call, value=_value(result), wanted=as_code(result.wanted))
    return GIVES(call=call, value=_value(result))


def outcome_of(result: CaseResult) -> str:
    """Return what a call gave, for the middle of a sentence: its value, its error or what it
    printed as code; of several lines how many there are."""
    if result.error is not None:
        return as_code(result.error.type)
    if result.value in (None, "None") and result.printed.strip():
        count = result.printed.removesuffix("\n").count("\n") + 1
        return SEVERAL_LINES(count=count) if count > 1 else as_printed(result.printed)
    return _value(result)


def _printed(result: CaseResult, call: str) -> str:
    printed = result.printed.rstrip()
    due = (result.case.prints or "").rstrip() if result.status == "failed" else ""
    if not printed.strip():
        return (
            PRINTS_NOTHING(call=call, wanted=as_printed(due))
            if due
            else PRINTS(call=call, value="–")
        )
    if "\n" in printed or "\n" in due:
        block = printed_block(printed)
        if not due:
            return PRINTS_LINES(call=call, block=block)
        return PRINTS_LINES_NOT(call=call, block=block, wanted=printed_block(due))
    value = as_printed(printed)
    if not due:
        return PRINTS(call=call, value=value)
    return PRINTS_NOT(call=call, value=value, wanted=as_printed(due))


def _never_ends(result: CaseResult, call: str) -> str:
    line = result.stopped_line
    if line is None or not result.times_reached(line):
        return NEVER_ENDS_SOMEWHERE(call=call)
    return NEVER_ENDS(call=call, line=line, count=f"{result.times_reached(line):,}")


def _raised(result: CaseResult, call: str) -> str:
    error = result.error
    assert error is not None
    if error.type == "RecursionError" and error.line is not None:
        return TOO_DEEP(call=call, line=error.line)
    said = as_code(_said(error))
    if error.line is None:
        return RAISES_SOMEWHERE(call=call, error=said)
    if result.case.call.own_setup and error.line not in dict(result.lines_in_call):
        return RAISES_BEFORE(call=call, error=said, line=error.line)
    return RAISES(call=call, error=said, line=error.line)


def _is_due(result: CaseResult) -> bool:
    return result.case.expected is not None


def _due(result: CaseResult, wanted: bool) -> str:
    if not wanted or result.case.expected is None:
        return ""
    return " " + SHOULD_GIVE(wanted=as_code(result.wanted or result.case.expected))


def _value(result: CaseResult) -> str:
    return as_code(result.value if result.value is not None else "None")


def _said(error: RaisedError) -> str:
    return f"{error.type}: {error.message}" if error.message else error.type
