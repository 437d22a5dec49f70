"""The module that dramatiq's command imports: `python -m dramatiq tutor_app.worker --queues …`.

Queue `turns` answers students, queue `index` indexes courses; see tutor_app/jobs.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import dramatiq

from ingest.check import index_and_check
from tutor_app.jobs.boot import Index, Jobs, declare_jobs
from tutor_app.jobs.turns import Answer
from tutor_app.memory.connection import connect
from tutor_app.memory.progress import Progress
from tutor_app.records.courses import CourseRecords
from tutor_app.records.database import open_database
from tutor_app.settings import Settings, load_settings
from tutor_app.tutor import respond
from tutor_app.values import Event, Message, Session
from tutor_app.wiring import build_embedder, build_tools, warm


def build_answer(settings: Settings) -> Answer:
    tools = build_tools(settings, connect(settings))
    courses = [row.id for row in CourseRecords(open_database(settings)).list()]
    threading.Thread(target=warm, args=(tools, courses), daemon=True).start()

    def answer(message: Message, session: Session, stopped: Callable[[], bool]) -> Iterator[Event]:
        return respond(message, session, tools, stopped)

    return answer


def build_index(settings: Settings) -> Index:
    # Beside a busy model server a second thread would cost generation most of its speed.
    embedder = build_embedder(settings, threads=1)
    courses = CourseRecords(open_database(settings))
    progress = Progress(connect(settings))
    return lambda course_id: index_and_check(course_id, settings, courses, embedder, progress)


broker = declare_jobs(load_settings(), Jobs(answer=build_answer, index=build_index))
dramatiq.set_broker(broker)
