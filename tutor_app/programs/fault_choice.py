"""Which kinds of fault a program can have, by what it is made of; none is said to be there."""

from __future__ import annotations

import ast
import builtins
import keyword
import re

from tutor_app.programs.fault_analogues import ANALOGUES, Analogue, Construct
from tutor_app.programs.program_structure import Place, PlaceKind, Program

_BY_PLACE: dict[PlaceKind, tuple[Construct, ...]] = {
    "loop": ("loop",),
    "while": ("loop", "while"),
    "condition": ("condition",),
    "start": ("assign",),
    "print": ("print",),
}
_BY_NODE: tuple[tuple[type[ast.AST], Construct], ...] = (
    (ast.Compare, "comparison"),
    (ast.AugAssign, "sum"),
    (ast.AugAssign, "assign"),
    (ast.BinOp, "arithmetic"),
    (ast.Div, "division"),
    (ast.FloorDiv, "division"),
    (ast.Mod, "division"),
    (ast.Slice, "text"),
    (ast.Subscript, "index"),
    (ast.List, "list"),
    (ast.ListComp, "list"),
    (ast.Dict, "dict"),
    (ast.DictComp, "dict"),
    (ast.ClassDef, "object"),
    (ast.BoolOp, "logic"),
)
_BY_SIGN: tuple[tuple[str, tuple[Construct, ...]], ...] = (
    ("range(", ("range",)),
    ("[", ("list", "index")),
    ("%", ("division", "arithmetic")),
    ("/", ("division", "arithmetic")),
    ("+=", ("sum", "assign")),
    ("<", ("comparison",)),
    (">", ("comparison",)),
    ("==", ("comparison",)),
)
_TEXT_METHODS = frozenset("find split replace join upper lower strip".split())
# Few programs can have these faults, so they say more of one that can.
_RARE: frozenset[Construct] = frozenset(
    {
        "unread",
        "recursion",
        "no_return",
        "nested_return",
        "object",
        "range",
        "method",
        "print",
        "method_of_text",
        "swap",
    }
)
SHORTEST = 3  # tokens of a line that can be told from another
_NO_NAMES = frozenset((*keyword.kwlist, *dir(builtins)))
_WORD = re.compile(r"[A-Za-z_]\w*")
_TEXT = re.compile(r"'[^']*'|\"[^\"]*\"")
_SHAPE = re.compile(r"[A-Za-z_]\w*|\d+(?:\.\d+)?|'[^']*'|\"[^\"]*\"|[-+*/%<>=!]+|\S")


def fitting(program: Program) -> tuple[Analogue, ...]:
    """Return the kinds of fault that a program can have, those that need most of it first."""
    has = constructs(program)
    possible = [each for each in ANALOGUES if each.needs <= has]
    return tuple(sorted(possible, key=lambda each: (-_telling(each), ANALOGUES.index(each))))


def too_like(analogue: Analogue, program: Program) -> bool:
    """Return whether the mended line of the other program might mend this one.

    It might where all its names are the program's own, where a line that the change takes or makes
    has the shape of one of the program's lines, other names, values and signs aside, and where
    both have a function of the same name.
    """
    own = {_shape_of(line) for line in program.lines}
    other = Program(analogue.program)
    if {each.name for each in other.functions} & {each.name for each in program.functions}:
        return True
    taken, made = _changed(analogue.program, analogue.mended)
    if any(_names_of(line) <= program.names for line in made):
        return True
    shapes = {_shape_of(line) for line in (*taken, *made)}
    return any(len(shape) >= SHORTEST for shape in shapes & own)


def _changed(before: str, after: str) -> tuple[list[str], list[str]]:
    """Return the lines that a change takes out and those that it makes; moved lines are neither."""
    old = [line.strip() for line in before.split("\n")]
    new = [line.strip() for line in after.split("\n")]
    return [line for line in old if line not in new], [line for line in new if line not in old]


def _names_of(code: str) -> frozenset[str]:
    return frozenset(_WORD.findall(_TEXT.sub(" ", code))) - _NO_NAMES


def _shape_of(code: str) -> tuple[str, ...]:
    """A line of code with its names, values and signs left out: what two of one kind share."""
    return tuple(_kind_of(token) for token in _SHAPE.findall(code))


def _kind_of(token: str) -> str:
    if token[0].isdecimal():
        return "#"
    if token[0] in "'\"":
        return "$"
    if _WORD.fullmatch(token) and token not in _NO_NAMES:
        return "N"
    return "~" if re.fullmatch(r"[-+*/%<>=!]+", token) else token


def constructs(program: Program) -> frozenset[Construct]:
    """Return what a program has that kinds of fault need."""
    found: set[Construct] = {one for place in program.places for one in _at(place)}
    if program.stops_at is not None:
        found.add("unread")
    if sum(place.kind == "condition" for place in program.places) > 1:
        found.add("chain")
    functions = [each for each in program.functions if not each.name.startswith("__")]
    if functions:
        found.add("function")
    if any(not each.returns for each in functions):
        found.add("no_return")
    if any(each.recursive for each in functions):
        found.add("recursion")
    if program.tree is None:
        found.update(one for sign, these in _BY_SIGN if sign in program.text for one in these)
        return frozenset(found)
    return frozenset(found.union(*(_of(node) for node in ast.walk(program.tree))))


def _telling(each: Analogue) -> int:
    return len(each.needs) + 2 * len(each.needs & _RARE)


def _at(place: Place) -> tuple[Construct, ...]:
    inside: tuple[Construct, ...] = ("nested_return",) if place.in_loop else ()
    return inside if place.kind == "result" else _BY_PLACE.get(place.kind, ())


def _of(node: ast.AST) -> set[Construct]:
    found = {construct for kind, construct in _BY_NODE if isinstance(node, kind)}
    match node:
        case ast.Call(func=ast.Name(id="range")):
            found.add("range")
        case ast.Call(func=ast.Attribute(attr=attribute)):
            found.add("text" if attribute in _TEXT_METHODS else "method")
            if attribute in _TEXT_METHODS:
                found.add("method_of_text")
        case ast.Assign(targets=[ast.Subscript()], value=ast.Subscript()):
            found.add("swap")
        case _:
            pass
    return found
