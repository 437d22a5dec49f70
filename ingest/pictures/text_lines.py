"""From words in their places to lines of text, indented where they are a program's."""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import yaml

_SIGNS = yaml.safe_load(Path(__file__).with_name("misread_signs.yaml").read_text("utf-8"))
_PLAIN = str.maketrans(_SIGNS["plain"])
_MISREAD: dict[str, str] = _SIGNS["digits"]
_LOST = re.compile(
    rf"(?<=[-+*/=<>(,\d] )[{re.escape(''.join(_MISREAD))}](?=$|[\s),:])"
    rf"|(?<=\d)[{re.escape(''.join(_MISREAD))}](?=\d)"
)
_SAME_SHAPE: str = _SIGNS["same_shape"]
_TWICE = re.compile(
    "|".join(rf"\b{each}{each.upper()}\b|\b{each.upper()}{each}\b" for each in _SAME_SHAPE)
)
_BLOCK = re.compile(_SIGNS["block"])
_SAME_LINE = 0.5  # share of the smaller height by which two words of a line overlap
_LEVEL = 1.5  # letters: further right than this is a level deeper
_WIDE_GAP = 2.5  # letters: a column of a table ends
_EMPTY_LINE = 1.6  # times the usual step from line to line
_INDENT = "    "


@dataclass(frozen=True, slots=True, kw_only=True)
class WordInPlace:
    """A word as it was read, with its box in any unit, y downwards."""

    x0: float
    y0: float
    x1: float
    y1: float
    text: str


def text_of_words(words: Iterable[WordInPlace]) -> str:
    """Return the lines from top to bottom; those of a program are indented by their depth."""
    lines = _lines(list(words))
    if not lines:
        return ""
    letter = _width_of_letter(lines)
    texts = [_line_text(line, letter) for line in lines]
    if any(_BLOCK.search(text) for text in texts):
        depths = _depths([line[0].x0 for line in lines], letter)
        texts = [_INDENT * depth + text for depth, text in zip(depths, texts, strict=True)]
    return _one_case("\n".join(_with_gaps(texts, lines)))


def _lines(words: list[WordInPlace]) -> list[list[WordInPlace]]:
    """Group words that stand at the same height, whatever block OCR has put them into."""
    lines: list[list[WordInPlace]] = []
    for word in sorted(words, key=lambda word: (word.y0 + word.y1, word.x0)):
        line = max(lines[-3:], key=lambda line: _shared(line, word), default=None)
        if line is not None and _shared(line, word) >= _SAME_LINE:
            line.append(word)
        else:
            lines.append([word])
    inked = (sorted(line, key=lambda word: word.x0) for line in lines)
    kept = [line for line in inked if any(sign.isalnum() for word in line for sign in word.text)]
    return sorted(kept, key=lambda line: statistics.median(word.y0 + word.y1 for word in line))


def _shared(line: Sequence[WordInPlace], word: WordInPlace) -> float:
    nearest = min(line, key=lambda other: abs(other.x0 - word.x0))
    overlap = min(nearest.y1, word.y1) - max(nearest.y0, word.y0)
    smaller = min(nearest.y1 - nearest.y0, word.y1 - word.y0)
    return overlap / smaller if smaller > 0 else 0.0


def _width_of_letter(lines: Sequence[Sequence[WordInPlace]]) -> float:
    widths = [
        (word.x1 - word.x0) / len(word.text)
        for line in lines
        for word in line
        if len(word.text) > 1
    ]
    return statistics.median(widths) if widths else 1.0


def _line_text(line: Sequence[WordInPlace], letter: float) -> str:
    parts = [line[0].text]
    for before, word in zip(line, line[1:], strict=False):
        gap = (word.x0 - before.x1) / letter
        parts += ["   " if gap > _WIDE_GAP else " ", word.text]
    return _with_plain_signs("".join(parts))


def _with_gaps(texts: Sequence[str], lines: Sequence[Sequence[WordInPlace]]) -> list[str]:
    """Return the lines with an empty one where the sheet leaves about as much room."""
    middles = [statistics.median(word.y0 + word.y1 for word in line) / 2 for line in lines]
    steps = [after - before for before, after in pairwise(middles)]
    usual = statistics.median(steps) if steps else 0.0
    out = [texts[0]]
    for step, text in zip(steps, texts[1:], strict=True):
        out += ["", text] if step > _EMPTY_LINE * usual else [text]
    return out


def _one_case(text: str) -> str:
    """Write a letter that stands for a number in the case in which it mostly stands.

    OCR tells X from x by its height alone, and writes both where it is in doubt.
    """
    single = _TWICE.sub(lambda found: found.group()[0].lower(), text)
    for small in _SAME_SHAPE:
        alone = re.compile(rf"(?<![A-Za-z]){small}(?![A-Za-z])", re.IGNORECASE)
        found = [each.group() for each in alone.finditer(single)]
        if found.count(small) > found.count(small.upper()):
            single = alone.sub(small, single)
    return single


def _with_plain_signs(text: str) -> str:
    """Write signs as a keyboard does, and a digit where a letter cannot stand."""
    return _LOST.sub(lambda found: _MISREAD[found.group()], text.translate(_PLAIN))


def _depths(starts: Sequence[float], letter: float) -> list[int]:
    """Return each line's depth: one deeper than the nearest line above that is left of it."""
    open_at: list[float] = []
    depths = []
    for start in starts:
        while open_at and start < open_at[-1] - _LEVEL * letter / 2:
            open_at.pop()
        if not open_at or start > open_at[-1] + _LEVEL * letter:
            open_at.append(start)
        depths.append(len(open_at) - 1)
    return depths
