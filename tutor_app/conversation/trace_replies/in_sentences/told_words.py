"""What is told of a run, in words: repeated where it is right, with its cause where it is not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from tutor_app.conversation.trace_replies.in_sentences import told_phrases as says
from tutor_app.conversation.trace_replies.trace_reply_sentences import describe_waiting
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.narration.run_sentences import name_step
from tutor_app.tracing.narration.values_in_words import (
    begin_sentence,
    join_items,
    write_number,
    write_path,
)
from tutor_app.tracing.spoken.judged_statement import JudgedStatement, rows_told
from tutor_app.tracing.spoken.run_states import RunStates
from tutor_app.tracing.spoken.statements import RunStatement
from tutor_app.tracing.waiting_entries import list_waiting
from tutor_app.wording.catalogue import Phrase

MOST_REPEATED = 3  # right ones
_BY_NODES: Final = frozenset(("waits_already", "closed_already"))
_BY_WAY: Final = frozenset(("edge_alone", "another_way", "before_row", "h_alone", "g_alone"))
_OLD: Final = {"old_value": says.OLD_VALUE, "old_number": says.OLD_NUMBER}
_PLAIN: Final = {"more_wait": says.MORE_WAIT_TOO, "order": says.ORDER_WRONG}
_SAY_NOT: Final = frozenset(("waits", "closed", "new", "parent", "follows"))  # by themselves
_RESULTS: Final = frozenset(("path", "parent", "order", "blamed", "listed"))
_QUIET: Final = frozenset(("edge",))  # right, it is worth no word beside what rests on it


class ToldWords:
    """Says of statements about one run what they deserve; `seen` is the last right row."""

    def __init__(self, facts: ExactFacts, seen: int) -> None:
        self._facts = facts
        self._states = RunStates(facts)
        self._seen = seen

    def react_to(self, judged: Sequence[JudgedStatement], times: int, *, whole: bool = True) -> str:
        """Return the right ones, repeated, then each that is not so with its cause.

        `whole`: the statements are all that the message tells.
        """
        right = [each for each in judged if each.verdict == "right"]
        # Rows that are told rightly are the student's place, however few were seen before.
        self._seen = max((self._seen, *rows_told(right)))
        wrong = _once(each for each in judged if each.verdict == "wrong")
        loud = [each for each in right if each.statement.kind not in _QUIET]
        loud = loud or ([] if wrong else right)
        totals = {each.statement.number for each in right if each.statement.kind == "value"}
        loud = [
            each
            for each in loud
            if each.statement.kind != "sum" or each.statement.number not in totals
        ]
        bare = [
            each
            for each in loud
            if each.statement.kind == "sum" and not self._facts.holds_number(each.statement.number)
        ]
        loud = [each for each in loud if each not in bare]
        said = [self.repeat_statement(each.statement) for each in loud]
        parts: list[str] = []
        said = [*dict.fromkeys(said)]
        if len(said) > MOST_REPEATED:
            many = says.RIGHT_MANY if whole and not wrong else says.RIGHT_SOME
            parts.append(many(said=", ".join(_most_telling(loud, self)[:MOST_REPEATED])))
        elif said:
            wordings = says.RIGHT.wordings(said=join_items(said))
            parts.append(wordings[times % len(wordings)])
        if bare:  # only the adding is right: of no node it is the number
            sums = dict.fromkeys(self.repeat_statement(each.statement) for each in bare)
            given = dict.fromkeys(write_number(each.statement.number) for each in bare)
            parts.append(says.SUM_ALONE(sums=join_items([*sums]), totals=join_items([*given])))
        for each in wrong:
            if each.cause == "order_parts":
                parts += self.why_not(each)
            else:
                wordings = says.WRONG.wordings(said=self.repeat_statement(each.statement))
                parts.append(begin_sentence(wordings[0]))
                parts += self.why_not(each)
        return " ".join(dict.fromkeys(parts))

    def name_row_of(self, number: int) -> str:
        return name_step(self._facts.run.algorithm, number)

    def repeat_statement(self, each: RunStatement) -> str:
        """Return what a statement says."""
        said = _WRITERS[each.kind](self, each)
        return says.NOT_SAID(said=said) if each.denied and each.kind not in _SAY_NOT else said

    def row_of(self, each: RunStatement) -> int:
        return each.row if each.row is not None else self._seen

    def write_value(self, each: RunStatement) -> str:
        quantity = self._states.quantity(each.quantity)
        number = write_number(each.number)
        if quantity in (None, "dist"):
            value = says.DIST_OF(node=each.node, number=number)
        else:
            value = says.VALUE_OF(quantity=quantity, node=each.node, number=number)
        if each.row is None:
            return value
        return (says.VALUE_BEFORE if each.before else says.VALUE_AFTER)(
            value=value, row=self.name_row_of(each.row)
        )

    def write_list(self, each: RunStatement) -> str:
        row = self.name_row_of(self.row_of(each))
        if not each.nodes:
            return says.LIST_EMPTY(row=row)
        values = each.values or (None,) * len(each.nodes)
        nodes = ", ".join(
            node if value is None else f"{node} {write_number(value)}"
            for node, value in zip(each.nodes, values, strict=True)
        )
        return says.LISTED(nodes=nodes, row=row)

    def write_blamed(self, each: RunStatement) -> str:
        row = self._facts.row_of(each.node) if each.node is not None else each.row
        return says.BLAMED(row=self.name_row_of(row or 0))

    def write_unchanged(self, each: RunStatement) -> str:
        if each.nodes:
            return says.UNCHANGED_OF(node=each.nodes[0])
        own = self._facts.row_of(each.node) if each.node is not None else each.row
        return says.UNCHANGED(row=self.name_row_of(own if own is not None else self._seen + 1))

    def why_not(self, each: JudgedStatement) -> Iterator[str]:
        """Yield why a statement is not so."""
        told = each.statement
        if each.cause in _BY_NODES:
            for node in each.nodes:
                yield from self._state_since(each, node)
        elif told.kind == "path":
            yield from self._of_path(each)
        elif each.cause in _OLD:
            row = self.name_row_of(each.row or 0)
            yield _OLD[each.cause](number=write_number(told.number), node=each.nodes[0], row=row)
        elif each.cause in _BY_WAY:
            yield from self._of_value(each)
        elif each.cause == "no_edge":
            yield says.NO_SUCH_EDGE(source=told.node, target=each.nodes[0])
        elif each.cause == "order_parts":
            yield says.RIGHT_UP_TO(nodes=", ".join(each.nodes[:-1]), node=each.nodes[-1])
        elif each.cause in _PLAIN:
            yield _PLAIN[each.cause]()
        elif told.kind in ("waits", "closed", "new", "listed", "taken"):
            yield from self._state_of(each)

    def _state_since(self, each: JudgedStatement, node: str) -> Iterator[str]:
        if each.cause == "closed_already":
            yield says.CLOSED_ALREADY(
                node=node, row=self.name_row_of(self._facts.row_of(node) or 0)
            )
            return
        already = says.IN_TWICE if each.statement.kind == "listed" else says.WAITS_ALREADY
        yield from self._since(already, (node,))

    def _of_path(self, each: JudgedStatement) -> Iterator[str]:
        if each.cause == "no_edge":
            yield says.NO_SUCH_EDGE(source=each.nodes[0], target=each.nodes[1])
        elif each.cause == "as_short":
            yield says.WAY_OF_PARENTS(path=write_path(each.statement.nodes))
        else:
            yield from self._other_path(each)

    def _of_value(self, each: JudgedStatement) -> Iterator[str]:
        told, number = each.statement, write_number(each.statement.number)
        if each.cause == "edge_alone":
            yield says.EDGE_ALONE(number=number, source=each.way[0])
            if each.way[0] != self._facts.run.problem.start:
                yield says.WHOLE_WAY(source=each.way[0])
        elif each.cause == "another_way":
            yield says.ANOTHER_WAY(number=number, way=write_path(each.way))
        elif each.cause == "before_row":
            yield says.BEFORE_ROW(row=self.name_row_of(self.row_of(told)))
        else:
            yield (says.H_ALONE if each.cause == "h_alone" else says.G_ALONE)(
                number=number, node=told.node
            )

    def _other_path(self, each: JudgedStatement) -> Iterator[str]:
        total = self._facts.sum_along(each.statement.nodes)
        graph = self._facts.run.problem.graph
        if total is not None and graph is not None and graph.weighted:
            yield says.PATH_ADDS_UP(
                path=write_path(each.statement.nodes), total=write_number(total)
            )
            return
        yield says.OTHER_WAY(path=write_path(each.statement.nodes))

    def _since(self, words: Phrase, nodes: Sequence[str]) -> Iterator[str]:
        for node in nodes:
            entered = self._states.first_waiting(node)
            if entered is not None:
                yield words(node=node, row=self.name_row_of(entered))

    def _state_of(self, each: JudgedStatement) -> Iterator[str]:
        """Say in which state a node really is, as far as the rows are seen."""
        told = each.statement
        if not self._states.shows("waits") and told.kind != "new":
            return
        row = min(self.row_of(told), self._seen + 1) - (1 if told.kind == "taken" else 0)
        for node in each.nodes or ((told.node,) if told.node is not None else ()):
            if node in self._states.closed_after(row):
                yield says.WAS_TAKEN(node=node, row=self.name_row_of(self._facts.row_of(node) or 0))
            elif node in self._states.waiting(row):
                if told.kind != "taken":
                    yield from self._since(says.WAITS_ALREADY, (node,))
                else:
                    yield from self._of_choice(node, row)
            else:
                yield says.NOT_MET(node=node, row=self.name_row_of(row))

    def _of_choice(self, node: str, row: int) -> Iterator[str]:
        """Say what the choice rests on of which a node that waits was not the one."""
        waiting = list_waiting(self._facts.run, row)
        own = next((each.value for each in waiting if each.node == node), None)
        least = min((each.value for each in waiting if each.value is not None), default=None)
        if own is None or own != least:
            yield from filter(None, [describe_waiting(self._facts.run, row)])
            return
        tied = [each.node for each in waiting if each.value == least]
        yield says.TIE(nodes=join_items(tied), value=write_number(least))


def _once(wrong: Iterable[JudgedStatement]) -> list[JudgedStatement]:
    """Return what is not so, each state of a node that is the cause once."""
    kept: list[JudgedStatement] = []
    for each in wrong:
        states = [(other.cause, other.nodes) for other in kept if other.nodes]
        if (each.cause, each.nodes) not in states:
            kept.append(each)
    return kept


def _most_telling(judged: Sequence[JudgedStatement], words: ToldWords) -> list[str]:
    """Return what to repeat of many: what the message comes to, then the rest in its order."""
    ranked = sorted(judged, key=lambda each: each.statement.kind not in _RESULTS)
    return [*dict.fromkeys(words.repeat_statement(each.statement) for each in ranked)]


def _write_state(words: ToldWords, each: RunStatement) -> str:
    nodes = each.nodes
    return says.STATES[each.kind, each.denied](nodes=join_items(list(nodes)), count=len(nodes))


def _write_parent(words: ToldWords, each: RunStatement) -> str:
    said = says.PARENT(child=each.node, parent=each.nodes[0])
    return says.NOT_SAID(said=said) if each.denied else said


def _write_edge(words: ToldWords, each: RunStatement) -> str:
    source, target = each.nodes
    if each.number is None:
        return says.EDGE(source=source, target=target)
    return says.EDGE_WEIGHT(number=write_number(each.number), source=source, target=target)


def _write_adds(words: ToldWords, each: RunStatement) -> str:
    if not each.nodes:
        return says.ADDS_NOTHING(node=each.node)
    return says.ADDS(node=each.node, nodes=join_items(list(each.nodes)))


def _write_sum(words: ToldWords, each: RunStatement) -> str:
    terms = " + ".join(map(write_number, each.terms))
    return says.SUM(terms=terms, total=write_number(each.number))


def _write_follows(words: ToldWords, each: RunStatement) -> str:
    said = says.NEXT_AFTER(node=each.node, after=each.nodes[0])
    return says.NOT_SAID(said=said) if each.denied else said


def _write_cost(words: ToldWords, each: RunStatement) -> str:
    if not each.nodes:
        return says.COST(number=write_number(each.number))
    return says.COST_OF(number=write_number(each.number), path=write_path(each.nodes))


_WRITERS: Final[Mapping[str, Callable[[ToldWords, RunStatement], str]]] = {
    "taken": lambda words, each: says.TAKEN(
        node=each.node, row=words.name_row_of(words.row_of(each))
    ),
    "value": ToldWords.write_value,
    "listed": ToldWords.write_list,
    "adds": _write_adds,
    "unchanged": ToldWords.write_unchanged,
    "path": lambda words, each: says.PATH(path=write_path(each.nodes)),
    "offer": lambda words, each: says.OFFER(
        node=each.nodes[1], via=each.nodes[0], number=write_number(each.number)
    ),
    "parent": _write_parent,
    "waits": _write_state,
    "closed": _write_state,
    "new": _write_state,
    "sum": _write_sum,
    "edge": _write_edge,
    "cost": _write_cost,
    "ended": lambda words, each: says.ENDED(row=words.name_row_of(words.row_of(each))),
    "goal": lambda words, each: says.GOAL(node=each.node),
    "blamed": ToldWords.write_blamed,
    "order": lambda words, each: says.ORDER_IS(nodes=", ".join(each.nodes)),
    "follows": _write_follows,
}
