"""Whether a message is short enough to be read as an algorithm problem, and what is said if not.

The readers look ahead and back in a message, so that a page of brackets would cost them seconds.
The limits are five times the longest of 160 real messages (1,175 characters, 399 signs).
"""

from __future__ import annotations

import re

from tutor_app.tracing.reading.tokens import Cursor

MOST_CHARACTERS = 6_000
MOST_SIGNS = 2_000  # words, numbers and signs
LONGEST_WORD = 200  # characters
MOST_DIGITS = 100  # of one number; what is computed from it must fit a float
_WORD = re.compile(r"\w+")
_DIGITS = re.compile(r"\d+")


def find_excess(text: str) -> str | None:
    """Return what is too much in a message to be read, in words; None where it fits."""
    length = len(text)
    if length > MOST_CHARACTERS:
        return f"the message has {length:,} characters; I read one of up to {MOST_CHARACTERS:,}"
    digits = max((len(found) for found in _DIGITS.findall(text)), default=0)
    if digits > MOST_DIGITS:
        return f"a number has {digits:,} digits; I read numbers of up to {MOST_DIGITS}"
    letters = max((len(found) for found in _WORD.findall(text)), default=0)
    if letters > LONGEST_WORD:
        return f"a word has {letters:,} letters; I read words of up to {LONGEST_WORD}"
    signs = len(Cursor(text))
    if signs > MOST_SIGNS:
        return f"the problem has {signs:,} names and signs; I read one of up to {MOST_SIGNS:,}"
    return None


def ends_of(text: str, most: int = 1_600) -> str:
    """Return the beginning and the end of a long text, which say what it is about."""
    half = most // 2
    return text if len(text) <= most else f"{text[:half]}\n{text[-half:]}"
