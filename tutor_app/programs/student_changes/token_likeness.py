"""How alike two pieces of code are."""

from __future__ import annotations

import difflib
import keyword
from collections.abc import Sequence

from tutor_app.programs.code_in_text import tokens_of

OF_TOKENS = 0.6  # the rest of the likeness is that of their kinds


def likeness(one: str, other: str) -> float:
    """Return how alike two pieces of code are, from 0 to 1 (the same tokens)."""
    mine, theirs = _code_tokens(one), _code_tokens(other)
    same = _ratio(mine, theirs)
    return OF_TOKENS * same + (1 - OF_TOKENS) * _ratio(_kinds(mine), _kinds(theirs))


def _ratio(one: Sequence[str], other: Sequence[str]) -> float:
    return difflib.SequenceMatcher(None, one, other, autojunk=False).ratio()


def _code_tokens(text: str) -> list[str]:
    """Return the tokens of code; a minus in front of a number belongs to it."""
    joined: list[str] = []
    texts = [token.text for token in tokens_of(text)]
    for text_of_token in texts:
        signed = joined[-1:] == ["-"] and text_of_token[0].isdecimal()
        if signed and (len(joined) == 1 or not _ends_value(joined[-2])):
            joined[-1] = "-" + text_of_token
        else:
            joined.append(text_of_token)
    return joined


def _ends_value(token: str) -> bool:
    return token in (")", "]") or (token[-1].isalnum() and not keyword.iskeyword(token))


def _kinds(tokens: Sequence[str]) -> list[str]:
    kinds = []
    for token in tokens:
        if keyword.iskeyword(token):
            kinds.append(token)
        elif token[0].isalpha() or token[0] == "_":
            kinds.append("name")
        else:
            kinds.append("number" if token[-1].isdecimal() else token)
    return kinds
