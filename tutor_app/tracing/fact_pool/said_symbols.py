"""A message as the nodes and numbers that it names, each with what stands before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isclose
from pathlib import Path
from typing import Final

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.traces import Number
from tutor_app.tracing.answers.answer_items import AnswerItems, Item

WORDS: Final = {
    name: frozenset(words)
    for name, words in read_word_lists(Path(__file__).with_name("pool_words.yaml")).items()
}
_LEAST_TERMS: Final = 2
_NEAR: Final = 2  # words


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedSymbol:
    """One node or number; `before` are the words and marks between it and the one before.

    `node` and `number` are both there where a number names a node as well. `soft`: a number in
    words, which may say something else. `terms` are those of a sum that is right, `number` its
    total; `begins`: a sentence, or a line, begins with it. `of_row` is the row that it follows.
    """

    node: str | None = None
    number: Number | None = None
    text: str = ""
    before: tuple[str, ...] = ()
    begins: bool = False
    soft: bool = False
    denied: bool = False
    of_row: int | None = None
    terms: tuple[Number, ...] = ()

    @property
    def orders(self) -> bool:
        """Whether the words before it say what comes first."""
        return self.is_after("orders")

    @property
    def is_row_of(self) -> bool:
        """Whether it names a row: "row D"."""
        return bool(self.before) and self.before[-1] in WORDS["rows"]

    def is_after(self, name: str) -> bool:
        """Whether a word of a list stands between it and the symbol before."""
        return not WORDS[name].isdisjoint(self.before)

    def is_right_after(self, name: str) -> bool:
        """Whether a word of a list stands before it with at most one word between."""
        return not WORDS[name].isdisjoint(self.before[-_NEAR:])


def name_symbols(text: str, nodes: Sequence[str]) -> list[NamedSymbol]:
    """Return the nodes and numbers of a text in their order, and last what stands behind them.

    Numbers of rows are left out, sums that are right become their totals.
    """
    found = _symbols(AnswerItems(text, nodes, whole=True).items)
    return list(_without_row_numbers(_added_up(found)))


def _symbols(items: Sequence[Item]) -> list[NamedSymbol]:
    found: list[NamedSymbol] = []
    words: list[str] = []
    begins, denied, row = True, False, None
    for item in items:
        if item.kind == "ordinal" and item.text.isdecimal():
            row = int(item.value)
        elif item.kind in ("node", "number"):
            found.append(
                NamedSymbol(
                    node=item.name if item.kind == "node" else item.as_node,
                    number=item.value if item.kind == "number" else None,
                    text=item.text,
                    before=tuple(words),
                    begins=begins,
                    soft=item.kind == "number" and item.text.isalpha() and len(item.text) > 1,
                    denied=denied,
                    of_row=row,
                )
            )
            words, begins, denied, row = [], False, False, None
        else:
            begins = begins or item.is_mark("break")
            denied = denied or item.is_word("negation")
            words.append(item.text.casefold())
    found.append(NamedSymbol(before=tuple(words), begins=begins, denied=denied, soft=True))
    return found


def _added_up(found: Sequence[NamedSymbol]) -> Iterator[NamedSymbol]:
    """Yield the symbols with "3 + 4 = 7" as the 7 that it is; a wrong sum stays as it is."""
    place = 0
    while place < len(found):
        end = place + 1
        while end < len(found) and found[end].before == ("+",):
            end += 1
        terms = [each.number for each in found[place:end]]
        numbers = tuple(each for each in terms if each is not None)
        if len(numbers) == len(terms) == 1 and _is_less(found[place : place + 2]):
            place += 2  # "3 < 4"
            continue
        if len(numbers) < _LEAST_TERMS or len(numbers) < len(terms):
            yield found[place]
            place += 1
            continue
        total = found[end] if end < len(found) and found[end].is_after("equals") else None
        if total is None:
            yield replace(found[place], node=None, number=sum(numbers), terms=numbers)
            place = end
        elif total.number is not None and isclose(total.number, sum(numbers)):
            first = found[place]
            yield replace(total, node=None, before=first.before, begins=first.begins, terms=numbers)
            place = end + 1
        else:
            yield from found[place : end + 1]
            place = end + 1


def _is_less(pair: Sequence[NamedSymbol]) -> bool:
    """Whether two numbers are compared, and so: it says nothing of the run."""
    if len(pair) < len("<>") or pair[0].number is None or pair[1].number is None:
        return False
    if pair[1].before == (">",):
        pair = pair[::-1]
    elif pair[1].before != ("<",):
        return False
    return (pair[0].number or 0) < (pair[1].number or 0)


def _without_row_numbers(found: Iterator[NamedSymbol]) -> Iterator[NamedSymbol]:
    label: NamedSymbol | None = None
    for each in found:
        if each.number is not None and each.before and each.before[-1] in WORDS["rows"]:
            label = each
        elif label is None:
            yield each
        else:
            yield replace(
                each,
                before=(*label.before, *each.before),
                begins=True,
                denied=each.denied or label.denied,
                of_row=int(label.number or 0),
            )
            label = None
