"""A calculation that begins with what is to be worked out is held to the value of that."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tutor_app.calculations.checking.calculation_verdicts import (
    CheckedCalculation,
    LineVerdict,
    Sense,
    outcome_of,
)
from tutor_app.calculations.checking.checked_statements import Place
from tutor_app.calculations.checking.same_value import compare
from tutor_app.calculations.reading.calculation_lines import PART, Chain, WrittenCalculation
from tutor_app.calculations.reading.choose_reading import Reading, settle
from tutor_app.calculations.reading.expression_tree import Node, has_op, names_in, num, walk
from tutor_app.calculations.slips.find_slip import find_slip

_LIMITS: Final = re.compile(r"\bfrom (-?\d+(?:\.\d+)?) to (-?\d+(?:\.\d+)?)\b", re.IGNORECASE)
_OPERATIONS: Final = frozenset({"add", "mul", "div", "pow"})
_VALUES: Final[frozenset[Sense]] = frozenset({"same_value", "rounded", "where_positive"})
_NO_VALUES: Final = frozenset({"deriv", "integral", "called", "primed", "opaque"})


def held_to_task(
    written: WrittenCalculation, reading: Reading, checked: CheckedCalculation
) -> CheckedCalculation:
    """Return what was found, or that the lines, right as they are, work out something else.

    The first expression is a task where it stands alone and lines that begin anew come behind it.
    What is not surely drawn from it is not called wrong: then it is open whether it is meant.
    """
    if checked.outcome not in ("right", "worked_right"):
        return checked
    if (limited := _between_limits(written, reading)) is not None:
        return _held_to_limits(checked, *limited)
    if (asked := _asked(written, reading)) is not None:
        return _held_to_asked(checked, list(_reached(written, reading)), asked)
    task = _task(written, reading) if PART not in written.plain else None
    chains = [(n, chain) for n, line in enumerate(written.lines[1:], 1) for chain in line.chains]
    if task is None or not _works_out(chains):
        return checked
    told = [(n, chain, settle(expr, reading)) for n, chain in chains for expr in chain.exprs]
    first, value = told[0][2], told[-1][2]
    put_down = _is_put_down(written) and not names_in(task)
    if not put_down and _is_other(task, [each for *_, each in told], checked):
        return checked
    if compare(task, value) != "different" or compare(task, first) == "same":
        return checked
    if put_down:
        return _off_task(checked, task, value, *_misplaced(task, chains, reading))
    return _held_in_prose(checked, task, (told[0], told[-1]))


def _asked(written: WrittenCalculation, reading: Reading) -> tuple[Node, Node, int, Place] | None:
    """Return what nobody writes but to ask for it, a limit, an integral, a determinant, a measure
    alone, with the last value that is told behind it; None without them."""
    if len(written.lines) < 2 or PART in written.plain or len(written.lines[0].chains) != 1:
        return None
    first, last = written.lines[0].chains[0], written.lines[-1]
    if first.rels or first.label or len(last.chains) != 1 or last.chains[0].modulus is not None:
        return None
    task = settle(first.exprs[0], reading)
    value = settle(last.chains[0].exprs[-1], reading)
    drawn = last.derived or last.new_line or set(last.chains[0].rels) & {"=", "~="}
    if not drawn or not names_in(value) <= names_in(task) | {"C"}:
        return None
    measured = _is_measure(task) and _is_measure(value)
    calls = task.op == "call" and (task.text == "det" or has_op(task, "tuple", "matrix"))
    if not (measured or calls or task.op in ("lim", "integral")):
        return None
    return task, value, len(written.lines) - 1, last.chains[0].places[-1]


def _reached(written: WrittenCalculation, reading: Reading) -> Iterator[Node]:
    """Yield what the lines behind the first come to on their way."""
    for chain in (each for line in written.lines[1:] for each in line.chains if each.rels):
        yield from (settle(expr, reading) for expr in chain.exprs[1:])


def _held_to_asked(
    checked: CheckedCalculation,
    reached: Sequence[Node],
    asked: tuple[Node, Node, int, Place],
) -> CheckedCalculation:
    """Return what was found, the last value held to what is asked for, unless that was `reached`
    before; where it can't be computed, it is open whether it is its value."""
    task, value, number, place = asked
    if any(compare(task, each) in ("same", "rounded") for each in reached):
        return checked
    sameness = compare(task, value)
    if sameness in ("different", "unknown"):
        sense: Sense = "off_task" if sameness == "different" else "set_up"
        return _with_verdict(checked, number, place, sense, task, value)
    return checked


def _is_measure(node: Node) -> bool:
    """Whether an expression is one number with its unit."""
    return node.op == "mul" and node.nodes[0].op == "num" and has_op(node.nodes[-1], "unit")


def _works_out(chains: Sequence[tuple[int, Chain]]) -> bool:
    """Whether what stands behind an expression works out values and begins anew."""
    if not chains or chains[0][1].continues or not chains[0][1].rels:
        return False
    return all(
        rel in ("=", "~=") and not chain.label and chain.modulus is None
        for _, chain in chains
        for rel in (*chain.rels, "=")
    )


def _held_in_prose(
    checked: CheckedCalculation,
    task: Node,
    ends: tuple[tuple[int, Chain, Node], tuple[int, Chain, Node]],
) -> CheckedCalculation:
    """Return what is found of the first and the last value behind a task that stands in prose."""
    first, value = ends[0][2], ends[1][2]
    for number, chain, made in ends:
        if find_slip((task,), (made,)) is not None:
            place = chain.places[0 if made is first else -1]
            return _with_verdict(checked, number, place, "different", task, made)
    number, last, _ = ends[1]
    if names_in(task) and task in walk(first):
        return checked  # spoken of before it is used
    if not names_in(task) and _begins_with(task, first):
        return _off_task(checked, task, value, number, last)
    return _with_verdict(checked, number, last.places[-1], "set_up", task, value)


def _held_to_limits(
    checked: CheckedCalculation, whole: Node, value: Node, number: int, place: Place
) -> CheckedCalculation:
    """Return what was found, the last number held to the integral between its limits; without
    them it is open."""
    if len(whole.nodes) == 1:
        return _with_verdict(checked, number, place, "set_up", whole, value)
    if compare(whole, value) != "different":
        return checked
    return _with_verdict(checked, number, place, "off_task", whole, value)


def _between_limits(
    written: WrittenCalculation, reading: Reading
) -> tuple[Node, Node, int, Place] | None:
    """Return an integral with the limits that words tell, if any, and the number of the last
    line."""
    told = _LIMITS.search(written.plain)
    lines = written.lines
    first = settle(lines[0].chains[0].exprs[0], reading) if lines else None
    if first is None or first.op != "integral" or len(first.nodes) != 1:
        return None
    last = lines[-1].chains[-1]
    value = settle(last.exprs[-1], reading)
    if names_in(value) or len(lines) < 2:
        return None
    if told is None:
        return first, value, len(lines) - 1, last.places[-1]
    low, high = (
        Node("neg", (num(each[1:]),)) if each.startswith("-") else num(each)
        for each in (told[1], told[2])
    )
    whole = Node("integral", (first.args[0], low, high, first.args[-1]))
    return whole, value, len(lines) - 1, last.places[-1]


def _off_task(
    checked: CheckedCalculation, task: Node, value: Node, number: int, chain: Chain
) -> CheckedCalculation:
    return _with_verdict(checked, number, chain.places[-1], "off_task", task, value)


def _misplaced(
    task: Node, chains: Sequence[tuple[int, Chain]], reading: Reading
) -> tuple[int, Chain]:
    """Return the first chain that works out what does not stand in the task, else the last."""
    return next(
        (
            (place, chain)
            for place, chain in chains
            if chain.rels and not chain.continues and not _is_part(task, chain, reading)
        ),
        chains[-1],
    )


def _with_verdict(  # noqa: PLR0913  (a verdict has as many parts)
    checked: CheckedCalculation, line: int, place: Place, sense: Sense, task: Node, value: Node
) -> CheckedCalculation:
    verdict = LineVerdict(line=line, place=place, sense=sense, before=(task,), after=(value,))
    verdicts = (*(each for each in checked.verdicts if each.line < line), verdict)
    if sense == "set_up":
        verdicts = (*checked.verdicts, verdict)
    return replace(checked, verdicts=verdicts, outcome=outcome_of(verdicts))


def _is_other(task: Node, exprs: Sequence[Node], checked: CheckedCalculation) -> bool:
    """Whether what follows is no working out of the first expression: its value is used for
    something else, equations are solved, or a value is told of its letter."""
    names = names_in(task)
    if any(each.sense not in _VALUES for each in checked.verdicts):
        return True
    if not names:
        parts = [part for each in exprs for part in walk(each) if part.op != "neg"]
        return any(names_in(each) for each in exprs) or any(
            compare(task, part) == "same" for part in parts if part.op in ("num", task.op)
        )
    return any(each.op in _NO_VALUES or not names_in(each) <= names for each in exprs)


def _begins_with(task: Node, first: Node) -> bool:
    """Whether a sum begins with the number that the task begins with: 503 − 200 of 503 − 198."""
    return task.op == first.op and _first_number(task) == _first_number(first)


def _first_number(node: Node) -> Node:
    return _first_number(node.nodes[0]) if node.nodes else node


def _task(written: WrittenCalculation, reading: Reading) -> Node | None:
    if len(written.lines) < 2:
        return None
    chains = written.lines[0].chains
    if len(chains) != 1 or chains[0].rels or chains[0].label or chains[0].modulus is not None:
        return None
    task = settle(chains[0].exprs[0], reading)
    return task if task.op in _OPERATIONS else None


def _is_put_down(written: WrittenCalculation) -> bool:
    """Whether the task, a number to be worked out, has a line for itself above the others."""
    first = written.plain.partition("\n")[0].strip()
    return written.lines[1].new_line and first == written.text_of(written.lines[0])


def _is_part(task: Node, chain: Chain, reading: Reading) -> bool:
    """Whether what a chain works out stands in the task, terms and factors in any order."""
    part = settle(chain.exprs[0], reading)
    if part.op == "num":
        return False
    return any(_holds(whole, part) for whole in _within(task))


def _within(node: Node) -> Sequence[Node]:
    return [node, *(inner for each in node.nodes for inner in _within(each))]


def _holds(whole: Node, part: Node) -> bool:
    if whole == part:
        return True
    if whole.op != part.op or whole.op not in ("add", "mul"):
        return False
    return not Counter(map(str, part.nodes)) - Counter(map(str, whole.nodes))
