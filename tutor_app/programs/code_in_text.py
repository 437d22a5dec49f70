"""Pieces of Python inside a text: balanced brackets, values and calls."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

_CLOSERS = {"(": ")", "[": "]", "{": "}"}
_QUOTES = "\"'"
_PLAIN = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "−": "-", "\u00a0": " "})
_APOSTROPHE = re.compile(r"(?<=\w)['’](?=\w)")
_CONSTANTS = ("True", "False", "None")


_TOKEN = re.compile(
    r"[A-Za-z_]\w*|\d+(?:\.\d+)?|\"[^\"\n]*\"|'[^'\n]*'"
    r"|\*\*=?|//=?|<<=?|>>=?|->|:=|[-+*/%<>=!&|^@]=|[^\w\s]"
)


@dataclass(frozen=True, slots=True)
class Token:
    """A token of code or of prose, with its place in the text."""

    text: str
    start: int
    end: int


def tokens_of(text: str) -> tuple[Token, ...]:
    """Return the tokens of a text, which need not be code."""
    return tuple(Token(each.group(), each.start(), each.end()) for each in _TOKEN.finditer(text))


def words_said(sentence: str) -> list[str]:
    """Return the words and signs of a sentence, "isn't" as one word without its apostrophe."""
    return [token.text for token in tokens_of(_APOSTROPHE.sub("", sentence))]


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a text from `start` up to, not with, `end`."""

    start: int
    end: int
    text: str


def with_plain_signs(text: str) -> str:
    """Return a text with the quotes and minus signs of a keyboard; its length stays."""
    return text.translate(_PLAIN)


def parse_expression(text: str) -> ast.expr | None:
    """Return what a text says as one Python expression, None where it is not one."""
    try:
        with warnings.catch_warnings(action="ignore"):
            return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def parse_program(text: str) -> ast.Module | None:
    """Return the tree of a program, None where Python does not read it."""
    try:
        with warnings.catch_warnings(action="ignore"):
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def end_of_group(text: str, start: int) -> int | None:
    """Return where the bracket or the quote at `start` is closed (behind it), None if nowhere."""
    if text[start] in _QUOTES:
        return _end_of_quote(text, start)
    awaited: list[str] = []
    place = start
    while place < len(text):
        sign = text[place]
        if sign in _QUOTES:
            end = _end_of_quote(text, place)
            if end is None:
                return None
            place = end
            continue
        if sign in _CLOSERS:
            awaited.append(_CLOSERS[sign])
        elif sign in _CLOSERS.values():
            if sign != awaited.pop():
                return None
            if not awaited:
                return place + 1
        place += 1
    return None


def _end_of_quote(text: str, start: int) -> int | None:
    place = start + 1
    while place < len(text) and text[place] != "\n":
        if text[place] == "\\":
            place += 1
        elif text[place] == text[start]:
            return place + 1
        place += 1
    return None


def values_in(text: str) -> Iterator[Span]:
    """Yield the values written in a text: numbers, quoted texts, lists, None, True and False."""
    place = 0
    while place < len(text):
        end = _end_of_value(text, place)
        if end is not None and is_value(text[place:end]):
            yield Span(place, end, text[place:end])
            place = end
        else:
            place += 1


def _end_of_value(text: str, start: int) -> int | None:
    """Return where what may be a value ends; inside a word nothing begins."""
    sign = text[start]
    before = text[start - 1] if start else " "
    if before.isalnum() or before in "_.":
        return None
    if sign in "([{" or sign in _QUOTES:
        return end_of_group(text, start)
    for constant in _CONSTANTS:
        if text.startswith(constant, start) and not _goes_on(text, start + len(constant)):
            return start + len(constant)
    digits = start + (sign == "-")
    end = digits
    while end < len(text) and (text[end].isdecimal() or _is_point(text, end)):
        end += 1
    return None if end == digits or _goes_on(text, end) else end


def _is_point(text: str, place: int) -> bool:
    return text[place] == "." and text[place + 1 : place + 2].isdecimal()


def _goes_on(text: str, place: int) -> bool:
    return place < len(text) and (text[place].isalnum() or text[place] == "_")


def is_value(text: str) -> bool:
    """Whether a text is a value as Python writes it."""
    try:
        ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return False
    return True


def names_in(node: ast.AST) -> frozenset[str]:
    """Return the names that a piece of a program reads or sets."""
    return frozenset(each.id for each in ast.walk(node) if isinstance(each, ast.Name))


def set_in(node: ast.AST) -> tuple[str, ...]:
    """Return the names that a piece of a program gives values, or whose parts it sets: of
    `rows[i][j] = 5` that is `rows`."""
    found: list[str] = []
    for each in ast.walk(node):
        if isinstance(getattr(each, "ctx", None), ast.Store):
            while isinstance(each, ast.Subscript):
                each = each.value
            found += [each.id] if isinstance(each, ast.Name) else []
    return tuple(dict.fromkeys(found))


def calls_in(text: str, functions: frozenset[str]) -> Iterator[Span]:
    """Yield the outermost calls written in a text that call one of the functions."""
    place = 0
    while place < len(text):
        if not (text[place].isalpha() or text[place] == "_"):
            place += 1
            continue
        end_of_name = place
        while end_of_name < len(text) and (
            text[end_of_name].isalnum() or text[end_of_name] in "_."
        ):
            end_of_name += 1
        call = _call_at(text, place, end_of_name, functions)
        if call is not None:
            yield call
            place = call.end
        else:
            place = end_of_name


def _call_at(text: str, start: int, end_of_name: int, functions: frozenset[str]) -> Span | None:
    opens = end_of_name + (text[end_of_name : end_of_name + 1] == " ")
    if text[opens : opens + 1] != "(":
        return None
    end = end_of_group(text, opens)
    if end is None:
        return None
    found = parse_expression(text[start:end])
    return Span(start, end, text[start:end]) if found and called_in(found) & functions else None


def called_in(node: ast.AST) -> frozenset[str]:
    """Return the names of the functions that a piece of a program calls."""
    return frozenset(
        each.func.id
        for each in ast.walk(node)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
    )


def is_handed_over(text: str, place: int) -> bool:
    """Whether a place lies in brackets right behind a name: "range(1, ..)"."""
    depth = 0
    for at in range(place - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(text[at], 0)
        if depth < 0:
            return text[at - 1 : at].isalnum() or text[at - 1 : at] == "_"
        if text[at] == "\n":
            break
    return False


def part_of_call(call: str) -> object:
    """Return the key of the part that the last line of a call takes: of `f(2)["a"]` it is "a"; None
    where it takes none."""
    match parse_expression(call.split("\n")[-1]):
        case ast.Subscript(value=ast.Call() | ast.Dict(), slice=key) if is_value(ast.unparse(key)):
            return ast.literal_eval(key)
        case _:
            return None
