"""The parts of a program that words name by what stands in them: "the else", "is it append?"."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.programs.code_in_text import tokens_of

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_DETERMINERS = _WORDS["determiners"]
_ALIASES = {"loop": _WORDS["loops"], "test": _WORDS["tests"], "recursion": _WORDS["recursion"]}
_KEYWORDS = frozenset(("else", "elif", "if", "for", "while", "return", "break", "continue"))
_LOOKED_BACK = 4  # words before a part
_SHORTEST_CALL = 4  # letters of a function's name that is no word of English by chance


@dataclass(frozen=True, slots=True)
class NamedPart:
    """A part of a program, with the few words before it that say where beside it is meant."""

    node: ast.stmt
    before: tuple[str, ...]


def parts_named(tree: ast.Module, words: str) -> tuple[NamedPart, ...]:
    """Return the parts that words name, each where the program has one such part only.

    A part is a keyword ("the else", "my return"), a function of the program or one that it calls
    ("__init__", "isinstance", "append"), or what programs are made of ("the loop", "the
    condition"). Of an `else` it is the first statement in it.
    """
    said = [token.text.strip("`'\"").casefold() for token in tokens_of(words)]
    parts: dict[str, list[ast.stmt]] = {}
    for name, node in _parts(tree):
        if node not in parts.setdefault(name, []):
            parts[name].append(node)
    found: dict[ast.stmt, NamedPart] = {}
    for place, word in enumerate(said):
        reach = 1 if word in _KEYWORDS else 2  # "the recursive call", but "my bill for three"
        is_pointed = any(each in _DETERMINERS for each in said[max(0, place - reach) : place])
        for name in _names_of(word):
            nodes = parts.get(name, [])
            is_telling = name == word and len(word) >= _SHORTEST_CALL and word not in _KEYWORDS
            if len(nodes) == 1 and (is_pointed or is_telling):
                part = NamedPart(nodes[0], tuple(said[max(0, place - _LOOKED_BACK) : place]))
                found.setdefault(nodes[0], part)
    return tuple(found.values())


def _names_of(word: str) -> Iterator[str]:
    yield word
    yield from (name for name, aliases in _ALIASES.items() if word in aliases)


def names_of_part(node: ast.stmt) -> frozenset[str]:
    """Return the words that may name a statement: what it is, what its row calls, what it sets."""
    kinds = {alias for kind in _keywords(node) for alias in (kind, *_ALIASES.get(kind, ()))}
    calls = {name.casefold() for name in _called(node)}
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AugAssign(target=ast.Name(id=name)):
            return frozenset({"assignment", name} | kinds | calls)
        case ast.Continue():
            return frozenset({"continue"})
        case _:
            return frozenset(kinds | calls)


def _parts(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.stmt):
            continue
        yield from ((name, node) for name in _keywords(node))
        for name in _called(node):
            yield name.casefold(), node
        if isinstance(node, ast.FunctionDef):
            yield node.name.casefold(), node
            for inner in ast.walk(node):
                if isinstance(inner, ast.stmt) and node.name in _called(inner):
                    yield "recursion", inner
        if isinstance(node, ast.If) and node.orelse:
            yield "else", node.orelse[0]


def _keywords(node: ast.stmt) -> tuple[str, ...]:
    match node:
        case ast.If():
            return "if", "test"
        case ast.For():
            return "for", "loop"
        case ast.While():
            return "while", "loop", "test"
        case ast.Return():
            return ("return",)
        case ast.Break():
            return ("break",)
        case _:
            return ()


def _called(node: ast.stmt) -> Iterator[str]:
    """Yield what a statement's own line calls, without the lines inside of it."""
    fields = (value for name, value in ast.iter_fields(node) if name not in ("body", "orelse"))
    for field in fields:
        for part in field if isinstance(field, list) else [field]:
            for each in ast.walk(part) if isinstance(part, ast.AST) else ():
                match each:
                    case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
                        yield name
                    case _:
                        pass
