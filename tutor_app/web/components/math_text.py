r"""Text with formulas, written for Streamlit's Markdown.

Streamlit renders `$…$` and `$$…$$`. Tutors and books also write `\(…\)`, `\[…\]` and
`\begin{align}…`; and a dollar sign is often only a price. Everything that is no formula is
escaped, so that a student reads the characters that were written.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

_CODE = r"(?P<code>```.+?```|`[^`\n]+`)"
_ENVIRONMENT = r"(?P<env>\\begin\{(?P<name>[A-Za-z]+\*?)\}.+?\\end\{(?P=name)\})"
_DISPLAY = r"\$\$(?P<display>[^$]+?)\$\$|\\\[(?P<bracket>.+?)\\\]"
_ROUND = r"\\\((?P<round>.+?)\\\)"
# As pandoc reads it: no space inside the dollars, no digit after the closing one, one paragraph.
_DOLLAR = (
    r"(?<![\\$\w])\$(?P<dollar>(?=[^\s$])(?:\\.|[^$\\\n]|\n(?!\s*\n))*?(?<=\S)(?<!\\))\$(?![\d$])"
)
_SPAN = re.compile("|".join((_CODE, _ENVIRONMENT, _DISPLAY, _ROUND, _DOLLAR)), re.DOTALL)

# A lone amount such as "$5 and" before the next dollar is a price, not a formula.
_PRICE = re.compile(r"\d[\d.,]*(?:\s|$)(?!\s*[-+*/=<>^_\\])")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~$:&])")
_INDENTATION = re.compile(r"(?<=\n)[ \t]+")

_AROUND_DISPLAY = re.compile(r"[ \u00a0]*\n\n[ \u00a0]*")

# KaTeX knows these only inside display mathematics, and not under every name.
_RENAMED = {"align": "aligned", "gather": "gathered", "eqnarray": "aligned", "multline": "gathered"}
_UNWRAPPED = {"equation", "displaymath", "math"}


class TextSegment(NamedTuple):
    kind: Literal["text", "code", "inline", "display"]
    body: str


def split_formulas(text: str) -> list[TextSegment]:
    """Return the text as pieces: plain text, code, formulas in the line or on their own."""
    pieces: list[TextSegment] = []
    at = 0
    while match := _SPAN.search(text, at):
        piece = _piece(match)
        if piece is None:  # a price: its dollar stays text
            end = match.start() + 1
            pieces.append(TextSegment("text", text[at:end]))
            at = end
            continue
        pieces.append(TextSegment("text", text[at : match.start()]))
        pieces.append(piece)
        at = match.end()
    pieces.append(TextSegment("text", text[at:]))
    return [piece for piece in pieces if piece.body]


def _piece(match: re.Match[str]) -> TextSegment | None:
    if match["code"]:
        return TextSegment("code", match["code"])
    if match["env"]:
        return TextSegment("display", _katex_environment(match["env"], match["name"]))
    if (display := match["display"] or match["bracket"]) is not None:
        return TextSegment("display", _katex_inside(display.strip()))
    if match["round"] is not None:
        return TextSegment("inline", match["round"].strip())
    if _PRICE.match(match["dollar"]):
        return None
    return TextSegment("inline", match["dollar"])


def _katex_environment(whole: str, name: str) -> str:
    plain = name.rstrip("*")
    body = whole[len(f"\\begin{{{name}}}") : -len(f"\\end{{{name}}}")].strip()
    if plain in _UNWRAPPED:
        return _katex_inside(body)
    known = _RENAMED.get(plain, name)
    return f"\\begin{{{known}}}{body}\\end{{{known}}}"


def _katex_inside(body: str) -> str:
    inner = re.fullmatch(r"\\begin\{(?P<name>[A-Za-z]+\*?)\}.+\\end\{(?P=name)\}", body, re.DOTALL)
    return _katex_environment(body, inner["name"]) if inner else body


def to_markdown(text: str, *, code: bool = False) -> str:
    """Return Markdown that shows the text as written, with its formulas drawn.

    `code` keeps spans between backticks as code; without it they are characters like any other.
    """
    written = "".join(_written(piece, code=code) for piece in split_formulas(text))
    return _AROUND_DISPLAY.sub("\n\n", written).strip()


def _written(piece: TextSegment, *, code: bool) -> str:
    one_line = re.sub(r"\s*\n\s*", " ", piece.body)
    if piece.kind == "display":
        return f"\n\n$$\n{one_line}\n$$\n\n"
    if piece.kind == "inline":
        return f"${one_line}$"
    if piece.kind == "code" and code:
        return piece.body
    return escape_markdown(piece.body)


def escape_markdown(text: str) -> str:
    """Return Markdown that shows exactly these characters; a line break stays one."""
    unindented = _INDENTATION.sub(lambda m: "\u00a0" * len(m[0].expandtabs(4)), text)
    return _MARKDOWN.sub(r"\\\1", unindented).replace("\n", "  \n")
