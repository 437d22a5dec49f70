"""What explains a wrong step: which term differs, by which small change, and the rule it breaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tutor_app.calculations.checking.calculation_verdicts import LineVerdict
from tutor_app.calculations.checking.follow_equations import (
    Equations,
    SidedRelation,
    judge_equation,
)
from tutor_app.calculations.reading.expression_tree import Node, has_op, num, walk
from tutor_app.calculations.slips.changed_terms import (
    ChangedTerm,
    changed_in_equation,
    changed_term,
)
from tutor_app.calculations.slips.computed_slips import computed_slip
from tutor_app.calculations.slips.differing_terms import (
    REWRITTEN,
    differing_term,
    kept_terms,
    rule_of_term,
)
from tutor_app.calculations.slips.find_slip import FoundSlip, find_slip, same_numbers
from tutor_app.calculations.slips.term_products import show_factors, show_value
from tutor_app.calculations.slips.value_rules import rule_of_value, topic_of

Pair = tuple[Node, Node]
# Changes of a term that many wrong steps of an equation come to.
_WEAK: Final = ("term_forgotten", "collected_with_sign")
# What is no sum of products, or takes the exact way long.
_UNLIKE: Final = ("integral", "sum", "lim", "matrix", "tuple", "mod", "not", "and", "or", "implies")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedStep:
    """`slip` explains the step exactly; `rule` is its name, else that of what is to be done first.

    `term` is the only one whose value was changed, `kept` are those that keep it; `factors` what
    is multiplied for the product that was changed, of the term `source`. `mended` is the term, else
    the line, as it would be where no pattern of the slip tells it.
    """

    slip: FoundSlip | None = None
    rule: str = ""
    term: Pair | None = None
    kept: tuple[Pair, ...] = ()
    source: Node | None = None
    factors: tuple[str, str] | None = None
    mended: str = ""


def explain_step(first: LineVerdict, told: Sequence[Pair] = ()) -> ExplainedStep:
    """Return what explains the first wrong step of a calculation; `told` are the equations above
    it."""
    if len(first.before) == 2 and len(first.after) > 2 and first.after[1] == first.after[2]:
        first = replace(
            first, after=first.after[:2], relations=first.relations[:2]
        )  # d = 6 + 8 = 14
    if first.sense == "gains" and _follows_from_last(first):
        roots = any(_has_root(each) for pair in told[:1] for each in pair)
        return named_step("gained_by_squaring" if roots else "gained_on_the_way")
    step = _explained(first)
    if step.slip is not None and (step.rule not in _WEAK or len(first.before) == 1):
        return step
    if step.rule == REWRITTEN:
        return replace(step, slip=step.slip or named_step(REWRITTEN).slip)
    if step.slip is None and step.term is not None and (slip := _of_term(*step.term)) is not None:
        return replace(step, slip=slip, rule=slip.name)
    before, after = first.before, first.after
    if step.term is not None and len(before) == 1:
        before, after = (step.term[0],), (step.term[1],)
    name = computed_slip(before, after, first.relations, told) if first.sense != "off_task" else ""
    if not name or (step.slip is not None and not name.startswith("one_")):
        return step
    named = named_step(name)
    return named if len(before) == 2 else replace(step, slip=named.slip, rule=name)


def _has_root(node: Node) -> bool:
    return any(each.op == "call" and each.text in ("sqrt", "cbrt") for each in walk(node))


def named_step(name: str) -> ExplainedStep:
    """Return a step that a slip explains of which no pattern tells."""
    slip = FoundSlip(name=name, topic=topic_of(name), mended=())
    return ExplainedStep(slip=slip, rule=name)


def _follows_from_last(first: LineVerdict) -> bool:
    """Whether a line follows from the one before it, and says too much for the first one alone."""
    if len(first.before) != 2 or first.relations[:1] != ("=",):
        return False
    told = zip(first.after[::2], first.after[1::2], strict=False)
    groups = [[SidedRelation(one, "=", other)] for one, other in told]
    known = Equations(given=[SidedRelation(first.before[0], "=", first.before[1])])
    return judge_equation(known, groups, derived=True) in ("follows", "same_solutions")


def _explained(first: LineVerdict) -> ExplainedStep:
    sign = first.relations[0] if first.relations else ""
    pair = _changed_pair(first)
    changed = changed_term(*pair) if pair is not None else None
    if pair is None or changed is None or changed.made is None:
        return _of_whole(first, sign, pair, changed)
    alone = not changed.kept and same_numbers(changed.source, pair[0])
    slip = None if changed.rule and changed.sure else _of_term(changed.source, changed.made)
    if slip is None and changed.rule:
        slip = FoundSlip(name=changed.rule, topic=topic_of(changed.rule), mended=())
    if alone and slip is not None and len(first.before) == 2:  # tells the whole line as it would be
        whole = find_slip(first.before, first.after, sign)
        slip = whole if whole is not None and whole.name == slip.name else slip
    term = None if alone else (changed.source, changed.made)
    return ExplainedStep(
        slip=slip,
        rule=slip.name if slip is not None else rule_of_term(changed.source, changed.made),
        term=term,
        kept=changed.kept,
        source=changed.source,
        factors=_factors(changed),
        mended=show_value(changed.right) if slip is not None else "",
    )


def _of_term(source: Node, made: Node) -> FoundSlip | None:
    """Return the known slip that makes of one term what stands for it; the term as it would be
    only where it has no sign before it."""
    source = _number_first(source)
    if source.op != "neg":
        return find_slip((source,), (made,))
    inside = (source.nodes, made.nodes) if made.op == "neg" else None
    before, after = inside or ((Node("add", (num(0), source)),), (made,))
    found = find_slip(before, after)
    return replace(found, mended=()) if found is not None else None


def _number_first(term: Node) -> Node:
    """Return 3 · d/dx x⁴ for d/dx 3x⁴, which the rules of derivatives have."""
    if term.op == "neg":
        return Node("neg", (_number_first(term.nodes[0]),))
    inner = term.nodes[0] if term.op == "deriv" else term
    if inner is term or inner.op != "mul" or inner.nodes[0].op != "num":
        return term
    number, *rest = inner.nodes
    body = rest[0] if len(rest) == 1 else Node("mul", tuple(rest))
    return Node("mul", (number, Node("deriv", (body, *term.args[1:]))))


def _changed_pair(first: LineVerdict) -> Pair | None:
    """Return the value, or the only side of an equation, that a step has changed."""
    if len(first.before) != len(first.after) or first.sense == "off_task":
        return None
    if any(has_op(each, *_UNLIKE) for each in (*first.before, *first.after)):
        return None
    apart = [
        pair for pair in zip(first.before, first.after, strict=True) if not same_numbers(*pair)
    ]
    return apart[0] if len(apart) == 1 else None


def _of_whole(
    first: LineVerdict, sign: str, pair: Pair | None, changed: ChangedTerm | None
) -> ExplainedStep:
    """Return what explains a step whose terms were put together, or that works on both sides."""
    kept = kept_terms(*pair) if pair is not None and len(first.before) == 1 else ()
    term = differing_term(*pair) if kept and pair is not None else None
    if term is not None:  # the others are written otherwise and keep their value: it is this one
        return ExplainedStep(rule=rule_of_term(*term), term=term, kept=kept)
    slip = find_slip(first.before, first.after, sign)
    if changed is None and sign == "=" and len(first.before) == len(first.after) == 2:
        changed = changed_in_equation(first.before, first.after)
    if slip is not None:
        is_same = changed is not None and topic_of(changed.rule) == slip.topic
        told = changed if is_same else None
        return ExplainedStep(
            slip=slip,
            rule=slip.name,
            source=told.source if told is not None else None,
            factors=_factors(told) if told is not None else None,
        )
    if changed is not None and changed.rule:
        slip = FoundSlip(name=changed.rule, topic=topic_of(changed.rule), mended=())
        return ExplainedStep(
            slip=slip,
            rule=changed.rule,
            source=changed.source,
            factors=_factors(changed),
            mended=show_value(changed.right) if changed.right is not None else "",
        )
    if pair is None or len(first.before) != 1:
        return ExplainedStep()
    term = differing_term(*pair)
    return ExplainedStep(
        rule=rule_of_term(*term) if term is not None else rule_of_value(pair[0]),
        term=term,
        kept=kept_terms(*pair),
    )


def _factors(changed: ChangedTerm) -> tuple[str, str] | None:
    return show_factors(changed.product) if changed.product is not None else None
