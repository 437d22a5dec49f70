"""What a reply says of runs of a program: inputs, values, lines, exceptions.

Read by patterns in the tutor's own sentences. What no pattern reads counts for nothing, neither as
a fact nor as an error.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tutor_app.programs.code_in_text import (
    Span,
    calls_in,
    is_value,
    parse_expression,
    parse_program,
    values_in,
)
from tutor_app.programs.find_cases import function_names

ClaimKind = Literal[
    "gives", "due", "raises", "endless", "holds", "reached", "rounds", "unread", "passes"
]

_END = re.compile(r"[.!?;](?=\s|$)")
_EXCEPTION = re.compile(r"\b[A-Z]\w*(?:Error|Exception|Iteration|Interrupt)\b")
_DUE = re.compile(
    r"\b(?:must|should|ought|has to|have to|needs? to|due|expected|wanted|wants?|supposed"
    r"|asks? for|instead of|rather than|in place of|and not|but not|, not)\b"
)
_GIVES = re.compile(
    r"\b(?:gives?|gave|given|returns?|returned|prints?|printed|shows?|showed|ends? with|gets?|got"
    r"|comes? out|came out|is|was|still|now|hands? back|see|seen?)\b|[=-]>|→|=="
)
_ENDLESS = re.compile(
    r"(?:\bnever|\bnot|n't) (?:end|stop|finish|come (?:back|to an end))|\bfor ?ever\b|\bendless"
    r"|\btimed? out\b|\bstopped it\b|\bruns? on\b|\bcalls itself again and again\b"
)
_STUDENTS = re.compile(
    r"(?i)\byou(?:r \w+)? (?:say|said|saw|see|expect|expected|want|wanted|think|write)"
)
_NO_VALUE = re.compile(
    r"(?i)\b(?:lines?|rounds?|steps?|level|row|place):?\s*(?:\d+(?:,| and)?\s*)*$"
)
_COUNTED = re.compile(r"^\W*(?:calls?|rounds?|times|cases|lines|steps|of (?:the )?\d|other)\b")
_HOLDS = (
    r"(?:is|are|was|were|holds?|held|has|had|becomes?|became|stays?|starts?|begins?|contains?"
    r"|takes?)"
)
_REACHED = re.compile(
    r"\b[Ll]ines? (?P<line>\d+)\b[^.?!]*?\b(?P<times>never|not|once|twice|(?P<count>\d+) times?)\b"
)
_ROUNDS = re.compile(r"\b(?:(?P<count>\d+)|(?P<one>one|a single)) rounds?\b")
_UNREAD = re.compile(r"n't read\b[^.?!]*?\bline (?P<line>\d+)")
DENIED = re.compile(r"(?i)\b(?:not|n't|never|no|whether|if|until|before|what|which)\b")
_PASSES = re.compile(
    r"\bpass(?:es|ed)?\b(?P<what>[^.?!]*)"
    r"|\bran (?P<ran>[^.?!]*), and (?:it|they all) gives? (?:that|what)\b"
)
_PART = re.compile(r"\b(\d+) of (?:the |its |your |my )?(\d+)\b")
_COUNT = re.compile(r"\b(?:\d+|all|both|every|the (?:one )?call|one call)\b")
_QUOTED = re.compile(r"`([^`]*)`")
# A sentence that goes on about the call of the one before it.
_GOES_ON = re.compile(r"\s+It (?:should|must|has to)\b")
_TIMES = {"never": 0, "not": 0, "once": 1, "twice": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramClaim:
    """One thing said of a run: of `call`, where it names one. `value` is a source, or a name."""

    kind: ClaimKind
    value: str
    call: str | None = None
    name: str | None = None


def inputs_in(text: str, source: str) -> tuple[Span, ...]:
    """Return the calls of the program's functions in a text whose arguments are all values."""
    tree = parse_program(source)
    functions = frozenset(function_names(tree)) if tree is not None else _names_defined(source)
    return tuple(call for call in calls_in(text, functions) if _has_only_values(call.text))


def read_claims(text: str, source: str) -> tuple[ProgramClaim, ...]:
    """Return what a reply says of runs of this program."""
    calls = inputs_in(text, source)
    claims: list[ProgramClaim] = []
    ends = [*(call.start for call in calls[1:]), len(text)]
    for call, end in zip(calls, ends, strict=False):
        before = re.split(r"[.!?]\s", text[: call.start])[-1]
        if not _STUDENTS.search(before):
            claims += _about_call(call.text, text[call.end : end].removeprefix("`"))
    claims += _variables(text, source)
    for found in _REACHED.finditer(text):
        times = int(found["count"]) if found["count"] else _TIMES[found["times"]]
        claims.append(ProgramClaim(kind="reached", value=str(times), name=found["line"]))
    for found in _ROUNDS.finditer(text):
        claims.append(ProgramClaim(kind="rounds", value=found["count"] or "1"))
    for found in _UNREAD.finditer(text):
        claims.append(ProgramClaim(kind="unread", value=found["line"]))
    if says_it_passes(text):
        claims.append(ProgramClaim(kind="passes", value=""))
    return tuple(claims)


def says_it_passes(text: str) -> bool:
    """Whether a reply says how many calls the program passes, and that these are all it ran."""
    for found in _PASSES.finditer(text):
        sentence = text[: found.end()].rsplit(". ", 1)[-1]
        part = _PART.search(sentence)
        some = part is not None and int(part[1]) < int(part[2]) or re.search(r"\bother\b", sentence)
        if some or DENIED.search(sentence):
            continue
        if _COUNT.search(found["what"] or found["ran"] or ""):
            return True
    return False


def _names_defined(source: str) -> frozenset[str]:
    """The functions of a program that Python does not read."""
    return frozenset(re.findall(r"(?m)^\s*def\s+(\w+)", source))


def _has_only_values(call: str) -> bool:
    """Whether a call names nothing but functions: `print(f(2))`, not `f(x)`."""
    tree = parse_expression(call)
    if not isinstance(tree, ast.Call) or not (tree.args or tree.keywords):
        return False
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    return all(id(node) in called for node in ast.walk(tree) if isinstance(node, ast.Name))


def _values(text: str) -> Iterator[Span]:
    """Yield the values of a text; a piece of code in backticks is one value, or holds none."""
    quoted = list(_QUOTED.finditer(text))
    plain = _QUOTED.sub(lambda found: " " * len(found[0]), text)
    inside = (Span(each.start(1), each.end(1), each[1]) for each in quoted if is_value(each[1]))
    yield from sorted([*inside, *values_in(plain)], key=lambda value: value.start)


def _about_call(call: str, tail: str) -> Iterator[ProgramClaim]:
    """Read what stands behind a call, up to the end of its sentence."""
    end = _end_of_sentence(tail)
    tail = tail[:end]
    kind: ClaimKind | None = None
    place = 0
    for value in _values(tail):
        before = tail[place : value.start]
        place = value.end
        if _NO_VALUE.search(before) or _COUNTED.search(tail[value.end :].lstrip("`")):
            continue
        kind = _kind_of(before) or kind
        if kind is not None and not _STUDENTS.search(before):
            yield ProgramClaim(kind=kind, value=value.text, call=call)
    for found in _EXCEPTION.finditer(tail):
        if not _DUE.search(tail[: found.start()]):
            yield ProgramClaim(kind="raises", value=found[0], call=call)
    if _ENDLESS.search(tail):
        yield ProgramClaim(kind="endless", value="", call=call)


def _end_of_sentence(text: str) -> int:
    """Return where the sentence ends; a stop inside a value ends none."""
    values = [*values_in(text), *(Span(m.start(), m.end(), m[0]) for m in _QUOTED.finditer(text))]
    for found in _END.finditer(text):
        inside = any(value.start < found.start() < value.end for value in values)
        if not inside and not _GOES_ON.match(text, found.end()):
            return found.start()
    return len(text)


def _kind_of(before: str) -> ClaimKind | None:
    due, gives = ([m.start() for m in p.finditer(before)] for p in (_DUE, _GIVES))
    if due and (not gives or due[-1] > gives[-1] or "must" in before or "should" in before):
        return "due"
    return "gives" if gives else None


def _variables(text: str, source: str) -> Iterator[ProgramClaim]:
    """Read "`lo` is 2", "lo = 2": a variable of the program with a value that it has."""
    tree = parse_program(source)
    if tree is None:
        return
    names = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name)}
    names |= {each.arg for each in ast.walk(tree) if isinstance(each, ast.arg)}
    values = {value.start: value for value in _values(text)}
    for name in sorted(names):
        said = (
            rf"(?<![\w.])`?{re.escape(name)}`?\s*{_HOLDS}\s+(?:still |now |just |at |with |as )*`?"
        )
        for found in re.finditer(said, text):
            value = values.get(found.end())
            if value is not None and not _COUNTED.search(text[value.end :]):
                yield ProgramClaim(kind="holds", value=value.text, name=name)
