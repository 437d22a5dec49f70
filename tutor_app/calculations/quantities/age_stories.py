"""Ages of two: so many times as old, so many years older, together, and in some years."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tutor_app.calculations.quantities.quantity_story import (
    QuantityStory,
    StoryQuantity,
    shown_number,
)
from tutor_app.calculations.quantities.told_numbers import WORDS, ToldToken

_TIMES = {
    "twice": Fraction(2),
    "double": Fraction(2),
    "thrice": Fraction(3),
    "half": Fraction(1, 2),
}


@dataclass(frozen=True, slots=True)
class _Line:
    """a · x + b · y = c of the two ages now."""

    a: Fraction
    b: Fraction
    c: Fraction


def read_ages(tokens: Sequence[ToldToken], given: Sequence[ToldToken]) -> QuantityStory | None:
    """Return what two are old, from two sentences about their ages."""
    words = [each.text for each in tokens]
    if not {"old", "older", "younger"} & set(words):
        return None
    if (met := _met(tokens, given)) is not None:
        return met
    names = _names(tokens)
    if names is None:
        return None
    taken: set[int] = set()
    lines = list(_lines(tokens, given, names, taken))
    if len(lines) != 2 or not all(each.start in taken for each in given):
        return None
    one, other = lines
    under = one.a * other.b - other.a * one.b
    if not under:
        return None
    x = (one.c * other.b - other.c * one.b) / under
    y = (one.a * other.c - other.a * one.c) / under
    if x < 0 or y < 0:
        return None
    asked = _asked(tokens, names)
    quantities = tuple(
        StoryQuantity(value=value, name=name, asked=asked in ("", name))
        for name, value in zip(names, (x, y), strict=True)
    )
    return QuantityStory(
        kind="ages",
        told={"one": names[0], "other": names[1],
              "lines": "; ".join(_shown(each, names) for each in lines)},
        quantities=quantities,
        slips=tuple(_slips(lines, names)),
        taken=frozenset(taken),
        step=_shown(lines[0], names),
        example="x = 2y, x + y = 12: 3y = 12, y = 4",
    )  # fmt: skip


def _met(tokens: Sequence[ToldToken], given: Sequence[ToldToken]) -> QuantityStory | None:
    """Return in how many years one is so many times as old, where both ages are told."""
    words = [each.text for each in tokens]
    times = next((_TIMES[word] for word in words if word in _TIMES), None)
    asks = any(words[k : k + 3] == ["how", "many", "year"] for k in range(len(words)))
    if not asks or times is None or times <= 1 or len(given) != 2:
        return None
    one, other = (each.number or Fraction(0) for each in given)
    one, other = max(one, other), min(one, other)
    years = (one - times * other) / (times - 1)
    if years < 0:
        return None
    ages = f"{shown_number(one)}, {shown_number(other)}"
    return QuantityStory(
        kind="catch_up",
        told={"ages": ages, "times": shown_number(times)},
        quantities=(StoryQuantity(value=years),),
        slips=(("one_stays", StoryQuantity(value=one / times - other)),),
        taken=frozenset(each.start for each in given),
        step=f"{shown_number(one)} + t = {shown_number(times)} · ({shown_number(other)} + t)",
        example="30 + t = 3 · (8 + t), t = 3",
    )  # fmt: skip


def _names(tokens: Sequence[ToldToken]) -> tuple[str, str] | None:
    """Return the two whose ages are told: X is … as old as Y, X is … older than Y."""
    words = [each.text for each in tokens]
    for place, word in enumerate(words):
        if word not in ("than", "as") or (word == "as" and words[place - 1 : place] != ["old"]):
            continue
        behind = [each for each in words[place + 1 : place + 4] if each not in WORDS["skipped"]]
        start = max((k for k in range(place) if words[k] in ("is", "be", "was")), default=0)
        before = [each for each in words[:start] if each.isalpha() and each not in WORDS["skipped"]]
        if behind and before and behind[0].isalpha() and before[-1] not in WORDS["pronouns"]:
            return before[-1], behind[0]
    return None


def _lines(
    tokens: Sequence[ToldToken],
    given: Sequence[ToldToken],
    names: tuple[str, str],
    taken: set[int],
) -> Iterator[_Line]:
    """Yield what the sentences say of the two ages now."""
    last = given[-1].start if given else -1
    clauses: list[list[ToldToken]] = [[]]
    for token in tokens:
        if token.claimed or token.work:
            continue
        splits = token.text in ("and", ",") and bool(clauses[-1]) and _is_told(clauses[-1])
        if (
            token.sentence != (clauses[-1][-1].sentence if clauses[-1] else token.sentence)
            or splits
        ):
            clauses.append([])
        clauses[-1].append(token)
    for clause in clauses:
        line = _line(clause, names, taken, last)
        if line is not None:
            yield line


def _is_told(clause: Sequence[ToldToken]) -> bool:
    return any(each.number is not None or each.text in _TIMES for each in clause) and any(
        each.text in ("old", "older", "younger", *WORDS["together"]) for each in clause
    )


def _line(
    clause: Sequence[ToldToken], names: tuple[str, str], taken: set[int], last: int
) -> _Line | None:
    words = [each.text for each in clause]
    numbers = [each for each in clause if each.number is not None and each.start <= last]
    shift = Fraction(0)
    for each in numbers:
        before = words[: words.index(each.text)]
        if each.unit == "year" and "in" in before[-1:]:
            shift, found = each.number or Fraction(0), each
        elif each.unit == "year" and "ago" in words[words.index(each.text) :][:3]:
            shift, found = -(each.number or Fraction(0)), each
        else:
            continue
        taken.add(found.start)
        numbers = [one for one in numbers if one is not found]
    if "as" in words and "old" in words:
        times = next((_TIMES[word] for word in words if word in _TIMES), None)
        if times is None and numbers and numbers[0].unit == "time":
            times = numbers[0].number
            taken.add(numbers[0].start)
        if times is None:
            return None
        a, b = (Fraction(1), -times)
        if _turned(words, names):
            a, b = -times, Fraction(1)
        return _Line(a, b, shift * -(a + b))
    if {"older", "younger"} & set(words) and numbers:
        by = numbers[0].number or Fraction(0)
        taken.add(numbers[0].start)
        sign = 1 if "older" in words else -1
        sign = -sign if _turned(words, names) else sign
        return _Line(Fraction(1), Fraction(-1), sign * by)
    if WORDS["together"] & set(words) and numbers:
        taken.add(numbers[0].start)
        return _Line(Fraction(1), Fraction(1), (numbers[0].number or Fraction(0)) - 2 * shift)
    return None


def _turned(words: Sequence[str], names: tuple[str, str]) -> bool:
    """Whether the second is spoken of as the first: Y is … older than X."""
    link = next((k for k, word in enumerate(words) if word in ("is", "be", "was")), 0)
    return names[1] in words[:link] or (names[0] in words[link:] and names[0] not in words[:link])


def _asked(tokens: Sequence[ToldToken], names: tuple[str, str]) -> str:
    """Return whose age is asked for: "how old is Lea?"; "" where it is not said."""
    words = [each.text for each in tokens]
    for place in range(len(words) - 2):
        if words[place : place + 2] == ["how", "old"]:
            near = [each for each in words[place + 2 : place + 6] if each in names]
            return near[0] if near else ""
    return ""


def _shown(line: _Line, names: tuple[str, str]) -> str:
    x, y = names
    if line.c == 0:
        times = -line.b / line.a if abs(line.a) == 1 else -line.a / line.b
        one, other = (x, y) if abs(line.a) == 1 else (y, x)
        return f"{one} = {shown_number(times)} · {other}"
    if line.a == 1 == line.b:
        return f"{x} + {y} = {shown_number(line.c)}"
    if line.a == 1 == -line.b:
        return f"{x} − {y} = {shown_number(line.c)}".replace("= -", "= −")
    sign = "+" if line.c > 0 else "−"
    times = -line.b / line.a
    return f"{x} = {shown_number(times)} · {y} {sign} {shown_number(abs(line.c / line.a))}"


def _slips(lines: Sequence[_Line], names: tuple[str, str]) -> Iterator[tuple[str, StoryQuantity]]:
    whole = next((each.c for each in lines if each.a == 1 == each.b), None)
    by = next((abs(each.c) for each in lines if each.a == 1 == -each.b), None)
    times = next((-each.b for each in lines if each.a == 1 and not each.c), None)
    if whole is not None and by is not None:
        for name in names:
            for value in (whole / 2 - by, whole / 2 + by, whole / 2, whole - by):
                yield "halved_first", StoryQuantity(value=value, name=name)
    elif whole is not None and times:
        for name in names:
            yield "one_share_missed", StoryQuantity(value=whole / times, name=name)
            yield "one_share_missed", StoryQuantity(value=whole / 2, name=name)
