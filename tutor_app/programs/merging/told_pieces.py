"""The pieces of code that a message brings into a program, each with the words beside it."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from itertools import pairwise, permutations

from tutor_app.programs.code_in_text import (
    is_value,
    parse_expression,
    parse_program,
    tokens_of,
    with_plain_signs,
)
from tutor_app.programs.student_changes.code_fragments import Fragment, read_code
from tutor_app.programs.student_changes.program_parts import ProgramParts, parts_of
from tutor_app.programs.student_changes.referents import WORDS

_OF_INPUT = WORDS["of_input"]
_INSTEAD = WORDS["in_place_of"]  # "instead of", "rather than"
_CUT = re.compile(r"[,;.](?=\s)|\n|\s(?:and|then)\s")
_PLACES = WORDS["starting"] | WORDS["ending"]
_NEAR = 3  # words behind a line in which its place is told
_SEEN = 12  # characters of a line by which its place is found
_HEADS = ("if", "elif", "while", "for", "def", "else")


def new_pieces(source: str, words: str) -> list[tuple[str, str]]:
    """Return the pieces of code in a message that the program has not and that are no call of it
    and no plain value, each with the words beside it."""
    program = parts_of(source)
    if program is None:
        return []
    code, plain = read_code(words, program.tree), with_plain_signs(words)
    found: list[tuple[str, int, int]] = []
    at = 0
    pieces = [each for each in code.fragments if _is_piece(program, each, plain)]
    lines = [each for each in pieces if each.kind != "expression" or _is_line(each)]
    for piece in (*code.blocks, *(each.text for each in lines or pieces)):
        start = plain.find(piece.split("\n")[0], at)
        start = start if start >= 0 else at
        if not any(piece in block for block in code.blocks if piece != block):
            is_header = parse_program(piece) is None and not piece.rstrip().endswith(":")
            text = f"{piece} :" if is_header and piece.split()[0] in _HEADS else piece
            text = _in_function(program, text)
            found.append((text, start, start + min(len(piece), len(text))))
    said = {text.casefold() for text in code.tokens}
    if not found and "return" in said and said & WORDS["handing_back"]:
        found = [("return", plain.find("return"), plain.find("return"))]
    found.sort(key=lambda each: each[1])
    joined = _with_else(_in_rows(found, plain))
    cuts = [0]
    for (_, _, end), (_, start, _) in pairwise(joined):
        found_cut = _CUT.search(plain, end, start)  # "A on top, B below it"
        cuts.append(found_cut.end() if found_cut is not None else end)
    last = [*(joined[n + 1][1] if cut == joined[n][2] else cut for n, cut in enumerate(cuts[1:]))]
    last.append(len(plain))
    return [
        (piece, f"{plain[cuts[n] : start]} {piece} {plain[end : last[n]]}")
        for n, (piece, start, end) in enumerate(joined)
    ]


def begins_with_piece(source: str, words: str) -> bool:
    """Whether a message begins with a line of code that is to go in: no plain value of a name."""
    pieces = new_pieces(source, words)
    first = pieces[0][0] if pieces else ""
    is_line = parse_expression(first) is None and not is_value_set(first)
    is_line = is_line and not first.endswith(" :")  # "if rest is [] the loop does nothing"
    return bool(first) and is_line and words.lstrip(" `\n").startswith(first.rstrip(":")[:_SEEN])


def without_inputs(words: str) -> str:
    """Return words without the values that names have there: "after d = 2"."""
    before = "|".join(sorted(_OF_INPUT - {"for", "if"}))
    return re.sub(rf"(?i)\b(?:{before}) `?\w+ = -?\w+`?(?=[\s,.?!;]|$)", " ", words)


def exchanged_signs(source: str, words: str) -> list[tuple[str, str]]:
    """Return the signs of a message without lines, each with one that may stand for it: "single ="
    where "==" is named."""
    program = parts_of(source)
    pieces = read_code(words, program.tree).fragments if program is not None else ()
    signs = list(dict.fromkeys(each.text for each in pieces if each.kind == "operator"))
    return [*permutations(signs, 2)] if len(signs) == 2 else []


def _is_line(piece: Fragment) -> bool:
    """Whether an expression is a line by itself: it calls a method."""
    match parse_expression(piece.text):
        case ast.Call(func=ast.Attribute()):
            return True
        case _:
            return False


def _is_piece(program: ProgramParts, piece: Fragment, words: str) -> bool:
    if piece.size < 2 or piece.kind in ("operator", "tail", "keyword"):
        return False
    plain = f" {_plain(piece.text)} "
    is_held = any(plain in f" {_plain(row)} " for row in program.rows)
    if piece.kind != "expression":
        ahead, _, behind = words.partition(piece.text)
        before = ahead.rstrip(" `").split()[-1:]
        is_placed = not _PLACES.isdisjoint(behind.casefold().split()[:_NEAR])  # "k = 1 at the top"
        is_value = is_value_set(piece.text) and not _OF_INPUT.isdisjoint(before)
        is_old = not _INSTEAD.isdisjoint(before) and is_held
        return is_placed or not (is_old or is_value or _gives_input(program, piece.text))
    node = parse_expression(piece.text)
    if node is None or isinstance(node, ast.UnaryOp | ast.Name) or piece.text.startswith("print("):
        return False  # a print only looks
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return bool(names) and not is_held and not names & program.functions


def is_value_set(text: str) -> bool:
    """Whether a line gives a name a plain value."""
    match (parse_program(text) or ast.Module(body=[], type_ignores=[])).body:
        case [ast.Assign(targets=[ast.Name()], value=value)]:
            return is_value(ast.unparse(value))
        case _:
            return False


def sets_input(source: str, text: str) -> bool:
    """Whether a line gives a plain value to a name that a program without functions sets once, to
    another one: what it is run on."""
    program, tree = parts_of(source), parse_program(text)
    match tree.body if tree is not None and program is not None and not program.functions else []:
        case [ast.Assign(targets=[ast.Name(id=name)])] if program is not None:
            stores = [n for n in ast.walk(program.tree) if isinstance(n, ast.Name) and n.id == name]
            is_once = sum(isinstance(n.ctx, ast.Store) for n in stores) == 1
            return is_once and is_value_set(text)
        case _:
            return False


def _gives_input(program: ProgramParts, text: str) -> bool:
    """Whether a line gives a name a plain value that the program never sets: "mine = []"."""
    tree = parse_program(text)
    match tree.body if tree is not None else []:
        case [ast.Assign(targets=[ast.Name(id=name)], value=value)]:
            is_plain = not any(isinstance(each, ast.Name) for each in ast.walk(value))
            return name not in program.set_at and (is_plain or isinstance(value, ast.Call))
        case _:
            return False


def _in_function(program: ProgramParts, piece: str) -> str:
    """Return "self.x = 0 in __init__" without the function that it is to stand in."""
    line, _, name = piece.rpartition(" in ")
    is_place = name in program.functions and parse_program(line) is not None
    return line if is_place and "=" in line else piece


def _in_rows(found: Sequence[tuple[str, int, int]], words: str) -> list[tuple[str, int, int]]:
    """Return the pieces with lines that stand in one row as one: "h = a; a = b; b = h"."""
    rows: list[tuple[str, int, int]] = []
    for piece, start, end in found:
        is_next = bool(rows) and words[rows[-1][2] : start].strip() == ";"
        if is_next and parse_program(f"{rows[-1][0]}\n{piece}") is not None:
            rows[-1] = (f"{rows[-1][0]}\n{piece}", rows[-1][1], end)
        else:
            rows.append((piece, start, end))
    return rows


def _with_else(found: Sequence[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """Return the pieces with an "else: …" under the "if …:" before it."""
    joined: list[tuple[str, int, int]] = []
    for piece, start, end in found:
        is_else = piece.lstrip().startswith(("else", "elif")) and bool(joined)
        is_else = is_else and joined[-1][0].startswith(("if", "elif"))
        header = joined[-1][0] if joined else ""
        header = f"{header}\n    pass" if header.endswith(":") else header
        if is_else and parse_program(f"{header}\n{piece}") is not None:
            joined[-1] = (f"{joined[-1][0]}\n{piece}", joined[-1][1], end)
        else:
            joined.append((piece, start, end))
    return joined


def _plain(row: str) -> str:
    return " ".join(token.text for token in tokens_of(row))
