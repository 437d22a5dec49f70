"""The parts of a reading's lines: nodes of the problem, numbers, rows, lists."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tutor_app.domain.traces import Number, Problem

NONE: Final = "none"
INFINITE: Final = ("inf", "infinity", "∞")
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
_ROW: Final = re.compile(r"\s*@\s*(\d+)\s*$")

# A node with its number, None where none is told.
Entry = tuple[str, Number | None]


def read_number(text: str) -> Number | None:
    """Return the number that a text is; infinity for its names, None for anything else."""
    text = text.strip()
    if text.casefold() in INFINITE:
        return math.inf
    if _NUMBER.fullmatch(text) is None:
        return None
    value = float(text)
    return int(value) if value.is_integer() else value


@dataclass(frozen=True)  # no slots: what is looked up often is kept
class LineParts:
    """Reads parts of lines about one problem's run."""

    problem: Problem

    @cached_property
    def _nodes(self) -> Mapping[str, str]:
        graph = self.problem.graph
        nodes = graph.nodes if graph is not None else ()
        return {node.casefold(): node for node in nodes} | {node: node for node in nodes}

    @cached_property
    def _name(self) -> re.Pattern[str]:
        names = sorted(map(re.escape, self._nodes), key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(names)})(?!\w)", re.IGNORECASE)

    def node(self, text: str) -> str | None:
        """Return the node that a text names; None where it is none of the problem's."""
        text = text.strip()
        return self._nodes.get(text) or self._nodes.get(text.casefold())

    def nodes(self, text: str) -> tuple[str, ...]:
        """Return the nodes of a text that names nodes and nothing else; () of any other."""
        found = self._name.findall(text)
        left = self._name.sub("", text).strip(" ,-–>")
        named = tuple(node for each in found if (node := self.node(each)) is not None)
        return () if re.search(r"\w", left) else named

    def entries(self, text: str) -> tuple[Entry, ...] | None:
        """Return the nodes of "B 3, C 5" with their numbers; () of "none".

        None where some part is no node.
        """
        if text.strip().casefold() in ("", NONE):
            return ()
        found = [self._entry(each) for each in text.split(",")]
        known = tuple(each for each in found if each is not None)
        return known if len(known) == len(found) else None

    def _entry(self, text: str) -> Entry | None:
        if (node := self.node(text)) is not None:
            return node, None
        name, _, number = text.strip().rpartition(" ")
        node, value = self.node(name), read_number(number)
        return None if node is None or value is None else (node, value)

    def with_number(self, text: str) -> tuple[tuple[str, ...], Number] | None:
        """Return the nodes and the number of "R Q 5"; None of anything else."""
        names, _, number = text.strip().rpartition(" ")
        nodes, value = self.nodes(names), read_number(number)
        return None if not nodes or value is None else (nodes, value)


def split_row(line: str) -> tuple[str, int | None]:
    """Return a line without its row, "take B @2", and the row; None where it names none."""
    found = _ROW.search(line)
    return (line.strip(), None) if found is None else (line[: found.start()].strip(), int(found[1]))
