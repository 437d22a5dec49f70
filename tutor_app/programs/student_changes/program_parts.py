"""The parts of a program that a change can be about, each with the words that may name it."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from tutor_app.programs.code_in_text import names_in, parse_program

Block = list[ast.stmt]
_KINDS: dict[type[ast.AST], str] = {
    ast.For: "for",
    ast.While: "while",
    ast.If: "if",
    ast.Return: "return",
    ast.Break: "break",
    ast.Continue: "continue",
    ast.FunctionDef: "def",
    ast.ClassDef: "class",
    ast.Assign: "assignment",
    ast.AugAssign: "assignment",
}


HEADERS = (ast.If, ast.While, ast.For, ast.FunctionDef, ast.With)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A statement where it stands: `block` and `place` in it, `owner` around it.

    `tags` are what words may call it by. It is `movable` if it has its rows for itself.
    """

    node: ast.stmt
    owner: ast.AST
    block: Block
    place: int
    tags: frozenset[str]
    movable: bool

    @property
    def first(self) -> int:
        return self.node.lineno - 1

    @property
    def last(self) -> int:
        return self.node.end_lineno or self.node.lineno


@dataclass(slots=True)
class ProgramParts:
    """A program's rows, tree and statements, read once for all edits of it."""

    source: str
    tree: ast.Module
    rows: list[str] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    variables: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()
    dumps: frozenset[str] = frozenset()
    set_at: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, source: str, tree: ast.Module) -> ProgramParts:
        found = cls(source, tree, rows=source.split("\n"))
        has_functions = any(_defines(node) for node in tree.body)
        parts = list(found._walk(tree, tree.body, frozenset()))
        if has_functions:  # what is run below the definitions is no place of a fault
            parts = [each for each in parts if each.owner is not tree or _defines(each.node)]
        found.parts = _with_order(parts)
        nodes = list(ast.walk(tree))
        stored = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        found.variables = frozenset(stored | {n.arg for n in nodes if isinstance(n, ast.arg)})
        stores = [n for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        for name in sorted(stores, key=lambda each: -each.lineno):
            found.set_at[name.id] = name.lineno
        found.set_at |= {n.arg: 0 for n in nodes if isinstance(n, ast.arg)}
        defined = [n for n in nodes if isinstance(n, ast.FunctionDef | ast.ClassDef)]
        found.functions = frozenset(n.name for n in defined)
        found.dumps = frozenset(ast.dump(n) for n in nodes if isinstance(n, ast.expr))
        return found

    def _walk(self, owner: ast.AST, block: Block, around: frozenset[str]) -> Iterator[Part]:
        for place, node in enumerate(block):
            row = self.rows[node.lineno - 1]
            starts_row = not row.encode()[: node.col_offset].strip()
            own = frozenset(_names_of(node)) | around
            if place == 0:
                own |= {"top"}
            if place == len(block) - 1:
                own |= {"end"}
            is_elif = isinstance(node, ast.If) and row.lstrip().startswith("elif")
            if is_elif:
                own = (own - {"in:if"}) | {"elif"}
            yield Part(
                node=node,
                owner=owner,
                block=block,
                place=place,
                tags=own,
                movable=starts_row and not is_elif,
            )
            for name in ("body", "orelse"):
                inner = getattr(node, name, None)
                if isinstance(inner, list) and inner and isinstance(inner[0], ast.stmt):
                    yield from self._walk(node, inner, _around(node, name, around))

    def indent_of(self, line: int) -> str:
        """Return what stands before the first sign of a row (lines count from 1)."""
        row = self.rows[line - 1]
        return row[: len(row) - len(row.lstrip())]

    def text_of(self, node: ast.AST) -> str:
        """Return a node as it is written."""
        return ast.get_source_segment(self.source, node) or ast.unparse(node)

    def with_part_replaced(self, node: ast.expr, new: str) -> str:
        """Return the program with a text in the place of an expression."""
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        head = self.rows[first].encode()[: node.col_offset].decode()
        tail = self.rows[last].encode()[node.end_col_offset or 0 :].decode()
        return "\n".join([*self.rows[:first], head + new + tail, *self.rows[last + 1 :]])

    def with_rows(self, first: int, last: int, text: str, indent: str) -> str:
        """Return the program with a text, indented so, in the place of rows (from 0)."""
        new = textwrap.indent(textwrap.dedent(text).strip("\n"), indent).split("\n")
        return "\n".join([*self.rows[:first], *new, *self.rows[last:]])

    def without(self, part: Part, place: int, text: str, indent: str) -> tuple[str, int]:
        """Return the program with a part taken out and a text before row `place`, and its line."""
        rows: list[str | None] = list(self.rows)
        for number in range(part.first, part.last):
            rows[number] = None
        before = [row for row in rows[:place] if row is not None]
        behind = [row for row in rows[place:] if row is not None]
        new = textwrap.indent(textwrap.dedent(text), indent).split("\n") if text else []
        return "\n".join([*before, *new, *behind]), len(before) + 1

    def is_unset(self, part: Part, name: str) -> bool:
        """Whether nothing above a statement sets a variable of the program."""
        return "in:loop" not in part.tags and self.set_at.get(name, 0) > part.first

    def block_text(self, part: Part) -> str:
        """Return the rows of a statement, without their common indentation."""
        return textwrap.dedent("\n".join(self.rows[part.first : part.last]))


@lru_cache(maxsize=16)
def parts_of(source: str) -> ProgramParts | None:
    """Return the parts of a program, None where Python does not read it."""
    tree = parse_program(source)
    return ProgramParts.of(source, tree) if tree is not None else None


def _defines(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef | ast.ClassDef)


def _around(node: ast.stmt, name: str, around: frozenset[str]) -> frozenset[str]:
    match node:
        case ast.FunctionDef():
            return frozenset({f"in:{node.name}"})
        case ast.ClassDef():
            return frozenset({"in:class", f"in:{node.name}"})
        case ast.For() | ast.While():
            depth = {"in:inner"} if "in:loop" in around else set()
            return around | {"in:loop", f"in:{_KINDS[type(node)]}"} | depth
        case ast.If():
            return (around - {"in:if", "in:else"}) | {"in:if" if name == "body" else "in:else"}
        case _:
            return around


def _names_of(node: ast.stmt) -> Iterator[str]:
    kind = _KINDS.get(type(node))
    if kind is not None:
        yield kind
    if isinstance(node, ast.For | ast.While):
        yield "loop"
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
        return
    for each in _own_nodes(node):
        match each:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                yield name
            case _:
                pass


def _own_nodes(node: ast.stmt) -> Iterator[ast.AST]:
    """Yield the nodes of a statement's own line: not of the statements inside it."""
    stack: list[ast.AST] = [node]
    while stack:
        each = stack.pop()
        yield each
        stack += [n for n in ast.iter_child_nodes(each) if not isinstance(n, ast.stmt)]


def own_expressions(node: ast.stmt) -> Iterator[ast.expr]:
    """Yield the expressions of a statement's own line that are read, none inside an f-string."""
    stack: list[ast.AST] = [n for n in ast.iter_child_nodes(node) if not isinstance(n, ast.stmt)]
    while stack:
        each = stack.pop()
        if isinstance(each, ast.JoinedStr):
            continue
        is_stored = isinstance(getattr(each, "ctx", None), ast.Store | ast.Del)
        if isinstance(each, ast.expr) and not is_stored:
            yield each
        stack += list(ast.iter_child_nodes(each))


def _with_order(parts: list[Part]) -> list[Part]:
    """Return the parts with what tells those of a kind apart: first, second, last, inner, outer."""
    more: list[set[str]] = [set() for _ in parts]
    for kind in ("loop", "for", "while", "if", "return", "assignment"):
        same = [n for n, each in enumerate(parts) if _is(each.node, kind)]
        for order, number in enumerate(same):
            more[number].add(("first", "second", "third")[min(order, 2)])
        if same:
            more[same[-1]].add("last")
    inside = [n for n, p in enumerate(parts) if any(tag.startswith("in:") for tag in p.tags)]
    if inside:
        more[inside[0]] |= {"first", "top"}
        more[inside[-1]] |= {"last", "end"}
    before_loops = True
    for number, part in enumerate(parts):
        before_loops = isinstance(part.node, ast.FunctionDef) or before_loops
        if _is(part.node, "loop"):
            before_loops = False
            nested = any(_is(n, "loop") for n in ast.walk(part.node) if n is not part.node)
            more[number] |= {"outer"} if nested else set()
            more[number] |= {"inner"} if "in:loop" in part.tags else set()
        elif before_loops and isinstance(part.node, ast.Assign):
            more[number].add("start")
    return [replace(part, tags=part.tags | new) for part, new in zip(parts, more, strict=True)]


def _is(node: ast.AST, kind: str) -> bool:
    own = _KINDS.get(type(node))
    return own == kind or (kind == "loop" and own in ("for", "while"))


def slot_tags(part: Part, *, after: bool) -> frozenset[str]:
    """Return what words may call the place before or after a statement."""
    around = {tag for tag in part.tags if tag.startswith("in:")}
    own = {tag for tag in part.tags if not tag.startswith("in:")} - {"top", "end", "start"}
    found = around | {f"{'after' if after else 'before'}:{tag}" for tag in own}
    found |= {"before"} if not after else {"after"}
    if part.place == 0 and not after:
        found |= {"top"}
    if after:
        found |= {"end"}
    elif part.place > 0:
        found |= {f"after:{type(part.block[part.place - 1]).__name__.casefold()}"}
        found |= {f"after:{name}" for name in _names(part.block[part.place - 1])}
    return frozenset(found)


def _names(node: ast.stmt) -> frozenset[str]:
    simple = not isinstance(node, HEADERS)
    named = (
        names_in(node)
        if simple
        else frozenset({"loop"} if isinstance(node, ast.For | ast.While) else {"if"})
    )
    return named | {n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute) and simple}


def is_inside(part: Part) -> bool:
    """Whether a statement stands in a function or a class."""
    return any(tag.startswith("in:") for tag in part.tags)


def first_inside(node: ast.stmt) -> int:
    """Return the line of the first statement inside another one."""
    body: list[ast.stmt] = getattr(node, "body", [])
    return body[0].lineno if body else node.lineno + 1
