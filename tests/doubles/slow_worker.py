"""A worker whose answers are scripted by the question.

`python -m dramatiq tests.doubles.slow_worker`

The words of a question say what happens, in order: a number waits that many seconds, anything else
is told as a sentence.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import dramatiq

from tutor_app.jobs.boot import Index, Jobs, declare_jobs
from tutor_app.jobs.turns import Answer
from tutor_app.settings import Settings, load_settings
from tutor_app.values import Done, Event, Message, Sentence, Session, TurnRecord


def build_answer(settings: Settings) -> Answer:
    return recite


def recite(message: Message, session: Session, stopped: Callable[[], bool]) -> Iterator[Event]:
    for word in message.text.split():
        if word.replace(".", "", 1).isdigit():
            wait(float(word), stopped)
        else:
            yield Sentence(text=word, role="notice")
    yield Done(record=TurnRecord(intent="direct", found=None, timings={"recite": 1.0}))


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
    Jobs(answer=build_answer, index=build_index, keep_seconds=0.5, lease_seconds=2.0),
)
dramatiq.set_broker(broker)
