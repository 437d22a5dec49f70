"""The pieces of code in a message: found by form, in backticks, quotes and plain sentences."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

from tutor_app.domain.lexicon import SMALL_WORDS, read_word_lists
from tutor_app.programs.code_in_text import (
    Token,
    names_in,
    parse_expression,
    parse_program,
    tokens_of,
    values_in,
    with_plain_signs,
)

Kind = Literal["expression", "statement", "header", "operator", "keyword", "tail", "block"]

OPERATORS = frozenset("< > <= >= == != + - * / // % ** += -= *= //= = and or in not".split())
KEYWORDS = frozenset("if elif else while for return break continue print yield pass not".split())
_HEADS = ("if ", "elif ", "while ")  # of lines that need a colon
# What two words of Python may stand side by side for; any other two end a piece of code.
_JOINING = frozenset(
    "in not and or if else elif for is return while lambda del raise yield def".split()
)
_BLOCK = re.compile(r"(?s)```[a-z]*\n?(.*?)(?:```|\Z)|<code>\n?(.*?)(?:</code>|\Z)")
_NUMBERED = re.compile(r"^\s{0,2}\d+[.:)] ?")
_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_PLACING = frozenset().union(*read_word_lists(Path(__file__).with_name("edit_words.yaml")).values())
_LINE_WORDS = frozenset({"line", "lines", "l"})
_LONGEST = 40  # tokens of a piece in a sentence
_MOST_TOKENS = 400  # of a message's words that are looked at
_MOST_PARSED = 1500  # spans of a message that Python is asked about
_METHODS = frozenset(
    name for kind in (list, dict, set, str) for name in dir(kind) if not name.startswith("_")
)
_BUILTINS = frozenset(name for name in dir(builtins) if name.islower())
_PLACEHOLDER = "it_"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fragment:
    """A piece of code in a message: `first` to `last` (not with it) count the message's tokens.

    A "tail" follows a piece of the program: "+ 1", "[1:]", ".strip()".
    """

    text: str
    kind: Kind
    first: int
    last: int
    marked: bool = False

    @property
    def size(self) -> int:
        return len(tokens_of(self.text))


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageCode:
    """A message as it is read for a change: its tokens, the words outside code, its fragments.

    `blocks` are what was pasted, `lines` the numbers of lines that it names.
    """

    tokens: tuple[str, ...]
    words: tuple[str, ...]
    fragments: tuple[Fragment, ...]
    blocks: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()


def read_code(words: str, program: ast.AST) -> MessageCode:
    """Return the code, the line numbers and the words of a message about a program."""
    return _read_beside(words, known_names(program))


@lru_cache(maxsize=64)  # a message is read for its acts, its changes and its values
def _read_beside(words: str, known: frozenset[str]) -> MessageCode:
    plain = with_plain_signs(words)
    blocks = tuple(_without_numbers(a or b) for a, b in _BLOCK.findall(plain))
    prose = re.sub(r"(?<=[A-Za-z])'(?=[a-z])", "’", _BLOCK.sub("\n", plain))
    prose = _with_code_marked(prose, known)
    pasted = tuple(_pasted_lines(prose))
    tokens = _with_operators(tokens_of(prose)[:_MOST_TOKENS])
    found = tuple(_fragments(prose, tokens, known))
    inside = {n for each in found if each.size > 1 for n in range(each.first, each.last)}
    return MessageCode(
        tokens=tuple(token.text for token in tokens),
        words=tuple(t.text.casefold() for n, t in enumerate(tokens) if n not in inside),
        fragments=found,
        blocks=(*(block for block in blocks if block.strip()), *pasted),
        lines=tuple(_lines(tokens)),
    )


def is_all_code(code: MessageCode) -> bool:
    """Whether a message is one statement and nothing besides: code sent alone is meant to go in."""
    lines = [each for each in code.fragments if each.kind in ("statement", "block")]
    return len(lines) == 1 and lines[0].last - lines[0].first >= len(code.tokens)


def _pasted_lines(prose: str) -> Iterator[str]:
    """Yield what stands in two or more lines on end that are a program together."""
    rows = prose.split("\n")
    first = 0
    while first < len(rows):
        end = next(
            (end for end in range(len(rows), first + 1, -1) if _is_block(rows[first:end])), None
        )
        if end is not None:
            yield textwrap.dedent("\n".join(rows[first:end])).strip("\n")
        first = end or first + 1


def _is_block(rows: Sequence[str]) -> bool:
    text = textwrap.dedent("\n".join(rows))
    tree = parse_program(text) if rows[0].strip() and rows[-1].strip() else None
    signed = tree is not None and all(not isinstance(n, ast.Expr) for n in tree.body[:1])
    return tree is not None and signed and len(rows) > 1


def _without_numbers(block: str) -> str:
    """Return a pasted block without the line numbers that every line of it begins with."""
    lines = [line for line in block.split("\n") if line.strip()]
    if lines and all(_NUMBERED.match(line) for line in lines):
        lines = [_NUMBERED.sub("", line, count=1) for line in lines]
    return textwrap.dedent("\n".join(lines).expandtabs(4))


def known_names(program: ast.AST) -> frozenset[str]:
    """Return every name in a program: of variables, parameters, attributes, functions."""
    named = {
        getattr(node, field)
        for node in ast.walk(program)
        for field in ("name", "arg", "attr")
        if isinstance(getattr(node, field, None), str)
    }
    return names_in(program) | named


def _with_code_marked(prose: str, known: frozenset[str]) -> str:
    """Return prose with backticks around the code that stands in quotes."""
    for span in values_in(prose):
        inner = span.text[1:-1]
        if span.text[0] in "\"'" and len(tokens_of(inner)) > 1 and _kind_of(inner, known):
            prose = f"{prose[: span.start]}`{inner}`{prose[span.end :]}"
    return prose


@cache
def _operator_words() -> dict[tuple[str, ...], str]:
    pairs = (each.rsplit(":", 1) for each in _WORDS["operator_words"])
    return {tuple(said.split("_")): sign for said, sign in pairs}


def _with_operators(tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens with operators for the words that say them: "less or equal" is <=."""
    found: list[Token] = []
    place = 0
    while place < len(tokens):
        for size in (4, 3, 2, 1):
            said = tuple(token.text.casefold() for token in tokens[place : place + size])
            sign = _operator_words().get(said)
            if sign is not None and len(said) == size:
                end = tokens[place + size - 1].end
                found.append(Token(sign, tokens[place].start, end))
                place += size
                break
        else:
            found.append(tokens[place])
            place += 1
    return found


# --- pieces of code in a sentence ------------------------------------------------------------


def _fragments(prose: str, tokens: Sequence[Token], known: frozenset[str]) -> Iterator[Fragment]:
    """Yield the longest pieces that Python reads, then single names, values and operators."""
    left = _MOST_PARSED
    for first, last in _runs(prose, tokens):
        place = first
        while place < last:
            longest: Fragment | None = None
            for end in range(min(last, place + _LONGEST), place, -1):
                left -= 1
                if left < 0:
                    return
                longest = _fragment(prose, tokens, place, end, known)
                if longest is not None:
                    break
            if longest is None:
                place += 1
                continue
            yield longest
            place = longest.last


def _runs(prose: str, tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield the stretches of tokens that can stand side by side in Python, as places from, to."""
    start = 0
    for place in range(len(tokens) + 1):
        if place == len(tokens) or (place > start and not _joins(prose, tokens, place)):
            yield start, place
            start = place


def _joins(prose: str, tokens: Sequence[Token], place: int) -> bool:
    one, two = tokens[place - 1], tokens[place]
    between = prose[one.end : two.start]
    if "\n" in between or any(sign in "`?;!’…#" for sign in (one.text, two.text)):
        return False
    if one.text in ".:," and between and one.text != ",":
        return one.text == ":"
    if _is_word(one.text) and _is_word(two.text):
        return one.text in _JOINING or two.text in _JOINING
    return True


def _is_word(text: str) -> bool:
    return text[0].isalnum() or text[0] in "_\"'"


def _fragment(
    prose: str, tokens: Sequence[Token], first: int, last: int, known: frozenset[str]
) -> Fragment | None:
    if tokens[last - 1].text in ".,;" or tokens[first].text in ",.;" and last == first + 1:
        return None
    text = _with_colon(_text(prose, tokens[first:last]))
    before = prose[: tokens[first].start]
    marked = before.rstrip(" ").endswith("`") and before.count("`") % 2 == 1
    kind = _kind_of(text, known, marked=marked)
    if kind is None:
        return None
    if last == first + 1 and _numbers_lines(tokens, first):
        return None
    return Fragment(text=text, kind=kind, first=first, last=last, marked=marked)


def _numbers_lines(tokens: Sequence[Token], place: int) -> bool:
    """Whether a token is a number in "line 2" or "lines 2 and 3"."""
    before = [token.text.casefold() for token in tokens[max(0, place - 3) : place]]
    while before and (before[-1].isdecimal() or before[-1] in ("and", "or", ",")):
        before.pop()
    return bool(before) and before[-1] in _LINE_WORDS and tokens[place].text[0].isalnum()


def _text(prose: str, tokens: Sequence[Token]) -> str:
    """Return the text of tokens; an operator that words said stands as its sign."""
    parts = [tokens[0].text]
    for one, two in zip(tokens, tokens[1:], strict=False):
        is_said = prose[two.start : two.end] != two.text or prose[one.start : one.end] != one.text
        parts += [" " if is_said else prose[one.end : two.start], two.text]
    return "".join(parts)


def _with_colon(text: str) -> str:
    """Return "if n == 0 return 1" with the colon that was left out."""
    if not text.startswith(_HEADS) or ":" in text:
        return text
    places = (text.find(f" {word}") for word in ("return", "break", "continue"))
    place = max(places)
    whole = f"{text[:place]}:{text[place:]}"
    return whole if place > 0 and parse_program(whole) is not None else text


def _kind_of(text: str, known: frozenset[str], *, marked: bool = False) -> Kind | None:
    """Return what a text is as code of this program, None where it is a word of a sentence."""
    size = len(tokens_of(text))
    if text in OPERATORS and (marked or text not in ("in", "not", "-")):
        return "operator"
    if size == 1:
        return _kind_of_word(text, known, marked=marked)
    piece = parse_piece(text)
    if piece is not None and not _is_prose(piece, text, known):
        if isinstance(piece, ast.Expr):
            return "expression"
        is_whole = parse_program(text) is not None
        return "statement" if is_whole else "header"
    return "tail" if _is_tail(text, known) else None


def _kind_of_word(text: str, known: frozenset[str], *, marked: bool) -> Kind | None:
    if text in KEYWORDS:
        return "keyword"
    if keyword.iskeyword(text) and text not in ("True", "False", "None"):
        return None
    if text[0].isdecimal() or text[0] in "\"'" or text in ("True", "False", "None"):
        return "expression"
    if text.casefold() in _PLACING and not marked:  # "first", "set", "round" are words
        return None
    is_word = len(text) == 1 or text in SMALL_WORDS
    named = text in known and (marked or not is_word or text not in ("a", "i", "s", "t"))
    return "expression" if named or text in _METHODS or text in _BUILTINS else None


def _is_prose(piece: ast.stmt, text: str, known: frozenset[str]) -> bool:
    """Whether words of a sentence only look like code, by a name that the program hasn't."""
    if isinstance(piece, ast.AnnAssign):
        return True
    if text.removesuffix("()") in _METHODS:  # "remove()" names a method
        return False
    nodes = [node for node in ast.walk(piece) if isinstance(node, ast.Name)]
    stored = {node.id for node in nodes if isinstance(node.ctx, ast.Store)}
    read = {node.id for node in nodes if isinstance(node.ctx, ast.Load)}
    if not read <= known | set(dir(builtins)) | stored:
        return True
    if isinstance(piece, ast.With):
        return True
    return _only_looks_so(piece, text, known)


def _only_looks_so(piece: ast.stmt, text: str, known: frozenset[str]) -> bool:
    """Whether words read as Python that are none: "what if count", "lo is 1", "for i in list"."""
    match piece:
        case ast.If(test=ast.Name()) | ast.While(test=ast.Name()):  # "what if count starts at 1"
            return not text.rstrip().endswith(":")
        case ast.Assign(targets=[ast.Name() | ast.Attribute()], value=ast.Tuple()):
            return text.rstrip()[-1] not in ")]"
        case ast.For(target=ast.Name(id=name)):
            return name not in known and not text.rstrip().endswith(":")
        case ast.Expr(value=ast.Name() | ast.Tuple()):
            return not set("([") & set(text[:1])
        case ast.Expr(value=ast.BoolOp()):
            return not any(isinstance(n, ast.Compare | ast.Call) for n in ast.walk(piece))
        case ast.Assign(targets=[ast.Tuple(elts=[ast.Name(id=first), *_])]):
            return first not in known
        case ast.Expr(value=ast.Compare(ops=[ast.Is() | ast.IsNot()])):
            return not text.rstrip().endswith(("None", "True", "False"))
        case _:
            return False


def _is_tail(text: str, known: frozenset[str]) -> bool:
    """Whether a text goes on from a piece of the program: "+ 1", "[1:]", ".lower()"."""
    is_joined = text.startswith(("and ", "or ")) and bool(set("<>=!") & set(text))
    if text[0] not in "+-*/%<>=![." and not is_joined:
        return False
    value = parse_expression(_PLACEHOLDER + ("" if text[0] in "[." else " ") + text)
    if value is None or isinstance(value, ast.Name):
        return False
    return names_in(value) <= known | _BUILTINS | {_PLACEHOLDER}


def parse_piece(text: str) -> ast.stmt | None:
    """Return the one statement that a text is; a header counts with nothing under it."""
    plain = text.strip()
    for whole in (plain, f"{plain.rstrip(':')}:\n    pass"):
        tree = parse_program(whole)
        if tree is None and plain.startswith("elif "):
            tree = parse_program(whole[2:])
        if tree is None and plain.startswith("else"):
            tree = parse_program(f"if 0:\n    pass\n{plain}")
        if tree is not None and len(tree.body) == 1:
            return tree.body[0]
    return None


def names_of_piece(text: str) -> frozenset[str]:
    """Return the names in a piece of code; a value has none."""
    piece = parse_piece(text)
    return frozenset() if piece is None else names_in(piece)


def _lines(tokens: Sequence[Token]) -> Iterator[int]:
    for word, number in zip(tokens, tokens[1:], strict=False):
        if word.text.casefold() in _LINE_WORDS and number.text.isdecimal():
            yield int(number.text)
