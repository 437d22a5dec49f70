"""What a message looks like to the rules that read it."""

from __future__ import annotations

import re
import unicodedata

_ENDS = re.compile(r"(?<=[.!?])\s+|\n+")
_ENDS_OF_CLAUSES = re.compile(r"(?<=[.!?;])\s+|\n+")
_HYPHENS = re.compile(r"[‐‑‒–—−]")
_ACCENTS = re.compile(r"[\u0300-\u036f]")
_MOST_ALIKE = 200  # of the same sign in a row: dashes of a rule, blanks of a line
_ALIKE = re.compile(rf"([^\w\n])\1{{{_MOST_ALIKE},}}")


def tidy(text: str) -> str:
    """Return the text without trailing blanks and with at most one empty line in a row.

    Rules look ahead over white space and signs, and thousands of them would take minutes. Any sign
    is repeated at most `_MOST_ALIKE` times in a row.
    """
    text = _ALIKE.sub(lambda run: run[1] * _MOST_ALIKE, text)
    kept: list[str] = []
    for line in text.splitlines():
        stripped = line.rstrip()
        if stripped or (kept and kept[-1]):
            kept.append(stripped)
    return "\n".join(kept).rstrip()


def straighten(text: str) -> str:
    """Return the text with typewriter apostrophes and hyphens, whatever their shapes were."""
    return _HYPHENS.sub("-", text).replace("’", "'").replace("‘", "'")


def without_accents(text: str) -> str:
    return _ACCENTS.sub("", unicodedata.normalize("NFKD", text))


def normal_form(text: str) -> str:
    """Return `text` without typographic variation: case, spaces, shapes of hyphens and apostrophes.

    Raised digits stay apart from plain ones: O(V²) is not O(V2).
    """
    plain = text.replace("²", "^2").replace("³", "^3")
    return " ".join(straighten(unicodedata.normalize("NFKC", plain)).casefold().split())


def split_sentences(text: str, *, at_semicolons: bool = False) -> list[str]:
    """Return the sentences and lines of a message, without blanks around them."""
    ends = _ENDS_OF_CLAUSES if at_semicolons else _ENDS
    return [part.strip() for part in ends.split(text) if part.strip()]


def storable(text: str) -> str:
    """Return the text without NUL and unpaired surrogates, which databases refuse."""
    return text.replace("\0", "").encode("utf-8", "ignore").decode("utf-8")


def one_line(text: str) -> str:
    """Return the text as one line without signs that cannot be seen.

    Control and direction signs, and characters of no width, can hide words from a reader.
    """
    seen = (" " if ch.isspace() else ch for ch in text)
    return " ".join("".join(ch for ch in seen if unicodedata.category(ch)[0] != "C").split())
