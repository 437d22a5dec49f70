"""What a message's own words hold: nodes, numbers, rows, a "not", a word that points."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from tutor_app.domain.lexicon import NEGATIONS, NUMBER_WORDS, ORDINALS, read_word_lists
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.traces import Number, Problem
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.checking.compare_values import same_value
from tutor_app.tracing.reading.algorithm_names import name_algorithms
from tutor_app.tracing.reading.numbers_in_words import told_numbers

WORDS: Final = read_word_lists(Path(__file__).with_name("said_words.yaml"))
_TOKEN: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+(?:\.\d+)?")
_NAME: Final = re.compile(r"\w+")
_CONTRACTED: Final = ("n't", "nt")
_LONGEST_RUN: Final = 12  # letters of nodes written as one word: "SAG"


@dataclass(frozen=True)  # no slots: what is looked up often is kept
class SaidWords:
    """The words of a message about one problem."""

    text: str
    problem: Problem

    @cached_property
    def _plain(self) -> str:
        return self.text.replace("’", "'")

    @cached_property
    def words(self) -> Sequence[str]:
        """Its words and numbers, in small letters."""
        return [each.casefold() for each in _TOKEN.findall(self._plain)]

    @cached_property
    def nodes(self) -> frozenset[str]:
        """The nodes that it names; letters in a row name several: "S-A-G", "SAG"."""
        graph = self.problem.graph
        if graph is None:
            return frozenset()
        told = {*self.words, *(each.casefold() for each in _NAME.findall(self._plain))}
        lower = " ".join(self._plain.casefold().split())
        named = {
            node
            for node in graph.nodes
            if node.casefold() in told or (" " in node and node.casefold() in lower)
        }
        return frozenset(named | self._in_one_word(graph.nodes))

    def _in_one_word(self, nodes: Iterable[str]) -> set[str]:
        letters = {node for node in nodes if len(node) == 1}
        runs = [each for each in _NAME.findall(self._plain) if 1 < len(each) <= _LONGEST_RUN]
        return {letter for each in runs if set(each) <= letters for letter in each}

    def has_number(self, number: Number) -> bool:
        """Whether a number stands in it, in figures or in words."""
        return any(same_value(each, abs(number)) for each in self._numbers)

    @cached_property
    def _numbers(self) -> frozenset[Number]:
        in_figures = {float(each) for each in self.words if each[0].isdecimal()}
        in_words = {NUMBER_WORDS[each] for each in self.words if each in NUMBER_WORDS}
        return frozenset(
            {*in_figures, *in_words, *(each.value for each in told_numbers(self.text))}
        )

    def names_row(self, row: int) -> bool:
        """Whether a row's number stands in it: "2", "two", "second"."""
        ordinal = ORDINALS[row - 1] if 0 < row <= len(ORDINALS) else None
        return self.has_number(row) or (ordinal is not None and ordinal in self.words)

    @property
    def denies(self) -> bool:
        """Whether some word of it says that something is not so."""
        return any(
            each in NEGATIONS or each in WORDS["denies"] or each.endswith(_CONTRACTED)
            for each in self.words
        )

    def has(self, name: str) -> bool:
        """Whether a word of one of the lists stands in it."""
        return not WORDS[name].isdisjoint(self.words)

    def count_beside_cells(self) -> int:
        """Return how many words it has that are neither nodes nor numbers."""
        graph = self.problem.graph
        nodes = {node.casefold() for node in graph.nodes} if graph is not None else set()
        return sum(each not in nodes and not each[0].isdecimal() for each in self.words)

    @property
    def own_question(self) -> str:
        """The sentences of it that ask, or the last one."""
        sentences = split_sentences(self.text)
        asked = [each for each in sentences if each.rstrip().endswith("?")]
        return " ".join(asked or sentences[-1:])

    def holds_most_of(self, text: str) -> bool:
        """Whether most of a text's longer words stand in it, or begin as words of it do.

        Names of algorithms don't count: a question that stands alone has them anyway.
        """
        named = {word for name in name_algorithms(text) for word in _words_of_name(name)}
        words = {each.casefold() for each in _NAME.findall(text) if len(each) > len("this")}
        asked = words - named
        known = [each for each in asked if self._knows(each)]
        return 2 * len(known) >= len(asked)

    def _knows(self, word: str) -> bool:
        stem = word[: len("clos")]
        return any(each.startswith(stem) for each in self.words)


def _words_of_name(algorithm: str) -> set[str]:
    return {each.casefold() for each in _NAME.findall(algorithm_named(algorithm).english_name)}
