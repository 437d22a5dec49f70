"""Where a text names the nodes of a graph, to check each edge of a model's reading against."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tutor_app.domain.traces import Number
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.tracing.reading.numbers_in_words import ToldNumber, name_pattern, told_numbers

_SENTENCE = re.compile(r"[^.!?;\n]+(?:[.](?=\d)[^.!?;\n]*)*[.!?;\n]*")
# Such words stand for a place of the sentence before.
_BEFORE = re.compile(r"(?i)\b(?:it|its|there|here|this|that|these|those|they|them|both|same|and)\b")
_GOAL = (
    r"(?i)\b(?:goal|target|destination|exit|until|till|to\s+reach|find\w*|found|search\w*\s+for"
    r"|look\w*\s+for|end\w*\s+up|stop\w*|arriv\w*|get\s+to|path\s+to|way\s+to)\b[^.!?\n]{0,40}?"
)
_GOAL_BEHIND = (
    r"[^.!?\n]{0,12}?\b(?:is\s+(?:the\s+|our\s+|my\s+)?(?:goal|target|destination|exit)|is\s+(?:found"
    r"|reached))\b"
)
_NEAR = 3  # sentences that tell one edge, with a question and its answer


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sentence:
    """One sentence, with where it names nodes and its numbers. Positions are in the sentence."""

    text: str
    names: tuple[tuple[int, str], ...]
    numbers: tuple[ToldNumber, ...]

    def has(self, *names: str) -> bool:
        return {name.casefold() for name in names} <= {name for _, name in self.names}


class Mentions:
    """The sentences of a text that name these nodes."""

    def __init__(self, text: str, nodes: Sequence[str], asked: Sequence[str | None]) -> None:
        self._sentences = [_read(found.group(), nodes) for found in _SENTENCE.finditer(text)]
        self._asked = {end.casefold() for end in asked if end is not None}

    def tell(self, source: str, target: str, weight: Number | None) -> bool:
        """Tell whether the text may tell this edge.

        Without weight, one sentence names both ends, or two where the second leans on the first;
        "run BFS from A to F" tells no edge from start to goal.
        With one, a name beside the number is one of the ends, and the other stands near; a sentence
        that names both ends and some number must hold the weight, or the answer behind it.
        """
        if weight is None:
            asked = {source.casefold(), target.casefold()} <= self._asked
            return any(
                part.has(source, target) and not (asked and name_algorithm(part.text))
                for part in self._windows()
            )
        return any(
            self._weighs(number, at, (source, target))
            for at, sentence in enumerate(self._sentences)
            for number in sentence.numbers
            if number.value == abs(weight) and number.may_weigh
        )

    def _windows(self) -> Iterator[_Sentence]:
        for before, sentence in zip([None, *self._sentences], self._sentences, strict=False):
            leans = before is not None and _BEFORE.search(sentence.text)
            yield _joined([before, sentence]) if before is not None and leans else sentence

    def _weighs(self, number: ToldNumber, at: int, ends: tuple[str, str]) -> bool:
        """Tell whether a number of sentence `at` may be the weight of the edge with these ends."""
        sentence = self._sentences[at]
        both = [
            n
            for n, each in enumerate(self._sentences)
            if each.has(*ends) and (each.numbers or each.text.rstrip().endswith("?"))
        ]
        answers = at - 1 in both and len({name for _, name in sentence.names}) < len(ends)
        if both and at not in both and not answers:
            return False
        near = _joined(self._sentences[max(0, at + 1 - _NEAR) : at + 1])
        beside = {name for name in _beside(sentence, number) if name}
        folded = {end.casefold() for end in ends}
        return near.has(*ends) and (not beside or bool(beside & folded))


def says_goal(text: str, name: str) -> bool:
    """Tell whether a text speaks of a goal near this name."""
    spelled = name_pattern(name).pattern.removeprefix("(?i)")
    return bool(
        re.search(_GOAL + spelled, text) or re.search("(?i)" + spelled + _GOAL_BEHIND, text)
    )


def _read(text: str, nodes: Sequence[str]) -> _Sentence:
    names = [
        (found.start(), node.casefold())
        for node in nodes
        for found in name_pattern(node).finditer(text)
    ]
    return _Sentence(text=text, names=tuple(sorted(names)), numbers=told_numbers(text))


def _joined(sentences: Iterable[_Sentence]) -> _Sentence:
    parts = list(sentences)
    return _Sentence(
        text=" ".join(part.text for part in parts),
        names=tuple(name for part in parts for name in part.names),
        numbers=tuple(number for part in parts for number in part.numbers),
    )


def _beside(sentence: _Sentence, number: ToldNumber) -> tuple[str, str]:
    """Return the names next to a number, before and behind it, "" where none stands."""
    before = [name for start, name in sentence.names if start < number.start]
    behind = [name for start, name in sentence.names if start > number.start]
    return (before[-1] if before else "", behind[0] if behind else "")
