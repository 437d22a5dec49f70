"""Where a value of a traced run comes from: the step that made it, and what it was made of."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from tutor_app.programs.code_in_text import parse_program, set_in
from tutor_app.programs.questions.noted_run import Visit, operands, read_visits
from tutor_app.programs.questions.step_facts import (
    LONGEST_CODE,
    LONGEST_VALUE,
    call_begun,
    head_of,
    is_same,
    is_short,
    next_of_frame,
    read_in,
    statement_at,
    tell_guard,
    tell_one_object,
    values_held,
)
from tutor_app.programs.replies.format_code import as_code, name_run
from tutor_app.programs.run_values import CaseResult, Step
from tutor_app.wording.catalogue import phrase

MAKES = phrase("programs_steps.makes", "line", "code", "name", "value", "held")
MAKES_SO = phrase("programs_steps.makes_so", "line", "code", "name", "value")
HANDS_BACK = phrase("programs_steps.hands_back", "line", "code", "value", "held")
HANDS_BACK_SO = phrase("programs_steps.hands_back_so", "line", "code", "value")
STOPS = phrase("programs_steps.stops", "line", "code", "held", "call")
GOES_ON = phrase("programs_steps.goes_on", "line", "code", "held", "call")
KEEPS = phrase("programs_steps.keeps", "name", "value", "call", "line")
NEVER_SET = phrase("programs_steps.never_set", "name", "value", "call")
GIVEN = phrase("programs_steps.given", "line", "code", "name", "value", "held")
WORKED = phrase("programs_steps.worked", "parts")
PART = phrase("programs_steps.part", "code", "value")
AND = phrase("programs_steps.and")

MOST_PARTS = 2  # of an expression that are told with what they gave
_PLAIN = (ast.Name, ast.Constant, ast.Attribute)


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueOrigin:
    """The step that made a value, in words; `line` is its line, None where no line has made it.

    `made_of` are the variables that it was made of, with what they held; `sets`: the line is an
    assignment.
    """

    text: str
    line: int | None = None
    made_of: tuple[tuple[str, str], ...] = ()
    sets: bool = False


class Provenance:
    """One traced run, asked where its values come from."""

    def __init__(self, source: str, result: CaseResult) -> None:
        self._source = source
        self._tree = parse_program(source) or ast.Module(body=[], type_ignores=[])
        self._result = result
        self._trace = result.trace
        self._call = name_run(result)

    @cached_property
    def _visits(self) -> dict[int, Visit]:
        """What the parts of each line gave, by the line's place in the trace."""
        return {visit.at: visit for visit in read_visits(self._source, self._result)}

    def of_name(self, name: str, value: str | None = None) -> ValueOrigin | None:
        """Return the step that made a variable hold a value; its last without one."""
        at = self._last_stored(name, value)
        at = self._last_set(name, value) if at is None else at
        unset = self._unset_lines(name)
        held = self._values(name)
        if at is not None and unset and self._sets_constant(self._trace[at].line):
            return ValueOrigin(text=self._tell_kept(name, held[-1], unset[0]))
        if at is not None:
            return self._of_step(at, name)
        given = self._of_given(name, value)
        if given is not None:
            return given
        if not held or not all(is_same(held[0], each) for each in held):
            return None
        if value is not None and not is_same(value, held[0]):
            return None
        shown = as_code(held[-1], LONGEST_VALUE)
        return ValueOrigin(text=NEVER_SET(name=as_code(name), value=shown, call=self._call))

    def of_result(self) -> ValueOrigin | None:
        """Return why the call came to what it came to: the step that made its result."""
        if not self._trace:
            return None
        if self._result.status == "timed_out":
            return self._of_loop()
        if self._result.error is not None:
            return self._of_stop()
        return self._of_return() or self._of_parts_shown()

    def of_line(self, line: int) -> ValueOrigin | None:
        """Return what a line that sets something did when it was last run."""
        places = [n for n, s in enumerate(self._trace) if s.event == "line" and s.line == line]
        for at in reversed(places):
            following = next_of_frame(self._trace, at)
            before = dict(self._trace[at].variables)
            after = dict(following.variables) if following is not None else {}
            for name, value in after.items():
                if before.get(name) != value and statement_at(self._tree, line) is not None:
                    return self._of_step(at, name)
        return None

    def of_shared(self, name: str | None = None, line: int | None = None) -> ValueOrigin | None:
        """Return what is one and the same object, of what a variable holds or a line makes."""
        node = statement_at(self._tree, line)
        names = {name} if name else self._stored(node) if node is not None else set()
        for visit in self._visits.values():
            for group in visit.same:
                if any(path.partition("[")[0] in names for path in group):
                    return ValueOrigin(text=tell_one_object(group, visit.line), line=line)
        return None

    # --- how a call ends ----------------------------------------------------------------------

    def _of_return(self) -> ValueOrigin | None:
        depth = self._trace[0].depth
        ends = [n for n, s in enumerate(self._trace) if s.event == "return" and s.depth == depth]
        ends = [n for n in ends if self._trace[n].function[:1] != "<"]
        if not ends:
            return None
        step = self._trace[ends[-1]]
        node = statement_at(self._tree, step.line)
        if not isinstance(node, ast.Return) or node.value is None:
            return None
        if isinstance(node.value, ast.Name):
            made = self.of_name(node.value.id, step.detail)
            if made is not None:
                return made
        held = values_held(step, node.value)
        at = max((n for n in range(ends[-1]) if self._is_line(n, step)), default=-1)
        worked = self._worked(at, node.value)
        if not held and not worked:
            return None
        told = {
            "line": node.lineno,
            "code": as_code(ast.unparse(node), LONGEST_CODE),
            "value": as_code(step.detail, LONGEST_VALUE),
        }
        text = HANDS_BACK(**told, held=held) if held else HANDS_BACK_SO(**told)
        return ValueOrigin(
            text=f"{text}{worked}", line=node.lineno, made_of=tuple(read_in(step, node.value))
        )

    def _is_line(self, at: int, step: Step) -> bool:
        here = self._trace[at]
        return here.event == "line" and (here.line, here.depth) == (step.line, step.depth)

    def _of_parts_shown(self) -> ValueOrigin | None:
        """Of a call that shows parts of an object: the step that set the last of them."""
        shown = parse_program(self._result.case.call.text.split("\n")[-1])
        if shown is None:
            return None
        parts = [node.attr for node in ast.walk(shown) if isinstance(node, ast.Attribute)]
        return next((t for n in parts if (t := self.of_name(f"self.{n}"))), None)

    def _of_stop(self) -> ValueOrigin | None:
        line = self._result.error.line if self._result.error is not None else None
        node = statement_at(self._tree, line)
        places = [n for n, s in enumerate(self._trace) if s.event == "line" and s.line == line]
        if node is None or not places:
            return None
        step = self._trace[places[-1]]
        held = values_held(step, node)
        code = as_code(head_of(node), LONGEST_CODE)
        text = STOPS(line=line, code=code, held=held, call=self._call)
        return (
            ValueOrigin(text=text, line=line, made_of=tuple(read_in(step, node))) if held else None
        )

    def _of_loop(self) -> ValueOrigin | None:
        loops = [node for node in ast.walk(self._tree) if isinstance(node, ast.While)]
        run = [node for node in loops if self._result.times_reached(node.lineno)]
        if not run:
            return None
        loop = max(run, key=lambda node: self._result.times_reached(node.lineno))
        steps = [s for s in self._trace if s.event == "line" and s.line == loop.lineno]
        held = values_held(steps[-1], loop.test) if steps else ""
        code = as_code(ast.unparse(loop.test), LONGEST_CODE)
        text = GOES_ON(line=loop.lineno, code=code, held=held, call=self._call)
        return ValueOrigin(text=text, line=loop.lineno) if held else None

    # --- one step -----------------------------------------------------------------------------

    def _of_step(self, at: int, name: str) -> ValueOrigin | None:
        step, following = self._trace[at], next_of_frame(self._trace, at)
        node = statement_at(self._tree, step.line)
        if node is None or following is None:
            return None
        told = {
            "line": step.line,
            "code": as_code(head_of(node), LONGEST_CODE),
            "name": as_code(name),
            "value": as_code(dict(following.variables).get(name, ""), LONGEST_VALUE),
        }
        held = values_held(step, node)
        text = MAKES(**told, held=held) if held else MAKES_SO(**told)
        made = getattr(node, "value", None)
        worked = self._worked(at, made, is_whole=isinstance(node, ast.AugAssign)) if made else ""
        pairs = tuple(pair for pair in read_in(step, node) if pair[0] != name)
        sets = isinstance(node, ast.Assign | ast.AugAssign)
        return ValueOrigin(text=f"{text}{worked}", line=step.line, made_of=pairs, sets=sets)

    def _worked(self, at: int, made: ast.expr, *, is_whole: bool = False) -> str:
        """Return what the parts of an expression gave at a step, the first two that are no plain
        variables; of all of it, too, where `is_whole`."""
        visit = self._visits.get(at)
        if visit is None:
            return ""
        parts = [made] if is_whole else [each for each in operands(made)]
        parts += [inner for each in parts for inner in operands(each)]
        told = [
            PART(code=as_code(ast.unparse(each), LONGEST_CODE), value=as_code(value))
            for each in parts
            if not isinstance(each, _PLAIN)
            and is_short(value := visit.value_of(each) or "<")
            and value != ast.unparse(each)  # "-1 is -1"
        ]
        told = list(dict.fromkeys(told))[:MOST_PARTS]
        return f" {WORKED(parts=AND().join(told))}" if told else ""

    def _of_given(self, name: str, value: str | None) -> ValueOrigin | None:
        """Return the inner call that a variable has got its value with."""
        for at, step in enumerate(self._trace):
            held = dict(step.variables).get(name)
            if step.event != "call" or held is None or step.depth == self._trace[0].depth:
                continue
            if value is not None and not is_same(value, held):
                continue
            callers = [s for s in self._trace[:at] if s.depth == step.depth - 1]
            call = call_begun(self._tree, self._trace, at)
            argument = self._argument(call, name) if call is not None else None
            if argument is None:
                continue
            caller = callers[-1]
            return ValueOrigin(
                text=GIVEN(
                    line=caller.line,
                    code=as_code(ast.unparse(argument), LONGEST_CODE),
                    held=values_held(caller, argument) or as_code(self._result.case.call.text),
                    name=as_code(name),
                    value=as_code(held, LONGEST_VALUE),
                ),
                line=caller.line,
                made_of=tuple(read_in(caller, argument)),
            )
        return None

    def _argument(self, call: ast.Call, name: str) -> ast.expr | None:
        """Return the expression that a call passes for a parameter, None for a default."""
        named = (each.value for each in call.keywords if each.arg == name)
        own = [n for n in ast.walk(self._tree) if isinstance(n, ast.FunctionDef)]
        called = next((n for n in own if n.name == ast.unparse(call.func)), None)
        names = [each.arg for each in called.args.args] if called is not None else []
        place = names.index(name) if name in names else len(call.args)
        return call.args[place] if place < len(call.args) else next(named, None)

    def _tell_kept(self, name: str, value: str, line: int) -> str:
        """Say that a variable keeps its value, and which test keeps the line from being run."""
        shown, code = as_code(name), as_code(value, LONGEST_VALUE)
        kept = KEEPS(name=shown, value=code, call=self._call, line=line)
        guard = tell_guard(self._source, self._result, line)
        return f"{kept} {guard}" if guard is not None else kept

    # --- which step ---------------------------------------------------------------------------

    def _last_stored(self, name: str, value: str | None) -> int | None:
        """Return the place of the last step that assigned a variable, also what it held before."""
        lines = {node.lineno for node in self._assigning(name)}
        last: int | None = None
        for at, step in enumerate(self._trace):
            if step.event == "line" and step.line in lines:
                after = self._after(at, name)
                if after is not None and (value is None or is_same(value, after)):
                    last = at
        return last

    def _last_set(self, name: str, value: str | None) -> int | None:
        """Return the place of the last step that changed a variable, to a value if one is named."""
        last: int | None = None
        for at, step in enumerate(self._trace):
            after = self._after(at, name) if step.event == "line" else None
            if after is not None and after != dict(step.variables).get(name):
                if value is None or is_same(value, after):
                    last = at
        return last

    def _after(self, at: int, name: str) -> str | None:
        following = next_of_frame(self._trace, at)
        return dict(following.variables).get(name) if following is not None else None

    def _values(self, name: str) -> list[str]:
        held = (dict(step.variables).get(name) for step in self._trace)
        return [value for value in held if value is not None]

    def _unset_lines(self, name: str) -> list[int]:
        """Return the lines that would change a variable and were not run."""
        lines = [node.lineno for node in self._assigning(name)]
        return [line for line in lines if not self._result.times_reached(line)]

    def _assigning(self, name: str) -> Iterator[ast.Assign | ast.AugAssign]:
        plain = name.removeprefix("self.")
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Assign | ast.AugAssign) and plain in self._stored(node):
                yield node

    def _stored(self, node: ast.stmt) -> set[str]:
        if not isinstance(node, ast.Assign | ast.AugAssign):
            return set()
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        names = {name for target in targets for name in set_in(target)}
        return names | {t.attr for t in targets if isinstance(t, ast.Attribute)}

    def _sets_constant(self, line: int) -> bool:
        node = statement_at(self._tree, line)
        return isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
