"""The numbers in front of a student's rows: "Step 3:", "2)", "limit 0:", "start"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_KIND = (
    r"(?:steps?|pass(?:es)?|iterations?|iter|it|rounds?|rows?|lines?|limit"
    r"|depth(?:\s+limit)?|level|dl|l(?=\s*=\s*\d+\s*:)"
    r"|width|leaf|(?:merge|partition)(?=\s*\#?\d+\s*[:.)])|stage|phase|relaxation|i|k|n[or]\.?)"
)
_NUMBERED = re.compile(
    rf"(?i)^[\s*_>•·-]*(?:(?P<kind>after\s+(?:the\s+)?{_KIND}|{_KIND}"
    rf"|\#)\s*[-=#]?\s*\(?(?P<a>\d+)\)?"
    r"|after\s+(?P<d>\d+)\s*(?:steps?|passes|pass|iterations?)"
    r"|\(?(?P<b>\d+)\)|(?P<c>\d+)\s*[.:](?=\s|:|$|[^\d\s])|(?P<e>\d+)(?:st|nd|rd|th)\s+\w+)"
    r"\**\s*(?P<mark>[.:),;–—|-]*)\s*"
)
_INITIAL = re.compile(
    r"(?i)^[\s*_>•·-]*\(?(?:initial(?:ly|isation|ization)?|init|start(?:ing)?"
    r"|begin(?:ning)?|original|"
    r"given|input|at\s+first|before)\b(?!\s+(?:node|at|from"
    r"|with\s+\w+\b\s*->))[^:=\[{\n]{0,20}?[:=]?\s*"
)
# "2 A": a number and one word, which is a row where such lines count up.
_ALONE = re.compile(r"^\s*(\d+)\s+([^\W\d_]\S*)\s*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a student's work: the number in front of it, None without; and the rest."""

    number: int | None
    kind: str  # "step", "limit", "" …
    rest: str
    initial: bool = False


def label_lines(lines: Sequence[str]) -> list[Line]:
    """Return the lines without their numbers.

    A bare number such as "2: 1, 3" is a row's number only where those numbers count up; else it is
    the name of a node.
    """
    bare = [int(found["c"]) for line in lines if (found := _NUMBERED.match(line)) and found["c"]]
    alone = [int(found[1]) for line in lines if (found := _ALONE.match(line))]
    spaced = len(alone) > 1 and _count_up(alone)
    return [_label(line, _count_up(bare), spaced) for line in lines]


def _count_up(numbers: Sequence[int]) -> bool:
    return all(after == before + 1 for before, after in zip(numbers, numbers[1:], strict=False))


def _label(line: str, counting: bool, spaced: bool) -> Line:
    alone = _ALONE.match(line) if spaced else None
    if alone:
        return Line(number=int(alone[1]), kind="", rest=alone[2])
    found = _NUMBERED.match(line)
    if found and found["c"] and not counting:
        found = None
    if found is None:
        initial = _INITIAL.match(line)
        if initial:
            return Line(number=0, kind="", rest=line[initial.end() :].strip(), initial=True)
        return Line(number=None, kind="", rest=line.strip(" \t*•>"))
    number = next(int(found[group]) for group in "abcde" if found[group])
    kind = (found["kind"] or "").casefold().split()
    rest = line[found.end() :].strip()
    again = _INITIAL.match(rest)
    if again and number == 0:
        return Line(number=0, kind="", rest=rest[again.end() :].strip(), initial=True)
    return Line(number=number, kind=kind[-1] if kind else "", rest=rest)
