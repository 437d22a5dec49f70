"""Lines with one slip planted in one of several terms, and how often it is the one that is named.

A line is written term by term: each term has the products that it comes to, and the slip changes
one of them. None is made by the patterns that find slips. Forms in `KEPT` were measured only once
the engine stood.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from tutor_app.calculations.calculation_facts import CalculationFacts, find_facts
from tutor_app.calculations.checking.same_value import compare
from tutor_app.calculations.reading.show_expression import show
from tutor_app.calculations.replies.calculation_hints import RULES
from tutor_app.calculations.slips.made_examples import fill_slip, put_functions_in
from tutor_app.calculations.slips.slip_book import known_slips

MINUS = ("minus_before_bracket", "minus_before_difference", "minus_times_bracket",
    "minus_times_difference")  # fmt: skip
EACH = ("first_term_only", "first_term_only_minus")
SQUARE = ("squared_each_term", "squared_each_term_minus")
MEETS = ("product_forgotten", "middle_forgotten")


@dataclass(frozen=True, slots=True)
class WrittenProduct:
    """A number times a power: 3x² is (3, "x^2")."""

    factor: Fraction
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenTerm:
    """A term as written, what it comes to, and its slips: the place, what stands there (None:
    nothing), the names under which the slip is known."""

    text: str
    products: tuple[WrittenProduct, ...]
    slips: tuple[tuple[int, WrittenProduct | None, tuple[str, ...]], ...] = ()

    def negated(self) -> WrittenTerm:
        """The term with a minus before it, which some signs may be kept without."""
        turned = tuple(WrittenProduct(-each.factor, each.kind) for each in self.products)
        slips = [
            (at, None if made is None else WrittenProduct(-made.factor, made.kind), names)
            for at, made, names in self.slips
        ]
        if len(turned) > 1:
            slips.append((len(turned) - 1, self.products[-1], MINUS))
        return replace(self, text=f"-{self.text}", products=turned, slips=tuple(slips))


Chance = random.Random


def _number(chance: Chance) -> int:
    return chance.choice((-1, 1)) * chance.randint(2, 9)


def _sum(number: int, name: str = "x") -> str:
    return f"({name} {'+' if number > 0 else '-'} {abs(number)})"


def plain(chance: Chance) -> WrittenTerm:
    power = chance.choice(("", "x", "x^2"))
    number = chance.randint(2, 9)
    return WrittenTerm(text=f"{number}{power}", products=(WrittenProduct(Fraction(number), power),))


def scaled(chance: Chance) -> WrittenTerm:
    by, number = chance.randint(2, 9), _number(chance)
    products = (WrittenProduct(Fraction(by), "x"), WrittenProduct(Fraction(by * number)))
    slips = ((1, WrittenProduct(Fraction(number)), EACH),)
    return WrittenTerm(text=f"{by}{_sum(number)}", products=products, slips=slips)


def product(chance: Chance) -> WrittenTerm:
    one, other = _number(chance), _number(chance)
    products = tuple(
        WrittenProduct(Fraction(n), k)
        for n, k in ((1, "x^2"), (other, "x"), (one, "x"), (one * other, ""))
    )
    slips = tuple((at, None, MEETS) for at in (1, 2))
    return WrittenTerm(text=f"{_sum(one)}{_sum(other)}", products=products, slips=slips)


def square(chance: Chance) -> WrittenTerm:
    number = _number(chance)
    products = tuple(
        WrittenProduct(Fraction(n), k) for n, k in ((1, "x^2"), (2 * number, "x"), (number**2, ""))
    )
    slips: list[tuple[int, WrittenProduct | None, tuple[str, ...]]] = [
        (1, None, SQUARE),
        (1, WrittenProduct(Fraction(number), "x"), ("middle_term_not_doubled",)),
    ]
    if number < 0:
        slips.append((2, WrittenProduct(Fraction(-(number**2))), ("square_of_minus_term",)))
    return WrittenTerm(text=f"{_sum(number)}^2", products=products, slips=tuple(slips))


def scaled_three(chance: Chance) -> WrittenTerm:
    by, numbers = chance.randint(2, 6), (_number(chance), _number(chance))
    inner = "".join(
        f" {'+' if n > 0 else '-'} {abs(n)}{k}" for n, k in zip(numbers, ("x", ""), strict=True)
    )
    kinds = zip((1, *numbers), ("x^2", "x", ""), strict=True)
    products = tuple(WrittenProduct(Fraction(by * n), k) for n, k in kinds)
    slips = tuple(
        (at, WrittenProduct(Fraction(numbers[at - 1]), ("x", "")[at - 1]), EACH) for at in (1, 2)
    )
    return WrittenTerm(text=f"{by}(x^2{inner})", products=products, slips=slips)


def two_names(chance: Chance) -> WrittenTerm:
    by, number = chance.randint(2, 9), _number(chance)
    inner = f"(x {'+' if number > 0 else '-'} {abs(number)}y)"
    products = (WrittenProduct(Fraction(by), "x"), WrittenProduct(Fraction(by * number), "y"))
    return WrittenTerm(
        text=f"{by}{inner}",
        products=products,
        slips=((1, WrittenProduct(Fraction(number), "y"), EACH),),
    )


def scaled_product(chance: Chance) -> WrittenTerm:
    by, made = chance.randint(2, 5), product(chance)
    products = tuple(WrittenProduct(by * each.factor, each.kind) for each in made.products)
    slips = ((3, made.products[3], EACH),)
    return WrittenTerm(text=f"{by}{made.text}", products=products, slips=slips)


def big_square(chance: Chance) -> WrittenTerm:
    lead, number = chance.randint(2, 4), _number(chance)
    products = tuple(
        WrittenProduct(Fraction(n), k)
        for n, k in ((lead**2, "x^2"), (2 * lead * number, "x"), (number**2, ""))
    )
    text = f"({lead}x {'+' if number > 0 else '-'} {abs(number)})^2"
    return WrittenTerm(text=text, products=products, slips=((1, None, SQUARE),))


Maker = Callable[[Chance], WrittenTerm]
TUNED: dict[str, tuple[Maker, ...]] = {
    "alone": (scaled, product, square),
    "sum": (scaled, product, square, plain),
}
KEPT: dict[str, tuple[Maker, ...]] = {
    "three terms": (scaled_three, plain, square),
    "two names": (two_names, two_names),
    "factor and product": (scaled_product, plain, scaled),
    "squares": (big_square, big_square, plain),
    "collected": (scaled, product, square, plain),
    "side": (scaled, scaled, plain),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantedSlip:
    message: str
    term: str
    names: tuple[str, ...]
    form: str


def plant(form: str, makers: Sequence[Maker], chance: Chance) -> PlantedSlip | None:
    """Return a message of a form with one slip in it; None where the terms drawn have none."""
    count = 1 if form == "alone" else chance.choice((2, 2, 3))
    terms = [chance.choice(makers)(chance) for _ in range(count)]
    terms = [
        each.negated() if k and chance.random() < 0.6 else each for k, each in enumerate(terms)
    ]
    if form == "alone" and chance.random() < 0.3:
        terms = [terms[0].negated()]
    at = [k for k, each in enumerate(terms) if each.slips]
    if not at:
        return None
    place = chance.choice(at)
    where, made, names = chance.choice(terms[place].slips)
    wrong = list(terms[place].products)
    if made is None:
        del wrong[where]
    elif wrong[where] == made:
        return None
    else:
        wrong[where] = made
    products = [p for k, t in enumerate(terms) for p in (wrong if k == place else t.products)]
    if form == "collected":
        products = _collected(products)
    before = _joined([each.text for each in terms])
    line = _joined([_written(each) for each in products])
    message = f"{before} = {line}"
    if form == "side":
        other = f"{chance.randint(2, 9)}x + {chance.randint(2, 30)}"
        message = f"{before} = {other}\n{line} = {other}"
    return PlantedSlip(message=message, term=terms[place].text, names=names, form=form)


def _collected(products: Sequence[WrittenProduct]) -> list[WrittenProduct]:
    totals: dict[str, Fraction] = {}
    for each in products:
        totals[each.kind] = totals.get(each.kind, Fraction(0)) + each.factor
    return [WrittenProduct(n, k) for k, n in sorted(totals.items(), reverse=True) if n] or [
        WrittenProduct(Fraction(0))
    ]


def _written(each: WrittenProduct) -> str:
    if abs(each.factor) == 1 and each.kind:
        return f"{'-' if each.factor < 0 else ''}{each.kind}"
    return f"{each.factor}{each.kind}"


def _joined(parts: Sequence[str]) -> str:
    text = parts[0]
    for each in parts[1:]:
        text += f" - {each[1:]}" if each.startswith("-") else f" + {each}"
    return text


def planted_from_book(seed: int, *, after_minus: bool) -> list[PlantedSlip]:
    """Return each known slip of a value with another term before it, added or taken away."""
    rows = []
    for slip in known_slips():
        chance = random.Random(f"{slip.name}{seed}")
        binding = put_functions_in(slip, chance)
        made = [fill_slip(each, binding) for each in (slip.source, slip.wrong[0])]
        if slip.is_of_relations or compare(made[0].left, made[1].left) != "different":
            continue
        other = chance.choice((f"{chance.randint(11, 29)}", f"{chance.randint(2, 9)}y"))
        texts = [show(each.left) for each in made]
        if after_minus:
            loose = [each.left.op in ("add", "neg") for each in made]
            texts = [f"({each})" if own else each for each, own in zip(texts, loose, strict=True)]
        sign = "-" if after_minus else "+"
        message = " = ".join(f"{other} {sign} {each}" for each in texts)
        same = tuple(e.name for e in known_slips() if RULES[e.name]() == RULES[slip.name]())
        form = "book, taken away" if after_minus else "book, added"
        rows.append(PlantedSlip(message=message, term=texts[0], names=same, form=form))
    return rows


def planted_slips(
    forms: dict[str, tuple[Maker, ...]], count: int, seed: int = 5
) -> list[PlantedSlip]:
    """Return so many messages of each form."""
    rows: list[PlantedSlip] = []
    for form, makers in forms.items():
        chance, found = random.Random(f"{form}{seed}"), 0
        while found < count:
            row = plant(form, makers, chance)
            if row is not None:
                rows.append(row)
                found += 1
    return rows


def planted_rows(count: int) -> list[PlantedSlip]:
    """Return so many messages of each form, and each known slip of the book in a sum."""
    book = [
        row
        for seed in (1, 2)
        for taken in (False, True)
        for row in planted_from_book(seed, after_minus=taken)
    ]
    return [*planted_slips({**TUNED, **KEPT}, count), *book]


def measure_planted(rows: Sequence[PlantedSlip]) -> dict[str, Any]:
    """Return for each form how often the slip named is the one planted, and its term shown."""
    told: dict[str, Counter[str]] = {}
    for row in rows:
        counted = told.setdefault(row.form, Counter())
        counted["rows"] += 1
        facts = find_facts(row.message)
        counted[_named(facts, row)] += 1
        counted["term"] += _places(facts, row)
    return {form: dict(counted) for form, counted in told.items()}


def _named(facts: CalculationFacts, row: PlantedSlip) -> str:
    if facts.wrong is None:
        return "not wrong"
    if facts.wrong.slip is not None:
        return "slip right" if facts.wrong.slip in row.names else "other slip"
    if not facts.wrong.rule:
        return "no rule"
    return "rule right" if facts.wrong.rule in row.names else "other rule"


def _places(facts: CalculationFacts, row: PlantedSlip) -> bool:
    term = facts.wrong.term if facts.wrong is not None else None
    return term is not None and _bare(term[0]) == _bare(row.term)


def _bare(text: str) -> str:
    raised = text.translate(str.maketrans("²−", "2-")).replace("^", "").replace(" ", "")
    return raised.lstrip("-")
