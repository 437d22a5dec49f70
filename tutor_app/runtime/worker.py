"""The module that dramatiq imports: `python -m dramatiq tutor_app.runtime.worker --queues …`.

Queue `turns` answers students, queue `index` indexes courses; see tutor_app/runtime/jobs.
"""

from __future__ import annotations

import dramatiq

from tutor_app.domain.settings import Settings, load_settings
from tutor_app.runtime.jobs.worker_actors import Index, Jobs, declare_jobs
from tutor_app.storage.live.indexing_progress import Progress
from tutor_app.storage.live.redis_connection import connect
from tutor_app.storage.records import CourseRecords, open_database


def build_index(settings: Settings) -> Index:
    # What reads files and what answers: each a second of import, and a worker of turns, whose
    # answers have a process of their own, needs neither.
    from tutor_app.runtime.composition import build_embedder  # noqa: PLC0415
    from tutor_app.runtime.jobs.course_check_job import index_and_check  # noqa: PLC0415

    # Beside a busy model server a second thread would cost generation most of its speed.
    embedder = build_embedder(settings, threads=1)
    courses = CourseRecords(open_database(settings))
    progress = Progress(connect(settings))
    return lambda course_id: index_and_check(course_id, settings, courses, embedder, progress)


broker = declare_jobs(
    load_settings(),
    Jobs(answer="tutor_app.runtime.jobs.warm_answer:build_answer", index=build_index),
)
dramatiq.set_broker(broker)
