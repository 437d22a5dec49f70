"""Whether a student's words say a value, all of it: a model fills in what they leave out."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from tutor_app.domain.lexicon import SMALL_NUMBERS
from tutor_app.programs.code_in_text import is_value, tokens_of, with_plain_signs

NEAR = 5  # tokens from a key to its number


def is_said(value: str, words: str, given: str = "") -> bool:
    """Whether each part of a value stands in words, or is at its place in what is `given` now.

    A value that is no Python value counts as said: it is what must be printed.
    """
    if not is_value(value):
        return True
    said, now = ast.literal_eval(value), ast.literal_eval(given) if is_value(given) else None
    return _is_said(said, now, _Words(words))


def parts_said(value: str, words: str, given: str = "") -> Iterator[tuple[str, str]]:
    """Yield the keys and values of a dict, as Python writes them, that words say."""
    said = ast.literal_eval(value) if is_value(value) else None
    now = ast.literal_eval(given) if is_value(given) else None
    if not isinstance(said, dict):
        return
    spoken = _Words(words)
    for key, part in said.items():
        if spoken.has(key) and _is_said(part, None, spoken):
            if not isinstance(now, dict) or now.get(key) != part:
                yield repr(key), repr(part)


def dict_said(words: str, given: str) -> str | None:
    """Return the dict that words give a number for each key of: "ana 12, ben -12"; None otherwise.

    `given` is the dict that the call gives now.
    """
    now = ast.literal_eval(given) if is_value(given) else None
    if not isinstance(now, dict) or not now or not all(isinstance(key, str) for key in now):
        return None
    tokens = [each.text.strip("'\"") for each in tokens_of(with_plain_signs(words).casefold())]
    said = {key: _number_behind(key.casefold(), tokens) for key in now}
    return repr(said) if None not in said.values() and said != now else None


def _number_behind(key: str, tokens: Sequence[str]) -> int | float | None:
    """Return the last number that stands close behind a key, with its sign."""
    found: int | float | None = None
    for place, token in enumerate(tokens):
        if token != key:
            continue
        for at in range(place + 1, min(place + NEAR, len(tokens))):
            if tokens[at].replace(".", "", 1).isdecimal():
                number = ast.literal_eval(tokens[at])
                found = -number if tokens[at - 1] == "-" else number
                break
    return found


class _Words:
    def __init__(self, words: str) -> None:
        self._text = with_plain_signs(words).casefold()
        tokens = [each.text for each in tokens_of(self._text)]
        self._tokens = {each.strip("'\"") for each in tokens}
        self._numbers = {float(each) for each in tokens if each.replace(".", "", 1).isdecimal()}
        self._numbers |= {
            float(SMALL_NUMBERS.index(each)) for each in tokens if each in SMALL_NUMBERS
        }

    def has(self, value: object) -> bool:
        match value:
            case bool() | None:
                return True  # "yes", "nothing": said in many ways
            case int() | float():
                return float(abs(value)) in self._numbers
            case str():
                return value.casefold().strip() in self._text
            case _:
                return False


def _is_said(value: object, now: object, words: _Words) -> bool:
    if value == now and type(value) is type(now):
        return True
    match value:
        case dict():
            held = now if isinstance(now, dict) else {}
            return all(
                (key in held and held[key] == part)
                or (words.has(key) and _is_said(part, held.get(key), words))
                for key, part in value.items()
            )
        case list() | tuple() | set():
            parts = list(value)
            held_parts = list(now) if isinstance(now, list | tuple) else []
            same = held_parts if len(held_parts) == len(parts) else [None] * len(parts)
            return all(_is_said(p, n, words) for p, n in zip(parts, same, strict=True))
        case _:
            return words.has(value)
