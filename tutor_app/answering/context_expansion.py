"""What belongs to a quoted paragraph: its pieces, its list, what it introduces and what follows."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tutor_app.domain.values import Chunk
from tutor_app.retrieval.index_files import PlacedParagraph

if TYPE_CHECKING:
    from tutor_app.retrieval.course_index import CourseIndex

LONGEST = 1000  # characters of a paragraph and what follows it together
LONGEST_LIST = 2000  # the same where that is a list: its steps are of use together
LONGEST_ONWARD = 1200  # characters to read on
_CLOSING = 600  # more of them where the last paragraph leads something in
_LEADS_IN = re.compile(r":[)”\"']*$")
_ENDS = re.compile(r"[.!?:;][)\]”’\"']*$")
_GOES_ON = re.compile(r"[a-zß-ÿ.,;)]")
_FIRST_ITEM = re.compile(r"^\W{0,3}(?:[•–—▪◦]|\(?(?:1|a|i)[.)])\s")
_FIRST_NUMBER = re.compile(r"^\W{0,3}\(?(?:1|a|i)[.)]\s")
_ITEM = re.compile(r"^\W{0,3}(?:[•–—▪◦]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s")
_INDENT = 4.0  # points by which the text of an item stands in from its bullet
_BACK = 4  # paragraphs looked back for code
_CODE = re.compile(r"\b(?:for|while|if|else|return|do|then|end)\b")
_SAME_EDGE = 20.0  # points: more than the first line's indent, less than a display's


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """A paragraph with what it needs: the list it stands in, what it introduces.

    In reading order. `pieces` are one paragraph broken by a formula, a figure or the end of a page.
    """

    pieces: tuple[PlacedParagraph, ...]
    above: tuple[PlacedParagraph, ...] = ()
    below: tuple[PlacedParagraph, ...] = ()

    @property
    def numbers(self) -> frozenset[int]:
        return frozenset(part.number for part in (*self.above, *self.pieces, *self.below))


def pieces_of(document_id: str, number: int, index: CourseIndex) -> tuple[PlacedParagraph, ...]:
    """Return the pieces of one paragraph, in reading order."""
    text = _Text(document_id, index)
    found = [index.paragraph(document_id, number)]
    while (before := text.before(found[0])) and _continues(before, found[0]):
        found.insert(0, before)
    while (after := text.after(found[-1])) and _continues(found[-1], after):
        found.append(after)
    return tuple(found)


def complete(pieces: Sequence[PlacedParagraph], document_id: str, index: CourseIndex) -> Whole:
    """Return a paragraph with everything without which its point would be missing."""
    text = _Text(document_id, index)
    first, last = pieces[0], pieces[-1]
    if _ITEM.match(first.text) and not text.in_exercise(first):
        above, below = _items_before(first, text), list(_items_after(last, first, text))
        return _within(LONGEST_LIST, above, pieces, below)
    after = text.after(last)
    begins_list = after is not None and _FIRST_ITEM.match(after.text)
    if begins_list or _LEADS_IN.search(last.text):
        is_list = begins_list and not text.in_exercise(first)
        return _within(LONGEST_LIST if is_list else LONGEST, [], pieces, list(_led_in(last, text)))
    return Whole(pieces=tuple(pieces))


def read_on(
    whole: Whole, document_id: str, index: CourseIndex, shown: Collection[int]
) -> list[PlacedParagraph]:
    """Return what the section says next, up to about 1,200 characters.

    `shown` are the numbers of paragraphs that are quoted already, which are skipped.
    """
    text = _Text(document_id, index)
    found: list[PlacedParagraph] = []
    size = 0
    part = text.after((whole.below or whole.pieces)[-1])
    while part is not None:
        if part.number not in shown:
            open_end = bool(found) and not _is_whole(found[-1])
            if size + len(part.text) > LONGEST_ONWARD + _CLOSING * open_end:
                break
            found.append(part)
            size += len(part.text)
        part = text.after(part)
    return found


def code_before(whole: Whole, document_id: str, index: CourseIndex) -> tuple[PlacedParagraph, ...]:
    """Return the nearest lines of code above a paragraph in its section, on one page."""
    text = _Text(document_id, index)
    at: PlacedParagraph | None = (whole.above or whole.pieces)[0]
    for _ in range(_BACK):
        at = text.before(at) if at else None
        if at is not None and is_code(at):
            break
    found: list[PlacedParagraph] = []
    while at is not None and is_code(at) and (not found or at.box.page == found[0].box.page):
        found.insert(0, at)
        at = text.before(at)
    return tuple(found)


class _Text:
    """A document's running text around a paragraph, without footnotes, within one section."""

    def __init__(self, document_id: str, index: CourseIndex) -> None:
        self._id = document_id
        self._index = index

    def after(self, part: PlacedParagraph) -> PlacedParagraph | None:
        return self._next(part, 1)

    def before(self, part: PlacedParagraph) -> PlacedParagraph | None:
        return self._next(part, -1)

    def in_exercise(self, part: PlacedParagraph) -> bool:
        return self._exercise(part.number) is not None

    def _next(self, part: PlacedParagraph, step: int) -> PlacedParagraph | None:
        number = part.number + step
        while (found := self._index.find_paragraph(self._id, number)) and found.small:
            number += step
        if found is None or abs(found.box.page - part.box.page) > 1:
            return None
        return found if self._same_section(part.number, number) else None

    def _same_section(self, one: int, other: int) -> bool:
        here, there = self._chunk(one), self._chunk(other)
        if here is None or there is None:
            return here is there
        return here.headings == there.headings and self._exercise(one) == self._exercise(other)

    def _exercise(self, number: int) -> str | None:
        chunk = self._chunk(number)
        return chunk.exercise.split("(")[0] if chunk and chunk.exercise else None

    def _chunk(self, number: int) -> Chunk | None:
        """Return the chunk of a paragraph, or of the sentence whose end is all it holds."""
        while (found := self._index.chunk_at(self._id, number)) is None and number > 0:
            number -= 1
        return found


def _continues(before: PlacedParagraph, after: PlacedParagraph) -> bool:
    """True if the second piece is the rest of the first, below a formula or overleaf."""
    if _is_whole(before) or not _GOES_ON.match(after.text) or _ITEM.match(after.text):
        return False
    # Code below a colon begins with small letters too, but stands further in.
    same_page = before.box.page == after.box.page
    return not same_page or after.box.x0 - before.box.x0 < _SAME_EDGE


def is_code(part: PlacedParagraph) -> bool:
    """True for lines of code: they begin with small letters or names, and end no sentence."""
    return bool(_CODE.search(part.text)) and not _ENDS.search(part.text)


def _is_whole(part: PlacedParagraph) -> bool:
    return bool(_ENDS.search(part.text)) and not _LEADS_IN.search(part.text)


def _items_before(first: PlacedParagraph, text: _Text) -> list[PlacedParagraph]:
    """Return the items before this one, and the sentence that introduces the list."""
    found: list[PlacedParagraph] = []
    at = first
    while not _FIRST_NUMBER.match(at.text) and (part := text.before(at)):
        if not _belongs(part, first):
            return [part, *found]
        found.insert(0, part)
        at = part
    lead = text.before(at)
    return [lead, *found] if lead else found


def _items_after(
    last: PlacedParagraph, first: PlacedParagraph, text: _Text
) -> Iterator[PlacedParagraph]:
    part = text.after(last)
    while part and _belongs(part, first) and not _FIRST_NUMBER.match(part.text):
        yield part
        part = text.after(part)


def _belongs(part: PlacedParagraph, item: PlacedParagraph) -> bool:
    """True for another item of the list, and for text indented under one."""
    if _ITEM.match(part.text):
        return True
    return part.box.page == item.box.page and part.box.x0 > item.box.x0 + _INDENT


def _led_in(paragraph: PlacedParagraph, text: _Text) -> Iterator[PlacedParagraph]:
    """Yield what stands below a colon: the next paragraph, and more of a list or of code."""
    first = part = text.after(paragraph)
    while part is not None and first is not None:
        item = bool(_ITEM.match(first.text))
        of_list = item and _belongs(part, first)
        if not (part is first or of_list or not _ENDS.search(part.text)):
            return
        yield part
        part = text.after(part)


def _within(
    longest: int,
    above: list[PlacedParagraph],
    pieces: Sequence[PlacedParagraph],
    below: list[PlacedParagraph],
) -> Whole:
    """Leave out what is furthest from the paragraph if the whole is too long."""
    left = longest - sum(len(part.text) for part in pieces)
    kept_above: list[PlacedParagraph] = []
    for part in reversed(above):
        left -= len(part.text)
        if left < 0:
            break
        kept_above.insert(0, part)
    kept_below: list[PlacedParagraph] = []
    for part in below:
        left -= len(part.text)
        if left < 0:
            break
        kept_below.append(part)
    return Whole(pieces=tuple(pieces), above=tuple(kept_above), below=tuple(kept_below))
