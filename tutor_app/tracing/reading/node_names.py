"""Names of nodes among tokens: "A", "v_1", "7", "New York", "the node A"."""

from __future__ import annotations

from collections import Counter

from tutor_app.tracing.reading.tokens import Cursor
from tutor_app.tracing.reading.words_around_data import NEVER_NAMES, NODE_WORDS


class Names:
    """Reads names of nodes at a position of one message."""

    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor
        words = [cursor.word(at) for at in range(len(cursor))]
        self._pairs = Counter(zip(words, words[1:], strict=False))

    def read(self, at: int, *, any_word: bool = False) -> tuple[str, int] | None:
        """Read the name that begins at a token and return where it ends.

        `any_word` is for places where only a name can stand, as in "(socks, order)".
        """
        cursor = self.cursor
        if cursor.word(at) in NODE_WORDS and self.read(at + 1):
            return self.read(at + 1)
        token = cursor[at]
        if token.text == "(":
            return self._circled(at)
        if token.quoted:
            return (token.text, at + 1) if token.text else None
        if token.kind == "number":
            return (token.text, at + 1) if "." not in token.text else None
        if token.kind != "name":
            return None
        if token.text.lower() in NEVER_NAMES:
            return (token.text, at + 1) if any_word else None
        end = at + 1
        while end - at < 3 and self._goes_on(end):
            end += 1
        return " ".join(cursor[position].text for position in range(at, end)), end

    def _circled(self, at: int) -> tuple[str, int] | None:
        """Read the node of "(A)-(B)"."""
        cursor, drawn = self.cursor, ("dash", "arrow", "both", "back")
        if cursor.kind(at + 1) not in ("name", "number") or cursor.kind(at + 2) != "close":
            return None
        beside = cursor.kind(at + 3) in drawn or cursor.kind(at - 1) in drawn
        return (cursor[at + 1].text, at + 3) if beside else None

    def _goes_on(self, at: int) -> bool:
        """Tell whether the word belongs to the name that the word before it began.

        Capitals join two words ("New York"); small letters only where the two stand together more
        than once, as the names of a graph do.
        """
        cursor = self.cursor
        before, word = cursor[at - 1], cursor[at]
        if (
            word.kind != "name"
            or word.quoted
            or not word.spaced
            or min(len(before.text), len(word.text)) < 2
        ):
            return False
        if word.text.lower() in NEVER_NAMES:
            return False
        if before.text[0].isupper() and word.text[0].isupper():
            return True
        return word.text.islower() and self._pairs[cursor.word(at - 1), cursor.word(at)] > 1


def is_numeric(name: str) -> bool:
    """Tell whether a name is a number."""
    return name.isdecimal()
