"""Code in a student's words: pasted blocks and lines, bare pieces in sentences, swaps, places."""

from __future__ import annotations

import ast
import builtins
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.programs.code_in_text import names_in, parse_program, values_in, with_plain_signs
from tutor_app.programs.student_changes.token_likeness import Token, tokens_of

Position = Literal["before", "after", "top", "end"]

_BLOCK = re.compile(r"(?s)```[a-z]*\n?(.*?)(?:```|\Z)|<code>\n?(.*?)(?:</code>|\Z)")
_NUMBERED = re.compile(r"^\s{0,2}\d+[.:)] ?")
# Between two pieces of code these words say which one is to stand there; the little words of the
# second line only behind a verb of the third.
_NEW_BEFORE = (("instead", "of"), ("rather", "than"), ("in", "place", "of"))
_NEW_BEHIND = (("with",), ("to",), ("by",), ("into",), ("->",), ("→",), ("=", ">"), ("⇒",))
_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_CHANGING = _WORDS["changing"]
_BEFORE_THE_PIECE = 4  # tokens in which the verb stands
_METHODS = frozenset(
    name for kind in (list, dict, set, str) for name in dir(kind) if not name.startswith("_")
)
_POSITIONS: dict[str, Position] = {
    "before": "before",
    "above": "before",
    "after": "after",
    "below": "after",
    "under": "after",
    "top": "top",
    "beginning": "top",
    "start": "top",
    "end": "end",
    "bottom": "end",
}
# They may stand between a piece and what connects it: "the print statements to return".
_FILLING = _WORDS["filling"]
_EVERYWHERE = _WORDS["everywhere"]
_LINE_WORDS = frozenset({"line", "lines", "l"})
_SIGNED = re.compile(r"[-+*/%<>=!&|^@\[(.]")
_STATEMENT_WORDS = frozenset(
    "return break continue if elif while for def yield raise del import from".split()
)
OPERATORS = frozenset("< > <= >= == != + - * / // % ** += -= *= and or".split())
_LONGEST = 40  # tokens of a piece in a sentence
_MOST_TOKENS = 400  # of a message's words that are looked at


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """One piece of code that is to stand where another one stands."""

    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribedCode:
    """The forms in a student's words: `blocks` are pasted, `pieces` stand in sentences."""

    blocks: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    swaps: tuple[Swap, ...] = ()
    methods: tuple[str, ...] = ()  # of Python's own types, none of the program's
    lines: tuple[int, ...] = ()
    position: Position | None = None
    everywhere: bool = False
    words: frozenset[str] = frozenset()


def read_description(words: str, program: ast.AST) -> DescribedCode:
    """Return the code, line numbers and places that stand in a student's words."""
    plain = with_plain_signs(words)
    blocks = tuple(_without_numbers(a or b) for a, b in _BLOCK.findall(plain))
    known = _known_names(program)
    prose = _with_code_marked(_BLOCK.sub("\n", plain), known)
    tokens = tokens_of(prose)[:_MOST_TOKENS]
    swaps = tuple(_swaps(prose, tokens, known))
    taken = {part for swap in swaps for part in (swap.old, swap.new)}
    pieces = tuple(piece for piece in _pieces(prose, tokens, known) if piece not in taken)
    return DescribedCode(
        blocks=tuple(block for block in blocks if block.strip()),
        pieces=() if swaps else pieces,
        swaps=swaps,
        methods=() if swaps else tuple(_methods(tokens, known)),
        lines=tuple(_lines(tokens)),
        position=next(_positions(tokens), None),
        everywhere=any(token.text.casefold() in _EVERYWHERE for token in tokens),
        words=frozenset(token.text for token in tokens),
    )


def _with_code_marked(prose: str, known: frozenset[str]) -> str:
    """Return prose with backticks around the code that stands in quotes."""
    for span in values_in(prose):
        inner = span.text[1:-1]
        if span.text[0] in "\"'" and is_code(inner, known) and parse_piece(inner) is not None:
            prose = f"{prose[: span.start]}`{inner}`{prose[span.end :]}"
    return prose


def _without_numbers(block: str) -> str:
    """Return a pasted block without the line numbers that every line of it begins with."""
    lines = [line for line in block.split("\n") if line.strip()]
    if lines and all(_NUMBERED.match(line) for line in lines):
        lines = [_NUMBERED.sub("", line, count=1) for line in lines]
    return textwrap.dedent("\n".join(lines).expandtabs(4))


def _known_names(program: ast.AST) -> frozenset[str]:
    named = {
        getattr(node, field)
        for node in ast.walk(program)
        for field in ("name", "arg", "attr")
        if isinstance(getattr(node, field, None), str)
    }
    return names_in(program) | named


# --- pieces of code in a sentence ------------------------------------------------------------


def _pieces(prose: str, tokens: Sequence[Token], known: frozenset[str]) -> Iterator[str]:
    """Yield the longest pieces that Python reads and that are of this program."""
    number = 0
    while number < len(tokens):
        end = _end_of_piece(prose, tokens, number, known)
        if end is None:
            number += 1
            continue
        yield prose[tokens[number].start : tokens[end - 1].end]
        number = end


def _end_of_piece(
    prose: str, tokens: Sequence[Token], first: int, known: frozenset[str]
) -> int | None:
    for end in range(min(first + _LONGEST, len(tokens)), first, -1):
        text = prose[tokens[first].start : tokens[end - 1].end]
        if not _is_one_piece(text) or _ends_sentence(prose, tokens[first:end]):
            continue
        if is_code(text, known) or (end == first + 1 and _is_lone_operator(tokens, first, known)):
            return end
    return None


def _is_lone_operator(tokens: Sequence[Token], place: int, known: frozenset[str]) -> bool:
    """Whether an operator stands among words, as in "should it be <= ?", not in a calculation."""
    around = (*tokens[max(0, place - 1) : place], *tokens[place + 1 : place + 2])
    words = all(each.text in "`?.,!;:)" or each.text[0].isalpha() for each in around)
    operator = tokens[place].text
    return (
        operator in OPERATORS - {"and", "or", "-", "*"}
        and words
        and not any(each.text in known for each in around)
    )


def _is_one_piece(text: str) -> bool:
    return not any(sign in text for sign in "\n?`")


def _ends_sentence(prose: str, tokens: Sequence[Token]) -> bool:
    """Whether a full stop or a comma with nothing behind it stands in or ends a run of tokens."""
    return tokens[-1].text in ".,;" or any(
        token.text == "." and prose[token.end : token.end + 1].isspace() for token in tokens
    )


def is_code(text: str, known: frozenset[str]) -> bool:
    """Whether a text is a statement, its header or an expression, with names of the program."""
    tree = parse_piece(text)
    if tree is None or len(tokens_of(text)) < 2:
        return False
    first = text.split(maxsplit=1)[0].rstrip(":")
    if first not in _STATEMENT_WORDS and not _SIGNED.search(text):
        return False
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    read = {node.id for node in nodes if isinstance(node.ctx, ast.Load)}
    if not read <= known | set(dir(builtins)):
        return False
    return bool(names_in(tree) & known) or first in ("return", "break", "continue")


def parse_piece(text: str) -> ast.stmt | None:
    """Return the one statement that a text is; a header counts with nothing under it."""
    plain = text.strip()
    for whole in (plain, f"{plain.rstrip(':')}:\n    pass"):
        tree = parse_program(whole)
        if tree is None and plain.startswith("elif "):
            tree = parse_program(whole[2:])
        if tree is not None and len(tree.body) == 1:
            return tree.body[0]
    return None


# --- swaps, lines, places --------------------------------------------------------------------


def _swaps(prose: str, tokens: Sequence[Token], known: frozenset[str]) -> Iterator[Swap]:
    texts = [token.text.casefold() for token in tokens]
    for number in range(1, len(tokens)):
        for words, new_first in _connections():
            behind = number + len(words)
            if tuple(texts[number:behind]) != words or behind >= len(tokens):
                continue
            left = _part_before(prose, tokens[:number], known)
            right = _part_behind(prose, tokens[behind:], known)
            if left is None or right is None or left.text == right.text:
                continue
            if words[0].isalpha() and not new_first and not _is_changed(tokens, left):
                continue
            new, old = (left, right) if new_first else (right, left)
            yield Swap(old=old.text, new=new.text)


def _is_changed(tokens: Sequence[Token], piece: Token) -> bool:
    """Whether a verb of changing stands in front of a piece."""
    before = [token.text.casefold() for token in tokens if token.end <= piece.start]
    return bool(_CHANGING & set(before[-_BEFORE_THE_PIECE:]))


def _connections() -> Iterator[tuple[tuple[str, ...], bool]]:
    yield from ((words, True) for words in _NEW_BEFORE)
    yield from ((words, False) for words in _NEW_BEHIND)


def _part_before(prose: str, tokens: Sequence[Token], known: frozenset[str]) -> Token | None:
    """Return the longest piece of code that ends where the connecting words begin."""
    while tokens and (tokens[-1].text in "`," or tokens[-1].text in _FILLING):
        tokens = tokens[:-1]
    for first in range(max(0, len(tokens) - _LONGEST), len(tokens)):
        is_number_of_line = first > 0 and tokens[first - 1].text.casefold() in _LINE_WORDS
        text = prose[tokens[first].start : tokens[-1].end]
        if _is_part(text, known) and not is_number_of_line:
            return Token(text.lstrip("."), tokens[first].start, tokens[-1].end)
    return None


def _part_behind(prose: str, tokens: Sequence[Token], known: frozenset[str]) -> Token | None:
    while tokens and (tokens[0].text in "`," or tokens[0].text in _FILLING):
        tokens = tokens[1:]
    for end in range(min(_LONGEST, len(tokens)), 0, -1):
        text = prose[tokens[0].start : tokens[end - 1].end]
        if _is_part(text, known) and not _ends_sentence(prose, tokens[:end]):
            return Token(text.lstrip("."), tokens[0].start, tokens[end - 1].end)
    return None


def _is_part(text: str, known: frozenset[str]) -> bool:
    """Whether a text can be one side of a swap: a name, a value, an operator, a method, code."""
    if not _is_one_piece(text):
        return False
    if text in OPERATORS or text in known or text in _METHODS or text == "return":
        return True
    if text.startswith(".") and text.lstrip(".").rstrip("()").isidentifier():
        return True
    tree = parse_piece(text)
    if isinstance(tree, ast.Expr) and isinstance(tree.value, ast.Constant):
        return True
    return tree is not None and is_code(text, known)


def _methods(tokens: Sequence[Token], known: frozenset[str]) -> Iterator[str]:
    """Yield what is written as a method, "pop()" or ".remove", and isn't in the program."""
    for place, token in enumerate(tokens):
        before = "".join(each.text for each in tokens[max(0, place - 1) : place])
        behind = "".join(each.text for each in tokens[place + 1 : place + 3])
        is_called = before == "." or behind == "()"
        if is_called and token.text in _METHODS and token.text not in known:
            yield token.text


def _lines(tokens: Sequence[Token]) -> Iterator[int]:
    for word, number in zip(tokens, tokens[1:], strict=False):
        if word.text.casefold() in _LINE_WORDS and number.text.isdecimal():
            yield int(number.text)


def _positions(tokens: Sequence[Token]) -> Iterator[Position]:
    """Yield the places named: "after line 3", "on top", "at the end"; "before" needs a line."""
    for word, behind in zip(tokens, [*tokens[1:], Token(" ", 0, 0)], strict=False):
        position = _POSITIONS.get(word.text.casefold())
        if position in ("top", "end"):
            yield position
        elif position is not None and behind.text.casefold() in _LINE_WORDS:
            yield position
