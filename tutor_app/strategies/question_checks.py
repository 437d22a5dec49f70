"""What a question in a model's words must pass before a student sees it. No model judges here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tutor_app.values import Quote

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
    "the quotes again",
    "not supported by its passage",
]

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_COUNTS = (
    "zero . two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
).split()
_ROUND = {
    word: str(value)
    for word, value in zip(
        "thirty forty fifty sixty seventy eighty ninety hundred thousand million trillion".split(),
        (30, 40, 50, 60, 70, 80, 90, 100, "1,000", "1,000,000", ""),
        strict=True,
    )
}
# At the start of a sentence a capital tells nothing; these endings are seldom those of a name.
_ORDINARY_ENDING = re.compile(r"(ing|ed|ly|[ts]ion|ity|ness|ment|[ae]nc[ey]|ive|ther|[^'’]s)$")
# Words that are no term of any course, whatever a quote says.
_COMMON = frozenset(
    """
    a about above according across after again all also always am among an and another any are
    around as ask at away be because become becomes been before being below between both but by
    called can cannot case cases certain change changes choose consider could course describe
    described did different do does doing done each either enough even ever every example
    examples explain far few find first follow following follows for from further gets getting
    give given gives goes good had happen happened happens has have having help her here his
    how however idea if important in instead into is it its itself just keep kind know known
    last least less let like likely look made make makes making many may mean means might more
    most much must my name need needed needs never new next no non not nothing now of often on
    once one only or order other our out over own part particular possible put question quote
    quotes rather reason replace replaced result right role said same say see seen several
    shall she should show shown shows since so some something still such sure take takes than
    that the their them themselves then there these they thing things think this those though
    thus to together too true under understand until up upon us use used useful uses using very
    want was way ways we well were what when where whether which while who whole whom whose why
    will with within without work works would yes yet you your
    """.split()
)


@dataclass(frozen=True, slots=True)
class Failure:
    """A check that a question did not pass, and the words that it failed on, if any."""

    check: FailedCheck
    detail: str = ""


def check_question(text: str, asked: str, quotes: Sequence[Quote]) -> Failure | None:
    """Return the first check that `text` fails beside the `quotes`, None where it passes all.

    `asked` is the student's question.
    """
    shown = " ".join(shown_text(quote) for quote in quotes)
    if not re.fullmatch(r"[^?]*[^?\s]\?", text) or re.search(r"[.!]\s", text):
        return Failure("not one question")
    if len(text.split()) > MOST_WORDS:
        return Failure("too long")
    if _repeats(text, asked):
        return Failure("the student's question again")
    said = terms(text)
    if not said & terms(shown):
        return Failure("names no term of the quotes")
    if len(said & terms(shown)) < LEAST_GROUNDED * len(said):
        return Failure("mostly about something else")
    if number := stray_number(text, shown):
        return Failure("a number that is not in the quotes", number)
    if name := stray_name(text, shown):
        return Failure("a name that is not in the quotes", name)
    if twice := said_twice(text):
        return Failure("something said twice", twice)
    return None


def shown_text(quote: Quote) -> str:
    """All words of a quote that a student sees: headings, paragraph, marked sentences."""
    return " ".join((*quote.headings, quote.paragraph, *(mark.text for mark in quote.marked)))


def terms(text: str) -> frozenset[str]:
    """The content words of `text`, cut to a stem: `recursion` and `recursive` are one."""
    words = (word for word in _WORD.findall(text) if len(word) > 3 or word.isupper())
    return frozenset(
        _stem(word) for word in words if len(word) > 1 and word.casefold() not in _COMMON
    )


def _stem(word: str) -> str:
    plain = re.sub(r"['’].*", "", word.casefold())
    return plain.removesuffix("s")[:6]


def _repeats(text: str, asked: str) -> bool:
    said, known = terms(text), terms(asked)
    if (said and said <= known) or len(said & known) > MOST_SHARED * len(said | known):
        return True
    return bool(_runs(text, LONGEST_RUN) & _runs(asked, LONGEST_RUN))


def _runs(text: str, length: int) -> set[tuple[str, ...]]:
    words = [word.casefold() for word in re.findall(r"\w+", text)]
    return {tuple(words[at : at + length]) for at in range(len(words) - length + 1)}


def stray_number(text: str, shown: str) -> str | None:
    """Return the first number of `text`, in figures or words, that `shown` does not have."""
    known = set(_NUMBER.findall(shown)) | {word.casefold() for word in _WORD.findall(shown)}
    for number in _NUMBER.findall(text):
        in_words = _COUNTS[int(number)] if number.isdigit() and int(number) < len(_COUNTS) else ""
        if number not in known and in_words not in known:
            return str(number)
    for word in _WORD.findall(text.casefold()):
        figures = str(_COUNTS.index(word)) if word in _COUNTS else _ROUND.get(word)
        if figures is not None and not known & {word, figures}:
            return str(word)
    return None


def stray_name(text: str, shown: str, *, statement: bool = False) -> str | None:
    """Return the first capitalised word of `text` that `shown` does not have.

    Of a `statement`, an ordinary first word passes; a question's first word is `What` or its like.
    """
    known = {_bare(word) for word in _WORD.findall(shown)}
    exact = set(_WORD.findall(shown))
    for position, word in enumerate(_WORD.findall(text)):
        if word == word.lower():
            continue
        if position == 0 and (
            _bare(word) in _COMMON or (statement and _ORDINARY_ENDING.search(word))
        ):
            continue
        if word in exact or (len(word) > 1 and _bare(word) in known):
            continue
        return str(word)
    return None


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
    repeated = next((a for a, b in zip(words, words[1:], strict=False) if a == b), None)
    return None if repeated is None else f"{repeated} {repeated}"
