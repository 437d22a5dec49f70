"""From paragraphs to sentences, word for word, each with its lines on the page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ingest.headings_and_exercises import Paragraph
from ingest.readers.pdf import Word
from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.values import Box, SourceSentence

_WORD_LISTS = read_word_lists(Path(__file__).with_name("text_words.yaml"))
_END = re.compile(r"(?P<stop>[.!?…。！？][)\]”’\"'»」』]*)(?P<note>(?<!\d\.)\d{1,2})?$")
_STARTS = re.compile(
    r"^[(\[“‘„\"'«•*©®™¿¡「『]*[\dA-ZÀ-ÞΑ-Ω(\[“‘„•©®→\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
)
# Chinese and Japanese set no space after a full stop, nor between words.
_FULL_STOP = re.compile(r"(?<=[。！？])(?=[^。！？」』）)])")
_SPACELESS = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")
_ORDINAL = re.compile(r"^(?:\d{1,2}|[a-z])\.$")
_WITH_ORDINALS = frozenset({"de"})  # languages that write "am 3. Mai", "z. B."
_WORD = re.compile(r"[^\W\d_]{2,}")
# "1The president" of a footnote, not "2D arrays" and "3SAT".
_NOTE_MARK = re.compile(r"^\d{1,2}(?=[A-Z][a-z]|[AI] )")
_INITIAL = re.compile(r"^[(“]*[A-Z]\.$")


@dataclass(frozen=True, slots=True)
class _Placed:
    word: Word
    page: int
    paragraph: int
    line: int
    is_shown: bool = False


def place_sentences(
    parts: Sequence[Paragraph],
    vocabulary: frozenset[str],
    *,
    figures: bool = False,
    language: str = "en",
) -> list[SourceSentence]:
    """Return the sentences of paragraphs that run on into each other.

    `vocabulary` holds the document's words that occur in lower case: a word broken at the end of a
    line is joined without its hyphen unless only the hyphenated form occurs elsewhere. With
    `figures`, rows of a table that hold only letters and numbers count as well.
    """
    placed = [
        _Placed(piece, part.page, part.number, number, number in part.displays)
        for part in parts
        for number, line in enumerate(part.lines)
        for word in line.words
        for piece in _at_full_stops(word)
    ]
    items = {part.number for part in parts if part.item}
    found = (_sentence(words, vocabulary) for words in _cut(placed, vocabulary, language))
    return [
        replace(sentence, is_point=sentence.paragraph in items)
        for sentence in found
        if figures or _WORD.search(sentence.text)
    ]


def merge_paragraphs(parts: Sequence[Paragraph]) -> Iterator[list[Paragraph]]:
    """Group paragraphs so that a sentence that continues on the next page stays whole.

    Footnotes and captions between the two halves come after them.
    """
    waiting: list[Paragraph] = []
    flow: list[Paragraph] = []
    for part in parts:
        if part.small:
            waiting.append(part)
            continue
        goes_on = (
            flow
            and flow[-1].is_open
            and flow[-1].headings == part.headings
            and 0 <= part.page - flow[-1].page <= 1
            and part.text[:1].islower()
        )
        if goes_on:
            flow.append(part)
            continue
        if flow:
            yield flow
        yield from ([note] for note in waiting)
        waiting = []
        flow = [part]
    if flow:
        yield flow
    yield from ([note] for note in waiting)


def _at_full_stops(word: Word) -> Iterator[Word]:
    """Cut a run of Chinese or Japanese after its full stops, its width shared by the letters."""
    pieces = _FULL_STOP.split(word.text)
    width = (word.x1 - word.x0) / max(1, len(word.text))
    x0 = word.x0
    for piece in pieces:
        x1 = word.x1 if piece is pieces[-1] else x0 + width * len(piece)
        yield replace(word, text=piece, x0=x0, x1=x1)
        x0 = x1


def _cut(
    placed: Sequence[_Placed], vocabulary: frozenset[str], language: str
) -> Iterator[list[_Placed]]:
    ordinals = language in _WITH_ORDINALS
    own = _WORD_LISTS.get(f"abbreviations_{language}", frozenset())
    abbreviations = _WORD_LISTS["abbreviations"] | own
    start = 0
    for index, item in enumerate(placed):
        after = placed[index + 1] if index + 1 < len(placed) else None
        before = placed[start : index + 1]
        # "Lemma 3." and "(a)" belong to the sentence that they number.
        spaceless = any(_SPACELESS.search(p.word.text) for p in before)
        numbers = not spaceless and sum(bool(_WORD.search(p.word.text)) for p in before) < 2
        numbers = numbers or (ordinals and bool(_ORDINAL.match(item.word.text)))
        if after is None or _ends_display(item, after):
            ends = True
        else:
            is_short = item.word.text.lower().lstrip("([“\"'„") in abbreviations
            ends = not (numbers or is_short) and _is_end(
                item.word.text, after.word.text, vocabulary
            )
        if ends:
            yield list(before)
            start = index + 1


def _ends_display(item: _Placed, after: _Placed) -> bool:
    """Whether a display is over, and what follows does not go on with its sentence."""
    return item.is_shown and not after.is_shown and after.word.text[:1].isupper()


def _is_end(text: str, after: str, vocabulary: frozenset[str]) -> bool:
    if len(text) < 2 or not _END.search(text) or not _STARTS.match(after):
        return False
    # "in T. At least" ends a sentence, "J. Kruskal" does not: `At` is a word of the text.
    return not _INITIAL.match(text) or re.sub(r"\W", "", after).lower() in vocabulary


def _sentence(words: Sequence[_Placed], vocabulary: frozenset[str]) -> SourceSentence:
    prose = [item for item in words if not item.is_shown]
    return SourceSentence(
        text=_text(words, vocabulary),
        boxes=tuple(_boxes(words)),
        paragraph=words[0].paragraph,
        prose=_text(prose, vocabulary) if prose and len(prose) < len(words) else None,
    )


def _text(words: Sequence[_Placed], vocabulary: frozenset[str]) -> str:
    text = ""
    for index, item in enumerate(words):
        piece = item.word.text
        last = index + 1 == len(words)
        if last:
            piece = _END.sub(lambda m: m["stop"], piece)
        broken = not last and _new_line(item, words[index + 1]) and piece.endswith("-")
        if broken and len(piece) > 1 and words[index + 1].word.text[:1].islower():
            text += _joined(piece, words[index + 1].word.text, vocabulary)
        elif broken:
            text += piece
        else:
            joined = last or _is_spaceless(piece[-1:], words[index + 1].word.text[:1])
            text += piece + ("" if joined else " ")
    return _NOTE_MARK.sub("", text)


def _is_spaceless(before: str, after: str) -> bool:
    return bool(_SPACELESS.match(before) and _SPACELESS.match(after))


def _new_line(a: _Placed, b: _Placed) -> bool:
    return (a.page, a.paragraph, a.line) != (b.page, b.paragraph, b.line)


def _joined(before: str, after: str, vocabulary: frozenset[str]) -> str:
    """Return the first half of a broken word, with or without its hyphen."""
    stem = re.sub(r"[^\w-]", "", before).lower()
    tail = re.sub(r"[^\w-]", "", after).lower()
    hyphenated, plain = stem + tail, stem[:-1] + tail
    return before if hyphenated in vocabulary and plain not in vocabulary else before[:-1]


def _boxes(words: Sequence[_Placed]) -> Iterator[Box]:
    start = 0
    for index in range(1, len(words) + 1):
        if index == len(words) or _new_line(words[index - 1], words[index]):
            row = [item.word for item in words[start:index]]
            yield Box(
                page=words[start].page,
                x0=round(min(w.x0 for w in row), 1),
                y0=round(min(w.y0 for w in row), 1),
                x1=round(max(w.x1 for w in row), 1),
                y1=round(max(w.y1 for w in row), 1),
            )
            start = index
