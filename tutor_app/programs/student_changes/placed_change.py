"""Where a change fits that a student describes or pastes, and the program with it in place.

Only forms are read: pieces of code in the words, line numbers, and which of two pieces the little
words between them make the new one. The kind of a piece says what it can replace (a condition a
condition, a `return` a `return`), the tokens that two pieces share say which.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tutor_app.programs.code_in_text import (
    called_in,
    end_of_group,
    is_value,
    names_in,
    parse_expression,
    parse_program,
)
from tutor_app.programs.student_changes.described_code import (
    OPERATORS,
    DescribedCode,
    Swap,
    parse_piece,
    read_description,
)
from tutor_app.programs.student_changes.inserted_change import insertions
from tutor_app.programs.student_changes.moved_part import moved_parts
from tutor_app.programs.student_changes.named_parts import parts_named
from tutor_app.programs.student_changes.pasted_block import paste_block
from tutor_app.programs.student_changes.placement import Change, Placement, as_placement, change_of
from tutor_app.programs.student_changes.region_change import changes_in_parts
from tutor_app.programs.student_changes.token_likeness import likeness, tokens_of

KEEPS_CALL = 0.97
ALIKE = 0.5  # a piece that is less like every line is a new line
_HEADERS = (ast.If, ast.While, ast.For, ast.FunctionDef, ast.With)
_FAMILIES = (
    (ast.Lt, ast.LtE, ast.Gt, ast.GtE),
    (ast.Eq, ast.NotEq),
    (ast.Add, ast.Sub),
    (ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow),
)


def place_change(source: str, words: str) -> Placement:
    """Return where a change that a student describes or pastes can go in their program.

    What stands in the program already, word for word, is no change: the student names a place.
    """
    tree = parse_program(source) or ast.Module(body=[], type_ignores=[])
    described = read_description(words, tree)
    found: list[Change] = []
    for block in described.blocks:
        found += paste_block(source, tree, block)
    for swap in described.swaps:
        if swap.new.startswith((f"{swap.old}(", "return ")):  # "range" to "range(1, n)"
            found += _place_piece(source, tree, swap.new, described)
        else:
            found += _swap(source, swap, described.lines, everywhere=described.everywhere)
    if not found:
        for whole in described.pieces:
            piece = _without_lead(whole, tree)
            statement = parse_piece(piece)
            if isinstance(statement, ast.Expr) and _tells_a_value(statement, tree):
                continue
            if statement is not None and _is_prose(statement, piece, tree):
                continue
            found += changes_in_parts(source, tree, piece, words)
            found += _place_piece(source, tree, piece, _at_part(tree, piece, words, described))
    found += moved_parts(source, tree, words)
    for method in () if found else described.methods:
        found += _place_method(source, tree, method, described)
    return as_placement(source, found)


def _at_part(tree: ast.Module, piece: str, words: str, described: DescribedCode) -> DescribedCode:
    """Return a description with the line of the part that the words name, if the piece fits it."""
    statement = parse_piece(piece)
    if described.lines or statement is None:
        return described
    named = (part.node for part in parts_named(tree, words.replace(piece, " ")))
    fitting = [n.lineno for n in named if _same_kind(n, statement) and _same_target(n, statement)]
    return replace(described, lines=tuple(fitting[:1])) if fitting else described


def _place_piece(
    source: str, tree: ast.Module, piece: str, described: DescribedCode
) -> list[Change]:
    if piece in OPERATORS:
        return _place_operator(source, tree, piece, described.lines)
    if _stands_there(source, tree, piece):
        return []
    statement = parse_piece(piece)
    if statement is None or _tells_a_value(statement, tree):
        return []
    if isinstance(statement, ast.Expr) and not isinstance(statement.value, ast.Call):
        grouped = _put_brackets(source, piece, described.lines)
        return grouped or _place_expression(source, tree, piece, described.lines)
    is_set_there = isinstance(statement, ast.Assign) and any(
        isinstance(node, ast.Assign) and _same_target(node, statement) for node in ast.walk(tree)
    )
    if described.position is None or (described.position == "top" and is_set_there):
        found = list(_place_statement(source, tree, piece, statement, described.lines))
        if isinstance(statement, ast.Expr):
            found += _place_expression(source, tree, piece, described.lines)
        found = [each for each in found if each.likeness >= ALIKE or described.lines]
        if found:
            return found
    return list(insertions(source, tree, piece, statement, described))


def _is_prose(statement: ast.stmt, piece: str, tree: ast.Module) -> bool:
    """Whether words of a sentence only look like code: "for loop in total()", "factors: [2]"."""
    match statement:
        case ast.For(target=ast.Name(id=name)):
            return name not in names_in(tree) and not piece.rstrip().endswith(":")
        case ast.AnnAssign():
            return not any(isinstance(node, ast.AnnAssign) for node in ast.walk(tree))
        case _:
            return False


def _without_lead(piece: str, tree: ast.Module) -> str:
    """Return a piece without the word of the sentence that stands before its first comma."""
    match parse_piece(piece):
        case ast.Assign(targets=[ast.Tuple(elts=[ast.Name(id=first), *_])]):
            is_known = first in names_in(tree)
            return piece if is_known else piece.partition(",")[2].strip()
        case _:
            return piece


def _stands_there(source: str, tree: ast.Module, piece: str) -> bool:
    """Whether the program has a piece already, as a line or as part of one."""
    plain = [token.text for token in tokens_of(piece.rstrip(":"))]
    for line in source.split("\n"):
        if [token.text for token in tokens_of(line.rstrip().rstrip(":"))] == plain:
            return True
    statement = parse_program(piece)
    if statement is not None and len(statement.body) == 1:
        dump = ast.dump(statement.body[0])
        if any(ast.dump(node) == dump for node in ast.walk(tree) if isinstance(node, ast.stmt)):
            return True
    value = parse_expression(piece)
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.expr)]
    match value:
        case None:
            return False
        case ast.Call(func=ast.Name(id=name), args=[], keywords=[]):  # "pop()" names a method
            return any(isinstance(node, ast.Attribute) and node.attr == name for node in nodes)
        case _:
            return any(ast.dump(node) == ast.dump(value) for node in nodes)


def _tells_a_value(statement: ast.stmt, tree: ast.Module) -> bool:
    """Whether "n = 1" or "a[2]" says what was put in or seen, and changes nothing.

    A name that the program itself gives a constant may get another one; others hold what they do.
    """
    match statement:
        case ast.Assign(targets=[target], value=ast.BinOp() as value):
            return not names_in(value)
        case ast.Assign(targets=[target], value=value):
            return _is_constant(value) and ast.unparse(target) not in _given_constants(tree)
        case ast.Expr(value=ast.Subscript() | ast.Attribute() | ast.Constant()):
            return True
        case ast.Expr(value=ast.BinOp() | ast.Compare() as value):
            return not names_in(value) - frozenset(dir(builtins))
        case ast.Expr(value=ast.Call(args=[], func=ast.Name(id=name) | ast.Attribute(attr=name))):
            return any(isinstance(n, ast.FunctionDef) and n.name == name for n in ast.walk(tree))
        case ast.Expr(value=ast.Call(args=[_, *_] as given, func=ast.Name())):
            return not any(names_in(each) for each in given) and not _calls(tree, statement)
        case _:
            return False


def _calls(tree: ast.Module, statement: ast.stmt) -> bool:
    """Whether the program has such a call of constants itself, which another may stand for."""
    wanted = called_in(statement)
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef))
    for node in (each for function in functions for each in ast.walk(function)):
        match node:
            case ast.Call(func=ast.Name(id=name), args=given) if name in wanted:
                if not any(names_in(each) for each in given):
                    return True
            case _:
                pass
    return False


def _given_constants(tree: ast.Module) -> Iterator[str]:
    """Yield what the program gives a constant: in a line, or as a parameter's default."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and _is_constant(node.value):
            yield ast.unparse(node.targets[0])
        elif isinstance(node, ast.arguments) and node.defaults:
            yield from (each.arg for each in node.args[-len(node.defaults) :])


def _is_constant(node: ast.expr) -> bool:
    return is_value(ast.unparse(node))


def _put_brackets(source: str, piece: str, lines: Sequence[int]) -> list[Change]:
    """Put brackets round a piece that the program has without them, as no part of its own."""
    bracketed = piece.startswith("(") and end_of_group(piece, 0) == len(piece)
    inner = piece[1:-1].strip() if bracketed else piece
    return _swap(source, Swap(old=inner, new=f"({inner})"), lines)


# --- a whole line ----------------------------------------------------------------------------


def _place_statement(
    source: str, tree: ast.Module, piece: str, statement: ast.stmt, lines: Sequence[int]
) -> Iterator[Change]:
    rows = source.split("\n")
    for node in ast.walk(tree):
        if not isinstance(node, ast.stmt) or (lines and node.lineno not in lines):
            continue
        is_call_said = isinstance(statement, ast.Expr)
        is_same = _same_kind(node, statement) or _keeps_call(node, statement)
        if (not lines or is_call_said) and not is_same:
            continue
        row = rows[node.lineno - 1]
        new = _line_for(row, piece, statement, node)
        alike = likeness(new, row) * (1.0 if _same_target(node, statement) else 0.7)
        alike = KEEPS_CALL if _keeps_call(node, statement) else alike
        last = node.lineno if isinstance(node, _HEADERS) else node.end_lineno or node.lineno
        changed = [*rows[: node.lineno - 1], *new.split("\n"), *rows[last:]]
        yield change_of("\n".join(changed), node.lineno, new.strip(), alike)


def _line_for(row: str, piece: str, statement: ast.stmt, node: ast.stmt) -> str:
    """Return a piece as it stands in the place of a line: indented, with the line's keyword."""
    indent = row[: len(row) - len(row.lstrip())]
    text = piece.strip()
    if isinstance(statement, _HEADERS):
        is_whole = parse_program(text) is not None
        if not is_whole:
            text = text.rstrip(":") + ":"
        if isinstance(node, ast.If) and row.lstrip().startswith("elif") and text.startswith("if"):
            text = "el" + text
    return indent + text


def _same_kind(node: ast.stmt, statement: ast.stmt) -> bool:
    match node, statement:
        case ast.Expr(value=ast.Call() as old), ast.Expr(value=ast.Call() as new):
            return not (_callee(new) == _callee(old) and _is_worked_out(new, old))
        case _:
            pass
    settings = (ast.Assign, ast.AugAssign, ast.AnnAssign)
    if isinstance(node, settings):
        return isinstance(statement, settings)
    return type(node) is type(statement)


def _keeps_call(node: ast.stmt, statement: ast.stmt) -> bool:
    """Whether a statement keeps what a line calls without keeping it: "n = n + f(x)" for "f(x)"."""
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
        return False
    value = getattr(statement, "value", None)
    dump = ast.dump(node.value)
    if not isinstance(value, ast.expr) or ast.dump(value) == dump:
        return False
    return any(ast.dump(each) == dump for each in ast.walk(value))


def _same_target(node: ast.stmt, statement: ast.stmt) -> bool:
    """Whether two statements set the same; those that set nothing do."""
    return _target(node) == _target(statement)


def _target(node: ast.stmt) -> str | None:
    match node:
        case ast.Assign(targets=[target, *_]):
            return ast.unparse(target)
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
            return ast.unparse(target)
        case _:
            return None


# --- a part of a line ------------------------------------------------------------------------


def _place_expression(
    source: str, tree: ast.Module, piece: str, lines: Sequence[int]
) -> list[Change]:
    value = parse_expression(piece)
    found: list[Change] = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.expr) or (lines and node.lineno not in lines):
            continue
        old = ast.get_source_segment(source, node)
        if value is None or old is None or not _can_stand_for(value, node):
            continue
        alike = likeness(piece, old)
        if alike >= ALIKE or lines:
            found.append(replace_node(source, node, piece, alike))
    return found


def _can_stand_for(new: ast.expr, old: ast.expr) -> bool:
    if isinstance(new, ast.Call) and isinstance(old, ast.Call):
        return _callee(new) == _callee(old) and not _is_worked_out(new, old)
    return type(new) is type(old)


def _is_worked_out(new: ast.Call, old: ast.Call) -> bool:
    """Whether a call is the program's with values for its names, as in "max(4, 0) is 4"."""
    pairs = zip(new.args, old.args, strict=False)
    put_in = (_is_constant(one) and not _is_constant(other) for one, other in pairs)
    return len(new.args) == len(old.args) and any(put_in)


def _callee(call: ast.Call) -> str:
    """Return what is called: the function's name, or whose method it is."""
    if isinstance(call.func, ast.Attribute):
        return ast.unparse(call.func.value) + "."
    return ast.unparse(call.func)


def replace_node(source: str, node: ast.expr, new: str, alike: float) -> Change:
    """Return the program with an expression in the place of another one."""
    rows = source.split("\n")
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    head = rows[first].encode()[: node.col_offset].decode()
    tail = rows[last].encode()[node.end_col_offset or 0 :].decode()
    changed = [*rows[:first], head + new + tail, *rows[last + 1 :]]
    return change_of("\n".join(changed), node.lineno, new, alike)


def _place_operator(
    source: str, tree: ast.Module, operator: str, lines: Sequence[int]
) -> list[Change]:
    """Put an operator where one of its kind stands: `<=` for a comparison, `%` for a sum's."""
    sample = parse_piece(f"a {operator} b")
    kind = type(sample.value) if isinstance(sample, ast.Expr) else type(sample)
    if not lines and any(token.text == operator for token in tokens_of(source)):
        return []  # it stands there already: the student speaks of it
    found: list[Change] = []
    for node in ast.walk(tree):
        if type(node) is not kind or (lines and getattr(node, "lineno", 0) not in lines):
            continue
        match node:
            case ast.Compare(left=left, comparators=[right]) | ast.BinOp(left=left, right=right):
                both = (ast.get_source_segment(source, each) for each in (left, right))
                new = f" {operator} ".join(_grouped(each or "", node) for each in both)
                alike = 1.0 if _family(node) == _family(sample) else ALIKE
                found.append(replace_node(source, node, new, alike))
            case _:
                pass
    return found


def _family(node: ast.AST | None) -> int | None:
    """Say which operators are taken for each other: orders, equalities, sums, products."""
    for each in ast.walk(node) if node is not None else ():
        if isinstance(each, ast.Compare | ast.BinOp):
            operator = each.op if isinstance(each, ast.BinOp) else each.ops[0]
            return next((n for n, kinds in enumerate(_FAMILIES) if isinstance(operator, kinds)), -1)
    return None


def _grouped(text: str, node: ast.AST) -> str:
    """Return one side of an operator; a sum keeps together what it was."""
    is_sum = isinstance(parse_expression(text), ast.BinOp) and isinstance(node, ast.BinOp)
    return f"({text})" if is_sum else text


# --- one piece for another -------------------------------------------------------------------


def _place_method(
    source: str, tree: ast.Module, method: str, described: DescribedCode
) -> list[Change]:
    """Put a method in the place of those that the words name, else of any that is called."""
    called = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    found: list[Change] = []
    for old in sorted(called & described.words or called):
        found += _swap(source, Swap(old=old, new=method), described.lines)
    return found


def _swap(
    source: str, swap: Swap, lines: Sequence[int], *, everywhere: bool = False
) -> list[Change]:
    """Put a piece in the place of another one: on each line where that stands, or on all."""
    # "remove() instead of pop()" is about the names: the arguments stay.
    old = [token.text for token in tokens_of(swap.old.removesuffix("()"))]
    new = swap.new.removesuffix("()")
    rows = source.split("\n")
    swapped = [_with_swapped_tokens(row, old, new) for row in rows]
    places = [n for n, row in enumerate(rows) if old and swapped[n] != row]
    places = [n for n in places if not lines or n + 1 in lines]
    if everywhere and places:
        changed = [swapped[n] if n in places else row for n, row in enumerate(rows)]
        return [change_of("\n".join(changed), places[0] + 1, new, 1.0)]
    return [
        change_of(
            "\n".join([*rows[:n], swapped[n], *rows[n + 1 :]]), n + 1, swapped[n].strip(), 1.0
        )
        for n in places
    ]


def _with_swapped_tokens(row: str, old: Sequence[str], new: str) -> str:
    tokens = tokens_of(row)
    texts = [token.text for token in tokens]
    for first in range(len(texts) - len(old), -1, -1):
        if texts[first : first + len(old)] == list(old):
            end = tokens[first + len(old) - 1].end
            row = row[: tokens[first].start] + new + row[end:]
    return row
