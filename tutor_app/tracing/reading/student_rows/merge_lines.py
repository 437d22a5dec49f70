"""The merges of a merge sort, one a line or several in one: "[5][2] -> [2 5], 4|7 -> 4 7"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tutor_app.domain.traces import Number, Row
from tutor_app.tracing.reading.student_rows.list_entries import NUMBER, numbers_in

_LIST = rf"(?:[\[({{<⟨]\s*(?:{NUMBER}[\s,;]*)+[\])}}>⟩]|{NUMBER}(?:(?:\s*,\s*|[ \t]+){NUMBER})*)"
# Between the halves, and between them and what they give.
_AND = r"\s*(?:\||\+|&|/|\band\b|\bwith\b|,|;|\bto\b)?\s*"
_GIVES = (
    r"\s*\)?\s*(?:--?>|→|=>|⇒|:|=|\bgives?\b|\bto\s+get\b|\bto\b|\binto\b|\byields?\b|\bis\b)\s*"
)
_MERGE = re.compile(rf"(?i)(?P<left>{_LIST}){_AND}(?P<right>{_LIST}){_GIVES}(?P<merged>{_LIST})")
_BARE = re.compile(
    rf"(?i)(?P<left>{_LIST})\s*(?:\||\+|&|/|\band\b|\bwith\b)\s*(?P<right>{_LIST}){_GIVES}"
    rf"(?P<merged>{_LIST})"
)
# Between merges whose lists have blanks: "5|2 -> 2 5, 4|7 -> 4 7".
_APART = re.compile(r"(?i)[,;]\s*(?:and\s+)?(?:then\s+)?(?![^\[]*\])|\bthen\b|\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """One merge: the row, and the text that it was read from."""

    row: Row
    text: str


def read_merges(line: str, array: Sequence[Number]) -> list[Merge]:
    """Return the merges of a line, empty where it shows none, or numbers that are in none.

    A merge is read where its result has as many elements as its halves together, or nearly so: an
    element lost on the way is a mistake. All of them are elements of the array.
    """
    plain = line.replace("−", "-")
    parts = [part for part in _APART.split(plain) if numbers_in(part)]
    each = [read_merges(part, array) for part in parts] if len(parts) > 1 else []
    if each and all(len(merges) == 1 for merges in each):
        return [merges[0] for merges in each]
    for pattern in (_BARE, _MERGE):
        found = [_merge(match) for match in pattern.finditer(plain)]
        rest = pattern.sub(" ", plain)
        whole = found and all(_is_merge(merge.row, array) for merge in found)
        if whole and not numbers_in(
            re.sub(r"(?i)\b(?:step|merge)\s*#?\d+|^\s*\d+\s*[.):]", "", rest)
        ):
            return found
    return []


def _merge(match: re.Match[str]) -> Merge:
    row = {name: numbers_in(match[name]) for name in ("left", "right", "merged")}
    return Merge(row=row, text=match[0])


def _is_merge(row: Row, array: Sequence[Number]) -> bool:
    left, right, merged = (_numbers(row, name) for name in ("left", "right", "merged"))
    if abs(len(left) + len(right) - len(merged)) > 1:
        return False
    unknown = Counter((*left, *right)) - Counter(array)
    return not array or len(unknown) <= 1


def _numbers(row: Row, name: str) -> tuple[Number, ...]:
    held = row[name]
    assert isinstance(held, tuple)
    return tuple(each for each in held if isinstance(each, int | float))
