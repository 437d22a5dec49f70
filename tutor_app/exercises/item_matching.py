"""Which item of an assignment a message is about: by its number, or by its text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import numpy as np

from tutor_app.domain.lexicon import ORDINALS, SMALL_NUMBERS, read_number, read_word_lists
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.retrieval.abbreviations import spell_out
from tutor_app.retrieval.course_index import CourseIndex, Query
from tutor_app.retrieval.embedder import Embedder, Vectors
from tutor_app.retrieval.search_terms import tokens
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.tracing.reading.message_size import MOST_CHARACTERS, ends_of

# Measured on 40 paraphrased items and 40 other questions (docs/experiments.md, "Assignments").
THRESHOLD = 0.65
OPEN_SHARE = 0.5  # of the nearness of the rest of the course: a message nearer to that means that

_COUNTS = SMALL_NUMBERS[1:11]
_NUMBER = rf"(?P<number>\d{{1,2}}|{'|'.join(_COUNTS)})"
# "assgn 2" and other short forms; who says "I assign 2 to x" tells of a program.
_ASSIGNMENT = r"as(?:signments?|signm?t?(?!\s+\S+\s+to\b)|s?gn(?:mt|mnt|m)?|s?g|s?mn?t|st|s)"
_SHEET_WORD = (
    rf"(?:{_ASSIGNMENT}|homeworks?|hw|problem\s*sets?|p-?sets?|ps|(?:exercise\s+)?sheets?"
    r"|\w{0,8}blatt)"
)
_SHEET = re.compile(
    rf"(?<!\w){_SHEET_WORD}\s*(?:no\.?|number|\#)?\s*{_NUMBER}(?![\w]|\.?\d)"
    rf"|(?<!\w)(?P<ordinal>{'|'.join(ORDINALS)})\s+{_SHEET_WORD}(?!\w)"
    r"|(?<!\w)a(?P<short>\d)(?=\s*[,:;-]?\s*q\d)",
    re.I,
)
_ITEM_WORD = (
    r"(?:items?|exercises?|exc?\.?|problems?|prob\.?|questions?|tasks?|(?:übungs)?aufgabe|aufg\.?|frage"
    r"|q|numbers?|num\.?|nr\.?|no\.?|\#)"
)
COMES: Final = read_word_lists(Path(__file__).with_name("coming_words.yaml"))["comes"]
_ITEM = re.compile(
    rf"(?<!\w){_ITEM_WORD}\s*(?:no\.?|number|\#)?\s*{_NUMBER}(?!\w*\d|\.\d)"
    rf"|(?<!\w)(?P<ordinal>{'|'.join(ORDINALS)})\s+(?:item|exercise|problem|question|task)(?!\w)",
    re.I,
)
# "1b of sheet 2": where a sheet is named, a number with a part is an item.
_WITH_ITS_PART = re.compile(rf"(?:{_ITEM.pattern})(?:[a-h](?!\w)|\s?\(?[a-h]\))?", re.I)
_WITH_PART = re.compile(r"(?<![\w.])(?P<number>\d{1,2})\s?\(?[a-h](?:\)|(?!\w))")
_BOTH = re.compile(
    rf"(?<!\w){_SHEET_WORD}\s*(?:\#\s*)?(?P<sheet>\d{{1,2}})\s*[.\-/]\s*(?P<number>\d{{1,2}})(?!\d)",
    re.I,
)
_LECTURE = (
    r"(?:lectures?|lec\.?|chapters?|ch\.?|weeks?|vorlesung|kapitel|skript|teil)"
    r"\s*(?:no\.?|number|\#)?\s*\d{1,2}(?!\w|\.?\d)"
)
_EXERCISE = (
    r"(?:exc?er[cs]i[sc]es?|exc?\.?|problems?|prob\.?|tasks?|items?|q(?:uestions?)?|(?:übungs)?aufgabe"
    r"|aufg\.?)"
    r"\s*(?:no\.?|number|\#)?\s*\d{1,2}"
)
# "lecture 4, exercise 2" and "ex 2 of lecture 4"
_OF_LECTURE = re.compile(
    rf"(?<!\w){_LECTURE}['’s]*[\s,;:-]+{_EXERCISE}(?!\w|\.?\d)"
    rf"|(?<!\w){_EXERCISE}[\s,]+(?:(?:of|from|in|aus|von|im|zu)\s+)?(?:the\s+)?{_LECTURE}"
    rf"|(?<!\w){_EXERCISE}\.\d{{1,2}}(?![\w]|\.\d)",  # "exercise 2.3" is of chapter 2
    re.I,
)
_HEAD = re.compile(r"\s*(?:no\.?\s*)?(?P<number>\d{1,2}[a-h]?)\s*[:)]\s*\S")
# "b = 3", "from P": what an exercise is done with. The same exercise with others is another one.
_VALUE = re.compile(r"(?<!\w)([A-Za-z])\s*=\s*([-−]?\d+)")
_MARK = re.compile(
    r"(?<!\w)(from|to|source|start(?:ed|ing|s)?(?:\s+(?:at|in|from|with))?)\s+(?:the\s+)?"
    r"(?:node\s+)?([A-Z]|[b-hj-z])(?![\w'’(])"
)
# "K-L 3", "p->q 6": an edge with its weight.
_EDGE = re.compile(r"(?<![\w-])(\w+)\s?(?:-+>?|[–—→])\s?(\w+)\s*[:=(]?\s*(\d+)(?![\d.])")
FEW_WORDS = 12  # in a longer message a number alone may count anything
SAYS_LITTLE = 1  # content words beside an item's number, in a sentence that only comes to it
_CLAUSE_ENDS = re.compile(r"[.?!:;]\s|\n")
FEW = 3  # edges: with fewer no graph is told
SAME_GRAPH = 0.5  # share of a message's edges that the item has
_START = re.compile(r"^(?:from|source|start.*)$")


# An algorithm for each of these: several named in one message or item tell nothing.
_PARTS = re.compile(r"[.?!,;]\s|\b(?:and|or|vs)\b")
_SENTENCES = re.compile(r"[.?!]\s")


@dataclass(frozen=True, slots=True, kw_only=True)
class Data:
    """The data that a text gives for an exercise.

    `values` are those of each letter or place ("b", "start"); `edges` those of a graph with their
    weights. `algorithm` is named first, `algorithms` in the parts of the text.
    """

    values: Mapping[str, frozenset[str]]
    edges: frozenset[tuple[frozenset[str], str]]
    algorithm: str | None
    algorithms: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """An item with what messages are compared with: read once, when the course is loaded."""

    item: AssignmentItem
    words: frozenset[str]
    data: Data
    vector: Vectors


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """An item that a message is about, and how it was found. `score` is 1 for a number."""

    item: AssignmentItem
    by: Literal["number", "text"]
    score: float


def read_statements(items: Sequence[AssignmentItem], embedder: Embedder) -> tuple[Statement, ...]:
    """Return the items with their data and the meaning of their statements."""
    if not items:
        return ()
    vectors = embedder.embed([item.statement for item in items])
    return tuple(
        Statement(
            item=item,
            words=frozenset(tokens(item.statement)),
            data=read_data(item.statement, _SENTENCES),
            vector=vector,
        )
        for item, vector in zip(items, vectors, strict=True)
    )


def match_by_text(
    text: str, statements: Sequence[Statement], index: CourseIndex, embedder: Embedder
) -> Match | None:
    """Return the item that a message without its number is about; None if it is near to none.

    A message is near if it shares more rare words and meaning with the item's statement than with
    the rest of the course, and gives no other data than the item does.
    """
    if not statements:
        return None
    nearest = max(nearness(text, statements, index, embedder), key=lambda match: match.score)
    return nearest if nearest.score >= THRESHOLD else None


def match_by_number(text: str, items: Sequence[AssignmentItem]) -> Match | None:
    """Return the item whose number the message says together with its assignment."""
    both = _BOTH.search(text)
    if both:
        return _of(items, int(both["sheet"]), int(both["number"]))
    sheet = _SHEET.search(text)
    rest = text if sheet is None else text[: sheet.start()] + " ; " + text[sheet.end() :]
    number = None if sheet is None else _ITEM.search(rest) or _WITH_PART.search(rest)
    if sheet is None or number is None:
        return None
    return _of(items, _value(sheet), _value(number))


def number_beside(text: str) -> str | None:
    """Return the number of the item on the sheet at hand that a message comes to: "item 6?"."""
    number = None if names_sheet(text) else _number_come_to(text)
    return None if number is None else str(_value(number))


def item_at_head(text: str, items: Sequence[AssignmentItem]) -> AssignmentItem | None:
    """Return the item that a message begins with, where only one assignment has its number:
    "item 3: …", "3: …"."""
    found = _HEAD.match(text)
    number = str(_value(named)) if (named := _number_come_to(text)) else found and found["number"]
    same = [item for item in items if item.number == number]
    return same[0] if len(same) == 1 and not names_sheet(text) else None


def _number_come_to(text: str) -> re.Match[str] | None:
    """Return the number of the item that a message is about from there on.

    A longer message has it at the head of a clause, "same sheet, item 3: …", or in a sentence that
    says nothing else; elsewhere an item is only spoken of.
    """
    if len(text.split()) <= FEW_WORDS:
        return _ITEM.search(text)
    for found in _ITEM.finditer(text):
        before = _CLAUSE_ENDS.split(text[: found.start()])[-1].split()
        after = _CLAUSE_ENDS.split(text[found.end() :])[0]
        alone = len(set(tokens(f"{' '.join(before)} {after}")) - COMES) <= SAYS_LITTLE
        at_head = len(before) <= 1 or text[: found.start()].rstrip().endswith(",")
        if at_head or (alone and len(after.split()) < FEW_WORDS):
            return found
    return None


def names_lecture_exercise(text: str) -> bool:
    """True if the message names an exercise of a lecture by its number."""
    return _OF_LECTURE.search(text) is not None


def names_item(text: str) -> bool:
    """True if the message names an item or an assignment by its number."""
    return names_sheet(text) or _ITEM.search(text) is not None


def names_sheet(text: str) -> bool:
    """True if the message names an assignment by its number, or an exercise with its lecture."""
    return any(pattern.search(text) for pattern in (_SHEET, _BOTH, _OF_LECTURE))


def without_numbers(text: str) -> str:
    """Return the message without the item and assignment that it names.

    Of "item 2: S 0 | Q 2, R 5" the node Q with its 2 stays: the item has another name.
    """
    if names_lecture_exercise(text):
        return _OF_LECTURE.sub(" ", text)
    bare = text
    for pattern in (_BOTH, _SHEET):
        text = pattern.sub(" ", text)
    named = _ITEM.search(text)
    if named is None:
        return _WITH_PART.sub(" ", text, count=1) if bare != text else text
    words = named[0].casefold().split()[:1]
    return _WITH_ITS_PART.sub(
        lambda found: " " if found[0].casefold().split()[:1] == words else found[0], text
    )


def without_name(text: str) -> str:
    """Return the message without what names its item, be it a number at its head."""
    found = _HEAD.match(text)
    return text[found.end("number") :].lstrip(" :)") if found else without_numbers(text)


def nearness(
    text: str, statements: Sequence[Statement], index: CourseIndex, embedder: Embedder
) -> Iterator[Match]:
    """Yield every item with how near the message is to it; higher is nearer."""
    text = ends_of(text, MOST_CHARACTERS)  # each item's data are looked for in it
    meant = spell_out(text, index.abbreviations)
    asked_for = embedder.embed([meant])[0]
    asked = frozenset(tokens(meant))
    said = read_data(text)
    elsewhere = OPEN_SHARE * _open_nearness(meant, asked_for, index)
    for statement in statements:
        shared = shared_rarity(asked, statement.words, index.rarity)
        score = float(statement.vector @ asked_for) + shared - elsewhere
        other = differs(said, statement.data)
        yield Match(item=statement.item, by="text", score=-1.0 if other else score)


def read_data(text: str, between: re.Pattern[str] = _PARTS) -> Data:
    """Return the data that a text gives for an exercise; `between` divides it into its parts."""
    named = {name_algorithm(part) for part in between.split(text)}
    return Data(
        values=_values(text),
        edges=_edges(text),
        algorithm=name_algorithm(text),
        algorithms=frozenset(name for name in named if name is not None),
    )


def differs(said: Data, asked: Data) -> bool:
    """True if a message gives other data than an item: another start, value or algorithm."""
    both = said.values.keys() & asked.values.keys()
    if any(said.values[key].isdisjoint(asked.values[key]) for key in both):
        return True
    if _has_other_edges(said, asked):
        return True
    if said.algorithm is None or asked.algorithm is None or said.algorithm == asked.algorithm:
        return False
    return said.algorithms.isdisjoint(asked.algorithms)


def _has_other_edges(said: Data, asked: Data) -> bool:
    """True if both list the edges of a graph, and most of the message's are not the item's."""
    if len(said.edges) < FEW or len(asked.edges) < FEW:
        return False
    return len(said.edges & asked.edges) < SAME_GRAPH * len(said.edges)


def _edges(text: str) -> frozenset[tuple[frozenset[str], str]]:
    found = _EDGE.findall(text.casefold())
    return frozenset((frozenset((one, other)), weight) for one, other, weight in found)


def _open_nearness(text: str, vector: Vectors, index: CourseIndex) -> float:
    """Return the cosine of the nearest sentence that stands in no assignment."""
    scores = index.best_sentence(Query(text, vector, ()))
    outside = np.array([c.document.kind != "assignment" for c in index.chunks], dtype=bool)
    return float(scores[outside].max()) if outside.any() else 0.0


def shared_rarity(asked: Set[str], there: Set[str], rarity: Callable[[str], float]) -> float:
    """Return the share of rare words that the two texts have in common (0 to 1)."""
    whole = sum(map(rarity, asked)) + sum(map(rarity, there))
    return 2 * sum(map(rarity, asked & there)) / whole if whole else 0.0


def _values(text: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for name, value in _VALUE.findall(text):
        found.setdefault(name, set()).add(value)
    for word, mark in _MARK.findall(text):
        role = "start" if _START.match(word) else word
        found.setdefault(role, set()).add(mark)
    return {name: frozenset(said) for name, said in found.items()}


def _value(match: re.Match[str]) -> int:
    said = next(value for value in match.groupdict().values() if value is not None)
    return read_number(said)


def _of(items: Sequence[AssignmentItem], sheet: int, number: int) -> Match | None:
    for item in items:
        if item.sheet == sheet and item.number == str(number):
            return Match(item=item, by="number", score=1.0)
    return None
