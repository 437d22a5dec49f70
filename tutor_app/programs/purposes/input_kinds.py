"""Which inputs a student means who says on what a program goes wrong: "fails on negatives"."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from types import CodeType

from tutor_app.domain.data_files import read_yaml
from tutor_app.programs.code_in_text import parse_expression
from tutor_app.programs.purposes.name_parts import parts_of
from tutor_app.programs.run_values import Case
from tutor_app.programs.run_verdicts import read_literal

_FILE = Path(__file__).with_name("input_kinds.yaml")


def kinds_said(words: str) -> tuple[CodeType, ...]:
    """Return the kinds of inputs that words name."""
    said = f" {' '.join(parts_of(words))} "
    return tuple(means for terms, means in _kinds() if any(f" {term} " in said for term in terms))


def is_of_kind(case: Case, kind: CodeType) -> bool:
    """Whether a call with what it must give is of a kind."""
    call = parse_expression(case.call.text)
    given = read_literal(case.expected or "")[1]
    if not isinstance(call, ast.Call) or not call.args:
        return False
    values = [read_literal(ast.unparse(each))[1] for each in call.args]
    group = next((each for each in values if isinstance(each, list | str | dict | tuple)), ())
    flat = [*(group if isinstance(group, list | tuple) else ()), *values]
    numbers = [each for each in flat if type(each) in (int, float)]
    names = {"values": values, "group": group, "size": len(group), "given": given}
    try:
        return bool(eval(kind, names | {"numbers": numbers}))
    except (TypeError, LookupError):
        return False


@cache
def _kinds() -> tuple[tuple[tuple[str, ...], CodeType], ...]:
    rows = read_yaml(_FILE)
    return tuple(
        (
            tuple(" ".join(parts_of(term)) for term in row["words"].split(", ")),
            compile(row["means"], str(_FILE), "eval"),
        )
        for row in rows
    )
