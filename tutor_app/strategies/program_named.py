"""Which lines of a program a message speaks of: by number, by name, by a piece of their code."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tutor_app.shape import Shape
from tutor_app.strategies.program_view import Place, PlaceKind, Program
from tutor_app.strategies.proposed_edits import code_in

LONGEST_SIGN = 3  # characters of code that say too little to find a line by
MOST_NAMED = 2  # lines that one piece of code may stand for
_LINE = re.compile(r"\blines?\s+(\d+)(?:\s*(?:-|–|and|to|,)\s*(\d+))?")
_KIND_WORDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "loop while",
        re.compile(
            r"\b(?:for|while)?[- ]?loops?\b|\biterat\w+|\brange\b|\brounds\b"
            r"|\b(?:first|second|third|last|each|every|one|next|\d\w\w) round\b"
        ),
    ),
    (
        "condition",
        re.compile(r"\bif[- ](?:statements?|clause|block)|\bcondition|\bcompar\w+|\bel(?:if|se)\b"),
    ),
    ("result", re.compile(r"\breturn(?:s|ed|ing)?\b")),
    ("print", re.compile(r"\bprint(?:s|ed|ing)?\b")),
)


# What an answer about a place of a kind speaks of.
_CUES: Mapping[PlaceKind, str] = {
    "condition": r"\b(?:checks?|true|false|greater|less|bigger|smaller|larger|equal|compar\w+)\b",
    "while": r"\b(?:checks?|true|false|times|iterat\w+|until)\b",
    "loop": r"\b(?:times|iterat\w+|each|every)\b",
    "result": r"\b(?:returns?|hands?|gives? back)\b",
}


def places_named(words: str, program: Program) -> tuple[Place, ...]:
    """Return the places that a message speaks of: by line, by variable, else by kind."""
    plain = words.casefold()
    numbers = {int(number) for found in _LINE.findall(plain) for number in found if number}
    by_line = tuple(place for place in program.places if place.line in numbers)
    if by_line:
        return by_line
    spoken = set(re.findall(r"`([A-Za-z_]\w*)`|\b([A-Za-z_]\w{2,})\b", words))
    names = {name for pair in spoken for name in pair if name}
    told = {p.name for p in program.places if p.name and (_in_words(p.name) or "\n") in plain}
    by_name = tuple(place for place in program.places if place.name in names | told)
    if by_name:
        return by_name
    inside = [p for p in program.places if p.function in names and p.function is not None]
    if inside and len(program.functions) > 1:
        return tuple(inside)
    by_call = [p for p in program.places if names & set(re.findall(r"(\w{4,})\(", p.code))]
    if 0 < len(by_call) <= MOST_NAMED:
        return tuple(by_call)
    if by_code := _by_code(words, program):
        return by_code
    for kinds, pattern in _KIND_WORDS:
        if pattern.search(plain):
            found = [place for place in program.places if place.kind in kinds.split()]
            return tuple(sorted(found, key=lambda place: place.in_branch))
    return ()


def still_at(last: Place | None, words: str) -> tuple[Place, ...]:
    """The place of the last question, where the words go on about what such a place does."""
    cue = _CUES.get(last.kind) if last is not None else None
    goes_on = cue is not None and re.search(cue, words.casefold())
    return (last,) if last is not None and goes_on else ()


def _in_words(name: str) -> str | None:
    """A name of several words as one says it: "finalScore", "final_score" are "final score"."""
    parts = re.findall(r"[A-Z]?[a-z]+|\d+", name)
    return " ".join(parts).casefold() if len(parts) > 1 else None


def _by_code(words: str, program: Program) -> tuple[Place, ...]:
    """The places with a piece of code that stands in the words: "n > best", "math.pi"."""
    pieces = [_squeezed(piece) for piece in code_in(words)]
    # "95 >= 90" is the test "points >= 90" with its value put in.
    pieces += [test[0] for each in pieces if (test := re.search(r"(?:[<>]=?|==|!=)\d+$", each))]
    pieces = [piece for piece in pieces if len(piece) >= LONGEST_SIGN]
    found = [p for p in program.places if any(piece in _squeezed(p.code) for piece in pieces)]
    return tuple(found) if len(found) <= MOST_NAMED else ()


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def named_error(words: str | None) -> str | None:
    """Return an error by its name and words, "KeyError: 'D'"; None where no name was given."""
    found = re.search(r"[A-Z]\w*(?:Error|Exception)(?:: [^\n`?]+)?", words or "")
    if found is None:
        return None
    error = found[0].rstrip(" .:,;!")
    # A quotation mark of the sentence around it, which opened before the error.
    return error[:-1] if error[-1] in "\"'" and error.count(error[-1]) % 2 else error


def error_line(traceback: str | None, program: Program) -> int | None:
    """Return the line of the program that a traceback blames: the last that it shows of it."""
    own = [" ".join(line.split()) for line in program.lines]
    blamed = re.findall(r"\bline (\d+)[^\n]*\n\s*(\S[^\n]*)", traceback or "")
    for number, code in reversed(blamed):
        plain = " ".join(code.split())
        at = int(number)
        if 0 < at <= len(own) and own[at - 1] == plain:
            return at
        if own.count(plain) == 1:
            return own.index(plain) + 1
    return None


def line_told(shape: Shape, program: Program) -> int | None:
    """The line that the words put beside an error: "a KeyError on line 4"."""
    found = re.search(r"(?i)\b(?:error|exception)\b[^.?!]*\bline (\d+)", shape.prose)
    number = int(found[1]) if found and named_error(shape.error) else 0
    return number if 0 < number <= len(program.lines) else None
