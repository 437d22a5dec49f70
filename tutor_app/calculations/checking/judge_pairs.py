"""A pair of sides: the same value, an equation, or a claim that is wrong."""

from __future__ import annotations

from dataclasses import replace

from tutor_app.calculations.checking.calculation_verdicts import (
    WRONG,
    LineVerdict,
    Sense,
)
from tutor_app.calculations.checking.checked_statements import (
    CheckedStatement,
    Link,
    is_relation,
    names_of,
)
from tutor_app.calculations.checking.checker_state import CheckerState
from tutor_app.calculations.checking.claimed_sides import (
    both_signs,
    is_finished,
    is_undefined,
    looks_like_rewriting,
    without_units,
)
from tutor_app.calculations.checking.follow_equations import (
    Equations,
    SidedRelation,
    is_operator_form,
    judge_equation,
)
from tutor_app.calculations.checking.known_names import is_unresolved, put_in
from tutor_app.calculations.checking.numeric_values import ValueUnknown, value_at
from tutor_app.calculations.checking.same_value import (
    Sameness,
    compare,
    is_logical_form,
    is_near,
)
from tutor_app.calculations.reading.expression_tree import Node, has_op, names_in, walk
from tutor_app.calculations.reading.plain_notation import symbols
from tutor_app.calculations.slips.find_slip import find_slip


class PairJudge(CheckerState):
    """Judges what stands on both sides of an equals sign."""

    __slots__ = ()

    def _judge_pair(self, place: int, link: Link, index: int, *, derived: bool) -> LineVerdict:
        left, right = (self.known.resolve(each) for each in link.exprs[index : index + 2])
        relation = link.rels[index]
        over = self.known.of_integrals(link.exprs)
        if over:
            left, right = (put_in(self.known.substitute(each), over) for each in (left, right))
        if is_unresolved(left) or is_unresolved(right):
            if left.op == "opaque" and not is_unresolved(right):
                self.known.values[left.text] = right
            computed = has_op(right, "add", "mul", "div", "pow") and not is_unresolved(right)
            return self._verdict(link, index + 1, "given" if computed or index else "unverified")
        if has_op(left, "pm") or has_op(right, "pm"):
            signed = self._judge_signed(place, link, index, left, right)
            if signed is not None:
                return signed
        if relation == "~=" and not names_in(left) | names_in(right):
            return self._verdict(link, index + 1, self._about(left, right), (left, right))
        verdict = self._compared(link, index, left, right)
        if verdict.sense == "different" and _are_of_other_names(link, left, right):
            return replace(verdict, sense="unknown")
        if self._is_put_in(index, verdict) or self._is_of_named(verdict) or _adds_constant(verdict):
            return replace(verdict, sense="same_value")
        if verdict.sense not in ("different", "unknown") or is_logical_form(left, right):
            self._note(link, index, left, right)
            return verdict
        unequal = self._unequal(place, link, index, verdict, derived=derived)
        about = relation == "~=" and unequal.sense == "different"
        return replace(unequal, sense="unknown") if about else unequal  # near, nobody says where

    def _is_put_in(self, index: int, verdict: LineVerdict) -> bool:
        """Whether a value is told that an expression has where a number is put in for its name."""
        if verdict.sense != "different":
            return False
        left, right = verdict.before[0], verdict.after[0]
        if index == 0 and not is_operator_form(left):
            return False  # it may be the equation that the number solves
        return self._at_told_values(left, right)

    def _is_of_named(self, verdict: LineVerdict) -> bool:
        """Whether both sides agree once y is what it was said to be: y'/y = ln x + 1 of y = xˣ."""
        named = self.known.named
        left, right = verdict.before[0], verdict.after[0]
        if verdict.sense != "different" or not named or not has_op(left, "deriv"):
            return False
        return compare(put_in(left, named), put_in(right, named)) == "same"

    def _note(self, link: Link, index: int, left: Node, right: Node) -> None:
        """Keep the function that "y = …" names, for its derivative."""
        if index == 0 and left.op == "name" and names_in(right):
            self.known.named.setdefault(left.text, right)

    def _unequal(  # noqa: C901  (what sides that differ may be, in the order of likelihood)
        self, place: int, link: Link, index: int, verdict: LineVerdict, *, derived: bool
    ) -> LineVerdict:
        """A pair whose sides differ: an equation, or a claim that is wrong."""
        left, right = verdict.before[0], verdict.after[0]
        names = names_in(left) | names_in(right)
        if not names:
            return self._closed(link, index, verdict)
        related = SidedRelation(left, link.rels[index], right)
        self._note(link, index, left, right)
        if index == 0 and self._asks_where(link, left, right):
            self.equations = Equations(given=[related])
            return self._verdict(link, 1, "given", verdict.before, verdict.after)
        if self.equations.given and not is_operator_form(left):
            sense = judge_equation(self.equations, [[related]], derived=derived or index > 0)
            open_yet = sense in WRONG or (sense == "unknown" and not derived)
            if open_yet and index == 0 and self.equations.solutions.free:
                sense = self._beside_free(place, related, sense, derived=derived)
            if sense in ("given", "unverified") and (
                index == 0 or not self.equations.names & names
            ):
                if index == 0:
                    self.equations.add(related)
                    return self._verdict(link, index + 1, sense, verdict.before, verdict.after)
            elif index and sense in WRONG and self._may_be_put_in(related):
                return replace(verdict, sense="set_up")
            elif sense not in ("given", "unverified") and not (index and sense in WRONG):
                if sense in ("follows", "same_solutions") and related.solved_for is None:
                    self._extend(related)
                return self._verdict(link, index + 1, sense, verdict.before, verdict.after)
            elif sense == "loses":
                return self._verdict(link, index + 1, sense, verdict.before, verdict.after)
        claims = link.claimed or is_operator_form(left)
        if (claims or index) and self._may_be_put_in(related):
            return replace(verdict, sense="set_up")
        if index == 0 and not claims and self._is_equation(place, link, related):
            self.equations.add(related)
            return self._verdict(link, 1, "given", verdict.before, verdict.after)
        return verdict

    def _beside_free(
        self, place: int, related: SidedRelation, sense: Sense, *, derived: bool
    ) -> Sense:
        """What a line may be that does not follow from equations which leave names free.

        It may be told as well, as the next lines show; only a rearrangement is surely wrong.
        """
        solved = "name" in (related.left.op, related.right.op)
        if self._fits_later(place, related):
            return "unknown" if derived and solved else "given"
        if self.statements[place].line in self.beside and not derived:
            return "given"  # two curves: "between y = x and y = x^2"
        defined = derived and all(each.left.op == "name" for each in self.equations.given)
        alone = solved and len(self.equations.given) == 1
        return sense if alone or (defined and related.names <= self.equations.names) else "unknown"

    def _fits_later(self, place: int, related: SidedRelation) -> bool:
        """Whether an equation beside another one is told, not derived: the next lines use both."""
        trial = Equations(given=[*self.equations.given, related])
        for later in self.statements[place + 1 : place + 3]:
            groups = self._related(later)
            if groups is None:
                return False
            if judge_equation(trial, groups, derived=True) in ("follows", "same_solutions"):
                return True
        return False

    def _may_be_put_in(self, related: SidedRelation) -> bool:
        """Whether a number that was not told may have been put in: 2x² + 1 = 2 · 9 + 1."""
        if names_in(related.right) or not names_in(related.left):
            return False
        if is_operator_form(related.left) or find_slip((related.left,), (related.right,)):
            return False  # a slip, and no value: (x + 6)/(x + 9) = 6/9
        trial = Equations(given=[related])
        return bool(trial.solutions.points) or not trial.solutions.complete

    def _asks_where(self, link: Link, left: Node, right: Node) -> bool:
        """Whether a derivative is set to a number, to be solved: f'(x) = 0; what is worked out to
        a number in steps claims to be it."""
        written = link.exprs[0].op in ("called", "primed")
        return written and is_operator_form(left) and not names_in(right) and len(link.rels) == 1

    def _extend(self, related: SidedRelation) -> None:
        """Keep what follows where the equations leave names free: it may say more later."""
        if self.equations.solutions.free and len(self.equations.given) < 4:
            self.equations.add(related)

    def _closed(self, link: Link, index: int, verdict: LineVerdict) -> LineVerdict:
        left, right = verdict.before[0], verdict.after[0]
        if self.rounded and verdict.sense == "different":
            try:
                if is_near(value_at(left, {}), value_at(right, {})):
                    return replace(verdict, sense="unknown")
            except ValueUnknown:
                return replace(verdict, sense="unknown")
        return verdict

    def _is_equation(self, place: int, link: Link, related: SidedRelation) -> bool:
        """Whether sides that differ are an equation to be solved, and no claim that they agree."""
        if related.left.op == "name" or (related.right.op == "name" and len(link.rels) == 1):
            return True
        if len(link.rels) > 1:
            return not (names_in(related.right) and names_in(link.exprs[0])) and not any(
                names_in(each) for each in link.exprs[2:]
            )
        if not names_in(related.right) or not names_in(related.left):
            return True
        if self._expands_wrongly(related):
            return False
        later = [each for each in self.statements[place + 1 :] if is_relation(each)]
        same_names = [each for each in later if names_of(each) & related.names]
        conditional = [each for each in same_names if self._differs(each)]
        if conditional:
            return bool(self._has_solution(related))
        if self._is_rewritten(related):
            return False
        if self.words & set(symbols()["solving"]) and not looks_like_rewriting(*related.pair):
            return True
        return is_finished(related.left) and not looks_like_rewriting(*related.pair)

    def _expands_wrongly(self, related: SidedRelation) -> bool:
        """Whether a known slip makes the right side of a bracket on the left, so that the line is
        no equation to be solved: (x + 3)² = x² + 3x + 9."""
        left, right = related.pair
        if self.words & set(symbols()["solving"]) or not looks_like_rewriting(left, right):
            return False
        square = left.op == "pow" and left.nodes[0].op == "add"
        return square and right.op == "add" and find_slip((left,), (right,)) is not None

    def _is_rewritten(self, related: SidedRelation) -> bool:
        """Whether a word asks for the left side in another form, so that the line claims it."""
        table = symbols()
        asked = self.words & set(table["rewriting"])
        return bool(asked) and self.words.isdisjoint({*table["solving"], *table["changing"]})

    def _has_solution(self, related: SidedRelation) -> bool:
        trial = Equations(given=[related])
        solved = trial.solutions
        told = "no" in self.words
        fraction = any(map(_divides_by_name, related.pair))  # may be solved by what it leaves out
        return bool(solved.points) or not solved.complete or told or fraction

    def _differs(self, statement: CheckedStatement) -> bool:
        link = statement.only
        if link is None or not link.rels:
            return True
        left, right = (self.known.resolve(each) for each in link.exprs[:2])
        return has_op(left, "pm") or has_op(right, "pm") or compare(left, right) == "different"

    def _about(self, left: Node, right: Node) -> Sense:
        self.rounded = True
        if has_op(left, "unit") != has_op(right, "unit"):
            left, right = without_units(left), without_units(right)
        try:
            near = is_near(value_at(left, {}), value_at(right, {}))
        except ValueUnknown:
            return "unknown"
        return "rounded" if near else "different"

    def _compared(self, link: Link, index: int, left: Node, right: Node) -> LineVerdict:
        sense: Sense | Sameness = compare(left, right)
        if sense == "different" and _are_points_of_percent(left, right):
            sense = "unknown"
        if sense != "same" and has_op(left, "unit") != has_op(right, "unit"):
            # Who leaves units out, or adds them at the end, is held to the numbers alone.
            bare = compare(without_units(left), without_units(right))
            sense = bare if bare in ("same", "rounded") else "unknown"
        if sense == "unknown":
            sense = self._of_undefined(left, right)
        if sense == "rounded":
            self.rounded = True
        return self._verdict(
            link, index + 1, "same_value" if sense == "same" else sense, (left,), (right,)
        )

    def _of_undefined(self, left: Node, right: Node) -> Sense:
        """0/0 is no value: a limit may take its form, and nothing equals it."""
        if is_undefined(left):
            return "different"
        if is_undefined(right):
            return "given" if has_op(left, "lim") else "different"
        return "unknown"

    def _judge_signed(
        self, place: int, link: Link, index: int, left: Node, right: Node
    ) -> LineVerdict | None:
        """A pair with ±: both signs on both sides agree, or one of them is what the other says."""
        lefts, rights = both_signs(left), both_signs(right)
        if names_in(left) | names_in(right):
            if not self.equations.given:
                return None
            groups = [
                [SidedRelation(a, link.rels[index], b)] for a, b in zip(lefts, rights, strict=True)
            ]
            sense = judge_equation(self.equations, groups, derived=True)
            formula = names_in(right) - self.equations.names
            if formula:
                sense = "given"
            return self._verdict(link, index + 1, sense, (left,), (right,))
        pairs = [[compare(a, b) in ("same", "rounded") for b in rights] for a in lefts]
        every = all(any(row) for row in pairs) and all(any(row[k] for row in pairs) for k in (0, 1))
        one_of = rights[0] == rights[1] or (lefts[0] == lefts[1] and names_in(link.exprs[0]))
        some = (
            any(any(row) for row in pairs) and one_of
        )  # √1 = ±1 says of one number that it is two
        sense = "same_value" if every or some else "different"
        return self._verdict(link, index + 1, sense, (left,), (right,))


def _are_of_other_names(link: Link, left: Node, right: Node) -> bool:
    """Whether two sides have no name in common, one having been put for another: ∫ with u and x."""
    constants = frozenset("CcK")
    one, other = names_in(left) - constants, names_in(right) - constants
    integrates = any(has_op(each, "integral") for each in link.exprs)
    return bool(integrates and one and other and not one & other)


def _are_points_of_percent(left: Node, right: Node) -> bool:
    """Whether whole numbers are worked with, and the sign is only put behind: 3 · 4 = 12%."""
    if right.op != "percent" or has_op(left, "percent") or not has_op(left, "mul", "add"):
        return False
    return compare(left, right.nodes[0]) == "same" and all(
        "." not in each.text for each in walk(left) if each.op == "num"
    )


def _divides_by_name(node: Node) -> bool:
    return any(each.op == "div" and names_in(each.nodes[1]) for each in walk(node))


def _adds_constant(verdict: LineVerdict) -> bool:
    """Whether the right side only has the constant of an antiderivative more: x²/2 = x²/2 + C."""
    if verdict.sense != "different":
        return False
    left, right = verdict.before[0], verdict.after[0]
    new = names_in(right) - names_in(left)
    without = put_in(right, {"C": Node("num", ("0",))})
    return new == {"C"} and compare(left, without) == "same"
