"""Questions about one run that the run itself can answer; the nearest to the fault first.

None says where the fault is: it asks what happens, and whoever answers sees it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tutor_app.domain.teaching import AwaitedAnswer
from tutor_app.programs.code_in_text import names_in
from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.questions.traced_call import TracedCall, read_traced_call, set_in, value_in
from tutor_app.programs.replies.format_code import as_code, name_call
from tutor_app.programs.replies.kept_cases import plain_call
from tutor_app.programs.run_values import CaseResult
from tutor_app.programs.small_edits.expression_edits import FaultKind
from tutor_app.wording.catalogue import phrase

ROUNDS = phrase("programs_questions.rounds", "call")
ROUNDS_AT = phrase("programs_questions.rounds_at", "call", "line")
ROUND_BY_ROUND = phrase("programs_questions.round_by_round", "call", "name")
SHOWN_ROUND_BY_ROUND = phrase("programs_facts.round_by_round", "call", "name", "values")
AT_ENTRY = phrase("programs_questions.at_entry", "call", "name")
SHOWN_AT_ENTRY = phrase("programs_facts.at_entry", "call", "name", "value")
LOOP_VALUES = phrase("programs_questions.loop_values", "call", "name")
AFTER_ROUND = phrase("programs_questions.after_round", "call", "name")
AFTER_LINE = phrase("programs_questions.after_line", "call", "name", "line")
BEFORE_LINE = phrase("programs_questions.before_line", "call", "name", "line")
SHOWN_BEFORE_LINE = phrase("programs_facts.before_line", "call", "name", "line", "value")
BRANCH = phrase("programs_questions.branch", "call", "line", "code")
ENDS_AT = phrase("programs_questions.ends_at", "call")
SET_BY = phrase("programs_questions.set_by", "call", "name")
DECIDED_BY = phrase("programs_questions.decided_by", "call", "line")
SHOWN_SET_BY = phrase("programs_facts.set_by", "call", "name", "line")
SHOWN_DECIDED_BY = phrase("programs_facts.decided_by", "call", "line", "tests")
AT_END = phrase("programs_questions.at_end", "call", "name")
AT_ERROR = phrase("programs_questions.at_error", "call", "name", "line")
HANDED_BACK = phrase("programs_questions.handed_back", "call")
SHOWN_ROUNDS = phrase("programs_facts.rounds", "call", "count")
SHOWN_LOOP_VALUES = phrase("programs_facts.loop_values", "call", "name", "values")
SHOWN_AFTER_ROUND = phrase("programs_facts.after_round", "call", "name", "value")
SHOWN_AFTER_LINE = phrase("programs_facts.after_line", "call", "name", "line", "value")
SHOWN_TRUE = phrase("programs_facts.branch_true", "call", "line")
SHOWN_FALSE = phrase("programs_facts.branch_false", "call", "line")
SHOWN_ENDS_AT = phrase("programs_facts.ends_at", "call", "line")
SHOWN_AT_END = phrase("programs_facts.at_end", "call", "name", "value")
SHOWN_AT_ERROR = phrase("programs_facts.at_error", "call", "name", "line", "value")
SHOWN_HANDED_BACK = phrase("programs_facts.handed_back", "call")

FIRST_ROUNDS = 3
MOST_ROUNDS = 12  # that can be counted by hand
_OF_LOOPS: frozenset[FaultKind] = frozenset(
    ("range", "loop_exit", "never_ends", "return_place", "name", "comparison", "index")
)
_OF_VALUES: frozenset[FaultKind] = frozenset(
    ("start_value", "update", "operator", "grouping", "constant", "method", "conversion")
)
_OF_TESTS: frozenset[FaultKind] = frozenset(("comparison", "condition", "branch", "name"))
_OF_RETURNS: frozenset[FaultKind] = frozenset(("return_place", "missing_return"))


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
    suits: frozenset[FaultKind] = frozenset()


def questions_of_run(source: str, result: CaseResult, fault: Fault) -> list[RunQuestion]:
    """Return the questions about a traced run that lead to the fault's lines, the nearest first."""
    ranked = sorted(all_run_questions(source, result), key=lambda probe: -_nearness(probe, fault))
    return [probe for probe in ranked if _nearness(probe, fault) > 1]


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


def all_run_questions(source: str, result: CaseResult) -> list[RunQuestion]:
    """Return every question that a traced run can answer, in no order of worth."""
    frame = read_traced_call(source, result)
    if frame is None:
        return []
    call = name_call(result.case)
    found = [
        *_of_what_comes_back(result, call),
        *_of_entry(frame, call),
        *_of_error(frame, result, call),
        *_of_loops(frame, call),
        *_of_reads(frame, call),
        *_of_lines(frame, call),
        *_of_tests(source, frame, call),
        *_of_ways(frame, call),
        *_of_end(frame, call, result.value or ""),
    ]
    return [_with_plain_key(probe, call, plain_call(result.case.call.text)) for probe in found]


def _with_plain_key(probe: RunQuestion, call: str, plain: str) -> RunQuestion:
    """Return a question under a key that does not depend on how its call is written."""
    awaited = replace(probe.awaited, key=probe.awaited.key.replace(call, plain))
    return replace(probe, awaited=awaited)


def _nearness(probe: RunQuestion, fault: Fault) -> int:
    near = 4 * bool(probe.lines & set(fault.lines)) + 3 * (fault.kind in probe.suits)
    unexpected = fault.unexpected
    return near + 2 * (unexpected is not None and probe.name == unexpected.variable)


# --- loops ------------------------------------------------------------------------------------


def _of_loops(frame: TracedCall, call: str) -> Iterator[RunQuestion]:
    loops = list(frame.loops())
    nested = {inner for loop in loops for inner in ast.walk(loop) if inner is not loop}
    for loop in loops:
        if loop in nested:
            continue
        rounds = frame.rounds_of(loop)
        lines = frozenset(range(loop.lineno, (loop.end_lineno or loop.lineno) + 1))
        only = len(loops) == 1
        yield from _of_rounds(frame, loop, call)
        if frame.is_whole and len(rounds) <= MOST_ROUNDS:
            asked = ROUNDS.wordings(call=call) if only else ()
            wordings = asked or ROUNDS_AT.wordings(call=call, line=loop.lineno)
            awaited = AwaitedAnswer(
                key=f"rounds:{loop.lineno} {call}",
                kind="count",
                accepted=(str(len(rounds)),),
                shown=SHOWN_ROUNDS(call=call, count=len(rounds)),
            )
            yield RunQuestion(
                wordings=wordings,
                awaited=awaited,
                lines=frozenset({loop.lineno}) | _returns_in(loop),
                names_line=not only,
                suits=_OF_LOOPS,
            )
        yield from _of_loop_values(frame, loop, call)
        yield from _of_first_round(frame, loop, call, lines)


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
            suits=frozenset(("never_ends", "update", "loop_exit")),
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
            suits=frozenset(("default_value",)),
        )


def _returns_in(loop: ast.For | ast.While) -> frozenset[int]:
    return frozenset(each.lineno for each in ast.walk(loop) if isinstance(each, ast.Return))


def _of_loop_values(
    frame: TracedCall, loop: ast.For | ast.While, call: str
) -> Iterator[RunQuestion]:
    if not isinstance(loop, ast.For) or not isinstance(loop.target, ast.Name):
        return
    if not frame.is_whole:
        return
    name = loop.target.id
    values = [value_in(step, name) for step in frame.rounds_of(loop)]
    taken = [value for value in values if value is not None]
    if not 0 < len(taken) <= MOST_ROUNDS or len(taken) < len(values):
        return
    listed = ", ".join(taken)
    wordings = LOOP_VALUES.wordings(call=call, name=as_code(name))
    awaited = AwaitedAnswer(
        key=f"values:{loop.lineno} {call}",
        kind="value",
        accepted=(f"[{listed}]",),
        shown=SHOWN_LOOP_VALUES(call=call, name=as_code(name), values=as_code(listed)),
    )
    yield RunQuestion(
        wordings=wordings,
        awaited=awaited,
        lines=frozenset({loop.lineno}),
        name=name,
        suits=frozenset(("range", "name", "index")),
    )


def _of_first_round(
    frame: TracedCall, loop: ast.For | ast.While, call: str, lines: frozenset[int]
) -> Iterator[RunQuestion]:
    step = frame.after_round(loop)
    body = ast.Module(body=list(loop.body), type_ignores=[])
    for name in set_in(body):
        value = value_in(step, name)
        if value is None:
            continue
        wordings = AFTER_ROUND.wordings(call=call, name=as_code(name))
        awaited = AwaitedAnswer(
            key=f"round:{loop.lineno}:{name} {call}",
            kind="value",
            accepted=(value,),
            shown=SHOWN_AFTER_ROUND(call=call, name=as_code(name), value=as_code(value)),
        )
        setting = frozenset(
            getattr(n, "lineno", 0) for n in ast.walk(body) if name in _sets_here(n)
        )
        starts = _starts(frame.node, name)
        yield RunQuestion(
            wordings=wordings,
            awaited=awaited,
            lines=(setting & lines) | starts,
            name=name,
            suits=_OF_VALUES | {"branch", "condition"},
        )


def _sets_here(node: ast.AST) -> list[str]:
    return set_in(node) if isinstance(node, ast.Assign | ast.AugAssign | ast.Expr) else []


def _starts(node: ast.AST, name: str) -> frozenset[int]:
    """Return the lines that set a name in the body itself, outside of every loop."""
    body: list[ast.stmt] = getattr(node, "body", [])
    return frozenset(each.lineno for each in body if name in _sets_here(each))


# --- lines, tests, ends -----------------------------------------------------------------------


def _of_reads(frame: TracedCall, call: str) -> Iterator[RunQuestion]:
    """Ask for what a line works on, when it is reached for the first time."""
    for node in ast.walk(frame.node):
        match node:
            case ast.For(iter=read) | ast.While(test=read) | ast.If(test=read):
                pass
            case ast.Assign(value=read) | ast.AugAssign(value=read) | ast.Expr(value=read):
                pass
            case _:
                continue
        step = next((s for s in frame.steps if s.line == node.lineno and s.event == "line"), None)
        for name in sorted(names_in(read)):
            value = value_in(step, name)
            if value is None or value == value_in(frame.steps[0], name):  # as it was given
                continue
            key = f"read:{node.lineno}:{name} {call}"
            shown = SHOWN_BEFORE_LINE(
                call=call, name=as_code(name), line=node.lineno, value=as_code(value)
            )
            yield RunQuestion(
                wordings=BEFORE_LINE.wordings(call=call, name=as_code(name), line=node.lineno),
                awaited=AwaitedAnswer(key=key, kind="value", accepted=(value,), shown=shown),
                lines=frozenset({node.lineno}),
                name=name,
                names_line=True,
                tells_line=node.lineno,
                suits=frozenset(("name", "index", "argument")),
            )


def _of_lines(frame: TracedCall, call: str) -> Iterator[RunQuestion]:
    """Ask for what a line has set, the first time that it is executed."""
    for node in ast.walk(frame.node):
        if not isinstance(node, ast.Assign | ast.AugAssign | ast.Expr):
            continue
        step = frame.after_line(node.lineno)
        for name in _sets_here(node)[:1]:
            value = value_in(step, name)
            if value is None or isinstance(getattr(node, "value", None), ast.Constant):
                continue
            wordings = AFTER_LINE.wordings(call=call, name=as_code(name), line=node.lineno)
            awaited = AwaitedAnswer(
                key=f"line:{node.lineno}:{name} {call}",
                kind="value",
                accepted=(value,),
                shown=SHOWN_AFTER_LINE(
                    call=call, name=as_code(name), line=node.lineno, value=as_code(value)
                ),
            )
            yield RunQuestion(
                wordings=wordings,
                awaited=awaited,
                lines=frozenset({node.lineno}),
                name=name,
                names_line=True,
                tells_line=node.lineno,
                suits=_OF_VALUES | {"argument", "index"},
            )


def _of_tests(source: str, frame: TracedCall, call: str) -> Iterator[RunQuestion]:
    """Ask which way a decision goes, the first time that it is reached."""
    for node in ast.walk(frame.node):
        if not isinstance(node, ast.If | ast.While):
            continue
        following = frame.after_line(node.lineno)
        code = ast.get_source_segment(source, node.test)
        if following is None or following.event == "exception" or code is None:
            continue
        is_true = following.line == node.body[0].lineno
        if node.body[0].lineno == node.lineno or "\n" in code:
            continue
        shown = SHOWN_TRUE if is_true else SHOWN_FALSE
        wordings = BRANCH.wordings(call=call, line=node.lineno, code=as_code(code))
        awaited = AwaitedAnswer(
            key=f"test:{node.lineno} {call}",
            kind="yes",
            accepted=("yes" if is_true else "no",),
            shown=shown(call=call, line=node.lineno),
        )
        yield RunQuestion(
            wordings=wordings,
            awaited=awaited,
            lines=frozenset({node.lineno}),
            names_line=True,
            tells_line=node.lineno,
            suits=_OF_TESTS,
        )


def _of_end(frame: TracedCall, call: str, given: str) -> Iterator[RunQuestion]:
    end = frame.end
    if end is None or isinstance(frame.node, ast.Module):
        return
    returns = [node for node in ast.walk(frame.node) if isinstance(node, ast.Return)]
    if len(returns) > 1:
        wordings = ENDS_AT.wordings(call=call)
        awaited = AwaitedAnswer(
            key=f"ends {call}",
            kind="line",
            accepted=(str(end.line),),
            shown=SHOWN_ENDS_AT(call=call, line=end.line),
        )
        yield RunQuestion(
            wordings=wordings,
            awaited=awaited,
            lines=frozenset(node.lineno for node in returns),
            names_line=True,
            suits=_OF_RETURNS | _OF_TESTS,
        )
    here = next((node for node in returns if node.lineno == end.line), None)
    for name in sorted(names_in(here)) if here is not None else ():
        value = value_in(end, name)
        if value is None or value in given:  # it is seen already
            continue
        wordings = AT_END.wordings(call=call, name=as_code(name))
        awaited = AwaitedAnswer(
            key=f"end:{name} {call}",
            kind="value",
            accepted=(value,),
            shown=SHOWN_AT_END(call=call, name=as_code(name), value=as_code(value)),
        )
        yield RunQuestion(
            wordings=wordings, awaited=awaited, lines=frozenset({end.line}), name=name
        )


def _of_ways(frame: TracedCall, call: str) -> Iterator[RunQuestion]:
    """Ask which line gave the result its value, and which tests let it get there."""
    end = frame.end
    if end is None or isinstance(frame.node, ast.Module):
        return
    returns = [node for node in ast.walk(frame.node) if isinstance(node, ast.Return)]
    here = next((node for node in returns if node.lineno == end.line), None)
    decided = end.line
    for name in sorted(names_in(here)) if here is not None else ():
        setters = [n for n in ast.walk(frame.node) if name in _sets_here(n)]
        lines = {getattr(node, "lineno", 0) for node in setters}
        last = next((s.line for s in reversed(frame.steps) if s.line in lines), None)
        if last is None or len(lines) < 2:
            continue
        decided = last
        yield RunQuestion(
            wordings=SET_BY.wordings(call=call, name=as_code(name)),
            awaited=AwaitedAnswer(
                key=f"set:{name} {call}",
                kind="line",
                accepted=(str(last),),
                shown=SHOWN_SET_BY(call=call, name=as_code(name), line=last),
            ),
            lines=frozenset(lines | _tests_around(frame.node, last)),
            name=name,
            names_line=True,
            suits=_OF_TESTS | _OF_VALUES,
        )
    tests = _tests_around(frame.node, decided)
    if tests:
        yield RunQuestion(
            wordings=DECIDED_BY.wordings(call=call, line=decided),
            awaited=AwaitedAnswer(
                key=f"decided:{decided} {call}",
                kind="line",
                accepted=tuple(str(line) for line in sorted(tests)),
                shown=SHOWN_DECIDED_BY(call=call, line=decided, tests=_listed(tests)),
            ),
            lines=frozenset(tests),
            names_line=True,
            suits=_OF_TESTS | _OF_RETURNS,
        )


def _tests_around(node: ast.AST, line: int) -> set[int]:
    """Return the lines of the tests that decide whether a line is run: of branches and loops."""
    found: set[int] = set()
    for each in ast.walk(node):
        if isinstance(each, ast.If | ast.While):
            last = each.end_lineno or each.lineno
            if each.lineno < line <= last:
                found.add(each.lineno)
    return found


def _listed(lines: set[int]) -> str:
    return ", ".join(str(line) for line in sorted(lines))


def _of_error(frame: TracedCall, result: CaseResult, call: str) -> Iterator[RunQuestion]:
    """Ask for what the variables of a line hold at which the program stops."""
    line = result.error.line if result.error is not None else None
    if line is None:
        return
    step = next((s for s in reversed(frame.steps) if s.line == line and s.event == "line"), None)
    row = next((n for n in ast.walk(frame.node) if getattr(n, "lineno", 0) == line), None)
    for name in _indices_first(row) if row is not None else ():
        value = value_in(step, name)
        if value is None:
            continue
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
            suits=_OF_LOOPS | _OF_VALUES | {"exception", "argument"},
        )


def _indices_first(node: ast.AST) -> list[str]:
    """Return the names of a line, those in square brackets first: they are the likeliest wrong."""
    places = [each.slice for each in ast.walk(node) if isinstance(each, ast.Subscript)]
    indices = {name for place in places for name in names_in(place)}
    return sorted(names_in(node), key=lambda name: (name not in indices, name))


def _of_what_comes_back(result: CaseResult, call: str) -> Iterator[RunQuestion]:
    """Ask what whoever calls gets, where that is nothing."""
    if result.value != "None" or not result.printed.strip():
        return
    wordings = HANDED_BACK.wordings(call=call)
    awaited = AwaitedAnswer(
        key=f"back {call}", kind="value", accepted=("None",), shown=SHOWN_HANDED_BACK(call=call)
    )
    yield RunQuestion(
        wordings=wordings,
        awaited=awaited,
        lines=frozenset(),
        suits=frozenset(("printed_not_returned", "missing_return")),
    )
