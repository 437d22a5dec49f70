"""Whether what a reply says of runs is so, by runs of the program and of the repaired one."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from evals.programs.program_claims import ClaimKind, ProgramClaim, inputs_in, read_claims
from tutor_app.programs.argument_fit import call_fits
from tutor_app.programs.code_in_text import is_value, parse_expression, parse_program
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult, RaisedError

_SURE: tuple[ClaimKind, ...] = ("gives", "raises", "passes")  # what is not so is an untruth
# Before a value that the student told: it was held against a run.
_RAN = re.compile(r"(?i)\b(?:I ran|(?:my|the) run)\b")
_COPY = re.compile(r"\bin a copy\b")  # what follows is true of a program that is not shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What a reply shows. `wrong` are claims on what must come out that the repaired one denies."""

    inputs: tuple[str, ...]
    fitting: tuple[str, ...]
    failing: tuple[str, ...]
    true: tuple[ProgramClaim, ...]
    untrue: tuple[ProgramClaim, ...]
    wrong: tuple[ProgramClaim, ...]


def judge_reply(
    text: str, programs: Sequence[str], repaired: str | None, known: Sequence[Case], told: str = ""
) -> Judged:
    """Hold a reply against runs of the first of `programs`, or of one of the others.

    The others, and the repaired one, are what a change makes of it that was only described. `known`
    are cases of the statement, which are meant where a reply names no input. A variable's value
    that the student has `told` is a fact of a run only where the reply says that it was run.
    """
    source, others = programs[0], programs[1:]
    tried = [*programs, *([repaired] if repaired is not None else [])]
    inputs = tuple(dict.fromkeys(call.text for call in inputs_in(text, source)))
    scope = inputs or tuple(case.call.text for case in known if not case.call.is_script)
    expected = {_key(each.call.text): each.expected for each in known if each.expected is not None}
    echoed = {each for each in read_claims(told, source) if each.kind == "holds"}
    claims = [each for each in read_claims(text, source) if each not in echoed or _RAN.search(text)]
    due = [claim for claim in claims if claim.kind == "due" and claim.call is not None]
    seen = [claim for claim in claims if claim.kind != "due"]
    true = [
        each
        for each in seen
        if any(_holds(each, of, scope) for of in tried)
        or (each.kind == "passes" and not _failing(expected, source, None, expected))
    ]
    return Judged(
        inputs=inputs,
        fitting=tuple(call for call in inputs if _fits(call, source, repaired, expected)),
        failing=_failing(inputs, source, repaired, expected),
        true=tuple(true),
        untrue=tuple(
            each
            for each in seen
            if each not in true and each.kind in _SURE and (others or not _COPY.search(text))
        ),
        wrong=tuple(each for each in due if not _is_due(each, repaired, expected)),
    )


@lru_cache(maxsize=4096)
def outcome(source: str, call: str) -> CaseResult:
    """Return what a program does on one call, with its trace."""
    case = Case(call=Call(text=call), origin="generated")
    return run_program(source, [case], trace_case=0).results[0]


@lru_cache(maxsize=512)
def load_error(source: str) -> RaisedError | None:
    """Return why a program does not load, None where it does."""
    return run_program(source, []).load_error


def same_value(one: str, other: str) -> bool:
    """Whether two sources stand for the same value, floats up to their last digits."""
    if is_value(one) and is_value(other):
        left, right = ast.literal_eval(one.strip()), ast.literal_eval(other.strip())
        if isinstance(left, int | float) and isinstance(right, int | float):
            return math.isclose(left, right, rel_tol=1e-3)
        return bool(left == right)
    return "".join(one.split()).strip("'\"") == "".join(other.split()).strip("'\"")


def does_same(one: CaseResult, other: CaseResult) -> bool:
    """Whether two runs of a call came to the same."""
    if (one.error is None) != (other.error is None) or one.status != other.status:
        return False
    if one.error is not None and other.error is not None:
        return one.error.type == other.error.type
    return one.value == other.value and one.printed == other.printed


def _holds(claim: ProgramClaim, source: str, scope: Sequence[str]) -> bool:
    if claim.kind == "unread":
        error = load_error(source)
        return error is not None and error.line == int(claim.value)
    if claim.call is not None:
        return _holds_on(claim, outcome(source, claim.call))
    return any(_holds_on(claim, outcome(source, call)) for call in scope)


def _holds_on(claim: ProgramClaim, seen: CaseResult) -> bool:
    match claim.kind:
        case "gives":
            printed = seen.printed.strip()
            texts = (seen.value, printed, repr(printed), ", ".join(printed.splitlines()))
            return any(text is not None and same_value(claim.value, text) for text in texts)
        case "raises":
            return seen.error is not None and seen.error.type == claim.value
        case "endless":
            recursion = seen.error is not None and seen.error.type == "RecursionError"
            return seen.status == "timed_out" or recursion
        case "holds":
            held = (
                value for step in seen.trace for name, value in step.variables if name == claim.name
            )
            return any(same_value(claim.value, value) for value in held)
        case "reached":
            return seen.times_reached(int(claim.name or 0)) == int(claim.value)
        case "rounds":
            return int(claim.value) in {times for _, times in seen.lines}
        case _:
            return False


def _is_due(claim: ProgramClaim, repaired: str | None, expected: dict[str, str]) -> bool:
    call = claim.call or ""
    stated = expected.get(_key(call))
    if stated is not None and same_value(claim.value, stated):
        return True
    return repaired is None or _holds_on(
        ProgramClaim(kind="gives", value=claim.value, call=call), outcome(repaired, call)
    )


def _fits(call: str, source: str, repaired: str | None, expected: dict[str, str]) -> bool:
    """Whether the repaired program takes a call; without one, whether its arguments look right."""
    if _key(call) in expected:
        return True
    if repaired is not None:
        return outcome(repaired, call).status == "ran"
    tree, program = parse_expression(call), parse_program(source)
    return tree is not None and (program is None or call_fits(tree, program))


def _failing(
    calls: Iterable[str], source: str, repaired: str | None, expected: dict[str, str]
) -> tuple[str, ...]:
    return tuple(call for call in calls if _fails(call, source, repaired, expected))


def _fails(call: str, source: str, repaired: str | None, expected: dict[str, str]) -> bool:
    """Whether a program does other than it must on a call; a program that does not load fails."""
    seen = outcome(source, call)
    stated = expected.get(_key(call))
    if stated is not None and is_value(stated):
        return seen.value is None or not same_value(stated, seen.value)
    return repaired is not None and not does_same(seen, outcome(repaired, call))


def _key(call: str) -> str:
    tree = parse_expression(call)
    return call if tree is None else ast.unparse(tree)
