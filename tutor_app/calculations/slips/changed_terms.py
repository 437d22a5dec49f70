"""Which small change of one term, of one of its products, makes a wrong line of the one before it.

Where a line writes the terms out in their order, those that keep their value are told from the one
that does not; the rule is that of what was changed there, and not of the form of the whole line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

import sympy as sp

from tutor_app.calculations.checking.exact_values import NotExact, exact
from tutor_app.calculations.checking.same_value import in_time
from tutor_app.calculations.reading.expression_tree import Node, has_op, names_in
from tutor_app.calculations.slips.slip_patterns import pattern_of
from tutor_app.calculations.slips.term_products import SourceTerm, TermProduct, source_terms
from tutor_app.calculations.slips.value_rules import terms_of

_SECONDS: Final = 1.5
_MOST_TERMS: Final = 8
_MOST_PRODUCTS: Final = 4  # of which any may have a wrong sign; of more, one or all behind one


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedTerm:
    """The term of the line before that another value stands for in a wrong line.

    `made` is what stands there, None where the terms were put together; `kept` are those before
    and behind it that are right, with what stands for them. `rule` is the rule that the change
    breaks, "" where no small change explains it, `sure` where that is a common one, and `product`
    the one that was changed. `right` is what the term comes to; of terms put together, what all do.
    """

    source: Node
    made: Node | None
    kept: tuple[tuple[Node, Node], ...] = ()
    rule: str = ""
    sure: bool = False
    product: TermProduct | None = None
    right: Any = None


def changed_term(before: Node, after: Node) -> ChangedTerm | None:
    """Return the term whose change makes a wrong line; None where none or more than one may."""
    return in_time(lambda: _changed(before, after), _SECONDS)


def changed_in_equation(before: tuple[Node, ...], after: tuple[Node, ...]) -> ChangedTerm | None:
    """Return the term of an equation whose change makes a wrong one that says the same otherwise:
    3x = 12 of 5(x − 3) = 2x + 9; None where none or more than one may."""
    return in_time(lambda: _changed_in_equation(before, after), _SECONDS)


def _changed_in_equation(before: tuple[Node, ...], after: tuple[Node, ...]) -> ChangedTerm | None:
    left, right = (source_terms(each) for each in before)
    if len(left) + len(right) > _MOST_TERMS:
        return None
    whole = sp.expand(exact(before[0]) - exact(before[1]))
    told = sp.expand(exact(after[0]) - exact(after[1]))
    names = sorted(whole.free_symbols | told.free_symbols, key=str)
    if told == 0 or not names or not told.has(*names):
        return None
    ways: list[tuple[_SmallChange, SourceTerm]] = []
    for sign, side in ((1, left), (-1, right)):
        for source in side:
            for way in _changes_of(source):
                if _is_multiple(sp.expand(whole + sign * way.apart), told, names):
                    ways.append((_across(way, source, side), source))
    return _one_of(ways, None)


def _across(way: _SmallChange, source: SourceTerm, side: tuple[SourceTerm, ...]) -> _SmallChange:
    """Return a change of sign of a term alone as what it is in an equation: moved with its sign."""
    if way.rule != "collected_with_sign" or len(side) < 2:
        return way
    negative = source.node.op == "neg"
    return replace(way, rule="sign_over_equals_minus" if negative else "sign_over_equals")


def _is_multiple(one: Any, other: Any, names: Sequence[Any]) -> bool:
    if one == 0 or not (one.is_polynomial(*names) and other.is_polynomial(*names)):
        return False
    first, second = (sp.Poly(each, *names).as_dict() for each in (one, other))
    if set(first) != set(second):
        return False
    return len({first[key] / second[key] for key in first}) == 1


def _changed(before: Node, after: Node) -> ChangedTerm | None:
    try:
        sources = source_terms(before)
        written = terms_of(pattern_of(after))
        values = [sp.expand(exact(each)) for each in written]
    except NotExact:
        return None
    if len(sources) > _MOST_TERMS or not any(_may_slip(each) for each in sources):
        return None
    wholes = [each.value for each in sources]
    apart = sp.expand(sum(values) - sum(wholes))
    placed = [*_placed(wholes, values)]
    sizes = [abs(end - begin - len(sources[at].products)) for at, begin, end in placed]
    if placed and sizes.count(min(sizes)) == 1:
        place, begin, end = placed[sizes.index(min(sizes))]
        made = _sum_of(written[begin:end])
        kept = _kept(sources, written, values, place)
        return _explained(sources[place], made, kept, apart)
    return _only_way(sources, apart)


def _may_slip(source: SourceTerm) -> bool:
    return len(source.products) > 1 or bool(names_in(source.node)) or has_op(source.node, "deriv")


def _placed(wholes: Sequence[Any], values: Sequence[Any]) -> Iterator[tuple[int, int, int]]:
    """Yield each term that alone may be wrong, with where what stands for it begins and ends."""
    for place in range(len(wholes)):
        begins = [k for k in range(len(values) + 1) if _equal(values[:k], wholes[:place])]
        ends = [k for k in range(len(values) + 1) if _equal(values[k:], wholes[place + 1 :])]
        if place == 0:
            begins = [0]
        if place == len(wholes) - 1:
            ends = [len(values)]
        found = [(begin, end) for begin in begins for end in ends if begin < end]
        if found:
            yield (place, *found[0])


def _equal(values: Sequence[Any], wholes: Sequence[Any]) -> bool:
    return bool(sp.expand(sum(values) - sum(wholes)) == 0)


def _kept(
    sources: Sequence[SourceTerm], written: Sequence[Node], values: Sequence[Any], wrong: int
) -> tuple[tuple[Node, Node], ...]:
    """Return the terms beside the wrong one that were worked out, with what stands for them."""
    found = []
    for order, stop in ((1, wrong), (-1, len(sources) - 1 - wrong)):
        at = 0
        for source in sources[::order][:stop]:
            sizes = range(1, len(values) - at + 1)
            own = values[::order]
            size = next((n for n in sizes if _equal(own[at : at + n], [source.value])), None)
            if size is None:
                break
            made = _sum_of(written[::order][at : at + size][::order])
            if made != source.node:
                found.append((source.node, made))
            at += size
    return tuple(found)


def _sum_of(terms: Sequence[Node]) -> Node:
    return terms[0] if len(terms) == 1 else Node("add", tuple(terms))


def _explained(
    source: SourceTerm, made: Node, kept: tuple[tuple[Node, Node], ...], apart: Any
) -> ChangedTerm:
    if source.node.op == made.op == "neg" and made.nodes[0].op == "add":
        (inside,) = source_terms(source.node.nodes[0])
        found = _explained(inside, made.nodes[0], kept, -apart)
        return replace(found, source=source.node, made=made, right=source.value)
    written = [sp.expand(exact(each)) for each in terms_of(made)]
    ways = [replace(way, rank=-1) if way.shows(written) else way for way in _ways(source, apart)]
    best = min(ways, key=lambda way: way.rank, default=_SmallChange(1, ""))
    return ChangedTerm(
        source=source.node,
        made=made,
        kept=kept,
        rule=best.rule,
        sure=best.rank <= 0,
        product=best.product,
        right=source.value,
    )


def _only_way(sources: Sequence[SourceTerm], apart: Any) -> ChangedTerm | None:
    """Return the one term of which a small change makes the difference, of terms put together."""
    right = sp.expand(sum(each.value for each in sources))
    return _one_of([(way, each) for each in sources for way in _ways(each, apart)], right)


def _one_of(ways: Sequence[tuple[_SmallChange, SourceTerm]], right: Any) -> ChangedTerm | None:
    least = min((way.rank for way, _ in ways), default=0)
    best = [(way, source) for way, source in ways if way.rank == least]
    if not best or any(source is not best[0][1] for _, source in best):
        return None
    way, source = best[0]
    return ChangedTerm(
        source=source.node, made=None, rule=way.rule, product=way.product, right=right
    )


@dataclass(frozen=True, slots=True)
class _SmallChange:
    """A change of a term by `apart`: `rank` 0 is a common one; `left` is what the products are
    then."""

    rank: int
    rule: str
    apart: Any = None
    product: TermProduct | None = None
    left: tuple[Any, ...] = ()

    def shows(self, written: Sequence[Any]) -> bool:
        """Whether the products stand there so, one by one."""
        return bool(self.left) and Counter(self.left) == Counter(written)


def _ways(source: SourceTerm, apart: Any) -> Iterator[_SmallChange]:
    """Yield the changes of a term that make a difference, each with the rule that it breaks."""
    return (way for way in _changes_of(source) if way.apart == apart)


def _changes_of(source: SourceTerm) -> Iterator[_SmallChange]:
    """Yield the small changes of a term, the common ones first."""
    products = source.products
    if len(products) == 1:
        yield from _of_plain(source)
        return
    mixed = _mixed(products) if source.is_square else ()
    if mixed:
        yield _left_out(0, "squared_each_term", products, mixed)
    yield from _of_signs(source)
    for chosen in _subsets(products[1:]) if products[0].outer not in (1, -1) else ():
        rule = "cancelled_a_term" if _divides(source) else "first_term_only"
        for sign in (1, -1) if _is_negative(source) else (1,):
            bare = tuple(sp.expand(sign * each.inner) for each in chosen)
            left = (*_without(products, chosen), *bare)
            yield _SmallChange(0, rule, sp.expand(sum(bare) - _sum(chosen)), chosen[0], left)
    if mixed:
        yield _left_out(0, "middle_term_not_doubled", products, mixed[:1])
    rule = "product_forgotten" if len(products[0].picks) > 1 else "term_forgotten"
    for chosen in _subsets(products):
        yield _left_out(1, rule, products, chosen)


def _left_out(rank: int, rule: str, products: Products, chosen: Products) -> _SmallChange:
    return _SmallChange(rank, rule, -_sum(chosen), chosen[0], _without(products, chosen))


def _of_plain(source: SourceTerm) -> Iterator[_SmallChange]:
    if not has_op(source.node, "deriv"):
        yield _SmallChange(2, "collected_with_sign", sp.expand(-2 * source.value))
        yield _SmallChange(2, "term_forgotten", -source.value)


def _of_signs(source: SourceTerm) -> Iterator[_SmallChange]:
    products = source.products
    for chosen in _subsets(products, whole=True):
        turned = (*_without(products, chosen), *(-each.value for each in chosen))
        apart = sp.expand(-2 * _sum(chosen))
        if _is_negative(source):
            rule = "minus_before_bracket" if products[0].outer == -1 else "minus_times_bracket"
            yield _SmallChange(int(len(chosen) == len(products)), rule, apart, chosen[0], turned)
        elif source.is_square and chosen == products[-1:]:
            yield _SmallChange(0, "square_of_minus_term", apart, chosen[0], turned)
        else:
            yield _SmallChange(1, "sign_of_product", apart, chosen[0], turned)


Products = tuple[TermProduct, ...]


def _subsets(products: Products, *, whole: bool = False) -> Iterator[Products]:
    """Yield some of the products; of many, one alone or all behind one."""
    if len(products) > _MOST_PRODUCTS:
        yield from ((each,) for each in products)
        yield from (products[k:] for k in range(0 if whole else 1, len(products) - 1))
        return
    for size in range(1, len(products) + whole):
        yield from combinations(products, size)


def _sum(products: Products) -> Any:
    return sp.expand(sum(each.value for each in products))


def _without(products: Products, chosen: Products) -> tuple[Any, ...]:
    return tuple(each.value for each in products if not any(each is one for one in chosen))


def _is_negative(source: SourceTerm) -> bool:
    return bool(source.products[0].outer.could_extract_minus_sign())


def _divides(source: SourceTerm) -> bool:
    body = source.node.nodes[0] if source.node.op == "neg" else source.node
    return body.op == "div"


def _mixed(products: Products) -> Products:
    return tuple(each for each in products if each.picks[0] != each.picks[1])
