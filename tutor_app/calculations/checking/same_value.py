"""Whether two expressions have the same value: by numbers at random points, and exactly."""

from __future__ import annotations

import random
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from types import FrameType
from typing import Any, Literal

import mpmath
import sympy as sp
from mpmath import mp, mpf

from tutor_app.calculations.checking.exact_values import Exact, NotExact, exact
from tutor_app.calculations.checking.numeric_values import Point, Value, ValueUnknown, value_at
from tutor_app.calculations.reading.expression_tree import Node, has_op, names_in, walk
from tutor_app.calculations.reading.unit_trees import unit_tree

Sameness = Literal["same", "rounded", "where_positive", "different", "unknown"]
SECONDS = 1.5  # for the exact way; the numbers need milliseconds
MOST_TRUTHS = 8  # names of a truth table
_POINTS = 7
_LOGICAL = ("not", "and", "or", "implies", "iff")
_NEAR = mpf(10) ** -9


class TooSlow(Exception):
    """The exact way took too long."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """End what runs inside after so long, in the main thread of a process of its own.

    Raises:
        TooSlow: it took longer.
    """

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def in_time(work: Callable[[], Exact], seconds: float = SECONDS) -> Exact | None:
    """Return what the exact way gives, None where it gives nothing or takes too long."""
    try:
        with at_most(seconds):
            return work()
    except (TooSlow, NotExact, ArithmeticError, ValueError, TypeError, AttributeError):
        return None
    except (NotImplementedError, RecursionError, KeyError, IndexError, AssertionError):
        return None


def is_logical_form(*nodes: Node) -> bool:
    """Whether expressions are statements, true or false."""
    return any(has_op(node, *_LOGICAL) for node in nodes)


def compare(left: Node, right: Node, known: Point | None = None) -> Sameness:
    """Return whether two expressions have the same value for all values of their names.

    "different" is said only where numbers show it and the exact way does not deny it.
    """
    known = known or {}
    typed = (left, right)
    left, right = in_base_units(left), in_base_units(right)
    if _differ_in_kind(left, right):
        return "unknown"
    known = {
        **{name: _unit_value(name) for name in names_in(left) | names_in(right) if name[0] == "§"},
        **known,
    }
    if is_logical_form(left, right):
        return _compare_truth(left, right)
    if has_op(left, "integral") or has_op(right, "integral"):
        return _compare_antiderivatives(left, right, known)
    return _compare_values(left, right, known, typed)


def _unit_value(name: str) -> Value:
    """Return a number for a base unit that no sum of other units gives by chance."""
    return mpf(random.Random(name).randint(10**9, 10**10)) / 7_919_000_033


def in_base_units(node: Node) -> Node:
    """Return the expression with its units in base units."""
    if node.op == "unit":
        return unit_tree(node.text)
    if not has_op(node, "unit"):
        return node
    parts = (in_base_units(each) if isinstance(each, Node) else each for each in node.args)
    return Node(node.op, tuple(parts))


def _differ_in_kind(left: Node, right: Node) -> bool:
    """Whether two measures are of different kinds, as a time and a speed: a word is missing."""
    names = names_in(left) | names_in(right)
    if not names or any(name[0] != "§" for name in names):
        return False
    ratios = []
    for seed in ("a", "b"):
        point = {name: _unit_value(name + seed) for name in names}
        try:
            ratios.append(value_at(left, point) / value_at(right, point))
        except (ValueUnknown, ZeroDivisionError, TypeError):
            return False
    return bool(abs(ratios[0] / ratios[1] - 1) > mpf("1e-12"))


def _compare_values(
    left: Node, right: Node, known: Point, typed: tuple[Node, Node] | None = None
) -> Sameness:
    by_numbers = _by_numbers(left, right, known, typed or (left, right))
    if by_numbers in ("rounded", "unknown"):
        if by_numbers == "unknown" and _exactly(left, right) is True:
            return "same"
        return by_numbers
    exactly = _exactly(left, right)
    if by_numbers == "different":
        return "unknown" if exactly is True else "different"
    return "unknown" if exactly is False else by_numbers


def _exactly(left: Node, right: Node) -> bool | None:
    """Return whether SymPy finds two expressions equal; None where it cannot tell in time."""

    def decide() -> bool | None:
        one, other = exact(left), exact(right)
        if isinstance(one, sp.MatrixBase) or isinstance(other, sp.MatrixBase):
            return bool(one.shape == other.shape and sp.simplify(one - other).is_zero_matrix)
        if one == other:
            return True
        difference = sp.simplify(one - other)
        if difference == 0:
            return True
        return False if difference.is_number and difference.is_rational else None

    return in_time(decide)


def points_for(
    names: Sequence[str], *, positive: bool, seed: int = 7
) -> Iterator[dict[str, Value]]:
    """Yield random points that are no special ones, the same each time."""
    chance = random.Random(seed)
    for place in range(_POINTS):
        point = {}
        for name in names:
            if name.partition("_")[0] in ("n", "k", "m") and name != "m":
                point[name] = mpf(chance.randint(2, 9))
                continue
            size = mpf(chance.randint(1_200, 39_000)) / 10_007
            small = place == _POINTS - 1
            sign = 1 if positive or chance.random() < 0.5 else -1
            point[name] = sign * (size / 6 if small else size)
        yield point


def _by_numbers(left: Node, right: Node, known: Point, typed: tuple[Node, Node]) -> Sameness:
    names = sorted((names_in(left) | names_in(right)) - known.keys())
    verdicts = [
        _at_point(left, right, {**known, **point}, typed)
        for point in points_for(names, positive=True)
    ]
    found = [verdict for verdict in verdicts if verdict != "unknown"]
    if not names:
        found = found[:1]
    if not found or (names and len(found) < 3):
        return "unknown"
    if "different" in found:
        return "different" if found.count("different") > 1 or not names else "unknown"
    if not names:
        return found[0]
    signed = [
        _at_point(left, right, {**known, **point}, typed)
        for point in points_for(names, positive=False, seed=11)
    ]
    return "where_positive" if "different" in signed else "same"


def _at_point(left: Node, right: Node, point: Point, typed: tuple[Node, Node]) -> Sameness:
    try:
        one, other = value_at(left, point), value_at(right, point)
    except ValueUnknown:
        return "unknown"
    return same_values(one, other, typed)


def same_values(one: Value, other: Value, written: tuple[Node, Node] | None = None) -> Sameness:
    """Return whether two values are the same; `written` tells to how many digits they stand."""
    if isinstance(one, mpmath.matrix) or isinstance(other, mpmath.matrix):
        return _same_matrices(one, other)
    if isinstance(one, bool) or isinstance(other, bool):
        return "same" if bool(one) == bool(other) else "different"
    if mp.isnan(one) or mp.isnan(other):
        return "unknown"
    if mp.isinf(one) or mp.isinf(other):
        return "same" if one == other else "different"
    rough = written is not None and any(
        has_op(each, "deriv", "integral", "sum", "lim", "dots") for each in written
    )
    tolerance = _NEAR if rough else mpf(10) ** -20
    if abs(one - other) <= tolerance * max(1, abs(one)):
        return "same"
    if written is not None and _is_rounded(one, other, written):
        return "rounded"
    return "different"


def _same_matrices(one: Value, other: Value) -> Sameness:
    if not isinstance(one, mpmath.matrix) or not isinstance(other, mpmath.matrix):
        return "unknown"  # a product of vectors may be meant otherwise
    if (one.rows, one.cols) != (other.rows, other.cols):
        flat = one.rows * one.cols == other.rows * other.cols and 1 in (one.rows, one.cols)
        if not flat or 1 not in (other.rows, other.cols):
            return "unknown"
    near = all(abs(a - b) < _NEAR for a, b in zip(one, other, strict=True))
    return "same" if near else "different"


def digits_of(node: Node) -> int | None:
    """Return how many decimals a number is written with; None for anything but a number."""
    if node.op in ("neg", "group"):
        return digits_of(node.nodes[0])
    if node.op == "percent":
        inner = digits_of(node.nodes[0])
        return None if inner is None else inner + 2
    if node.op == "mul" and len(node.nodes) == 2 and node.nodes[1].op == "unit":
        return digits_of(node.nodes[0])
    if node.op == "div" and node.nodes[1] == Node("num", ("180",)) and has_op(node, "const"):
        inner = digits_of(node.nodes[0].nodes[0])  # of degrees: a hundredth of a radian is half one
        return inner + 2 if inner else inner
    if node.op != "num":
        return None
    return len(node.text.partition(".")[2])


def _is_rounded(one: Value, other: Value, written: tuple[Node, Node]) -> bool:
    """Whether a value written in decimals is the other one to these digits, rounded or cut off."""
    if mp.im(one) != 0 or mp.im(other) != 0:
        return False
    for node, exact_side in ((written[1], one), (written[0], other)):
        digits = digits_of(node)
        if has_op(node, "unit"):
            if _is_rounded_measure(node, one, other):
                return True
            continue
        if digits is None or digits < 1:
            continue
        if abs(one - other) <= mpf(10) ** -digits * mpf("1.0001") * (
            1 if digits > 1 else mpf("0.5")
        ):
            return not (digits == 1 and abs(exact_side) < mpf("0.05"))
    return False


def _is_rounded_measure(node: Node, one: Value, other: Value) -> bool:
    """Whether a number with units is the other measure to its digits."""
    while node.op in ("mul", "div") and node.nodes[0].op != "unit":
        node = node.nodes[0]
    digits = digits_of(node)
    if node.op != "num" or not digits or other == 0:
        return False
    size = mpf(node.text)
    return bool(abs(one / other - 1) * size <= mpf(10) ** -digits)


def is_near(one: Value, other: Value) -> bool:
    """Whether "about" is fair: within half a unit of a rounded number, or one in a hundred."""
    if any(isinstance(each, bool | mpmath.matrix) for each in (one, other)):
        return False
    return bool(abs(one - other) <= max(mpf("0.01") * abs(one), mpf("0.0051")))


def _compare_truth(left: Node, right: Node) -> Sameness:
    names = sorted(names_in(left) | names_in(right))
    if len(names) > MOST_TRUTHS:
        return "unknown"
    alike = []
    try:
        for values in product((False, True), repeat=len(names)):
            point: dict[str, Any] = dict(zip(names, values, strict=True))
            point = {**point, **{name: name == "T" for name in ("T", "F") if name in point}}
            alike.append(bool(value_at(left, point)) == bool(value_at(right, point)))
    except ValueUnknown:
        return "unknown"
    if all(alike):
        return "same"
    truth = right.op == "const" or (right.op == "name" and right.text in "TF")
    return "unknown" if truth and any(alike) else "different"  # values may have been put in


def _compare_antiderivatives(left: Node, right: Node, known: Point) -> Sameness:
    """Compare up to a constant, by derivatives, where an integral has no bounds."""
    found = [
        node
        for node in (*walk(left), *walk(right))
        if node.op == "integral" and len(node.nodes) == 1
    ]
    if not found:
        return _compare_values(left, right, known)
    variable = str(found[0].args[-1])
    if len({each.args[-1] for each in found}) > 1:
        return "unknown"  # one name was put for another
    one, other = (_differentiated(side, variable) for side in (left, right))
    return _compare_values(one, other, {**known, "C": mpf(0), "c": mpf(0), "K": mpf(0)})


def _differentiated(node: Node, variable: str) -> Node:
    """Return the derivative, in which an integral without bounds is its inner expression."""
    if node.op == "integral" and len(node.nodes) == 1:
        return node.nodes[0]
    if node.op == "add":
        return Node("add", tuple(_differentiated(each, variable) for each in node.nodes))
    if node.op == "neg":
        return Node("neg", (_differentiated(node.nodes[0], variable),))
    if node.op in ("mul", "div") and has_op(node, "integral"):
        place = next(i for i, each in enumerate(node.nodes) if has_op(each, "integral"))
        if node.op == "mul" or place == 0:
            parts = [
                _differentiated(each, variable) if i == place else each
                for i, each in enumerate(node.nodes)
            ]
            return Node(node.op, tuple(parts))
    return Node("deriv", (node, variable, "1"))
