"""The lines of a calculation one after the other: which follows, in which sense, which does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, product

from tutor_app.calculations.checking.calculation_verdicts import (
    WRONG,
    CheckedCalculation,
    LineVerdict,
    Sense,
    outcome_of,
)
from tutor_app.calculations.checking.checked_statements import (
    ORDER,
    CheckedStatement,
    Link,
    is_relation,
    names_of,
    statements_of,
)
from tutor_app.calculations.checking.claimed_sides import (
    both_signs,
    is_finished,
    is_undefined,
    looks_like_rewriting,
    with_sign,
    without_units,
)
from tutor_app.calculations.checking.follow_equations import (
    Equations,
    Groups,
    SidedRelation,
    groups_hold,
    is_operator_form,
    judge_equation,
)
from tutor_app.calculations.checking.follow_inequalities import judge_congruence, judge_inequality
from tutor_app.calculations.checking.known_names import KnownNames, is_unresolved, put_in
from tutor_app.calculations.checking.numeric_values import ValueUnknown, value_at
from tutor_app.calculations.checking.recurrences import Recurrence, recurrence_of, terms_in
from tutor_app.calculations.checking.same_value import (
    Sameness,
    compare,
    is_logical_form,
    is_near,
)
from tutor_app.calculations.checking.statistic_values import statistic_of
from tutor_app.calculations.reading.calculation_lines import WrittenCalculation
from tutor_app.calculations.reading.choose_reading import Reading
from tutor_app.calculations.reading.expression_tree import Node, has_op, names_in, walk
from tutor_app.calculations.reading.plain_notation import symbols
from tutor_app.calculations.reading.token_runs import CUT


def told_values(statements: Sequence[CheckedStatement]) -> dict[str, list[Node]]:
    """Return the values that lines tell of names: 2 of "at x = 2", and T of "p = T"."""
    told: dict[str, list[Node]] = {}
    for statement in statements:
        for link in (each for group in statement.groups for each in group):
            plain = len(link.exprs) == 2 and link.rels == ("=",) and link.exprs[0].op == "name"
            if plain and (not names_in(link.exprs[1]) or link.exprs[1].text in ("T", "F")):
                told.setdefault(link.exprs[0].text, []).append(link.exprs[1])
    return told


def recurrent_sequences(statements: Sequence[CheckedStatement]) -> frozenset[str]:
    """Return the sequences whose rule is told: T of "T(n) = 2T(n/2) + n"."""
    found = set()
    for statement in statements:
        link = statement.only
        term = recurrence_of(link.exprs, link.rels) if link is not None and link.rels else None
        if link is None or term is None or not term.is_general:
            continue
        if any(each.sequence == term.sequence for each in terms_in(link.exprs[1])):
            found.add(term.sequence)
    return frozenset(found)


def check_lines(written: WrittenCalculation, reading: Reading) -> CheckedCalculation:
    """Return what is found of a calculation under one reading of its doubtful places."""
    statements = statements_of(written, reading)
    checker = _Checker(statements, written.words, written.data)
    verdicts = tuple(checker.verdicts())
    outcome = outcome_of(verdicts)
    if outcome in ("right", "wrong") and written.unread:
        outcome = "unknown"
    return CheckedCalculation(verdicts=verdicts, outcome=outcome)


LETTERS_OF_LENGTHS = "abcdhlrsABCDHLRS"
MOST_CHOICES = 12  # of values told of several names


@dataclass(slots=True)
class _Checker:
    """Goes through the statements and keeps what they establish."""

    statements: Sequence[CheckedStatement]
    words: frozenset[str]
    data: tuple[str, ...] = ()
    known: KnownNames = field(default_factory=KnownNames)
    equations: Equations = field(default_factory=Equations)
    inequality: Groups | None = None
    congruence: tuple[Groups, Node] | None = None
    recurrence: Recurrence = field(default_factory=Recurrence)
    rounded: bool = False
    drawn: bool = False
    previous: SidedRelation | None = None
    cases: list[CheckedStatement] = field(default_factory=list)
    told: dict[str, list[Node]] = field(default_factory=dict)
    truths: set[str] = field(default_factory=set)
    recurrent: frozenset[str] = frozenset()

    def verdicts(self) -> Iterator[LineVerdict]:
        table = symbols()
        self.told = told_values(self.statements)
        self.recurrent = recurrent_sequences(self.statements)
        if any(
            is_logical_form(expr)
            for each in self.statements
            for group in each.groups
            for link in group
            for expr in link.exprs
        ):
            self._take_truths()
        self.equations.positive_only = bool(self.words & set(table["lengths"]))
        self.equations.complex_too = bool(self.words & set(table["complex"]))
        for place, statement in enumerate(self.statements):
            for verdict in self._judge(place, statement):
                verdict = self._in_context(place, verdict)
                self.drawn = self.drawn or verdict.sense in ("follows", "same_solutions", "case")
                if verdict.sense in WRONG:
                    yield self._drawn_from(statement, verdict)
                    return
                yield verdict
            self._keep(statement)
        yield from self._told_without_solution()
        yield from self._equation_alone()

    def _take_truths(self) -> None:
        """Keep the truth values that are told: p = T, q = 0."""
        truths = {
            "T": "true",
            "F": "false",
            "1": "true",
            "0": "false",
            "true": "true",
            "false": "false",
        }
        for name, values in self.told.items():
            if name not in "TF" and len(values) == 1 and values[0].text in truths:
                self.known.values[name] = Node("const", (truths[values[0].text],))
                self.truths.add(name)

    def _at_told_values(self, left: Node, right: Node) -> bool:
        """Whether two sides agree where names have the values that the message tells of them."""
        if names_in(left) and names_in(right):
            return False  # only who puts a number in means it at that number
        names = sorted(names_in(left) | names_in(right))
        choices = [self.told.get(name, [Node("name", (name,))]) for name in names]
        if not any(name in self.told for name in names):
            return False
        return any(
            compare(put_in(left, bound), put_in(right, bound)) in ("same", "rounded")
            for choice in islice(product(*choices), MOST_CHOICES)
            for bound in [dict(zip(names, choice, strict=True))]
        )

    def _keep(self, statement: CheckedStatement) -> None:
        """Remember the relation that the next line is drawn from."""
        only = statement.only
        if only is not None and only.rels and only.modulus is None and len(only.rels) == 1:
            left, right = (self.known.resolve(each) for each in only.exprs)
            if names_in(left) | names_in(right):
                self.previous = SidedRelation(left, only.rels[0], right)

    def _drawn_from(self, statement: CheckedStatement, verdict: LineVerdict) -> LineVerdict:
        """Return a wrong verdict with the relation before it, where there is one to hold it to."""
        if verdict.sense == "different" or self.previous is None:
            return verdict
        groups = self._related(statement)
        if groups is None:
            return verdict
        sides = tuple(side for group in groups for each in group for side in each.pair)
        signs = (self.previous.relation, *(each.relation for group in groups for each in group))
        return replace(verdict, before=self.previous.pair, after=sides, relations=signs)

    def _equation_alone(self) -> Iterator[LineVerdict]:
        """An equation that nothing was drawn from is no work: what stands beside proves nothing."""
        drawn = len(self.equations.given) > 1 or self.drawn
        equations = [each for each in self.equations.given if each.left.op != "name"]
        if equations and not drawn:
            last = self.statements[-1].groups[-1][-1]
            yield LineVerdict(line=last.lines[-1], place=last.places[-1], sense="unverified")

    def _told_without_solution(self) -> Iterator[LineVerdict]:
        """ "No real solutions" at the end is a claim like any other."""
        told = {"no"} <= self.words and self.words & {"solution", "solutions", "roots", "root"}
        if not told or not self.equations.given:
            return
        solved = self.equations.solutions
        last = self.statements[-1].groups[-1][-1]
        sense: Sense = "unknown"
        if solved.points:
            sense = "no_solution"
        elif solved.complete:
            sense = "same_solutions"
        yield LineVerdict(line=last.lines[-1], place=last.places[-1], sense=sense)

    def _in_context(self, place: int, verdict: LineVerdict) -> LineVerdict:
        """Return a verdict as what comes later, or the words beside it, let it stand."""
        later = self.statements[place + 1 :]
        chooses = bool(self.words & set(symbols()["choosing"]))
        if verdict.sense == "loses" and chooses and self._holds_of_positive(place):
            return replace(verdict, sense="follows")
        if verdict.sense == "loses" and self._may_be_length(place):
            return replace(verdict, sense="follows" if self._is_pythagorean() else "unknown")
        if verdict.sense == "loses" and self._others_follow(place):
            self.cases.append(self.statements[place])
            return replace(verdict, sense="case")
        if verdict.sense == "gains" and any(self._puts_right(each) for each in later):
            return replace(verdict, sense="follows")
        return verdict

    def _holds_of_positive(self, place: int) -> bool:
        """Whether a line has all positive solutions: of a length nobody wants the others."""
        groups = self._related(self.statements[place])
        if groups is None or any(e.relation in ORDER for group in groups for e in group):
            return False
        trial = Equations(given=list(self.equations.given), positive_only=True)
        return judge_equation(trial, groups, derived=True) in ("same_solutions", "follows")

    def _may_be_length(self, place: int) -> bool:
        """Whether the letter is one of lengths, so that only its positive value may be meant."""
        groups = self._related(self.statements[place])
        named = groups is not None and all(
            each.solved_for is not None and each.solved_for[0] in LETTERS_OF_LENGTHS
            for group in groups
            for each in group
        )
        return named and self._holds_of_positive(place)

    def _is_pythagorean(self) -> bool:
        """Whether the equation is a square with squares added or subtracted: c² = 6² + 8²."""
        for each in self.equations.given:
            sides = [[*_terms_of(side)] for side in each.pair]
            squares = [all(map(_is_square, side)) for side in sides]
            if all(squares) and sorted(map(len, sides)) == [1, 2]:
                return True
        return False

    def _others_follow(self, place: int) -> bool:
        """Whether this line and others together have all solutions: cases in turn."""
        solved = self.equations.solutions
        own = self._related(self.statements[place])
        if own is None or not solved.complete:
            return False
        missing = [point for point in solved.points if not groups_hold(own, point)]
        present = [point for point in solved.points if groups_hold(own, point)]
        if not present:
            return False
        for later in (*self.cases, *self.statements[place + 1 :]):
            others = self._related(later)
            if others is None or any(groups_hold(others, point) is not False for point in present):
                continue
            missing = [point for point in missing if not groups_hold(others, point)]
        return not missing

    def _puts_right(self, statement: CheckedStatement) -> bool:
        groups = self._related(statement)
        if groups is None or not all(each.solved_for for group in groups for each in group):
            return False
        return judge_equation(self.equations, groups, derived=True) == "same_solutions"

    def _related(self, statement: CheckedStatement) -> Groups | None:
        """Return the relations of a statement, a ± written out; None if it has none."""
        groups: list[list[SidedRelation]] = []
        for group in statement.groups:
            parts: list[list[list[SidedRelation]]] = []
            for link in group:
                if not link.rels or link.modulus is not None:
                    return None
                parts.append(self._of_link(link))
            groups += [[each for part in choice for each in part] for choice in product(*parts)]
        return groups

    def _of_link(self, link: Link) -> list[list[SidedRelation]]:
        """Return what a link says, in one list for each sign that ± may have."""
        exprs = [self.known.resolve(each) for each in link.exprs]
        signs = [1, -1] if any(has_op(each, "pm") for each in exprs) else [1]
        found = []
        for sign in signs:
            signed = [with_sign(each, sign) for each in exprs]
            related = [
                SidedRelation(signed[place], link.rels[place], signed[place + 1])
                for place in range(len(link.rels))
            ]
            found.append(related)
        return found

    def _judge(self, place: int, statement: CheckedStatement) -> Iterator[LineVerdict]:
        only = statement.only
        if only is None:
            yield from self._judge_groups(place, statement)
        elif only.label and not only.rels and only.label != CUT:
            yield self._verdict(only, 0, self._judge_label(only))
        elif not only.rels:
            yield from self._judge_alone(place, only, derived=statement.derived)
        else:
            yield from self._judge_link(place, only, derived=statement.derived)

    def _judge_alone(self, place: int, link: Link, *, derived: bool) -> Iterator[LineVerdict]:
        if is_logical_form(*link.exprs) and derived and place:
            before = self.statements[place - 1].only
            if before is not None and not before.rels:
                implied = Node("implies", (before.exprs[0], link.exprs[0]))
                sense = compare(implied, Node("const", ("true",)))
                yield self._verdict(link, 0, "follows" if sense == "same" else "does_not_follow")

    def _judge_link(  # noqa: C901  (the kinds of lines, in the order in which they are told apart)
        self, place: int, link: Link, *, derived: bool
    ) -> Iterator[LineVerdict]:
        if link.modulus is not None:
            yield from self._judge_congruent(link, derived=derived)
            return
        if link.label and link.label != CUT:
            yield self._verdict(link, 0, self._judge_label(link))
        if link.exprs[0].op == "name" and link.exprs[0].text in self.truths:
            yield self._verdict(link, 0, "given")
            return
        told = recurrence_of(link.exprs, link.rels)
        if (
            told is not None
            and link.exprs[0].op == "called"
            and told.sequence not in self.recurrent
        ):
            told = None
        if told is None and self._defines(link):
            yield from self._judge_definition(place, link)
            return
        if told is not None:
            sense = self.recurrence.judge(told, link.exprs, len(link.rels))
            yield self._verdict(link, 1, sense)
            return
        if any(rel in ORDER for rel in link.rels):
            yield from self._judge_order(place, link, derived=derived)
            return
        for index in range(len(link.rels)):
            if index == 0 and self._tells_number(link):
                continue
            verdict = self._judge_pair(place, link, index, derived=derived)
            if link.label == CUT and verdict.sense in WRONG:
                # What stands before belongs to it, and was not read.
                verdict = replace(verdict, sense="unknown")
            yield verdict
            if verdict.sense in WRONG:
                return

    def _judge_label(self, link: Link) -> Sense:
        """A mean, a median or a range is compared with that of the data; other words tell."""
        expected = statistic_of(link.label, self.data)
        if expected is None:
            bare = not link.rels and link.exprs[0].op == "num"
            return "unverified" if bare else "set_up"
        sense = compare(self.known.resolve(link.exprs[0]), expected)
        return "same_value" if sense == "same" else "rounded" if sense == "rounded" else "different"

    def _tells_number(self, link: Link) -> bool:
        """Whether a chain begins with a bare number that equals another: "binary 101 = 5"."""
        if link.claimed or link.rels[0] not in ("=", "~="):
            return False
        left, right = link.exprs[:2]
        bits = left.op == "num" and len(left.text) > 2 and not set(left.text) - set("01")
        alone = left.op == "num" and (right.op == "num" or bits)
        return alone and compare(left, right) == "different"

    # --- what is told ------------------------------------------------------------------------

    def _defines(self, link: Link) -> bool:
        left = link.exprs[0]
        match left.op:
            case "called":
                order = int(str(left.args[2]))
                new = f"{left.args[1]}{chr(39) * order}" not in self.known.functions
                return new and left.nodes[0].op == "name" and link.rels[0] == "="
            case "opaque" | "primed":
                return is_unresolved(self.known.resolve(left)) and link.rels[0] == "="
            case "name":
                told = link.exprs[1].op in ("matrix", "tuple") or self._is_complex(link) or (
                    has_op(link.exprs[1], "matrix", "name") and self._is_matrix(link.exprs[1])
                )
                return told and left.text not in self.known.values
        return False

    def _is_complex(self, link: Link) -> bool:
        """Whether a complex number is told: z = 3 + 4i."""
        closed = len(link.exprs) == 2 and not names_in(link.exprs[1])
        return closed and any(each == Node("const", ("I",)) for each in walk(link.exprs[1]))

    def _is_matrix(self, node: Node) -> bool:
        resolved = self.known.resolve(node)
        return has_op(resolved, "matrix")

    def _told_sense(self, place: int, left: Node, *, bare: bool) -> Sense:
        """What is told of something unknown: a premise, a claim, or how something is set up."""
        if left.op == "primed":
            return "unverified"
        if left.op != "opaque":
            return "unverified" if bare else "given"
        last = place == len(self.statements) - 1
        return ("unverified" if last else "given") if bare else "set_up"

    def _judge_definition(self, place: int, link: Link) -> Iterator[LineVerdict]:
        left, body = link.exprs[0], link.exprs[1]
        derivative_known = False
        if left.op == "called":
            order = int(str(left.args[2]))
            resolved = self.known.resolve(left)
            derivative_known = order > 0 and not is_unresolved(resolved)
            told = len(link.rels) == 1 or compare(resolved, self.known.resolve(body)) != "different"
            if derivative_known and not names_in(body) and names_in(resolved) and told:
                verdict = self._judge_pair(place, link, 0, derived=True)
                yield verdict
                return
            if derivative_known:
                yield self._compared(link, 0, resolved, self.known.resolve(body))
            name = f"{left.args[1]}{chr(39) * order}"
            self.known.functions[name] = (left.nodes[0].text, self.known.resolve(body))
        elif left.op == "primed":
            self.known.named[f"{left.text}{chr(39) * int(str(left.args[1]))}"] = body
        elif not is_unresolved(self.known.resolve(body)) or left.op == "name":
            self.known.values[left.text] = self.known.resolve(body)
        if not derivative_known:
            bare = body.op == "num" or (body.op == "div" and not any(e.nodes for e in body.nodes))
            lonely = left.op in ("opaque", "primed") or int(
                str(left.args[2] if left.op == "called" else "0")
            )
            yield self._verdict(link, 1, self._told_sense(place, left, bare=bool(lonely and bare)))
        for index in range(1, len(link.rels)):
            verdict = self._judge_pair(place, link, index, derived=True)
            yield verdict
            if verdict.sense in WRONG:
                return

    # --- values, identities, equations -----------------------------------------------------

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
        if self._is_put_in(index, verdict):
            return replace(verdict, sense="same_value")
        if verdict.sense not in ("different", "unknown") or is_logical_form(left, right):
            self._note(link, index, left, right)
            return verdict
        return self._unequal(place, link, index, verdict, derived=derived)

    def _is_put_in(self, index: int, verdict: LineVerdict) -> bool:
        """Whether a value is told that an expression has where a number is put in for its name."""
        if verdict.sense != "different":
            return False
        left, right = verdict.before[0], verdict.after[0]
        if index == 0 and not is_operator_form(left):
            return False  # it may be the equation that the number solves
        return self._at_told_values(left, right)

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
            if sense in WRONG and index == 0 and self.equations.solutions.free:
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
        return sense if solved and len(self.equations.given) == 1 else "unknown"

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
        if is_operator_form(related.left):
            return False
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
        later = [each for each in self.statements[place + 1 :] if is_relation(each)]
        same_names = [each for each in later if names_of(each) & related.names]
        conditional = [each for each in same_names if self._differs(each)]
        if conditional:
            return bool(self._has_solution(related))
        if self.words & set(symbols()["solving"]) and not looks_like_rewriting(*related.pair):
            return True
        return is_finished(related.left) and not looks_like_rewriting(*related.pair)

    def _has_solution(self, related: SidedRelation) -> bool:
        trial = Equations(given=[related])
        solved = trial.solutions
        told = "no" in self.words
        return bool(solved.points) or not solved.complete or told

    def _differs(self, statement: CheckedStatement) -> bool:
        link = statement.only
        if link is None or not link.rels:
            return True
        left, right = (self.known.resolve(each) for each in link.exprs[:2])
        return has_op(left, "pm") or has_op(right, "pm") or compare(left, right) == "different"

    def _about(self, left: Node, right: Node) -> Sense:
        self.rounded = True
        try:
            near = is_near(value_at(left, {}), value_at(right, {}))
        except ValueUnknown:
            return "unknown"
        return "rounded" if near else "different"

    def _compared(self, link: Link, index: int, left: Node, right: Node) -> LineVerdict:
        sense: Sense | Sameness = compare(left, right)
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
        some = any(any(row) for row in pairs) and (lefts[0] == lefts[1] or rights[0] == rights[1])
        sense = "same_value" if every or some else "different"
        return self._verdict(link, index + 1, sense, (left,), (right,))

    # --- several at once, inequalities, congruences ---------------------------------------

    def _judge_groups(self, place: int, statement: CheckedStatement) -> Iterator[LineVerdict]:
        last = statement.groups[-1][-1]
        links = statement.groups[0]
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
        sense = judge_inequality(self.inequality, groups)
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

    def _verdict(
        self,
        link: Link,
        index: int,
        sense: Sense,
        before: tuple[Node, ...] = (),
        after: tuple[Node, ...] = (),
    ) -> LineVerdict:
        index = min(index, len(link.exprs) - 1)
        return LineVerdict(
            line=link.lines[index],
            place=link.places[index],
            sense=sense,
            before=before,
            after=after,
        )


def _terms_of(node: Node) -> tuple[Node, ...]:
    parts = node.nodes if node.op == "add" else (node,)
    return tuple(each.nodes[0] if each.op == "neg" else each for each in parts)


def _is_square(node: Node) -> bool:
    return node.op == "pow" and node.nodes[1] == Node("num", ("2",))


def _are_of_other_names(link: Link, left: Node, right: Node) -> bool:
    """Whether two sides have no name in common, one having been put for another: ∫ with u and x."""
    constants = frozenset("CcK")
    one, other = names_in(left) - constants, names_in(right) - constants
    integrates = any(has_op(each, "integral") for each in link.exprs)
    return bool(integrates and one and other and not one & other)
