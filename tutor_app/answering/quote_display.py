"""A chosen paragraph as it is shown: its text, its pictures, its list, and what follows it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tutor_app.answering.context_expansion import (
    Whole,
    code_before,
    complete,
    is_code,
    pieces_of,
    read_on,
)
from tutor_app.answering.figures import figure_of
from tutor_app.answering.question_features import asks_for_code, asks_for_more, asks_for_steps
from tutor_app.domain.values import Box, Chunk, MarkedSentence, Quote, SourceSentence
from tutor_app.retrieval.index_files import PlacedParagraph
from tutor_app.retrieval.search_terms import tokens

if TYPE_CHECKING:
    from tutor_app.retrieval.course_index import CourseIndex, Query

MAX_PARAGRAPH = 1000  # characters shown of one paragraph
MOST_OPEN = 2  # quotes: what more there is waits behind a button
# Chosen on the dev questions (docs/experiments.md): how far behind the best paragraph another one
# is of use beside it, and the share of the question's words, by rarity, that only it has.
_AS_GOOD = 0.2
_ADDS = 0.3
_LEADS_ON = re.compile(r"(?:[^.!?;][)\]”\"']*|:)$")
_GAP = 12.0  # points: a display stands in it
_TALLEST_DISPLAY = 250.0
_AIR = 4.0  # points above a paragraph that belong to nothing
_HEADING = 36.0  # the same with a heading in them


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenParagraph:
    """A paragraph with the sentences that answer; `pieces` as `pieces_of` has them."""

    chunk: Chunk
    pieces: tuple[PlacedParagraph, ...]
    marked: tuple[MarkedSentence, ...]
    score: float

    @property
    def document_id(self) -> str:
        return self.chunk.document.id


def show(question: str, chosen: Sequence[ChosenParagraph], index: CourseIndex) -> list[Quote]:
    """Return the quotes of an answer, in the given order; none repeats another."""
    shown = {(one.document_id, part.number) for one in chosen for part in one.pieces}
    wholes = []
    for one in chosen:
        whole = _apart(complete(one.pieces, one.document_id, index), one, shown)
        shown |= {(one.document_id, number) for number in whole.numbers}
        wholes.append(whole)
    quotes = [_quote(one, whole, index) for one, whole in zip(chosen, wholes, strict=True)]
    best = max(range(len(chosen)), key=lambda place: chosen[place].score)
    for place in sorted(range(len(chosen)), key=lambda place: -chosen[place].score):
        one = chosen[place]
        taken = {number for document_id, number in shown if document_id == one.document_id}
        onward = read_on(wholes[place], one.document_id, index, taken)
        shown |= {(one.document_id, part.number) for part in onward}
        opened = place == best and asks_for_more(question)
        quotes[place] = _going_on(
            question, quotes[place], one, wholes[place], onward, index, opened=opened
        )
    return quotes


def show_sentences(told: Sequence[tuple[Chunk, SourceSentence]], index: CourseIndex) -> list[Quote]:
    """Return a quote for each sentence: its paragraph, with the sentence marked."""
    return show_paragraphs([[one] for one in told], index)


def show_paragraphs(
    told: Sequence[Sequence[tuple[Chunk, SourceSentence]]], index: CourseIndex, question: str = ""
) -> list[Quote]:
    """Return a quote for each group of sentences of one paragraph, with these marked."""
    chosen = [
        ChosenParagraph(
            chunk=group[0][0],
            pieces=pieces_of(group[0][0].document.id, group[0][1].paragraph, index),
            marked=tuple(
                MarkedSentence(text=one.text, boxes=one.boxes)
                for _, one in sorted(group, key=lambda each: _in_order(each[1]))
            ),
            score=1.0,
        )
        for group in told
    ]
    return show(question, chosen, index) if chosen else []


def _in_order(sentence: SourceSentence) -> tuple[int, int, float]:
    first = sentence.boxes[0]
    return sentence.paragraph, first.page, first.y0


def _apart(whole: Whole, one: ChosenParagraph, shown: set[tuple[str, int]]) -> Whole:
    """Leave out of a paragraph's list what is quoted on its own, and what lies beyond that."""
    above: list[PlacedParagraph] = []
    for part in whole.above:
        above = [] if (one.document_id, part.number) in shown else [*above, part]
    below: list[PlacedParagraph] = []
    for part in whole.below:
        if (one.document_id, part.number) in shown:
            break
        below.append(part)
    return replace(whole, above=tuple(above), below=tuple(below))


def _quote(one: ChosenParagraph, whole: Whole, index: CourseIndex) -> Quote:
    chunk = one.chunk
    text, boxes = _clipped(whole.pieces, one.marked)
    marks = [box for mark in one.marked for box in mark.boxes]
    around = [*(p.box for p in whole.above), *boxes, *marks, *(p.box for p in whole.below)]
    last = (whole.below or whole.pieces)[-1]
    if len(text) == len(_joined(whole.pieces)):
        around += _display_below(last, chunk.document.id, index)
    return Quote(
        passage_id=chunk.id,
        document_id=chunk.document.id,
        document_name=chunk.document.name,
        kind=chunk.document.kind,
        page=one.marked[0].boxes[0].page,
        headings=chunk.headings,
        above=_lines(whole.above),
        paragraph=text,
        below=_lines(whole.below),
        crops=tuple(_crops(around)),
        marked=one.marked,
        by_ocr=chunk.by_ocr,
        origin=chunk.origin,
    )


def _going_on(  # noqa: PLR0913  (one step of showing, with all that it looks at)
    question: str,
    quote: Quote,
    one: ChosenParagraph,
    whole: Whole,
    onward: Sequence[PlacedParagraph],
    index: CourseIndex,
    *,
    opened: bool,
) -> Quote:
    """Add what the section says next, and the figure that the quote points to."""
    said = " ".join(mark.text for mark in one.marked)
    text = quote.paragraph if asks_for_steps(question) else said
    figure = figure_of(text, one.document_id, one.pieces[-1].number, index)
    parts = list(onward)
    crops = list(onward_crops(quote, onward, index))
    if figure is not None and not any(_covers(crop, figure[1]) for crop in (*quote.crops, *crops)):
        parts.insert(0, figure[0])
        crops.insert(0, figure[1])
    elif opened and asks_for_code(question) and not any(map(is_code, parts)):
        code = code_before(whole, one.document_id, index)
        parts = [*code, *parts]
        crops = [*_crops([part.box for part in code]), *crops]
    return replace(quote, onward=_lines(parts), onward_crops=tuple(crops), onward_open=opened)


def onward_crops(
    quote: Quote, onward: Sequence[PlacedParagraph], index: CourseIndex
) -> Iterator[Box]:
    """Yield the pictures of what follows, with the formulas and figures between its paragraphs."""
    if not onward:
        return
    runs: list[list[Box]] = []
    numbers = [part.number for part in onward]
    for place, part in enumerate(onward):
        follows = place > 0 and not _passed_over(numbers[place - 1], part.number, quote, index)
        if follows:
            runs[-1].append(part.box)
        else:
            runs.append([part.box])
    first, last = quote.crops[-1], onward[0].box
    if first.page == last.page and first.y1 < last.y0 < first.y1 + _TALLEST_DISPLAY:
        # What stands between the quote and this belongs to one of them.
        runs[0].insert(0, replace(last, y0=first.y1 + 2, y1=last.y0))
    runs[-1] += _display_below(onward[-1], quote.document_id, index)
    for run in runs:
        yield from _crops(run)


def _passed_over(before: int, after: int, quote: Quote, index: CourseIndex) -> bool:
    """True if running text stands between two paragraphs: it is quoted elsewhere."""
    between = (index.find_paragraph(quote.document_id, n) for n in range(before + 1, after))
    return any(part is not None and not part.small for part in between)


def _clipped(
    pieces: Sequence[PlacedParagraph], marked: Sequence[MarkedSentence]
) -> tuple[str, list[Box]]:
    """Return the paragraph's text and rectangles; of a long one the part around the marks."""
    whole = _joined(pieces)
    if len(whole) <= MAX_PARAGRAPH:
        return whole, [piece.box for piece in pieces]
    text = " ".join(mark.text for mark in marked)[:MAX_PARAGRAPH]
    start, end = whole.find(marked[0].text), whole.find(marked[-1].text)
    # A sentence that goes on elsewhere stands here only with its beginning.
    end = end + len(marked[-1].text) if end >= 0 else len(whole)
    if 0 <= start < end <= start + MAX_PARAGRAPH:
        start = max(0, min(start, end - MAX_PARAGRAPH + 200))
        text = _whole_words(whole, start, start + MAX_PARAGRAPH)
    boxes = [box for mark in marked for box in mark.boxes]
    return text, [_widened(box, pieces) for box in boxes]


def _widened(line: Box, pieces: Sequence[PlacedParagraph]) -> Box:
    for piece in pieces:
        if _covers(piece.box, line):
            return replace(line, x0=piece.box.x0, x1=piece.box.x1)
    return line


def _whole_words(text: str, start: int, end: int) -> str:
    """Return the part of a text without the words that its ends cut in two."""
    if start > 0 and text[start - 1] != " ":
        start = text.index(" ", start) + 1
    if end < len(text) and text[end] != " ":
        end = text.rindex(" ", start, end)
    return text[start:end].strip()


def _joined(pieces: Sequence[PlacedParagraph]) -> str:
    return " ".join(piece.text for piece in pieces)


def _lines(parts: Iterable[PlacedParagraph]) -> str:
    return "\n".join(part.text for part in parts)


def _display_below(last: PlacedParagraph, document_id: str, index: CourseIndex) -> list[Box]:
    """Return the place of a formula or of code that the end of a paragraph introduces."""
    after = index.find_paragraph(document_id, last.number + 1)
    if after is None or not _LEADS_ON.search(last.text) or after.box.page != last.box.page:
        return []
    here, there = (index.chunk_at(document_id, part.number) for part in (last, after))
    headed = here is None or there is None or here.headings != there.headings
    gap = after.box.y0 - last.box.y1 - (_HEADING if headed else _AIR)
    if not _GAP < gap < _TALLEST_DISPLAY or after.box.x0 > last.box.x1:
        return []
    return [replace(last.box, y0=last.box.y1, y1=last.box.y1 + gap)]


def _crops(boxes: Sequence[Box]) -> Iterator[Box]:
    """Yield what to picture: one part of each page, or of each column, in reading order."""
    groups: list[list[Box]] = []
    for box in boxes:
        for group in groups:
            if _same_column(_around(group), box):
                group.append(box)
                break
        else:
            groups.append([box])
    for group in groups:
        yield _around(group)


def _same_column(one: Box, other: Box) -> bool:
    return one.page == other.page and one.x0 < other.x1 and other.x0 < one.x1


def _covers(one: Box, other: Box) -> bool:
    return _same_column(one, other) and one.y0 - 1 <= (other.y0 + other.y1) / 2 <= one.y1 + 1


def _around(boxes: Sequence[Box]) -> Box:
    return Box(
        page=boxes[0].page,
        x0=min(box.x0 for box in boxes),
        y0=min(box.y0 for box in boxes),
        x1=max(box.x1 for box in boxes),
        y1=max(box.y1 for box in boxes),
    )


def open_what_answers(
    query: Query, chosen: Sequence[ChosenParagraph], quotes: Sequence[Quote], index: CourseIndex
) -> list[Quote]:
    """Leave the first quote open, and one that answers about as well or has what it lacks.

    What says more of the same waits behind a button.
    """
    asked = {word: index.rarity(word) for word in set(query.words) if index.knows(word)}
    whole = sum(asked.values()) or 1.0
    told: set[str] = set()
    kept: list[Quote] = []
    for one, quote in zip(chosen, quotes, strict=True):
        new = (_said(quote) & asked.keys()) - told
        as_good = one.score >= chosen[0].score - _AS_GOOD
        adds = sum(asked[word] for word in new) / whole >= _ADDS
        opened = sum(not each.quiet for each in kept)
        is_open = opened == 0 or (opened < MOST_OPEN and (as_good or adds))
        told |= new if is_open else set()
        kept.append(replace(quote, quiet=not is_open))
    return kept


def _said(quote: Quote) -> set[str]:
    onward = quote.onward if quote.onward_open else ""
    parts = (*quote.headings[-1:], quote.above, quote.paragraph, quote.below, onward)
    return {word for part in parts for word in tokens(part)}
