"""Words of another language in English, word by word: what is asked is then found, if in no order.

The course is searched with terms, and answers name terms; both are few in any subject. A word is
known in any ending (Snowball's stems), several words before one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

import snowballstemmer

from tutor_app.domain.data_files import read_yaml
from tutor_app.domain.normal_form import without_accents

_HERE: Final = Path(__file__).parent
_WORD: Final = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_SNOWBALL: Final[Mapping[str, str]] = {"de": "german"}
_LONGEST: Final = 4  # words of a term
_NAME: Final = 2  # letters of a word that may be a node's name
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})  # as they are typed without
_ENDS: Final = re.compile(r"\s*(?:[.,;:!?()|\n]|$)")  # of a clause, behind a word
_CHANGED: Final = 3  # letters: a longer word may have an ending
_PLURAL: Final = 5  # letters of a stem from where on an n is one: Nachbarn


@dataclass(frozen=True, slots=True, kw_only=True)
class InEnglish:
    """A text in English words; `unread` are its words that have none, as they were written."""

    text: str
    unread: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InWords:
    """A stretch of a text that is a term, from its first letter to behind its last."""

    start: int
    end: int
    english: str


@dataclass(frozen=True, slots=True)
class _Glossary:
    """English by what is said: of terms, and of all words; a term's words as stems.

    `at_end` is that of a word with which its clause ends, `together` what English words come to.
    """

    terms: Mapping[tuple[str, ...], str]
    all: Mapping[tuple[str, ...], str]
    at_end: Mapping[str, str]
    together: tuple[tuple[re.Pattern[str], str], ...]


def in_english_words(text: str, language: str) -> InEnglish:
    """Return a text with each known word, or words, in English; the others stay as they are."""
    glossary = _read(language)
    found = list(_stretches(text, glossary.all, language))
    said, place = "", 0
    for term in found:
        alone = glossary.at_end.get(_plain(text[term.start : term.end]))
        ends = alone is not None and _ENDS.match(text, term.end)
        said += text[place : term.start] + (alone or "" if ends else term.english)
        place = term.end
    said += text[place:]
    for form, instead in glossary.together:
        said = form.sub(instead, said)
    unread = tuple(
        word[0]
        for word in _WORD.finditer(text)
        if len(word[0]) > _NAME and not any(term.start <= word.start() < term.end for term in found)
    )
    return InEnglish(text=re.sub(r"[ \t]{2,}", " ", said).strip(), unread=unread)


@lru_cache(maxsize=4_096)
def statement_in_english(text: str, language: str) -> str:
    """Return what a course's material says, as a language's glossary has it in English words."""
    return in_english_words(text, language).text if _file(language) else text


def terms_in(text: str, language: str) -> list[InWords]:
    """Return the terms of a text that have an English name here."""
    return list(_stretches(text, _read(language).terms, language))


def is_term(text: str, language: str) -> bool:
    """Whether a text is terms and nothing else."""
    terms = terms_in(text, language)
    words = list(_WORD.finditer(text))
    return bool(words) and all(
        any(term.start <= word.start() < term.end for term in terms) for word in words
    )


@cache
def words_translated(language: str) -> frozenset[str]:
    """Return the single words, as written in small letters, that have an English one."""
    told = _file(language)
    parts = (told.get(name, {}) for name in ("terms", "words", "at_end"))
    ways = (way for part in parts for ways in part.values() for way in ways)
    return frozenset(word for way in ways for word in _WORD.findall(way.casefold()))


@cache
def words_of_both(language: str) -> frozenset[str]:
    """Return the words that are said in a language and in English, and so tell neither."""
    told = _file(language).get("both", {})
    return frozenset(word for ways in told.values() for word in ways)


def _stretches(text: str, known: Mapping[tuple[str, ...], str], language: str) -> Iterator[InWords]:
    words = list(_WORD.finditer(text))
    plain = [_plain(word[0]) for word in words]
    stems = [_stem(word, language) for word in plain]
    at = 0
    while at < len(words):
        size, english = _longest(plain[at:], stems[at:], known)
        if size and not _is_name(words[at][0], size):
            yield InWords(words[at].start(), words[at + size - 1].end(), english)
        at += size or 1


def _longest(
    plain: list[str], stems: list[str], known: Mapping[tuple[str, ...], str]
) -> tuple[int, str]:
    """Return how many words from the first on are one that is known, and its English."""
    for size in range(min(_LONGEST, len(plain)), 0, -1):
        for said in (tuple(plain[:size]), tuple(stems[:size])):
            if said in known:
                return size, known[said]
    return 0, ""


def _is_name(word: str, size: int) -> bool:
    """Whether a word alone is a letter that names a node, or two that name an edge: "AB"."""
    return size == 1 and (len(word) == 1 or (len(word) == _NAME and word.isupper()))


def _plain(word: str) -> str:
    return word.casefold().replace("ß", "ss").replace("’", "'")


def _stem(plain: str, language: str) -> str:
    if len(plain) <= _CHANGED:
        return plain
    stem = without_accents(_stemmer(language).stemWord(plain))
    return stem.removesuffix("n") if len(stem) > _PLURAL else stem


@cache
def _read(language: str) -> _Glossary:
    told = _file(language)
    terms = {
        tuple(_stem(word, language) for word in way): english
        for english, way in _pairs(told.get("terms", {}))
    }
    words = {way: english for english, way in _pairs(told.get("words", {}))}
    at_end = {way[0]: english for english, way in _pairs(told.get("at_end", {}))}
    together = tuple((re.compile(form), to) for form, to in told.get("together", {}).items())
    return _Glossary(terms, {**terms, **words}, at_end, together)


def _pairs(told: Mapping[str, list[str]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for english, ways in told.items():
        for way in ways:
            for written in dict.fromkeys((way, way.translate(_UMLAUTS))):
                yield english, tuple(map(_plain, _WORD.findall(written)))


@cache
def _file(language: str) -> Mapping[str, Mapping[str, Any]]:
    file = _HERE / f"words_{language}.yaml"
    if language not in _SNOWBALL or not file.exists():
        return {}
    told: Mapping[str, Mapping[str, Any]] = read_yaml(file)
    return told


@cache
def _stemmer(language: str) -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer(_SNOWBALL[language])
