"""Whether an equation follows from those before it, and what it loses or gains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mpmath import mp, mpf

from tutor_app.calculations.checking.calculation_verdicts import Sense
from tutor_app.calculations.checking.numeric_values import Value, ValueUnknown, value_at
from tutor_app.calculations.checking.same_value import digits_of
from tutor_app.calculations.checking.solution_points import (
    Pair,
    Solutions,
    holds,
    solve_pairs,
)
from tutor_app.calculations.reading.expression_tree import Node, has_op, names_in

_NEAR = mpf(10) ** -9
_FAR = (mpf(-39), mpf(39))  # almost where the search for solutions ends


@dataclass(frozen=True, slots=True)
class SidedRelation:
    """Two expressions and the relation between them."""

    left: Node
    relation: str
    right: Node

    @property
    def pair(self) -> Pair:
        return self.left, self.right

    @property
    def names(self) -> frozenset[str]:
        return names_in(self.left) | names_in(self.right)

    @property
    def solved_for(self) -> str | None:
        """The name that it gives a value without names: x of x = 3."""
        for one, other in (self.pair, self.pair[::-1]):
            if one.op == "name" and not names_in(other) and self.relation in ("=", "~="):
                return one.text
        return None

    @property
    def value(self) -> Node:
        return self.right if self.left.op == "name" else self.left


Groups = Sequence[Sequence[SidedRelation]]


@dataclass(slots=True)
class Equations:
    """The equations that hold so far, and the conditions under which they are looked at.

    `one_turn`: an angle is looked for between two bounds; `quadrant`: in this one; `in_figure`: it
    is one of a figure, so that no more than one of its values is sought.
    """

    given: list[SidedRelation] = field(default_factory=list)
    conditions: list[Groups] = field(default_factory=list)
    positive_only: bool = False
    complex_too: bool = False
    one_turn: bool = False
    in_figure: bool = False
    quadrant: int | None = None
    _solved: Solutions | None = None

    def add(self, related: SidedRelation) -> None:
        self.given.append(related)
        self._solved = None

    @property
    def names(self) -> frozenset[str]:
        return frozenset().union(*(each.names for each in self.given))

    @property
    def solutions(self) -> Solutions:
        if self._solved is None:
            pairs = [each.pair for each in self.given]
            self._solved = solve_pairs(pairs, complex_too=self.complex_too)
        kept = tuple(point for point in self._solved.points if self._allowed(point))
        return Solutions(
            points=kept,
            complete=self._solved.complete or (self._solved.periodic and self._is_bounded),
            free=self._solved.free,
            periodic=self._solved.periodic,
        )

    @property
    def _is_bounded(self) -> bool:
        """Whether the conditions leave the one name a stretch within which its values are found."""
        if len(self.names) != 1:
            return False
        return not any(self._allowed({name: end}) for name in self.names for end in _FAR)

    def _allowed(self, point: Mapping[str, Value]) -> bool:
        if self.positive_only and any(mp.re(value) <= 0 for value in point.values()):
            return False
        if self.quadrant and len(point) == 1:
            turned = mp.re(*point.values()) / (mp.pi / 2)
            if int(mp.floor(turned)) % 4 != self.quadrant - 1:
                return False
        return all(
            groups_hold(groups, point) is not False
            for groups in self.conditions
            if all(each.names <= point.keys() for group in groups for each in group)
        )


def groups_hold(groups: Groups, point: Mapping[str, Value]) -> bool | None:
    """Return whether one of the groups holds at a point; None where that has no answer."""
    found = [[holds(each.pair, each.relation, point) for each in group] for group in groups]
    if any(all(each is True for each in group) for group in found):
        return True
    return None if any(each is None for group in found for each in group) else False


def judge_equation(known: Equations, groups: Groups, *, derived: bool) -> Sense:
    """Return in which sense an equation, or several, follows from those before it."""
    names = frozenset().union(*(each.names for group in groups for each in group))
    solved = known.solutions
    if solved.free and len(known.names) > 1 and _are_points(groups, known):
        return "follows"  # points of a curve: x = 1, y = 0.5
    if not names & known.names or (solved.free and _is_new_value(groups, known, derived=derived)):
        return "given"
    if all(each.solved_for is not None for group in groups for each in group):
        return _judge_values(known, groups, solved)
    if not names <= known.names:
        return _with_new_names(known, groups, names)
    return _judge_relation(known, groups, solved, derived=derived)


def _are_points(groups: Groups, known: Equations) -> bool:
    """Whether each group gives all names a value, and these solve the equations."""
    told = [_told(group) if all(e.solved_for for e in group) else None for group in groups]
    return all(
        each is not None and each.keys() >= known.names and _is_solution(known, each)
        for each in told
    )


def _is_new_value(groups: Groups, known: Equations, *, derived: bool) -> bool:
    """Whether a value is told of a name that the equations leave open: "let l = 5"."""
    if len(groups) != 1 or derived:
        return False
    return all(each.solved_for in known.names for each in groups[0])


def _with_new_names(known: Equations, groups: Groups, names: frozenset[str]) -> Sense:
    """A line with names that nothing said before: a definition if it tells one of them."""
    new = names - known.names
    if len(groups) == 1 and len(groups[0]) == 1:
        related = groups[0][0]
        if related.left.op == "name" and related.left.text in new:
            return "given"
    return "unverified" if len(new) == 1 else "unknown"


def _judge_relation(known: Equations, groups: Groups, solved: Solutions, *, derived: bool) -> Sense:
    found = [groups_hold(groups, point) for point in solved.points]
    if solved.points and all(found):
        return "follows"
    if any(each is None for each in found):
        return "unknown"
    pairs = [each.pair for each in groups[0]] if len(groups) == 1 else []
    if not solved.points:
        if not solved.complete:
            return "unknown"
        own = solve_pairs(pairs) if pairs else None
        if own is None or not own.points or _all_left_out(known, own.points):
            return "follows"
        return "does_not_follow"
    if solved.free and not derived and len(groups) == 1 and not _solves_for_known(groups, known):
        return "given"
    if not solved.complete and not solved.free and not solved.periodic:
        return "unknown"
    own_points = [
        point for group in groups for point in solve_pairs([e.pair for e in group]).points
    ]
    kept = [_satisfies(known, point) for point in own_points]
    return "loses" if kept and all(kept) else "does_not_follow"


def _all_left_out(known: Equations, points: Sequence[Mapping[str, Value]]) -> bool:
    """Whether the equations have no value at any of these points: a denominator is 0 there."""
    return all(
        any(holds(each.pair, each.relation, point) is None for each in known.given)
        for point in points
    )


def _solves_for_known(groups: Groups, known: Equations) -> bool:
    """Whether a line is solved for a name of a single equation: h = V/(πr²)."""
    if len(known.given) > 1 or len(groups[0]) > 1:
        return False
    return groups[0][0].left.op == "name" and groups[0][0].names == known.names


def _satisfies(known: Equations, point: Mapping[str, Value]) -> bool:
    return all(
        holds(each.pair, each.relation, point) is True
        for each in known.given
        if each.names <= point.keys()
    )


def _judge_values(  # noqa: C901  (what values may be, in turn)
    known: Equations, groups: Groups, solved: Solutions
) -> Sense:
    """Values for names: each must be a solution, and none may be missing."""
    told = [_told(group) for group in groups]
    if any(each is None for each in told):
        return "unknown"
    assigned = [each for each in told if each is not None]
    names = frozenset().union(*(each.keys() for each in assigned))
    if any(mp.im(value) != 0 for each in assigned for value, _ in each.values()):
        known.complex_too = True
        known._solved = None
        solved = known.solutions
    if not solved.points and not solved.complete:
        return _by_substitution(known, assigned)
    hits = [[_matches(point, each) for point in solved.points] for each in assigned]
    wrong = [each for each, hit in zip(assigned, hits, strict=True) if not any(hit)]
    if wrong and (solved.periodic or solved.free or not solved.complete):
        wrong = [each for each in wrong if not _is_solution(known, each)]
    missing = [
        point
        for place, point in enumerate(solved.points)
        if not any(hit[place] for hit in hits) and names & point.keys()
    ]
    if solved.periodic and known.one_turn and not solved.complete:
        missing = [point for point in missing if all(0 <= x < 2 * mp.pi for x in point.values())]
    if solved.periodic and known.in_figure and not wrong and not solved.complete:
        inside = all(0 < value < mp.pi for each in assigned for value, _ in each.values())
        return "follows" if inside else "unknown"
    if solved.free:
        whole = all(each.keys() >= known.names for each in assigned)
        return "does_not_follow" if wrong else "follows" if whole else "unknown"
    if wrong and solved.complete and not solved.points:
        points = [{name: value for name, (value, _) in each.items()} for each in wrong]
        return "gains" if _all_left_out(known, points) else "does_not_follow"
    if wrong:
        return "does_not_follow" if len(wrong) == len(assigned) else "gains"
    if missing:
        return "loses" if solved.complete else "unknown"
    return "same_solutions" if solved.complete or solved.periodic else "unknown"


def _by_substitution(
    known: Equations, assigned: Sequence[Mapping[str, tuple[Value, int | None]]]
) -> Sense:
    """Where the equations could not be solved: a value that fails is wrong, others stay open."""
    for each in assigned:
        point = {name: value for name, (value, _) in each.items()}
        exactly = all(digits in (0, None) for _, digits in each.values())
        if exactly and any(
            holds(one.pair, one.relation, point) is False
            for one in known.given
            if one.names <= point.keys()
        ):
            return "does_not_follow"
    return "unknown"


def _is_solution(known: Equations, told: Mapping[str, tuple[Value, int | None]]) -> bool:
    point = {name: value for name, (value, _) in told.items()}
    return known._allowed(point) and _satisfies(known, point)


def _told(group: Sequence[SidedRelation]) -> dict[str, tuple[Value, int | None]] | None:
    """Return the values that a group gives names, and with how many decimals."""
    told: dict[str, tuple[Value, int | None]] = {}
    for each in group:
        name = each.solved_for
        assert name is not None
        try:
            digits = digits_of(each.value)
            if each.relation == "~=" and not digits:  # rounded to whole ones, degrees or others
                digits = 2 if has_op(each.value, "const") else None
            told[name] = (value_at(each.value, {}), digits)
        except ValueUnknown:
            return None
    return told


def _matches(point: Mapping[str, Value], told: Mapping[str, tuple[Value, int | None]]) -> bool:
    for name, (value, digits) in told.items():
        if name not in point:
            continue
        tolerance = _NEAR if not digits else mpf(10) ** -digits * mpf("1.0001")
        try:
            if abs(point[name] - value) > tolerance * (max(1, abs(value)) if not digits else 1):
                return False
        except TypeError:
            return False
    return True


def is_operator_form(node: Node) -> bool:
    """Whether an expression asks to be worked out, so that what equals it is claimed to be it."""
    return has_op(node, "deriv", "integral", "sum", "lim", "between", "at", "dots", "based", "fact")
