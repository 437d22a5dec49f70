"""Answers to what a message asks of a run: from its rows as far as they are seen.

Of a row that is still the student's to find only what its choice rests on is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from tutor_app.conversation.trace_replies.by_reading import asked_phrases as say
from tutor_app.conversation.trace_replies.by_reading.run_reasons import RunReasons
from tutor_app.conversation.trace_replies.by_reading.seen_run import SeenRun
from tutor_app.conversation.trace_replies.in_sentences.answer_phrases import HAS_AFTER, SO_IT_IS
from tutor_app.conversation.trace_replies.in_sentences.told_words import ToldWords
from tutor_app.conversation.trace_replies.trace_reply_sentences import explain_row
from tutor_app.tracing.checking.compare_values import same_value
from tutor_app.tracing.narration.values_in_words import write_number, write_path
from tutor_app.tracing.spoken.judge_statements import judge_statements
from tutor_app.tracing.spoken.statements import RunStatement
from tutor_app.tracing.step_reading.step_question import StepQuestion

Answer = tuple[str, ...]
_OF_NOW: Final = frozenset(("waits", "closed", "new", "listed"))


class AskedAnswers:
    """Answers about one run; each is its sentences, () where nothing need be said, None of what
    the run does not tell."""

    def __init__(self, run: SeenRun) -> None:
        self._run = run
        self._why = RunReasons(run)
        self._words = ToldWords(run.facts, run.seen)
        self._answers: Mapping[str, Callable[[StepQuestion], Answer | None]] = {
            "whether": self._whether,
            "why": lambda asked: self._why.answer(_statement_of(asked)),
            "which": self._which,
            "value": self._value,
            "list": self._list,
            "path": lambda _: self._path(),
            "cost": lambda _: self._path(),
            "end": lambda _: run.say_end(),
            "row": self._row,
        }

    def answer_all(
        self, asked: Sequence[StepQuestion]
    ) -> Iterator[tuple[StepQuestion, Answer | None]]:
        """Yield each question with its answer; of two that are one choice, the first alone."""
        left = list(asked)
        while left:
            one = left.pop(0)
            other = next((each for each in left if _is_choice(one, each)), None)
            chosen = self._choose(one, other) if other is not None else None
            if other is not None and chosen is not None:
                left.remove(other)
            yield one, chosen if chosen is not None else self.answer(one)

    def answer(self, asked: StepQuestion) -> Answer | None:
        """Return the answer to one question."""
        answer = self._answers.get(asked.kind)
        return None if answer is None else answer(asked)

    def _whether(self, asked: StepQuestion) -> Answer | None:
        told = _statement_of(asked)
        if told.kind == "unchanged" and told.denied and told.nodes and told.row is None:
            return (self._run.nodes.say_final(told.nodes[0]),)  # "can it still change?"
        run = self._run
        row = run.seen if told.row is None and told.kind in _OF_NOW else told.row
        plain = replace(told, denied=False, spoken=True, row=row)
        (judged,) = judge_statements([plain], run.facts, run.seen, until=plain.row or 0)
        said = self._words.repeat_statement(plain)
        if judged.verdict == "open":
            return (say.UNDECIDED(said=said),)
        if judged.verdict == "right":
            return (say.IS_SO(said=said),)
        return (say.IS_NOT_SO(said=said), *self._words.why_not(judged))

    def _choose(self, one: StepQuestion, other: StepQuestion) -> Answer | None:
        first, second = _statement_of(one), _statement_of(other)
        if one.kind == "why":
            held, instead = (second, first) if first.denied else (first, second)
            return self._why.instead(held, instead)
        if first.kind == "taken":
            return self._run.choose_node(str(first.node), str(second.node), first.row)
        return self._choose_value(first, second)

    def _choose_value(self, one: RunStatement, other: RunStatement) -> Answer | None:
        run, node = self._run, str(one.node)
        quantity = run.states.quantity(one.quantity)
        if quantity is None:
            return None
        row = one.row if one.row is not None else other.row
        at = run.seen if row is None else row
        value = run.states.value(node, quantity, min(at, run.seen))
        to_come = run.states.value(node, quantity, run.seen + 1)
        moves = to_come is not None and (value is None or not same_value(value, to_come))
        if at > run.seen or (row is None and moves):  # what it had before would pass for the answer
            return run.hint_value(node)
        if value is None or not any(same_value(value, n) for n in (one.number, other.number)):
            return None
        return (HAS_AFTER(node=node, value=write_number(value), row=run.name_row(at)),)

    def _which(self, asked: StepQuestion) -> Answer | None:
        run = self._run
        row = run.seen + 1 if asked.row is None else asked.row
        node = run.node_of(row)
        if row <= run.seen:
            return None if node is None else (SO_IT_IS(node=node, row=run.name_row(row)),)
        return run.hint_node()

    def _value(self, asked: StepQuestion) -> Answer | None:
        run, node = self._run, str(asked.node)
        quantity = run.states.quantity(None)
        if quantity is None:
            return None
        if asked.row is not None and asked.row > run.seen:
            return run.hint_value(node)
        at = run.seen if asked.row is None else asked.row
        value = run.states.value(node, quantity, at)
        if value is None:
            return (run.say_state(node, at),)
        has = HAS_AFTER(node=node, value=write_number(value), row=run.name_row(at))
        origin = run.nodes.say_origin(node) if at == run.seen and quantity != "f" else None
        return origin.sentences if origin is not None else (has,)

    def _list(self, asked: StepQuestion) -> Answer | None:
        run = self._run
        at = run.seen if asked.row is None else asked.row
        return run.hint_node() if at > run.seen else (run.say_list(at),)

    def _path(self) -> Answer | None:
        facts, run = self._run.facts, self._run
        if run.seen < run.states.last:
            return (say.PATH_LATER(),)
        path = facts.path_to(facts.goal) if facts.goal is not None else ()
        if not path or facts.cost is None:
            return None
        return (say.PATH_IS(path=write_path(path), cost=write_number(facts.cost)),)

    def _row(self, asked: StepQuestion) -> Answer | None:
        run, row = self._run, asked.row
        if row is None:
            return None
        exact = run.facts.run
        if exact.algorithm.first_step <= row <= run.seen:
            return (explain_row(exact, row),)
        return (say.ROW_OPEN(), *(run.hint_node() if row == run.seen + 1 else ()))


def _statement_of(asked: StepQuestion) -> RunStatement:
    assert asked.told is not None
    return asked.told


def _is_choice(one: StepQuestion, other: StepQuestion) -> bool:
    """Whether two questions are one choice: which of two, or why one and not the other."""
    if one.kind != other.kind or one.told is None or other.told is None:
        return False
    first, second = one.told, other.told
    if first.kind != second.kind or first.kind not in ("value", "taken"):
        return False
    differs = first.node == second.node if first.kind == "value" else first.node != second.node
    if one.kind == "why":
        return differs and first.denied != second.denied
    return one.kind == "whether" and differs and not (first.denied or second.denied)
