"""What a variable holds before and after each round of a `for` loop in a traced call."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tutor_app.programs.code_in_text import is_value, names_in, parse_program, set_in
from tutor_app.programs.questions.moment import ROUND_ENDS, ROUND_WITH, Moment
from tutor_app.programs.replies.format_code import as_code
from tutor_app.programs.run_values import Step

LONGEST_HELD = 40  # characters of a value that a sentence tells


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a loop: what the loop's variable holds then, and another before and after."""

    target: str
    before: str | None
    after: str | None


def names_set_in(loop: ast.For) -> set[str]:
    """Return the variables that a loop sets, without those that it goes through."""
    return {name for node in ast.walk(loop) for name in _set_by(node)} - names_in(loop.target)


def rounds_of_variable(loop: ast.For, name: str, trace: Sequence[Step]) -> list[Round]:
    """Return the rounds that a loop makes in a trace; none where its function is called in it."""
    targets = names_in(loop.target)
    target = min(targets) if targets else ""
    first, last = loop.body[0].lineno, loop.end_lineno or 0
    begins = [n for n, s in enumerate(trace) if s.event == "line" and s.line == first]
    depths = {trace[n].depth for n in begins}
    if len(depths) != 1:
        return []
    found = []
    for begin in begins:
        later = range(begin + 1, len(trace))
        ends = (n for n in later if trace[n].depth in depths and not first <= trace[n].line <= last)
        end = next(ends, len(trace) - 1)
        held = [dict(trace[n].variables).get(name) for n in (begin, end)]
        at = dict(trace[begin].variables).get(target) or ""
        found.append(Round(target=at, before=held[0], after=held[1]))
    return found


def round_apart(
    source: str, changed: str, trace: Sequence[Step], other: Sequence[Step]
) -> Moment | None:
    """Return the end of the first round at which a variable holds something else in the changed
    version (`wanted`); None where the two don't go through the same rounds, or agree in all.
    """
    trees = [parse_program(each) for each in (source, changed)]
    if trees[0] is None or trees[1] is None:
        return None
    loops = [[n for n in ast.walk(tree) if isinstance(n, ast.For)] for tree in trees if tree]
    if [len(each) for each in loops] != [1, 1]:
        return None
    (mine,), (theirs,) = loops
    first: tuple[int, Moment] | None = None
    for name in sorted(names_set_in(mine) | names_set_in(theirs)):
        pairs = list(
            zip(
                rounds_of_variable(mine, name, trace),
                rounds_of_variable(theirs, name, other),
                strict=False,
            )
        )
        if any(one.target != two.target for one, two in pairs):
            return None
        at = next((n for n, (one, two) in enumerate(pairs) if one.after != two.after), None)
        if at is None or (first is not None and first[0] <= at):
            continue
        one, two = pairs[at]
        if all(_is_short(each) for each in (one.after, two.after)):
            first = at, _moment(name, mine, one, two)
    return first[1] if first is not None else None


def _moment(name: str, loop: ast.For, one: Round, two: Round) -> Moment:
    target = min(names_in(loop.target))
    named = ROUND_WITH(name=as_code(target), value=as_code(one.target))
    when = ROUND_ENDS(round=named)
    return Moment(names=(name,), values=(one.after or "",), when=when, wanted=two.after)


def _is_short(value: str | None) -> bool:
    return value is not None and is_value(value) and len(value) <= LONGEST_HELD


def _set_by(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Assign | ast.AugAssign):
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            yield from set_in(target)
