"""The languages that a course is searched in: told by file, with their stop words and stems.

Stop words are those of the package stop-words, stems those of Snowball. Chinese, Japanese and
Korean set few or no spaces, so their text is searched by pairs of characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache

import snowballstemmer
from stop_words import get_stop_words

from tutor_app.domain.normal_form import without_accents
from tutor_app.retrieval.search_terms import LISTS, tokens

ENGLISH = "en"
_NAMES: Mapping[str, str] = {
    "en": "english",
    "de": "german",
    "fr": "french",
    "es": "spanish",
    "pt": "portuguese",
    "it": "italian",
}
CJK = frozenset({"zh", "ja", "ko"})
_CJK_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af々]+")
_KANA = re.compile(r"[\u3040-\u30ff]")
_HANGUL = re.compile(r"[\uac00-\ud7af]")
_WORD = re.compile(r"[^\W\d_]+")
_TOKEN = re.compile(r"[^\W_]+")
_LOOKED_AT = 40_000  # characters: a language shows long before
_CJK_SHARE = 0.2  # of the letters: programs and names in it are Latin
_FEWEST = 3  # small words
_CLEARLY = 1.5  # times as many as English has: English terms stand in every language's courses


def tell_language(text: str) -> str:
    """Return the language of a text, as "de"; English where it cannot be told."""
    text = text[:_LOOKED_AT]
    letters = sum(map(len, _WORD.findall(text)))
    spaceless = "".join(_CJK_RUN.findall(text))
    if letters and len(spaceless) > _CJK_SHARE * letters:
        if len(_HANGUL.findall(spaceless)) > len(spaceless) / 2:
            return "ko"
        return "ja" if len(_KANA.findall(spaceless)) > len(spaceless) / 10 else "zh"
    # A letter alone is a node, a variable, an item: it is no small word of any language.
    counts = Counter(word for word in _WORD.findall(_composed(text)) if len(word) > 1)
    said = {
        language: sum(count for word, count in counts.items() if word in small_words(language))
        for language in _NAMES
    }
    best = max(said, key=lambda language: said[language])
    sure = said[best] >= _FEWEST and said[best] > _CLEARLY * said[ENGLISH]
    return best if sure else ENGLISH


def language_of_question(text: str, languages: Collection[str]) -> str:
    """Return which of a course's languages a question is in: told if it can be, else the first.

    `languages` are those of the course, the most frequent first.
    """
    told = tell_language(text) if _CJK_RUN.search(text) else _short_language(text)
    if told in languages:
        return told
    return next(iter(languages), ENGLISH)


def search_words(text: str, language: str) -> list[str]:
    """Return the content words of a text as its language's rankings see them."""
    if language == ENGLISH:
        return tokens(text)
    if language in CJK:
        pairs = [pair for run in _CJK_RUN.findall(text) for pair in _pairs(run)]
        return pairs + tokens(_CJK_RUN.sub(" ", text))
    small = small_words(language)
    words = [word for word in _TOKEN.findall(_composed(text)) if word not in small]
    if (english := small_words(ENGLISH) & set(words)) and _short_language(text) == ENGLISH:
        words = [word for word in words if word not in english]
    return [without_accents(stem) for stem in _stemmer(language).stemWords(words)]


def question_words(text: str, language: str) -> list[str]:
    """Return the content words of a question, without what only says which answer it wants.

    "Hast du ein Beispiel zu Prim" is of Prim: what a course numbers is "Beispiel", too.
    """
    words = search_words(text, language)
    wishes = search_words(" ".join(LISTS.get(f"wishes_{language}", ())), language)
    return [word for word in words if word not in wishes]


def _pairs(run: str) -> list[str]:
    return [run[place : place + 2] for place in range(len(run) - 1)] or [run]


def _short_language(text: str) -> str:
    """Tell a question's language: a single small word may be all that it has."""
    words = set(_WORD.findall(_composed(text)))
    said = {language: len(words & small_words(language)) for language in _NAMES}
    best = max(said, key=lambda language: said[language])
    return best if said[best] > said[ENGLISH] else ENGLISH


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text).lower()


@cache
def small_words(language: str) -> frozenset[str]:
    return frozenset(get_stop_words(_NAMES[language]))


@cache
def _stemmer(language: str) -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer(_NAMES[language])
