"""Rows as courses print them, in the plain form that rows are read in.

"b, D = 1: a 3/b, c ∞" is a node with its distance, and behind each value where it comes from.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from tutor_app.domain.traces import Graph

_VALUE: Final = r"(?:\d+(?:\.\d+)?|∞|inf(?:inity)?)"
_OWN: Final = r"(?:[DdGg]|dist(?:ance)?|cost)"  # what a row's head calls its node's value
_NONE: Final = r"[-–—]"


def in_plain_rows(text: str, graph: Graph | None) -> str:
    """Return a message with values that name their parents, and heads, as rows are told."""
    if graph is None or not graph.nodes:
        return text
    cell, head, parent, row = _forms(graph.nodes)
    text = cell.sub(r"\g<node> \g<value>", text)
    text = head.sub(r"\g<node> (\g<value>)", text)
    text = row.sub(r"\g<node>:", text)
    return parent.sub(r"the parent of \g<node> is ", text)


@lru_cache(maxsize=256)
def _forms(nodes: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """Return the forms of a cell, of a row's head, of a parent and of a row that a node names."""
    node = "|".join(re.escape(each) for each in sorted(nodes, key=len, reverse=True))
    own = rf"(?<![\w/])(?P<node>{node})"
    cell = rf"{own}\s*[:=]?\s+(?P<value>{_VALUE})\s*/\s*(?:{node}|{_NONE})(?![\w/])"
    head = rf"{own}\s*[,(]?\s*{_OWN}\s*=\s*(?P<value>{_VALUE})\s*\)?(?=\s*(?:[:|→]|->))"
    parent = rf"(?<!\w)(?:π|pi)\s*[(\[]\s*(?P<node>{node})\s*[)\]]\s*=\s*(?={node}(?!\w))"
    letters = "|".join(re.escape(each) for each in nodes if not each.isdecimal()) or r"(?!)"
    row = rf"(?<!\w)(?i:row|step|line)\s+(?P<node>{letters})\s*:"
    return re.compile(cell), re.compile(head), re.compile(parent), re.compile(row)
