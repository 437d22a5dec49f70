"""The worker as it is, save that one message keeps a regular expression in C busy for hours."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import dramatiq

from evals.robustness.hostile import SPIN
from tutor_app.domain.settings import Settings, load_settings
from tutor_app.domain.values import Event, Message, Session
from tutor_app.runtime.jobs.answer_process import WarmAnswer
from tutor_app.runtime.jobs.warm_answer import build_answer as build_real_answer
from tutor_app.runtime.jobs.worker_actors import Jobs, declare_jobs
from tutor_app.runtime.worker import build_index


def build_answer(settings: Settings) -> WarmAnswer:
    warm = build_real_answer(settings)

    def answer(message: Message, session: Session, stopped: Callable[[], bool]) -> Iterator[Event]:
        if message.text == SPIN:
            re.match(r"(a+)+$", "a" * 60 + "b")
        return warm.answer(message, session, stopped)

    return replace(warm, answer=answer)


broker = declare_jobs(load_settings(), Jobs(answer=f"{__name__}:build_answer", index=build_index))
dramatiq.set_broker(broker)
