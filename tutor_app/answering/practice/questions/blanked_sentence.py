"""A sentence of the course with one of its terms left out, and what fills the gap."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tutor_app.answering.course_map.map_values import Term
from tutor_app.answering.course_map.term_words import term_words
from tutor_app.domain.lexicon import SMALL_WORDS
from tutor_app.retrieval.search_terms import stem

BLANK = "____"
_HYPHENS = ("-", "‐", "–")
_WORD = re.compile(r"[^\W_]+[*+#]*(?![^\W_])|[^\W_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankedSentence:
    """`text` has "____" in place of the term; `accepted` fills it, the course's own name first."""

    text: str
    accepted: tuple[str, ...]
    begins: bool


@dataclass(frozen=True, slots=True)
class _WordOfSentence:
    start: int
    end: int
    key: str


def blank_term(
    sentence: str, term: Term, abbreviations: Mapping[str, str]
) -> BlankedSentence | None:
    """Return the sentence without the term; None where what is left gives it away.

    `abbreviations` are the course's, in small letters, with what they stand for: those of the term
    are left out as well, and fill the gap. Of "a heuristic is admissible if" the property is left
    out.
    """
    text = " ".join(sentence.split())
    words = [
        _WordOfSentence(m.start(), m.end(), (term_words(m[0]) or [""])[0])
        for m in _WORD.finditer(text)
    ]
    short = [
        name for name, spelled in abbreviations.items() if term_words(spelled) == [*term.words]
    ]
    whole = _whole(words, term.words)
    if any(_is_in_compound(text, span) for span in whole):
        return None  # the depth of "depth-first" is another one
    if whole:
        abbreviated = [(w.start, w.end) for w in words if w.key in short]
        accepted: tuple[str, ...] = (term.name, *(name.upper() for name in short))
        blanks = sorted([*whole, *abbreviated])
    else:
        blanks = _part(words, term.words)
        accepted = (*(text[a:b] for a, b in blanks[:1]), term.name)
    if not blanks or _gives_away(words, blanks, term.words):
        return None
    return BlankedSentence(
        text=_without(text, blanks),
        accepted=tuple(dict.fromkeys(accepted)),
        begins=_leads(words, blanks),
    )


def _whole(words: Sequence[_WordOfSentence], key: tuple[str, ...]) -> list[tuple[int, int]]:
    size = len(key)
    found = [
        (words[at].start, words[at + size - 1].end)
        for at in range(len(words) - size + 1)
        if tuple(word.key for word in words[at : at + size]) == key
    ]
    return [span for n, span in enumerate(found) if n == 0 or span[0] >= found[n - 1][1]]


def _is_in_compound(text: str, span: tuple[int, int]) -> bool:
    start, end = span
    return text[end : end + 1] in _HYPHENS or text[max(0, start - 1) : start] in _HYPHENS


def _part(words: Sequence[_WordOfSentence], key: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return where the word stands that says the property, or a word of the term's stem."""
    said = [word for word in words if stem(word.key) == stem(key[0])]
    others = {word.key for word in words}
    return [(w.start, w.end) for w in said] if len(said) == 1 and {*key[1:]} <= others else []


def _gives_away(
    words: Sequence[_WordOfSentence], blanks: Sequence[tuple[int, int]], key: tuple[str, ...]
) -> bool:
    """Whether a word beside the gap is one of the term's, its last one apart."""
    left = {
        stem(word.key)
        for word in words
        if not any(start <= word.start < end for start, end in blanks)
    }
    telling = key[:-1] or key
    return any(stem(word) in left for word in telling if len(word) > 1 and word not in SMALL_WORDS)


def _leads(words: Sequence[_WordOfSentence], blanks: Sequence[tuple[int, int]]) -> bool:
    """Whether the sentence begins with the term, an article apart: it says something of it."""
    before = [word for word in words if word.start < blanks[0][0]]
    return len(before) <= 1


def _without(text: str, blanks: Sequence[tuple[int, int]]) -> str:
    left, at = "", 0
    for start, end in blanks:
        left, at = f"{left}{text[at:start]}{BLANK}", end
    return left + text[at:]
