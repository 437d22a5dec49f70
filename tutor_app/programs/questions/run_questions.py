"""Questions about the way in which a run fails, which the run itself can answer.

None says where the fault is: it asks what happens, and whoever answers sees it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tutor_app.domain.teaching import AwaitedAnswer, AwaitedKind
from tutor_app.programs.code_in_text import names_in, set_in
from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.questions.traced_call import TracedCall, read_traced_call, value_in
from tutor_app.programs.replies.format_code import as_code, name_call
from tutor_app.programs.replies.kept_cases import plain_call
from tutor_app.programs.run_values import CaseResult
from tutor_app.wording.catalogue import phrase

ROUND_BY_ROUND = phrase("programs_questions.round_by_round", "call", "name")
SHOWN_ROUND_BY_ROUND = phrase("programs_facts.round_by_round", "call", "name", "values")
AT_ENTRY = phrase("programs_questions.at_entry", "call", "name")
SHOWN_AT_ENTRY = phrase("programs_facts.at_entry", "call", "name", "value")
AT_ERROR = phrase("programs_questions.at_error", "call", "name", "line")
HANDED_BACK = phrase("programs_questions.handed_back", "call")
SHOWN_AT_ERROR = phrase("programs_facts.at_error", "call", "name", "line", "value")
SHOWN_HANDED_BACK = phrase("programs_facts.handed_back", "call")

FIRST_ROUNDS = 3
NONE_TYPE = "'NoneType'"  # in Python's words for an error


@dataclass(frozen=True, slots=True, kw_only=True)
class RunQuestion:
    """A question about a run. `wordings` say it in several ways; `awaited` is what answers it.

    `lines` are those of the program that it leads to; `names_line` where it says one, or asks for
    one; `tells_line` is the one that it says.
    """

    wordings: tuple[str, ...]
    awaited: AwaitedAnswer
    lines: frozenset[int]
    name: str | None = None
    names_line: bool = False
    tells_line: int | None = None


def question_of_run(  # noqa: PLR0913 -- a question, and what answers it
    wordings: tuple[str, ...],
    result: CaseResult,
    key: str,
    accepted: str,
    shown: str,
    line: int,
    *,
    kind: AwaitedKind = "value",
    is_told: bool = True,
) -> RunQuestion:
    """Return the question of a run that leads to one line. `key` is what it is remembered by, of
    the call; `is_told` where the words themselves don't lead to the line."""
    return RunQuestion(
        wordings=wordings,
        awaited=AwaitedAnswer(
            key=f"{key} {plain_call(result.case.call.text)}",
            kind=kind,
            accepted=(accepted,),
            shown=shown,
        ),
        lines=frozenset({line}),
        names_line=not is_told,
        tells_line=None if is_told else line,
    )


def questions_of_failure(source: str, result: CaseResult, fault: Fault | None) -> list[RunQuestion]:
    """Return the questions about the way in which a run fails: it stops, hangs, hands back nothing,
    or begins with what another call has left."""
    call = read_traced_call(source, result)
    if call is None:
        return []
    named = name_call(result.case)
    found = [*_of_what_comes_back(result, named), *_of_error(call, result, named)]
    for loop in call.loops():
        found += _of_rounds(call, loop, named)
    if fault is not None and fault.kind == "default_value":
        found += _of_entry(call, named)
    return [_with_plain_key(probe, named, plain_call(result.case.call.text)) for probe in found]


def _with_plain_key(probe: RunQuestion, call: str, plain: str) -> RunQuestion:
    """Return a question under a key that does not depend on how its call is written."""
    awaited = replace(probe.awaited, key=probe.awaited.key.replace(call, plain))
    return replace(probe, awaited=awaited)


def _of_rounds(frame: TracedCall, loop: ast.For | ast.While, call: str) -> Iterator[RunQuestion]:
    """Of a loop that does not end, ask for what its test reads, round by round."""
    if frame.is_whole or not isinstance(loop, ast.While):
        return
    begins = [s for s in frame.steps if s.event == "line" and s.line == loop.lineno][:FIRST_ROUNDS]
    for name in sorted(names_in(loop.test)):
        values = [value_in(step, name) for step in begins]
        held = [value for value in values if value is not None]
        if len(held) < FIRST_ROUNDS:
            continue
        listed = ", ".join(held)
        shown = SHOWN_ROUND_BY_ROUND(call=call, name=as_code(name), values=as_code(listed))
        yield RunQuestion(
            wordings=ROUND_BY_ROUND.wordings(call=call, name=as_code(name)),
            awaited=AwaitedAnswer(
                key=f"rounds:{loop.lineno}:{name} {call}",
                kind="value",
                accepted=(f"[{listed}]",),
                shown=shown,
            ),
            lines=frozenset({loop.lineno}),
            name=name,
        )


def _of_entry(frame: TracedCall, call: str) -> Iterator[RunQuestion]:
    """Ask what a parameter with a list or the like for default holds when the call begins."""
    if isinstance(frame.node, ast.Module):
        return
    args = frame.node.args
    kept = args.args[len(args.args) - len(args.defaults) :] if args.defaults else []
    for each, default in zip(kept, args.defaults, strict=True):
        value = value_in(frame.steps[0], each.arg)
        if value is None or isinstance(default, ast.Constant):
            continue
        yield RunQuestion(
            wordings=AT_ENTRY.wordings(call=call, name=as_code(each.arg)),
            awaited=AwaitedAnswer(
                key=f"entry:{each.arg} {call}",
                kind="value",
                accepted=(value,),
                shown=SHOWN_AT_ENTRY(call=call, name=as_code(each.arg), value=as_code(value)),
            ),
            lines=frozenset({frame.node.lineno}),
            name=each.arg,
        )


def _sets_here(node: ast.AST) -> list[str]:
    """Return the names that a statement sets or calls a method of, which may change them."""
    match node:
        case ast.Assign() | ast.AugAssign():
            return list(set_in(node))
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))):
            return [name]
        case _:
            return []


def _starts(node: ast.AST, name: str) -> frozenset[int]:
    """Return the lines that set a name in the body itself, outside of every loop."""
    body: list[ast.stmt] = getattr(node, "body", [])
    return frozenset(each.lineno for each in body if name in _sets_here(each))


def _of_error(frame: TracedCall, result: CaseResult, call: str) -> Iterator[RunQuestion]:
    """Ask for what the variables of a line hold at which the program stops.

    In a recursion it is the innermost call that stops, as long as the trace reaches so far; where
    Python gives up on one, it is a number that says nothing.
    """
    error = result.error
    line = error.line if error is not None and error.type != "RecursionError" else None
    if line is None or result.trace[-1].event == "limit":
        return
    step = next((s for s in reversed(result.trace) if s.line == line and s.event == "line"), None)
    row = next((n for n in ast.walk(frame.node) if getattr(n, "lineno", 0) == line), None)
    names = _likeliest_first(row) if row is not None else []
    held = [(name, value) for name in names if (value := value_in(step, name)) is not None]
    if error is not None and NONE_TYPE in error.message:  # what is None has made it stop
        held.sort(key=lambda pair: pair[1] != "None")
    for name, value in held:
        wordings = AT_ERROR.wordings(call=call, name=as_code(name), line=line)
        awaited = AwaitedAnswer(
            key=f"error:{line}:{name} {call}",
            kind="value",
            accepted=(value,),
            shown=SHOWN_AT_ERROR(call=call, name=as_code(name), line=line, value=as_code(value)),
        )
        yield RunQuestion(
            wordings=wordings,
            awaited=awaited,
            lines=frozenset({line}),
            name=name,
        )


def _likeliest_first(node: ast.AST) -> list[str]:
    """Return the names of a line and the parts of its object, those in square brackets first: they
    are the likeliest wrong."""
    places = [each.slice for each in ast.walk(node) if isinstance(each, ast.Subscript)]
    indices = {name for place in places for name in names_in(place)}
    parts = {ast.unparse(n) for n in ast.walk(node) if isinstance(n, ast.Attribute)}
    names = {*names_in(node), *(part for part in parts if part.startswith("self."))}
    return sorted(names, key=lambda name: (name not in indices, name))


def _of_what_comes_back(result: CaseResult, call: str) -> Iterator[RunQuestion]:
    """Ask what whoever calls gets, where that is nothing; of a `print` nobody expects more."""
    is_print = result.case.call.text.split("\n")[-1].startswith("print(")
    is_print = is_print or result.case.prints is not None
    if is_print or result.value != "None" or not result.printed.strip():
        return
    wordings = HANDED_BACK.wordings(call=call)
    awaited = AwaitedAnswer(
        key=f"back {call}", kind="value", accepted=("None",), shown=SHOWN_HANDED_BACK(call=call)
    )
    yield RunQuestion(
        wordings=wordings,
        awaited=awaited,
        lines=frozenset(),
    )
