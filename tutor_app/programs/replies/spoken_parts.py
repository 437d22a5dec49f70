"""The lines and variables of a program that words speak of."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tutor_app.domain.lexicon import NEGATIONS, SMALL_WORDS, read_word_lists
from tutor_app.programs.code_in_text import (
    names_in,
    parse_program,
    tokens_of,
    values_in,
    with_plain_signs,
)
from tutor_app.programs.replies.program_topic import code_lines
from tutor_app.programs.student_changes.code_fragments import MessageCode, names_of_piece, read_code
from tutor_app.programs.student_changes.named_parts import parts_named

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_FINE, _DENYING = _WORDS["fine"], _WORDS["denying"] | NEGATIONS
_WANTED = _FINE | {"wanted"}
_PLACE = frozenset({"it", "that", "there", "problem", "fault", "bug", "wrong", "reason"})
FEW_WORDS = 8
_NEAR_LINE = 4  # tokens between "line" and the variable that it is of
_LINE = re.compile(r"(?i)\blines?\s+\d+")
_MARKED = re.compile(r"`([^`\n]+)`")


def lines_named(source: str, words: str) -> tuple[int, ...]:
    """Return the lines of the program that the words name: by number, or by their code."""
    code = code_in(source, words)
    rows = source.split("\n")
    numbers = [line for line in code.lines if 1 <= line <= len(rows)]
    outside = _calls_outside(source)
    marked = _MARKED.findall(words)
    pieces = (each.text for each in code.fragments if each.size > 1)
    for piece in (*pieces, *marked):
        plain = [token.text for token in tokens_of(piece.strip(" .:"))]
        plain = plain[:-2] if plain[-2:] == ["(", ")"] else plain
        places = [n for n, row in enumerate(rows, start=1) if plain and _holds(row, plain)]
        numbers += places if len(places) == 1 and places[0] in code_lines(source) else []
    tree = parse_program(source)
    if tree is not None:
        named = parts_named(tree, _suspecting(words))
        definitions = ast.FunctionDef | ast.ClassDef
        numbers += [p.node.lineno for p in named if not isinstance(p.node, definitions)]
    return tuple(line for line in dict.fromkeys(numbers) if line not in outside)


def _calls_outside(source: str) -> frozenset[int]:
    """Return the lines below the definitions that only use them: no fault is in these."""
    tree = parse_program(source)
    nodes = tree.body if tree is not None else []
    has_definition = any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in nodes)
    calls = (n.lineno for n in nodes if isinstance(n, ast.Expr | ast.Assert | ast.Assign))
    return frozenset(calls) if has_definition else frozenset()


def _suspecting(words: str) -> str:
    """Return the clauses of a message that don't say of what they name that it is fine."""
    clauses = re.split(r"[,.;!?\n]", words)
    return " . ".join(clause for clause in clauses if not _FINE & set(clause.casefold().split()))


def calls_fine(words: str) -> bool:
    """Whether a clause of a message calls something fine."""
    clauses = (set(each.casefold().split()) for each in re.split(r"[,.;!?\n]", words))
    return any(each & _WANTED and not _DENYING & each for each in clauses)


def lines_denied(source: str, words: str) -> tuple[int, ...]:
    """Return the lines that a few words rule out: "so line 5 isn't it"."""
    found: list[int] = []
    for clause in re.split(r"[,.;!?\n]", words):
        said = clause.casefold().replace("’", "").replace("'", "").split()
        if len(said) <= FEW_WORDS and not _DENYING.isdisjoint(said) and _PLACE & set(said):
            found += [] if names_spoken(source, clause) else lines_named(source, clause)
    return tuple(dict.fromkeys(found))


def names_spoken(source: str, words: str) -> tuple[str, ...]:
    """Return the variables of the program that the words name.

    One of one letter, or that is a small word of English, is named only in backticks.
    """
    tree = parse_program(source)
    if tree is None:
        return ()
    stored = {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    stored |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    marked = {token.text for piece in _MARKED.findall(words) for token in tokens_of(piece)}
    loose = {token.text for token in tokens_of(words) if len(token.text) > 1}
    loose -= SMALL_WORDS | {"line", "lines"}  # of which everybody speaks
    return tuple(sorted((stored - {"self"}) & (loose | marked), key=words.find))


def without_code(source: str, words: str) -> str:
    """Return words without the pieces of code among them."""
    fragments = code_in(source, words).fragments
    named = {each.text for each in fragments if each.size > 1 and names_of_piece(each.text)}
    for piece in sorted(named, key=len, reverse=True):
        words = words.replace(piece, " ")
    return words


def without_line_numbers(words: str) -> str:
    """Return words without "line 3", in which no value is told."""
    return _LINE.sub(" ", words)


def code_in(source: str, words: str) -> MessageCode:
    """Return what words say in code, or of it."""
    return read_code(words, parse_program(source) or ast.Module(body=[], type_ignores=[]))


def names_code(text: str) -> bool:
    """Return whether words hold a piece of code: "x == None", "a[i]"."""
    return any(each.size > 1 for each in code_in("", text).fragments)


def _holds(row: str, tokens: list[str]) -> bool:
    own = [token.text for token in tokens_of(row)]
    size = len(tokens)
    return any(own[at : at + size] == tokens for at in range(len(own) - size + 1))


def denies(words: str) -> bool:
    """Whether words deny something: "why is it not reached?"."""
    said = words.casefold().replace("’", "").replace("'", "").split()
    return not _DENYING.isdisjoint(said)


def names_at_values(source: str, words: str) -> tuple[str, ...]:
    """Return the variables, also of one letter, that stand right before a value: "is n 49.3"."""
    tree, plain = parse_program(source), with_plain_signs(words)
    own = names_in(tree) if tree is not None else frozenset[str]()
    before = (tokens_of(plain[: span.start])[-1:] for span in values_in(plain))
    return tuple(dict.fromkeys(each[0].text for each in before if each and each[0].text in own))


def values_spoken(words: str) -> list[str]:
    """Return the values that words name."""
    return [span.text for span in values_in(with_plain_signs(words))]


def names_of_lines(source: str, words: str) -> list[str]:
    """Return the variables that words say a line to be of: "the line of `amount`"."""
    tokens = [token.text for token in tokens_of(words)]
    names = names_spoken(source, words)
    places = [at for at, token in enumerate(tokens) if token in _WORDS["line_words"]]
    near = (tokens[at + 1 : at + 1 + _NEAR_LINE] for at in places)
    return [name for each in near if (name := next((t for t in each if t in names), None))]
