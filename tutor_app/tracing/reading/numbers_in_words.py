"""What a text tells in words: its numbers and names, to check a model's reading against."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tutor_app.domain.lexicon import NUMBER_WORDS, SMALL_NUMBERS, TENS
from tutor_app.domain.traces import Number, Problem
from tutor_app.tracing.algorithm import Algorithm, algorithm_named

_WORDS = NUMBER_WORDS | {
    f"{ten}{join}{one}": NUMBER_WORDS[ten] + NUMBER_WORDS[one]
    for ten in TENS
    for one in SMALL_NUMBERS[1:10]
    for join in ("-", " ")
}
_ANY_WORD = "|".join(sorted(_WORDS, key=len, reverse=True))
_NUMBER = re.compile(
    rf"(?i)(?<![\w.])(?<!\d:)(?P<digits>\d+(?:\.\d+)?)(?!\w|[.:]\d)"
    rf"|\b(?P<words>{_ANY_WORD})(?P<hundred> hundred(?: and)?(?: (?P<rest>{_ANY_WORD}))?)?\b"
    r"(?![- ]?way)"
)
# A number behind such a word is the name of something outside the problem: "week 4".
_LABELLED = re.compile(
    r"(?i)\b(?:week|exercise|question|task|problem|sheet|chapter|section|lecture|figure|page)"
    r"\s*$"
)
# "the next two", "all five": how many, not how much.
_HOW_MANY = re.compile(
    r"(?i)\b(?:next|first|last|other|these|those|both|all|following|which)\s+$|\bof\s+(?:the|them)\s+$"
)
# "you pay one.", unlike "the one from A" and "one of them".
_PRICE = re.compile(r"(?i)\b(?:costs?|pays?|takes?|is|are|weighs?|for|with|weight|length)\s+$")
_ENDS = re.compile(r"\s*(?:[.,;!?]|$)")
_COUNTED = re.compile(r"(?i)\s+(?:[a-z-]+\s+)?(?P<noun>[a-z]{3,}(?:s|ren|ple|men))\b")
_UNITS = re.compile(
    r"(?i)(?:kilo)?met(?:er|re)s|km|miles|minutes|mins|hours|hrs|seconds|secs|days|weeks|months|years"
    r"|euros|dollars|pounds|cents|coins|credits|points|steps|units|kilos|grams|litres|liters|degrees"
    r"|hops|tokens|blocks|yards|feet"
)
_LETTER = re.compile(r"(?<![\w'’])([B-HJ-Z])(?![\w*'’])")
_NAME = re.compile(r"(?<![\w'’])[A-Z][\w'’]*(?![*\w])")
_LOOK = 30  # characters around a number that tell what it is
_LEAST = 3  # numbers of a weighted graph or an array, names of another graph
_FEW = 2  # numbers left over by a right reading: a date, a room
_MANY_WORDS = 30  # a graph of words in small letters takes so many


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldNumber:
    """A number that a text tells, in digits or in words. `start` is where it stands.

    `counts` says that it may tell how many there are of something ("two roads"), or only label it.
    """

    value: Number
    start: int
    in_words: bool
    counts: bool

    @property
    def may_weigh(self) -> bool:
        """True where it may be how much something is; "one" is hard to tell from the pronoun."""
        return not self.counts or self.value == 1


def told_numbers(text: str) -> tuple[ToldNumber, ...]:
    """Return the numbers of a text in their order; signs are left to who reads them."""
    return tuple(_numbers(text))


def _numbers(text: str) -> Iterator[ToldNumber]:
    for found in _NUMBER.finditer(text):
        in_words = found["digits"] is None
        value: Number = _in_words(found) if in_words else _in_digits(found["digits"])
        before = text[max(0, found.start() - _LOOK) : found.start()]
        after = text[found.end() : found.end() + _LOOK]
        counted = _COUNTED.match(after)
        counts = bool(
            _LABELLED.search(before)
            or _HOW_MANY.search(before)
            or (counted is not None and not _UNITS.fullmatch(counted["noun"]))
            or (in_words and value == 1 and not (_PRICE.search(before) and _ENDS.match(after)))
        )
        yield ToldNumber(value=value, start=found.start(), in_words=in_words, counts=counts)


def _in_digits(text: str) -> Number:
    value = float(text)
    return int(value) if value.is_integer() else value


def _in_words(found: re.Match[str]) -> int:
    value = _WORDS[found["words"].lower()]
    if found["hundred"] is None:
        return value
    return 100 * value + (_WORDS[found["rest"].lower()] if found["rest"] else 0)


def unused_numbers(
    told: Sequence[ToldNumber], used: Iterable[Number], sizes: Iterable[int]
) -> tuple[Number, ...]:
    """Return the numbers of a text that a reading neither uses nor explains.

    Each must be used as often as it is told. `sizes` are how many nodes, edges or elements were
    read: a number that counts them is explained, and so is a small one that counts something else
    in words ("two roads lead out").
    """
    left = Counter(abs(number) for number in used)
    known = set(sizes)
    unused = []
    for number in sorted(told, key=lambda each: each.counts):  # those that only count come last
        if left[number.value] > 0:
            left[number.value] -= 1
        elif not (number.counts and (number.in_words or number.value in known)):
            unused.append(number.value)
    return tuple(unused)


def says(text: str, name: str) -> bool:
    """Tell whether a name stands in a text as a word of its own, in whatever case."""
    return name_pattern(name).search(text) is not None


def letters_told(text: str) -> frozenset[str]:
    """Return the capital letters that stand alone; "A" and "I" may be words and are left out."""
    return frozenset(_LETTER.findall(text))


def uses_numbers(algorithm: Algorithm) -> bool:
    """Tell whether numbers are part of what the algorithm runs on."""
    return algorithm.data != "graph" or bool(algorithm.needs & {"weights", "heuristic"})


def leaves_over(text: str, problem: Problem) -> bool:
    """Tell whether what was read leaves over so many numbers that it was read wrongly.

    Labels, numbers that only count, and those up to 2 ("indices start at 1", "widths 1, 2, 4") say
    nothing; a third of the others must be missing, and two at least. Without weights, numbers are
    not what a graph is told by.
    """
    algorithm = algorithm_named(problem.algorithm)
    if algorithm.data not in ("graph", "array"):
        return False
    if not uses_numbers(algorithm):
        return False
    told = {number.value for number in told_numbers(text) if not number.counts and number.value > 2}
    left = told - set(numbers_of(problem))
    return len(left) >= _FEW and len(left) * 3 >= len(told)


def numbers_of(problem: Problem) -> Iterator[Number]:
    """Yield every number of a graph or an array, without signs: weights, h, elements, names."""
    yield from (abs(number) for number in problem.array or ())
    if problem.target is not None:
        yield abs(problem.target)
    if problem.graph is not None:
        yield from (abs(edge.weight) for edge in problem.graph.edges if edge.weight is not None)
        yield from (abs(number) for number in (problem.graph.heuristic or {}).values())
        for node in problem.graph.nodes:
            yield from (number.value for number in told_numbers(node))


def tells_data(text: str, algorithm: Algorithm) -> bool:
    """Tell whether a text may hold an algorithm's data in words at all: enough names or numbers."""
    numbers = [number for number in told_numbers(text) if not number.counts]
    if algorithm.data == "array":
        return len(numbers) >= _LEAST
    if algorithm.data != "graph":
        return False
    if uses_numbers(algorithm):
        return len(numbers) >= _LEAST
    return len(_names(text)) >= _LEAST or len(text.split()) >= _MANY_WORDS


def _names(text: str) -> set[str]:
    """Return the capitalised words and letters that no sentence begins with."""
    inside = re.sub(r"(?:^|[.!?:\n]\s*)[\W_]*\w+", " ", text)
    return {found.casefold() for found in _NAME.findall(inside)} - {"i", "i'm"}


def name_pattern(name: str) -> re.Pattern[str]:
    """Return what finds a name as a word of its own, in whatever case."""
    words = r"\s+".join(re.escape(word) for word in name.split())
    return re.compile(rf"(?i)(?<!\w){words}(?!\w)")
