"""The one expression of a short answer: 5/6 of "is it 5/6 then?"."""

from __future__ import annotations

from tutor_app.calculations.reading.expression_tree import CalculationUnread
from tutor_app.calculations.reading.math_tokens import MathToken, tokenize
from tutor_app.calculations.reading.parse_expression import parse_tokens
from tutor_app.calculations.reading.plain_notation import plain_notation

LONGEST = 200  # characters of a message that is no more than an answer
_PROSE = frozenset({"WORD", "NL", "SEP", "OTHER", "REL", "COMMA", "AND", "OR"})
_SIGNS = frozenset({"PLUS", "TIMES", "SLASH", "CARET"})
_LETTERS = frozenset({"a", "I", "i", "A"})


def _is_word(place: int, tokens: list[MathToken]) -> bool:
    """Whether a letter is a word, "is it a 5": it neither touches a sign nor works with one."""
    token = tokens[place]
    if token.kind != "NAME" or token.text not in _LETTERS:
        return False
    before, after = tokens[max(0, place - 1) : place], tokens[place + 1 : place + 2]
    touches = any(each.end == token.start for each in before)
    touches = touches or any(each.start == token.end for each in after)
    return not touches and not any(each.kind in _SIGNS for each in after)


def lone_expression(message: str) -> str | None:
    """Return the last expression of a short message in plain notation; None without one."""
    if len(message) > LONGEST:
        return None
    plain = plain_notation(message)
    runs: list[list[MathToken]] = [[]]
    tokens = list(tokenize(plain))
    for place, token in enumerate(tokens):
        if token.kind in _PROSE or _is_word(place, tokens):
            runs.append([])
        else:
            runs[-1].append(token)
    for run in reversed(runs):
        while run and run[-1].kind in ("MINUS", "PLUS", "TIMES", "BANG"):
            run = run[:-1]
        try:
            parse_tokens(run)
        except CalculationUnread:
            continue
        return plain[run[0].start : run[-1].end]
    return None
