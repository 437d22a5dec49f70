"""What a message looks like to the rules that read it."""

from __future__ import annotations


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
