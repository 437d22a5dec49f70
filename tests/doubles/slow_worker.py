"""A worker whose answers are scripted by the question.

`python -m dramatiq tests.doubles.slow_worker`

The words of a question say what happens, in order: a number waits that many seconds, anything else
is told as a sentence.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import dramatiq

from tutor_app.domain.settings import Settings, load_settings
from tutor_app.domain.values import AnswerDone, Event, Message, Sentence, Session, TurnRecord
from tutor_app.runtime.jobs.answer_process import WarmAnswer
from tutor_app.runtime.jobs.isolated_answers import AnswerLimits
from tutor_app.runtime.jobs.worker_actors import Index, Jobs, declare_jobs


def build_answer(settings: Settings) -> WarmAnswer:
    return WarmAnswer(answer=recite)


def recite(message: Message, session: Session, stopped: Callable[[], bool]) -> Iterator[Event]:
    for word in message.text.split():
        if word.replace(".", "", 1).isdigit():
            wait(float(word), stopped)
        else:
            yield Sentence(text=word, role="notice")
    yield AnswerDone(record=TurnRecord(intent="direct", found=None, timings={"recite": 1.0}))


def wait(seconds: float, stopped: Callable[[], bool]) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end and not stopped():
        time.sleep(0.02)


def build_index(settings: Settings) -> Index:
    def index(course_id: str) -> None:
        (settings.elenchus_home / "indexed").open("a").write(f"{course_id}\n")

    return index


broker = declare_jobs(
    load_settings(),
    Jobs(
        answer=f"{__name__}:build_answer",
        index=build_index,
        keep_seconds=0.5,
        lease_seconds=2.0,
        limits=AnswerLimits(cpu_seconds=1),
    ),
)
dramatiq.set_broker(broker)
