"""A worker whose answers misbehave as their messages say, within a second of CPU time."""

from __future__ import annotations

import dramatiq

from tests.doubles.misbehaving import build_answer
from tests.doubles.slow_worker import build_index
from tutor_app.domain.settings import load_settings
from tutor_app.runtime.jobs.isolated_answers import AnswerLimits
from tutor_app.runtime.jobs.worker_actors import Jobs, declare_jobs

broker = declare_jobs(
    load_settings(),
    Jobs(
        answer=f"{build_answer.__module__}:build_answer",
        index=build_index,
        limits=AnswerLimits(cpu_seconds=1),
    ),
)
dramatiq.set_broker(broker)
