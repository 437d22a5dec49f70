"""What a print that a student has put in shows, held against the run: it changes nothing there."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from tutor_app.programs.code_in_text import calls_in, parse_expression
from tutor_app.programs.ideas.run_claims import RunClaim
from tutor_app.programs.run_values import CaseResult
from tutor_app.wording.catalogue import phrase

AS_PRINTED = phrase("programs_ideas.as_printed", "held")
HELD = phrase("programs_ideas.as_printed_held", "name", "value")
FEWEST_ROWS = 2
_PRINT = frozenset({"print"})


def _names_printed(words: str) -> tuple[str, ...]:
    """Return the variables that a print in a message's words shows; () where it shows others."""
    for call in calls_in(words, _PRINT):
        match parse_expression(call.text):
            case ast.Call(args=args) if args:
                names = tuple(each.id for each in args if isinstance(each, ast.Name))
                return names if len(names) == len(args) else ()
            case _:
                pass
    return ()


def claims_on_prints(words: str, focus: CaseResult | None) -> Iterator[RunClaim]:
    """Yield what the run says to lines that a print has shown, where it has them in this order and
    ends with the last of them."""
    names = _names_printed(words)
    rows = [tuple(line.split()) for line in words.splitlines()]
    rows = [row for row in rows if names and len(row) == len(names) and all(map(_is_plain, row))]
    if focus is None or len(rows) < FEWEST_ROWS:
        return
    states = list(_states(focus, names))
    if states[-1:] != rows[-1:] or not _in_order(rows, states):
        return
    held = (HELD(name=f"`{n}`", value=f"`{v}`") for n, v in zip(names, rows[-1], strict=True))
    yield RunClaim(AS_PRINTED(held=", ".join(held)), True, about=" ".join(names))


def _is_plain(text: str) -> bool:
    return text.strip("-.'\"").replace(".", "").isalnum()


def _states(focus: CaseResult, names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield what the variables hold together, each time that one of them is another."""
    before: tuple[str, ...] = ()
    for step in focus.in_call().trace:
        held = dict(step.variables)
        if all(name in held for name in names):
            now = tuple(held[name].strip("'\"") for name in names)
            if now != before:
                yield now
            before = now


def _in_order(rows: Sequence[tuple[str, ...]], states: Sequence[tuple[str, ...]]) -> bool:
    left = iter(states)
    return all(row in left for row in rows)
