"""Which kinds of fault a program can have, by what it is made of; none is said to be there."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Iterator

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
SHORTEST = 3  # tokens of a piece of code that can be told from another
_NO_NAMES = frozenset((*keyword.kwlist, *dir(builtins)))
_SHAPE = re.compile(r"[A-Za-z_]\w*|\d+(?:\.\d+)?|'[^']*'|\"[^\"]*\"|[-+*/%<>=!]+|\S")


def fitting(program: Program) -> tuple[Analogue, ...]:
    """Return the kinds of fault that a program can have, those that need most of it first."""
    has = constructs(program)
    possible = [each for each in ANALOGUES if each.needs <= has]
    return tuple(sorted(possible, key=lambda each: (-_telling(each), ANALOGUES.index(each))))


def too_like(analogue: Analogue, program: Program) -> bool:
    """Return whether code of the other program could stand in this one, mended.

    A piece of code whose names are all the program's, or a part without names that has the shape
    of one of its lines with other values or signs, might be what the student looks for.
    """
    own = [_shape_of(line) for line in program.lines]
    for piece in re.findall(r"`([^`]+)`", analogue.worked):
        shape = _shape_of(piece)
        names = set(re.findall(r"[A-Za-z_]\w*", piece)) - _NO_NAMES
        if len(shape) >= SHORTEST and names and names <= program.names:
            return True
        parts = [part for part in _without_names(shape) if len(part) >= SHORTEST]
        if any(_within(part, line) for part in parts for line in own):
            return True
    return False


def _without_names(shape: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The parts of a piece of code between its own names."""
    part: list[str] = []
    for token in (*shape, ""):
        named = re.fullmatch(r"[A-Za-z_]\w*", token) and token not in _NO_NAMES
        if named or not token:
            yield tuple(part)
            part = []
        else:
            part.append(token)


def _shape_of(code: str) -> tuple[str, ...]:
    """A piece of code with its values and signs left out: what two lines of one kind share."""
    shape: list[str] = []
    for token in _SHAPE.findall(code):
        if re.fullmatch(r"\d.*|'.*|\".*", token):
            token = "#"
        elif re.fullmatch(r"[-+*/%<>=!]+", token):
            token = "~"
        shape.append(token)
    return tuple(shape)


def _within(part: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    size = len(part)
    return any(whole[at : at + size] == part for at in range(len(whole) - size + 1))


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
