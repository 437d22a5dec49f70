"""The lines of code in a message that the program has not."""

from __future__ import annotations

import ast

from tutor_app.programs.code_in_text import parse_expression, tokens_of
from tutor_app.programs.student_changes.code_fragments import Fragment, MessageCode
from tutor_app.programs.student_changes.program_parts import ProgramParts


def _is_line(piece: Fragment) -> bool:
    """Whether a piece of code is a line by itself: a statement, a method's call, `break`."""
    if piece.kind == "expression":
        match parse_expression(piece.text):
            case ast.Call(func=ast.Attribute(value=of)):
                return not isinstance(of, ast.List | ast.Dict | ast.Set | ast.Constant)
            case _:
                return False
    is_alone = piece.kind == "keyword" and piece.text in ("break", "continue")
    return is_alone or (piece.kind == "statement" and piece.size > 1)


def new_lines(program: ProgramParts, code: MessageCode) -> list[Fragment]:
    """Return the lines of code in a message that the program has not, each once, in their order."""
    rows = {_plain(row) for row in program.rows}
    found: dict[str, Fragment] = {}
    for piece in code.fragments:
        if _is_line(piece) and piece.size > 1 and _plain(piece.text) not in rows:
            found.setdefault(piece.text, piece)
    return list(found.values())


def _plain(text: str) -> str:
    return " ".join(token.text for token in tokens_of(text.strip().rstrip(":")))
