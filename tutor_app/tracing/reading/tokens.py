"""A message cut into tokens that all notations share: names, numbers, arrows, dashes, brackets.

LaTeX, Unicode arrows and dashes, quotes and bullets become the same few kinds here, so that the
readers of graphs, arrays and trees know one spelling of each. Positions are those of the message.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, cast

from tutor_app.domain.traces import Number
from tutor_app.tracing.reading.reading_results import Span

Kind = Literal[
    "name",
    "number",
    "inf",
    "unknown",  # "?" in place of a value
    "arrow",
    "back",
    "both",
    "dash",
    "bullet",  # "-", "*", "1." at the beginning of a line
    "open",
    "close",
    "comma",
    "semi",
    "colon",
    "equals",
    "pipe",
    "dot",
    "ellipsis",
    "newline",
    "other",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """`text` is the spelling that counts: "A" of 'A', "v_1" of v_{1}. `spaced`: after a blank."""

    kind: Kind
    text: str
    start: int
    end: int
    spaced: bool = False
    quoted: bool = False


_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2500"
_RIGHT = "\u2192\u27f6\u21d2\u2794\u279c\u279d\u27f9\u21a6"
_LEFT = "\u2190\u27f5\u21d0"
_BOTH = "\u2194\u27f7\u21d4\u21c4\u21c6\u27fa"
_QUOTES = "'\"\u2018\u2019\u201c\u201d"
_TEXT = r"\\(?:text\w*|math\w+|operatorname)\{(?P<inner>[^{}\n]*)\}"
# The first that fits wins; "skip" yields nothing, "text" and "quoted" a name.
_RULES: tuple[tuple[str, str], ...] = (
    ("newline", r"\n|\\\\(?:\[[^\]\n]*\])?"),
    ("newline", r"\\(?:begin|end)\{[^}\n]*\}(?:\{[^}\n]*\}|\[[^\]\n]*\])*"),
    ("text", _TEXT),
    ("both", rf"<\s?[{_DASHES}=]+\s?>|[{_BOTH}]|\\(?:long)?(?:l|L)eftrightarrow\b|\\iff\b"),
    ("arrow", rf"[{_DASHES}=~]+\s?[>\u203a\u00bb]|[{_RIGHT}]|\\xrightarrow(?:\[[^\]\n]*\])?"),
    ("arrow", r"\\(?:to|(?:long)?rightarrow|Rightarrow|implies|(?:long)?mapsto)(?![a-z])"),
    ("back", rf"<[{_DASHES}=]+(?!\s?\d)|[{_LEFT}]|\\(?:(?:long)?leftarrow|gets)(?![a-z])"),
    ("inf", r"[+]?\u221e|\\infty\b|(?i:[+]?\b(?:inf|infinity|infty)\b)"),
    ("open", r"\\langle\b|\\\{|\\lbrace\b|[(\[{\u27e8\u2329]"),
    ("close", r"\\rangle\b|\\\}|\\rbrace\b|[)\]}\u27e9\u232a]"),
    ("skip", r"\\(?:left|right|big|Big)(?=[^a-z])|\\(?!l?dots|cdots)[a-zA-Z]+\b"),
    ("skip", r"\\[^a-zA-Z\n]|\$+|\*\*|`+"),
    ("quoted", rf"(?<!\w)[{_QUOTES}](?P<said>[\w .]{{1,30}}?)[{_QUOTES}](?!\w)"),
    ("name", r"\d+(?:st|nd|rd|th)\b|[^\W\d_]\w*?_\{\w+\}"),
    ("name", r"[^\W\d_]\w*(?:['\u2019](?:t|re|ve|ll|m|d)\b)?"),
    ("other", r"['\u2019]s\b|>=|<=|!="),
    ("number", r"\d+(?:\.\d+)?|\.\d+(?!\w)"),
    ("ellipsis", r"\.{2,}|\u2026|\\[lc]?dots\b"),
    ("arrow", r">+"),
    ("open", r"<"),
    ("dash", rf"[{_DASHES}]+|~"),
    ("unknown", r"\?+|_{2,}"),
    ("comma", r",|\u201a|\uff0c"),
    ("semi", r";"),
    ("colon", r":=?"),
    ("equals", r"=+|\u2248"),
    ("pipe", r"[|&\u2502]+"),
    ("dot", r"\."),
    ("other", r"\S"),
)
_TOKEN = re.compile("|".join(f"(?P<r{n}>{rule})" for n, (_, rule) in enumerate(_RULES)))
_BULLET = re.compile(
    rf"(?m)^[ \t>]*(?P<b>[{_DASHES}*+\u2022\u25e6\u2023\u25aa\u00b7]|\(?\d+[.)](?!\d))(?=[ \t]+\S)"
)


def tokenize(text: str) -> tuple[Token, ...]:
    """Return the tokens of a message, line ends among them."""
    bullets = {found.start("b"): found.end("b") for found in _BULLET.finditer(text)}
    tokens: list[Token] = []
    position, spaced, stands_open = 0, True, False
    while position < len(text):
        blank = text[position] in " \t\r\u00a0\u2009\u202f"
        found = None if blank else _TOKEN.match(text, position)
        if found is None or found.lastgroup is None:
            position, spaced = position + 1, True
            continue
        kind, end = _RULES[int(found.lastgroup[1:])][0], found.end()
        if position in bullets:
            kind, end = "bullet", bullets[position]
        if kind == "arrow" and found.group() == ">" and stands_open:
            kind = "close"
        if kind != "skip":
            token = _token(kind, found, end, spaced=spaced)
            tokens.append(token)
            # "<" stands open up to ">" or the line's end
            ended = token.kind == "newline" or token.text == ">"
            stands_open = not ended and (stands_open or token.text == "<")
        spaced = kind == "newline" or (kind == "skip" and spaced)
        position = end
    return tuple(tokens)


def _token(kind: str, found: re.Match[str], end: int, *, spaced: bool) -> Token:
    quoted = kind in ("text", "quoted")
    said = (found["inner"] or found["said"] or "").strip() if quoted else found.group()
    if kind == "name":
        said = re.sub(r"_\{(\w+)\}", r"_\1", said)
    return Token(
        kind="name" if quoted else cast("Kind", kind),
        text=said,
        start=found.start(),
        end=end,
        spaced=spaced,
        quoted=quoted,
    )


class Cursor:
    """Looks at tokens by position; beyond either end stands a line end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokenize(text)
        self._end = Token(kind="newline", text="", start=len(text), end=len(text), spaced=True)
        self._line_ends = self._find_line_ends()

    def __len__(self) -> int:
        return len(self.tokens)

    def __getitem__(self, at: int) -> Token:
        return self.tokens[at] if 0 <= at < len(self.tokens) else self._end

    def kind(self, at: int) -> Kind:
        """Return the kind of the token there."""
        return self[at].kind

    def word(self, at: int) -> str:
        """Return the unquoted word there in lower case; "" where none stands."""
        token = self[at]
        return token.text.lower() if token.kind == "name" and not token.quoted else ""

    def number(self, at: int) -> tuple[Number, int] | None:
        """Read a number, with its sign, and return where it ends.

        A dash is a sign where it stands before the number without a blank.
        """
        token = self[at]
        if token.kind == "dash" and self.kind(at + 1) == "number" and len(token.text) == 1:
            if not self[at + 1].spaced:
                return -_value(self[at + 1].text), at + 2
            return None
        if token.text == "+" and self.kind(at + 1) == "number" and not self[at + 1].spaced:
            at, token = at + 1, self[at + 1]
        if token.kind == "number":
            return _value(token.text), at + 1
        if token.quoted and re.fullmatch(r"\d+(?:\.\d+)?", token.text):
            return _value(token.text), at + 1
        return None

    def line_end(self, at: int) -> int:
        """Return the position of the line end at or after a token."""
        return self._line_ends[at] if 0 <= at < len(self.tokens) else at

    def _find_line_ends(self) -> list[int]:
        """Return the position of the line end at or after each token."""
        ends = [len(self.tokens)] * len(self.tokens)
        for at in range(len(self.tokens) - 1, -1, -1):
            following = ends[at + 1] if at + 1 < len(ends) else len(ends)
            ends[at] = at if self.tokens[at].kind == "newline" else following
        return ends

    def span(self, begin: int, end: int) -> Span:
        """Return the part of the message from token `begin` up to, without, token `end`."""
        return Span(
            start=self[begin].start, end=self[end - 1].end if end > begin else self[begin].start
        )


def _value(text: str) -> Number:
    return float(text) if "." in text else int(text)
