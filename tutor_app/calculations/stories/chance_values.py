"""How likely an event is, counted exactly; and what the known slips make of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import prod
from typing import Final

from tutor_app.calculations.stories.chance_events import ChanceEvent, Outcome
from tutor_app.calculations.stories.chance_story import ChanceModel, Label

MOST_OUTCOMES: Final = 200_000


def chance_of(event: ChanceEvent, model: ChanceModel) -> Fraction | None:
    """Return the probability of an event; None where there is too much to count, or not enough to
    draw. `model.replaced` must be known where more than one is drawn.
    """
    kinds = _merged(event, model)
    if len(kinds) ** model.draws > MOST_OUTCOMES:
        return None
    if not model.replaced and model.draws > model.total:
        return None
    found = Fraction(0)
    for outcome, chance in _outcomes(
        kinds, model.total, model.draws, put_back=bool(model.replaced)
    ):
        if event.holds(outcome):
            found += chance
    return found


def _merged(event: ChanceEvent, model: ChanceModel) -> dict[Label, int]:
    """Return the kinds with those put together that the event does not tell apart."""
    if not event.kinds or len(model.kinds) < 7:
        return dict(model.kinds)
    groups: dict[tuple[bool, ...], list[Label]] = {}
    for label in model.kinds:
        groups.setdefault(tuple(label in kind for kind in event.kinds), []).append(label)
    return {labels[0]: sum(model.kinds[each] for each in labels) for labels in groups.values()}


def _outcomes(
    kinds: Mapping[Label, int], total: int, draws: int, *, put_back: bool
) -> Iterator[tuple[Outcome, Fraction]]:
    """Yield what may come up in turn, with how likely it is."""
    rows: list[tuple[Outcome, int]] = [((), 1)]
    for drawn in range(draws):
        following: list[tuple[Outcome, int]] = []
        for outcome, ways in rows:
            for label, count in kinds.items():
                left = count if put_back else count - outcome.count(label)
                if left > 0:
                    following.append(((*outcome, label), ways * left))
        rows = following
        del drawn
    whole = prod(total - (0 if put_back else drawn) for drawn in range(draws))
    for outcome, ways in rows:
        yield outcome, Fraction(ways, whole)


def slips_of(event: ChanceEvent, model: ChanceModel) -> Iterator[tuple[str, Fraction]]:
    """Yield by name what the known slips come to, the likeliest first."""
    right = chance_of(event, model)
    if right is None:
        return
    if model.setting in ("bag", "cards") and model.draws > 1:
        other = replace(model, replaced=not model.replaced)
        as_other = chance_of(event, other)
        if as_other is not None:
            yield ("as_if_put_back" if not model.replaced else "as_if_kept"), as_other
            if model.replaced is False:
                yield from _orders(event, other, "order_and_put_back")
    yield from _orders(event, model, "one_order_only")
    yield "complement", 1 - right
    if model.draws > 1:
        single = replace(model, draws=1)
        each = [_share(kind, single) for kind in event.kinds]
        if each:
            added = sum(each) if len(each) > 1 else each[0] * model.draws
            yield "added", Fraction(added)
            yield "one_draw", each[0]
    if event.key[0] == "sum":
        yield "sums_alike", Fraction(1, 5 * model.draws + 1)
    if model.setting == "coins" and event.key[0] == "count":
        yield "counts_alike", Fraction(1, model.draws + 1)


def _share(labels: frozenset[Label], model: ChanceModel) -> Fraction:
    return Fraction(sum(model.kinds.get(label, 0) for label in labels), model.total)


def _orders(event: ChanceEvent, model: ChanceModel, name: str) -> Iterator[tuple[str, Fraction]]:
    """Yield how likely one order is, where the event may come about in several alike ones."""
    if len(model.kinds) > 6 or len(model.kinds) ** model.draws > MOST_OUTCOMES:
        return
    chances = {
        outcome: chance
        for outcome, chance in _outcomes(
            model.kinds, model.total, model.draws, put_back=bool(model.replaced)
        )
        if event.holds(outcome)
    }
    mixes = Counter(tuple(sorted(outcome)) for outcome in chances)
    if len(mixes) == 1 and len(chances) > 1:
        yield name, next(iter(chances.values()))


def steps_of(event: ChanceEvent, model: ChanceModel) -> str:
    """Return how one works it out: the factors of one order, times the orders where several are
    alike; "" where different mixes are in the event.
    """
    rows = [
        outcome
        for outcome, _ in _outcomes(
            model.kinds, model.total, model.draws, put_back=bool(model.replaced)
        )
        if event.holds(outcome)
    ]
    if not rows or len({tuple(sorted(each)) for each in rows}) > 1:
        return ""
    factors = []
    for place, label in enumerate(rows[0]):
        gone = 0 if model.replaced else place
        had = 0 if model.replaced else rows[0][:place].count(label)
        factors.append(f"{model.kinds[label] - had}/{model.total - gone}")
    orders = [str(len(rows))] if len(rows) > 1 else []
    return " · ".join([*orders, *factors])
