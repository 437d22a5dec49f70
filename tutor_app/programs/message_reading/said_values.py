"""Whether a student's words say a value, all of it: a model fills in what they leave out."""

from __future__ import annotations

import ast

from tutor_app.domain.lexicon import SMALL_NUMBERS
from tutor_app.programs.code_in_text import is_value, tokens_of, with_plain_signs


def is_said(value: str, words: str, given: str = "") -> bool:
    """Whether each part of a value stands in words, or is at its place in what is `given` now.

    A value that is no Python value counts as said: it is what must be printed.
    """
    if not is_value(value):
        return True
    said, now = ast.literal_eval(value), ast.literal_eval(given) if is_value(given) else None
    return _is_said(said, now, _Words(words))


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
