"""Standing in line for the model, and what is said where there is none."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from tutor_app.errors import TutorError
from tutor_app.llm.chat import ChatModel, Stop
from tutor_app.strategies.explain import Explainer, Explanation, explain
from tutor_app.strategies.follow_up import FollowUp, ask_follow_up
from tutor_app.strategies.hint_checks import ExactHint
from tutor_app.strategies.judge import Judged, judge_answer
from tutor_app.strategies.phrase_hint import PhrasedHint, phrase_hint
from tutor_app.teaching import Persona
from tutor_app.tracing.reading.model_reading import ModelReading, read_told
from tutor_app.values import Event, Quote, Status
from tutor_app.wiring import Tools

Outcome = TypeVar("Outcome")

PATIENCE = 15.0  # seconds, in line and for the model together, for words of a hint that is there

_NO_MODEL = (
    "The tutor's own words are missing: no model is configured. The quotes stand. For staff: "
    "`elenchus doctor` says what to do."
)


def models_question(
    asked: str, quotes: Sequence[Quote], tools: Tools, stopped: Stop, persona: Persona
) -> Generator[Event, None, FollowUp]:
    """Wait for the model, telling the place in the line, and let it ask."""

    def ask(model: ChatModel) -> Generator[Event, None, FollowUp]:
        yield Status(text="Thinking of a question for you…")
        return ask_follow_up(asked, quotes, model, stopped, persona)

    return (yield from _in_line(tools, stopped, ask, _no_question))


def models_explanation(
    asked: str, quotes: Sequence[Quote], tools: Tools, stopped: Stop, persona: Persona
) -> Generator[Event, None, Explanation]:
    """Wait for the model, and yield its sentences as each has passed its checks."""

    def tell(model: ChatModel) -> Generator[Event, None, Explanation]:
        yield Status(text="Putting it in other words…")
        by = Explainer(model=model, stop=stopped, embedder=tools.embedder, persona=persona)
        return (yield from explain(asked, quotes, by))

    return (yield from _in_line(tools, stopped, tell, lambda why: Explanation(problem=why)))


def models_reading(text: str, tools: Tools, stopped: Stop) -> Generator[Event, None, ModelReading]:
    """Wait for the model, and let it read a problem that is told in prose."""

    def read(model: ChatModel) -> Generator[Event, None, ModelReading]:
        yield Status(text="Reading your problem…")
        return read_told(text, model, stopped)

    return (yield from _in_line(tools, stopped, read, _nothing_read))


def models_judgement(
    exercise: str, points: Sequence[str], answer: str, tools: Tools, stopped: Stop
) -> Generator[Event, None, Judged]:
    """Wait for the model, and let it say which points of a solution an answer has."""

    def judge(model: ChatModel) -> Generator[Event, None, Judged]:
        yield Status(text="Reading your answer…")
        return judge_answer(exercise, points, answer, model, stopped)

    return (yield from _in_line(tools, stopped, judge, _nothing_judged))


def models_hint(
    exact: ExactHint, tools: Tools, stopped: Stop, persona: Persona
) -> Generator[Event, None, PhrasedHint]:
    """Wait for the model for some seconds at most, and let it put a hint in other words.

    The hint is there already: who waits longer than PATIENCE reads it as it is.
    """
    until = time.monotonic() + PATIENCE

    def late() -> bool:
        return stopped() or time.monotonic() > until

    def tell(model: ChatModel) -> Generator[Event, None, PhrasedHint]:
        yield Status(text="Finding words for your hint…")
        return phrase_hint(exact, model, late, persona)

    return (yield from _in_line(tools, late, tell, _no_words))


def _in_line(
    tools: Tools,
    stopped: Stop,
    part: Callable[[ChatModel], Generator[Event, None, Outcome]],
    without: Callable[[str | None], Outcome],
) -> Generator[Event, None, Outcome]:
    """Yield what `part` yields once the model is free; `without` it, with the problem if any."""
    if tools.model is None:
        return without(_NO_MODEL)
    try:
        model = tools.model()
        if tools.slots is None:
            return (yield from part(model))
        with tools.slots.line(uuid.uuid4().hex, stopped) as places:
            for ahead in places:
                yield Status(text="Waiting in line for the tutor…", ahead=ahead)
            if stopped():  # then there is no slot to ask in
                return without(None)
            return (yield from part(model))
    except TutorError as exc:  # no server, no Redis: the quotes that are shown stand without it
        return without(str(exc))


def _nothing_read(problem: str | None) -> ModelReading:
    return ModelReading(problem=None, failed=problem)


def _nothing_judged(problem: str | None) -> Judged:
    return Judged(covered=None, problem=problem)


def _no_words(problem: str | None) -> PhrasedHint:
    return PhrasedHint(wording=None, problem=problem)


def _no_question(problem: str | None) -> FollowUp:
    return FollowUp(question=None, passage_id=None, attempts=(), problem=problem)
