"""A node written together with its number, "B7", taken apart."""

from __future__ import annotations

import re

_GLUED = re.compile(r"(?<!\w)([^\W\d_]+)(\d+)(?!\w)")


def with_spaces(text: str) -> str:
    """Return the text with "B7" as "B 7" where B stands alone elsewhere: a node and its number."""
    alone = set(re.findall(r"(?<!\w)[^\W\d_]+(?!\w)", text))
    return _GLUED.sub(
        lambda found: " ".join(found.groups()) if found[1] in alone else found[0], text
    )
