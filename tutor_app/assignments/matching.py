"""Which item of an assignment a message is about: by the number that it says, or by its text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tutor_app.assignments.items import Item
from tutor_app.retrieval.abbreviations import spell_out
from tutor_app.retrieval.course_index import CourseIndex, Query
from tutor_app.retrieval.embedder import Embedder, Vectors
from tutor_app.retrieval.text import tokens
from tutor_app.tracing.reading.naming import name_algorithm

# Measured on 40 paraphrased items and 40 other questions (docs/benchmarks.md, "Assignments").
THRESHOLD = 0.65
OPEN_SHARE = 0.5  # of the nearness of the rest of the course: a message nearer to that means that

_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_COUNTS = "one two three four five six seven eight nine ten".split()
_SPELLED = {word: n for words in (_ORDINALS, _COUNTS) for n, word in enumerate(words, 1)}
_NUMBER = rf"(?P<number>\d{{1,2}}|{'|'.join(_COUNTS)})"
_SHEET_WORD = r"(?:assignments?|homeworks?|hw|problem\s*sets?|p-?sets?|ps|(?:exercise\s+)?sheets?)"
_SHEET = re.compile(
    rf"(?<!\w){_SHEET_WORD}\s*(?:no\.?|number|\#)?\s*{_NUMBER}(?![\w]|\.?\d)"
    rf"|(?<!\w)(?P<ordinal>{'|'.join(_ORDINALS)})\s+{_SHEET_WORD}(?!\w)"
    r"|(?<!\w)a(?P<short>\d)(?=\s*[,:;-]?\s*q\d)",
    re.I,
)
_ITEM_WORD = r"(?:items?|exercises?|exc?\.?|problems?|prob\.?|questions?|tasks?|q|nr\.?|no\.?|\#)"
_ITEM = re.compile(
    rf"(?<!\w){_ITEM_WORD}\s*(?:no\.?|number|\#)?\s*{_NUMBER}(?!\w*\d|\.\d)"
    rf"|(?<!\w)(?P<ordinal>{'|'.join(_ORDINALS)})\s+(?:item|exercise|problem|question|task)(?!\w)",
    re.I,
)
_BOTH = re.compile(
    rf"(?<!\w){_SHEET_WORD}\s*(?:\#\s*)?(?P<sheet>\d{{1,2}})\s*[.\-/]\s*(?P<number>\d{{1,2}})(?!\d)",
    re.I,
)
# "b = 3", "from P": what an exercise is done with. The same exercise with others is another one.
_VALUE = re.compile(r"(?<!\w)([A-Za-z])\s*=\s*([-−]?\d+)")
_MARK = re.compile(
    r"(?<!\w)(from|to|source|start(?:ed|ing|s)?(?:\s+(?:at|in|from|with))?)\s+(?:the\s+)?"
    r"(?:node\s+)?([A-Z]|[b-hj-z])(?![\w'’(])"
)
# "K-L 3", "p->q 6": an edge with its weight.
_EDGE = re.compile(r"(?<![\w-])(\w+)\s?(?:-+>?|[–—→])\s?(\w+)\s*[:=(]?\s*(\d+)(?![\d.])")
FEW_WORDS = 12  # in a longer message a number alone may count anything
FEW = 3  # edges: with fewer no graph is told
SAME_GRAPH = 0.5  # share of a message's edges that the item has
_START = re.compile(r"^(?:from|source|start.*)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """An item that a message is about, and what it was found by. `score` is 1 for a number."""

    item: Item
    by: Literal["number", "text"]
    score: float


def match_item(
    text: str,
    items: Sequence[Item],
    index: CourseIndex,
    embedder: Embedder,
    vectors: Vectors | None = None,
) -> Match | None:
    """Return the item that the message is about; None where it names none and is near to none.

    Near is what shares rare words and meaning with the item's statement, more than with the rest of
    the course, and says no other data for it than the item does. `vectors` are those of the items'
    statements, where they are known.
    """
    said = numbered(text, items)
    if said is not None or not items:
        return said
    nearest = max(nearness(text, items, index, embedder, vectors), key=lambda match: match.score)
    return nearest if nearest.score >= THRESHOLD else None


def numbered(text: str, items: Sequence[Item]) -> Match | None:
    """Return the item whose number the message says together with its assignment."""
    both = _BOTH.search(text)
    if both:
        return _of(items, int(both["sheet"]), int(both["number"]))
    sheet = _SHEET.search(text)
    rest = text if sheet is None else text[: sheet.start()] + " ; " + text[sheet.end() :]
    number = _ITEM.search(rest)
    if sheet is None or number is None:
        return None
    return _of(items, _value(sheet), _value(number))


def item_beside(text: str, at_hand: Item, items: Sequence[Item]) -> Item | None:
    """Return the item of the same assignment whose number alone a message says: "and item 6?"."""
    if names_sheet(text) or len(text.split()) > FEW_WORDS:
        return None
    number = _ITEM.search(text)
    if number is None:
        return None
    wanted = str(_value(number))
    same = (item for item in items if item.document == at_hand.document and item.number == wanted)
    return next(same, None)


def names_sheet(text: str) -> bool:
    """True where the message speaks of an assignment by its number."""
    return _SHEET.search(text) is not None or _BOTH.search(text) is not None


def without_numbers(text: str) -> str:
    """Return the message without the item and assignment that it names."""
    for pattern in (_BOTH, _SHEET, _ITEM):
        text = pattern.sub(" ", text)
    return text


def nearness(
    text: str,
    items: Sequence[Item],
    index: CourseIndex,
    embedder: Embedder,
    vectors: Vectors | None = None,
) -> Iterator[Match]:
    """Yield every item with how near the message is to it; higher is nearer."""
    meant = spell_out(text, index.abbreviations)
    asked_for = embedder.embed([meant])[0]
    if vectors is None:
        vectors = embed_statements(items, embedder)
    asked = set(tokens(meant))
    elsewhere = OPEN_SHARE * _open_nearness(meant, asked_for, index)
    for item, vector in zip(items, vectors, strict=True):
        shared = shared_rarity(asked, set(tokens(item.statement)), index.rarity)
        score = float(vector @ asked_for) + shared - elsewhere
        yield Match(item=item, by="text", score=-1.0 if differs(text, item) else score)


def embed_statements(items: Sequence[Item], embedder: Embedder) -> Vectors:
    """Return the unit vectors of the items' statements, in their order."""
    return embedder.embed([item.statement for item in items])


def differs(text: str, item: Item) -> bool:
    """True where the message has other data than the item: another start, value or algorithm."""
    said, asked = _data(text), _data(item.statement)
    if any(said[key].isdisjoint(asked[key]) for key in said.keys() & asked.keys()):
        return True
    if _has_other_edges(text, item.statement):
        return True
    here, there = name_algorithm(text), name_algorithm(item.statement)
    return here is not None and there is not None and here != there and not _names_both(text, item)


def _has_other_edges(text: str, statement: str) -> bool:
    """True where both tell a graph edge by edge, and most of the message's are not the item's."""
    said, asked = _edges(text), _edges(statement)
    return len(said) >= FEW and len(asked) >= FEW and len(said & asked) < SAME_GRAPH * len(said)


def _edges(text: str) -> set[tuple[frozenset[str], str]]:
    found = _EDGE.findall(text.casefold())
    return {(frozenset((one, other)), weight) for one, other, weight in found}


def _names_both(text: str, item: Item) -> bool:
    """True where item and message speak of several algorithms, so that the first tells nothing."""
    found = {name_algorithm(part) for part in re.split(r"[.?!,;]\s|\b(?:and|or|vs)\b", text)}
    theirs = {name_algorithm(part) for part in re.split(r"[.?!]\s", item.statement)}
    return not (found - {None}).isdisjoint(theirs - {None})


def _open_nearness(text: str, vector: Vectors, index: CourseIndex) -> float:
    """Return the cosine of the nearest sentence that stands in no assignment."""
    scores = index.best_sentence(Query(text, vector, ()))
    outside = np.array([c.document.kind != "assignment" for c in index.chunks], dtype=bool)
    return float(scores[outside].max()) if outside.any() else 0.0


def shared_rarity(asked: set[str], there: set[str], rarity: Callable[[str], float]) -> float:
    """Return the share of the rare words that both have, of both (0 to 1)."""
    whole = sum(map(rarity, asked)) + sum(map(rarity, there))
    return 2 * sum(map(rarity, asked & there)) / whole if whole else 0.0


def _data(text: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for name, value in _VALUE.findall(text):
        found.setdefault(name, set()).add(value)
    for word, mark in _MARK.findall(text):
        role = "start" if _START.match(word) else word
        found.setdefault(role, set()).add(mark)
    return found


def _value(match: re.Match[str]) -> int:
    said = next(value for value in match.groupdict().values() if value is not None)
    return _SPELLED.get(said.casefold()) or int(said)


def _of(items: Sequence[Item], sheet: int, number: int) -> Match | None:
    for item in items:
        if item.sheet == sheet and item.number == str(number):
            return Match(item=item, by="number", score=1.0)
    return None
