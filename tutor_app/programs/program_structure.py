"""A student's program, looked at but never run: its functions, and the places worth asking about.

Python is read with `ast`; what does not parse, and other languages, line by line.
"""

from __future__ import annotations

import ast
import difflib
import hashlib
import keyword
import re
import textwrap
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from tutor_app.programs.code_in_text import parse_program

PlaceKind = Literal["start", "loop", "while", "condition", "update", "print", "result", "call"]
ALIKE = 0.4  # share of lines that an edited program keeps of the one before

_WORD = re.compile(r"[A-Za-z_]\w*")
_TOKEN = re.compile(r"[A-Za-z_]\w*|\d+(?:\.\d+)?|\"[^\"\n]*\"|'[^'\n]*'|[^\w\s]")
_DEF = re.compile(r"^\s*(?:async\s+)?(?:def|function|func|fn)\s+(\w+)\s*\(([^)]*)\)?")
_CALL_LINE = re.compile(r"^\s*(?:>>>\s*)?[\w.]+\s*[(\[].*(?:=>|->)\s*\S.*$")
_BY_LINE: tuple[tuple[PlaceKind, re.Pattern[str]], ...] = (
    ("while", re.compile(r"^\s*\}?\s*while\b")),
    ("loop", re.compile(r"^\s*for(?:each)?\b")),
    ("condition", re.compile(r"^\s*\}?\s*(?:if|elif|else if|elseif|switch|case|when)\b")),
    ("result", re.compile(r"^\s*return\b")),
    ("print", re.compile(r"^\s*(?:print|println|console\.log|System\.out|cout|printf|puts)\b")),
    ("update", re.compile(r"^\s*[\w.\[\]\"']+\s*(?:[+\-*/%]|//)=|\.\w+\([^)]*\)\s*;?$|\+\+|--;?$")),
    ("start", re.compile(r"^\s*(?:[\w<>\[\]]+\s+)?[\w.]+(?:\[[^\]]*\])*\s*(?::\s*[^=]+)?=(?!=)")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One line worth a question. `line` is 1-based; `name` a variable that it sets or turns on.

    `in_loop` and `in_branch` say whether it stands inside a loop, inside one way of a decision.
    """

    kind: PlaceKind
    line: int
    function: str | None
    code: str
    name: str | None = None
    in_loop: bool = False
    in_branch: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A function of the program with its parameters; `returns` where it hands something back."""

    name: str
    params: tuple[str, ...]
    line: int
    returns: bool = True
    recursive: bool = False


@dataclass(frozen=True)
class Program:
    """A program as the student sent it, without line numbers and without example calls above it."""

    text: str

    @cached_property
    def tree(self) -> ast.Module | None:
        """The program as Python reads it, None where Python does not."""
        return _parsed(self.text)[0]

    @cached_property
    def stops_at(self) -> int | None:
        """The line in which Python stops to read what looks like Python, None where it does not."""
        looks_python = re.search(
            r"(?m)^\s*(?:def|elif|import)\b|^\s*(?:for|if|while)\b.*:\s*(?:#.*)?$", self.text
        )
        return _parsed(self.text)[1] if looks_python else None

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The program's lines; line n of Python is at place n - 1."""
        return tuple(self.text.split("\n"))

    @cached_property
    def functions(self) -> tuple[Function, ...]:
        """Its functions from the first line to the last; read line by line if it does not parse."""
        if self.tree is None:
            return tuple(_functions_by_line(self.lines))
        found = [node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef)]
        return tuple(_function(node) for node in sorted(found, key=lambda node: node.lineno))

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The lines worth a question, from the first to the last."""
        found = _by_line(self) if self.tree is None else _by_tree(self, self.tree)
        return tuple(sorted(found, key=lambda place: place.line))

    @cached_property
    def names(self) -> frozenset[str]:
        """Every name that the program uses, keywords left out."""
        return frozenset(_WORD.findall(self.text)) - frozenset(keyword.kwlist)


def read_program(code: str) -> Program:
    """Return the program in a piece of code; lines that only say what a call gives are no part."""
    lines = code.replace("\r\n", "\n").replace("\t", "    ").split("\n")
    while lines and (not lines[0].strip() or _tells_call(lines[0])):
        lines = lines[1:]
    while lines and (not lines[-1].strip() or _tells_call(lines[-1])):
        lines = lines[:-1]
    return Program(textwrap.dedent("\n".join(line.rstrip() for line in lines)))


def _tells_call(line: str) -> bool:
    """Whether a line says what a call gives: "f(2) -> 3"; an arrow in a text is Python."""
    return _CALL_LINE.match(line) is not None and parse_program(line.strip()) is None


def fingerprint(program: Program) -> str:
    """Name the program: the same for two that differ in names, spaces and comments only."""
    if program.tree is not None:
        shape = ast.dump(_Renamed().visit(ast.parse(program.text)))
    else:
        numbers: dict[str, int] = {}
        shape = " ".join(_renamed_tokens(program.text, numbers))
    return "program:" + hashlib.sha256(shape.encode()).hexdigest()[:16]


def goes_on_from(program: Program, before: Program) -> bool:
    """Whether a program is the one before, edited: it shares enough of its lines."""
    mine, old = _plain_lines(program), _plain_lines(before)
    if not mine or not old:
        return False
    same = sum(
        block.size for block in difflib.SequenceMatcher(None, mine, old).get_matching_blocks()
    )
    return same >= ALIKE * min(len(mine), len(old))


def changed_lines(program: Program, before: Program) -> tuple[int, ...]:
    """Return the 1-based numbers of the lines that the program before did not have there."""
    mine = [line.strip() for line in program.lines]
    old = [line.strip() for line in before.lines]
    depths, old_depths = _depths(program.lines), _depths(before.lines)
    changed: list[int] = []
    for tag, i, j, k, m in difflib.SequenceMatcher(None, old, mine).get_opcodes():
        if tag == "equal":
            pairs = zip(range(i, j), range(k, m), strict=True)
            changed += [b + 1 for a, b in pairs if old_depths[a] != depths[b]]
        elif tag in ("replace", "insert"):
            changed += [b + 1 for b in range(k, m) if mine[b]]
    return tuple(changed)


def does_else(program: Program, before: Program) -> bool:
    """Whether an edited program does something else: prints and comments alone do not count.

    Of a program without functions what it prints is what it does.
    """
    if not program.functions and program.tree is not None and before.tree is not None:
        return ast.dump(program.tree) != ast.dump(before.tree)
    changed = {program.lines[number - 1].strip() for number in changed_lines(program, before)}
    deeds = [line for line in changed if not line.startswith(("print(", "print (", "#"))]
    return bool(deeds) or _plain_lines(program) != _plain_lines(before)


def stands_in(piece: str, program: str) -> bool:
    """Whether a piece of code with a definition has nothing that a program doesn't have as well."""
    part, whole = parse_program(piece), parse_program(program)
    if part is None or whole is None:
        return False
    held = {ast.dump(node) for node in whole.body}
    defines = any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in part.body)
    return defines and all(ast.dump(node) in held for node in part.body)


def _depths(lines: tuple[str, ...]) -> list[int]:
    """How deep each line stands, whatever the width of a step."""
    steps: list[int] = []
    depths: list[int] = []
    for line in lines:
        indent = len(line) - len(line.lstrip())
        if line.strip():
            steps = [step for step in steps if step < indent]
            steps.append(indent)
        depths.append(len(steps) if line.strip() else 0)
    return depths


# --- Python, by its tree ---------------------------------------------------------------------


def _parsed(text: str) -> tuple[ast.Module | None, int | None]:
    """Return the program's tree, and the line in which Python stops to read it."""
    tree = None
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(text)
            # Not run: "return outside function" is found only here.
            compile(text, "program", "exec", dont_inherit=True)
    except SyntaxError as exc:
        return tree, exc.lineno or 1
    except (ValueError, RecursionError, MemoryError):  # a NUL byte, or nested beyond reason
        return tree, None
    return tree, None


def _function(node: ast.FunctionDef) -> Function:
    arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    inside = list(ast.walk(node))
    called = {
        call.func.id
        for call in inside
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
    }
    gives = any(
        isinstance(each, ast.Yield | ast.YieldFrom)
        or (isinstance(each, ast.Return) and each.value is not None)
        for each in inside
    )
    return Function(
        name=node.name,
        params=tuple(each.arg for each in arguments if each.arg not in ("self", "cls")),
        line=node.lineno,
        returns=gives,
        recursive=node.name in called,
    )


def _by_tree(program: Program, tree: ast.Module) -> Iterator[Place]:
    yield from _places_in(program, tree.body, _Around())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Around:
    """What stands around a statement."""

    function: str | None = None
    in_loop: bool = False
    in_branch: bool = False


def _places_in(program: Program, body: list[ast.stmt], around: _Around) -> Iterator[Place]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            inner = node.name if isinstance(node, ast.FunctionDef) else around.function
            if inner is None or not inner.startswith("__"):
                yield from _places_in(program, node.body, _Around(function=inner))
            continue
        kind = _kind(node, in_loop=around.in_loop)
        if kind is not None:
            code = program.lines[node.lineno - 1].strip()
            yield Place(
                kind=kind,
                line=node.lineno,
                function=around.function,
                code=code,
                name=_name_of(node),
                in_loop=around.in_loop,
                in_branch=around.in_branch,
            )
        inside = replace(
            around,
            in_loop=around.in_loop or isinstance(node, ast.For | ast.While),
            in_branch=around.in_branch or isinstance(node, ast.If),
        )
        for part in ("body", "orelse", "finalbody"):
            yield from _places_in(program, getattr(node, part, []), inside)


def _kind(node: ast.stmt, *, in_loop: bool) -> PlaceKind | None:
    match node:
        case ast.For():
            return "loop"
        case ast.While():
            return "while"
        case ast.If():
            return "condition"
        case ast.Return(value=value) if value is not None:
            return "result"
        case ast.AugAssign():
            return "update"
        case ast.Assign() | ast.AnnAssign():
            return "update" if in_loop else "start"
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"))):
            return "print"
        case ast.Expr(value=ast.Call(func=ast.Attribute())):
            return "update"
        case ast.Expr(value=ast.Call()):
            return "call"
        case _:
            return None


def _name_of(node: ast.stmt) -> str | None:
    """Return the variable that a statement sets, changes or turns on."""
    match node:
        case ast.For(target=ast.Name(id=name)) | ast.AugAssign(target=ast.Name(id=name)):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
        case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name))]):
            return name
        case ast.AugAssign(target=ast.Subscript(value=ast.Name(id=name))):
            return name
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))):
            return name
        case ast.Return(value=ast.Name(id=name)):
            return name
        case ast.If(test=test) | ast.While(test=test):
            inside = (each.id for each in ast.walk(test) if isinstance(each, ast.Name))
            return next(inside, None)
        case _:
            return None


class _Renamed(ast.NodeTransformer):
    """Numbers the names of a program in the order in which they appear; texts of docs go."""

    def __init__(self) -> None:
        self._numbers: dict[str, str] = {}

    def visit(self, node: ast.AST) -> ast.AST:
        for attribute in ("name", "id", "arg"):
            old = getattr(node, attribute, None)
            if isinstance(old, str):
                setattr(node, attribute, self._numbers.setdefault(old, f"n{len(self._numbers)}"))
        self.generic_visit(node)
        return node


# --- by lines --------------------------------------------------------------------------------


def _functions_by_line(lines: tuple[str, ...]) -> Iterator[Function]:
    gives = any(re.match(r"\s*return\b\s*\S", line) for line in lines)
    for number, line in enumerate(lines, start=1):
        found = _DEF.match(line)
        if found:
            params = (re.split(r"[:=]", each)[0].split() for each in found[2].split(","))
            names = tuple(each[-1].strip("*&") for each in params if each)
            yield Function(name=found[1], params=names, line=number, returns=gives)


def _by_line(program: Program) -> Iterator[Place]:
    function: str | None = None
    loop_indent: int | None = None
    for number, line in enumerate(program.lines, start=1):
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip())
        found = _DEF.match(line)
        if found:
            function, loop_indent = found[1], None
            continue
        if loop_indent is not None and indent <= loop_indent:
            loop_indent = None
        kind = next((kind for kind, pattern in _BY_LINE if pattern.search(line)), None)
        if kind is None:
            continue
        in_loop = loop_indent is not None
        kind = "update" if kind == "start" and in_loop else kind
        yield Place(
            kind=kind,
            line=number,
            function=function,
            code=line.strip(),
            name=_name_in(line, kind),
            in_loop=in_loop,
        )
        if kind in ("loop", "while") and loop_indent is None:
            loop_indent = indent


def _name_in(line: str, kind: PlaceKind) -> str | None:
    words = [word for word in _WORD.findall(line) if not keyword.iskeyword(word)]
    if kind in ("start", "update") and "=" in line:
        words = [word for word in _WORD.findall(line.split("=")[0])][-1:]
    return words[0] if words and kind not in ("result", "print", "call") else None


def _renamed_tokens(text: str, numbers: dict[str, int]) -> Iterator[str]:
    for token in _TOKEN.findall(re.sub(r"(?m)#.*$|//.*$", "", text)):
        if _WORD.fullmatch(token) and not keyword.iskeyword(token):
            yield f"n{numbers.setdefault(token, len(numbers))}"
        else:
            yield token


def _plain_lines(program: Program) -> list[str]:
    """The lines that do something: prints and comments come and go while one looks for a bug."""
    plain = ("".join(re.sub(r"#.*$", "", line).split()) for line in program.lines)
    return [line for line in plain if line and not line.startswith("print(")]
