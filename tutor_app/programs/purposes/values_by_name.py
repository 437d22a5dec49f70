"""Calls on the values that a program names, as words tell them: "for g it should give S A B".

The order of nodes that is told begins at the node which the function starts from, and a path ends
at the one that it looks for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tutor_app.domain.lexicon import SMALL_WORDS, read_word_lists
from tutor_app.programs.code_in_text import Token, is_value, parse_program, tokens_of
from tutor_app.programs.purposes.function_calls import main_function
from tutor_app.programs.run_values import Call, Case

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_BETWEEN = frozenset({",", "-", ">", "→", "then", "'", '"', "[", "]"})
FEWEST = 2  # elements of an order that is told


def calls_on_named_values(source: str, words: str) -> Iterator[Case]:
    """Yield the call on a value that words name, with the order of its elements that must come
    out, where they tell one."""
    tree = parse_program(source)
    function = main_function(tree) if tree is not None else None
    if tree is None or function is None:
        return
    values = dict(_named_values(tree))
    tokens = tokens_of(words)
    name = next((each for each in values if _is_put_in(each, tokens)), None)
    if name is None:
        return
    order = _order_told(tokens, [*values[name]])
    ends = [order[0], order[-1]] if order else []
    more = len(function.args.args) - len(function.args.defaults) - 1
    if more > len(ends):
        return
    arguments = [name, *map(repr, ends[: max(more, 0)])]
    call = Call(text=f"{function.name}({', '.join(arguments)})")
    yield Case(call=call, origin="student", expected=repr(order) if order else None)


def _named_values(tree: ast.Module) -> Iterator[tuple[str, Any]]:
    """Yield the lists, texts and graphs that a program gives names outside of its functions."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if is_value(
                ast.unparse(value)
            ):
                held = ast.literal_eval(value)
                if isinstance(held, list | tuple | dict) and name not in SMALL_WORDS:
                    yield name, held
            case _:
                pass


def _is_put_in(name: str, tokens: Sequence[Token]) -> bool:
    """Whether a word before a name puts it in: "for g", "with g"."""
    pairs = zip(tokens, tokens[1:], strict=False)
    return any(
        two.text == name and one.text.casefold() in _WORDS["putting_in"] for one, two in pairs
    )


def _order_told(tokens: Sequence[Token], elements: Sequence[Any]) -> list[Any]:
    """Return the elements that stand one after the other behind a word that says what must be."""
    by_text = {str(each): each for each in elements}
    expecting = [n for n, each in enumerate(tokens) if each.text.casefold() in _WORDS["expecting"]]
    best: list[Any] = []
    run: list[Any] = []
    for token in tokens[expecting[0] :] if expecting else ():
        text = token.text.strip("'\"")
        if text in by_text:
            run.append(by_text[text])
        elif token.text.casefold() not in _BETWEEN:
            run = []
        best = max(best, list(run), key=len)
    return best if len(best) >= FEWEST else []
