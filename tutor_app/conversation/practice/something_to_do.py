"""A wish for something to do, by its form: "give me an equation to solve", "one to try myself"."""

from __future__ import annotations

import re
from typing import Final

from tutor_app.conversation.practice.divided_sentences import PART_WORDS

_WISHES, _ANY, _DOES = ("|".join(sorted(PART_WORDS[name])) for name in ("wishes", "any", "does"))
_BETWEEN: Final = r"(?:[^\W\d_]+(?:['’-][^\W\d_]+)?\W+)"
# What is wished for is not a certain one, and is there to be done: "the equation to solve" is not.
_FORM: Final = re.compile(
    rf"\b(?:{_WISHES})\W+{_BETWEEN}{{0,3}}?(?:{_ANY})\W+{_BETWEEN}{{0,5}}?(?:to|i can)\W+"
    rf"(?:{_DOES})\b",
    re.IGNORECASE,
)


def wishes_something_to_do(text: str) -> bool:
    """Return whether a text wishes for any one thing that is to be done."""
    return _FORM.search(text) is not None
