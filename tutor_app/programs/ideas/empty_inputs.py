"""The calls that words ask about without writing them, made as the known ones are.

"And an empty list?", "if there are no marks at all?" is a known call with its one group, or its one
text, emptied; "does it work with '3.5'?" puts the text where the known calls have theirs.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tutor_app.programs.code_in_text import parse_expression, parse_program
from tutor_app.programs.run_values import Call, Case

_ASKS = re.compile(r"(?i)\?|\bwhat (?:about|if|happens)\b|\b(?:try|does it work)\b")
_EMPTY = re.compile(r"(?i)\bempty\b(?:\s+(\w+))?")
_NONE_OF = re.compile(r"(?i)\b(?:no|without|zero)\s+(?:any\s+)?(\w+)")
_BOTH = re.compile(r"(?i)\b(?:both|two|all)\b")
_PARTS = frozenset({"elements", "items", "entries", "values", "numbers", "words", "letters"})
_KINDS = {
    "list": ast.List,
    "lists": ast.List,
    "array": ast.List,
    "dict": ast.Dict,
    "dictionary": ast.Dict,
    "dictionaries": ast.Dict,
    "string": ast.Constant,
    "text": ast.Constant,
    "word": ast.Constant,
    "sentence": ast.Constant,
    "set": ast.Set,
    "tuple": ast.Tuple,
}


def empty_inputs(source: str, words: str, cases: Sequence[Case]) -> Iterator[Case]:
    """Yield the call with nothing in its group that words ask about, if one known call shows how
    the program is called and has one such place alone."""
    asked = _kind_asked(source, words)
    for case in cases if asked is not None else ():
        call = parse_expression(case.call.text)
        if not isinstance(call, ast.Call) or call.keywords:
            continue
        places = [n for n, each in enumerate(call.args) if _is_group(each, asked)]
        if len(places) == 1 or (places and _BOTH.search(words)):
            arguments = [_emptied(a) if n in places else a for n, a in enumerate(call.args)]
            text = ast.unparse(ast.Call(func=call.func, args=arguments, keywords=[]))
            yield Case(call=Call(text=text), origin="student")
            return


def as_given(case: Case, known: Sequence[Case]) -> Case:
    """Return a call as the known ones are made: `total("3.5")` of a function that is given lists of
    texts is `total(["3.5"])`."""
    call = parse_expression(case.call.text)
    if not isinstance(call, ast.Call) or len(call.args) != 1 or case.is_decided:
        return case
    calls = [parse_expression(each.call.text) for each in known]
    given = [c.args[0] for c in calls if isinstance(c, ast.Call) and len(c.args) == 1]
    lists = [each for each in given if isinstance(each, ast.List)]
    parts = {_kind(part) for each in lists for part in each.elts}
    if not given or len(lists) < len(given) or parts != {_kind(call.args[0])}:
        return case
    wrapped = ast.Call(func=call.func, args=[ast.List(elts=call.args, ctx=ast.Load())], keywords=[])
    return replace(case, call=replace(case.call, text=ast.unparse(wrapped)))


def _kind(value: ast.expr) -> str:
    kind = type(value.value) if isinstance(value, ast.Constant) else type(value)
    return kind.__name__


def asks_of_empty(source: str, words: str) -> bool:
    """Whether words ask what a program does with nothing in its input."""
    return _kind_asked(source, words) is not None


def _kind_asked(source: str, words: str) -> type[ast.expr] | None:
    """Return of what kind the input is that is asked about: `expr` where any may be."""
    if _ASKS.search(words) is None:
        return None
    empty = _EMPTY.search(words)
    if empty is not None:
        return _KINDS.get((empty[1] or "").casefold(), ast.expr)
    none_of = _NONE_OF.search(words)
    parts = _PARTS | _parameters(source)
    return ast.expr if none_of is not None and none_of[1].casefold() in parts else None


def _parameters(source: str) -> frozenset[str]:
    tree = parse_program(source)
    nodes = ast.walk(tree) if tree is not None else ()
    return frozenset(each.arg for each in nodes if isinstance(each, ast.arg)) - {"self"}


def _is_group(value: ast.expr, kind: type[ast.expr] | None) -> bool:
    is_text = isinstance(value, ast.Constant) and isinstance(value.value, str)
    is_group = is_text or isinstance(value, ast.List | ast.Dict | ast.Set | ast.Tuple)
    return is_group and kind is not None and isinstance(value, kind)


def _emptied(value: ast.expr) -> ast.expr:
    match value:
        case ast.List():
            return ast.List(elts=[], ctx=ast.Load())
        case ast.Tuple():
            return ast.Tuple(elts=[], ctx=ast.Load())
        case ast.Dict():
            return ast.Dict(keys=[], values=[])
        case ast.Set():
            return ast.Call(func=ast.Name(id="set", ctx=ast.Load()), args=[], keywords=[])
        case _:
            return ast.Constant(value="")
