"""Lines that a program should print, as a message lists them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def lines_listed(words: str, printed: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield as many lines as were printed, of the same signs: below each other, or "*, **, ***"."""
    signs, count = set("".join(printed)), len(printed)
    for sign in ("\n", ","):
        parts = words.split(sign)
        starts = [len(sign.join([*parts[:n], ""])) for n in range(len(parts))]
        for first in range(len(parts) - count + 1):
            told = parts[first : first + count]
            begin = 0 if sign == "\n" else told[0].rfind(" ") + 1
            told[0] = told[0][begin:]
            lines = [each.strip() for each in told]
            if all(lines) and all(set(line) <= signs for line in lines):
                end = starts[first + count - 1] + len(parts[first + count - 1].rstrip())
                yield starts[first] + begin, end, "\n".join(lines)
