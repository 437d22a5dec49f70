"""What became of the messages: compared with the database and with the streams of the answers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sqlalchemy import Engine, select

from evals.load.browser import TurnSeen
from evals.load.students import LoadStudent, Play, SentMessage
from tutor_app.domain.values import Cloze, ProblemRead, Quote, Sentence, TraceShown
from tutor_app.storage.live import TurnStreams
from tutor_app.storage.records import ConversationRecords
from tutor_app.storage.records.database_tables import ConversationModel, TurnModel

ANSWERS = (Quote, Sentence, ProblemRead, TraceShown, Cloze)
LONG_WAIT_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class FollowedMessage:
    """One message that was stored, with the times of its answer: in Redis, and on the page."""

    sent: SentMessage
    status: str
    answered_at: float | None
    seen: TurnSeen


def measure_play(played: Play, engine: Engine, streams: TurnStreams) -> dict[str, Any]:
    """Return counts of messages, and how long they took from Enter, in seconds."""
    figures: Counter[str] = Counter()
    followed: list[FollowedMessage] = []
    for student in played.students:
        stored = _turns_of(student, engine)
        mine = _match(student, stored, streams)
        followed += mine
        figures["sent"] += len(student.sent)
        figures["stored"] += len(stored)
        figures["refused"] += student.page.refused
        figures["lost"] += len(student.sent) - len(mine) - student.page.refused
        figures["doubled"] += len(stored) - len(mine)
        figures["reconnected"] += student.page.reconnected
        figures["pictures"] += student.page.pictures
    figures["answered"] = sum(one.status == "done" for one in followed)
    figures["drawn"] = sum(one.seen.answer is not None for one in followed)
    return {
        "messages": dict(figures),
        "ended_as": dict(Counter(one.status for one in followed)),
        "until_answer_stored": _spread(
            one.answered_at and one.answered_at - one.sent.at for one in followed
        ),
        "until_message_drawn": _spread(
            one.seen.asked and one.seen.asked - one.sent.at for one in followed
        ),
        "until_answer_drawn": _spread(
            one.seen.answer and one.seen.answer - one.sent.at for one in followed
        ),
        "waits_over_2_s": _waits(followed),
    }


def _turns_of(student: LoadStudent, engine: Engine) -> list[tuple[str, str, str]]:
    """The student's turns in the order in which they were stored: id, question, status."""
    learner = ConversationRecords(engine).learner(student.page.token)
    wanted = (
        select(TurnModel.id, TurnModel.question, TurnModel.status)
        .join(ConversationModel)
        .where(ConversationModel.learner_id == learner)
        .order_by(TurnModel.created_at)
    )
    with engine.connect() as connection:
        return [(row.id, row.question, row.status) for row in connection.execute(wanted)]


def _match(
    student: LoadStudent, stored: Sequence[tuple[str, str, str]], streams: TurnStreams
) -> list[FollowedMessage]:
    """The messages that were stored: of those with the same words, the first one came first."""
    waiting: defaultdict[str, list[SentMessage]] = defaultdict(list)
    for sent in student.sent:
        waiting[sent.text].append(sent)
    followed = []
    for turn_id, question, status in stored:
        if waiting[question]:
            sent = waiting[question].pop(0)
            seen = student.page.turns.get(turn_id, TurnSeen())
            followed.append(FollowedMessage(sent, status, _answered_at(turn_id, streams), seen))
    return followed


def _answered_at(turn_id: str, streams: TurnStreams) -> float | None:
    """Redis names an entry of a stream by the millisecond in which it was appended."""
    for entry, event in streams.read(turn_id):
        if isinstance(event, ANSWERS):
            return int(entry.partition("-")[0]) / 1000
    return None


def _waits(followed: Sequence[FollowedMessage]) -> dict[str, int]:
    """Who waited long for an answer on the page, and of these, who was told so in time."""
    long = [
        one
        for one in followed
        if one.seen.answer is None or one.seen.answer - one.sent.at > LONG_WAIT_SECONDS
    ]
    told = [
        one
        for one in long
        if one.seen.status is not None and one.seen.status - one.sent.at <= LONG_WAIT_SECONDS
    ]
    return {"messages": len(long), "status_drawn_within_2_s": len(told)}


def _spread(seconds: Iterable[float | None]) -> dict[str, float]:
    known = [one for one in seconds if one is not None]
    if not known:
        return {}
    p50, p95 = np.percentile(known, [50, 95])
    return {"p50": round(float(p50), 2), "p95": round(float(p95), 2), "max": round(max(known), 2)}
