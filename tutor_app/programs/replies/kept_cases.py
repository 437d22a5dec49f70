"""Cases as lines to keep between two messages, and what a new message adds to them."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace

from tutor_app.programs.code_in_text import called_in, parse_expression, parse_program
from tutor_app.programs.find_cases import function_names
from tutor_app.programs.run_values import Call, Case

MOST_KEPT = 40


def write_cases(cases: Iterable[Case]) -> tuple[str, ...]:
    """Return cases as lines of JSON."""
    return tuple(json.dumps(asdict(case)) for case in cases)


def read_cases(lines: Sequence[str]) -> tuple[Case, ...]:
    """Return the cases that were kept; a line that another version wrote is left out."""
    cases: list[Case] = []
    for line in lines:
        try:
            fields = json.loads(line)
            call = fields.pop("call")
            typed, is_own = tuple(call["typed"]), bool(call.get("own_setup"))
            made = Call(text=call["text"], typed=typed, own_setup=is_own)
            cases.append(Case(call=made, **fields))
        except (ValueError, TypeError, KeyError, AttributeError):
            continue
    return tuple(cases)


def merge_cases(new: Iterable[Case], kept: Sequence[Case]) -> tuple[Case, ...]:
    """Return the new cases and the kept ones, each call once, the student's first.

    What a task says of a call counts before what the student says, and what they say now before
    what they said earlier. A guess stays until something is said for sure.
    """
    merged: dict[tuple[str, tuple[str, ...]], Case] = {}
    for case in (*new, *kept):
        key = _key(case)
        known = merged.get(key)
        if known is None:
            merged[key] = case
        elif case.is_decided and not (known.is_decided and case.is_students):
            said_by = case.said_by or case.origin
            merged[key] = replace(case, origin=known.origin, call=known.call, said_by=said_by)
        elif known.guess is None and not known.is_decided:
            merged[key] = replace(known, guess=case.guess, likely=case.likely)
    for case in kept:  # a call keeps the text by which it was spoken of
        merged[_key(case)] = replace(merged[_key(case)], call=case.call)
    first = sorted(merged.values(), key=lambda case: case.origin != "student")
    return tuple(first)[:MOST_KEPT]


def of_program(cases: Iterable[Case], source: str) -> tuple[Case, ...]:
    """Return the cases whose functions a program has."""
    tree = parse_program(source)
    if tree is None:
        return tuple(cases)
    names = function_names(tree)
    return tuple(
        case
        for case in cases
        if case.call.is_script or case.call.own_setup or _called(case) & names
    )


def _called(case: Case) -> frozenset[str]:
    tree = parse_program(case.call.text)
    return called_in(tree) if tree is not None else frozenset()


def _key(case: Case) -> tuple[str, tuple[str, ...]]:
    return plain_call(case.call.text), case.call.typed


def plain_call(source: str) -> str:
    """Return a call as Python writes it, so that two that differ in blanks are one."""
    tree = parse_expression(source) or parse_program(source)
    return ast.unparse(tree) if tree is not None else source
