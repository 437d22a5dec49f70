"""One call of a student's function in a trace: its steps, rounds and values."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from tutor_app.programs.code_in_text import called_in, parse_program
from tutor_app.programs.run_values import CaseResult, Step

LONGEST_VALUE = 60  # characters of a value that a sentence can hold


@dataclass(frozen=True, slots=True, kw_only=True)
class TracedCall:
    """The first call of the function that a case calls: its tree and its own steps.

    `is_whole` is False where the trace was cut off before the call had ended.
    """

    node: ast.FunctionDef | ast.Module
    steps: tuple[Step, ...]
    is_whole: bool

    @property
    def end(self) -> Step | None:
        """The step in which the call returns, None where it does not."""
        last = self.steps[-1] if self.steps else None
        return last if last is not None and last.event == "return" else None

    def loops(self) -> Iterator[ast.For | ast.While]:
        """Yield the loops that are reached, in the program's order."""
        reached = {step.line for step in self.steps if step.event == "line"}
        for node in ast.walk(self.node):
            if isinstance(node, ast.For | ast.While) and node.lineno in reached:
                yield node


def read_traced_call(source: str, result: CaseResult) -> TracedCall | None:
    """Return the call that a case makes first, None where its trace does not show it."""
    tree = parse_program(source)
    if tree is None or not result.trace:
        return None
    node = _called(tree, result)
    if node is None:
        return None
    name = "<module>" if isinstance(node, ast.Module) else node.name
    starts = [n for n, step in enumerate(result.trace) if step.function == name]
    if not starts:
        return None
    depth = result.trace[starts[0]].depth
    calls = [
        n for n in starts if result.trace[n].event == "call" and result.trace[n].depth == depth
    ]
    # Of calls one after the other the last is meant, of a recursion the first.
    start = calls[-1] if calls and "\n" in result.case.call.text else starts[0]
    depth, steps, is_whole = result.trace[start].depth, list[Step](), False
    for step in result.trace[start:]:
        if step.depth < depth:
            break
        if step.depth == depth and step.function == name:
            steps.append(step)
            if step.event == "return":
                is_whole = True
                break
    return TracedCall(node=node, steps=tuple(steps), is_whole=is_whole or result.status == "raised")


def _called(tree: ast.Module, result: CaseResult) -> ast.FunctionDef | ast.Module | None:
    if result.case.call.is_script:
        return tree
    call = parse_program(result.case.call.text)
    names = called_in(call) if call is not None else frozenset()
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return next((node for node in functions if node.name in names), _method(tree, call))


def _method(tree: ast.Module, call: ast.Module | None) -> ast.FunctionDef | None:
    """Return the method that the last line of a case calls, None where it calls none."""
    last = call.body[-1:] if call is not None else []
    called = (n.func for each in last for n in ast.walk(each) if isinstance(n, ast.Call))
    names = {func.attr for func in called if isinstance(func, ast.Attribute)}
    owned = (node for owner in tree.body if isinstance(owner, ast.ClassDef) for node in owner.body)
    methods = (node for node in owned if isinstance(node, ast.FunctionDef))
    return next((node for node in methods if node.name in names), None)


def value_in(step: Step | None, name: str) -> str | None:
    """Return what a variable holds at a step, None where it has no value or a long one."""
    value = dict(step.variables).get(name) if step is not None else None
    fits = value is not None and len(value) <= LONGEST_VALUE and "<" not in value[:1]
    return value if fits else None
