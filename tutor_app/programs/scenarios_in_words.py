"""Examples that build on lines above them: values set up first, calls that change them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tutor_app.programs.calls_in_words import SIGNS
from tutor_app.programs.code_in_text import (
    called_in,
    names_in,
    parse_expression,
    parse_program,
    with_plain_signs,
)
from tutor_app.programs.run_values import Call, Case, Origin


def read_scenarios(text: str, functions: frozenset[str], origin: Origin) -> Iterator[Case]:
    """Yield the examples that need what the lines of their block set up, with these lines.

    Each is a call of several lines, the last of which gives the value; so each can be run alone.
    """
    for block in _blocks(with_plain_signs(text)):
        setup: list[str] = []
        names: set[str] = set()
        calls_one = False
        for line in block:
            name = _name_set_up(line)
            if name is not None:
                setup.append(line)
                names.add(name)
                continue
            left, right = _halves(line)
            tree = parse_expression(left) if names else None
            if tree is None or not names & names_in(tree):
                continue
            is_call = bool(called_in(tree) & functions)
            if is_call or calls_one:
                text_of_call = "\n".join([*setup, left])
                yield Case(call=Call(text=text_of_call), origin=origin, expected=right)
            if is_call:
                setup.append(left)
                calls_one = True


def _blocks(text: str) -> Iterator[list[str]]:
    block: list[str] = []
    for line in (*text.split("\n"), ""):
        plain = line.strip().strip("`").strip()
        if plain:
            block.append(plain)
        else:
            yield block
            block = []


def _name_set_up(line: str) -> str | None:
    """Return the name that a line gives a value, or changes a part of."""
    tree = parse_program(line)
    match tree.body if tree is not None else []:
        case [ast.Assign(targets=[target])]:
            names = sorted(names_in(target))
            return names[0] if names else None
        case _:
            return None


def _halves(line: str) -> tuple[str, str | None]:
    """Return what stands before and behind the sign between a call and its value."""
    for sign in SIGNS:
        left, found, right = line.partition(sign)
        if found and parse_expression(left) is not None and parse_expression(right) is not None:
            return left.strip(), right.strip()
    return line, None
