"""Where words point at one of the calls that were run: by its text, input, place or result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final, Literal, get_args

from tutor_app.domain.lexicon import ORDINALS, read_word_lists
from tutor_app.programs.code_in_text import Span
from tutor_app.programs.complaints.known_calls import KnownCall, is_shown, plain_value
from tutor_app.programs.complaints.words import PlacedWord, words_of

PointerKind = Literal[
    "call",  # its whole text
    "args",  # all of its arguments, side by side
    "arg",  # an argument that no other call has
    "word",  # a name, number or word of its lines that no other call has
    "place",  # "the second", "2nd one"
    "place_of",  # "the second row": the place of something
    "shown",  # what it gave, and no other one
    "shown_too",  # what it gave, as others did
]
POINTER_KINDS: Final[tuple[PointerKind, ...]] = get_args(PointerKind)

_LISTS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_LAST, _CALL_WORDS = _LISTS["last_one"], _LISTS["calls"]
_SHORT_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
_COUNTED = frozenset({"call", "print", "example", "test", "case", "#"})  # "call 3"


@dataclass(frozen=True, slots=True)
class Pointer:
    """A piece of a message that points at the call in this place."""

    start: int
    end: int
    call: int
    kind: PointerKind


def find_pointers(
    words: str, calls: Sequence[KnownCall], values: Sequence[Span]
) -> tuple[Pointer, ...]:
    """Return all that points at a call; of overlapping pieces the one that says more."""
    found = [
        *_of_texts(words, calls),
        *_of_arguments(words, calls, values),
        *_of_words(words, calls, values),
        *_of_places(words, calls),
    ]
    kept: list[Pointer] = []
    for each in sorted(found, key=lambda one: POINTER_KINDS.index(one.kind)):
        covered = [k for k in kept if k.start <= each.start and each.end <= k.end]
        if not any(k.kind in ("call", "args") or k.call == each.call for k in covered):
            kept.append(each)
    kept += _of_results(calls, values, kept)
    return tuple(sorted(kept, key=lambda one: (one.start, one.call)))


def _of_texts(words: str, calls: Sequence[KnownCall]) -> Iterator[Pointer]:
    """Yield where a call stands as code, with other blanks or quotes; or all its arguments do."""
    places = [place for place, sign in enumerate(words) if not sign.isspace()]
    written = compact(words)
    for number, call in enumerate(calls):
        line = compact(call.text.split("\n")[-1])
        together = compact(",".join(call.arguments))
        texts: list[tuple[str, PointerKind]] = [(line, "call")] if len(line) > 1 else []
        texts += [(together, "args")] if len(call.arguments) > 1 else []
        for text, kind in texts:
            for at in _places_of(text, written):
                start, end = places[at], places[at + len(text) - 1] + 1
                if _stands_alone(words, start, end):
                    yield Pointer(start, end, number, kind)


def _places_of(text: str, written: str) -> Iterator[int]:
    start = written.find(text)
    while start >= 0:
        yield start
        start = written.find(text, start + len(text))


def compact(text: str) -> str:
    """Return a text without blanks, all quotes alike."""
    return "".join("'" if sign == '"' else sign for sign in text if not sign.isspace())


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether what stands there is no part of a longer name or number."""
    before, after = text[start - 1 : start], text[end : end + 1]
    joins_before = text[start].isalnum() and (before.isdecimal() or before in (".", "_", "-"))
    joins_after = text[end - 1].isalnum() and (after.isdecimal() or after == "_")
    return not (before and joins_before) and not (after and joins_after)


def _of_arguments(
    words: str, calls: Sequence[KnownCall], values: Sequence[Span]
) -> Iterator[Pointer]:
    """Yield the values that one call alone is given, a text with or without its quotes."""
    for number, call in enumerate(calls):
        others = {arg for n, each in enumerate(calls) if n != number for arg in each.arguments}
        for argument in set(call.arguments) - others:
            for span in values:
                if plain_value(span.text) == argument:
                    yield Pointer(span.start, span.end, number, "arg")
            if argument[0] in "'\"" and len(argument) > 2:
                inner = argument[1:-1].casefold()
                start = words.casefold().find(inner)
                while start >= 0:
                    if _is_whole(words, start, start + len(inner)):
                        yield Pointer(start, start + len(inner), number, "arg")
                    start = words.casefold().find(inner, start + 1)


def _is_whole(words: str, start: int, end: int) -> bool:
    return not (words[start - 1 : start].isalnum() or words[end : end + 1].isalnum())


def _of_words(words: str, calls: Sequence[KnownCall], values: Sequence[Span]) -> Iterator[Pointer]:
    numbers = [span for span in values if span.text[0] not in "[({'\""]
    for word in words_of(words):
        if any(
            s.start <= word.start and word.end <= s.end and len(s.text) > len(word.text)
            for s in numbers
        ):
            continue  # the 0 of 2.0
        for number, call in enumerate(calls):
            if word.text in call.own and (len(word.text) > 1 or word.text.isdecimal()):
                yield Pointer(word.start, word.end, number, "word")


def _of_places(words: str, calls: Sequence[KnownCall]) -> Iterator[Pointer]:
    """Yield "the second print", "2nd one", "call 3", "the last"."""
    own = [n for n, each in enumerate(calls) if each.is_in_program]
    own = own or list(range(len(calls)))
    if len(own) < 2:
        return
    tokens = [*words_of(words), PlacedWord(len(words), len(words), ".")]
    for word, following in pairwise(tokens):
        place, end, after = _place_of(word.text, len(own)), word.end, following.text
        if place is None and word.text in _COUNTED:
            place, end, after = _counted(following.text), following.end, "."
        if place is None or place >= len(own):
            continue
        is_of_call = not after[0].isalpha() or after in _CALL_WORDS
        yield Pointer(word.start, end, own[place], "place" if is_of_call else "place_of")


def _place_of(word: str, count: int) -> int | None:
    if word in _LAST:
        return count - 1
    if word[:-2].isdecimal() and word == _ordinal(int(word[:-2])):
        return int(word[:-2]) - 1
    return ORDINALS.index(word) if word in ORDINALS else None


def _ordinal(number: int) -> str:
    return f"{number}{_SHORT_ENDINGS.get(number, 'th')}"


def _counted(word: str) -> int | None:
    return int(word) - 1 if word.isdecimal() and int(word) > 0 else None


def _of_results(
    calls: Sequence[KnownCall], values: Sequence[Span], found: Sequence[Pointer]
) -> Iterator[Pointer]:
    """Yield the values that calls have given, where they stand in no piece of code."""
    for span in values:
        if any(
            each.start <= span.start < each.end for each in found if each.kind in ("call", "args")
        ):
            continue
        value = plain_value(span.text)
        giving = [n for n, each in enumerate(calls) if is_shown(value, each.shown)]
        for number in giving:
            kind: PointerKind = "shown" if len(giving) == 1 else "shown_too"
            yield Pointer(span.start, span.end, number, kind)
