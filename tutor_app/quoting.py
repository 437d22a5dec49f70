"""The answer as a quotation: which sentences of which paragraphs, chosen by code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from tutor_app.continuation import what_follows
from tutor_app.cues import cue
from tutor_app.retrieval.course_index import CourseIndex, Query
from tutor_app.retrieval.stages import min_max
from tutor_app.retrieval.stored import PlacedParagraph
from tutor_app.retrieval.text import tokens
from tutor_app.values import Box, Marked, Passage, Quote, SourceSentence

MAX_PARAGRAPHS = 3
MAX_SENTENCES = 4
MAX_PARAGRAPH = 1000  # characters shown of one paragraph
# Chosen on the dev questions (docs/benchmarks.md): shares of the passage's own score, of the
# sentence's cosine and of the query's rare words in it.
_PASSAGE, _SENTENCE, _WORDS = 1.0, 1.0, 0.3
# A sentence this far below the best one adds more to read than to know.
_MARGIN = 0.7
_BEGINS = re.compile(r"^[^\w]{0,4}(\([a-z]\)\s*)?[A-Z0-9“‘\"(]")
_ENDS = re.compile(r"[.!?:][)\]”’\"']*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much an answer may show: paragraphs, and sentences marked in them all together."""

    paragraphs: int = MAX_PARAGRAPHS
    sentences: int = MAX_SENTENCES


DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class _Candidate:
    passage: Passage
    sentence: SourceSentence
    order: tuple[int, int, float, float]  # where it stands: paragraph, page, y, x
    score: float

    @property
    def paragraph(self) -> tuple[str, int]:
        return self.passage.chunk.document.id, self.sentence.paragraph


def choose_quotes(
    query: Query,
    passages: Sequence[Passage],
    index: CourseIndex,
    limits: Limits = DEFAULT_LIMITS,
) -> list[Quote]:
    """Return the paragraphs to show, the nearest first, with one to four sentences marked."""
    candidates = sorted(_candidates(query, passages, index), key=_by_score, reverse=True)
    if not candidates:
        return []
    near = [c for c in candidates if c.score >= candidates[0].score - _MARGIN]
    chosen: dict[tuple[str, int], list[_Candidate]] = {}
    taken: set[str] = set()
    # The best sentence of each of the best paragraphs, then what they say more.
    for more in (False, True):
        for candidate in near:
            new = candidate.paragraph not in chosen
            full = len(taken) == limits.sentences or (new and len(chosen) == limits.paragraphs)
            if full or new == more or candidate.sentence.text in taken:
                continue
            chosen.setdefault(candidate.paragraph, []).append(candidate)
            taken.add(candidate.sentence.text)
    groups = _in_reading_order(list(chosen.values()))
    return [_quote(group, index) for group in groups]


def _candidates(
    query: Query, passages: Sequence[Passage], index: CourseIndex
) -> Iterable[_Candidate]:
    rarity = {word: index.rarity(word) for word in set(query.words)}
    whole = sum(rarity.values()) or 1.0
    best = max((p.scores.final or 0.0 for p in passages), default=1.0) or 1.0
    rows = []
    for passage in passages:
        scores = index.scores_in_context(passage.chunk, query)
        for number, sentence in enumerate(passage.chunk.sentences):
            if is_prose(sentence.text) or is_whole_point(sentence):
                words = sum(rarity.get(word, 0.0) for word in set(tokens(sentence.text))) / whole
                rows.append((passage, sentence, float(scores[number]), words))
    if not rows:
        return
    near = min_max(np.array([row[2] for row in rows]))
    shared = min_max(np.array([row[3] for row in rows]))
    for (passage, sentence, _, _), cosine, words in zip(rows, near, shared, strict=True):
        share = (passage.scores.final or 0.0) / best
        score = _PASSAGE * share + _SENTENCE * float(cosine) + _WORDS * float(words)
        score += cue(query.text, sentence.text, in_exercise=passage.chunk.exercise is not None)
        yield _Candidate(passage, sentence, _place(sentence), score)


def _place(sentence: SourceSentence) -> tuple[int, int, float, float]:
    first = sentence.boxes[0]
    return sentence.paragraph, first.page, first.y0, first.x0


def _by_score(candidate: _Candidate) -> float:
    return candidate.score


def is_whole_point(sentence: SourceSentence) -> bool:
    """True for a point of a slide that says something by itself."""
    return sentence.is_point and sum(word[:1].isalpha() for word in sentence.text.split()) >= 4


def is_prose(text: str) -> bool:
    """True for a whole sentence: not a line of pseudocode, a formula or a torn caption."""
    words = text.split()
    return len(words) >= 4 and bool(_BEGINS.match(text)) and bool(_ENDS.search(text))


def _in_reading_order(groups: list[list[_Candidate]]) -> list[list[_Candidate]]:
    """Put the best paragraph first; the others follow as they stand in the course."""
    for group in groups:
        group.sort(key=lambda candidate: candidate.order)
    first, rest = groups[:1], groups[1:]
    rest.sort(key=lambda g: (g[0].passage.chunk.document.name, g[0].order))
    same_section = {(g[0].passage.chunk.document.id, g[0].passage.chunk.headings) for g in groups}
    if len(same_section) == 1:
        return sorted(groups, key=lambda group: group[0].order)
    return first + rest


def _quote(group: Sequence[_Candidate], index: CourseIndex) -> Quote:
    passage = group[0].passage
    chunk = passage.chunk
    paragraph = index.paragraph(*group[0].paragraph)
    marked = tuple(Marked(text=c.sentence.text, boxes=c.sentence.boxes) for c in group)
    text, crop = _clipped(paragraph, marked)
    below = what_follows(paragraph, chunk.document.id, index)
    return Quote(
        passage_id=chunk.id,
        document_id=chunk.document.id,
        document_name=chunk.document.name,
        kind=chunk.document.kind,
        page=paragraph.box.page,
        headings=chunk.headings,
        paragraph=text,
        below="\n".join(part.text for part in below),
        crops=tuple(_crops(crop, marked, [part.box for part in below])),
        marked=marked,
        by_ocr=chunk.by_ocr,
    )


def _clipped(paragraph: PlacedParagraph, marked: Sequence[Marked]) -> tuple[str, Box]:
    """Return the paragraph's text and rectangle; of a long one the part around the marks."""
    if len(paragraph.text) <= MAX_PARAGRAPH:
        return paragraph.text, paragraph.box
    text = " ".join(mark.text for mark in marked)[:MAX_PARAGRAPH]
    boxes = [box for mark in marked for box in mark.boxes if box.page == paragraph.box.page]
    start, end = paragraph.text.find(marked[0].text), paragraph.text.find(marked[-1].text)
    # A sentence that goes on elsewhere stands here only with its beginning.
    end = end + len(marked[-1].text) if end >= 0 else len(paragraph.text)
    if 0 <= start < end <= start + MAX_PARAGRAPH:
        start = max(0, min(start, end - MAX_PARAGRAPH + 200))
        text = _whole_words(paragraph.text, start, start + MAX_PARAGRAPH)
    y0, y1 = min(box.y0 for box in boxes), max(box.y1 for box in boxes)
    whole = paragraph.box
    return text, Box(page=whole.page, x0=whole.x0, y0=y0, x1=whole.x1, y1=y1)


def _whole_words(text: str, start: int, end: int) -> str:
    """Return the part of a text without the words that its ends cut in two."""
    if start > 0 and text[start - 1] != " ":
        start = text.index(" ", start) + 1
    if end < len(text) and text[end] != " ":
        end = text.rindex(" ", start, end)
    return text[start:end].strip()


def _crops(paragraph: Box, marked: Sequence[Marked], below: Sequence[Box]) -> Iterable[Box]:
    """Yield what to picture: the paragraph, with a sentence's end below a formula and what it
    leads in; then what goes on in the next column or over the page's end."""
    boxes = [box for mark in marked for box in mark.boxes] + list(below)
    with_it = [
        box
        for box in boxes
        if box.page == paragraph.page
        and box.y0 > paragraph.y0 - 1
        and box.x0 < paragraph.x1
        and box.x1 > paragraph.x0
    ]
    yield _around([paragraph, *with_it])
    rest = [box for box in boxes if box not in with_it]
    for page in sorted({box.page for box in rest}):
        yield _around([box for box in rest if box.page == page])


def _around(boxes: Sequence[Box]) -> Box:
    return Box(
        page=boxes[0].page,
        x0=min(box.x0 for box in boxes),
        y0=min(box.y0 for box in boxes),
        x1=max(box.x1 for box in boxes),
        y1=max(box.y1 for box in boxes),
    )
