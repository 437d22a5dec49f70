"""What a page, the API or a command does with a question: ask, follow, stop, retry.

None of these answers anything: a worker does (tutor_app/runtime/jobs/run_turn.py). They write the
database first and Redis second, so that what was typed is safe while Redis is away.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tutor_app.domain.errors import LiveStateLost, MessageTooLong
from tutor_app.domain.normal_form import storable
from tutor_app.domain.values import (
    FINISHED_STATUSES,
    AnswerDone,
    AnswerStopped,
    Event,
    Intent,
    Reset,
    Status,
    TurnStatus,
)
from tutor_app.storage.live.answer_streams import TurnStreams
from tutor_app.storage.live.indexing_progress import Progress
from tutor_app.storage.live.job_queue import JobQueue
from tutor_app.storage.records.conversations import ConversationRecords
from tutor_app.storage.records.courses import CourseRecords
from tutor_app.storage.records.row_values import OPEN, TurnRow
from tutor_app.wording.catalogue import phrase

KEPT_WHILE_AWAY = phrase("runtime_turns.kept_while_away")
TOO_MANY_CHARACTERS = phrase("runtime_turns.too_many_characters", "characters", "most")
WORD_TOO_LONG = phrase("runtime_turns.word_too_long", "characters", "most")
NUMBER_TOO_LONG = phrase("runtime_turns.number_too_long", "digits", "most")

MAX_CHARACTERS = 20_000
MAX_WORD = 4_000  # characters without a blank: a matrix of 30 by 30 in one line has 2,700
MAX_DIGITS = 300  # in a row: the largest number of the exact runs, and of a float
MAX_OPEN = 3  # turns of one learner that are queued or running
_WORD, _DIGITS = re.compile(r"\S+"), re.compile(r"\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowState:
    """A turn as it stands now. `events` has no Reset, no AnswerDone; Status only while open.

    `tries` counts how often a worker has begun it. `newest` changes with everything that is drawn,
    not with a Status; `heard` is the place in its stream after everything read so far. `away`:
    Redis does not answer, so what was said so far is not here.
    """

    events: tuple[Event, ...]
    status: TurnStatus
    tries: int = 0
    newest: str = ""
    heard: str = "0"
    away: bool = False

    @property
    def is_finished(self) -> bool:
        return self.status in FINISHED_STATUSES


def ask(  # noqa: PLR0913  (a message, where it goes, and the parts that keep it)
    question: str,
    conversation_id: str,
    records: ConversationRecords,
    queue: JobQueue,
    wanted: Intent | None = None,
    *,
    turn_id: str | None = None,
) -> TurnRow:
    """Store the question and have it answered, after those asked before it in the conversation.

    `wanted` is the help that the student chose themselves, None to let the tutor find out. With a
    `turn_id` chosen by the sender, it may be sent again and is stored once.

    Raises:
        MessageTooLong, TooManyOpen: nothing is stored.
        LiveStateLost: the question is stored; the worker answers it when Redis is back.
    """
    _check_length(question)
    turn = records.add_turn(
        conversation_id, storable(question), wanted, turn_id=turn_id, open_at_most=MAX_OPEN
    )
    try:
        start_next(conversation_id, records, queue)
    except LiveStateLost as exc:
        raise LiveStateLost(KEPT_WHILE_AWAY()) from exc
    return turn


def follow(turn_id: str, records: ConversationRecords, streams: TurnStreams) -> FollowState:
    """Return what is to be shown of the turn now. Cheap: one row's status and one stream.

    Where Redis is away, or the turn is finished, the database answers.

    Raises:
        NotFound: the turn was deleted.
    """
    status, tries = records.status_and_tries(turn_id)
    if status in FINISHED_STATUSES:
        turn = records.turn(turn_id)
        return FollowState(events=turn.events, status=turn.status, tries=turn.tries)
    try:
        told = streams.read(turn_id)
    except LiveStateLost:
        return FollowState(events=(), status=status, tries=tries, away=True)
    drawn = [entry for entry, event in told if not isinstance(event, Status)]
    return FollowState(
        events=_since_reset([event for _, event in told]),
        status=status,
        tries=tries,
        newest=drawn[-1] if drawn else "",
        heard=told[-1][0] if told else "0",
    )


def stop(turn_id: str, records: ConversationRecords, streams: TurnStreams, queue: JobQueue) -> None:
    """End the turn; what was said so far stays. One that has not begun never will.

    Raises:
        LiveStateLost: a running turn could not be told.
    """
    turn = records.turn(turn_id)
    if records.finish(turn_id, "stopped", (AnswerStopped(),), tries=0):
        start_next(turn.conversation_id, records, queue)
    elif turn.status in OPEN:
        streams.request_stop(turn_id)


def retry(
    turn_id: str, records: ConversationRecords, streams: TurnStreams, queue: JobQueue
) -> None:
    """Have an interrupted or failed turn answered again; any other is left alone.

    Raises:
        LiveStateLost: Redis is away; nothing is changed, or the turn is queued and starts later.
        TooManyOpen: nothing is changed.
    """
    turn = records.turn(turn_id)
    if turn.is_finished:
        streams.clear([turn_id])  # before it can be started again: a worker may be quick
        if records.retry(turn_id, open_at_most=MAX_OPEN):
            start_next(turn.conversation_id, records, queue)


def start_next(conversation_id: str, records: ConversationRecords, queue: JobQueue) -> None:
    """Queue the turn of the conversation whose time has come, if there is one.

    Called after every change of a turn, by whoever made it, so that of two concurrent changes at
    least one sees the other; duplicates in the queue are dropped.
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
    """End the indexing of a course: what waits is cancelled now, what runs at its next check."""
    documents = courses.documents(course_id)
    for document in documents:
        if document.status == "waiting":
            # What is in the index already stays in force.
            courses.set_status(document.id, "indexed" if document.chunks else "cancelled")
    if any(document.status == "indexing" for document in documents):
        progress.request_cancel(course_id)


def _check_length(question: str) -> None:
    """Raise MessageTooLong where the message, a word or a number in it is longer than is read."""
    if len(question) > MAX_CHARACTERS:
        raise MessageTooLong(
            TOO_MANY_CHARACTERS(characters=f"{len(question):,}", most=f"{MAX_CHARACTERS:,}")
        )
    if (word := _longest(_WORD, question)) > MAX_WORD:
        raise MessageTooLong(WORD_TOO_LONG(characters=f"{word:,}", most=f"{MAX_WORD:,}"))
    if (digits := _longest(_DIGITS, question)) > MAX_DIGITS:
        raise MessageTooLong(NUMBER_TOO_LONG(digits=f"{digits:,}", most=MAX_DIGITS))


def _longest(pattern: re.Pattern[str], text: str) -> int:
    return max((match.end() - match.start() for match in pattern.finditer(text)), default=0)


def _since_reset(events: list[Event]) -> tuple[Event, ...]:
    shown: list[Event] = []
    for event in events:
        if isinstance(event, Reset):
            shown.clear()
        elif not isinstance(event, AnswerDone):
            shown.append(event)
    return tuple(shown)
