"""Lists and dicts that are changed where students don't expect it: in a loop, as a default, under
another name."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import takewhile

from tutor_app.programs.behaviour.shown_cause import ShownCause
from tutor_app.programs.code_in_text import names_in, parse_expression
from tutor_app.programs.questions.noted_run import Visit
from tutor_app.programs.questions.step_facts import (
    call_begun,
    is_at,
    is_short,
    only_call,
    tell_one_object,
)
from tutor_app.programs.replies.format_code import as_code
from tutor_app.programs.run_values import CaseResult
from tutor_app.wording.catalogue import phrase

SKIPPED = phrase("programs_causes.skipped", "line", "name", "values", "missed")
ONE_OF = phrase("programs_causes.one_of", "value")
CHANGES_LOOPED = phrase("programs_causes.changes_looped", "line", "loop", "group")
KEPT_DEFAULT = phrase("programs_causes.kept_default", "call", "name", "value")
ONE_DEFAULT = phrase("programs_causes.one_default", "line", "name", "default")
ONE_OF_CLASS = phrase("programs_causes.one_of_class", "line", "name", "of")
CLASS_BODY = phrase("programs_causes.class_body")
NO_COPY = phrase("programs_causes.no_copy")
PLACES_MOVE = phrase("programs_causes.places_move")
MADE_ONCE = phrase("programs_causes.made_once", "line", "name", "default")

_TAKING_OUT = frozenset({"remove", "pop", "discard", "popitem", "clear"})
_CHANGING = _TAKING_OUT | {"append", "insert", "extend", "add", "update", "setdefault", "sort"}
_GROUPS = ast.List | ast.Dict | ast.Set
_MAKERS = ("list", "dict", "set")
_MOST_TOLD = 8  # rounds of a loop that are told one by one


# --- a group that is changed while a loop goes through it -----------------------------------------


def changed_while_looping(tree: ast.Module, focus: CaseResult) -> Iterator[ShownCause]:
    for loop in ast.walk(tree):
        if not isinstance(loop, ast.For) or not isinstance(loop.iter, ast.Name | ast.Attribute):
            continue
        group = ast.unparse(loop.iter)
        changing = [n for n in _statements(loop.body) if is_changed_by(n, group, _TAKING_OUT)]
        line = next((n.lineno for n in changing if _goes_on_behind(n, loop, focus)), None)
        if line is not None:
            yield _skipping(loop, group, line, focus)


def _goes_on_behind(node: ast.stmt, loop: ast.For, focus: CaseResult) -> bool:
    """Whether a loop takes its next element, or looks for one, after a statement was run."""
    at = next((n for n, step in enumerate(focus.trace) if is_at(step, node)), None)
    if at is None:
        return False
    depth = focus.trace[at].depth
    within = takewhile(lambda step: step.depth >= depth, focus.trace[at:])
    return any(step.depth == depth and is_at(step, loop) for step in within)


def _skipping(loop: ast.For, group: str, line: int, focus: CaseResult) -> ShownCause:
    taken, held = _rounds(loop, group, focus)
    missed = [each for each in held if taken.count(each) < held.count(each)]
    name = ast.unparse(loop.target).strip("()")
    if missed and len(taken) <= _MOST_TOLD and all(map(is_short, (*taken, *missed))):
        fact = SKIPPED(
            line=loop.lineno,
            name=as_code(name),
            values=", ".join(map(as_code, taken)),
            missed=", ".join(
                ONE_OF(value=as_code(each)) if each in taken else as_code(each)
                for each in dict.fromkeys(missed)
            ),
        )
    else:
        fact = CHANGES_LOOPED(line=line, loop=loop.lineno, group=as_code(group))
    return ShownCause(
        cause="list_changed_in_loop",
        lines=(loop.lineno, line),
        fact=fact,
        rule=PLACES_MOVE(),
        names=frozenset({group, *names_in(loop.target)}),
        values=frozenset(missed),
    )


def _rounds(loop: ast.For, group: str, focus: CaseResult) -> tuple[list[str], list[str]]:
    """Return what the loop's variable held round by round, and the group's elements before.

    No elements are returned for a loop that did not come to its own end.
    """
    first, last = loop.body[0].lineno, loop.end_lineno or loop.lineno
    taken: list[str] = []
    held: list[str] = []
    depth, at = None, 0
    for step in focus.trace:
        if depth is not None and (step.depth < depth or step.event == "exception"):
            break
        if step.event != "line" or (depth or step.depth) != step.depth:
            continue
        if depth is not None and not loop.lineno <= step.line <= last:
            break
        at = step.line
        if step.line == first:
            variables = dict(step.variables)
            if depth is None:
                elements = parse_expression(variables.get(group, ""))
                held = [*map(ast.unparse, elements.elts)] if isinstance(elements, ast.List) else []
            depth = step.depth
            taken.append(_target_value(loop.target, variables))
    return taken, held if at == loop.lineno else []


def _target_value(target: ast.expr, variables: dict[str, str]) -> str:
    """Return what the variables of a loop hold, several of them as a tuple."""
    if isinstance(target, ast.Tuple):
        return f"({', '.join(variables.get(ast.unparse(each), '') for each in target.elts)})"
    return variables.get(ast.unparse(target), "")


# --- a default that is changed --------------------------------------------------------------------


def kept_defaults(tree: ast.Module, focus: CaseResult) -> Iterator[ShownCause]:
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        args = function.args.args
        given = args[len(args) - len(function.args.defaults) :] if function.args.defaults else []
        for arg, default in zip(given, function.args.defaults, strict=True):
            body = list(_statements(function.body))
            is_set = any(isinstance(n, ast.Assign) and arg.arg in _set_by(n) for n in body)
            if is_group(default) and not is_set and any(is_changed_by(n, arg.arg) for n in body):
                begun = _begun_with(function, arg.arg, args.index(arg), tree, focus)
                yield one_default(function, arg.arg, default, begun)


def one_default(
    function: ast.FunctionDef, name: str, default: ast.expr, begun: tuple[str, str] | None
) -> ShownCause:
    """Return that a default is made once; with what a call `begun` finds in it, where one does."""
    made = as_code(ast.unparse(default))
    if begun is not None and begun[1] != ast.unparse(default) and is_short(begun[1]):
        call, value = map(as_code, begun)
        fact = KEPT_DEFAULT(call=call, name=as_code(name), value=value)
    else:
        fact = ONE_DEFAULT(line=function.lineno, name=as_code(name), default=made)
    return ShownCause(
        cause="default_made_once",
        lines=(function.lineno,),
        fact=fact,
        rule=MADE_ONCE(line=function.lineno, name=as_code(name), default=made),
        names=frozenset({name}),
    )


def _begun_with(
    function: ast.FunctionDef, name: str, place: int, tree: ast.Module, focus: CaseResult
) -> tuple[str, str] | None:
    """Return the last call that passes no such parameter, and what that holds when it begins."""
    found: tuple[str, str] | None = None
    for at, step in enumerate(focus.trace):
        if step.event != "call" or step.function != function.name:
            continue
        call = _call_of(at, tree, focus)
        held = dict(step.variables).get(name)
        if call is None or held is None or len(call.args) > place:
            continue
        if not any(each.arg == name for each in call.keywords):
            found = ast.unparse(call), held
    return found


def _call_of(at: int, tree: ast.Module, focus: CaseResult) -> ast.Call | None:
    """Return the call that a step of the trace begins, as the program or the case has it."""
    step = focus.trace[at]
    if any(each.depth < step.depth for each in focus.trace[:at]):
        return call_begun(tree, focus.trace, at)
    called = parse_expression(focus.case.call.text.split("\n")[-1])
    return only_call(called, step.function) if called is not None else None


def class_groups(tree: ast.Module) -> Iterator[ShownCause]:
    """Yield the lists and the like that a class makes in its body and that its methods change."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef):
            continue
        inside = [each for each in ast.walk(node) if isinstance(each, ast.stmt)]
        for made in node.body:
            match made:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if is_group(value):
                    own = f"self.{name}"
                    is_own = any(own in map(ast.unparse, _targets(each)) for each in inside)
                    if not is_own and any(is_changed_by(each, own) for each in inside):
                        told = {"line": made.lineno, "name": as_code(name)}
                        yield ShownCause(
                            cause="made_by_class",
                            lines=(made.lineno,),
                            fact=ONE_OF_CLASS(**told, of=as_code(node.name)),
                            rule=CLASS_BODY(),
                            names=frozenset({name, own}),
                        )
                case _:
                    pass


def _targets(node: ast.stmt) -> list[ast.expr]:
    return node.targets if isinstance(node, ast.Assign) else []


# --- one object under several names ---------------------------------------------------------------


def same_objects(visits: Sequence[Visit]) -> Iterator[ShownCause]:
    """Yield the names and parts that are one and the same object, once for all of the run."""
    found: set[frozenset[str]] = set()
    for visit in visits:
        for group in visit.same:
            names = frozenset(path.partition("[")[0] for path in group)
            if names not in found:
                found.add(names)
                yield ShownCause(
                    cause="same_object",
                    lines=(visit.line,),
                    fact=tell_one_object(group, visit.line),
                    rule=NO_COPY(),
                    names=names,
                )


# --- statements -----------------------------------------------------------------------------------


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        yield from (each for each in ast.walk(node) if isinstance(each, ast.stmt))


def is_group(node: ast.expr) -> bool:
    """Whether an expression makes a list, a dict or a set."""
    match node:
        case ast.Call(func=ast.Name(id=maker), args=[], keywords=[]):
            return maker in _MAKERS
        case _:
            return isinstance(node, _GROUPS)


def is_changed_by(node: ast.stmt, name: str, methods: frozenset[str] = _CHANGING) -> bool:
    """Whether a statement changes the group that a name stands for, in place."""
    match node:
        case ast.Delete(targets=targets):
            return any(_is_part(each, name) for each in targets)
        case ast.Assign(targets=targets) if methods is _CHANGING:
            return any(_is_part(each, name) for each in targets)
        case ast.AugAssign(target=target) if methods is _CHANGING:
            return ast.unparse(target) == name or _is_part(target, name)
        case ast.Expr() | ast.Assign() | ast.Return():
            return any(_calls_method(each, name, methods) for each in ast.walk(node))
        case _:
            return False


def _calls_method(node: ast.AST, name: str, methods: frozenset[str]) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=of, attr=method)):
            return method in methods and ast.unparse(of).split("[")[0] == name
        case _:
            return False


def _is_part(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Subscript) and ast.unparse(node.value).split("[")[0] == name


def _set_by(node: ast.Assign) -> frozenset[str]:
    return frozenset(each.id for each in node.targets if isinstance(each, ast.Name))
