"""Sentences that are not understood without those around them."""

from __future__ import annotations

import re

# Begins that lean on what stands before.
_LEANS = re.compile(
    r"^\W*(?:this|that|these|those|it|its|they|their|them|he|she|his|her|such|here|there|thus"
    r"|therefore|hence|so|but|and|or|however|moreover|similarly|likewise|conversely|otherwise"
    r"|instead|finally|then|also|again|in other words|for example|for instance|as a result"
    r"|on the other hand|in particular|in fact|unfortunately|fortunately|nevertheless|specifically"
    r"|equivalently|if so|if not|now|recall|figure|table|see|note|we|i|my|you|our|let|suppose"
    r"|exercise|prove|describe|show|consider|the (?:latter|former|following|same|other|second|third"
    r"|resulting|previous|next))\b",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"\b(?:as follows|above|below|this (?:chapter|section|is|was|means)|previous|we (?:just|saw)"
    r"|for the same reason|in the same way|the same holds"
    r"|figure|section|chapter|exercise|in this (?:case|way)|to do this|(?:of|for|with|in|from) "
    r"(?:this|these|those|them|it)|the following)\b",
    re.IGNORECASE,
)


def leans_on_others(sentence: str) -> bool:
    """True if the sentence refers to what stands around it, or elsewhere."""
    return bool(_LEANS.match(sentence) or _POINTS.search(sentence))
