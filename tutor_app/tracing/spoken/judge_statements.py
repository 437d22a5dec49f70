"""What a message tells of a run, held against the run's rows: right, not so and why, or open."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from tutor_app.tracing.checking.compare_values import same_value
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.claims.known_causes import cause_of_value
from tutor_app.tracing.spoken.judged_statement import JudgedStatement
from tutor_app.tracing.spoken.old_numbers import old_number_in
from tutor_app.tracing.spoken.result_holds import RESULTS, result_holds
from tutor_app.tracing.spoken.run_states import RunStates
from tutor_app.tracing.spoken.statement_causes import StatementCause
from tutor_app.tracing.spoken.statements import RunStatement


def judge_statements(
    statements: Sequence[RunStatement],
    facts: ExactFacts,
    seen: int,
    wrong_step: int | None = None,
    until: int = 0,
) -> tuple[JudgedStatement, ...]:
    """Return what is told with its verdicts; `seen` is the last row that the student has right.

    `wrong_step` is the row in which the student's own rows first go wrong, `until` their last.
    """
    judge = _StatementJudge(facts, seen, wrong_step, until)
    judged = [judge.judge(each) for each in statements]
    return tuple(
        _open(each.statement) if judge.is_replaced(each, judged[place + 1 :]) else each
        for place, each in enumerate(judged)
    )


# Of the others, what is denied is right where the thing itself is not.
_JUDGED_DENIED: Final = frozenset(("parent", "waits", "closed", "new", "follows"))


class _StatementJudge:
    def __init__(self, facts: ExactFacts, seen: int, wrong_step: int | None, until: int) -> None:
        self._until = max(until, seen + 1)
        self._own = until
        self._facts = facts
        self._states = RunStates(facts)
        self._seen = seen
        self._wrong_step = wrong_step
        self._judges: Mapping[str, Callable[[RunStatement], JudgedStatement]] = {
            "taken": self._taken,
            "value": self._value,
            "listed": self._listed,
            "adds": self._adds,
            "unchanged": self._unchanged,
            "path": self._path,
            "offer": self._offer,
            "parent": self._parent,
            "waits": self._state,
            "closed": self._state,
            "new": self._state,
            "blamed": self._blamed,
            "order": self._order,
            "follows": self._follows,
            **{kind: self._result for kind in RESULTS},
        }

    def judge(self, each: RunStatement) -> JudgedStatement:
        judged = self._judges[each.kind](each)
        if each.denied and each.kind not in _JUDGED_DENIED:
            # "I haven't been to B yet" may be said of any row: that it is so is all that is judged.
            judged = _decide(each, True) if judged.verdict == "wrong" else _open(each)
        # What is only meant may have been meant otherwise.
        return _open(each) if judged.verdict == "wrong" and not each.spoken else judged

    @staticmethod
    def is_replaced(each: JudgedStatement, later: Sequence[JudgedStatement]) -> bool:
        """Whether a value that is not so is one that the message itself replaces: behind it stands
        another of the node that is right."""
        told = each.statement
        if each.verdict != "wrong" or told.kind != "value" or told.number is None:
            return False
        return any(
            o.verdict == "right" and o.statement.kind == "value" and o.statement.node == told.node
            for o in later
        )

    def _taken(self, each: RunStatement) -> JudgedStatement:
        own = self._facts.row_of(str(each.node))
        return _decide(each, own is not None and own == each.row)

    def _rows_of(self, each: RunStatement) -> tuple[int, ...]:
        """Return the rows after which a value may be told: its own, or any up to the next."""
        return (*range(self._seen, self._until + 1),) if each.row is None else (each.row,)

    def _value(self, each: RunStatement) -> JudgedStatement:
        node, number = str(each.node), each.number
        quantity = self._states.quantity(each.quantity)
        if quantity is None or number is None:
            return _open(each)
        rows = self._rows_of(each)
        told = [self._states.value(node, quantity, row) for row in rows]
        if math.isinf(number):
            return _decide(each, None in told)
        if not any(value is not None for value in told):
            shown = each.row is not None and each.row <= self._seen and quantity == "dist"
            return _decide(each, False) if shown and not self._comes(each) else _open(each)
        if any(value is not None and same_value(value, number) for value in told):
            end = self._states.value(node, quantity, self._states.last)
            changes = end is not None and not same_value(end, number)
            unsure = each.lasting and each.row is None and changes
            return _open(each) if unsure else _decide(each, True)
        before = self._states.value(node, quantity, min(rows) - 1)
        if before is not None and same_value(before, number):
            if each.before or each.row is None:
                return _decide(each, True)
            return JudgedStatement(statement=each, verdict="wrong", cause="before_row")
        if each.before and each.row is not None:
            chosen = self._states.value(node, quantity, each.row - 1)
            if chosen is not None and same_value(chosen, number):
                return _decide(each, True)
        return self._other_value(each, quantity, rows)

    def _other_value(
        self, each: RunStatement, quantity: str, rows: Sequence[int]
    ) -> JudgedStatement:
        """Judge a value that the node has in none of the rows."""
        node, number = str(each.node), each.number
        assert number is not None
        if each.quantity is None and quantity == "f":  # a bare number may be g
            own = [self._states.value(node, "g", row) for row in (*rows, min(rows) - 1)]
            if any(value is not None and same_value(value, number) for value in own):
                return _decide(each, True)
        if each.row is not None and each.row < self._seen + 1 and not each.before:
            later = range(self._seen, self._until + 1)  # of a row of before it was told by the way
            held = [self._states.value(node, quantity, row) for row in later]
            if any(value is not None and same_value(value, number) for value in held):
                return _decide(replace(each, row=None), True)
        if quantity in ("dist", "g") and (old := old_number_in(self._states, each, rows[-1])):
            return JudgedStatement(
                statement=each, verdict="wrong", cause=old.cause, nodes=(old.node,), row=old.row
            )
        cause, way = cause_of_value(self._facts, node, quantity, number)
        if cause in ("edge_alone", "another_way", "h_alone", "g_alone"):
            return JudgedStatement(statement=each, verdict="wrong", cause=cause, way=way)
        if cause == "cheapest":
            return _open(each)  # it comes so far in a later row
        return _decide(each, False)

    def _comes(self, each: RunStatement) -> bool:
        """Whether a node has the value in a later row: the row that is meant may be that."""
        value = self._states.value(str(each.node), "dist", self._states.last)
        return value is not None and same_value(value, each.number)

    def _listed(self, each: RunStatement) -> JudgedStatement:
        if not self._states.shows("waits"):
            return _open(each)
        row = each.row if each.row is not None else self._seen
        exact = self._states.waiting(row)
        nodes = each.nodes
        repeated = tuple(n for n in dict.fromkeys(nodes) if nodes.count(n) > 1)
        extra = tuple(n for n in dict.fromkeys(nodes) if n not in exact)
        if repeated and not set(repeated) <= {n for n in exact if exact.count(n) > 1}:
            return self._not_so(each, "waits_already", repeated)
        if extra:
            return self._not_so(each, "not_waiting", extra)
        missing = tuple(n for n in exact if n not in nodes)
        if missing:
            return self._not_so(each, "more_wait", missing)
        if self._facts.key is None and list(nodes) != list(exact):
            return self._not_so(each, "order", nodes)
        for node, value in zip(nodes, each.values, strict=False):
            held = self._states.value(node, str(self._facts.key), row)
            if value is not None and held is not None and not same_value(held, value):
                return _decide(each, False)
        return _decide(each, True)

    def _adds(self, each: RunStatement) -> JudgedStatement:
        node = str(each.node)
        row = self._facts.row_of(node)
        added = self._states.nodes_added(row)
        if row is None or added is None:
            return _open(each)
        extra = tuple(n for n in each.nodes if n not in added)
        waiting = self._states.waiting(row - 1)
        for cause, held in (
            ("waits_already", waiting),
            ("closed_already", self._states.closed_after(row)),
        ):
            found = tuple(n for n in extra if n in held)
            if found and not self._states.improves(row, found):
                return self._not_so(each, cause, found)  # type: ignore[arg-type]
        unjoined = tuple(n for n in extra if self._facts.weight(node, n) is None)
        if unjoined:
            return self._not_so(each, "no_edge", unjoined)
        if extra:
            return _open(each) if self._facts.key is not None else _decide(each, False)
        # What only gets a better value is not brought in: the value told of it is judged.
        missing = tuple(n for n in self._states.new_in(row) if n not in each.nodes)
        return self._not_so(each, "more_wait", missing) if missing else _decide(each, True)

    def _unchanged(self, each: RunStatement) -> JudgedStatement:
        row = self._facts.row_of(each.node) if each.node is not None else each.row
        row = self._seen + 1 if row is None else row
        if each.nodes:
            quantity = self._states.quantity(None)
            if quantity is None:
                return _open(each)
            values = [self._states.value(each.nodes[0], quantity, n) for n in (row - 1, row)]
            if None in values:
                return _open(each)
            return _decide(each, same_value(values[0], values[1]))
        changed = self._states.changes(row)
        return _open(each) if changed is None else _decide(each, not changed)

    def _path(self, each: RunStatement) -> JudgedStatement:
        facts, nodes = self._facts, each.nodes
        start = facts.run.problem.start
        if nodes[-1] == start:
            nodes = nodes[::-1]
        if nodes[0] != start:
            return _open(each)
        exact, total = facts.path_to(nodes[-1]), facts.sum_along(nodes)
        if not exact:
            return _open(each)
        if nodes == exact:
            return _decide(each, True)
        if max(self._seen, each.row or 0) < self._states.last and self._was_way(nodes):
            return _open(each)
        if total is None:
            ends = zip(nodes, nodes[1:], strict=False)
            missing = next((pair for pair in ends if facts.weight(*pair) is None), nodes[:2])
            return self._not_so(each, "no_edge", missing)
        as_short = same_value(facts.sum_along(exact), total)
        return self._not_so(each, "as_short" if as_short else "another_way", nodes)

    def _was_way(self, nodes: tuple[str, ...]) -> bool:
        """Whether a way is the one found after some row, which a later one makes better."""
        pairs = list(zip(nodes, nodes[1:], strict=False))
        return any(
            all(self._states.parent(child, row) == parent for parent, child in pairs)
            for row in range(self._states.last)
        )

    def _parent(self, each: RunStatement) -> JudgedStatement:
        child, parent = str(each.node), each.nodes[0]
        rows = {self._seen, self._seen + 1, each.row or self._seen}
        held = {self._states.parent(child, row) for row in rows} | {self._facts.parents.get(child)}
        held -= {None}
        if not held:
            return _open(each)
        if (parent in held) is not each.denied:
            return _decide(each, True)
        earlier = range(self._facts.run.algorithm.first_step, self._seen)
        was = any(self._states.parent(child, row) == parent for row in earlier)
        return _open(each) if was or (len(held) > 1 and each.denied) else _decide(each, False)

    def _state(self, each: RunStatement) -> JudgedStatement:
        if not self._states.shows(each.kind):
            return _open(each)
        if each.row is None:  # of the student's rows, it speaks of any
            rows = tuple(range(self._seen, max(self._own, self._seen) + 1))
        else:
            rows = (each.row - 1, each.row) if len(each.nodes) == 1 else (each.row,)
        holds = any(all(self._holds(each.kind, n, row) for n in each.nodes) for row in rows)
        never = not any(any(self._holds(each.kind, n, row) for n in each.nodes) for row in rows)
        if each.denied:
            return _decide(each, never) if never or len(rows) == 1 else _open(each)
        if not holds and each.row is None and self._held_before(each):
            return _open(each)  # of a row that is behind it is so
        return _decide(each, True) if holds else self._not_so(each, None, each.nodes)

    def _held_before(self, each: RunStatement) -> bool:
        rows = range(self._facts.run.algorithm.first_step, self._seen)
        return any(all(self._holds(each.kind, n, row) for n in each.nodes) for row in rows)

    def _holds(self, kind: str, node: str, row: int) -> bool:
        if kind == "new":
            return self._states.is_unmet(node, row)
        held = self._states.waiting(row) if kind == "waits" else self._states.closed_after(row)
        return node in held

    def _offer(self, each: RunStatement) -> JudgedStatement:
        """The way through a node adds the edge to what that node has; in A* that is g."""
        key = self._states.quantity(None)
        quantity = "g" if key == "f" else key
        weight = self._facts.weight(*each.nodes)
        row = self._seen + 1 if each.row is None else each.row
        before = None if quantity is None else self._states.value(each.nodes[0], quantity, row)
        if quantity in (None, "h") or weight is None or before is None:
            return _open(each)
        return _decide(each, same_value(before + weight, each.number))

    def _blamed(self, each: RunStatement) -> JudgedStatement:
        if self._wrong_step is None:
            return _open(each)
        row = self._facts.row_of(str(each.node)) if each.node is not None else each.row
        return _decide(each, row == self._wrong_step)

    def _order(self, each: RunStatement) -> JudgedStatement:
        order = self._facts.order
        held = [one == other for one, other in zip(each.nodes, order, strict=False)]
        if all(held) and len(each.nodes) <= len(order):
            return _decide(each, True)
        parts = held.index(False) if False in held else len(order)
        return self._not_so(each, "order_parts", each.nodes[: parts + 1])

    def _follows(self, each: RunStatement) -> JudgedStatement:
        order, after = self._facts.order, each.nodes[0]
        if after not in order[:-1]:
            return _open(each)
        holds = order[order.index(after) + 1] == each.node
        return _decide(each, holds is not each.denied)

    def _result(self, each: RunStatement) -> JudgedStatement:
        held = result_holds(each, self._states, self._seen, self._until)
        return _open(each) if held is None else _decide(each, held)

    def _not_so(
        self, each: RunStatement, cause: StatementCause | None, nodes: Sequence[str]
    ) -> JudgedStatement:
        return JudgedStatement(statement=each, verdict="wrong", cause=cause, nodes=tuple(nodes))


def _open(each: RunStatement) -> JudgedStatement:
    return JudgedStatement(statement=each, verdict="open")


def _decide(each: RunStatement, right: bool) -> JudgedStatement:
    return JudgedStatement(statement=each, verdict="right" if right else "wrong")
