"""What code checks in a model's sentence before it is verified and shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tutor_app.answering.key_terms import shown_text, terms
from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.normal_form import normal_form
from tutor_app.domain.values import Quote
from tutor_app.models.duties.question_checks import (
    QuestionFailure,
    said_twice,
    stray_name,
    stray_number,
)

MOST_WORDS = 35
# Share of the content words of two sentences together from which on one says the other again.
SAME = 0.8
# "at distance k … at distance k" is no repetition in a sentence that compares two things.
REPEATED_RUN = 5
LEANS: Final = "leans on nothing"
_LEANING = read_word_lists(Path(__file__).with_name("leaning_words.yaml"))["begins"]
_ENDS_INSIDE = re.compile(r"(?<!\bDr)(?<!\bFig)(?<!\bvs)[.!?]\s+[A-Z]")
_FORMULA = re.compile(r"\bO\s?\((?:[^()]|\([^()]*\))*\)")
_QUOTED = re.compile(r"[“\"„«]([^“”\"„«»]+)[”\"“»]")
_COMPOUND = re.compile(r"[^\W\d_]{2,}(?:-[^\W\d_]{2,})+")
# `a` and `i` are words; `d` and `s` stand after an apostrophe.
_LETTER = re.compile(r"(?<![\w’'-])[b-hj-z](?![\w’'-])")


def check_statement(
    text: str, quotes: Sequence[Quote], said: Sequence[str], asked: str = ""
) -> QuestionFailure | None:
    """Return the first check that `text` fails beside the `quotes`, None if it passes all.

    `said` are the sentences that the tutor has said in this answer, `asked` the student's words:
    their numbers and names may be taken up, and quoted. How much a sentence shares with the quotes
    does not decide: it is verified beside them.
    """
    shown = " ".join(shown_text(quote) for quote in quotes)
    return _wrong_form(text) or _stray(text, shown, asked) or _said_again(text, said)


def leans(text: str) -> bool:
    """Whether a sentence goes on from the one before it, without which it hangs in the air."""
    return normal_form(text).split()[0].strip(",:’'") in _LEANING


def _wrong_form(text: str) -> QuestionFailure | None:
    if not re.search(r"[.!][”\"’)]*$", text) or _ENDS_INSIDE.search(text):
        return QuestionFailure("not one sentence")
    return QuestionFailure("too long") if len(text.split()) > MOST_WORDS else None


def _stray(text: str, shown: str, asked: str) -> QuestionFailure | None:
    """Return what the sentence names that the quotes do not."""
    for quoted in _QUOTED.findall(text):
        if normal_form(quoted).strip(" .,;") not in normal_form(f"{shown} {asked}"):
            return QuestionFailure("a quotation that is not in the quotes", f"“{quoted}”")
    known = _as_formula(shown)
    for formula in _FORMULA.findall(text):
        if _as_formula(formula) not in known:
            return QuestionFailure("a formula that is not in the quotes", formula)
    if number := stray_number(text, f"{shown} {asked}"):
        return QuestionFailure("a number that is not in the quotes", number)
    if name := stray_name(text, f"{shown} {asked}", statement=True) or _stray_term(text, shown):
        return QuestionFailure("a name that is not in the quotes", name)
    return None


def _as_formula(text: str) -> str:
    """One way of writing: "O(n^2)" and "O(n ²)" are the same."""
    return normal_form(text).replace(" ", "").replace("^", "")


def _stray_term(text: str, shown: str) -> str | None:
    """Return a node's letter, or a compound such as `depth-first`, that only `text` has."""
    letters = set(_LETTER.findall(shown))
    compounds = {_joined(word) for word in _COMPOUND.findall(normal_form(shown))}
    for letter in _LETTER.findall(text):
        if letter not in letters:
            return str(letter)
    for word in _COMPOUND.findall(normal_form(text)):
        if _joined(word) not in compounds and _joined(word) not in _joined(normal_form(shown)):
            return str(word)
    return None


def _said_again(text: str, said: Sequence[str]) -> QuestionFailure | None:
    if twice := said_twice(text, REPEATED_RUN):
        return QuestionFailure("something said twice", twice)
    content = terms(text)
    for earlier in said:
        both = content | terms(earlier)
        if len(content & terms(earlier)) >= SAME * len(both):
            return QuestionFailure("something said twice", earlier)
    return None


def _joined(text: str) -> str:
    return text.replace("-", "").replace(" ", "")
