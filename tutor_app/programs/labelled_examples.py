"""Examples under labels: "Input: … Output: …", and tables with a column for each parameter."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from tutor_app.programs.code_in_text import is_value, parse_expression, with_plain_signs
from tutor_app.programs.run_values import Call, Case, Origin

_IN = ("sample input", "example input", "input")
_OUT = ("sample output", "example output", "expected output", "output", "expected", "result")


def read_labelled_examples(text: str, program: ast.Module, origin: Origin) -> tuple[Case, ...]:
    """Return the examples whose input and output stand under labels or in a table's columns.

    They are for the program's last function; a program without one gets the input as typed lines.
    """
    plain = with_plain_signs(text)
    functions = [node for node in program.body if isinstance(node, ast.FunctionDef)]
    function = functions[-1] if functions else None
    return (*_labelled(plain, function, origin), *_tabled(plain, function, origin))


def _labelled(text: str, function: ast.FunctionDef | None, origin: Origin) -> Iterator[Case]:
    waiting: list[str] | None = None
    for label, lines in _sections(text):
        if label == "in":
            waiting = lines
        elif label == "out" and waiting is not None:
            case = _case(waiting, lines, function, origin)
            waiting = None
            if case is not None:
                yield case


def _sections(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each label with the lines under it, up to a blank line or the next label."""
    label, lines = "", list[str]()
    for line in (*text.replace("```", "").split("\n"), ""):
        found, rest = _label_of(line)
        if found or (not line.strip() and lines):
            if label and lines:
                yield label, lines
            label, lines = found, []
        content = rest if found else line.strip()
        if content and label:
            lines.append(content.strip("` "))
    if label and lines:
        yield label, lines


def _label_of(line: str) -> tuple[str, str]:
    head, colon, rest = line.partition(":")
    name = head.strip().strip("*#_-` ").casefold().rstrip("0123456789 ")
    if not colon:
        return "", ""
    if name in _IN:
        return "in", rest.strip(" *")
    return ("out", rest.strip(" *")) if name in _OUT else ("", "")


def _case(
    given: Sequence[str], out: Sequence[str], function: ast.FunctionDef | None, origin: Origin
) -> Case | None:
    if function is None:
        return Case(call=Call(text="", typed=tuple(given)), origin=origin, prints="\n".join(out))
    call = parse_expression(f"{function.name}({', '.join(given)})")
    if not isinstance(call, ast.Call) or not is_value(out[0]):
        return None
    return Case(call=Call(text=ast.unparse(call)), origin=origin, expected=out[0])


def _tabled(text: str, function: ast.FunctionDef | None, origin: Origin) -> Iterator[Case]:
    """Yield the rows of tables that have a column for every parameter and one for the result."""
    if function is None:
        return
    parameters = [each.arg for each in function.args.args]
    columns: list[str] = []
    for line in text.split("\n"):
        cells = [cell.strip("` ") for cell in line.strip().strip("|").split("|")]
        if len(cells) < 2:
            columns = []
        elif set(parameters) <= set(cells) and len(cells) == len(parameters) + 1:
            columns = cells
        elif columns and len(cells) == len(columns) and all(map(is_value, cells)):
            row = dict(zip(columns, cells, strict=True))
            given = ", ".join(row.pop(name) for name in parameters)
            yield Case(
                call=Call(text=f"{function.name}({given})"),
                origin=origin,
                expected=next(iter(row.values())),
            )
