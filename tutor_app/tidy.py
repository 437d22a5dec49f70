"""What a message looks like to the rules that read it."""

from __future__ import annotations

import unicodedata


def tidy(text: str) -> str:
    """Return the text without trailing blanks and with at most one empty line in a row.

    Rules look ahead over white space; thousands of empty lines would cost them minutes.
    """
    kept: list[str] = []
    for line in text.splitlines():
        stripped = line.rstrip()
        if stripped or (kept and kept[-1]):
            kept.append(stripped)
    return "\n".join(kept).rstrip()


def storable(text: str) -> str:
    """Return the text without NUL and halves of characters, which databases refuse."""
    return text.replace("\0", "").encode("utf-8", "ignore").decode("utf-8")


def one_line(text: str) -> str:
    """Return the text as one line without signs that cannot be seen.

    Control and direction signs, and characters of no width, can hide words from whoever looks.
    """
    seen = (" " if ch.isspace() else ch for ch in text)
    return " ".join("".join(ch for ch in seen if unicodedata.category(ch)[0] != "C").split())
