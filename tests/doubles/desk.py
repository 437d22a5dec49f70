"""A course with one conversation, on a real database and a real Redis."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.doubles.redis_server import RedisServer
from tutor_app.domain.settings import Settings
from tutor_app.runtime.turn_actions import ask
from tutor_app.storage.live import JobQueue, LiveLadders, Progress, TurnStreams, connect, open_queue
from tutor_app.storage.records import ConversationRecords, CourseRecords, open_database
from tutor_app.storage.records.row_values import TurnRow


@dataclass(frozen=True, kw_only=True)
class Desk:
    settings: Settings
    courses: CourseRecords
    records: ConversationRecords
    streams: TurnStreams
    queue: JobQueue
    ladders: LiveLadders
    progress: Progress
    course_id: str
    learner_id: str
    conversation_id: str

    def ask(self, question: str) -> TurnRow:
        return ask(question, self.conversation_id, self.records, self.queue)


def open_desk(home: Path, server: RedisServer) -> Desk:
    settings = Settings(elenchus_home=home, redis_url=server.url)
    engine = open_database(settings)
    courses, records = CourseRecords(engine), ConversationRecords(engine)
    course = courses.create("Algorithms", contact="ta@example.org")
    learner_id = records.learner("a token")
    redis = connect(settings)
    return Desk(
        settings=settings,
        courses=courses,
        records=records,
        streams=TurnStreams(redis),
        queue=open_queue(settings),
        ladders=LiveLadders(redis),
        progress=Progress(redis),
        course_id=course.id,
        learner_id=learner_id,
        conversation_id=records.create(learner_id, course.id).id,
    )
