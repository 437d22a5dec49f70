"""Seconds by stage (V7): retrieval, first quote, and the model's sentence, in this process."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from rich.progress import track

from evals.answers.gold_questions import GoldQuestion
from evals.answers.measure_answers import Answered, answer
from tutor_app.conversation.services import Services
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Message
from tutor_app.exercises.assignment_book import AssignmentBooks
from tutor_app.models.chat_model import ChatMessage, ChatModel
from tutor_app.models.duties.ask_follow_up import DUTY as FOLLOW_UP
from tutor_app.models.duties.verify import DUTY as VERIFY
from tutor_app.retrieval.course_index import CourseIndexes
from tutor_app.retrieval.embedder import Embedder, Vectors
from tutor_app.retrieval.profiles import profile_named
from tutor_app.runtime.composition import build_reranker, warm
from tutor_app.runtime.evaluation_course import COURSE, IndexedFolder, console
from tutor_app.runtime.model_for_command import local_model
from tutor_app.understanding.act_classifier import ActClassifier
from tutor_app.understanding.intent import understand


@dataclass(frozen=True, slots=True)
class Trial:
    """What is timed: with which model, over how many questions, with indexing beside it or not."""

    model: Literal["none", "small", "default"]
    limit: int | None
    indexing: bool


class TimedEmbedder:
    """An embedder that counts the processor seconds that this thread spends in it."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.name = embedder.name
        self.processor_seconds = 0.0

    def embed(self, texts: Sequence[str]) -> Vectors:
        began = time.thread_time()
        try:
            return self._embedder.embed(texts)
        finally:
            self.processor_seconds += time.thread_time() - began


def measure_latency(
    course: IndexedFolder, questions: Sequence[GoldQuestion], trial: Trial
) -> dict[str, Any]:
    """Return p50 and p95 by stage; with a model also its first attempts and tokens a second.

    `own_code` is the processor time of an answer without that of embedding: the same on a machine
    that is busy with other things.

    With a model only conceptual questions are asked: those are the ones that end with a question.
    """
    asked = [q for q in questions if q.answerable]
    if trial.model != "none":
        asked = [q for q in asked if _is_conceptual(q.text)]
    asked = asked[: trial.limit]
    profile = profile_named(course.settings.retrieval_profile)
    embedder = TimedEmbedder(course.embedder)
    services = Services(
        courses=CourseIndexes(course.settings, embedder),
        embedder=embedder,
        profile=profile,
        reranker=build_reranker(course.settings, profile),
        assignments=AssignmentBooks(course.settings, embedder),
    )
    with ExitStack() as stack:
        result: dict[str, Any] = {"questions": len(asked), "indexing_beside": trial.indexing}
        if trial.indexing:
            stack.enter_context(busy_indexing(course.settings))
        if trial.model != "none":
            model = stack.enter_context(local_model(course.settings, trial.model))
            services = replace(services, duties=frozenset({FOLLOW_UP, VERIFY}), model=lambda: model)
            result["model"] = model.name
            result["tokens_per_second"] = _writing_speed(model)
        warm(services, [COURSE])
        answered, own = [], []
        for question in track(asked, "Asking", console=console):
            before = time.thread_time() - embedder.processor_seconds
            answered.append(answer(question, services))
            own.append(time.thread_time() - embedder.processor_seconds - before)
    stages = {**_stages(answered), "own_code": _spread(own)}
    return {**result, "stages": stages, **_attempts(answered)}


def _stages(answered: Sequence[Answered]) -> dict[str, str]:
    names = ("embed", "retrieve", "quote", "first_quote", "model", "all")
    stages = {}
    for name in names:
        seconds = [a.record.timings[name] for a in answered if name in a.record.timings]
        if seconds:
            stages[name] = _spread(seconds)
    return stages


def _spread(seconds: Sequence[float]) -> str:
    p50, p95 = np.percentile(seconds, [50, 95])
    return f"p50 {p50:.3f} s, p95 {p95:.3f} s"


def _attempts(answered: Sequence[Answered]) -> dict[str, Any]:
    tried = [a.record.attempts for a in answered if a.record.attempts]
    if not tried:
        return {}
    first = [attempts[0] for attempts in tried]
    failed = [a.failed_check for attempts in tried for a in attempts if a.failed_check]
    tokens = [a.first_token_seconds for a in first if a.first_token_seconds is not None]
    return {
        "first_attempt": {
            "first_token_p50": round(float(np.median(tokens)), 2) if tokens else None,
            "finished_p50": round(float(np.median([a.seconds for a in first])), 2),
            "finished_p95": round(float(np.percentile([a.seconds for a in first], 95)), 2),
            "passed": sum(a.failed_check is None for a in first),
            "shown": sum(attempts[-1].failed_check is None for attempts in tried),
            "of": len(tried),
        },
        "failed_checks": {check: failed.count(check) for check in sorted(set(failed))},
    }


def _writing_speed(model: ChatModel) -> float:
    """Return tokens a second while one reply is written."""
    prompt = [ChatMessage("user", "Count from one to forty in words, separated by commas.")]
    reply = model.complete(prompt, None, 80, lambda: False)
    writing = reply.seconds - (reply.first_token_seconds or 0.0)
    return round((reply.tokens - 1) / writing, 1) if writing > 0 else 0.0


@contextmanager
def busy_indexing(settings: Settings) -> Iterator[None]:
    """Embed the course over and over beside the trial, as the indexer does: nice 19, one thread."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "evals.speed.busy_indexing", str(settings.course_dir(COURSE))]
    process = subprocess.Popen(["nice", "-n", "19", *command], env=environment)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def _is_conceptual(text: str) -> bool:
    guess = ActClassifier().classify("nothing", "", text)
    return understand(Message(text=text), guess).intent == "conceptual"
