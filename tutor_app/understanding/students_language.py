"""The language that a student writes in, where the tutor has sentences in it: replies are in it.

A course in English may be asked in German: what is quoted stays English, what the tutor says does
not. What tells nothing of a language ("B", "x = 3", "ok") is in that of the message before.
"""

from __future__ import annotations

import re
from typing import Final

from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import Session
from tutor_app.understanding.language_words import is_english, own_words
from tutor_app.understanding.languages import language_of_small_words
from tutor_app.wording.buttons import is_label
from tutor_app.wording.catalogue import LANGUAGE, languages

_WORD: Final = re.compile(
    r"(?<![^\W_])(?![A-Z]{2}(?![^\W\d_]))[^\W\d_]{2,}"
)  # 2ab, AB are products
_CODE: Final = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)
# "Könnten Sie mir …?", "mit Ihnen": a pasted sheet, "Führen Sie … durch", asks nothing of a tutor.
_FORMAL: Final = re.compile(r"\w\W+(?:Ihnen|Ihre[mnrs]?|Sie\b.*(?:\?|\b(?:mir|mich|bitte)\b))")
_CASUAL: Final = re.compile(r"\b(?:du|dir|dich|dein(?:e[mnrs]?)?)\b", re.I)
_REMEMBERED: Final = 4  # messages
_NONE: Final = frozenset[str]()


def language_spoken(text: str, session: Session) -> str:
    """Return the language in which a message is answered: the course's, if it is not English.

    In a course in English it is the student's, if that has sentences. A single word changes it only
    at the beginning: "stop" and "next" are said in every language, and so is "danke"; "ab" and "c"
    are nodes of what is on the table.
    """
    course = session.settings.language
    if course != LANGUAGE:
        return course
    first = ""  # what a single word told first
    nodes = _nodes_at_hand(session)
    for said in (text, *(one.question for one in reversed(session.before[-_REMEMBERED:]))):
        told, sure = _language_told(said, nodes)
        if told and sure:
            return told
        first = told or first
    return first or LANGUAGE


def says_formal_you(text: str, session: Session) -> bool:
    """Whether a student says "Sie" to the tutor, as they did last where this message tells none."""
    for said in (text, *(one.question for one in reversed(session.before))):
        if _CASUAL.search(said):
            return False
        if any(_FORMAL.search(one) for one in split_sentences(said)):
            return True
    return False


def _nodes_at_hand(session: Session) -> frozenset[str]:
    """Return the letters that name nodes of the run on the table."""
    graph = session.tracing.problem.graph if session.tracing is not None else None
    return frozenset(node.casefold() for node in graph.nodes if len(node) == 1) if graph else _NONE


def _language_told(text: str, nodes: frozenset[str]) -> tuple[str, bool]:
    """Return the language that the words of a text tell, and whether several do; "" for none.

    A word that is spelled of `nodes` tells nothing.
    """
    by_small_words = language_of_small_words(text)
    if by_small_words in languages():
        return by_small_words or "", True
    words = [word.casefold() for word in _WORD.findall(_CODE.sub(" ", text))]
    words = [word for word in words if not nodes.issuperset(word)]
    others = [one for one in languages() if one != LANGUAGE]
    known = {one: own_words(one) for one in others}
    english = sum(is_english(word, *others) for word in words)
    for language in others:
        if is_label(text, language):
            return language, True
        own = sum(word in known[language] for word in words)
        if own > english:
            return language, own > 1
    return (LANGUAGE, english > 1) if english else ("", False)
