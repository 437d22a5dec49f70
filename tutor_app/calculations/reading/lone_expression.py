"""The one expression of a short answer: 5/6 of "is it 5/6 then?"."""

from __future__ import annotations

from tutor_app.calculations.reading.expression_tree import CalculationUnread
from tutor_app.calculations.reading.math_tokens import MathToken, tokenize
from tutor_app.calculations.reading.parse_expression import parse_tokens
from tutor_app.calculations.reading.plain_notation import plain_notation

LONGEST = 200  # characters of a message that is no more than an answer
_PROSE = frozenset({"WORD", "NL", "SEP", "OTHER", "REL", "COMMA", "AND", "OR"})
_LETTERS = frozenset({"a", "I", "i", "A"})


def lone_expression(message: str) -> str | None:
    """Return the last expression of a short message in plain notation; None without one."""
    if len(message) > LONGEST:
        return None
    plain = plain_notation(message)
    runs: list[list[MathToken]] = [[]]
    for token in tokenize(plain):
        if token.kind in _PROSE or (token.kind == "NAME" and token.text in _LETTERS):
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
