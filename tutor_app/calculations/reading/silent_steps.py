"""Steps without a sign between them: an expression a line, or between slashes with blanks.

Who rewrites an expression line by line often leaves the sign of equality out. Read so, each line
claims to be worth what the one before it is; whether that was meant, the values have to bear out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tutor_app.calculations.reading.math_tokens import OPERANDS, PREFIXES, MathToken
from tutor_app.calculations.reading.plain_notation import plain_notation, symbols
from tutor_app.calculations.reading.token_runs import BEGINS, CLOSER, ENDS, ready_tokens

_STOP = MathToken("NL", "\n", 0, 0)
_PROSE = frozenset({"WORD", "SEP", "OTHER", "NL"})
_MARKS = frozenset({"SEP", "TIMES", "OTHER"})
_FEW_WORDS = 4  # that are no words of asking, before a task
_NO_STEPS = frozenset({"REL", "TO", "IFF", "STRANGE"})


@dataclass(frozen=True, slots=True)
class SilentSteps:
    """The tokens with the signs that were left out. `trusted`: what stands before the first step
    is no story and no other task; `asked`: it only asks for its value, or there is nothing;
    `whole`: the message has no other relation; `left`: a line of signs and numbers is not read."""

    tokens: tuple[MathToken, ...]
    trusted: bool
    asked: bool
    whole: bool
    left: bool = False


def silent_readings(message: str) -> tuple[str, list[SilentSteps]]:
    """Return a message in plain notation, and its readings with the signs that were left out."""
    plain = plain_notation(message)
    ready = ready_tokens(plain)
    readings: list[SilentSteps] = []
    in_one = "\n" not in plain.strip()
    if in_one and (parted := parted_by_slashes(ready)) != ready:
        if any(each.kind == "REL" for each in ready):
            readings.append(SilentSteps(tuple(parted), trusted=True, asked=True, whole=False))
        ready = parted
    for parts in (ready, parted_by_words(ready)) if in_one else (ready,):
        if (steps := with_silent_steps(parts)) is not None:
            readings.append(steps)
    return plain, readings


def parted_by_slashes(tokens: Sequence[MathToken]) -> list[MathToken]:
    """Return the tokens with slashes between blanks as ends of lines, where all stand in one line
    and other quotients are written close."""
    depth, cuts = 0, []
    for place, token in enumerate(tokens):
        depth += (token.kind in CLOSER) - (token.kind in ("RPAR", "RSQ"))
        after = tokens[place + 1 : place + 2]
        if token.kind == "SLASH" and depth == 0 and token.gap and after and after[0].gap:
            cuts.append(place)
    return [
        replace(token, kind="NL", text="\n") if place in cuts else token
        for place, token in enumerate(tokens)
    ]


def parted_by_words(tokens: Sequence[MathToken]) -> list[MathToken]:
    """Return the tokens with words that tell a result as ends of lines: "8^(1/3) i got 2"; as they
    are where anything in them is related, or what others say stands beside."""
    words = {each.text.casefold() for each in tokens if each.kind in ("WORD", "SEP")}
    if any(each.kind in _NO_STEPS for each in tokens) or words & set(symbols()["others"]):
        return list(tokens)
    telling = {*symbols()["telling"]}
    return [
        replace(token, kind="NL", text="\n") if token.text.casefold() in telling else token
        for token in tokens
    ]


def with_silent_steps(tokens: Sequence[MathToken]) -> SilentSteps | None:
    """Return the tokens with a sign of equality before each line that goes on from the one before
    it without any; None where there is no such line."""
    out: list[MathToken] = []
    before, short, others, steps, left = False, False, 0, 0, False
    for line in _lines(tokens):
        run, asked = _expression(line)
        alone = bool(run) and not asked
        if before and alone:
            first = line[run[0]]
            sign = MathToken("REL", "=", first.start, first.start)
            if short:  # a sign alone is no line of its own, but the beginning of this one
                while out[-1].kind == "NL":
                    out.pop()
            else:
                out.append(MathToken("NL", "\n", first.start, first.start))
            out.append(sign)
            out += _closed(line[run[0] :], len(run))
            steps += 1
        else:
            if run and not steps:
                others = _words_of_others([*out, *line[: run[0]]])
            if run and asked:  # so that the task is read whole, and not as what a word counts
                out += [replace(e, kind="NL", text="\n") if k == run[0] - 1 else e
                        for k, e in enumerate(line[: run[-1] + 1])]  # fmt: skip
                out += line[run[-1] + 1 :]
            else:
                out += line
            if steps and any(each.kind == "REL" for each in line):
                before = False
                continue
        kinds = {each.kind for each in line}
        left = left or not (run or kinds & {"WORD", *_NO_STEPS} or not kinds & OPERANDS)
        before, short = bool(run), len(run) == 1 and alone and not steps
    whole = not any(each.kind in _NO_STEPS for each in tokens)
    if not steps:
        return None
    return SilentSteps(tuple(out), others <= _FEW_WORDS, not others, whole, left)


def _lines(tokens: Sequence[MathToken]) -> Iterator[list[MathToken]]:
    line: list[MathToken] = []
    for token in tokens:
        line.append(token)
        if token.kind == "NL":
            yield line
            line = []
    if line:
        yield line


def _expression(line: Sequence[MathToken]) -> tuple[list[int], bool]:
    """Return the places of the one expression without a relation that a line is, or ends with, and
    whether words stand before it; none where the line holds anything else."""
    start = 0
    if len(line) > 1 and _numbers(line[0], line[1]):
        start = 2  # "1. 5/6 - 3/8"
    while start < len(line) and line[start].kind in _MARKS:
        start += 1
    runs = _runs(line, start)
    if runs is None:
        return [], False
    if runs[0]:
        first = [line[k] for k in runs[0]]
        whole = _is_expression(first) and _ends_here(line, runs[0])
        return (runs[0], False) if whole else ([], False)
    told = [run for run in runs if len(run) > 1]
    if len(told) != 1 or not _is_expression([line[k] for k in told[0]]):
        return [], False
    return told[0], True


def _runs(line: Sequence[MathToken], start: int) -> list[list[int]] | None:
    """Return the places of what stands between words; None where a relation or a list is."""
    runs: list[list[int]] = [[]]
    depth = 0
    for place in range(start, len(line)):
        token = line[place]
        depth += (token.kind in CLOSER) - (token.kind in ("RPAR", "RSQ"))
        listed = token.kind == "COMMA" and depth == 0 and not _is_said(line[place + 1 :])
        if token.kind in _NO_STEPS or listed:
            if len(runs) == 1 or not runs[0]:
                return None
            break  # said behind the expression
        if token.kind in _PROSE or (token.kind == "COMMA" and depth == 0):
            runs.append([])
        else:
            runs[-1].append(place)
    for run in runs:
        while run and line[run[-1]].kind in ("AND", "OR"):
            run.pop()
    return runs


def _is_expression(run: Sequence[MathToken]) -> bool:
    kinds = [each.kind for each in run]
    begins = kinds[0] in BEGINS | PREFIXES | {"MINUS", "BAR", "LBAR", "NOT"}
    ends = kinds[-1] in ENDS | {"BAR", "BETWEEN"}
    return begins and ends and bool(set(kinds) & (OPERANDS | {"CONST", "NAME"}))


def _ends_here(line: Sequence[MathToken], run: Sequence[int]) -> bool:
    """Whether an expression is the whole line, or what is said behind it is said of the work."""
    rest = [each for each in line[run[-1] + 1 :] if each.kind not in ("NL", "OTHER", "COMMA")]
    return not rest or rest[0].kind == "SEP" or rest[0].text.casefold() in symbols()["leading"]


def _is_said(rest: Sequence[MathToken]) -> bool:
    return not rest or rest[0].kind in ("WORD", "NL", "SEP")


def _closed(line: Sequence[MathToken], length: int) -> list[MathToken]:
    """Return a step with what is said behind it in a line of its own."""
    rest = list(line[length:])
    if not rest or rest[0].kind == "NL":
        return list(line)
    stop = MathToken("NL", "\n", rest[0].start, rest[0].start)
    return [*line[:length], stop, *rest]


def _words_of_others(before: Sequence[MathToken]) -> int:
    """Return how many words before a task do more than ask for its value; too many where a story
    stands there, with numbers of its own, or what makes another task of it."""
    table = symbols()
    words = [each.text.casefold() for each in before if each.kind == "WORD"]
    told = [each for each, after in pairwise([*before, _STOP]) if not _numbers(each, after)]
    if any(each.kind in OPERANDS - {"NAME"} or each.kind in _NO_STEPS for each in told):
        return _FEW_WORDS + 1
    other = {*table["changing"], *table["amounts"]} - {"each", *table["rewriting"]}
    if not other.isdisjoint(words):
        return _FEW_WORDS + 1
    return sum(word not in {*table["leading"], *table["rewriting"]} for word in words)


def _numbers(token: MathToken, after: MathToken) -> bool:
    """Whether a number or a name marks a line: "1. 5/6 - 3/8", "A: 11/24"."""
    named = token.kind in ("NAME", "WORD") and after.text == ":"
    return named or (token.kind == "NUMBER" and after.kind == "SEP" and after.text in (".", ":"))
