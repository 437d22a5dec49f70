"""Short answers: "8", "O(n log n)", "yes, it is consistent", held against points that are results.

A bare value has no words to be found by. It has a point where the point says hardly more than this
value, and where it is clear which question the value answers: by its own words, else by order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tutor_app.exercises.contradiction import numbers, says_no
from tutor_app.retrieval.search_terms import tokens

MOST_WORDS = 14  # a longer answer says its points in words
MOST_TRIES = 4  # values for the same thing: who sends more is asked how they come about
MOST_OTHER = 3  # content words of an answer, or of a point, beside its values and the exercise's
ASKED = 0.6  # share of a question's words that a point has which answers it by yes or no
_RESULT = re.compile(r"=\s*([-−]?\d+(?:[.,]\d+)?)(?!\s*[·*+/=\d])")
_ORDER = re.compile(
    r"\bO\s*\(((?:[^()]|\([^()]*\))*)\)|(?<![\w(])((?:n\s*)?log\s*n|n\s*(?:\^\s*\d|[²³]))(?!\w)",
    re.I,
)
_NODES = re.compile(r"(?<!\w)[A-Za-z](?!\w)(?:(?:\s*[,;→–-]\s*|\s*->\s*|\s+)[A-Za-z](?!\w)){2,}")
_FIGURE = re.compile(r"(?<![\w.])[-−]?\d+(?:[.,]\d+)?(?!\w)")
_YES = re.compile(r"\b(?:yes|yep|yeah)\b", re.I)
_NO = re.compile(r"\b(?:no|nope)\b(?!\s+\w*(?:\s+\w+)?\s*(?:is|are)\b)", re.I)
_QUESTION = re.compile(
    r"(?:^|(?<=[.?!]\s))(?:Is|Are|Does|Do|Can|Has|Have|Will|Was|Must)\b[^.?!]*\?"
)
_SEGMENT = re.compile(r"[,;]\s+|(?<=[.!?])\s+|\n+|\s+(?:and|but)\s+", re.I)
_ASKING = frozenset(tokens("maybe perhaps then think guess try answer right correct"))
_SENTENCES = re.compile(r"(?<=[.?!])\s+")
_Value = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Result:
    """A point that is little more than values; `words` are those that tell which question it is."""

    place: int
    values: frozenset[_Value]
    words: frozenset[str]


def told_briefly(answer: str, points: Sequence[str], statement: str) -> dict[int, str]:
    """Return the places of the points that a short answer has by values alone, with its words.

    Nothing is found in an answer of many words, and nothing where it is open which of several
    questions a value answers.
    """
    if not answer.strip() or len(answer.split()) > MOST_WORDS:
        return {}
    results = bare_results(points, statement)
    values = _values(answer)
    other = _words(answer) - set(tokens(statement)) - {word for r in results for word in r.words}
    if not results or not values or len(other) > MOST_OTHER:
        return {}
    said = _by_words(answer, results) or _by_order(answer, results, statement)
    return {
        result.place: answer.strip()
        for result in results
        if result.values <= said.get(result.place, frozenset())
        and not _more_of_a_kind(said[result.place], result.values)
    }


def guessed(sentences: Iterable[str]) -> frozenset[str]:
    """Return the sentences that are guesses: the same words with more than a few other values.

    Who says how a value comes about, or says one alone, does not guess.
    """
    tried: dict[frozenset[str], dict[frozenset[_Value], list[str]]] = {}
    for sentence in sentences:
        # Who sends more numbers in a sentence says how one comes from the others.
        if len(values := _values(sentence)) == 1:
            frame = frozenset(_words(sentence)) - _ASKING
            tried.setdefault(frame, {}).setdefault(values, []).append(sentence)
    return frozenset(
        sentence
        for ways in tried.values()
        if len(ways) > MOST_TRIES
        for same in ways.values()
        for sentence in same
    )


def bare_results(points: Sequence[str], statement: str) -> list[Result]:
    """Return the points that say hardly more than values which the exercise does not say."""
    given = set(tokens(statement))
    found = []
    for place, point in enumerate(points):
        values = _own_values(point, statement)
        words = frozenset(_words(point))
        told = point.rstrip().endswith((".", "!", ";"))  # a row of a table says more by its columns
        if values and told and len(words - given) <= MOST_OTHER:
            found.append(Result(place, values, words))
    # What several say does not tell them apart.
    return [
        Result(
            one.place,
            one.values,
            one.words.difference(*(other.words for other in found if other is not one)),
        )
        for one in found
    ]


def _own_values(point: str, statement: str) -> frozenset[_Value]:
    results = _RESULT.findall(point)
    if results:
        return frozenset({("number", results[-1])})
    given = numbers(statement)
    values = {value for value in _values(point) if value[0] != "number" or value[1] not in given}
    if not {kind for kind, _ in values} & {"yes", "no"} and (said := _decides(point, statement)):
        values.add((said, ""))
    return frozenset(values)


def _decides(point: str, statement: str) -> str | None:
    """Return yes or no where a point answers a question of the exercise that asks for this."""
    words = set(tokens(point))
    for question in _QUESTION.findall(statement):
        asked = set(tokens(question)) - {"figure"} - numbers(question)
        if asked and len(asked & words) >= ASKED * len(asked):
            return "no" if says_no(point) else "yes"
    return None


def _values(text: str) -> frozenset[_Value]:
    """Return the values of a text: orders of growth, lists of nodes, numbers, yes and no."""
    found: set[_Value] = set()
    for whole, bare in _ORDER.findall(text):
        found.add(("order", re.sub(r"\s", "", whole or bare).lower()))
    rest = _ORDER.sub(" ; ", text)
    for run in _NODES.findall(rest):
        found.add(("nodes", "".join(re.findall(r"[A-Za-z]", run)).upper()))
    found |= {("number", number.replace("−", "-")) for number in _FIGURE.findall(rest)}
    if _YES.search(text):
        found.add(("yes", ""))
    if _NO.search(text):
        found.add(("no", ""))
    return frozenset(found)


def _words(text: str) -> set[str]:
    """Return the content words of a text that are no values."""
    for pattern in (_ORDER, _NODES, _FIGURE, _YES, _NO):
        text = pattern.sub(" ", text)
    return {word for word in tokens(text) if len(word) > 1}


def _by_words(answer: str, results: Sequence[Result]) -> dict[int, frozenset[_Value]]:
    """Return the values that stand beside words which only one of the points has."""
    if len(results) == 1:
        return {results[0].place: _values(answer)}
    found: dict[int, frozenset[_Value]] = {}
    for segment in _SEGMENT.split(answer):
        meant = [result.place for result in results if result.words & _words(segment)]
        if len(meant) == 1:
            found[meant[0]] = found.get(meant[0], frozenset()) | _values(segment)
    return found


def _by_order(
    answer: str, results: Sequence[Result], statement: str
) -> dict[int, frozenset[_Value]]:
    """Return the values by the order of the questions, where there is one for each of these."""
    questions = [tokens(part) for part in _SENTENCES.split(statement)]
    starts = [_start(result.words, questions) for result in results]
    segments = [values for part in _SEGMENT.split(answer) if (values := _values(part))]
    if None in starts or len(set(starts)) < len(starts) or len(segments) != len(results):
        return {}
    ordered = sorted(zip(starts, results, strict=True), key=lambda one: one[0] or (0, 0))
    return {result.place: values for (_, result), values in zip(ordered, segments, strict=True)}


def _start(words: frozenset[str], questions: Sequence[list[str]]) -> tuple[int, int] | None:
    """Return where a question begins that has most of the words; None where two have as many."""
    shared = [len(words & set(question)) for question in questions]
    best = max(shared, default=0)
    if not best or shared.count(best) > 1:
        return None
    at = shared.index(best)
    return at, min(questions[at].index(word) for word in words if word in questions[at])


def _more_of_a_kind(said: frozenset[_Value], wanted: frozenset[_Value]) -> bool:
    """Return whether there is another value of a kind that is wanted: "8 or 9", "yes and no"."""
    kinds = {"yes" if kind == "no" else kind for kind, _ in wanted}
    return any(("yes" if kind == "no" else kind) in kinds for kind, _ in said - wanted)
