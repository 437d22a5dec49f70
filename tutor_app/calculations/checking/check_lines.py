"""The lines of a calculation one after the other: which follows, in which sense, which does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

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
    statements_of,
    told_values,
)
from tutor_app.calculations.checking.follow_equations import (
    Equations,
    SidedRelation,
    groups_hold,
    judge_equation,
)
from tutor_app.calculations.checking.judge_relations import RelationJudge
from tutor_app.calculations.checking.recurrences import recurrence_of, terms_in
from tutor_app.calculations.checking.same_value import (
    compare,
    is_logical_form,
)
from tutor_app.calculations.reading.calculation_lines import WrittenCalculation
from tutor_app.calculations.reading.choose_reading import Reading
from tutor_app.calculations.reading.expression_tree import Node, names_in
from tutor_app.calculations.reading.plain_notation import symbols
from tutor_app.calculations.reading.token_runs import CUT

LETTERS_OF_LENGTHS = "abcdhlrsABCDHLRS"


_CONTRARY = frozenset({"negation", "opposite", "contrary", "complement", "converse"})


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


def indexed_sequences(statements: Sequence[CheckedStatement]) -> frozenset[str]:
    """Return the names of which a term stands with a letter as its index: a of a_n; of others,
    I₁ and I₂, each is a name of its own."""
    links = [link for each in statements for group in each.groups for link in group]
    terms = (term for link in links for expr in link.exprs for term in terms_in(expr))
    return frozenset(term.sequence for term in terms if term.is_general)


def _turns_round(written: WrittenCalculation, verdicts: Sequence[LineVerdict]) -> bool:
    """Whether the wrong relation is told as the contrary of another: "the negation of x > 3 …"."""
    wrong = next((each for each in verdicts if each.sense in WRONG), None)
    is_relation = wrong is not None and len(wrong.before) == 2
    return is_relation and not written.words.isdisjoint(_CONTRARY)


def check_lines(written: WrittenCalculation, reading: Reading) -> CheckedCalculation:
    """Return what is found of a calculation under one reading of its doubtful places."""
    statements = statements_of(written, reading)
    checker = _Checker(
        statements,
        written.words,
        written.data,
        begins=written.begins_parts,
        beside=written.told_beside,
        asides=written.asides,
    )
    checker.equations.quadrant = written.quadrant
    verdicts = tuple(checker.verdicts())
    outcome = outcome_of(verdicts)
    wrong = next((each for each in verdicts if each.sense in WRONG), None)
    at = written.unread_at
    if wrong is not None and at is not None and at < wrong.place[0]:
        outcome = "unknown"  # what could not be read may stand between
    if outcome == "wrong" and _turns_round(written, verdicts):
        outcome = "unknown"
    return CheckedCalculation(verdicts=verdicts, outcome=outcome)


class _Checker(RelationJudge):
    """Goes through the statements and keeps what they establish."""

    __slots__ = ()

    def verdicts(self) -> Iterator[LineVerdict]:
        table = symbols()
        self.told = told_values(self.statements)
        self.recurrent = recurrent_sequences(self.statements)
        self.indexed = indexed_sequences(self.statements)
        if any(
            is_logical_form(expr)
            for each in self.statements
            for group in each.groups
            for link in group
            for expr in link.exprs
        ):
            self._take_truths()
        shapes = self.words & set(table["lengths"])
        if not self.words.isdisjoint(table["squaring"]):
            shapes -= {"square"}  # what is completed, or made of both sides, is no shape
        self.equations.positive_only = bool(shapes)
        self.equations.complex_too = bool(self.words & set(table["complex"]))
        self.equations.one_turn = not self.words.isdisjoint(("between", "interval"))
        self.equations.in_figure = not self.words.isdisjoint(("angle", "triangle", "vectors"))
        for place, statement in enumerate(self.statements):
            if statement.line in self.begins:
                self._begin_anew()
            for verdict in self._judge(place, statement):
                verdict = self._in_context(place, verdict)
                self.drawn = self.drawn or verdict.sense in ("follows", "same_solutions", "case")
                if verdict.sense in WRONG and statement.line in self.asides:
                    yield replace(verdict, sense="unknown")  # "(I threw out x = -2)"
                    return
                if verdict.sense in WRONG and self._begins_another(statement):
                    yield replace(verdict, sense="given")
                    continue
                if verdict.sense in WRONG:
                    yield self._drawn_from(statement, verdict)
                    return
                self.solved = self.solved or verdict.sense == "same_solutions"
                self.none_left = self.none_left or verdict.sense == "none_left"
                yield verdict
            self._keep(statement)
        yield from self._told_without_solution()
        yield from self._equation_alone()

    def _begin_anew(self) -> None:
        """Forget the equations of the part of a task before: "b) …" is drawn from none of them."""
        self.equations = Equations(
            positive_only=self.equations.positive_only,
            complex_too=self.equations.complex_too,
            one_turn=self.equations.one_turn,
            in_figure=self.equations.in_figure,
            quadrant=self.equations.quadrant,
        )
        self.previous, self.inequality, self.congruence = None, None, None
        self.cases, self.solved = [], False

    def _begins_another(self, statement: CheckedStatement) -> bool:
        """Whether an equation behind a solution, drawn from nothing, is another one to be solved:
        "x = 5. and 3^x + 3^x + 3^x = 81"; or another value is told of a name that only values were
        told of: "x = 0 gives …, x = 3 gives …". It is taken as given then."""
        groups = self._related(statement)
        only = groups[0][0] if groups and len(groups) == len(groups[0]) == 1 else None
        if only is None or not only.names or only.relation not in ("=", *ORDER):
            return False
        if only.relation in ORDER and "name" in (only.left.op, only.right.op):
            return False
        told = [each.solved_for for each in self.equations.given]
        tries = only.solved_for is not None and told == [only.solved_for]
        if not tries and (only.solved_for is not None or not self.solved or statement.derived):
            return False
        self._begin_anew()
        if only.relation in ORDER:
            self.inequality = groups
        else:
            self.equations.add(only)
        return True

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

    def _tells_no_solution(self) -> bool:
        some = not self.words.isdisjoint({"solution", "solutions", "roots", "root"})
        return ("no" in self.words and some) or not self.words.isdisjoint(symbols()["nothing"])

    def _told_without_solution(self) -> Iterator[LineVerdict]:
        """ "No real solutions" at the end is a claim like any other."""
        if not self._tells_no_solution() or not self.equations.given or self.none_left:
            return
        solved = self.equations.solutions
        last = self.statements[-1].groups[-1][-1]
        sense: Sense = "unknown"
        if solved.points:
            sense = "no_solution"
        elif solved.complete:
            sense = "none_left"
        yield LineVerdict(line=last.lines[-1], place=last.places[-1], sense=sense)

    def _in_context(self, place: int, verdict: LineVerdict) -> LineVerdict:
        """Return a verdict as what comes later, or the words beside it, let it stand."""
        later = self.statements[place + 1 :]
        chooses = bool(self.words & set(symbols()["choosing"]))
        if verdict.sense in ("loses", "does_not_follow") and self._is_of_case(place):
            return replace(verdict, sense="unknown")
        if verdict.sense == "loses" and chooses and self._holds_of_positive(place):
            return replace(verdict, sense="follows")
        if verdict.sense == "loses" and self._may_be_length(place):
            return replace(verdict, sense="follows" if self._is_pythagorean() else "unknown")
        if verdict.sense == "loses" and self._others_follow(place):
            self.cases.append(self.statements[place])
            return replace(verdict, sense="case")
        if verdict.sense == "gains" and self._tells_no_solution():
            return replace(verdict, sense="none_left")
        if verdict.sense == "gains" and any(self._puts_right(each) for each in later):
            return replace(verdict, sense="follows")
        if verdict.sense == "gains" and self._gains_negatives(place):
            return replace(verdict, sense="unknown")
        return verdict

    def _is_of_case(self, place: int) -> bool:
        """Whether a line keeps some solutions, where words tell a case that is not read."""
        if self.words.isdisjoint(symbols()["cases"]):
            return False
        groups = self._related(self.statements[place])
        points = self.equations.solutions.points
        return groups is not None and any(groups_hold(groups, point) for point in points)

    def _gains_negatives(self, place: int) -> bool:
        """Whether a line has all solutions, those too that a length, which a word beside it may
        mean, does not have."""
        groups = self._related(self.statements[place])
        if groups is None or not self.equations.positive_only:
            return False
        trial = Equations(given=list(self.equations.given))
        return judge_equation(trial, groups, derived=True) in ("same_solutions", "follows")

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
        whole = link.exprs[0]
        if whole.op == "iff" and all(map(is_logical_form, whole.nodes)):
            left, right = whole.nodes  # said to be the same
            sense = compare(left, right)
            told: Sense = "same_value" if sense == "same" else sense
            yield self._verdict(link, 0, told, (left,), (right,))
        elif is_logical_form(*link.exprs) and derived and place:
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
        terms = self.recurrent if link.exprs[0].op == "called" else self.indexed
        if told is not None and told.sequence not in terms:
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
                if link.label == CUT:
                    yield self._verdict(link, 1, "set_up")
                continue
            verdict = self._judge_pair(place, link, index, derived=derived)
            if link.label == CUT and verdict.sense in WRONG:
                # What stands before belongs to it, and was not read.
                verdict = replace(verdict, sense="unknown")
            yield verdict
            if verdict.sense in WRONG:
                return


def _terms_of(node: Node) -> tuple[Node, ...]:
    parts = node.nodes if node.op == "add" else (node,)
    return tuple(each.nodes[0] if each.op == "neg" else each for each in parts)


def _is_square(node: Node) -> bool:
    return node.op == "pow" and node.nodes[1] == Node("num", ("2",))
