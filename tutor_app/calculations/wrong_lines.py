"""The first line of a calculation that does not follow, with what differs in it."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

from mpmath import mp

from tutor_app.calculations.check_calculation import ReadAndChecked
from tutor_app.calculations.checking.calculation_verdicts import LineVerdict, Sense
from tutor_app.calculations.checking.numeric_values import ValueUnknown, value_at
from tutor_app.calculations.parting_points import parting_point
from tutor_app.calculations.reading.choose_reading import settle
from tutor_app.calculations.reading.expression_tree import Node, has_op, names_in, walk
from tutor_app.calculations.reading.show_expression import show, show_relation
from tutor_app.calculations.slips.computed_slips import corrects_wrongly
from tutor_app.calculations.slips.explain_step import ExplainedStep, explain_step, named_step
from tutor_app.calculations.slips.find_slip import FoundSlip
from tutor_app.calculations.slips.made_examples import (
    MadeExample,
    make_example,
    number_of,
    tidy_tree,
    worked_out,
)
from tutor_app.calculations.slips.slip_book import known_slips


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongLine:
    """The first line that does not follow.

    `before` is the last thing that is right, `line` what does not follow from it. `values` are what
    both sides are worth where that is a number, and `is_more` whether the line is worth more;
    `tried` is a number put in for `name`, at which both sides part, or one that solves the line and
    not the equation before; `prefix` is the message up to there. `mended` is the
    line as it would be right, "" where no slip explains it. `is_only`: nothing else was checked.
    `slip` is the rule whose wrong form gives exactly this line, None where none does: what was used
    rightly is never named as broken.
    `first` is the line that the work begins with.
    `is_single`: one operation is to be worked out in `before`.
    `term` is the only part of `before` whose value was changed, with what it became, and `kept`
    are those that are written otherwise and keep it; `mended` is of the term then. `factors` are
    what is multiplied for the product of the term `source` that was changed or left out.
    `stands_for` is what the line would be the value of, as its slip makes it: (−5)² of −5² = 25;
    "" where no slip tells.
    """

    number: int
    sense: Sense
    before: str
    line: str
    place: int
    prefix: str
    values: tuple[str, str] | None = None
    is_more: bool = False
    name: str = ""
    tried: str = ""
    at_tried: tuple[str, str] | None = None
    is_equation: bool = False
    is_only: bool = False
    slip: str | None = None
    is_single: bool = False
    first: str = ""
    topic: str = ""
    mended: str = ""
    example: MadeExample | None = None
    term: tuple[str, str] | None = None
    kept: tuple[tuple[str, str], ...] = ()
    source: str = ""
    factors: tuple[str, str] | None = None
    stands_for: str = ""

    @property
    def rule(self) -> str:
        """The name of the rule that the line breaks, as RULES has it."""
        return self.slip or ""


def wrong_line(
    found: ReadAndChecked, first: LineVerdict, lines: tuple[str, ...], *, is_list: bool
) -> WrongLine:
    """Return what is told of the first line that does not follow; `lines` are those as shown."""
    before, after = _shown_sides(first, lines)
    step = explain_step(first, _equations_above(found, first))
    if first.sense == "off_task":
        last = settle(found.written.lines[first.line].chains[-1].exprs[0], found.reading)
        if corrects_wrongly(first.before[0], last):
            step = named_step("corrected_the_wrong_way")
        elif has_op(first.before[0], "unit"):
            step = named_step("factor_of_unit")
    slip = step.slip
    name, tried, at_tried = parting_point(first)
    values = _values(first)
    return WrongLine(
        number=first.line,
        sense=first.sense,
        before=before,
        line=after,
        place=first.place[0],
        prefix=_prefix(found, first),
        values=values,
        is_more=values is not None and _is_more(first),
        name=name,
        tried=tried,
        at_tried=at_tried,
        is_equation=len(first.before) == 2,
        is_only=len(first.before) == 1 and (len(found.checked.verdicts) == 1 or is_list),
        slip=slip.name if slip is not None else None,
        is_single=sum(each.op in ("add", "mul", "div", "pow") for each in walk(first.before[0])) < 2
        if first.before
        else False,
        first=lines[0],
        topic=slip.topic if slip is not None else "",
        mended=_mended(step),
        example=_example_of(slip, found.written.plain),
        term=(show(step.term[0]), show(step.term[1])) if step.term is not None else None,
        kept=tuple((show(one), show(other)) for one, other in step.kept),
        source=show(step.source) if step.source is not None else "",
        factors=step.factors,
        stands_for=_stands_for(slip, after),
    )


def _equations_above(found: ReadAndChecked, first: LineVerdict) -> tuple[tuple[Node, Node], ...]:
    chains = (chain for line in found.written.lines[: first.line] for chain in line.chains)
    sides = (chain.exprs for chain in chains if chain.rels == ("=",) and len(chain.exprs) == 2)
    return tuple((settle(one, found.reading), settle(other, found.reading)) for one, other in sides)


def _stands_for(slip: FoundSlip | None, line: str) -> str:
    """Return the expression that has the value of a wrong line; "" where the line shows it."""
    made = slip.made if slip is not None else None
    if made is None or names_in(made):
        return ""
    shown = show(tidy_tree(made))
    return shown if shown != line else ""


def _prefix(found: ReadAndChecked, first: LineVerdict) -> str:
    """Return the message up to the sign before the wrong side, or up to the wrong line."""
    plain = found.written.plain
    line = found.written.lines[first.line]
    if len(first.before) == 2 or first.sense != "different":
        return plain[: line.start].rstrip()
    return plain[: first.place[0]].rstrip(" =\n")


def _shown_sides(first: LineVerdict, lines: tuple[str, ...]) -> tuple[str, str]:
    if len(first.before) == 2 and first.relations:
        before = show_relation(first.before[0], first.relations[0], first.before[1])
        return before, lines[first.line]
    if len(first.before) == 1 and len(first.after) == 1:
        shown = lines[first.line] if first.sense == "off_task" else show(first.after[0])
        return show(first.before[0]), shown
    before = lines[first.line - 1] if first.line else lines[0]
    return before, lines[first.line]


def _values(first: LineVerdict) -> tuple[str, str] | None:
    """Return what both sides are worth, where they hold no names."""
    if len(first.before) != 1 or len(first.after) != 1:
        return None
    if names_in(first.before[0]) | names_in(first.after[0]):
        return None
    shown = [_number(each) for each in (first.before[0], first.after[0])]
    return (shown[0], shown[1]) if all(shown) and shown[0] != shown[1] else None


def _is_more(first: LineVerdict) -> bool:
    """Whether the line is worth more than what stands before it."""
    try:
        one, other = (value_at(each, {}) for each in (first.before[0], first.after[0]))
        return bool(mp.re(other) > mp.re(one))
    except ValueUnknown:
        return False


def _number(node: Node) -> str:
    whole = number_of(node)
    if whole is not None and len(show(whole)) < 12:
        return show(whole)
    try:
        value = value_at(node, {})
        return mp.nstr(value, 6) if not isinstance(value, bool) and mp.im(value) == 0 else ""
    except (ValueUnknown, TypeError, ValueError, AttributeError):
        return ""


def _mended(step: ExplainedStep) -> str:
    slip = step.slip
    if slip is None or not slip.mended:
        return step.mended
    nodes = [tidy_tree(worked_out(each)) for each in slip.mended]
    if not slip.signs:
        worked = number_of(nodes[0]) if not names_in(nodes[0]) else None
        shown = show(nodes[0])
        return (
            f"{shown} = {show(worked)}" if worked is not None and show(worked) != shown else shown
        )
    pairs = list(zip(nodes[::2], nodes[1::2], strict=False))
    signs = [*slip.signs] + ["="] * len(pairs)
    return " or ".join(show_relation(a, signs[k], b) for k, (a, b) in enumerate(pairs))


def _example_of(slip: FoundSlip | None, plain: str) -> MadeExample | None:
    if slip is None:
        return None
    book = next((each for each in known_slips() if each.name == slip.name), None)
    if book is None:
        return None
    for seed in range(zlib.crc32(plain.encode()) % 97, zlib.crc32(plain.encode()) % 97 + 4):
        example = make_example(book, seed)
        if example is not None and example.source not in plain:
            return example
    return None
