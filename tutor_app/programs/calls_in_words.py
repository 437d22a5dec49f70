"""Calls and inputs written in a text, with the values that the words around them give them."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Literal

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.programs.argument_fit import call_fits
from tutor_app.programs.code_in_text import (
    Span,
    calls_in,
    is_value,
    parse_expression,
    values_in,
)

TextKind = Literal["statement", "words"]
_Role = Literal["expected", "given", "none"]

# Signs that stand between a call and its value, the longest first.
SIGNS = ("==>", "-->", "=>", "->", "→", "⇒", "↦", "==", "=", "#", "|")
_WORDS = read_word_lists(Path(__file__).with_name("code_words.yaml"))
_EXPECTING = _WORDS["expecting"]
_GIVING = _WORDS["giving"]
_RAISING = _WORDS["raising"]
_PUTTING_IN = _WORDS["putting_in"]
_DENYING = frozenset({"not", "no", "never", "isn't", "doesn't", "shouldn't", "wasn't"})
_MOST_WORDS = 12  # between a call and its value
_CLAUSE_END = re.compile(r"[,.;:!?](?=\s)|\n")
_FURTHEST = 240  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldCall:
    """A call, what it must give and what the student says it gave; all as source."""

    call: str
    expected: str | None = None
    raises: str | None = None
    seen: str | None = None


def read_told_calls(text: str, functions: frozenset[str], kind: TextKind) -> tuple[ToldCall, ...]:
    """Return the calls of the functions in a text, in its order, with the values told of them.

    In a statement "f(2) returns 3" says what must come out, in a student's words what came out.
    """
    calls = [_unprinted(call, functions) for call in calls_in(text, functions)]
    return tuple(_read_around(text, calls, kind))


def inputs_without_call(text: str, program: ast.Module) -> tuple[ToldCall, ...]:
    """Return calls for inputs that words name alone: "[-4, -2] gives 0", "[1, 3] with x = 3"."""
    functions = [node for node in program.body if isinstance(node, ast.FunctionDef)]
    if not functions:
        return ()
    places: list[Span] = []
    for group in _groups(text, [each.arg for each in functions[-1].args.args]):
        call = _call_of(group, functions[-1])
        tree = parse_expression(call) if call is not None else None
        if call is not None and tree is not None and call_fits(tree, program):
            places.append(Span(group[0].start, group[-1].end, call))
    return tuple(_read_around(text, places, "words"))


def _read_around(text: str, calls: Sequence[Span], kind: TextKind) -> Iterator[ToldCall]:
    bounds = [0, *(call.end for call in calls)]
    starts = [*(call.start for call in calls), len(text)]
    for number, call in enumerate(calls):
        behind = text[call.end : min(starts[number + 1], call.end + _FURTHEST)].split("\n\n")[0]
        behind = _of_sentence(behind) if kind == "words" else behind
        told = _told_behind(call, behind, kind, _has_prose(text, call))
        if told == ToldCall(call=call.text):
            before = text[max(bounds[number], call.start - _FURTHEST) : call.start]
            before = before.split(". But ")[-1] if kind == "words" else before
            told = _told_before(call, before.split("\n\n")[-1], kind)
        elif told.seen is None and kind == "words":
            # "it gives 0 for f(2), but should give 4": of this sentence only.
            before = text[max(bounds[number], call.start - _FURTHEST) : call.start]
            sentence = before.replace("\n", ". ").split(". ")[-1]
            told = replace(told, seen=_told_before(call, sentence, kind).seen)
        yield told


def _of_sentence(text: str) -> str:
    """Return a text's first sentence, with the next one if that begins with what was expected."""
    first, *rest = text.split(". ")
    goes_on = bool(rest) and bool(_EXPECTING & set(_words(rest[0])[:2]))
    return f"{first} {rest[0]}" if goes_on else first


def _unprinted(call: Span, functions: frozenset[str]) -> Span:
    """Return what stands in `print(…)`, where it is one call: that is what is compared."""
    match parse_expression(call.text):
        case ast.Call(func=ast.Name(id="print"), args=[inner], keywords=[]):
            if "print" not in functions:
                return Span(call.start, call.end, ast.unparse(inner))
        case ast.expr() as tree if "\n" in call.text:
            return Span(call.start, call.end, ast.unparse(tree))
    return call


def _has_prose(text: str, call: Span) -> bool:
    """Whether words stand in the call's line: then a sign may tell what came out."""
    start = text.rfind("\n", 0, call.start) + 1
    end = text.find("\n", call.end)
    line = text[start : call.start] + text[call.end : len(text) if end < 0 else end]
    return len(_words(line)) >= 2


# --- values behind and before a call ---------------------------------------------------------


def _told_behind(call: Span, behind: str, kind: TextKind, in_prose: bool) -> ToldCall:
    expected = seen = None
    after_sign = _behind_sign(behind)
    signed = _value_at_start(after_sign) if after_sign is not None else None
    if after_sign is not None and signed is not None:
        behind = after_sign[len(signed) :]
    for role, value in _roles(behind):
        if role == "expected" and expected is None:
            expected = value
        elif role == "given" and seen is None:
            seen = value
    if signed is not None and expected is None and (kind == "statement" or not in_prose):
        expected = signed
    elif signed is not None and expected != signed:
        seen = signed
    if kind == "statement" and expected is None:
        expected, seen = seen, None
    raises = _raised(behind, kind) if expected is None else None
    return ToldCall(call=call.text, expected=expected, raises=raises, seen=seen)


def _raised(behind: str, kind: TextKind) -> str | None:
    """Return the exception that words behind a call say that it must raise."""
    words = "".join(sign if sign.isalnum() else " " for sign in behind).split()[:_MOST_WORDS]
    for place, word in enumerate(words):
        named = getattr(builtins, word, None)
        if isinstance(named, type) and issubclass(named, BaseException):
            before = {each.casefold() for each in words[:place]}
            is_wanted = kind == "statement" or bool(before & _EXPECTING)
            return word if is_wanted and before & _RAISING else None
    return None


def _told_before(call: Span, before: str, kind: TextKind) -> ToldCall:
    """Read "I am getting 3 for f(2)", where the value stands before the call."""
    if kind == "statement":
        return ToldCall(call=call.text)
    told = dict(_roles(before))
    return ToldCall(call=call.text, expected=told.get("expected"), seen=told.get("given"))


def _roles(text: str) -> Iterator[tuple[_Role, str]]:
    """Yield the values of a text by what the words before each say of it, up to one unsaid."""
    start = 0
    for value in values_in(text):
        words = _words(text[start : value.start])
        role = _role_of(words)
        if role == "none":
            return
        yield role, value.text
        start = value.end


def _role_of(words: Sequence[str]) -> _Role:
    if len(words) > _MOST_WORDS or _DENYING & set(words[-3:]):
        return "none"
    if _EXPECTING & set(words):
        return "expected"
    return "given" if _GIVING & set(words) else "none"


def _words(text: str) -> list[str]:
    kept = "".join(sign if sign.isalpha() or sign == "'" else " " for sign in text)
    return kept.casefold().split()


def _behind_sign(text: str) -> str | None:
    """Return what follows an arrow or another sign of this kind, None where none comes first."""
    rest = text.lstrip(" \t`*")
    plain = rest
    while True:
        sign = next((each for each in SIGNS if plain.startswith(each)), None)
        if sign is None:
            break
        plain = plain[len(sign) :].lstrip(" \t`*")
    return plain if plain is not rest and plain != rest else None


def _value_at_start(text: str) -> str | None:
    """Return the longest beginning of the first line that Python reads as an expression."""
    line = text.split("\n")[0]
    for value in values_in(line):
        if value.start == 0 and _ends_there(line, value.end):
            return value.text
        break
    for end in range(len(line), 0, -1):
        if line[:end].strip() and _ends_there(line, end) and _is_computed(line[:end]):
            return line[:end]
    return None


def _ends_there(line: str, end: int) -> bool:
    rest = line[end:].lstrip(" \t`*|")
    return not rest or rest[0] in ".,;#)(!?" or rest[0].isalpha()


def _is_computed(text: str) -> bool:
    """Whether a text is an expression of values: "[0] * 3", "set()", "2 ** 10"."""
    tree = parse_expression(text)
    if tree is None or isinstance(tree, ast.Name):
        return False
    return is_value(text) or any(
        isinstance(each, ast.Constant | ast.Call) for each in ast.walk(tree)
    )


# --- inputs without a call -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Input:
    start: int
    end: int
    text: str
    name: str | None


def _groups(text: str, parameters: Sequence[str]) -> Iterator[list[_Input]]:
    """Yield the inputs that stand side by side; what is said to come out is none."""
    group: list[_Input] = []
    end = 0
    for value in values_in(text):
        between = text[end : value.start]
        name = _named(between, parameters)
        clause = _CLAUSE_END.split(between)[-1]  # "it should add them up, [1, 2] gives 1"
        words = [word for word in _words(clause) if word != name]
        role = "none" if name is not None else _role_of(words)
        takes = name is not None or value.text[0] in "[({\"'" or bool(_PUTTING_IN & set(words[-2:]))
        takes = takes or (bool(group) and _words(between) in ([], ["and"]))
        is_ended = name is None and between.lstrip("'\" ")[:1] in tuple(".!?;")
        is_ended = is_ended or len(group) >= max(len(parameters), 1)
        if group and (len(words) > 2 or role != "none" or not takes or is_ended):
            yield group
            group = []
        if role == "none" and takes:
            group.append(_Input(value.start, value.end, value.text, name))
        end = value.end
    if group:
        yield group


def _named(between: str, parameters: Sequence[str]) -> str | None:
    """Return the parameter that "name =" before a value names."""
    head = between.rstrip(" `")
    if not head.endswith(("=", ":")):
        return None
    word = head.rstrip("=: `")
    start = len(word)
    while start and (word[start - 1].isalnum() or word[start - 1] == "_"):
        start -= 1
    return word[start:] if word[start:] in parameters else None


def _call_of(group: Sequence[_Input], function: ast.FunctionDef) -> str | None:
    """Return the call that gives a group of inputs to a function, in the parameters' order."""
    given = {each.name: each.text for each in group if each.name is not None}
    parameters = [each.arg for each in function.args.args]
    free = [name for name in parameters if name not in given]
    unnamed = [each.text for each in group if each.name is None]
    if len(unnamed) > len(free):
        return None
    given |= dict(zip(free, unnamed, strict=False))
    arguments = [given[name] for name in parameters if name in given]
    ordered = all(b in given or a in given for a, b in pairwise(parameters))
    text = ", ".join(arguments if ordered else [f"{k}={v}" for k, v in given.items()])
    return f"{function.name}({text})"
