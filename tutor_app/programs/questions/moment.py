"""A moment of a run at which a value can be asked for, in words of its rounds and ends."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tutor_app.programs.code_in_text import is_value, names_in, parse_program, set_in
from tutor_app.programs.locate_fault import Fault
from tutor_app.programs.replies.format_code import as_code
from tutor_app.programs.run_values import CaseResult, Step
from tutor_app.wording.catalogue import phrase

ROUND_BEGINS = phrase("programs_moments.round_begins", "round")
ROUND_ENDS = phrase("programs_moments.round_ends", "round")
IN_ROUND_AT = phrase("programs_moments.in_round_at", "round", "line")
IN_ROUND_TEST = phrase("programs_moments.in_round_test", "round")
BEGINS = phrase("programs_moments.begins")
LOOP_OVER = phrase("programs_moments.loop_over")
LOOP_REACHED = phrase("programs_moments.loop_reached")
ONE_OVER = phrase("programs_moments.one_over", "line")
ONE_REACHED = phrase("programs_moments.one_reached", "line")
AT_LINE = phrase("programs_moments.at_line", "line")
AT_END = phrase("programs_moments.at_end")
IN_CALL = phrase("programs_moments.in_call", "when", "values")
ROUND_WITH = phrase("programs_moments.round_with", "name", "value")
LAST_BEGINS = phrase("programs_moments.last_begins", "name")
ROUND_NUMBER = phrase("programs_moments.round_number", "number")

LONGEST_VALUE = 60  # characters that a sentence can hold
MOST_NAMES = 3

Loop = ast.For | ast.While


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A moment of a traced run. `names` are the variables that count there, the first most.

    `values` are what they hold, `wanted` what the first must hold, where that is known. `when` says
    the moment, `named_line` the line that these words name. `set_by` is the line that gave the
    first its value, None where it came with the call; `unset_by` are those that would give it
    another one and were not run. `decides` is the line of the test at which
    the program takes its way; `is_end` where the call ends, `is_over` where
    a loop does, `is_first_change` where a loop first gives the first another value.
    """

    names: tuple[str, ...]
    values: tuple[str, ...]
    when: str
    wanted: str | None = None
    named_line: int | None = None
    set_by: int | None = None
    unset_by: tuple[int, ...] = ()
    decides: int | None = None
    is_end: bool = False
    is_over: bool = False
    is_first_change: bool = False


def find_moment(source: str, focus: CaseResult, fault: Fault | None) -> Moment | None:
    """Return the moment at which a traced run goes wrong: by the fault, else at its return.

    Without a repair to compare with, what comes back is followed to where it was set.
    """
    tree = parse_program(source)
    if tree is None or not focus.trace:
        return None
    unexpected = fault.unexpected if fault is not None else None
    if fault is None or unexpected is None or unexpected.at >= len(focus.trace):
        return _of_object(tree, focus) or _of_return(tree, focus)
    if unexpected.variable is None:
        return _of_decision(tree, focus.trace, unexpected.at)
    read = [name for line in fault.lines for name in _read_in(tree, line)]
    beside = [name for name in read if _accumulates(tree, name)]
    moment = moment_of(tree, focus.trace, unexpected.at, [unexpected.variable, *beside])
    if moment is None:
        return None
    if not fault.agreed and moment.values[0] == focus.value:
        # what came out says that already: where it began to be so is asked for
        first = _of_first_change(tree, focus.trace, unexpected.at, unexpected.variable)
        return first or replace(moment, wanted=unexpected.wanted)
    return replace(moment, wanted=unexpected.wanted)


def _of_first_change(tree: ast.Module, trace: Sequence[Step], at: int, name: str) -> Moment | None:
    """Return the first moment of a loop at which a variable gets another value than it had before
    it; None where the step `at` is that moment."""
    if not list(_loops_around(tree, trace[at].line)):
        return None
    own = _frame_of(trace, at)
    begins: str | None = None
    for before, place in pairwise(own):
        if place == at or not list(_loops_around(tree, trace[before].line)):
            continue
        begins = begins or dict(trace[before].variables).get(name)
        if begins is not None and dict(trace[place].variables).get(name) != begins:
            moment = moment_of(tree, trace, place, [name])
            return replace(moment, is_first_change=True) if moment is not None else None
    return None


def _accumulates(tree: ast.Module, name: str) -> bool:
    """Whether a variable gathers something: it is added to, or set from what it held."""
    for node in ast.walk(tree):
        match node:
            case ast.AugAssign(target=ast.Name(id=target)) if target == name:
                return True
            case ast.Assign(targets=[ast.Name(id=target)], value=ast.BinOp() as value):
                if target == name and name in names_in(value):
                    return True
            case _:
                pass
    return False


def _of_decision(tree: ast.Module, trace: Sequence[Step], at: int) -> Moment | None:
    """Return the moment at which a test is made, with what it reads."""
    line = trace[at].line
    moment = moment_of(tree, trace, at, _read_in(tree, line))
    return replace(moment, decides=line) if moment is not None else None


def _read_in(tree: ast.Module, line: int) -> list[str]:
    """Return the names that a line reads, without the lines inside of it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.lineno == line:
            parts = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)]
            return sorted({name for part in parts for name in _values_named(part)})
    return []


def _values_named(node: ast.AST) -> Iterator[str]:
    """Yield the variables that an expression names, and the parts of `self`."""
    yield from names_in(node)
    for each in ast.walk(node):
        match each:
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                yield f"self.{name}"
            case _:
                pass


def _of_object(tree: ast.Module, focus: CaseResult) -> Moment | None:
    """Return the moment at which a method begins, with the lists and the like of its object."""
    trace = focus.trace
    depth = min((step.depth for step in trace), default=0)
    begins = [n for n, s in enumerate(trace) if s.event == "call" and s.depth == depth]
    if not begins or focus.error is not None:
        return None
    at = begins[-1]
    inside = [s.line for s in trace[at:] if s.depth == trace[at].depth and s.event == "line"]
    read = [name for line in dict.fromkeys(inside) for name in _read_in(tree, line)]
    parts = [name for name in read if name.startswith("self.")]
    groups = [name for name in parts if (_value(trace[at], name) or "")[:1] in ("[", "{")]
    if not groups:
        return None
    moment = moment_of(tree, trace, at, groups[:1])
    is_before = focus.case.call.own_setup and at < focus.steps_before
    when = LAST_BEGINS(name=as_code(trace[at].function)) if is_before else BEGINS()
    return replace(moment, when=when, named_line=None) if moment is not None else None


def _of_return(tree: ast.Module, focus: CaseResult) -> Moment | None:
    """Return the moment at which a call ends, with what its `return` reads."""
    trace = focus.trace
    ends = [
        n for n, step in enumerate(trace) if step.event == "return" and step.function[:1] != "<"
    ]
    if not ends or focus.error is not None:
        return None
    at = min(ends, key=lambda n: (trace[n].depth, -n))
    line = trace[at].line
    returns = [n for n in ast.walk(tree) if isinstance(n, ast.Return) and n.lineno == line]
    if not returns or returns[0].value is None:
        return None
    moment = moment_of(tree, trace, at, sorted(_values_named(returns[0].value)))
    if moment is None or not isinstance(returns[0].value, ast.Name):
        return moment
    return replace(moment, wanted=focus.case.expected)


def moment_of(
    tree: ast.Module, trace: Sequence[Step], at: int, names: Sequence[str]
) -> Moment | None:
    """Return the moment of a step with what the names hold that hold something then."""
    step = trace[at]
    pairs = [(name, _value(step, name)) for name in dict.fromkeys(names)]
    targets = _targets_around(tree, step.line)
    held = [(n, value) for n, value in pairs if value is not None and n not in targets]
    given = dict(trace[_frame_of(trace, at)[0]].variables)  # what the call began with
    held = [pair for pair in held if given.get(pair[0]) != pair[1] or pair[0] == names[0]]
    held = held[:MOST_NAMES]
    if not held:
        return None
    when, line = tell_when(tree, trace, at, held[0][0])
    # "At the end of the round" may hold of the first alone: another is set between here and there.
    held = [pair for pair in held if tell_when(tree, trace, at, pair[0])[0] == when]
    return Moment(
        names=tuple(name for name, _ in held),
        values=tuple(value for _, value in held),
        when=when,
        named_line=line,
        set_by=_set_by(trace, at, held[0][0]),
        unset_by=_unset_by(tree, trace, held[0][0]),
        is_over=when in {LOOP_OVER(), *(ONE_OVER(line=loop.lineno) for loop in _all_loops(tree))},
        is_end=step.event == "return" or _is_return(tree, step.line),
    )


def _targets_around(tree: ast.Module, line: int) -> set[str]:
    """Return the variables that the loops around a line go through: the words name the round."""
    loops = (loop for loop in _loops_around(tree, line) if isinstance(loop, ast.For))
    return {name for loop in loops for name in names_in(loop.target)}


def _is_return(tree: ast.Module, line: int) -> bool:
    return any(isinstance(node, ast.Return) and node.lineno == line for node in ast.walk(tree))


def _value(step: Step, name: str) -> str | None:
    value = dict(step.variables).get(name)
    fits = value is not None and len(value) <= LONGEST_VALUE
    return value if value is not None and fits and (is_value(value) or value == "set()") else None


def _set_by(trace: Sequence[Step], at: int, name: str) -> int | None:
    """Return the line that gave a variable the value that it has at a step of its call."""
    own = [trace[n] for n in _frame_of(trace, at)]
    last: int | None = None
    for step, following in zip(own, own[1:], strict=False):
        before, after = (dict(each.variables).get(name) for each in (step, following))
        if before != after and step.event == "line":
            last = step.line
    return last


def _unset_by(tree: ast.Module, trace: Sequence[Step], name: str) -> tuple[int, ...]:
    """Return the lines in loops that set a variable and were not run, where none of them was."""
    loops = (node for node in ast.walk(tree) if isinstance(node, ast.For | ast.While))
    inside = {
        node.lineno
        for loop in loops
        for node in ast.walk(loop)
        if isinstance(node, ast.Assign | ast.AugAssign) and name in _stored(node)
    }
    run = {step.line for step in trace if step.event == "line"}
    return tuple(sorted(inside)) if inside and not inside & run else ()


def _stored(node: ast.Assign | ast.AugAssign) -> set[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return {name for target in targets for name in set_in(target)}


def _frame_of(trace: Sequence[Step], at: int) -> list[int]:
    """Return the places of the steps of one call, up to and with `at`."""
    here = trace[at]
    places = [at]
    for place in range(at - 1, -1, -1):
        step = trace[place]
        if step.depth < here.depth:
            break
        if step.depth == here.depth and step.function == here.function:
            if step.event == "return":
                break
            places.append(place)
            if step.event == "call":
                break
    return places[::-1]


# --- in words --------------------------------------------------------------------------------


def tell_when(
    tree: ast.Module, trace: Sequence[Step], at: int, name: str
) -> tuple[str, int | None]:
    """Return the words for the moment of a step, and the line that they name, if they do."""
    when, line = _within_call(tree, trace, at, name)
    return _of_inner_call(trace, at, when), line


def _within_call(
    tree: ast.Module, trace: Sequence[Step], at: int, name: str
) -> tuple[str, int | None]:
    step = trace[at]
    if step.event == "return":
        return _when_over(tree, step) if _after_loop(tree, trace, at) else AT_END(), None
    loops = list(_loops_around(tree, step.line))
    for loop in loops:
        told = _of_round(loop, trace, at, name)
        if told is not None:
            return _name_loop(tree, loop, told), None
    if loops:
        number, begin = _round_at(loops[-1], trace, at)
        if begin is not None:
            named = _name_round(loops[-1], trace, begin, number)
            if _is_only_test(loops[-1], step.line):
                return IN_ROUND_TEST(round=named), None
            return IN_ROUND_AT(round=named, line=step.line), step.line
    if _after_loop(tree, trace, at):
        return _when_over(tree, step), None
    return AT_LINE(line=step.line), step.line


def _when_over(tree: ast.Module, step: Step) -> str:
    """Say that the one loop of a function is over, by its line where others stand within it."""
    return _name_loop(tree, next(_loops(tree, step)), LOOP_OVER())


def _all_loops(tree: ast.Module) -> list[Loop]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.For | ast.While)]


def _name_loop(tree: ast.Module, loop: Loop, told: str) -> str:
    """Name the loop of a moment by its line, where the program has several."""
    if len(_all_loops(tree)) < 2:
        return told
    named = {LOOP_OVER(): ONE_OVER(line=loop.lineno), LOOP_REACHED(): ONE_REACHED(line=loop.lineno)}
    return named.get(told, told)


def _is_only_test(loop: Loop, line: int) -> bool:
    """Whether a line is the only decision in a loop, so that its test needs no number."""
    tests = [node.lineno for node in ast.walk(loop) if isinstance(node, ast.If)]
    return tests == [line]


def _after_loop(tree: ast.Module, trace: Sequence[Step], at: int) -> bool:
    """Whether a step comes behind the one loop of its function, outside of all loops."""
    step = trace[at]
    loops = list(_loops(tree, step))
    if len(loops) != 1 or (loops[0].end_lineno or 0) >= step.line:
        return False
    return any(trace[n].line == loops[0].lineno for n in _frame_of(trace, at))


def _of_round(loop: Loop, trace: Sequence[Step], at: int, name: str) -> str | None:
    """Say a moment by a loop's round where the variable keeps its value from there or to there."""
    if trace[at].line == loop.lineno:
        return _at_header(loop, trace, at)
    number, begin = _round_at(loop, trace, at)
    if begin is None:
        return None
    named = _name_round(loop, trace, begin, number)
    own = _frame_of(trace, at)
    value = dict(trace[at].variables).get(name)
    since = [n for n in own if n >= begin]
    if all(dict(trace[n].variables).get(name) == value for n in since):
        return ROUND_BEGINS(round=named)
    later = _rest_of_round(loop, trace, at)
    if later and all(dict(trace[n].variables).get(name) == value for n in later):
        return ROUND_ENDS(round=named)
    return None


def _at_header(loop: Loop, trace: Sequence[Step], at: int) -> str | None:
    """Say the moment at which a loop's first line is reached: before a round, or after the last."""
    here = trace[at]
    following = next(
        (
            n
            for n in range(at + 1, len(trace))
            if trace[n].depth == here.depth and trace[n].event in ("line", "return")
        ),
        None,
    )
    if following is None:
        return None
    number, begin = _round_at(loop, trace, at)
    if trace[following].line != loop.body[0].lineno:
        return LOOP_OVER() if begin is not None else LOOP_REACHED()
    if begin is not None:
        return ROUND_ENDS(round=_name_round(loop, trace, begin, number))
    return LOOP_REACHED()


def _round_at(loop: Loop, trace: Sequence[Step], at: int) -> tuple[int, int | None]:
    """Return the number of the round that a step is in, or that ended before it, and its begin."""
    number, begin = 0, None
    header = False
    for place in _frame_of(trace, at):
        step = trace[place]
        if step.line == loop.lineno:
            header = True
        elif header and step.line == loop.body[0].lineno:
            number, begin, header = number + 1, place, False
        elif not loop.lineno <= step.line <= (loop.end_lineno or step.line):
            number, begin, header = 0, None, False  # the loop begins anew in an outer one
    return number, begin


def _rest_of_round(loop: Loop, trace: Sequence[Step], at: int) -> list[int]:
    here = trace[at]
    places = [at]
    for place in range(at + 1, len(trace)):
        step = trace[place]
        if step.depth != here.depth:
            if step.depth < here.depth:
                return []
            continue
        places.append(place)
        if step.line == loop.lineno:
            return places
    return []


def _name_round(loop: Loop, trace: Sequence[Step], begin: int, number: int) -> str:
    if isinstance(loop, ast.For):
        target = next((n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)), None)
        value = _value(trace[begin], target) if target is not None else None
        here = trace[begin]
        begins = [s for s in trace if (s.line, s.depth) == (here.line, here.depth)]
        is_one = sum(_value(step, target or "") == value for step in begins) == 1
        if target is not None and value is not None and is_one:
            return ROUND_WITH(name=as_code(target), value=as_code(value))
    return ROUND_NUMBER(number=number)


def _loops_around(tree: ast.Module, line: int) -> Iterator[Loop]:
    """Yield the loops that a line stands in, the outermost first."""
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.While):
            if node.lineno <= line <= (node.end_lineno or node.lineno):
                yield node


def _loops(tree: ast.Module, step: Step) -> Iterator[Loop]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == step.function:
            for each in node.body:
                if isinstance(each, ast.For | ast.While):
                    yield each


def _of_inner_call(trace: Sequence[Step], at: int, when: str) -> str:
    """Say which call of a recursion is meant, by what it was given."""
    here = trace[at]
    first = next((step for step in trace if step.function == here.function), here)
    if here.depth == first.depth:
        return when
    begin = trace[_frame_of(trace, at)[0]]
    given = [f"{name} = {value}" for name, value in begin.variables if len(value) <= LONGEST_VALUE]
    return IN_CALL(when=when, values=as_code(", ".join(given))) if given else when
