"""Values as people write them in a sentence, read after the pattern of one that was seen.

"rome: ana cy, oslo: ben" is read like {'Rome': ['Cy'], 'Oslo': []}; "Mia must have 2" like a
printed "Mia 5". What does not fit the pattern is no value.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from difflib import SequenceMatcher

from tutor_app.programs.code_in_text import tokens_of, values_in

LIKE = 0.6  # how much of a word must stand in the text that was seen, in its order
SHORTEST = 3  # characters of a text that another one can be like
_AROUND = ".,;:!?()'\"`"
_SIGNS = frozenset("[](){},:;.'\"=`-")


def read_like(text: str, seen: str, *, is_text: bool = False) -> str | None:
    """Return what a text says in the pattern of a value that was seen, as source, if it does.

    `seen` is a value as Python writes it, or, where `is_text`, lines that were printed: of these
    the last value of each line is looked for behind the line's own first word.
    """
    if is_text:
        return _lines_like(text, seen)
    try:
        value = ast.literal_eval(seen)
    except (ValueError, SyntaxError):
        return None
    match value:
        case dict():
            return _dict_like(text, value)
        case list() | tuple():
            return _list_like(text, value)
        case str():
            return _text_like(text, value)
        case _:
            return None


def _lines_like(text: str, seen: str) -> str | None:
    rows = seen.split("\n")
    heads = [_head(row) for row in rows]
    if len(set(heads)) < len(heads):
        return None
    parts = _parts_behind(text, [head for head in heads if head])
    if not any(parts.values()):
        return None
    made: list[str] = []
    for row, head in zip(rows, heads, strict=True):
        values = [span.text for span in values_in(parts.get(head, ""))]
        old = [span for span in values_in(row)]
        if not values or not old:
            made.append(row)
            continue
        last = old[-1]
        made.append(f"{row[: last.start]}{values[0]}{row[last.end :]}")
    return "\n".join(made) if made != rows else None


def _head(row: str) -> str:
    words = row.split()
    return words[0].strip(":,").casefold() if words and words[0][0].isalpha() else ""


def _dict_like(text: str, value: dict[object, object]) -> str | None:
    keys = {str(key).casefold(): key for key in value}
    parts = _parts_behind(text, list(keys))
    if len([part for part in parts.values() if part.strip()]) < len(keys):
        return None
    held = [each for one in value.values() if isinstance(one, list) for each in one]
    made: dict[object, object] = {}
    for name, key in keys.items():
        numbers = [span.text for span in values_in(parts[name])]
        if isinstance(value[key], list) and not all(isinstance(each, str) for each in held):
            if not numbers:
                return None  # "Ida, when I called" holds no list of numbers
            made[key] = [ast.literal_eval(each) for each in numbers]
        elif isinstance(value[key], list):
            made[key] = [_cased(word, held) for word in _words(parts[name])]
        else:
            if not numbers:
                return None
            made[key] = ast.literal_eval(numbers[0])
    return repr(made)


def _list_like(text: str, value: Sequence[object]) -> str | None:
    """Return a list whose elements are written side by side, without brackets."""
    found = [span.text for span in values_in(text)]
    if len(found) < 2 or found[0][0] in "[({":
        return None
    kinds = {type(each) for each in value}
    made = [ast.literal_eval(each) for each in found]
    if kinds and {type(each) for each in made} - kinds:
        return None
    return repr(tuple(made) if isinstance(value, tuple) else made)


def _text_like(text: str, value: str) -> str | None:
    """Return the word of a text that is most like a text that was seen, and is another one."""
    words = {word.strip(_AROUND) for word in text.split()}
    rated = sorted((SequenceMatcher(None, word, value).ratio(), word) for word in words - {value})
    if not rated or rated[-1][0] < LIKE or len(value) < SHORTEST:
        return None
    return repr(rated[-1][1])


def _parts_behind(text: str, heads: Sequence[str]) -> dict[str, str]:
    """Return what stands behind each of some words, up to the next of them."""
    places: list[tuple[int, int, str]] = []
    for token in tokens_of(text):
        word = token.text.strip("'\"").casefold()
        if word in heads:
            places.append((token.start, token.start + len(token.text), word))
    ends = [*(start for start, _, _ in places[1:]), len(text)][: len(places)]
    parts: dict[str, str] = {}
    for (_, start, word), end in zip(places, ends, strict=True):
        parts.setdefault(word, text[start:end])
    return parts


def _words(text: str) -> list[str]:
    """Return the words of a list, up to the end of its sentence."""
    first = text.split(". ")[0].split("\n")[0]
    plain = "".join(" " if sign in _SIGNS else sign for sign in first)
    return [word for word in plain.split() if word.casefold() != "and"]


def _cased(word: str, held: Sequence[object]) -> str:
    """Return a word as the program writes it, where it knows it, else with a capital like it."""
    for each in held:
        if str(each).casefold() == word.casefold():
            return str(each)
    capital = bool(held) and all(str(each)[:1].isupper() for each in held)
    return word.capitalize() if capital else word
