"""Where equations hold: their solutions by roots of polynomials, by search, and by SymPy."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, pairwise

import sympy as sp
from mpmath import mp, mpf

from tutor_app.calculations.checking.exact_values import Exact, exact, symbol
from tutor_app.calculations.checking.numeric_values import Value, ValueUnknown, value_at
from tutor_app.calculations.checking.same_value import in_time, same_values
from tutor_app.calculations.reading.expression_tree import Node, has_op, names_in

HIGHEST_DEGREE = 12
MOST_UNKNOWNS = 4
_WINDOW = 40  # the search looks from -40 to 40
_NEAR = mpf(10) ** -10
_ENOUGH = 5  # points of equations that leave names free
_MOST_CHOICES = 12  # of the names that are sought
SolutionPoint = dict[str, Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Solutions:
    """Points at which equations hold.

    `complete`: there are no others among the real numbers. `free`: there are infinitely many, and
    these were taken at random; `periodic`: those in a window.
    """

    points: tuple[SolutionPoint, ...]
    complete: bool = False
    free: bool = False
    periodic: bool = False


Pair = tuple[Node, Node]


def holds(pair: Pair, relation: str, point: Mapping[str, Value]) -> bool | None:  # noqa: C901  (one case for each operation)
    """Return whether a relation holds at a point; None where it has no value there."""
    try:
        left, right = value_at(pair[0], point), value_at(pair[1], point)
    except ValueUnknown:
        return None
    if relation in ("=", "≡"):
        if any(hasattr(side, "rows") for side in (left, right)):
            return same_values(left, right) == "same"
        try:
            return bool(abs(left - right) <= _NEAR * max(1, abs(left)))
        except TypeError:
            return None
    if relation == "~=":
        return bool(abs(left - right) <= mpf("0.02") * max(mpf("0.25"), abs(left)))
    if mp.im(left) != 0 or mp.im(right) != 0:
        return None
    near = abs(left - right) <= _NEAR * max(1, abs(left))
    match relation:
        case "<":
            return bool(left < right and not near)
        case ">":
            return bool(left > right and not near)
        case "<=":
            return bool(left <= right or near)
        case ">=":
            return bool(left >= right or near)
        case "!=":
            return not near
    return None


def solve_pairs(pairs: Sequence[Pair], *, complex_too: bool = False) -> Solutions:
    """Return where all of these equations hold."""
    names = sorted(set().union(*(names_in(side) for pair in pairs for side in pair)))
    if not names:
        return Solutions(points=())
    if len(names) == 1:
        return _of_one_name(pairs, names[0], complex_too=complex_too)
    if len(names) > MOST_UNKNOWNS + 2:
        return Solutions(points=())
    if len(names) <= MOST_UNKNOWNS and len(pairs) > 1:
        found = _by_sympy(pairs, names)
        if found is not None:
            return found
    return _at_random(pairs, names)


def _of_one_name(pairs: Sequence[Pair], name: str, *, complex_too: bool) -> Solutions:
    solved = _polynomial_roots(pairs[0], name, complex_too=complex_too) or _searched(pairs[0], name)
    kept = tuple(
        point
        for point in solved.points
        if all(holds(pair, "=", point) is not False for pair in pairs[1:])
        and holds(pairs[0], "=", point)
    )
    return Solutions(
        points=kept, complete=solved.complete, periodic=solved.periodic, free=solved.free
    )


def _polynomial_roots(pair: Pair, name: str, *, complex_too: bool) -> Solutions | None:
    """Return the roots of an equation that is one of polynomials and fractions of them."""
    x = symbol(name, positive=False)

    def roots() -> list[Exact] | None:
        difference = exact(pair[0], positive=False) - exact(pair[1], positive=False)
        above, _below = sp.fraction(sp.together(difference))
        above = sp.expand(above)
        if above == 0:
            return None
        if not above.is_polynomial(x) or above.free_symbols - {x}:
            return None
        poly = sp.Poly(above, x)
        if poly.degree() == 0:
            return []
        if poly.degree() > HIGHEST_DEGREE:
            return None
        square_free = poly.quo(sp.gcd(poly, poly.diff(x))) if poly.degree() > 1 else poly
        found: list[Exact] = sp.Poly(square_free, x).nroots(n=30, maxsteps=200)
        return found

    found = in_time(roots)
    if found is None:
        return None
    values = [mp.mpmathify(root) for root in found]
    if not complex_too:
        values = [mp.re(value) for value in values if abs(mp.im(value)) < _NEAR]
    return Solutions(points=tuple({name: value} for value in values), complete=True)


_MOST_EXACT = 12  # roots


def _searched(pair: Pair, name: str) -> Solutions:
    """Return the real roots found in a window; SymPy may say that there are no others."""

    def gap(x: Value) -> Value:
        value = value_at(pair[0], {name: x}) - value_at(pair[1], {name: x})
        if mp.im(value) != 0:
            raise ValueUnknown
        return mp.re(value)

    grid = [mpf(k) / 4 + mpf("0.0137") for k in range(-4 * _WINDOW, 4 * _WINDOW)]
    values = [(x, _try(gap, x)) for x in grid]
    known = [(x, value) for x, value in values if value is not None]
    if known and all(abs(value) < _NEAR for _, value in known):
        return Solutions(points=tuple({name: x} for x, _ in known[::40]), free=True)
    roots: list[Value] = []
    for guess in _guesses(known):
        root = _near_root(gap, guess)
        if root is not None and all(abs(root - each) > mpf(10) ** -6 for each in roots):
            roots.append(root)
    for k in range(-_WINDOW, _WINDOW + 1):  # roots at which a function ends: √x at 0
        value = _try(gap, mpf(k))
        if (
            value is not None
            and abs(value) < _NEAR
            and all(abs(k - each) > 0.001 for each in roots)
        ):
            roots.append(mpf(k))
    periodic = any(has_op(side, "call") and _is_periodic(side) for side in pair)
    exactly = None if periodic else in_time(lambda: _finite_set(pair, name))
    if exactly and len(exactly) <= _MOST_EXACT:  # they may lie outside of the window
        with suppress(TypeError, ValueError):
            roots = [mp.mpf(sp.N(each, 30)) for each in exactly]
    complete = exactly is not None and len(exactly) == len(roots)
    if exactly is None and not periodic:
        complete = len(roots) <= 4  # the search of the window stands alone
    return Solutions(
        points=tuple({name: root} for root in roots), complete=complete, periodic=periodic
    )


def _is_periodic(node: Node) -> bool:
    own = node.op == "call" and node.text in ("sin", "cos", "tan", "sec", "csc", "cot")
    return (own and bool(names_in(node))) or any(map(_is_periodic, node.nodes))


def _finite_set(pair: Pair, name: str) -> list[Exact] | None:
    x = symbol(name, positive=False)
    found = sp.solveset(
        exact(pair[0], positive=False) - exact(pair[1], positive=False), x, sp.S.Reals
    )
    return (
        list(found) if isinstance(found, sp.FiniteSet) else [] if found is sp.S.EmptySet else None
    )


def _try(function: Callable[[Value], Value], x: Value) -> Value | None:
    try:
        value = function(x)
        return value if mp.isfinite(value) else None
    except (ValueUnknown, TypeError):  # of a matrix there is no real part
        return None


def _guesses(known: Sequence[tuple[Value, Value]]) -> Iterator[tuple[Value, Value]]:
    for (a, left), (b, right) in pairwise(known):
        if left * right < 0 and b - a < 1:
            yield a, b
    for (_, u), (b, v), (_, w) in zip(known, known[1:], known[2:], strict=False):
        if abs(v) <= abs(u) and abs(v) <= abs(w) and abs(v) < 2:
            yield b, b


def _near_root(function: Callable[[Value], Value], guess: tuple[Value, Value]) -> Value | None:
    try:
        if guess[0] != guess[1]:
            root = mp.findroot(function, guess, solver="anderson", tol=1e-25, maxsteps=80)
        else:
            root = mp.findroot(function, guess[0], solver="muller", tol=1e-22, maxsteps=40)
        if mp.im(root) != 0 or abs(function(mp.re(root))) > _NEAR:
            return None
        nearest = mp.nint(root * 720) / 720
        return (
            nearest
            if abs(nearest - root) < mpf(10) ** -9 and abs(function(nearest)) < _NEAR
            else mp.re(root)
        )
    except (ValueError, ZeroDivisionError, ValueUnknown, TypeError):
        return None


def _by_sympy(pairs: Sequence[Pair], names: Sequence[str]) -> Solutions | None:
    """Return the solutions of a system, if there are finitely many and SymPy finds them."""
    symbols = [symbol(name, positive=False) for name in names]

    def solve() -> list[dict[Exact, Exact]]:
        equations = [exact(a, positive=False) - exact(b, positive=False) for a, b in pairs]
        found: list[dict[Exact, Exact]] = sp.solve(equations, symbols, dict=True)
        return found

    found = in_time(solve)
    if found is None:
        return None
    points: list[SolutionPoint] = []
    for each in found:
        if len(each) < len(names) or any(value.free_symbols for value in each.values()):
            return None
        values = {str(key): mp.mpmathify(sp.N(value, 30)) for key, value in each.items()}
        if any(abs(mp.im(value)) > _NEAR for value in values.values()):
            continue
        point = {name: mp.re(value) for name, value in values.items()}
        if all(holds(pair, "=", point) for pair in pairs):
            points.append(point)
    return Solutions(points=tuple(points), complete=True)


def _at_random(pairs: Sequence[Pair], names: Sequence[str]) -> Solutions:
    """Return points of equations that leave some names free, which are chosen at random."""
    chance = random.Random(5)
    points: list[SolutionPoint] = []
    for name in names:
        if not any(name in names_in(side) for side in pairs[0]):
            continue
        for _ in range(3):
            chosen = {
                each: mpf(chance.randint(1_100, 9_000)) / 1_009 for each in names if each != name
            }
            fixed = [tuple(_with(side, chosen) for side in pair) for pair in pairs]
            one = _of_one_name([(a, b) for a, b in fixed], name, complex_too=False)
            points += [{**chosen, **point} for point in one.points]
        if len(points) > _ENOUGH:
            break
    return Solutions(points=tuple(points or _together(pairs, names, chance)), free=True)


def _together(
    pairs: Sequence[Pair], names: Sequence[str], chance: random.Random
) -> list[SolutionPoint]:
    """Return points of several equations that leave names free: as many names as there are
    equations are looked for by Newton's steps, from the random values of all."""
    used = [name for name in names if any(name in names_in(s) for pair in pairs for s in pair)]
    points: list[SolutionPoint] = []
    choices = list(combinations(used, len(pairs))) if len(pairs) < len(used) else []
    chance.shuffle(choices)
    for sought in choices[:_MOST_CHOICES]:
        chosen = {each: mpf(chance.randint(1_100, 9_000)) / 1_009 for each in names}

        def gaps(
            *values: Value, sought: Sequence[str] = sought, at: SolutionPoint = chosen
        ) -> list[Value]:
            point = {**at, **dict(zip(sought, values, strict=True))}
            return [value_at(a, point) - value_at(b, point) for a, b in pairs]

        try:
            root = mp.findroot(gaps, [chosen[each] for each in sought], tol=1e-22, maxsteps=30)
        except (ValueError, ZeroDivisionError, ValueUnknown, TypeError):
            continue
        values = list(root)
        if all(abs(mp.im(value)) < _NEAR for value in values):
            found = dict(zip(sought, map(mp.re, values), strict=True))
            points.append({**chosen, **found})
        if len(points) > _ENOUGH:
            break
    return points


def _with(node: Node, chosen: Mapping[str, Value]) -> Node:
    if node.op == "name" and node.text in chosen:
        return Node("num", (mp.nstr(chosen[node.text], 25),))
    return Node(
        node.op,
        tuple(_with(each, chosen) if isinstance(each, Node) else each for each in node.args),
    )
