"""The sums and comparisons of values that words have: "so it asks 0 >= 0"."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from tutor_app.programs.code_in_text import (
    Token,
    called_in,
    names_in,
    parse_expression,
    parse_program,
    tokens_of,
    with_plain_signs,
)

MOST_TOKENS = 14  # of one expression
_SIGNS = frozenset("+ - * / // % ** < > <= >= == !=".split())


def written_in(source: str, words: str) -> Iterator[tuple[str, ast.expr]]:
    """Yield the sums and comparisons of values that words have; of names only those of functions.

    With a variable in it, it would as well be a change that is told.
    """
    tree, plain = parse_program(source), with_plain_signs(words)
    names = called_in(tree) if tree is not None else frozenset[str]()
    tokens = tokens_of(plain)
    begin = 0
    while begin < len(tokens):
        end, found = _longest(plain, tokens, begin, names)
        if found is not None:
            yield found
        begin = end


def _longest(
    words: str, tokens: Sequence[Token], begin: int, names: frozenset[str]
) -> tuple[int, tuple[str, ast.expr] | None]:
    """Return where the longest expression that begins at a token ends, and the expression."""
    for end in range(min(len(tokens), begin + MOST_TOKENS), begin + 2, -1):
        piece = tokens[begin:end]
        if not any(token.text in _SIGNS for token in piece[1:-1]):
            break
        text = words[piece[0].start : piece[-1].end]
        node = parse_expression(text)
        if isinstance(node, ast.BinOp | ast.Compare) and names_in(node) <= names:
            if _is_plain(node) and any(isinstance(n, ast.Constant) for n in ast.walk(node)):
                return end, (text, node)
    return begin + 1, None


def _is_plain(node: ast.expr) -> bool:
    """Whether it has no "is", "in", "and" and the like, which are words of English, too."""
    worded = ast.Is | ast.IsNot | ast.In | ast.NotIn | ast.BoolOp | ast.Not
    return not any(isinstance(each, worded) for each in ast.walk(node))


def spoken_in(words: str) -> frozenset[str]:
    """Return the words of a text, without their signs."""
    return frozenset(token.text.strip("'\"").casefold() for token in tokens_of(words))
