"""Many versions of a program run in few processes."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult, Limits

LIMITS = Limits(case_seconds=0.3, run_seconds=3.0, steps=20_000)
_MOST_CHARACTERS = 40_000  # of a packed program, below what one may have
_REMEMBERED = 512  # versions: one turn packs each again for its size, its run and other cases


def can_be_packed(program: ast.Module) -> bool:
    """Whether a program is of functions and classes that change nothing outside themselves."""
    has_function = any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in program.body)
    return has_function and not any(
        isinstance(node, ast.Global)
        or (isinstance(node, ast.ImportFrom) and node.names[0].name == "*")
        for node in ast.walk(program)
    )


def run_variants(sources: Sequence[str], cases: Sequence[Case]) -> list[tuple[CaseResult, ...]]:
    """Return the results of each program on the cases, in the order of both.

    The programs have the same top-level names; what they print and call at their top level is left
    out. A program that does not compile, or that was not run since the time was over, has no
    results.
    """
    results: list[tuple[CaseResult, ...]] = [()] * len(sources)
    for batch in _batches(sources, len(cases)):
        names = top_names(sources[batch[0]])
        calls = [_call_as_function(number, case, names) for number, case in enumerate(cases)]
        packed = "\n".join([*(as_function(n, sources[n]) for n in batch), *calls])
        all_cases = [_in_variant(case, c, n) for n in batch for c, case in enumerate(cases)]
        # Each case makes its variant anew, so nothing is left over from the one before.
        run = run_program(packed, all_cases, LIMITS, namespace="in_sequence")
        for place, number in enumerate(batch):
            own = run.results[place * len(cases) : (place + 1) * len(cases)]
            if own and all(result.status != "not_run" for result in own):
                pairs = zip(own, cases, strict=True)
                results[number] = tuple(replace(result, case=case) for result, case in pairs)
    return results


def _batches(sources: Sequence[str], cases: int) -> Iterator[list[int]]:
    batch: list[int] = []
    characters = 0
    for number, source in enumerate(sources):
        if not _compiles(source):
            continue
        size = len(as_function(number, source))
        full = (len(batch) + 1) * cases > LIMITS.cases or characters + size > _MOST_CHARACTERS
        if batch and full:
            yield batch
            batch, characters = [], 0
        batch.append(number)
        characters += size
    if batch:
        yield batch


@lru_cache(_REMEMBERED)
def _compiles(source: str) -> bool:
    try:
        compile(source, "variant", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def as_function(number: int, source: str) -> str:
    """Return a program as the function `variant_<number>`, which gives its `top_names`."""
    return f"def variant_{number}():\n{_as_body(source)}"


@lru_cache(_REMEMBERED)
def _as_body(source: str) -> str:
    tree = parse_program(source) or ast.Module(body=[], type_ignores=[])
    kept = [node for node in tree.body if not isinstance(node, ast.Expr | ast.Assert)]
    for node in ast.walk(tree):
        _drop_doc(node)
    body = "\n".join(ast.unparse(node) for node in kept) or "pass"
    names = ", ".join(top_names(source))
    return f"{textwrap.indent(body, '    ')}\n    return [{names}]\n"


def _drop_doc(node: ast.AST) -> None:
    """Take a docstring away: indented again, its text would be another one."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
        node.body = node.body[1:] or [ast.Pass()]


def top_names(source: str) -> list[str]:
    """Return the names that a program gives functions, classes and values at its top level."""
    tree = parse_program(source) or ast.Module(body=[], type_ignores=[])
    names: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.append(node.name)
        elif isinstance(node, ast.Assign):
            names += [each.id for each in node.targets if isinstance(each, ast.Name)]
    return list(dict.fromkeys(names))


def _call_as_function(number: int, case: Case, names: Sequence[str]) -> str:
    """Return a case's call, with the lines that set it up, as a function of the program's names."""
    *setup, last = ast.parse(case.call.text).body
    value = last.value if isinstance(last, ast.Expr) else ast.Constant(None)
    before = setup if isinstance(last, ast.Expr) else [*setup, last]
    body = [ast.unparse(node) for node in (*before, ast.Return(value))]
    lines = textwrap.indent("\n".join(body), "    ")
    return f"def call_{number}({', '.join(names)}):\n{lines}\n"


def _in_variant(case: Case, call: int, variant: int) -> Case:
    text = f"call_{call}(*variant_{variant}())"
    return replace(case, call=Call(text=text, typed=case.call.typed))
