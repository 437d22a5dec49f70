"""A worker that rests between a hint and the end of its turn, so that it can be killed there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import dramatiq

from tests.doubles.slow_worker import build_index, wait
from tests.doubles.trace_tutor import tutor
from tutor_app.domain.settings import Settings, load_settings
from tutor_app.domain.values import Event, HintLevel, Message, Session
from tutor_app.runtime.jobs.answer_process import WarmAnswer
from tutor_app.runtime.jobs.worker_actors import Jobs, declare_jobs

RESTS_SECONDS = 1.0


def build_answer(settings: Settings) -> WarmAnswer:
    def answer(message: Message, session: Session, stopped: Callable[[], bool]) -> Iterator[Event]:
        for event in tutor(message, session, stopped):
            yield event
            if isinstance(event, HintLevel):
                wait(RESTS_SECONDS, stopped)

    return WarmAnswer(answer=answer)


broker = declare_jobs(
    load_settings(),
    Jobs(answer=f"{__name__}:build_answer", index=build_index, keep_seconds=0.5, lease_seconds=2.0),
)
dramatiq.set_broker(broker)
