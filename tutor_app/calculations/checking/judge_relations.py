"""Several relations at once, inequalities and congruences."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.calculations.checking.calculation_verdicts import (
    WRONG,
    LineVerdict,
    Sense,
)
from tutor_app.calculations.checking.checked_statements import (
    ORDER,
    CheckedStatement,
    Link,
)
from tutor_app.calculations.checking.follow_equations import (
    Groups,
    SidedRelation,
    groups_hold,
    judge_equation,
)
from tutor_app.calculations.checking.follow_inequalities import judge_congruence, judge_inequality
from tutor_app.calculations.checking.judge_told import ToldJudge
from tutor_app.calculations.checking.known_names import is_unresolved
from tutor_app.calculations.checking.recurrences import recurrence_of
from tutor_app.calculations.checking.same_value import (
    compare,
)
from tutor_app.calculations.reading.expression_tree import names_in

_ABOVE_ZERO = "abovezero"  # what typed_forms.yaml makes of "(x > 0)"


class RelationJudge(ToldJudge):
    """Judges what holds together, what is ordered, and what leaves the same remainder."""

    __slots__ = ()

    def _judge_groups(  # noqa: C901  (what several relations together may be, in turn)
        self, place: int, statement: CheckedStatement
    ) -> Iterator[LineVerdict]:
        last = statement.groups[-1][-1]
        links = statement.groups[0]
        told = [
            (link, recurrence_of(link.exprs, link.rels))
            for group in statement.groups
            for link in group
        ]
        if all(term is not None and term.sequence in self.recurrence.rules for _, term in told):
            for link, term in told:
                assert term is not None
                sense = self.recurrence.judge(term, link.exprs, len(link.rels))
                yield self._verdict(link, 1, sense)
            return
        if len(statement.groups) == 1 and all(map(self._defines, links)):
            for link in links:
                yield from self._judge_definition(place, link)
            return
        if last.modulus is not None:
            yield self._verdict(last, len(last.exprs) - 1, self._congruent_groups(statement))
            return
        groups = self._related(statement)
        if groups is None or any(is_unresolved(side) for g in groups for e in g for side in e.pair):
            yield self._verdict(last, len(last.exprs) - 1, "unverified")
            return
        for link in (one for group in statement.groups for one in group):
            for index in range(1, len(link.rels)):
                verdict = self._judge_pair(place, link, index, derived=True)
                yield verdict
                if verdict.sense in WRONG:
                    return
        if any(each.relation in ORDER for group in groups for each in group):
            yield self._verdict(last, len(last.exprs) - 1, self._ordered(groups, statement.derived))
            return
        heads = [[each for each in group if names_in(each.left)] for group in groups]
        if self.equations.given:
            sense = judge_equation(self.equations, heads, derived=statement.derived)
            if sense == "given":
                self._add_all(heads)
        else:
            sense = "given"
            self._add_all(heads)
        yield self._verdict(last, len(last.exprs) - 1, sense)

    def _add_all(self, groups: Groups) -> None:
        if len(groups) == 1:
            for each in groups[0]:
                self.equations.add(each)

    def _judge_order(self, place: int, link: Link, *, derived: bool) -> Iterator[LineVerdict]:
        groups = self._of_link(link)
        if len(groups) > 1:  # x < ±3 says that both hold
            groups = [[each for group in groups for each in group]]
        if not any(each.names for each in groups[0]):
            held = groups_hold(groups, {})
            sense: Sense = "unknown" if held is None else "same_value" if held else "different"
        else:
            sense = self._ordered(groups, derived)
        yield self._verdict(link, len(link.exprs) - 1, sense)

    def _ordered(self, groups: Groups, derived: bool) -> Sense:
        if self.inequality is None:
            if self.equations.given and derived:
                return "unverified"
            self.equations.conditions.append(groups)
            self.inequality = groups
            return "given"
        above = _ABOVE_ZERO in self.words
        sense = judge_inequality(self.inequality, groups, positive_only=above)
        if sense == "given":
            self.equations.conditions.append(groups)
        return sense

    def _judge_congruent(self, link: Link, *, derived: bool) -> Iterator[LineVerdict]:
        modulus = link.modulus
        assert modulus is not None
        exprs = [self.known.resolve(each) for each in link.exprs]
        for index in range(len(link.rels)):
            left, right = exprs[index : index + 2]
            if link.rels[index] == "=" and not names_in(left) | names_in(right):
                plain = compare(left, right)
                if plain == "same":
                    yield self._verdict(link, index + 1, "same_value", (left,), (right,))
                    continue
            groups = [[SidedRelation(left, "≡", right)]]
            if names_in(left) | names_in(right):
                if self.congruence is None:
                    self.congruence = (groups, modulus)
                    sense: Sense = "given"
                else:
                    sense = judge_congruence(self.congruence, (groups, modulus))
            else:
                sense = judge_congruence(None, (groups, modulus))
            yield self._verdict(link, index + 1, sense, (left,), (right,))
            if sense in WRONG:
                return

    def _congruent_groups(self, statement: CheckedStatement) -> Sense:
        modulus = statement.groups[-1][-1].modulus
        assert modulus is not None
        groups = [
            [SidedRelation(link.exprs[0], "≡", link.exprs[1]) for link in group]
            for group in statement.groups
        ]
        if self.congruence is None:
            self.congruence = (groups, modulus)
            return "given"
        return judge_congruence(self.congruence, (groups, modulus))
