"""What a reading says of calls, as cases to run: what they must give, and calls to look at."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import repeat

from tutor_app.programs.argument_fit import call_fits
from tutor_app.programs.code_in_text import is_value, parse_expression, parse_program
from tutor_app.programs.complaints.complaint import Complaint
from tutor_app.programs.complaints.known_calls import (
    KnownCall,
    is_shown,
    know_calls,
    plain_value,
    shown_by,
    shows_by_printing,
)
from tutor_app.programs.complaints.readings import case_with
from tutor_app.programs.find_cases import function_names
from tutor_app.programs.message_reading.ask_for_reading import on_one_line, prints_of, write_call
from tutor_app.programs.message_reading.keyed_cases import keyed_cases
from tutor_app.programs.message_reading.object_uses import said_use
from tutor_app.programs.message_reading.reading import CallNamed, ProgramReading
from tutor_app.programs.message_reading.said_values import is_said
from tutor_app.programs.replies.kept_cases import plain_call
from tutor_app.programs.run_values import Call, Case, CaseResult

_NO_VALUE = ("error", "no error", "an error")  # what no run is judged by


def complaint_of(
    reading: ProgramReading, results: Sequence[CaseResult], source: str, words: str
) -> Complaint:
    """Return what a reading says of the calls that were run, and of others that it names.

    What a call must give is believed as far as the student's `words` say it.
    """
    known = know_calls(results, source)
    wants = reading.wants if _may_change(reading) else _of_open_calls(reading, known)
    wants = tuple(each for each in wants if not _is_of_other_kind(each, known))
    given: tuple[CallNamed, ...] = ()
    if all(map(_is_given, wants, repeat(known))) and not any(c.case.is_decided for c in known):
        given, wants = wants, ()  # nobody writes only that all is as it should be: they saw it
    is_due = reading.is_any("wants", "corrects") or bool(reading.wants)
    read = [(each.call, each.value or "") for each in reading.wants]
    is_due = is_due or reading.does == ("saw",)
    keyed = keyed_cases(known, words, read, on=reading.on or "", is_due=is_due)
    wants = tuple(each for each in wants if not keyed.is_of(_find(each.call, known)))
    believed = list(_believed(wants, known, words))
    cases = (*keyed.cases, *_wanted(believed, known, source))
    cases = cases or tuple(_of_script(wants, known, source))
    named = (*reading.runs, *([CallNamed(reading.on)] if reading.on is not None else []))
    new = tuple(
        case
        for each in named
        if _find(each.call, known) is None
        and (case := _new_case(each.call, source)) is not None
        and all(plain_call(case.call.text) != plain_call(one.call.text) for one in cases)
    )
    use = said_use(words, [each.case for each in known]) if not cases else None
    used = (use,) if use is not None else ()
    return Complaint(
        cases=(*cases, *new, *used),
        call=use.call.text if use is not None else _turned_to(reading, known, cases),
        denied=keyed.denied,
        strays=keyed.settled,
        seen=tuple(_seen(reading, given, known)) if use is None else (),
    )


def _believed(
    wants: Sequence[CallNamed], known: Sequence[KnownCall], words: str
) -> Iterator[CallNamed]:
    for each in wants:
        call, value = _find(each.call, known), plain_value(each.value or "")
        given = call.shown if call is not None else ""
        held = call.case.expected if call is not None else None
        if value == held or is_said(value, words, given):
            yield each


def _may_change(reading: ProgramReading) -> bool:
    """Whether a message may say something else of a call than was said before: a why asks about
    values of the run, and wants none."""
    return reading.is_any("corrects") or not reading.is_any("why", "how")


def _of_open_calls(reading: ProgramReading, known: Sequence[KnownCall]) -> tuple[CallNamed, ...]:
    found = ((each, _find(each.call, known)) for each in reading.wants)
    return tuple(each for each, call in found if call is None or not call.case.is_decided)


def _of_script(
    wants: Sequence[CallNamed], known: Sequence[KnownCall], source: str
) -> Iterator[Case]:
    """Yield the program as a whole with the lines that its prints must print."""
    script = next((each for each in known if each.case.call.is_script), None)
    prints = prints_of(source, script.result) if script is not None else []
    due = {plain_call(each.call): each.value or "" for each in wants}
    lines = [due.get(text, line).strip("'\"") for text, line in prints]
    if script is not None and lines != [line for _, line in prints]:
        yield replace(script.case, prints="\n".join(lines), said_by="student")


def _is_given(want: CallNamed, known: Sequence[KnownCall]) -> bool:
    call = _find(want.call, known)
    return call is not None and is_shown(plain_value(want.value or ""), call.shown)


def _is_of_other_kind(want: CallNamed, known: Sequence[KnownCall]) -> bool:
    """Whether a call that gives a list or the like is said to give what is no value: "4 edges"."""
    call = _find(want.call, known)
    gives_value = call is not None and not shows_by_printing(call.result) and is_value(call.shown)
    is_group = call is not None and call.shown[:1] in "[({"
    return gives_value and is_group and not is_value(want.value or "")


def _wanted(wants: Sequence[CallNamed], known: Sequence[KnownCall], source: str) -> Iterator[Case]:
    for each in wants:
        value = each.value or ""
        if value in _NO_VALUE:
            continue
        call = _find(each.call, known)
        if call is not None:
            yield case_with(call, _as_value(value, call.result))
            continue
        new = _new_case(each.call, source)
        if new is not None and _has_part(each.call, known) and parse_expression(value) is not None:
            yield replace(new, expected=plain_value(value))


def _has_part(named: str, known: Sequence[KnownCall]) -> bool:
    """Whether a part of a known call's value that is named is there: `f(2)["a"]`."""
    tree = parse_expression(named.split("; ")[-1])
    if not isinstance(tree, ast.Subscript):
        return True
    call = _find(ast.unparse(tree.value), known)
    if call is None or not (is_value(call.shown) and is_value(ast.unparse(tree.slice))):
        return False
    whole, key = ast.literal_eval(call.shown), ast.literal_eval(ast.unparse(tree.slice))
    if isinstance(whole, dict):
        return key in whole
    return isinstance(whole, list | tuple) and isinstance(key, int) and key < len(whole)


def _as_value(value: str, result: CaseResult) -> str:
    """Return a value as Python writes it, where a student has left out the quotes."""
    if shows_by_printing(result) or result.value is None:
        return value
    is_text = result.value[:1] in "'\""
    is_quoted = value[:1] in "'\"" and parse_expression(value) is not None
    return repr(value) if is_text and not is_quoted else plain_value(value)


def _find(named: str, known: Sequence[KnownCall]) -> KnownCall | None:
    wanted = {plain_call(named), plain_call(_shown_in(named))}
    return next((each for each in known if wanted & {*_ways_to_write(each)}), None)


def _shown_in(named: str) -> str:
    """Return what a print shows: of `print(a.b)` what is run and told is `a.b`."""
    match parse_expression(named):
        case ast.Call(func=ast.Name(id="print"), args=[shown], keywords=[]):
            return ast.unparse(shown)
        case _:
            return named


def _ways_to_write(call: KnownCall) -> tuple[str, str]:
    return plain_call(write_call(call.case.call)), plain_call(on_one_line(call.text))


def _new_case(named: str, source: str) -> Case | None:
    """Return the case of a call that was not run before; None where it fits no function."""
    text = "\n".join(part.strip() for part in named.split("; "))
    tree, program = parse_program(text), parse_program(source)
    if tree is None or program is None:
        return None
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr):
        return None
    names = {
        n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)
    }
    made = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} - names
    if not names - made & function_names(program) or not call_fits(last.value, program):
        return None
    return Case(call=Call(text=text), origin="student")


def _turned_to(
    reading: ProgramReading, known: Sequence[KnownCall], cases: Sequence[Case]
) -> str | None:
    """Return the call that the message turns to: it says so, or that it must give something else;
    else one that it asks about."""
    if reading.on is not None:
        found = _find(reading.on, known)
        return found.text if found is not None else _text_of(reading.on)
    for case in cases:
        call = _find(write_call(case.call), known)
        due = case.expected if case.expected is not None else case.prints
        if call is None or (due is not None and not is_shown(due, shown_by(call.result))):
            return case.call.text
    return _text_of(reading.runs[0].call) if reading.runs and not cases else None


def _text_of(named: str) -> str:
    return "\n".join(part.strip() for part in named.split("; "))


def _seen(
    reading: ProgramReading, given: Sequence[CallNamed], known: Sequence[KnownCall]
) -> Iterator[tuple[str, str]]:
    for each in (*reading.runs, *given):
        found = _find(each.call, known)
        if "saw" in reading.does and each.value is not None and found is not None:
            yield found.text, each.value
