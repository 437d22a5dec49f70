"""Waiting in line for the model, and what is said if there is none."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from typing import TypeVar

from tutor_app.answering.key_terms import shown_text
from tutor_app.conversation.services import Services
from tutor_app.domain.errors import TutorError
from tutor_app.domain.teaching import Persona
from tutor_app.domain.values import Event, Quote, Sentence, Status
from tutor_app.models.chat_model import ChatModel, Stop
from tutor_app.models.duties.answer import Answerer, AskedFor, ModelAnswer, answer
from tutor_app.models.duties.ask_follow_up import FollowUp, ask_follow_up
from tutor_app.models.duties.choose import ModelChoice, choose
from tutor_app.models.duties.judge import JudgeResult, judge_answer
from tutor_app.models.duties.question_checks import NOT_VERIFIED
from tutor_app.models.duties.read_problem import ModelReading, read_told
from tutor_app.models.duties.understand import UnderstandResult, understand_message
from tutor_app.models.duties.verify import verify_question
from tutor_app.understanding.turn_tokens import OnTable
from tutor_app.wording.catalogue import Phrase, phrase

Outcome = TypeVar("Outcome")


NO_MODEL = phrase("conversation.no_model")
WAITING = phrase("conversation.waiting_for_model")
THINKING_OF_QUESTION = phrase("conversation.thinking_of_question")
EXPLAINING = phrase("conversation.explaining")
READING_PROBLEM = phrase("conversation.reading_problem")
READING_ANSWER = phrase("conversation.reading_answer")
CHOOSING = phrase("conversation.choosing")
READS_YOUR_PROBLEM = phrase("conversation.reads_your_problem")
READS_YOUR_ANSWER = phrase("conversation.reads_your_answer")
# Seconds, in line and for the model together.
CHOICE_PATIENCE = 6.0  # until code's own choice of quotes is shown
SPEAKING_AFTER = 0.3  # until something is said where the reply itself waits for the model
ANSWER_PATIENCE = 25.0  # for sentences that join quotes which are there already


def models_question(
    asked: str, quotes: Sequence[Quote], services: Services, stopped: Stop, persona: Persona
) -> Generator[Event, None, FollowUp]:
    """Wait for the model, reporting the place in line, and let it ask a question and verify it."""

    def ask(model: ChatModel) -> Generator[Event, None, FollowUp]:
        yield Status(text=THINKING_OF_QUESTION())
        put = ask_follow_up(asked, quotes, model, stopped, persona)
        if put.question is None:
            return put
        passages = [shown_text(quote) for quote in quotes]
        verified = verify_question(put.question, passages, asked, model, stopped)
        if verified.supported:
            return replace(put, attempts=(*put.attempts, *verified.attempts))
        refused = replace(put.attempts[-1], failed_check=NOT_VERIFIED)
        return FollowUp(
            question=None,
            passage_id=None,
            attempts=(*put.attempts[:-1], refused, *verified.attempts),
            problem=verified.problem,
        )

    return (yield from _in_line(services, stopped, ask, _no_question))


def models_answer(
    asked: AskedFor,
    services: Services,
    stopped: Stop,
    persona: Persona,
    leaks: Callable[[str], bool],
) -> Generator[Event, None, ModelAnswer]:
    """Wait for the model for ANSWER_PATIENCE seconds at most, and let it answer from the facts."""
    late = _late_after(time.monotonic() + ANSWER_PATIENCE, stopped)

    def tell(model: ChatModel) -> Generator[Event, None, ModelAnswer]:
        yield Status(text=EXPLAINING())
        return answer(asked, Answerer(model=model, stop=late, persona=persona, leaks=leaks))

    return (yield from _in_line(services, late, tell, lambda why: ModelAnswer(problem=why)))


def models_understanding(
    table: OnTable, before: str, message: str, services: Services, stopped: Stop
) -> Generator[Event, None, UnderstandResult]:
    """Let the model read a message, if it is there before `stopped` says that it is too late."""

    def read(model: ChatModel) -> Generator[Event, None, UnderstandResult]:
        yield from ()
        return understand_message(table, before, message, model, stopped)

    return (
        yield from _in_line(
            services, stopped, read, lambda why: UnderstandResult(reading=None, problem=why)
        )
    )


def models_reading(
    text: str, services: Services, stopped: Stop
) -> Generator[Event, None, ModelReading]:
    """Wait for the model for ANSWER_PATIENCE seconds, and let it read a problem told in prose."""
    late = _late_after(time.monotonic() + ANSWER_PATIENCE, stopped)

    def read(model: ChatModel) -> Generator[Event, None, ModelReading]:
        yield Status(text=READING_PROBLEM())
        return (yield from _speaking_soon(lambda: read_told(text, model, late), READS_YOUR_PROBLEM))

    return (yield from _in_line(services, late, read, _nothing_read))


def models_judgement(
    exercise: str, points: Sequence[str], answer: str, services: Services, stopped: Stop
) -> Generator[Event, None, JudgeResult]:
    """Wait for the model for ANSWER_PATIENCE seconds, and let it say which points an answer has."""
    late = _late_after(time.monotonic() + ANSWER_PATIENCE, stopped)

    def judge(model: ChatModel) -> Generator[Event, None, JudgeResult]:
        yield Status(text=READING_ANSWER())
        judged = _speaking_soon(
            lambda: judge_answer(exercise, points, answer, model, late), READS_YOUR_ANSWER
        )
        return (yield from judged)

    return (yield from _in_line(services, late, judge, _nothing_judged))


def models_choice(
    asked: str, candidates: Sequence[str], services: Services, stopped: Stop
) -> Generator[Event, None, ModelChoice]:
    """Wait for the model for CHOICE_PATIENCE seconds at most, and let it say what answers."""
    late = _late_after(time.monotonic() + CHOICE_PATIENCE, stopped)

    def tell(model: ChatModel) -> Generator[Event, None, ModelChoice]:
        yield Status(text=CHOOSING())
        return choose(asked, candidates, model, late)

    def none_chosen(problem: str | None) -> ModelChoice:
        return ModelChoice(places=None, problem=problem)

    return (yield from _in_line(services, late, tell, none_chosen))


def _speaking_soon(
    ask: Callable[[], Outcome], first_words: Phrase
) -> Generator[Event, None, Outcome]:
    """Return what a model replies; where it is not there soon, the tutor speaks first."""
    with ThreadPoolExecutor(1) as pool:
        coming = pool.submit(ask)
        wait((coming,), timeout=SPEAKING_AFTER)
        if not coming.done():
            yield Sentence(text=first_words(), role="lead_in")
        return coming.result()


def _late_after(until: float, stopped: Stop) -> Stop:
    return lambda: stopped() or time.monotonic() > until


def _in_line(
    services: Services,
    stopped: Stop,
    part: Callable[[ChatModel], Generator[Event, None, Outcome]],
    without: Callable[[str | None], Outcome],
) -> Generator[Event, None, Outcome]:
    """Yield what `part` yields once the model is free; if it is not to be had, call `without`."""
    if services.model is None:
        return without(NO_MODEL())
    if stopped():  # a reply that nobody waits for is paid for nevertheless
        return without(None)
    try:
        model = services.model()
        if services.model_semaphore is None:
            return (yield from part(model))
        with services.model_semaphore.line(uuid.uuid4().hex, stopped) as places:
            for ahead in places:
                yield Status(text=WAITING(), ahead=ahead)
            if stopped():  # then there is no slot to ask in
                return without(None)
            return (yield from part(model))
    except TutorError as exc:  # no server, no Redis: the quotes that are shown stand without it
        return without(str(exc))


def _nothing_read(problem: str | None) -> ModelReading:
    return ModelReading(problem=None, failed=problem)


def _nothing_judged(problem: str | None) -> JudgeResult:
    return JudgeResult(covered=None, problem=problem)


def _no_question(problem: str | None) -> FollowUp:
    return FollowUp(question=None, passage_id=None, attempts=(), problem=problem)
