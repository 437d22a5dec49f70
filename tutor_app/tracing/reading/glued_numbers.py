"""A node written together with its number, "B7", or with another node, "12", taken apart."""

from __future__ import annotations

import re
from typing import Final

_GLUED = re.compile(r"(?<!\w)([^\W\d_]+)(\d+)(?!\w)")
# "the nodes 1 to 8 and the edges 12, 24": a range is no way, a pair of its digits is an edge.
_RANGE: Final = re.compile(
    r"(?i)(?<!from )\bnodes? 1 ?(?:to|-|–|\.\.+|…) ?([2-9])(?=\W[^.]{0,20}\bedge)"
)
# At least three pairs of digits behind a word that says that they are edges.
_PAIRS: Final = re.compile(
    r"(?i)\b(?:edges?|arcs?|arrows?|lines?|links?|roads?|connections?)\s*(?:are\b)?[\s:={(]*"
    r"(?P<pairs>\d\d(?:(?:\s*[,;]\s*|\s+and\s+|\s+)\d\d){2,})(?!\w|\.\d)"
)


def with_spaces(text: str) -> str:
    """Return the text with "B7" as "B 7" where B stands alone elsewhere, and edges as "1-2"."""
    text = _PAIRS.sub(_parted, text)
    alone = set(re.findall(r"(?<!\w)[^\W\d_]+(?!\w)", text))
    return _GLUED.sub(
        lambda found: " ".join(found.groups()) if found[1] in alone else found[0], text
    )


def with_range_told(text: str) -> str:
    """Return the text with nodes "1 to 4" as "1, 2, 3, 4", and their edges "12" as "1-2"."""
    nodes = _RANGE.search(text)
    if nodes is None:
        return text
    names = [str(number) for number in range(1, int(nodes[1]) + 1)]
    text = f"{text[: nodes.start()]}nodes {', '.join(names)}{text[nodes.end() :]}"
    pairs = _PAIRS.search(text)
    between = pairs is not None and set(filter(str.isdecimal, pairs["pairs"])) <= {*names}
    return _PAIRS.sub(_parted, text, count=1) if between else text


def _parted(found: re.Match[str]) -> str:
    parted = re.sub(r"(\d)(\d)", r"\1-\2", found["pairs"])
    return found[0].replace(found["pairs"], parted)
