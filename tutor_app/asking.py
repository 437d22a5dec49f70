"""What a page, the API or a command does with a question: ask, follow, stop, retry.

None of these answers anything: a worker does (tutor_app/jobs/turns.py). They write the database
first and Redis second, so that what was typed outlives a Redis that is away.
"""

from __future__ import annotations

from dataclasses import dataclass

from tutor_app.errors import LiveStateLost, MessageTooLong
from tutor_app.memory.progress import Progress
from tutor_app.memory.queue import JobQueue
from tutor_app.memory.streams import TurnStreams
from tutor_app.records.conversations import ConversationRecords
from tutor_app.records.courses import CourseRecords
from tutor_app.records.rows import OPEN, TurnRow
from tutor_app.tidy import storable
from tutor_app.values import FINISHED, Done, Event, Intent, Reset, Stopped, TurnStatus

MAX_CHARACTERS = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowState:
    """A turn as it stands now. `events` has no Reset and no Done; Status only while it is open."""

    events: tuple[Event, ...]
    status: TurnStatus

    @property
    def is_finished(self) -> bool:
        return self.status in FINISHED


def ask(
    question: str,
    conversation_id: str,
    records: ConversationRecords,
    queue: JobQueue,
    wanted: Intent | None = None,
) -> TurnRow:
    """Store the question and have it answered, after those asked before it in the conversation.

    `wanted` is the help that the student chose themselves, None to let the tutor find out.

    Raises:
        MessageTooLong: nothing is stored.
        LiveStateLost: the question is stored; the worker answers it when Redis is back.
    """
    if len(question) > MAX_CHARACTERS:
        raise MessageTooLong(
            f"This message has {len(question):,} characters; the tutor reads up to "
            f"{MAX_CHARACTERS:,}. Nothing was sent. Keep the part that your question is about."
        )
    turn = records.add_turn(conversation_id, storable(question), wanted)
    try:
        start_next(conversation_id, records, queue)
    except LiveStateLost as exc:
        raise LiveStateLost(
            "Your message is kept, but the part that hands it to the tutor does not answer. It "
            "will be answered by itself as soon as that is back; there is no need to send it again."
        ) from exc
    return turn


def follow(turn_id: str, records: ConversationRecords, streams: TurnStreams) -> FollowState:
    """Return what is to be shown of the turn now. Cheap: one row's status and one stream.

    Where Redis is away, or the turn is finished, the database answers.

    Raises:
        NotFound: the turn was deleted.
    """
    status = records.status(turn_id)
    if status in FINISHED:
        turn = records.turn(turn_id)
        return FollowState(events=turn.events, status=turn.status)
    try:
        told = [event for _, event in streams.read(turn_id)]
    except LiveStateLost:
        told = []
    return FollowState(events=_since_reset(told), status=status)


def stop(turn_id: str, records: ConversationRecords, streams: TurnStreams, queue: JobQueue) -> None:
    """End the turn; what was said so far stays. One that has not begun is not begun any more.

    Raises:
        LiveStateLost: a running turn could not be told.
    """
    turn = records.turn(turn_id)
    if records.finish(turn_id, "stopped", (Stopped(),), tries=0):
        start_next(turn.conversation_id, records, queue)
    elif turn.status in OPEN:
        streams.request_stop(turn_id)


def retry(
    turn_id: str, records: ConversationRecords, streams: TurnStreams, queue: JobQueue
) -> None:
    """Have an interrupted or failed turn answered again; any other is left alone.

    Raises:
        LiveStateLost: Redis is away; nothing is changed, or the turn is queued and starts later.
    """
    turn = records.turn(turn_id)
    if turn.is_finished:
        streams.clear([turn_id])  # before it can be started again: a worker may be quick
        if records.retry(turn_id):
            start_next(turn.conversation_id, records, queue)


def start_next(conversation_id: str, records: ConversationRecords, queue: JobQueue) -> None:
    """Queue the turn of the conversation whose time has come, if there is one.

    Called after every change of a turn, by whoever made it, so that of two at once at least one
    sees the other's; a double in the queue is dropped.
    """
    turn_id = records.next_turn(conversation_id)
    if turn_id is not None:
        queue.answer(turn_id)


def delete_conversation(
    conversation_id: str, learner_id: str, records: ConversationRecords, streams: TurnStreams
) -> None:
    """Delete a conversation everywhere; a worker that answers in it notices and stops.

    Raises:
        NotFound: there is none, or it is somebody else's.
    """
    records.get(conversation_id, learner_id)
    turns = records.turns(conversation_id)
    records.delete(conversation_id, learner_id)
    try:
        streams.clear([turn.id for turn in turns])
    except LiveStateLost:
        pass  # the streams are unreachable under random names and end by themselves


def cancel_indexing(course_id: str, courses: CourseRecords, progress: Progress) -> None:
    """End the indexing of a course: what waits is cancelled now, what runs as soon as it looks."""
    documents = courses.documents(course_id)
    for document in documents:
        if document.status == "waiting":
            # What is in the index already stays in force.
            courses.set_status(document.id, "indexed" if document.chunks else "cancelled")
    if any(document.status == "indexing" for document in documents):
        progress.request_cancel(course_id)


def _since_reset(events: list[Event]) -> tuple[Event, ...]:
    shown: list[Event] = []
    for event in events:
        if isinstance(event, Reset):
            shown.clear()
        elif not isinstance(event, Done):
            shown.append(event)
    return tuple(shown)
