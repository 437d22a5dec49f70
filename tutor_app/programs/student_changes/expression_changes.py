"""Edits of an expression: another one in its place, behind it, around it, or a part taken out."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tutor_app.programs.code_in_text import names_in, parse_expression, tokens_of
from tutor_app.programs.student_changes.code_fragments import Fragment
from tutor_app.programs.student_changes.edit import MessageEdit
from tutor_app.programs.student_changes.program_parts import Part, ProgramParts, own_expressions
from tutor_app.programs.student_changes.token_likeness import likeness

LOOSE = (ast.BinOp, ast.BoolOp, ast.Compare, ast.UnaryOp, ast.IfExp)
TIGHT = (ast.BinOp, ast.BoolOp, ast.Compare, ast.UnaryOp, ast.Attribute, ast.Subscript)
_GROUPS = (ast.List, ast.Tuple, ast.Dict, ast.Set)
_WRAPPING = frozenset(
    "int float str len list set tuple sorted abs max min sum round range reversed enumerate".split()
)
_BUILTINS = frozenset(dir(builtins))
_CALLABLE = frozenset(name for name in _BUILTINS if name.islower())
_OWN_METHODS = frozenset("copy lower upper strip split items keys values".split())
_STEPS = 8  # of a likeness


@dataclass(frozen=True, slots=True)
class Spot:
    """An expression where it stands, with what words may call it."""

    program: ProgramParts
    part: Part
    node: ast.expr
    owner: ast.AST | None
    tags: frozenset[str]

    @property
    def text(self) -> str:
        return self.program.text_of(self.node)

    def edit(
        self, new: str, kind: str, used: int | None, traits: Iterable[str] = ()
    ) -> MessageEdit:
        """Return the program with a text in the place of the expression."""
        return MessageEdit(
            source=self.program.with_part_replaced(self.node, new),
            line=self.node.lineno,
            old_line=self.node.lineno,
            kind=kind,
            old=self.text,
            new=new,
            tags=self.tags,
            used=() if used is None else (used,),
            traits=tuple(traits),
        )


def spots_of(program: ProgramParts) -> Iterator[Spot]:
    """Yield the expressions of a program."""
    for part in program.parts:
        owners = _owners(part.node)
        for node in own_expressions(part.node):
            tags = _tags(part, node, owners)
            yield Spot(program, part, node, owners.get(node), tags)


def changes_of_expressions(
    program: ProgramParts, fragments: Sequence[Fragment]
) -> Iterator[MessageEdit]:
    """Yield every edit of an expression that the fragments, or the expression itself, suggest."""
    for spot in spots_of(program):
        for number, each in enumerate(fragments):
            match each.kind:
                case "expression":
                    yield from _put_in(spot, number, each)
                case "tail":
                    yield from _put_behind(spot, number, each)
                case "keyword" if each.text == "not" and isinstance(spot.owner, ast.If | ast.While):
                    yield spot.edit(f"not ({spot.text})", "not", number)
                case _:
                    pass
        yield from _taken_out(spot)


def _owners(node: ast.stmt) -> dict[ast.AST, ast.AST]:
    found: dict[ast.AST, ast.AST] = {}
    for each in ast.walk(node):
        found |= {child: each for child in ast.iter_child_nodes(each)}
    return found


def _tags(part: Part, node: ast.expr, owners: dict[ast.AST, ast.AST]) -> frozenset[str]:
    """Return what words may call an expression: its line's names, and its part in the line."""
    found = set(part.tags)
    test = getattr(part.node, "test", None)
    above: ast.AST = node
    while above is not test and above in owners:
        above = owners[above]
    if test is not None and above is test:
        found.add("test")
    match owners.get(node), node:
        case ast.Call(func=ast.Name(id=name)), _:
            found |= {"argument", name}
        case ast.Subscript(slice=index), _ if index is node:
            found.add("index")
        case _:
            pass
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        found.add(node.func.id)
    return frozenset(found)


# --- what comes in ----------------------------------------------------------------------------


def _put_in(spot: Spot, number: int, fragment: Fragment) -> Iterator[MessageEdit]:
    """Yield a piece of code in the place of an expression, or as a function around it."""
    node, value = spot.node, parse_expression(fragment.text)
    if value is None or fragment.text == spot.text:
        return
    is_called = isinstance(spot.owner, ast.Call) and spot.owner.func is node
    match value:
        case ast.Call(func=ast.Name() as named, args=[]) if is_called:
            value = named  # "remove()" is about the name: the arguments stay
        case _:
            pass
    if isinstance(node, ast.Attribute) and isinstance(value, ast.Name):
        new = f"{spot.program.text_of(node.value)}.{value.id}"
        traits = ("callee",) if is_called else _kinds(value, node)
        yield spot.edit(new, "attribute", number, traits)
    elif (
        is_called and isinstance(value, ast.Name) and value.id in _CALLABLE | spot.program.functions
    ):
        yield spot.edit(fragment.text, "callee", number, ("callee",))
    if is_called:
        return
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        yield from _other_call(spot, node.func, value, number)
    is_unset = any(spot.program.is_unset(spot.part, name) for name in names_in(value))
    if _is_known(value, spot.program) and not is_unset:
        is_loose = isinstance(value, LOOSE) and isinstance(spot.owner, TIGHT)
        text = f"({fragment.text})" if is_loose else fragment.text
        traits = (*_kinds(value, node), *_fit(spot, value), _alike(spot.text, text))
        yield spot.edit(text, "expression", number, traits)
    if isinstance(value, ast.Name) and value.id in _WRAPPING and not _is_number(node):
        inner = spot.text[1:-1] if isinstance(node, ast.Tuple | ast.GeneratorExp) else spot.text
        yield spot.edit(f"{value.id}({inner})", "wrap", number, ("wrap",))
    if isinstance(value, ast.Name) and value.id in _OWN_METHODS and not isinstance(node, LOOSE):
        yield spot.edit(f"{spot.text}.{value.id}()", "tail", number, ("own",))


def is_worked_out(new: ast.expr, old: ast.expr) -> bool:
    """Whether a call is the program's with values for its names, as in "max(4, 0) is 4"."""
    if not isinstance(new, ast.Call) or not isinstance(old, ast.Call):
        return False
    pairs = zip(new.args, old.args, strict=False)
    put_in = any(isinstance(a, ast.Constant) and not isinstance(b, ast.Constant) for a, b in pairs)
    is_same = ast.dump(new.func) == ast.dump(old.func)
    return is_same and len(new.args) == len(old.args) and put_in


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def _alike(old: str, new: str) -> str:
    return f"alike {int(likeness(old, new) * _STEPS)}"


def _other_call(
    spot: Spot, called: ast.Attribute, value: ast.expr, number: int
) -> Iterator[MessageEdit]:
    """Yield "queue.insert(-1)" for "insert(-1)" in the place of a call of the object's method."""
    held = spot.program.text_of(called.value)
    match value:
        case ast.Call(func=ast.Name(id=name)) if name not in _BUILTINS:
            trait = "same method" if name == called.attr else "other method"
            yield spot.edit(f"{held}.{ast.unparse(value)}", "method call", number, (trait,))
        case _:
            pass


def _is_known(value: ast.expr, program: ProgramParts) -> bool:
    """Whether an expression reads variables of the program and calls what there is to call."""
    if isinstance(value, ast.Name):
        return value.id in program.variables
    nodes = list(ast.walk(value))
    calls = (n.func for n in nodes if isinstance(n, ast.Call))
    called = {each.id for each in calls if isinstance(each, ast.Name)}
    names = [n for n in nodes if isinstance(n, ast.Name)]
    own = {n.id for n in names if isinstance(n.ctx, ast.Store)}
    read = {n.id for n in names} - called - own
    is_called = (
        "print" not in called and called <= program.functions | program.variables | _BUILTINS
    )
    builtin = _BUILTINS if called else frozenset()
    return is_called and read <= program.variables | program.functions | builtin


def _fit(spot: Spot, value: ast.expr) -> Iterator[str]:
    """Yield how one expression fits where another one stands."""
    if spot.owner is spot.part.node:
        yield "whole side of a line"
    names = names_in(value)
    if names:
        yield "names of its own" if names & names_in(spot.node) else "names of others"
        if names <= names_in(spot.part.node) or not names_in(spot.node):
            yield "names of the line"
    size, old = len(tokens_of(ast.unparse(value))), len(tokens_of(spot.text))
    yield f"size {max(-2, min(2, (size - old) // 2))}"


def _kinds(value: ast.expr, node: ast.expr) -> tuple[str, ...]:
    """Return traits of one expression for another: of the same kind, around it, a part of it."""
    new, old = type(value).__name__, type(node).__name__
    traits = [f"{new} for {old}", "same type" if new == old else "other type"]
    if isinstance(value, _GROUPS):
        fits = isinstance(node, (*_GROUPS, ast.Constant))
        traits.append("group for value" if fits else "group for other")
    plain, inside = ast.dump(node), ast.dump(value)
    if any(ast.dump(n) == plain for n in ast.walk(value)):
        traits.append("goes around it")
    if any(ast.dump(n) == inside for n in ast.walk(node)):
        traits.append("was a part of it")
    match value, node:
        case ast.Call(), ast.Call() if ast.dump(value.func) == ast.dump(node.func):
            traits.append("same call")
        case _:
            pass
    return tuple(traits)


def _put_behind(spot: Spot, number: int, fragment: Fragment) -> Iterator[MessageEdit]:
    """Yield an expression with a tail behind it, and with another tail than its own."""
    is_close = fragment.text[0] in ".["
    if isinstance(spot.owner, ast.Call) and spot.owner.func is spot.node:
        if isinstance(spot.node, ast.Attribute) and fragment.text.endswith("()"):
            name = fragment.text.removesuffix("()").lstrip(".")
            new = f"{spot.program.text_of(spot.node.value)}.{name}"
            yield spot.edit(new, "attribute", number, ("callee",))
        return
    space = "" if is_close else " "
    is_loose = isinstance(spot.node, LOOSE) and fragment.text[0] in ".[*/%"
    text = f"({spot.text})" if is_loose else spot.text
    new = f"{text}{space}{fragment.text}"
    new = f"({new})" if isinstance(spot.owner, TIGHT) and space else new
    yield spot.edit(new, "tail", number, (f"tail on {type(spot.node).__name__}",))
    match spot.node:
        case ast.Compare(left=left) | ast.BinOp(left=left) | ast.Subscript(value=left):
            tail = parse_expression(f"it_{space}{fragment.text}")
            if type(tail) is type(spot.node) and not _loses_names(spot.node, tail):
                new = f"{spot.program.text_of(left)}{space}{fragment.text}"
                yield spot.edit(new, "other tail", number, (_alike(spot.text, new),))
        case _:
            pass


def _loses_names(old: ast.expr, new: ast.expr | None) -> bool:
    """Whether another calculation would take a variable out: "% 26" is not said against "+ k"."""
    match old, new:
        case ast.BinOp(op=one, right=right), ast.BinOp(op=two, right=left):
            return type(one) is not type(two) and bool(names_in(right) - names_in(left))
        case _:
            return False


# --- what goes out ----------------------------------------------------------------------------


def _taken_out(spot: Spot) -> Iterator[MessageEdit]:
    """Yield an expression without one of its parts."""
    node = spot.node
    out = replace(spot, tags=spot.tags | {"remove"})
    for each in _parts_kept(node):
        text = spot.program.text_of(each)
        gone = spot.text.replace(text, "", 1).strip()
        edit = out.edit(text, "take out", None, (f"out of {type(node).__name__}",))
        yield replace(edit, old=gone, new="")
    if isinstance(node, ast.Call):
        texts = [spot.program.text_of(each) for each in node.args]
        for place, text in enumerate(texts):
            rest = ", ".join(texts[:place] + texts[place + 1 :])
            new = f"{spot.program.text_of(node.func)}({rest})"
            yield replace(out.edit(new, "take argument out", None), old=text, new="")


def _parts_kept(node: ast.expr) -> tuple[ast.expr, ...]:
    match node:
        case ast.BinOp(left=left, right=right) | ast.BoolOp(values=[left, right]):
            return (left, right)
        case (
            ast.UnaryOp(operand=only)
            | ast.Call(func=ast.Name(), args=[only], keywords=[])
            | ast.Call(func=ast.Attribute(value=only), args=[])
            | ast.Subscript(value=only)
        ):
            return (only,)
        case _:
            return ()
