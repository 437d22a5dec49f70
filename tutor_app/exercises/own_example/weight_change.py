"""A change of all weights of a graph as a text tells it: "10 is added to every edge"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path
from typing import Final, Literal

from tutor_app.domain.lexicon import NUMBER_WORDS, read_word_lists
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.traces import Graph, Number

CHANGE_WORDS: Final = read_word_lists(Path(__file__).with_name("example_words.yaml"))
ChangeKind = Literal["plus", "minus", "times", "square"]
_TOKEN: Final = re.compile(r"(?<!\w)[-−]?\d+(?:\.\d+)?|\d+|[^\W\d_]+|[+*×·]")
_SIGNS: Final = {"+": "plus", "*": "times", "×": "times", "·": "times"}
_FACTORS: Final = {"double": Fraction(2), "triple": Fraction(3), "halve": Fraction(1, 2)}
_NEAR: Final = 5  # words between the change and its number


@dataclass(frozen=True, slots=True)
class WeightChange:
    """What becomes of every weight of a graph."""

    kind: ChangeKind
    amount: Fraction

    def of(self, weight: Number) -> Number:
        """Return a weight as it is changed."""
        old = Fraction(str(weight))
        match self.kind:
            case "plus":
                new = old + self.amount
            case "minus":
                new = old - self.amount
            case "times":
                new = old * self.amount
            case "square":
                new = old * old
        return int(new) if new.denominator == 1 else float(new)

    def on(self, graph: Graph) -> Graph:
        """Return a graph with all its weights changed."""
        edges = (
            edge if edge.weight is None else replace(edge, weight=self.of(edge.weight))
            for edge in graph.edges
        )
        return replace(graph, edges=tuple(edges))

    @property
    def keeps_order(self) -> bool:
        """Whether the larger of two weights stays the larger one."""
        return self.kind in ("plus", "minus") or (self.kind == "times" and self.amount > 0)

    @property
    def stretches(self) -> bool:
        """Whether all sums of weights change by the same factor."""
        return self.kind == "times" and self.amount > 0


def change_of_all(statement: str) -> WeightChange | None:
    """Return the change of every weight that a statement sets: one edge that is added is none."""
    told = (
        change_in(one)
        for one in split_sentences(statement)
        if not CHANGE_WORDS["all_nodes"].isdisjoint(one.casefold().split())
    )
    return next((one for one in told if one is not None), None)


def change_in(text: str) -> WeightChange | None:
    """Return the change that a text tells first and does not rule out ("instead of adding")."""
    words = [token.casefold() for token in _TOKEN.findall(text)]
    for at, word in enumerate(words):
        if not CHANGE_WORDS["not_that"].isdisjoint(words[max(0, at - 2) : at]):
            continue
        kind = _SIGNS.get(word) or next(
            (one for one in ("plus", "minus", "times") if word in CHANGE_WORDS[one]), None
        )
        if word in CHANGE_WORDS["square"]:
            return WeightChange("square", Fraction(0))
        factor = next((_FACTORS[one] for one in _FACTORS if word in CHANGE_WORDS[one]), None)
        if factor is not None:
            return WeightChange("times", factor)
        amount = _number_near(words, at) if kind is not None else None
        if kind is not None and amount is not None:
            return WeightChange(kind, amount)  # type: ignore[arg-type]
    return None


def _number_near(words: Sequence[str], at: int) -> Fraction | None:
    """Return the number nearest to a word, of two the one behind it: "the weight 10 is added"."""
    behind, before = words[at + 1 : at + 1 + _NEAR], [*reversed(words[max(0, at - _NEAR) : at])]
    both = zip_longest(behind, before, fillvalue="")
    for word in (word for pair in both for word in pair):
        if word.strip("-−").replace(".", "").isdecimal():
            return Fraction(word.replace("−", "-"))
        if word in NUMBER_WORDS and word != "one":
            return Fraction(NUMBER_WORDS[word])
    return None
