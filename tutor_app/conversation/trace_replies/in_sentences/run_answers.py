"""Answers to questions about a run, from its rows as far as they are seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from tutor_app.conversation.beside.column_meaning import MEANINGS, meanings_of_columns
from tutor_app.conversation.trace_replies.in_sentences import answer_phrases as say
from tutor_app.conversation.trace_replies.in_sentences.change_asked import change_asked
from tutor_app.conversation.trace_replies.in_sentences.choice_answers import ChoiceAnswers
from tutor_app.conversation.trace_replies.in_sentences.mark_answers import MarkAnswers
from tutor_app.conversation.trace_replies.in_sentences.node_facts import NodeFacts
from tutor_app.conversation.trace_replies.in_sentences.run_answer import RunAnswer
from tutor_app.conversation.trace_replies.in_sentences.why_not_number import why_not_number
from tutor_app.tracing.claims.doubtful_symbols import Symbol
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.spoken.read_statements import READ_OF
from tutor_app.tracing.spoken.run_states import RunStates
from tutor_app.tracing.spoken.symbols_in import symbols_in
from tutor_app.tracing.spoken.words_at import WORDS, is_named, is_on_role

_JOINS: Final = frozenset(("dash", "arrow", "comma", "also"))
LEAST_OF_A_WAY = 3


class RunAnswers:
    """Answers about one run whose rows up to `seen` the student has; row `tried` was wrong."""

    def __init__(
        self,
        facts: ExactFacts,
        seen: int,
        *,
        marks_when_taken: Callable[[], bool],
        tried: int | None = None,
    ) -> None:
        self._nodes = NodeFacts(facts, seen)
        self._choices = ChoiceAnswers(facts, seen, tried)
        self._facts = facts
        self._states = RunStates(facts)
        self._seen = seen
        self._marks = MarkAnswers(facts.run.problem.algorithm, marks_when_taken).answer
        self._problem = facts.run.problem

    def answer(self, question: str) -> RunAnswer | None:
        """Return what the run tells to a question; None where it tells nothing."""
        symbols = symbols_in(question, self._problem)
        words = {each.text.casefold() for each in symbols}
        tries: tuple[Callable[[str, Sequence[Symbol], set[str]], RunAnswer | None], ...] = (
            self._role,
            self._choices.answer,
            self._choices.why_not,
            self._marks,
            self._changed,
            self._final,
            self._lowered,
            self._path,
            self._brings_again,
            self._origin,
            self._not_a_number,
            self._offered,
            self._through,
            self._columns,
            self._from_start,
            self._never_taken,
            self._choices.row_asked,
        )
        if self._problem.algorithm not in READ_OF:
            tries = (self._choices.answer, self._marks, self._columns, self._choices.row_asked)
        return next((told for each in tries if (told := each(question, symbols, words))), None)

    def _role(self, _: str, symbols: Sequence[Symbol], __: set[str]) -> RunAnswer | None:
        """Which node the goal is, or whether one is."""
        goal = self._problem.goal
        if goal is None or not is_on_role(symbols):
            return None
        node = next((each.node for each in symbols if is_named(each)), None)
        if node is None:
            return _told(say.GOAL_IS(goal=goal))
        return _told(say.GOAL_YES(node=node) if node == goal else say.GOAL_NO(node=node, goal=goal))

    def _final(self, _: str, symbols: Sequence[Symbol], words: set[str]) -> RunAnswer | None:
        nodes = [each.node for each in symbols if each.kind == "node"]
        if not words & WORDS["final"] or not nodes or "why" in words:
            return None
        return RunAnswer(sentences=(self._nodes.say_final(nodes[0]),))

    def _changed(self, _: str, symbols: Sequence[Symbol], words: set[str]) -> RunAnswer | None:
        """Why a number that was there changed: the way through the node that was taken was less."""
        change = change_asked(symbols, words, self._states, self._seen)
        if change is None:
            return None
        taken = [(node, self._nodes.taken_in(node)) for node in change.asked]
        done = [
            say.TAKEN_SINCE(node=node, row=self._nodes.name_row(row)) for node, row in taken if row
        ]
        return RunAnswer(
            sentences=(*self._nodes.say_offer(change.via, change.node, change.row), *done)
        )

    def _lowered(self, _: str, symbols: Sequence[Symbol], words: set[str]) -> RunAnswer | None:
        """Whether the number of a node can still get smaller."""
        lowers = words & (WORDS["lowered"] | WORDS["turns"])
        nodes = [*dict.fromkeys(each.node for each in symbols if each.kind == "node")]
        if not lowers or not words & WORDS["able"] or self._facts.key is None:
            return None
        said: list[str] = []
        if nodes:
            taken = self._nodes.taken_in(nodes[0])
            if len(nodes) > 1:
                said += self._nodes.say_offer(nodes[1], nodes[0])
            if taken is not None:
                said.append(say.TAKEN_SINCE(node=nodes[0], row=self._nodes.name_row(taken)))
        return RunAnswer(sentences=tuple(said), whole=False)

    def _path(self, _: str, symbols: Sequence[Symbol], words: set[str]) -> RunAnswer | None:
        """Why a way that is as long is not the one that is found."""
        ways = [way for way in self._ways_in(symbols) if way != self._facts.path_to(way[-1])]
        if not ways or not words & (WORDS["differs"] | {"why", "could", "not"}):
            return None
        return _told(self._nodes.say_way(ways[0]))

    def _ways_in(self, symbols: Sequence[Symbol]) -> Iterator[tuple[str, ...]]:
        start = self._problem.start
        found: list[str] = []
        for each in (*symbols, Symbol("break")):
            if each.kind == "node":
                found.append(each.node)
            elif each.kind not in _JOINS:
                if len(found) >= LEAST_OF_A_WAY and found[0] == start:
                    yield tuple(found)
                found = []

    def _brings_again(self, _: str, symbols: Sequence[Symbol], words: set[str]) -> RunAnswer | None:
        """Why a node that waits or is closed is not brought in once more."""
        nodes = [*dict.fromkeys(each.node for each in symbols if each.kind == "node")]
        brings = words & (WORDS["puts"] | WORDS["finds"])
        if not brings or not nodes:
            return None
        node = nodes[-1]
        by = self._facts.row_of(nodes[0]) if len(nodes) > 1 else None
        if len(nodes) > 1 and "it" in words:  # "4 has not been visited, why can't 3 add it?"
            node, by = nodes[0], self._facts.row_of(nodes[-1])
        return _told(self._nodes.say_again(node, by))

    def _origin(self, _: str, symbols: Sequence[Symbol], words: set[str]) -> RunAnswer | None:
        """Who gave a node its number, or brought it in."""
        nodes = [*dict.fromkeys(each.node for each in symbols if each.kind == "node")]
        if len(nodes) != 1 or not words & {"who", "where", "whose"}:
            return None
        return self._nodes.say_origin(nodes[0])

    def _offered(self, _: str, symbols: Sequence[Symbol], words: set[str]) -> RunAnswer | None:
        """Why an edge, "C-D", or one number changes nothing, or where it comes from."""
        for one, join, other in zip(symbols, symbols[1:], symbols[2:], strict=False):
            if one.kind == other.kind == "node" and join.kind in ("dash", "arrow"):
                for via, node in ((one.node, other.node), (other.node, one.node)):
                    own = (
                        self._nodes.say_origin(node)
                        if self._nodes.taken_in(via) is not None
                        else None
                    )
                    if own is not None and (said := self._nodes.say_offer(via, node)):
                        return RunAnswer(sentences=(*own.sentences, *said))
        valued = any(
            one.kind == "node" and other.kind in ("number", "equals", "is")
            for one, other in pairwise(symbols)
        )
        nodes = [*dict.fromkeys(each.node for each in symbols if each.kind == "node")]
        numbers = {each.number for each in symbols if each.kind == "number"}
        if "why" not in words or not valued or len(nodes) != 1 or self._facts.key is None:
            return None
        return self._nodes.say_origin(nodes[0]) if self._nodes.value(nodes[0]) in numbers else None

    def _not_a_number(self, _: str, symbols: Sequence[Symbol], words: set[str]) -> RunAnswer | None:
        """Why a number is not there: "why isn't it 9?", "why not 12 if it's the cheaper one?"."""
        numbers = {each.number for each in symbols if each.kind == "number"}
        nodes = [*dict.fromkeys(each.node for each in symbols if each.kind == "node")]
        denied = any(each.kind == "not" for each in symbols)
        if "why" not in words or not denied or len(numbers) != 1 or len(nodes) > 1:
            return None
        node = nodes[0] if nodes else None
        number, lower = numbers.pop(), bool(words & WORDS["lowered"])
        rows = (self._seen, self._seen + 1)  # the last one may be put right just now
        told = (why_not_number(self._states, number, n, node, to_come=lower) for n in rows)
        return _told(next(filter(None, told), None))

    def _through(self, _: str, symbols: Sequence[Symbol], words: set[str]) -> RunAnswer | None:
        """Why a node is not reached through another: "why isn't V reached through O?"."""
        if "why" not in words:
            return None
        for place, each in enumerate(symbols):
            behind = next((s for s in symbols[place + 1 : place + 3] if s.kind == "node"), None)
            leads = each.kind == "via" or each.text.casefold() in ("over", "from")
            node = next((s.node for s in symbols[:place] if s.kind == "node"), None)
            if not leads or behind is None or node in (None, behind.node):
                continue
            own, said = (
                self._nodes.say_origin(str(node)),
                self._nodes.say_offer(behind.node, str(node)),
            )
            if own is not None and said:
                return RunAnswer(sentences=(*own.sentences, *said))
        return None

    def _columns(self, question: str, _: Sequence[Symbol], words: set[str]) -> RunAnswer | None:
        if not words & {"mean", "means", "meaning", "stand", "stands"}:
            return None
        meant = meanings_of_columns(question, self._problem)
        letters = [each for each in ("f", "g", "h") if each in question.split()]
        shown = {"astar": "fgh", "greedy": "h", "ucs": "g"}.get(self._problem.algorithm, "")
        meant = meant or tuple(MEANINGS[each]() for each in letters if each in shown)
        return RunAnswer(sentences=meant) if meant else None

    def _from_start(self, _: str, symbols: Sequence[Symbol], words: set[str]) -> RunAnswer | None:
        """Why values count the whole way: what they stand for."""
        named = any(each.kind == "node" and each.node == self._problem.start for each in symbols)
        column = {"dist": "dist", "g": "g", "f": "g"}.get(self._facts.key or "")
        if "why" not in words or "from" not in words or not named or column is None:
            return None
        return RunAnswer(sentences=(MEANINGS[column](),), whole=False)

    def _never_taken(self, _: str, symbols: Sequence[Symbol], words: set[str]) -> RunAnswer | None:
        """Why a node that waits was not taken, once the run is over."""
        nodes = [*dict.fromkeys(each.node for each in symbols if each.kind == "node")]
        if "why" not in words or len(nodes) != 1:
            return None
        return _told(self._nodes.say_never_taken(nodes[0]))


def _told(sentence: str | None) -> RunAnswer | None:
    return None if sentence is None else RunAnswer(sentences=(sentence,))
