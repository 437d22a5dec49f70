"""Why something in a run is as it is, or is not otherwise: by what was told as the thing asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tutor_app.conversation.trace_replies.by_reading import asked_phrases as say
from tutor_app.conversation.trace_replies.by_reading.seen_run import SeenRun
from tutor_app.conversation.trace_replies.in_sentences.answer_phrases import (
    HAS_AFTER,
    TAKEN_SINCE,
    WAY_IS,
)
from tutor_app.conversation.trace_replies.in_sentences.told_words import ToldWords
from tutor_app.conversation.trace_replies.in_sentences.why_not_number import why_not_number
from tutor_app.conversation.trace_replies.pair_replies import what_decides
from tutor_app.conversation.trace_replies.row_reasons import tell_tie
from tutor_app.conversation.trace_replies.trace_reply_sentences import explain_row
from tutor_app.tracing.checking.compare_values import same_value
from tutor_app.tracing.narration.values_in_words import write_number, write_path
from tutor_app.tracing.pair_reasons import reason_of_pair
from tutor_app.tracing.spoken.judge_statements import judge_statements
from tutor_app.tracing.spoken.statements import RunStatement

Answer = tuple[str, ...]


class RunReasons:
    """Reasons from one run as far as it is seen; None where its rows tell none."""

    def __init__(self, run: SeenRun) -> None:
        self._run = run
        self._words = ToldWords(run.facts, run.seen)
        self._reasons: Mapping[str, Callable[[RunStatement], Answer | None]] = {
            "taken": self._taken,
            "value": self._value,
            "unchanged": self._unchanged,
            "parent": self._parent,
            "adds": self._adds,
            "waits": self._state,
            "closed": self._state,
            "new": self._state,
            "path": self._path,
            "cost": self._cost,
            "listed": self._listed,
            "ended": lambda _: run.say_end(),
            "goal": lambda _: run.say_end(),
            "follows": self._follows,
            "offer": self._offer,
        }

    def answer(self, asked: RunStatement) -> Answer | None:
        """Return the reason for something, or against it where it is denied."""
        reason = self._reasons.get(asked.kind)
        return None if reason is None else reason(asked)

    def instead(self, held: RunStatement, other: RunStatement) -> Answer | None:
        """Return the reason for one thing and not the other: "why 9 and not 7 for Q?"."""
        run = self._run
        if held.kind == "value":
            return (*(self._value(held) or ()), *self._against_value(other)) or None
        reason = reason_of_pair(run.facts.run, str(held.node), str(other.node))
        if reason is None or reason.row > run.seen + 1:
            return run.hint_node()
        seen = reason.row <= run.seen
        first = self._row_explained(reason.row) if seen and reason.cause == "tie" else ()
        return (what_decides(run.facts.run, reason), *first, *(() if seen else (run.rule(),)))

    def _row_explained(self, row: int) -> Answer:
        exact = self._run.facts.run
        if not exact.algorithm.first_step <= row <= self._run.seen:
            return ()
        return tuple(filter(None, (explain_row(exact, row), tell_tie(exact, row - 1))))

    def _taken(self, asked: RunStatement) -> Answer | None:
        run, node = self._run, str(asked.node)
        own = run.nodes.taken_in(node)
        if asked.denied:
            return self._not_taken(node, asked.row, own)
        if own is not None:
            return self._row_explained(own) or (run.say_state(node, run.seen),)
        if node in run.states.waiting(run.seen):
            return run.hint_node()
        return (run.say_state(node, run.seen),)

    def _not_taken(self, node: str, row: int | None, own: int | None) -> Answer | None:
        run = self._run
        if row is not None and row > run.seen and run.facts.row_of(node) == row:
            is_taken = RunStatement(kind="taken", node=node, row=row)
            return (say.IS_SO(said=self._words.repeat_statement(is_taken)),)
        if row is not None and row <= run.seen and own != row:
            taken = run.node_of(row)
            reason = None if taken is None else reason_of_pair(run.facts.run, taken, node)
            if reason is not None and reason.row == row:
                return (what_decides(run.facts.run, reason), run.rule())
        if own is not None:
            return (TAKEN_SINCE(node=node, row=run.name_row(own)),)
        if (never := run.nodes.say_never_taken(node)) is not None:
            return (never,)
        if node not in run.states.waiting(run.seen):
            return (run.say_state(node, run.seen),)
        return run.hint_node()

    def _value(self, asked: RunStatement) -> Answer | None:
        run, node = self._run, str(asked.node)
        if asked.denied:
            return self._against_value(asked) or None
        quantity = run.states.quantity(asked.quantity)
        at = run.seen if asked.row is None else asked.row
        if quantity is None:
            return None
        if at > run.seen:
            return run.hint_value(node)
        value = run.states.value(node, quantity, at)
        if value is None:
            return (run.say_state(node, at),)
        if not same_value(value, asked.number):
            return self._against_value(asked)
        if quantity == "f":
            return self._sum_of(node, at)
        origin = run.nodes.say_origin(node) if quantity in ("g", "dist") else None
        return origin.sentences if origin is not None else self._row_explained(at) or None

    def _sum_of(self, node: str, at: int) -> Answer | None:
        g, h, f = (self._run.states.value(node, name, at) for name in ("g", "h", "f"))
        if g is None or h is None or f is None:
            return None
        return (say.SUM_OF(node=node, g=write_number(g), h=write_number(h), f=write_number(f)),)

    def _against_value(self, asked: RunStatement) -> Answer:
        """Say what a node has instead of a number, and what that number is."""
        states, seen = self._run.states, self._run.seen
        if asked.number is not None and asked.quantity in (None, "dist", "g"):
            rows = (seen, seen + 1) if asked.row is None else (asked.row,)
            told = (why_not_number(states, asked.number, row, asked.node) for row in rows)
            if (said := next(filter(None, told), None)) is not None:
                return (said,)
        run, node = self._run, str(asked.node)
        quantity = run.states.quantity(asked.quantity)
        at = run.seen if asked.row is None else asked.row
        if quantity is None:
            return ()
        value = run.states.value(node, quantity, min(at, run.seen))
        if at > run.seen or value is None or same_value(value, asked.number):
            return run.hint_value(node)
        has = HAS_AFTER(node=node, value=write_number(value), row=run.name_row(at))
        origin = run.nodes.say_origin(node) if quantity in ("g", "dist") else None
        plain = RunStatement(kind="value", node=node, number=asked.number, row=at)
        (judged,) = judge_statements([plain], run.facts, run.seen)
        own = origin.sentences if origin is not None and at == run.seen else (has,)
        return (*own, *(self._words.why_not(judged) if judged.cause != "before_row" else ()))

    def _unchanged(self, asked: RunStatement) -> Answer | None:
        if not asked.nodes:
            return self._row_explained(asked.row if asked.row is not None else self._run.seen)
        return self._changed(asked.nodes[0]) if asked.denied else self._kept(asked)

    def _changed(self, node: str) -> Answer:
        """Say why the number of a node could change, by its last change that is seen."""
        run = self._run
        first = run.facts.run.algorithm.first_step
        rows = (r for r in range(run.seen, first - 1, -1) if node in run.states.improved_in(r))
        row = next(rows, None)
        via = run.node_of(row) if row is not None else None
        said = run.nodes.say_offer(via, node, row) if via is not None else []
        if (taken := run.nodes.taken_in(node)) is None:
            return (*said, say.MAY_CHANGE(node=node))
        return (*said, say.WAS_OPEN(node=node), TAKEN_SINCE(node=node, row=run.name_row(taken)))

    def _kept(self, asked: RunStatement) -> Answer | None:
        run, node = self._run, asked.nodes[0]
        row = asked.row if asked.row is not None else run.seen
        if row > run.seen:
            return run.hint_value(node)
        closed = run.nodes.taken_in(node)
        if closed is not None and closed < row:
            return (TAKEN_SINCE(node=node, row=run.name_row(closed)),)
        via = run.node_of(row)
        if via is None or via == node:
            return self._row_explained(row) or None
        if run.facts.weight(via, node) is None:
            return (say.NO_SUCH_EDGE(source=via, target=node),)
        return tuple(run.nodes.say_offer(via, node, row)) or self._row_explained(row) or None

    def _parent(self, asked: RunStatement) -> Answer | None:
        run, node, parent = self._run, str(asked.node), asked.nodes[0]
        origin = run.nodes.say_origin(node)
        own = () if origin is None else origin.sentences
        if run.states.parent(node, run.seen) == parent:
            return own or None
        if run.facts.weight(parent, node) is None:
            return (*own, say.NO_SUCH_EDGE(source=parent, target=node))
        if run.nodes.taken_in(parent) is None:
            return (*own, run.say_state(parent, run.seen))
        return (*own, *run.nodes.say_offer(parent, node)) or None

    def _adds(self, asked: RunStatement) -> Answer | None:
        run, by = self._run, self._run.facts.row_of(str(asked.node))
        if not asked.denied and by is not None and by <= run.seen:
            return self._row_explained(by) or None
        return tuple(self._not_added(asked, by)) or None

    def _not_added(self, asked: RunStatement, by: int | None) -> Iterator[str]:
        run = self._run
        for node in asked.nodes:
            again = run.nodes.say_again(node, by)
            if again is not None:
                yield again
            elif run.facts.weight(str(asked.node), node) is None:
                yield say.NO_SUCH_EDGE(source=asked.node, target=node)

    def _state(self, asked: RunStatement) -> Answer | None:
        run = self._run
        at = run.seen if asked.row is None else min(asked.row, run.seen)
        return tuple(run.say_state(node, at) for node in asked.nodes)

    def _path(self, asked: RunStatement) -> Answer | None:
        run = self._run
        if (other := run.nodes.say_way(asked.nodes)) is not None:
            return (other,)
        exact = run.facts.path_to(asked.nodes[-1])
        row = run.facts.row_of(asked.nodes[-1])
        if not exact or row is None or row > run.seen:
            return (say.PATH_LATER(),)
        return (WAY_IS(path=write_path(exact)),)

    def _cost(self, asked: RunStatement) -> Answer | None:
        run = self._run
        nodes = asked.nodes or (run.facts.path_to(run.facts.goal) if run.facts.goal else ())
        total = run.facts.sum_along(nodes) if nodes else None
        if run.seen < run.states.last or total is None:
            return (say.PATH_LATER(),)
        return (say.PATH_ADDS_UP(path=write_path(nodes), total=write_number(total)),)

    def _listed(self, asked: RunStatement) -> Answer | None:
        run = self._run
        at = run.seen if asked.row is None else asked.row
        if at > run.seen:
            return run.hint_node()
        return (*self._row_explained(at), run.say_list(at))

    def _offer(self, asked: RunStatement) -> Answer | None:
        return tuple(self._run.nodes.say_offer(asked.nodes[0], asked.nodes[1])) or None

    def _follows(self, asked: RunStatement) -> Answer | None:
        run = self._run
        row = run.facts.row_of(asked.nodes[0])
        return self._taken(
            RunStatement(
                kind="taken",
                node=asked.node,
                row=None if row is None else row + 1,
                denied=asked.denied,
            )
        )
