"""Where the node of a row may stand in a message: before its list, behind it, or nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from tutor_app.tracing.telling.mentions import LINE, SEMI, STOP, Mention

# What the list of a row holds: what the step changed, all that waits, all labels; or none is told.
Content = Literal["changed", "waiting", "labels", "order"]
Layout = Literal["first", "last", "implied", "upwards"]

LEAST_LINES = 3


def layouts(mentions: Sequence[Mention]) -> Iterator[tuple[Layout, list[list[Mention]]]]:
    """Yield the mentions in the order node, entries; those of lists alone, list by list."""
    yield "first", [list(mentions)]
    lines = _segments(mentions, LINE)
    if len(lines) > LEAST_LINES:
        upwards = [[replace(line[0], border=LINE), *line[1:]] for line in reversed(lines)]
        yield "upwards", [[each for line in upwards for each in line]]
    lines = _segments(mentions, row_border(mentions))
    if len(lines) > 1:
        moved = [_node_first(line) for line in lines]
        if moved != lines:
            yield "last", [[each for line in moved for each in line]]
        yield "implied", lines


def _segments(mentions: Sequence[Mention], border: int) -> list[list[Mention]]:
    lines: list[list[Mention]] = []
    for each in mentions:
        if not lines or each.border >= border:
            lines.append([])
        lines[-1].append(each)
    return lines


def _node_first(line: Sequence[Mention]) -> list[Mention]:
    """Move the node that is taken, said behind its list, to the front."""
    chosen = [place for place, each in enumerate(line) if each.chosen]
    place = chosen[0] if chosen else len(line) - 1
    first = replace(line[place], border=line[0].border, chosen=True)
    others = [replace(each, border=min(each.border, 1)) for each in line]
    return [first, *others[:place], *others[place + 1 :]]


def row_border(mentions: Sequence[Mention]) -> int:
    """Return what separates the rows: line ends, else full stops and the like, else nothing."""
    for border in (LINE, STOP, SEMI):
        if sum(each.border >= border for each in mentions[1:]) > 1:
            return border
    return SEMI
