"""What each value in a message would be, if a call had to give it.

A reading is a piece of a message taken as what one call must give, or gave: "[1]" for a call that
gives a list, "2 2" for a line with two values, KL for a call that gives 'EF'. Which of the readings
is meant is not decided here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import Literal

from tutor_app.domain.lexicon import NUMBER_WORDS, read_word_lists
from tutor_app.programs.code_in_text import Span, is_value, values_in
from tutor_app.programs.complaints.known_calls import (
    KnownCall,
    plain_value,
    printed_values,
    shows_by_printing,
)
from tutor_app.programs.complaints.listed_lines import lines_listed
from tutor_app.programs.complaints.loose_values import read_like
from tutor_app.programs.complaints.words import PlacedWord, sentence_ends, words_of
from tutor_app.programs.run_values import Case, Origin

Form = Literal["value", "word", "row", "text", "part", "like", "other"]
_LISTS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_IN_WORDS = {
    tuple(name.split("_")): value
    for name, _, value in (pair.partition(":") for pair in _LISTS["value_words"])
}
_EMPTY = ("[]", "{}", "''")
_PRONOUN = "one"  # "the second one" is no 1
_JOINING = frozenset({",", "and", "then", ";"})
_AROUND = ".,;:!?()'\"`"
_BECOMING = ("->", "=>", "→", "=")
LIKE = 0.5  # how much of a text that was given must stand in one that is written without quotes
NEAR = 3  # words between the name of a part and its value
LONGEST_TEXT = 6  # words of a text that is written without quotes
_BEHIND_LABEL = frozenset(": = is ' \" `".split())  # between a label and its value


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A piece of a message, from `start` to `end`, taken as what a call gives: `value`, as Python
    writes it, or the text printed. `call` is the call's place."""

    start: int
    end: int
    call: int
    value: str
    form: Form

    @property
    def is_loose(self) -> bool:
        """Whether it rests on the whole message, and not on one piece."""
        return self.form in ("other", "like")


def with_groups_written(text: str) -> str:
    """Return a text with "an empty list" and the like as Python writes them."""
    for span in reversed(values_of(text)):
        if span.text in _EMPTY:
            text = f"{text[: span.start]}{span.text}{text[span.end :]}"
    return text


def values_of(words: str) -> tuple[Span, ...]:
    """Return the values in a message: as Python writes them, or as words: "an empty list"."""
    spans = list(values_in(words))
    tokens = words_of(words)
    for place in range(len(tokens)):
        for size in (2, 1):
            part = tokens[place : place + size]
            value = _worded(tuple(each.text for each in part))
            inside = any(s.start < part[-1].end and part[0].start < s.end for s in spans)
            if value is not None and not inside:
                spans.append(Span(part[0].start, part[-1].end, value))
                break
    return tuple(sorted(spans, key=lambda span: span.start))


def _worded(words: tuple[str, ...]) -> str | None:
    if words in _IN_WORDS:
        return _IN_WORDS[words]
    is_number = len(words) == 1 and words[0] in NUMBER_WORDS and words[0] != _PRONOUN
    return str(NUMBER_WORDS[words[0]]) if is_number else None


def readings_of(
    words: str,
    calls: Sequence[KnownCall],
    values: Sequence[Span],
    asked: str | None = None,
    texts: frozenset[str] = frozenset(),
) -> tuple[Reading, ...]:
    """Return every reading of a message for these calls; of one piece, call and value only one.

    `asked` is the call of which was asked what it must give: words that it was given may be that.
    `texts` are those that the program holds: a list that must come out may have them too.
    """
    found: dict[tuple[int, int, int, str], Reading] = {}
    for number, call in enumerate(calls):
        pieces = [*_all(words, call, values, texts)]
        pieces += _words_given(words, call) if call.text == asked else []
        for start, end, value, form in pieces:
            key = (start, end, number, value)
            found.setdefault(
                key, Reading(start=start, end=end, call=number, value=value, form=form)
            )
    return tuple(found.values())


_Piece = tuple[int, int, str, Form]


def _all(
    words: str, call: KnownCall, values: Sequence[Span], texts: frozenset[str]
) -> Iterator[_Piece]:
    printed = printed_values(call.result)
    has_lines = shows_by_printing(call.result) and "\n" in call.shown
    if has_lines or len(printed) > 1 or (printed and not is_value(call.shown)):
        at_labels = list(_at_labels(words, call, values))
        yield from at_labels or _of_line(words, call, values, len(printed))
        return
    for span in values:
        value = plain_value(span.text)
        form: Form = "value" if words[span.start : span.end] == span.text else "word"
        if _may_be(value, call.shown):
            yield span.start, span.end, value, form
    kind = _kind(call.shown)
    if kind in ("list", "tuple", "set"):
        yield from _rows(call.shown, values, words)
        yield from _rows_of_words(words, call.shown, texts)
    if kind == "str" or not is_value(call.shown):
        yield from _texts(words, call.shown)
    if kind == "dict":
        yield from _entries(words, call.shown, values)
    if kind in ("dict", "list", "tuple"):
        yield from _like(words, call.shown, values)
    if kind == "bool" and words.strip():
        yield 0, len(words), str(call.shown != "True"), "other"


def _kind(shown: str) -> str:
    return type(ast.literal_eval(shown)).__name__ if is_value(shown) else ""


def _may_be(value: str, shown: str) -> bool:
    """Whether a value may stand where another one was given; anything may for None and errors."""
    if not is_value(shown) or shown == "None" or value == "None":
        return True
    one, other = ast.literal_eval(value), ast.literal_eval(shown)
    numbers = (int, float)
    if isinstance(one, bool) or isinstance(other, bool):
        return isinstance(one, bool) and isinstance(other, bool)
    return (isinstance(one, numbers) and isinstance(other, numbers)) or type(one) is type(other)


def _groups(values: Sequence[Span], words: str) -> Iterator[tuple[Span, ...]]:
    """Yield the values that stand side by side: "2 2", "2, 3 and 5"."""
    group: list[Span] = []
    for span in values:
        if group:
            between = words_of(words[group[-1].end : span.start])
            if not all(each.text in _JOINING for each in between):
                yield tuple(group)
                group = []
        group.append(span)
    yield tuple(group)


def _rows(shown: str, values: Sequence[Span], words: str) -> Iterator[_Piece]:
    """Yield lists whose elements are written side by side, without brackets."""
    held = ast.literal_eval(shown)
    kinds = {type(each) for each in held}
    for group in _groups(values, words):
        made = [ast.literal_eval(span.text) for span in group]
        if len(made) > 1 and not (kinds and {type(each) for each in made} - kinds):
            yield group[0].start, group[-1].end, repr(type(held)(made)), "row"


def _rows_of_words(words: str, shown: str, texts: frozenset[str]) -> Iterator[_Piece]:
    """Yield lists of texts, written as words side by side: "Bo Ana"."""
    held = ast.literal_eval(shown)
    known = {each.casefold(): each for each in held if isinstance(each, str) and each}
    if known:  # a list of texts: another one of the program's may stand in it
        known = {each.casefold(): each for each in sorted(texts) if each.strip()} | known
    run: list[PlacedWord] = []
    for word in (*words_of(words), PlacedWord(len(words), len(words), "")):
        if word.text in known:
            run.append(word)
        elif word.text not in _JOINING and word.text not in ("'", '"'):
            if len(run) > 1:
                made = type(held)(known[each.text] for each in run)
                yield run[0].start, run[-1].end, repr(made), "row"
            run = []


def _of_line(words: str, call: KnownCall, values: Sequence[Span], count: int) -> Iterator[_Piece]:
    """Yield lines that are printed with other values: all of them, or one with its label."""
    line = call.result.printed.strip()
    slots = list(values_in(line))
    for group in _groups(values, words) if count else ():
        for first in range(len(group) - count + 1):
            part = group[first : first + count]
            yield (
                part[0].start,
                part[-1].end,
                _filled(line, slots, part),
                "row" if count > 1 else "value",
            )
    if count > 1 and "\n" not in line:
        for slot in slots:
            label = _label(line[: slot.start])
            for span in values:
                if label and _is_near(words, label, span):
                    yield span.start, span.end, _filled(line, [slot], [span]), "part"
    if "\n" in line:
        for start, end, told in lines_listed(words, line.split("\n")):
            yield start, end, told, "row"
        found = read_like(words, line, is_text=True)
        if found is not None:
            yield 0, len(words), found, "like"


def _at_labels(words: str, call: KnownCall, values: Sequence[Span]) -> Iterator[_Piece]:
    """Yield what is printed with the values that stand right behind the words which it prints
    before each of its own: "best 12.333, plain 11.0". One cut short is the one that is printed."""
    line = call.result.printed.strip()
    slots = list(values_in(line))
    if not 2 <= len(slots) <= len(values):
        return  # an endless print has thousands
    labels = [_label(line[: slot.start]) for slot in slots]
    if len({*labels, ""}) <= len(labels):
        return
    told: list[Span] = []
    for label in labels:
        told += [each for each in values if _word_before(words, each) == label][-1:]
    if len(told) == len(labels):
        whole = [
            replace(one, text=slot.text) if _is_cut(one.text, slot.text) else one
            for one, slot in zip(told, slots, strict=True)
        ]
        start, end = min(each.start for each in told), max(each.end for each in told)
        yield start, end, _filled(line, slots, whole), "row"


def _word_before(words: str, span: Span) -> str:
    before = [w.text for w in words_of(words[: span.start]) if w.text not in _BEHIND_LABEL]
    return before[-1] if before else ""


def _is_cut(told: str, shown: str) -> bool:
    """Whether a number is another one with fewer places."""
    places = len(told.partition(".")[2])
    is_number = all(each.replace(".", "", 1).lstrip("-").isdecimal() for each in (told, shown))
    return is_number and 0 < places and f"{float(shown):.{places}f}" == told


def _filled(line: str, slots: Sequence[Span], values: Sequence[Span]) -> str:
    for slot, value in reversed(list(zip(slots, values, strict=True))):
        line = f"{line[: slot.start]}{value.text}{line[slot.end :]}"
    return line


def _label(before: str) -> str:
    """Return the last word before a value in a printed line."""
    found = [word.text for word in words_of(before) if word.text[0].isalpha()]
    return found[-1] if found else ""


def _is_near(words: str, label: str, span: Span) -> bool:
    """Whether a label stands a few words before a value, or right behind it."""
    before = [word.text for word in words_of(words[: span.start])][-NEAR:]
    after = [word.text for word in words_of(words[span.end :])][:2]
    return label in before or label in after


def _entries(words: str, shown: str, values: Sequence[Span]) -> Iterator[_Piece]:
    """Yield dictionaries in which one entry is another: "the: 2 it should say"."""
    held = ast.literal_eval(shown)
    for key in held:
        for span in values:
            if _is_near(words, str(key).casefold().strip(), span) and is_value(span.text):
                made = {**held, key: ast.literal_eval(span.text)}
                yield span.start, span.end, repr(made), "part"


def _like(words: str, shown: str, values: Sequence[Span]) -> Iterator[_Piece]:
    start = 0
    for end in sorted(set(sentence_ends(words, values))):
        found = read_like(words[start:end], shown)
        if found is not None:
            yield start, end, plain_value(found), "like"
        start = end


def _texts(words: str, shown: str) -> Iterator[_Piece]:
    """Yield words that may be a text without its quotes: like the one given, or as long."""
    given = ast.literal_eval(shown) if is_value(shown) else shown
    if not isinstance(given, str) or not given.strip():
        return
    size = len(given.split())
    pieces = _chunks(words)
    for place in range(len(pieces) - size + 1):
        start, end = pieces[place].start, pieces[place + size - 1].end
        text = _without_signs(words[start:end], given)
        if not text or size > LONGEST_TEXT:
            continue
        alike = SequenceMatcher(None, text, given).ratio()
        if alike >= LIKE or (size == 1 and has_shape_of(text, given)):
            begin = words.find(text, start)
            yield begin, begin + len(text), repr(text) if is_value(shown) else text, "text"


def _words_given(words: str, call: KnownCall) -> Iterator[_Piece]:
    """Yield words that stand in the texts that a call was given, as it has them."""
    is_text = is_value(call.shown)
    if is_text and _kind(call.shown) not in ("str", "NoneType"):
        return
    given = {
        each.strip(_AROUND).casefold(): each.strip(_AROUND)
        for argument in call.arguments
        for value in ast.walk(ast.parse(argument, mode="eval"))
        if isinstance(value, ast.Constant) and isinstance(value.value, str)
        for each in value.value.split()
    }
    for piece in _chunks(words):
        word = given.get(piece.text.strip(_AROUND).casefold())
        if word:
            start = words.find(piece.text.strip(_AROUND), piece.start)
            yield start, start + len(word), repr(word) if is_text else word, "text"


def _without_signs(text: str, given: str) -> str:
    """Return a text without the signs of its sentence, with the one that a given text ends in."""
    inner = text.strip(_AROUND)
    behind = text[text.find(inner) + len(inner) :] if inner else ""
    return inner + given[-1] if behind[:1] == given[-1] and given[-1] in "!?." else inner


def _chunks(words: str) -> list[PlacedWord]:
    """Return what stands between blanks and signs of what becomes what."""
    for sign in _BECOMING:
        words = words.replace(sign, " " * len(sign))
    found: list[PlacedWord] = []
    start = 0
    for part in words.split():
        start = words.index(part, start)
        found.append(PlacedWord(start, start + len(part), part))
        start += len(part)
    return found


def has_shape_of(text: str, given: str) -> bool:
    """Whether a text is written as a given one is, and not as words of a sentence are."""
    if text.islower() and text.isalpha():
        return sorted(text) == sorted(given)
    if given.isupper():
        return text.isupper() or (text.isdecimal() and not given.isalpha())
    if any(not sign.isalnum() and sign not in given for sign in text):
        return False  # "don't" has a sign that no such text has
    return text[:1].isupper() == given[:1].isupper() and text.isalpha() == given.isalpha()


def case_with(call: KnownCall, value: str) -> Case:
    """Return the case of a call that must give or print a value, as the student says."""
    said_by: Origin | None = None if call.case.origin == "student" else "student"
    case = replace(call.case, raises=None, said_by=said_by, guess=None, likely=0.0)
    if call.case.call.is_script or shows_by_printing(call.result):
        is_text = value.startswith(("'", '"')) and not is_value(call.shown)
        printed = str(ast.literal_eval(value)) if is_text else value
        return replace(case, prints=printed, expected=None)
    return replace(case, expected=value, prints=None)
