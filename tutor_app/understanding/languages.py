"""A question in another language than the course's: what to say if nothing was found for it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path

from tutor_app.domain.data_files import read_yaml
from tutor_app.domain.lexicon import SMALL_WORDS
from tutor_app.domain.normal_form import normal_form
from tutor_app.retrieval.search_terms import tokens
from tutor_app.retrieval.text_language import CJK, search_words
from tutor_app.retrieval.vocabulary import english_ranks
from tutor_app.wording.catalogue import phrase

_LEAST = 2  # small words of a language; one may be a name
_WORD = 3  # letters: a shorter one may be a name in English as well
_FILE = Path(__file__).with_name("languages.yaml")
_LANGUAGES: Mapping[str, Mapping[str, str]] = read_yaml(_FILE)
_SMALL_WORDS = {
    name: frozenset(language["small_words"].split())
    for name, language in _LANGUAGES.items()
    if "small_words" in language
}
_SCRIPTS = {
    "CJK": "zh",
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "HANGUL": "ko",
    "CYRILLIC": "ru",
    "ARABIC": "ar",
}
NOT_IN_YOUR_LANGUAGE = phrase("answers_declined.not_in_your_language", "in_your_language")


def in_another_language(text: str, knows: Callable[[str], bool]) -> str | None:
    """Return the reply to a message in a language that the course does not use; None elsewhere.

    `knows` says whether a content word occurs in the course. The reply is in the message's
    language, and in English.
    """
    language = _language(text, knows)
    if language is None:
        return None
    return NOT_IN_YOUR_LANGUAGE(in_your_language=_LANGUAGES[language]["reply"])


def language_of_small_words(text: str) -> str | None:
    """Return the language that a text's small words, or its script, tell; None for English."""
    return _language(text, lambda _: False)


def _language(text: str, knows: Callable[[str], bool]) -> str | None:
    letters = [unicodedata.name(ch, "").split()[0] for ch in text if ch.isalpha()]
    for script in _SCRIPTS:
        count = sum(name.startswith(script) for name in letters)
        if count and count * 2 > len(letters):
            words = (
                search_words(text, _SCRIPTS[script]) if _SCRIPTS[script] in CJK else tokens(text)
            )
            used = any(knows(word) for word in words if not word.isascii())
            kana = any(name in ("HIRAGANA", "KATAKANA") for name in letters)
            return None if used else "ja" if kana else _SCRIPTS[script]
    said = set(re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", normal_form(text)))
    found = {name: said & small for name, small in _SMALL_WORDS.items()}
    language = max(found, key=lambda name: len(found[name]))
    hits = found[language]
    # Names of edges are small words somewhere: "without bc: ce 4, de makes 11, all edges checked".
    english = {word for word in said - hits if len(word) >= _WORD and word in english_ranks()}
    if len(hits) < max(_LEAST, len(said & SMALL_WORDS) + 1, len(english)):
        return None
    if any(knows(stem) for word in hits for stem in tokens(word)):
        return None
    return language
