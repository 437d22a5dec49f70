"""What a question in a model's words must pass before a student sees it. No model judges here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final, Literal

from tutor_app.answering.key_terms import (
    COMMON_WORDS,
    COUNTED_LOOSELY,
    shown_text,
    stems,
    terms,
)
from tutor_app.domain.lexicon import NUMBER_WORDS, SUPPOSING, TASK_VERBS
from tutor_app.domain.values import Quote
from tutor_app.retrieval.vocabulary import english_ranks

MOST_WORDS = 35
# Of the terms of both questions together, the share that may be common to both; and how many
# words in a row may be the student's. Follow-ups on a topic share its words, so neither is low.
MOST_SHARED = 0.5
LONGEST_RUN = 6
# Of a question's terms, the share that must stand in the quotes: a small model falls back on the
# worked examples of its prompt.
LEAST_GROUNDED = 0.4

FailedCheck = Literal[
    "not the JSON asked for",
    "not one question",
    "too long",
    "names no term of the quotes",
    "mostly about something else",
    "the student's question again",
    "a number that is not in the quotes",
    "a name that is not in the quotes",
    "something said twice",
    "not one sentence",
    "a formula that is not in the quotes",
    "a quotation that is not in the quotes",
    "leans on nothing",
    "not supported by its passage",
    "a number that no quote has",
    "something that a locked solution says",
]
NOT_VERIFIED: Final = "not verified"  # of what a call of verification does not support

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_POWER = re.compile(r"\^(\d+)")
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
# "one" is seldom a number. "twelve" vouches for 12, from 21 on only figures do for figures.
_FIGURES = {word: str(value) for word, value in NUMBER_WORDS.items() if word != "one"}
_IN_WORDS = {value: word for word, value in NUMBER_WORDS.items() if value <= 20 and word != "one"}
_FIGURES |= {"hundred": "100", "thousand": "1,000", "million": "1,000,000", "trillion": ""}
# At the start of a sentence a capital tells nothing; these endings are seldom those of a name.
COMMON_ENGLISH = 2000  # rank: among words that are more common, names are rare
_ORDINARY_ENDING = re.compile(r"(ing|ed|ly|[ts]ion|ity|ness|ment|[ae]nc[ey]|ive|ther|[^'’]s)$")


@dataclass(frozen=True, slots=True)
class QuestionFailure:
    """A check that a question did not pass, and the words that it failed on, if any."""

    check: FailedCheck
    detail: str = ""


def check_question(text: str, asked: str, quotes: Sequence[Quote]) -> QuestionFailure | None:
    """Return the first check that `text` fails beside the `quotes`, None if it passes all.

    `asked` is the student's question.
    """
    shown = " ".join(shown_text(quote) for quote in quotes)
    if not re.fullmatch(r"[^?]*[^?\s]\?", text) or re.search(r"[.!]\s", text):
        return QuestionFailure("not one question")
    if len(text.split()) > MOST_WORDS:
        return QuestionFailure("too long")
    if _repeats(text, asked):
        return QuestionFailure("the student's question again")
    said = terms(text)
    if not said & stems(shown):
        return QuestionFailure("names no term of the quotes")
    if len(said & stems(shown)) < LEAST_GROUNDED * len(said):
        return QuestionFailure("mostly about something else")
    if number := stray_number(text, f"{shown} {asked}"):
        return QuestionFailure("a number that is not in the quotes", number)
    if name := stray_name(text, shown):
        return QuestionFailure("a name that is not in the quotes", name)
    if twice := said_twice(text):
        return QuestionFailure("something said twice", twice)
    return None


def _repeats(text: str, asked: str) -> bool:
    said, known = terms(text), terms(asked)
    if (said and said <= known) or len(said & known) > MOST_SHARED * len(said | known):
        return True
    return bool(_runs(text, LONGEST_RUN) & _runs(asked, LONGEST_RUN))


def _runs(text: str, length: int) -> set[tuple[str, ...]]:
    words = [word.casefold() for word in re.findall(r"\w+", text)]
    return {tuple(words[at : at + length]) for at in range(len(words) - length + 1)}


def stray_number(text: str, shown: str) -> str | None:
    """Return the first number of `text`, in figures or words, that `shown` does not have.

    A power counts as what it is of: "n^2" is "n²". "Two parts" is a way of speaking.
    """
    text, shown = (_POWER.sub(_superscript, each) for each in (text, shown))
    known = set(_NUMBER.findall(shown)) | {word.casefold() for word in _WORD.findall(shown)}
    for number in _NUMBER.findall(text):
        in_words = _IN_WORDS.get(int(number), "") if number.isdecimal() else ""
        if number not in known and in_words not in known:
            return str(number)
    words = _WORD.findall(text.casefold())
    for word, after in zip_longest(words, words[1:], fillvalue=""):
        figures = None if after in COUNTED_LOOSELY else _FIGURES.get(word)
        if figures is not None and not known & {word, figures}:
            return word
    return None


def _superscript(power: re.Match[str]) -> str:
    return power[1].translate(_RAISED)


def stray_name(text: str, shown: str, *, statement: bool = False) -> str | None:
    """Return the first capitalised word of `text` that `shown` does not have.

    Of a `statement`, an ordinary first word passes; a question's first word is `What` or its like.
    """
    known = {_bare(word) for word in _WORD.findall(shown)}
    exact = set(_WORD.findall(shown))
    for position, word in enumerate(_WORD.findall(text)):
        if word == word.lower():
            continue
        if position == 0 and _is_ordinary(word, statement=statement):
            continue
        if word in exact or (len(word) > 1 and _bare(word) in known):
            continue
        return str(word)
    return None


def _is_ordinary(word: str, *, statement: bool) -> bool:
    """Whether the first word of a sentence has its capital from its place alone."""
    if _bare(word) in COMMON_WORDS or english_ranks().get(word.casefold(), COMMON_ENGLISH) < (
        COMMON_ENGLISH
    ):
        return True
    tells_to = word.casefold() in TASK_VERBS | SUPPOSING  # "Suppose that …", "Compare …"
    return statement and (tells_to or _ORDINARY_ENDING.search(word) is not None)


def _bare(word: str) -> str:
    """Without case, plural and possessive, so that `Dijkstra's` is `Dijkstra`."""
    return re.sub(r"['’].*", "", word.casefold()).removesuffix("s")


def said_twice(text: str, length: int = 3) -> str | None:
    """Return `length` words in a row, or one, that `text` says twice."""
    words = [word.casefold() for word in re.findall(r"\w+", text)]
    seen: set[tuple[str, ...]] = set()
    for at in range(len(words) - length + 1):
        run = tuple(words[at : at + length])
        if run in seen:
            return " ".join(run)
        seen.add(run)
    repeated = re.search(r"\b(\w+) \1\b", text.casefold())  # "b, b" are two items of a list
    return None if repeated is None else repeated[0]
