"""The fragments of mathematics in a message, each with the words that it stands between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tutor_app.calculations.reading.math_tokens import MathToken
from tutor_app.calculations.reading.plain_notation import plain_notation, symbols
from tutor_app.calculations.reading.token_runs import ready_tokens

LONGEST: Final = 4_000  # characters of a message that are read
_BREAKS: Final = frozenset({"WORD", "NL", "SEP", "OTHER", "TO"})
_ENDS_SENTENCE: Final = frozenset(".?!;")
_VALUES: Final = frozenset({"NUMBER", "MIXED", "BASED", "RADIX", "CONST"})
_MATHEMATICS: Final = frozenset(
    {"NUMBER", "MIXED", "BASED", "RADIX", "REL", "PLUS", "TIMES", "SLASH", "CARET", "PM", "ROOT",
     "DIFF", "INT", "SUM", "LIM", "IFF", "OPAQUE", "DYDX"}
)  # fmt: skip
_TRIMMED_FIRST: Final = frozenset(
    {"AND", "OR", "COMMA", "OF", "TIMES", "SLASH", "RPAR", "RSQ", "PERCENT", "CARET", "BANG"}
)
_TRIMMED_LAST: Final = frozenset(
    {"AND", "OR", "COMMA", "OF", "LPAR", "LSQ", "REL", "PLUS", "MINUS"}
)
_LETTERS_OF_PROSE: Final = frozenset({"a", "i", "I", "A", "n", "u", "k"})
_JOINTS: Final = frozenset({"COMMA", "AND", "OR"})


@dataclass(frozen=True, slots=True, kw_only=True)
class MathFragment:
    """A run of mathematics. `start` and `end` are its places in the message's plain notation.

    `before` and `after` are the words of its sentence around it, other fragments being "…";
    `above` are those of the line before, where it fills its own line. `ends` is the sign that its
    sentence ends with.
    """

    start: int
    end: int
    tokens: tuple[MathToken, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]
    above: tuple[str, ...]
    ends: str

    @property
    def is_display(self) -> bool:
        """Whether it fills its line, but for a word or two that lead it in."""
        return len(self.before) + len(self.after) == 0

    @property
    def relates(self) -> bool:
        return any(each.kind == "REL" for each in self.tokens)

    @property
    def tells_value(self) -> bool:
        """Whether it says what one name is: x = 4."""
        kinds = [each.kind for each in self.tokens]
        return kinds[:2] == ["NAME", "REL"] and "NAME" not in kinds[2:] and kinds.count("REL") == 1

    @property
    def is_value(self) -> bool:
        """Whether it is one number, with its sign or as a fraction."""
        kinds = [each.kind for each in self.tokens]
        signed = kinds[1:] if kinds[:1] == ["MINUS"] else kinds
        plain = set(signed) <= _VALUES | {"PERCENT", "SLASH", "UNIT"}
        return bool(set(kinds) & _VALUES) and plain and signed.count("SLASH") < 2


def math_fragments(message: str) -> tuple[str, tuple[MathFragment, ...]]:
    """Return a message in plain notation, and the fragments of mathematics in it."""
    plain = plain_notation(message[:LONGEST])
    pieces = list(_pieces(ready_tokens(plain)))
    return plain, tuple(
        _fragment(plain, pieces, place)
        for place, (kind, _) in enumerate(pieces)
        if kind == "mathematics"
    )


Piece = tuple[str, list[MathToken]]


def _pieces(tokens: Sequence[MathToken]) -> Iterator[Piece]:
    """Yield runs of mathematics, words and breaks, in their order."""
    run: list[MathToken] = []
    for token in [*tokens, MathToken("NL", "\n", 0, 0)]:
        if token.kind not in _BREAKS:
            run.append(token)
            continue
        yield from _parted(run)
        run = []
        yield ("word" if token.kind == "WORD" else "break"), [token]


def _parted(run: Sequence[MathToken]) -> Iterator[Piece]:
    """Yield the parts of a run at its commas, each of mathematics or, of a letter alone, a word."""
    part: list[MathToken] = []
    depth = 0
    for token in [*run, MathToken("COMMA", "", 0, 0)]:
        depth += (token.kind in ("LPAR", "LSQ")) - (token.kind in ("RPAR", "RSQ"))
        if token.kind not in _JOINTS or depth > 0:
            part.append(token)
            continue
        yield from _whole(part)
        if token.text:
            yield "word", [token]
        part = []


def _whole(part: list[MathToken]) -> Iterator[Piece]:
    words: list[MathToken] = []
    if len(part) > 1 and part[0].kind == "PRIME" and not part[1].gap:
        part = part[2:]  # the end of a word: "it's x > 1"
    while len(part) > 1 and part[0].text in _LETTERS_OF_PROSE and part[1].gap:
        if part[1].kind not in ("NUMBER", "NAME", "LPAR", "FUNC"):
            break
        words.append(part[0])
        part = part[1:]
    while part and part[0].kind in _TRIMMED_FIRST:
        part = part[1:]
    while part and part[-1].kind in _TRIMMED_LAST:
        part = part[:-1]
    yield from (("word", [each]) for each in words)
    if part and part[-1].kind == "TIMES" and {each.kind for each in part} <= {"NAME", "TIMES"}:
        yield from (("word", [each]) for each in part)  # "c times as big"
    elif any(each.kind in _MATHEMATICS for each in part):
        yield "mathematics", part
    else:
        yield from (("word", [each]) for each in part)


def _fragment(plain: str, pieces: Sequence[Piece], place: int) -> MathFragment:
    tokens = pieces[place][1]
    first, last = place, place
    while first and not _ends_sentence(pieces[first - 1]):
        first -= 1
    while last + 1 < len(pieces) and not _ends_sentence(pieces[last + 1]):
        last += 1
    closing = pieces[last + 1][1][0].text if last + 1 < len(pieces) else ""
    before = tuple(_words(pieces[first:place]))
    after = tuple(_words(pieces[place + 1 : last + 1]))
    above = tuple(_words(_line_above(pieces, first))) if not before else ()
    return MathFragment(
        start=tokens[0].start,
        end=tokens[-1].end,
        tokens=tuple(tokens),
        before=before,
        after=after,
        above=above,
        ends="?" if "?" in plain[tokens[-1].end : tokens[-1].end + 3] else closing.strip(),
    )


def _line_above(pieces: Sequence[Piece], first: int) -> Sequence[Piece]:
    """Return the last sentence with words above a display, displays between passed over."""
    end = first
    while end:
        end -= 1
        start = end
        while start and not _ends_sentence(pieces[start - 1]):
            start -= 1
        line = pieces[start:end]
        if any(kind == "word" for kind, _ in line):
            return line
        end = start
    return ()


def _ends_sentence(piece: Piece) -> bool:
    kind, (token, *_) = piece
    return kind == "break" and (token.kind == "NL" or token.text in _ENDS_SENTENCE)


def _words(pieces: Sequence[Piece]) -> Iterator[str]:
    leads = symbols()["deriving"]
    for kind, tokens in pieces:
        text = tokens[0].text.casefold()
        if kind == "mathematics":
            yield "…"
        elif kind == "break":
            if text == ":":
                yield ":"
        elif kind == "word" and (len(pieces) > 1 or text not in leads):
            yield text
