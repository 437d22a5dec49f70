"""A message with what it follows, as the tokens that the act classifier reads."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tokenizers import Tokenizer

OnTable = Literal[
    "nothing", "quotes", "tutor_question", "trace", "program", "exercise", "answer", "calculation"
]
# What the classifier has not learned yet is told to it as what it resembles most.
_LEARNED_AS: dict[OnTable, OnTable] = {"calculation": "answer"}

# Tokens: the end of what the tutor said, beginning and end of a message. With the table's name and
# the marks a turn stays below 128.
_LAST_WORDS, _BEGINNING, _END = 40, 44, 38
# Characters of a text that are tokenized at all: a pasted file must not cost seconds.
_READ = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTokens:
    """Ids of all that is read; from `part` on they are those that are read most closely."""

    ids: list[int]
    part: int


class MarkedTokenizer:
    """MiniLM's tokenizer, without its padding and cutting, and the two marks it sets.

    Raises:
        Exception: the file is no tokenizer (the library raises nothing narrower).
    """

    def __init__(self, path: Path) -> None:
        self._tokenizer = Tokenizer.from_file(str(path))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._start, self._between = self._tokenizer.encode("").ids

    def _ids(self, text: str) -> list[int]:
        return list(self._tokenizer.encode(text, add_special_tokens=False).ids)


class TurnTokenizer(MarkedTokenizer):
    """Turns (table, last words, message) into one row of tokens; training reads them alike."""

    def encode(self, table: OnTable, last_words: str, message: str) -> TurnTokens:
        """Return the tokens: the table and what the tutor said last, then the message."""
        before = [
            *self._ids(f"{_LEARNED_AS.get(table, table).replace('_', ' ')}:"),
            *self._ids(last_words[-_READ:])[-_LAST_WORDS:],
        ]
        if len(message) > 2 * _READ:
            message = f"{message[:_READ]} {message[-_READ:]}"
        said = self._ids(message)
        if len(said) > _BEGINNING + _END:
            said = said[:_BEGINNING] + said[-_END:]
        return TurnTokens(
            ids=[self._start, *before, self._between, *said, self._between],
            part=len(before) + 2,
        )
