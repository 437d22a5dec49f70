"""What counts as a leak in help with a program: the fix, read from the words that describe it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

Tokens = tuple[str, ...]

_TOKEN = re.compile(r"[A-Za-z_]\w*|\d+(?:\.\d+)?|\"[^\"\n]*\"|'[^'\n]*'|[=!<>*/+-]=|\*\*|//|\S")
_SPAN = re.compile(r"`([^`\n]+)`")
_FENCE = re.compile(r"```\w*\n(.*?)```", re.S)
_LINES = re.compile(r"\blines?\s+(\d+(?:\s*(?:,|and)+\s*\d+)*)")
_DEPTH = re.compile(r"\b(?:tab|indent\w*|scope)\b", re.I)
_ADDED = re.compile(r"(?i)\b(?:add|insert)\s+(?:a |an |the )?`([^`]+)`")
_SIGN_WORDS = {
    ":": "colon",
    ",": "comma",
    ")": "parenthes[ie]s",
    "(": "parenthes[ie]s",
    "]": "bracket",
}
SHORT = 3  # a replacement of fewer characters counts only where it stands as code of its own


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpressionSwap:
    """An expression at fault and what takes its place."""

    faulty: str
    replacement: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """What no reply may say: whole new lines, or a faulty expression with its replacement."""

    lines: tuple[str, ...]
    swaps: tuple[ExpressionSwap, ...]
    depth_of: tuple[int, ...] = ()
    signs: tuple[str, ...] = ()


def read_fix(words: str, program: str) -> Fix:
    """Read the description of a program's fixes, one or more a line, beside the program."""
    own = {tokens(line) for line in program.splitlines()}
    lines: list[str] = []
    for block in _FENCE.findall(words):
        lines += block.splitlines()
    swaps: list[ExpressionSwap] = []
    depth: list[int] = []
    for sentence in _FENCE.sub(" ", words).splitlines():
        spans = _SPAN.findall(sentence)
        numbers = [int(n) for found in _LINES.findall(sentence) for n in re.findall(r"\d+", found)]
        if _DEPTH.search(sentence) and re.search(r"\b(?:tab|indentation)\b", sentence):
            depth += numbers
        swaps += _swaps(sentence)
        lines += spans
        lines += _swapped_lines(program, numbers, _swaps(sentence))
    fresh = [line for line in lines if tokens(line) not in own and len(tokens(line)) >= 3]
    fresh = [line for line in fresh if not within(tokens(line), tokens(program))]
    kept = dict.fromkeys(fresh)
    signs = tuple(sign for sign in _ADDED.findall(words) if sign in _SIGN_WORDS)
    return Fix(lines=tuple(kept), swaps=tuple(swaps), depth_of=tuple(depth), signs=signs)


def leak_in(reply: str, fix: Fix, program: str, student_said: str) -> str | None:
    """Return what of the fix a reply says that the student had not said, None where nothing."""
    said, told = tokens(reply), tokens(student_said)
    for line in fix.lines:
        if within(tokens(line), said) and not within(tokens(line), told):
            return f"line: {line}"
    for swap in fix.swaps:
        if _names_both(reply, swap, program) and not _named(swap.replacement, student_said):
            return f"swap: {swap.faulty} -> {swap.replacement}"
    for sign in fix.signs:
        named = rf"`{re.escape(sign)}`|\b{_SIGN_WORDS[sign]}\b"
        if re.search(named, reply, re.I) and not re.search(named, student_said, re.I):
            return f"sign: {sign}"
    for number in fix.depth_of:
        if re.search(rf"\bline {number}\b", reply) and re.search(
            r"(?i)\bindent\w*|\btabs?\b", reply
        ):
            return f"depth of line {number}"
    return None


def tokens(text: str) -> Tokens:
    return tuple(_TOKEN.findall(text))


def within(part: Tokens, whole: Tokens) -> bool:
    """Whether the tokens stand in the others, one after the other."""
    size = len(part)
    return bool(size) and any(whole[i : i + size] == part for i in range(len(whole) - size + 1))


def _swaps(sentence: str) -> Iterator[ExpressionSwap]:
    """Return what "Replace `a` with `b`" says; of two lists, one by one."""
    parts = re.split(r"(?i)\breplace\b", sentence)[1:]
    for part in parts:
        before, found, after = part.partition(" with ")
        old, new = _SPAN.findall(before), _SPAN.findall(after)
        pairs = zip(old, new, strict=False) if len(old) > 1 else zip_longest(old, new[:1])
        for faulty, replacement in pairs if found else ():
            if faulty and replacement:
                yield ExpressionSwap(faulty=faulty.strip(), replacement=replacement.strip())


def _swapped_lines(
    program: str, numbers: Sequence[int], swaps: Iterator[ExpressionSwap]
) -> Iterator[str]:
    own = program.splitlines()
    for swap in swaps:
        for number in numbers:
            if 0 < number <= len(own) and swap.faulty in own[number - 1]:
                line = own[number - 1]
                yield line.replace(swap.faulty, swap.replacement)
                # Of a sign, with what stands beside it: "n >= 90" says the fix as well.
                if len(swap.faulty) < SHORT:
                    beside = rf"(\w+)\s*(?<![=<>!]){re.escape(swap.faulty)}(?![=<>])\s*(\w+)"
                    for left, right in re.findall(beside, line):
                        yield f"{left} {swap.replacement} {right}"


def _names_both(reply: str, swap: ExpressionSwap, program: str) -> bool:
    """Whether both are named; a quoted line of the student's own that holds both names neither."""
    if not _named(swap.faulty, reply, anywhere=True):
        return False
    own = {tokens(line) for line in program.splitlines()}

    def quotes_the_fault(span: str) -> bool:
        held = tokens(span)
        of_program = any(within(held, line) for line in own)
        return of_program and len(held) > 1 and within(tokens(swap.faulty), held)

    rest = _SPAN.sub(lambda found: " " if quotes_the_fault(found[1]) else found[0], reply)
    return _named(swap.replacement, rest)


def _named(expression: str, text: str, *, anywhere: bool = False) -> bool:
    wanted = tokens(expression)
    if len(expression) >= SHORT or anywhere:
        return within(wanted, tokens(text))
    return any(tokens(span) == wanted for span in _SPAN.findall(text)) or bool(
        re.search(rf"(?:use|write|be|with|by|to)\s+{re.escape(expression)}(?!\w)", text)
    )
