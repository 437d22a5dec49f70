"""The name of an item in its student's short hand, written out: "A2/2", "3 of the third sheet".

All who read a message then find "assignment 2 item 2". What names no item that the course has stays
as it was typed: "A2/2" may be a quotient.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Final, Literal

from tutor_app.domain.lexicon import ORDINALS, SMALL_NUMBERS, read_number, read_word_lists
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.tracing.reading.algorithm_names import name_algorithm

Kind = Literal["sheet", "lecture", "item", "count", "number", "ordinal", "join", "other"]

_WORDS: Final = read_word_lists(Path(__file__).with_name("item_names.yaml"))
_KINDS: Final[tuple[tuple[str, Kind], ...]] = (
    ("sheets", "sheet"),
    ("lectures", "lecture"),
    ("items", "item"),
    ("counts", "count"),
    ("joins", "join"),
)
_GLUED: Final[dict[str, Kind]] = {"a": "sheet", "l": "lecture", "q": "item"}
_TOKEN: Final = re.compile(r"\d+(?:st|nd|rd|th)\b|\d+|[^\W\d_]+|[^\w\s]|_")
_APART: Final = frozenset("./-_:#(")  # between two bare numbers, sheet and item: "A2/2", "hw 1.4"
_FIGURE: Final = re.compile(r"[\s.]*(?:no\.?|number|nr\.?|\#)?\s*\d")
_CALCULATES: Final = re.compile(r"\s*[-+*/^=<>≤≥·×]\s*[\w(]|\w|[.,]\d")
_TO_IT: Final = re.compile(
    rf"\W*(?:(?:{'|'.join(sorted(_WORDS['to_it']))})\s+)+(\d{{1,2}})\s*[:)]", re.I
)
_WRITTEN: Final = re.compile(
    r"\b(?:(?:assignment|lecture) \d+ )?(?:item|exercise) \d+[,:.]?", re.IGNORECASE
)
_LETTER: Final = re.compile(r"\s+[A-Za-z]\b")
_LEAST_WORD: Final = 4  # letters of a word that tells a sheet by what it says of itself
_OF: Final = frozenset(("of", "from", "on", "in"))
_MOST_ITEM: Final = 40


@dataclass(frozen=True, slots=True)
class _NamePart:
    kind: Kind
    word: str
    start: int
    end: int

    @property
    def value(self) -> int:
        return read_number(re.sub(r"(?<=\d)\D+$", "", self.word))


def with_names_written_out(text: str, book: AssignmentBook, at_hand: str | None) -> str:
    """Return the message with the item that it names in short written out.

    `at_hand` is the item that the conversation is at, if it is at one.
    """
    for name, start, end in _names(text, book):
        item = book.named(name)
        if item is None:
            continue
        if name in text.casefold():
            return text
        # "exercise 1 I guess" would name its part (i).
        return f"{text[:start]}{name}{',' * bool(_LETTER.match(text, end))}{text[end:]}"
    found = _TO_IT.match(text) if at_hand is not None else None
    if found is not None and book.named(f"item {found[1]}", at_hand) is not None:
        return f"{text[: found.start(1)]}item {text[found.start(1) :]}"
    return text


def without_written_name(text: str) -> str:
    """Return a message without the name of an item as it is written out."""
    return _WRITTEN.sub(" ", text)


def _names(text: str, book: AssignmentBook) -> Iterator[tuple[str, int, int]]:
    """Yield what may be the name of an item, with the place in the text that it stands at."""
    tokens = _tokens_of(text)
    for is_other, group in groupby(tokens, key=lambda one: one.kind == "other"):
        part = [*group]
        if is_other:
            continue
        while part and part[0].kind == "join":
            part = part[1:]
        while part and part[-1].kind == "join":
            part = part[:-1]
        before = [one for one in tokens if one.end <= part[0].start] if part else []
        yield from _name_in(part, before, text, book)


def _name_in(
    part: Sequence[_NamePart], before: Sequence[_NamePart], text: str, book: AssignmentBook
) -> Iterator[tuple[str, int, int]]:
    """Yield the name that stands in a row of words of names, numbers and what joins them."""
    homes = [one for one in part if one.kind in ("sheet", "lecture")]
    items = [one for one in part if one.kind == "item"]
    items = items or [one for one in part if one.kind == "count"]
    numbers = [one for one in part if one.kind in ("number", "ordinal")]
    if not numbers:
        return
    end = max(part[-1].end, numbers[-1].end)
    if numbers[-1] is part[-1] and numbers[-1].kind == "number" and _CALCULATES.match(text, end):
        return
    if not homes:
        third = len(numbers) == 2 and numbers[1].kind == "ordinal" and not items and not before
        of_it = _OF & {one.word for one in part}  # "1 first, then 3" names nothing
        if third and of_it and text[end : end + 1] in ":;,":
            yield _written("sheet", numbers[1], numbers[0]), part[0].start, end
        return
    home = homes[0]
    if len(numbers) == 1:
        yield from _with_one_number(home, numbers[0], bool(items), part, before, text, book)
        return
    of_home = _number_of(home, part, numbers[:2])
    other = next(one for one in numbers[:2] if one is not of_home)
    if not items and not _stands_apart(of_home, other, home, part, text):
        return
    last = max(other.end, of_home.end, home.end, *(one.end for one in items[:1]))
    yield _written(home.kind, of_home, other), part[0].start, last


def _with_one_number(  # noqa: PLR0913  (all that stands around it)
    home: _NamePart,
    number: _NamePart,
    has_item: bool,
    part: Sequence[_NamePart],
    before: Sequence[_NamePart],
    text: str,
    book: AssignmentBook,
) -> Iterator[tuple[str, int, int]]:
    """Yield a name of which the sheet is told by its own words, or the item by its algorithm."""
    if home.kind != "sheet":
        return
    sheets = {item.sheet for item in book.items if item.sheet}
    if has_item and before:
        word = before[-1].word.casefold()
        about = {sheet for sheet in sheets if word in _opening(sheet, book)}
        if len(word) >= _LEAST_WORD and len(about) == 1:
            name = f"assignment {about.pop()} item {number.value}"
            yield name, before[-1].start, part[-1].end
        return
    algorithm = name_algorithm(text)
    if has_item or algorithm is None:
        return
    same = [
        item
        for item in book.items
        if item.sheet == number.value and name_algorithm(item.statement) == algorithm
    ]
    if len(same) == 1:
        name = f"assignment {number.value} item {same[0].number}"
        yield name, min(home.start, number.start), max(home.end, number.end)


def _opening(sheet: int, book: AssignmentBook) -> set[str]:
    """Return the words that a sheet says of itself above its items."""
    document = next(item.document for item in book.items if item.sheet == sheet)
    chunks = [one for one in book.index.chunks if one.document == document and not one.exercise]
    said = (
        [*chunks[0].headings[:1], *(one.text for one in chunks[0].sentences[:2])] if chunks else []
    )
    return {word.casefold() for word in re.findall(r"[^\W\d_]+", " ".join(said))}


def _number_of(
    home: _NamePart, part: Sequence[_NamePart], numbers: Sequence[_NamePart]
) -> _NamePart:
    """Return the number of the sheet: an ordinal before its word, else the first one behind it."""
    at = part.index(home)
    back = [one for one in part[:at] if one.kind not in ("join", "count")][-1:]
    if back and back[0].kind == "ordinal":
        return back[0]
    behind = [one for one in part[at + 1 :] if one.kind not in ("join", "count")][:1]
    if behind and behind[0] in numbers:
        return behind[0]
    return numbers[-1] if numbers[-1].start < home.start else numbers[0]


def _stands_apart(
    of_home: _NamePart, other: _NamePart, home: _NamePart, part: Sequence[_NamePart], text: str
) -> bool:
    """Whether a bare number beside a sheet is surely its item: "A2/2", "hw 1.4:"."""
    if home.kind != "sheet":
        return False
    if other.start < home.start:
        behind = text[max(of_home.end, home.end) :].lstrip()[:1]
        return other is part[0] and behind in (":", ";", ",", "", ")")
    between = text[of_home.end : other.start].strip()
    if between and set(between) <= _APART and len(between) == 1:
        return True
    return not between and text[other.end :].lstrip()[:1] in (":", ";", ",", ")")


def _written(kind: str, home: _NamePart, item: _NamePart) -> str:
    of_sheet, of_item = ("lecture", "exercise") if kind == "lecture" else ("assignment", "item")
    return f"{of_sheet} {home.value} {of_item} {item.value}"


def _tokens_of(text: str) -> list[_NamePart]:
    found: list[_NamePart] = []
    for match in _TOKEN.finditer(text):
        word, glued = match[0].casefold(), text[match.end() : match.end() + 1].isdecimal()
        kind: Kind = next((kind for name, kind in _KINDS if word in _WORDS[name]), "other")
        if word in _WORDS["ordinary"] and not _FIGURE.match(text, match.end()):
            kind = "other"  # "as long as", "the set of all"
        if glued and word in _GLUED:
            kind = _GLUED[word]
        elif word in SMALL_NUMBERS[1:11]:
            names = bool(found) and found[-1].kind in ("sheet", "lecture", "item", "count")
            kind = "number" if names else "other"  # "the cheapest one"
        elif word.isdecimal():
            kind = "number" if int(word) <= _MOST_ITEM else "other"
        elif word in ORDINALS or word[0].isdecimal():
            kind = "ordinal"
        if "\n" in text[found[-1].end : match.start()] if found else False:
            found.append(
                _NamePart("other", "", match.start(), match.start())
            )  # a line is a message
        found.append(_NamePart(kind, match[0].casefold(), match.start(), match.end()))
    return found
