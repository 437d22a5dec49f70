"""Which kinds of fault a program can have, by what it is made of; none is said to be there."""

from __future__ import annotations

import ast

from tutor_app.strategies.fault_analogues import ANALOGUES, Analogue, Construct
from tutor_app.strategies.program_view import Place, PlaceKind, Program

_BY_PLACE: dict[PlaceKind, tuple[Construct, ...]] = {
    "loop": ("loop",),
    "while": ("loop", "while"),
    "condition": ("condition",),
    "start": ("assign",),
    "print": ("print",),
}
# The kinds of fault that sit in a place of a kind.
_OF_PLACE: dict[PlaceKind, tuple[str, ...]] = {
    "start": ("a wrong first value", "two names for one list"),
    "loop": (
        "a range that ends or begins elsewhere",
        "a loop over the wrong thing",
        "changing a list while going through it",
    ),
    "while": ("a loop whose test never changes", "the last piece is left over"),
    "condition": (
        "a comparison whose edge lies elsewhere",
        "a decision that looks at the wrong value",
    ),
    "update": ("what is worked out first", "the new value takes the place of the old"),
    "print": ("shown is not handed back",),
    "result": ("a return at another depth", "a way through that hands nothing back"),
    "call": ("a method that takes something else", "a recursion that does not come to rest"),
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
    {"unread", "recursion", "no_return", "nested_return", "object", "range", "method", "print"}
)


def fitting(program: Program) -> tuple[Analogue, ...]:
    """Return the kinds of fault that a program can have, those that need most of it first."""
    has = constructs(program)
    possible = [each for each in ANALOGUES if each.needs <= has]
    return tuple(sorted(possible, key=lambda each: (-_telling(each), ANALOGUES.index(each))))


def fitting_at(program: Program, line: int | None) -> tuple[Analogue, ...]:
    """Return the kinds of fault that a program can have, those of the place at `line` first."""
    place = next((each for each in program.places if each.line == line), None)
    if place is None:
        return fitting(program)
    has = constructs(program) | {"sum"}  # what adds up is written in more ways than one
    here = [each for each in ANALOGUES if each.kind in _OF_PLACE[place.kind] and each.needs <= has]
    return (*here, *(each for each in fitting(program) if each not in here))


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
        case _:
            pass
    return found
