"""The words of a story, the student's calculations in it told apart."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tutor_app.domain.lexicon import NUMBER_WORDS, read_word_lists

WORDS: Final = read_word_lists(Path(__file__).with_name("chance_words.yaml"))
LONGEST: Final = 2_000  # characters that are read
# A run of figures and signs is the student's work, and no part of the story.
_WORK: Final = re.compile(
    r"(?:(?:=\s*)?[(\[]?\s*\d[\d\s.,()%]*[-=/*×·⋅+−^≈÷:!][-\s\d.,()=/*×·⋅+−^≈÷%!C]*)"
    r"|=\s*[\d.,]+%?|\d+ ?%|\d*\.\d+"
)
_OF_CHANCE: Final = re.compile(r"\bp(?:r|rob)?\s*\(([^()]*[a-z]{3}[^()]*)\)", re.I)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’/-][^\W\d_]+)*|\d+(?:st|nd|rd|th)?|[.,;:?!=\n]")
_COMPARED: Final = (
    ("<=", "at most"), (">=", "at least"), ("≤", "at most"), ("≥", "at least"),
    ("=>", ";"), ("->", ";"), ("<", "less than"), (">", "more than"),
)  # fmt: skip
_SIGNS: Final = tuple("-−–+*/·×")
CUT: Final = ";"
WORK: Final = "="  # in place of a calculation
BREAKS: Final = frozenset(".;?!:,\n=")


def words_of(text: str) -> list[str]:
    """Return the words and breaks of a story, without the calculations in it."""
    plain = text[:LONGEST].replace("’", "'")
    for sign, told in _COMPARED:
        plain = plain.replace(sign, f" {told} ")
    plain = _WORK.sub(f" {WORK} ", _OF_CHANCE.sub(_chance_told, plain))
    return [singular(each) for each in _WORD.findall(plain.casefold())]


def _chance_told(found: re.Match[str]) -> str:
    """Return P(red, red) in words."""
    inside = found[1].replace(",", " then ")
    before, behind = found.string[: found.start()].rstrip(), found.string[found.end() :].lstrip()
    if before[-1:] in _SIGNS or behind[:1] in _SIGNS:  # a part of a formula
        line = re.split(r"[.;?!\n]", before)[-1]
        return f" {WORK} " if "=" in line else f" {CUT} probability formula {CUT} "
    return f" {CUT} probability {inside} {CUT} "


def singular(word: str) -> str:
    if word == "dice" or len(word) < 4 or word.endswith("ss") or not word.endswith("s"):
        return word
    return {"sixes": "six", "boxes": "boxes", "bags": "bags", "urns": "urns", "jars": "jars"}.get(
        word, word[:-1] if word not in ("less", "does", "goes", "puts", "this") else word
    )


def number_in(word: str) -> int | None:
    """Return the whole number that a word or figures say."""
    if word.isdecimal():
        return int(word) if len(word) < 5 else None
    return NUMBER_WORDS.get(word)
