"""A calculation that begins with what is to be worked out is held to the value of that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tutor_app.calculations.checking.calculation_verdicts import (
    CheckedCalculation,
    LineVerdict,
    outcome_of,
)
from tutor_app.calculations.checking.same_value import compare
from tutor_app.calculations.reading.calculation_lines import Chain, WrittenCalculation
from tutor_app.calculations.reading.choose_reading import Reading, settle
from tutor_app.calculations.reading.expression_tree import Node, names_in

_OPERATIONS: Final = frozenset({"add", "mul", "div", "pow"})


def held_to_task(
    written: WrittenCalculation, reading: Reading, checked: CheckedCalculation
) -> CheckedCalculation:
    """Return what was found, or that the lines, right as they are, work out something else.

    The first line is a task where it is a number to be worked out, alone on its line, and lines
    that begin anew come below it.
    """
    task = _task(written, reading)
    if task is None or checked.outcome not in ("right", "worked_right"):
        return checked
    chains = [(n, chain) for n, line in enumerate(written.lines[1:], 1) for chain in line.chains]
    if chains[0][1].continues or any(not chain.rels for _, chain in chains[:1]):
        return checked
    number, last = chains[-1]
    value = settle(last.exprs[-1], reading)
    closed = all(
        not names_in(settle(each, reading)) and rel in ("=", "~=")
        for _, chain in chains
        for each in chain.exprs
        for rel in chain.rels
    )
    if not closed or compare(task, value) != "different":
        return checked
    for place, chain in chains:
        if chain.rels and not chain.continues and not _is_part(task, chain, reading):
            number, last = place, chain
            break
    verdict = LineVerdict(
        line=number,
        place=last.places[-1],
        sense="off_task",
        before=(task,),
        after=(value,),
    )
    verdicts = (*(each for each in checked.verdicts if each.line < number), verdict)
    return replace(checked, verdicts=verdicts, outcome=outcome_of(verdicts))


def _task(written: WrittenCalculation, reading: Reading) -> Node | None:
    if len(written.lines) < 2 or not written.lines[1].new_line:
        return None
    chains = written.lines[0].chains
    if len(chains) != 1 or chains[0].rels or chains[0].label or chains[0].modulus is not None:
        return None
    if written.plain.partition("\n")[0].strip() != written.text_of(written.lines[0]):
        return None  # words stand beside it, which may count or name it
    task = settle(chains[0].exprs[0], reading)
    return task if task.op in _OPERATIONS and not names_in(task) else None


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
