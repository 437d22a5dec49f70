"""A table with a node over each column, rewritten as lines: a node and what stands in its row."""

from __future__ import annotations

from collections.abc import Sequence

_MARKS = ("|", "\t", ";")
LEAST_COLUMNS = 3


def tables_as_lines(text: str, nodes: Sequence[str]) -> str:
    """Return the text with "C | 5 | 3" under "node | A | B" as "C: A 5, B 3"; empty cells drop."""
    names = {node.casefold(): node for node in nodes}
    lines = text.splitlines()
    for place, line in enumerate(lines):
        for mark in _MARKS:
            head = [names.get(cell.strip().casefold()) for cell in line.split(mark)]
            if sum(cell is not None for cell in head) >= LEAST_COLUMNS and None not in head[1:]:
                return "\n".join([*lines[:place], *_rows(lines[place + 1 :], head, mark, names)])
    return text


def _rows(
    lines: Sequence[str], head: Sequence[str | None], mark: str, names: dict[str, str]
) -> list[str]:
    told = []
    for line in lines:
        cells = [cell.strip() for cell in line.split(mark)]
        node = names.get(cells[0].casefold())
        if node is None or len(cells) < 2:
            told.append(line)
            continue
        pairs = [
            f"{name} = {cell}"
            for name, cell in zip(head[1:], cells[1:], strict=False)
            if any(each.isdecimal() for each in cell)
        ]
        told.append(f"{node}: {', '.join(pairs)}")
    return told
