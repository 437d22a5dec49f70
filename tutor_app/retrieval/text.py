"""Words as the sparse rankings see them."""

from __future__ import annotations

import re
import unicodedata

_TOKEN = re.compile(r"[^\W_]+")
_ACCENTS = re.compile(r"[\u0300-\u036f]")
_SUFFIXES = ("ingly", "edly", "ings", "ing", "ies", "ied", "es", "ed", "s", "ly")
_STOP_WORDS = frozenset(
    "a about an and are as at be been but by can could did do does down for from had has have "
    "how i if in into is it its just like me my no not of on or our out should so than that the "
    "their them "
    "then there these they this those to up us was we were what when where which who why will with "
    "would you your".split()
)


def tokens(text: str) -> list[str]:
    """Return the content words, in small letters, without accents and endings."""
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", text))
    found = _TOKEN.findall(plain.lower())
    return [stem(token) for token in found if token not in _STOP_WORDS]


def stem(token: str) -> str:
    """Cut one common English ending off where at least three letters stay."""
    for suffix in _SUFFIXES:
        if token.endswith(suffix) and len(token) - len(suffix) >= 3:
            return token[: -len(suffix)] + ("y" if suffix in ("ies", "ied") else "")
    return token
