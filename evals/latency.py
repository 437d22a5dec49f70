"""Seconds by stage (V7): retrieval, first quote, and the model's sentence, in this process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
from rich.progress import track

from evals.answers import Answered, answer
from evals.materials import COURSE, Evaluated, console
from evals.questions import GoldQuestion
from tutor_app.intent import classify
from tutor_app.llm.chat import ChatMessage, ChatModel
from tutor_app.retrieval.course_index import CourseIndexes
from tutor_app.retrieval.profiles import profile_named
from tutor_app.settings import Settings
from tutor_app.strategies.follow_up import DUTY as FOLLOW_UP
from tutor_app.wiring import Tools, build_model, build_reranker

LOADING_SECONDS = 300.0
READY = "answers at"  # what the model server says when both slots are warm


@dataclass(frozen=True, slots=True)
class Trial:
    """What is timed: with which model, over how many questions, with indexing beside it or not."""

    model: Literal["none", "small", "default"]
    limit: int | None
    indexing: bool


def measure_latency(
    course: Evaluated, questions: Sequence[GoldQuestion], trial: Trial
) -> dict[str, Any]:
    """Return p50 and p95 by stage; with a model also its first attempts and tokens a second.

    With a model only conceptual questions are asked: those are the ones that end with a question.
    """
    asked = [q for q in questions if q.answerable]
    if trial.model != "none":
        asked = [q for q in asked if classify(q.text) == "conceptual"]
    asked = asked[: trial.limit]
    profile = profile_named(course.settings.retrieval_profile)
    tools = Tools(
        courses=CourseIndexes(course.settings, course.embedder),
        embedder=course.embedder,
        profile=profile,
        reranker=build_reranker(course.settings) if profile.rerank else None,
    )
    with ExitStack() as stack:
        result: dict[str, Any] = {"questions": len(asked), "indexing_beside": trial.indexing}
        if trial.indexing:
            stack.enter_context(busy_indexing(course.settings))
        if trial.model != "none":
            model = stack.enter_context(local_model(course.settings, trial.model))
            tools = replace(tools, duties=frozenset({FOLLOW_UP}), model=lambda: model)
            result["model"] = model.name
            result["tokens_per_second"] = _writing_speed(model)
        answer(asked[0], tools)  # loads the index
        answered = [answer(q, tools) for q in track(asked, "Asking", console=console)]
    return {**result, "stages": _stages(answered), **_attempts(answered)}


def _stages(answered: Sequence[Answered]) -> dict[str, str]:
    names = ("embed", "retrieve", "quote", "first_quote", "model", "all")
    stages = {}
    for name in names:
        seconds = [a.record.timings[name] for a in answered if name in a.record.timings]
        if seconds:
            p50, p95 = np.percentile(seconds, [50, 95])
            stages[name] = f"p50 {p50:.3f} s, p95 {p95:.3f} s"
    return stages


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
def local_model(settings: Settings, name: str) -> Iterator[ChatModel]:
    """Run the embedded model server as `elenchus up` does, with both slots warm.

    Raises:
        TimeoutError: it did not get ready.
    """
    with tempfile.TemporaryDirectory() as home:
        own = settings.model_copy(update={"elenchus_home": Path(home), "model": name})
        environment = {**os.environ, "ELENCHUS_HOME": home, "MODEL": name}
        command = [sys.executable, "-m", "tutor_app.embedded.model_server"]
        server = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        try:
            _wait_until_ready(server)
            yield build_model(own)
        finally:
            server.kill()
            server.wait()


def _wait_until_ready(server: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + LOADING_SECONDS
    for line in server.stdout or ():
        if READY in line:
            return
        console.print(line.rstrip(), markup=False, style="dim")
        if time.monotonic() > deadline:
            break
    raise TimeoutError("The model server did not get ready.")


@contextmanager
def busy_indexing(settings: Settings) -> Iterator[None]:
    """Embed the course over and over beside the trial, as the indexer does: nice 19, one thread."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "evals.busy_indexing", str(settings.course_dir(COURSE))]
    process = subprocess.Popen(["nice", "-n", "19", *command], env=environment)
    try:
        yield
    finally:
        process.kill()
        process.wait()
