"""A reading in which what asks for a general reason is put to the course, not to the run's rows.

The model reads "why may Church stay at 2 forever?" as why Church has 2, which its rows tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tutor_app.conversation.beside.general_question import asks_the_course
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.traces import Problem
from tutor_app.retrieval.embedder import Embedder
from tutor_app.tracing.spoken.symbols_in import symbols_in
from tutor_app.tracing.step_reading.parse_step_reading import StepReading
from tutor_app.tracing.step_reading.step_question import StepQuestion
from tutor_app.understanding.claims import asks_something, questions_in


def with_general_asked(
    reading: StepReading, text: str, problem: Problem, embedder: Embedder
) -> StepReading:
    """Return a reading whose general questions ask for the course's reason, in the message's words.

    Where all of a message is general, so is what was read of it; else what is on its nodes alone.
    """
    if not any(each.kind in ("why", "whether", "course") for each in reading.asked):
        return reading
    found = list(_questions(text))
    general = [one for one in found if asks_the_course(one, problem, embedder)]
    if not general:
        return reading
    others = [one for one in found if one not in general]
    apart = _nodes(general, problem) - _nodes(others, problem)
    kept = [each for each in reading.asked if others and not _is_on(each, apart)]
    if others and len(kept) == len(reading.asked):
        return reading  # what was read of the general one is the course's already, or is of both
    reason = StepQuestion(kind="reason", words=" ".join(general))
    return replace(reading, asked=(*kept, reason))


def _questions(text: str) -> Iterator[str]:
    for sentence in split_sentences(text):
        yield from filter(asks_something, questions_in(sentence))


def _is_on(asked: StepQuestion, nodes: set[str]) -> bool:
    """Whether a reason or a doubt is on some of these nodes alone."""
    told = asked.told
    if asked.kind not in ("why", "whether") or told is None:
        return False
    named = {*told.nodes, *([told.node] if told.node is not None else [])}
    return bool(named) and named <= nodes


def _nodes(sentences: Sequence[str], problem: Problem) -> set[str]:
    symbols = (each for one in sentences for each in symbols_in(one, problem))
    return {each.node for each in symbols if each.kind == "node"}
