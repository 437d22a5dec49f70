"""The numbers of a task in words, each with its unit, and what of a message is a claim about it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Final

from tutor_app.calculations.speech.math_fragments import MathFragment, math_fragments
from tutor_app.calculations.stories.story_words import singular
from tutor_app.domain.lexicon import NUMBER_WORDS, read_word_lists

WORDS: Final = read_word_lists(Path(__file__).with_name("quantity_words.yaml"))
LONGEST: Final = 1_500  # characters that are read
# A letter, a number with its unit, or a break; "1,100" and "24 000" are one number each.
_TOKEN: Final = re.compile(
    r"(?P<number>(?!\d+(?:st|nd|rd|th)\b)(?:(?<![\w.])(?:\d+ )?\d+/\d+(?!\d)"
    r"|\d{1,3}(?:[ ,]\d{3})+(?![\d.])"
    r"|\d+(?:\.\d+|,\d+(?!\s*,))?))"
    r"|(?P<word>\d+(?:st|nd|rd|th)\b|[^\W\d_]+(?:['’/-][^\W\d_]+)*\d?)|(?P<sign>[%.,;:?!=\n€$£])"
)
_UNITS: Final = {
    "kilometre": "km", "kilometer": "km", "km": "km", "metre": "m", "meter": "m", "m": "m",
    "cm": "cm", "mm": "mm", "mile": "mile", "h": "h", "hr": "h", "hour": "h", "hrs": "h",
    "min": "min", "minute": "min", "mins": "min", "s": "s", "sec": "s", "second": "s",
    "day": "day", "week": "week", "month": "month", "year": "year", "kg": "kg", "kilo": "kg",
    "g": "g", "gram": "g", "l": "l", "litre": "l", "liter": "l", "ml": "ml", "euro": "money",
    "€": "money", "$": "money", "dollar": "money", "pound": "money", "£": "money", "eur": "money",
    "km/h": "km/h", "kmh": "km/h", "kph": "km/h", "m/s": "m/s", "mph": "mph", "quid": "money",
    "cm2": "cm2", "m2": "m2", "mm2": "mm2", "km2": "km2", "cm3": "cm3", "m3": "m3", "mm3": "mm3",
}  # fmt: skip
MEASURES: Final = frozenset(_UNITS.values()) - {"money"}
IN_HOURS: Final = {"h": Fraction(1), "min": Fraction(1, 60), "s": Fraction(1, 3600)}
_VALUE_ALONE: Final = re.compile(r"\s*-?\d+(?:[.,]\d+)?\s*[a-z]*\s*")
_RELATION: Final = re.compile(r"[=<>≤≥≈]")
_FIGURE: Final = re.compile(r"\b(?:mean|average|median|mode|range|sum|total|variance|sd)\b", re.I)
_ENDS: Final = frozenset(".;?!\n")
_OPERATES: Final = frozenset({"PLUS", "TIMES", "CARET", "MINUS", "ROOT", "DIV"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldToken:
    """A word, a break, a number or a calculation of a message.

    `text` is it as written, a word in the singular and small letters; `number` its value, `places`
    the digits behind the point, `unit` the word behind it, known units in one spelling; `work` a
    calculation, `spelt` a word as it stands there, of a number that behind it. `claimed`: it stands
    behind a word that leads in what somebody gets, `by_other`: somebody who is not the student.
    """

    text: str
    sentence: int
    start: int
    number: Fraction | None = None
    places: int | None = None
    percent: bool = False
    unit: str = ""
    work: str = ""
    spelt: str = ""
    claimed: bool = False
    by_other: bool = False

    @property
    def is_given(self) -> bool:
        """Whether it is a number that the task tells."""
        return self.number is not None and not self.work and not self.claimed


def told_tokens(message: str) -> tuple[ToldToken, ...]:
    """Return the tokens of a message in their order."""
    plain, fragments = math_fragments(message[:LONGEST])
    works = [each for each in fragments if _is_work(each, plain)]
    tokens = list(_with_units(list(_raw_tokens(plain, works))))
    return tuple(_with_claims(_joined_times(tokens)))


def _is_work(fragment: MathFragment, plain: str) -> bool:
    """Whether a fragment computes something: a relation, or signs between numbers."""
    text = plain[fragment.start : fragment.end]
    if fragment.relates:  # "the last, 9, is 4" is no calculation, nor is a figure of data
        signed = _RELATION.search(text) is not None
        kinds = {each.kind for each in fragment.tokens}
        return (signed or bool(_OPERATES & kinds) or {"PERCENT", "OF"} <= kinds) and not (
            _VALUE_ALONE.fullmatch(text.split("=")[0])
            or (_FIGURE.search(text) and not figure_told(text))
        )
    signs = [each.kind for each in fragment.tokens]
    operates = bool(_OPERATES & set(signs[1:])) or (
        "SLASH" in signs and not re.fullmatch(r"\d+ ?/ ?\d+", text)
    )
    return operates and signs.count("NUMBER") > 1 and "UNIT" not in signs


def figure_told(text: str) -> str:
    """Return what a line says that a figure of data is: "8 - 3 = 5" of "range = 8 - 3 = 5"."""
    name, sign, behind = text.partition("=")
    return behind.strip() if sign and _FIGURE.fullmatch(name.strip()) else ""


def _raw_tokens(plain: str, works: Sequence[MathFragment]) -> Iterator[ToldToken]:
    sentence, place = 0, 0
    for fragment in [*works, None]:
        end = fragment.start if fragment is not None else len(plain)
        for found in _TOKEN.finditer(plain, place, end):
            text = found[0]
            number = _number(found["number"]) if found["number"] else None
            word = singular(text.casefold()) if found["word"] else text
            if word in NUMBER_WORDS and word not in ("one", "zero"):
                number = Fraction(NUMBER_WORDS[word])
            places = len(text.partition(".")[2]) or None if number is not None else None
            yield ToldToken(
                text=word if not found["number"] else text, sentence=sentence,
                start=found.start(), number=number, places=places, spelt=text,
            )  # fmt: skip
            decimal = text == "." and plain[found.end() : found.end() + 1].isdecimal()
            sentence += text in _ENDS and not decimal
        if fragment is None:
            return
        work = plain[fragment.start : fragment.end]
        yield ToldToken(text=work, sentence=sentence, start=fragment.start, work=work)
        place = fragment.end


def _number(text: str) -> Fraction:
    if "/" in text:
        over, under = text.split("/")
        whole, _, over = over.rpartition(" ")
        part = Fraction(int(over), int(under)) if int(under) else Fraction(0)
        return part + int(whole or 0)
    if re.fullmatch(r"\d{1,3}(?:[ ,]\d{3})+", text):
        return Fraction(re.sub(r"[ ,]", "", text))
    return Fraction(text.replace(",", "."))


def _with_units(raw: list[ToldToken]) -> Iterator[ToldToken]:
    for place, token in enumerate(raw):
        if token.number is None:
            yield token
            continue
        behind = [each.text for each in raw[place + 1 : place + 4]]
        before = raw[place - 1].text if place else ""
        if before in WORDS["numbered"]:  # "exercise 7" counts nothing
            yield replace(token, number=None)
            continue
        percent = behind[:1] == ["%"] or behind[:1] == ["percent"] or behind[:2] == ["per", "cent"]
        word = behind[0] if behind else ""
        number = token.number
        if "/" in token.text and word == "of" and number < 1:  # "3/4 of the pupils"
            percent, number = True, number * 100
        unit = _UNITS.get(word, word if word.isalpha() and word not in _NO_UNIT else "")
        if len(behind) == 3 and behind[1] in ("per", "an") and behind[2] == "hour":
            unit = f"{unit}/h"
        if before in ("€", "$", "£"):
            unit = "money"
        spelt = raw[place + 1].spelt if unit and place + 1 < len(raw) else ""
        yield replace(
            token, number=number, percent=percent, unit="" if percent else unit, spelt=spelt
        )


_NO_UNIT: Final = frozenset().union(
    *(WORDS[name] for name in ("claims", "fillers", "others", "of_claims", "no_unit"))
)


def _joined_times(tokens: list[ToldToken]) -> list[ToldToken]:
    """Return the tokens, hours and minutes that stand together being one number of hours."""
    out: list[ToldToken] = []
    for token in tokens:
        near = [each for each in out[-3:] if each.text not in ("and", "hour", "h", "hr")]
        last = near[-1] if near else None
        bare = (
            token.unit == "" and not token.percent and bool(out) and out[-1].text in ("h", "hour")
        )
        minutes = token.number is not None and (token.unit == "min" or bare) and token.number < 60
        if minutes and last is not None and last.unit == "h" and last.number is not None:
            at = out.index(last)
            whole = last.number + (token.number or Fraction(0)) / 60
            out = [*out[:at], replace(last, number=whole, text=f"{last.text} h {token.text} min")]
            continue
        out.append(token)
    return out


def _with_claims(tokens: Sequence[ToldToken]) -> Iterator[ToldToken]:
    """Yield the tokens with what stands behind a word of claiming in its sentence marked."""
    given = 0
    claiming, other, sentence = False, False, 0
    for place, token in enumerate(tokens):
        if token.sentence != sentence:
            sentence, claiming, other = token.sentence, False, False
        before = tokens[place - 1].text if place else ""
        if token.text in WORDS["others"] or (token.text in WORDS["saying"] and is_speaker(before)):
            other = True
        elif token.text in WORDS["of_claims"] and token.text != "my":
            other = False
        behind = tokens[place + 1].text if place + 1 < len(tokens) else ""
        leads = token.text in WORDS["claims"] or bool(token.work)
        leads |= token.text in WORDS["others"] and behind in (":", *WORDS["claims"])
        leads |= token.text == ":" and place > 0 and tokens[place - 1].text in WORDS["of_claims"]
        if leads and given:
            claiming = True
        yield replace(token, claimed=claiming, by_other=other)
        given += token.number is not None and not claiming


_NO_SPEAKER: Final = WORDS["of_claims"] | WORDS["adverbs"] | WORDS["no_speaker"]


def is_speaker(word: str) -> bool:
    """Whether a word before "says" or "has" may name somebody who is not the student."""
    return word.isalpha() and word not in _NO_SPEAKER


def given_numbers(tokens: Sequence[ToldToken]) -> list[ToldToken]:
    return [each for each in tokens if each.is_given]


def words_near(tokens: Sequence[ToldToken], at: ToldToken, before: int, behind: int) -> list[str]:
    """Return the words around a number, within its sentence and up to the numbers beside it."""
    place = next(k for k, each in enumerate(tokens) if each.start == at.start)
    found: list[str] = []
    for step, most in ((1, behind), (-1, before)):
        near = place + step
        while 0 <= near < len(tokens) and abs(near - place) <= most:
            token = tokens[near]
            if token.number is not None or token.sentence != at.sentence or token.work:
                break
            found.append(token.text)
            near += step
    return found


def says(tokens: Sequence[ToldToken], *lists: str) -> bool:
    """Whether a word of some lists stands in the tokens."""
    known = frozenset().union(*(WORDS[name] for name in lists))
    return any(each.text in known for each in tokens)
