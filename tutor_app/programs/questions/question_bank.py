"""Small questions that any traced run answers, for when those about the fault itself are asked.

Those near the first difference from a repaired copy come first; none names the line at fault.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from itertools import pairwise, zip_longest

from tutor_app.domain.teaching import AwaitedAnswer
from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.questions.line_facts import HANDS_BACK, rounds_of
from tutor_app.programs.questions.moment import moment_of
from tutor_app.programs.questions.moment_questions import ask_of_values
from tutor_app.programs.questions.run_questions import RunQuestion
from tutor_app.programs.questions.traced_call import TracedCall, read_traced_call, value_in
from tutor_app.programs.replies.format_code import as_code, name_call
from tutor_app.programs.replies.kept_cases import plain_call
from tutor_app.programs.run_values import CaseResult, Step
from tutor_app.wording.catalogue import phrase

HOW_MANY_ROUNDS = phrase("programs_questions.how_many_rounds", "call", "loop")
SHOWN_ROUNDS = phrase("programs_lines.rounds", "line", "call", "count")
WHICH_RETURNS = phrase("programs_questions.which_returns", "call")
NEXT_CALL = phrase("programs_questions.next_call", "call", "name", "value")
SHOWN_NEXT_CALL = phrase("programs_facts.next_call", "call", "name", "value", "next")

FEWEST_RETURNS = 2  # of one, everybody sees which it is
MOST_CALLS = 3  # of a recursion, from one to the next
_ENDS = ("0", "[]", "''", "{}", "()", "1")  # what a recursion often ends with


def bank_questions(source: str, result: CaseResult, fault: Fault | None) -> Iterator[RunQuestion]:
    """Yield questions about a traced run, of one kind after the other, those that lead on first."""
    tree, call = parse_program(source), read_traced_call(source, result)
    if tree is None or call is None:
        return
    kinds = (
        _of_next_call(call, result),
        _of_rounds(source, call, result, fault),
        _of_values(tree, call, result, fault),
        _of_return(call, result, fault),
    )
    for questions in zip_longest(*kinds):
        yield from (each for each in questions if each is not None)


def _question(
    wordings: tuple[str, ...],
    awaited: AwaitedAnswer,
    lines: Iterable[int],
    name: str | None = None,
    tells: int | None = None,
) -> RunQuestion:
    return RunQuestion(
        wordings=wordings,
        awaited=awaited,
        lines=frozenset(lines),
        name=name,
        names_line=tells is not None,
        tells_line=tells,
    )


def _is_suspect(line: int, fault: Fault | None) -> bool:
    """Whether a line may be at fault: of the others nothing is asked, it would lead astray."""
    return fault is None or line in fault.lines


def _of_rounds(
    source: str, call: TracedCall, result: CaseResult, fault: Fault | None
) -> Iterator[RunQuestion]:
    """Ask how many rounds a loop makes that ends."""
    named, plain = name_call(result.case), plain_call(result.case.call.text)
    loops = list(call.loops())
    for loop in loops:
        if not _is_suspect(loop.lineno, fault):
            continue
        count = rounds_of(loop, result)
        if count is None:
            continue
        head = _row(source, loop)
        yield _question(
            HOW_MANY_ROUNDS.wordings(call=named, loop=head),
            AwaitedAnswer(
                key=f"rounds made:{loop.lineno} {plain}",
                kind="count",
                accepted=(str(count),),
                shown=SHOWN_ROUNDS(line=loop.lineno, call=named, count=count),
            ),
            (loop.lineno,),
            tells=loop.lineno if len(loops) > 1 else None,
        )


def _of_return(call: TracedCall, result: CaseResult, fault: Fault | None) -> Iterator[RunQuestion]:
    """Ask which of several lines hands the result back."""
    returns = [node for node in ast.walk(call.node) if isinstance(node, ast.Return)]
    end = call.end
    if end is None or len(returns) < FEWEST_RETURNS or result.error is not None:
        return
    named, plain = name_call(result.case), plain_call(result.case.call.text)
    if end.line not in {node.lineno for node in returns} or not _is_suspect(end.line, fault):
        return
    yield _question(
        WHICH_RETURNS.wordings(call=named),
        AwaitedAnswer(
            key=f"returns {plain}",
            kind="line",
            accepted=(str(end.line),),
            shown=HANDS_BACK(line=end.line, call=named, value=as_code(end.detail)),
        ),
        (end.line,),
    )


def _of_values(
    tree: ast.Module, call: TracedCall, result: CaseResult, fault: Fault | None
) -> Iterator[RunQuestion]:
    """Ask what a variable holds right after it was set, nearest to where the run goes wrong."""
    asked: set[str] = set()
    for before, at in _near(list(pairwise(_places(call, result))), fault):
        held = dict(result.trace[before].variables)
        for name, value in result.trace[at].variables:
            if held.get(name) == value or value_in(result.trace[at], name) is None:
                continue
            moment = moment_of(tree, result.trace, at, [name])
            probe = ask_of_values(moment, result, frozenset()) if moment is not None else None
            if probe is not None and probe.awaited.key not in asked:
                asked.add(probe.awaited.key)
                yield probe


def _of_next_call(call: TracedCall, result: CaseResult) -> Iterator[RunQuestion]:
    """Ask with what a recursion goes on, first where it should have ended."""
    if not isinstance(call.node, ast.FunctionDef):
        return
    begun = [s for s in result.trace if s.event == "call" and s.function == call.node.name]
    named, plain = name_call(result.case), plain_call(result.case.call.text)
    for arg in call.node.args.args:
        pairs = [(one, two) for one, two in _values_of(begun, arg.arg) if one != two]
        pairs.sort(key=lambda pair: _ENDS.index(pair[0]) if pair[0] in _ENDS else len(_ENDS))
        for value, following in pairs[:MOST_CALLS]:
            told = {"call": named, "name": as_code(arg.arg), "value": as_code(value)}
            yield _question(
                NEXT_CALL.wordings(**told),
                AwaitedAnswer(
                    key=f"next:{arg.arg} {value} {plain}",
                    kind="value",
                    accepted=(following,),
                    shown=SHOWN_NEXT_CALL(**told, next=as_code(following)),
                ),
                (call.node.lineno,),
                arg.arg,
            )


def _values_of(begun: list[Step], name: str) -> Iterator[tuple[str, str]]:
    """Yield what a parameter holds in a call and in the call that it makes."""
    for one, two in pairwise(begun):
        value, following = value_in(one, name), value_in(two, name)
        if two.depth == one.depth + 1 and value is not None and following is not None:
            yield value, following


def _row(source: str, node: ast.stmt) -> str:
    """Return the line of a statement as the student has written it."""
    return as_code(source.split("\n")[node.lineno - 1].strip().rstrip(":"))


def _places(call: TracedCall, result: CaseResult) -> list[int]:
    """Return where in the trace the steps of the call are."""
    own = {id(step) for step in call.steps}
    return [n for n, step in enumerate(result.trace) if id(step) in own]


def _near(places: list[tuple[int, int]], fault: Fault | None) -> list[tuple[int, int]]:
    """Return places in the order of the run, from where it is known to go wrong."""
    unexpected = fault.unexpected if fault is not None else None
    if unexpected is None:
        return places
    return [each for each in places if each[1] >= unexpected.at]  # before it all is well
