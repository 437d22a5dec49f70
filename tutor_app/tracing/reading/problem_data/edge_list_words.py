"""Words and signs by which lists of edges are told from what stands around them."""

from __future__ import annotations

import re

SEPARATORS = frozenset({"comma", "semi", "newline", "dot", "pipe", "bullet", "open", "close"})
# "find a path from A to G" asks; it does not describe an edge.
ASKS = re.compile(
    r"(?i)\b(?:paths?|routes?|ways?|find|run|trace|tracing|search|shortest|cheapest|get|start\w*|goal|until"
    r"|distances?|push\w*|popp?\w*|sort\w*|order\w*|alphabetical\w*|going|bfs|dfs|ucs|dijkstra\S*|neighbou?rs"
    r"|travel|reverse|we|numbered|labell?ed|algorithm|limit\w*|costs?)\b"
)
WEIGHED_PAIR = re.compile(r"(?i)([a-z])([a-z])(\d+)")
EACH = frozenset(("both", "each"))
EXISTS = re.compile(r"(?i)\b(?:there\s+(?:is|are|exists?)|you can|we have|can)\b")
