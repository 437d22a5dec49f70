"""The process of one answer: what it is given, what it says, and what it asks its worker for.

It is forked from a warm process (fork_server.py), so nothing that it does, also in the middle of
a regular expression in C, outlives its limit of CPU time or a kill.
"""

from __future__ import annotations

import json
import resource
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from typing import Any

from tutor_app.domain.codec import event_to_json
from tutor_app.domain.errors import TutorError
from tutor_app.domain.values import (
    LadderEvent,
    ListedLadders,
    Message,
    Session,
)
from tutor_app.runtime.jobs.answer_endings import Answer
from tutor_app.wording.catalogue import speaking

# What a message brings about that is too large for Python, wherever in the code it is noticed.
_TOO_LARGE = (RecursionError, MemoryError, OverflowError)
_TOO_MANY_DIGITS = "Exceeds the limit"  # a ValueError: Python turns 4,300 digits into no number


@dataclass(frozen=True, kw_only=True)
class WarmAnswer:
    """An answer with all that it needs in memory.

    `load_next` loads one course that is new or was indexed again and says whether there was one;
    `prepare` does so for the course with this id. Errors in a course are not raised.
    """

    answer: Answer
    load_next: Callable[[], bool] = lambda: False
    prepare: Callable[[str], object] = lambda course_id: None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerTask:
    """One message to answer. It may use `cpu_seconds`, not counting the loading of a course."""

    message: Message
    session: Session
    cpu_seconds: int

    def without_ladders(self) -> AnswerTask:
        """Return the task as it goes to another process: the worker keeps the hint ladders."""
        return replace(self, session=replace(self.session, ladder=ListedLadders()))


def answer_task(connection: Connection, warm: WarmAnswer) -> None:
    """Read a task and send its events, or why there are no more, to the worker."""
    try:
        task: AnswerTask | None = connection.recv()
    except EOFError:
        return
    if task is None:  # told to end before there was one
        return
    warm.prepare(task.session.course_id)
    _limit_cpu(task.cpu_seconds)
    worker = _Worker(connection)
    session = replace(task.session, ladder=_WorkersLadders(worker))
    try:
        with speaking(session.settings.language):
            for event in warm.answer(task.message, session, worker.wants_stop):
                worker.say("event", event=event_to_json(event))
        worker.say("end")
    except TutorError as exc:
        worker.say("failed", message=str(exc))
    except (BrokenPipeError, ConnectionResetError, EOFError):
        pass  # the worker follows no more
    except Exception as exc:  # noqa: BLE001 - the worker tells the student, whatever it was
        too_large = isinstance(exc, _TOO_LARGE) or _TOO_MANY_DIGITS in str(exc)
        # No message of the exception: it may hold what the student wrote.
        trace = "".join(traceback.format_tb(exc.__traceback__, -20))
        worker.say("broke", error=type(exc).__name__, trace=trace, too_large=too_large)


def _limit_cpu(seconds: int) -> None:
    """Let the kernel end this process (SIGXCPU) after so many more seconds of CPU time."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime + 0.999) + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (until, until + 2))


class _Worker:
    """The connection's other end: events and questions go there, answers and Stop come back."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._stopped = False

    def say(self, kind: str, **fields: Any) -> None:
        text = json.dumps({"kind": kind, **fields}, ensure_ascii=False)
        self._connection.send_bytes(text.encode())

    def wants_stop(self) -> bool:
        while not self._stopped and self._connection.poll():
            self._hear()
        return self._stopped

    def ladder(self, how: str, problem_key: str) -> tuple[LadderEvent, ...]:
        """Ask for a ladder by calling a method of Ladders; this may have to wait."""
        self.say("ladder", how=how, key=problem_key)
        while (events := self._hear()) is None:
            pass
        return events

    def _hear(self) -> tuple[LadderEvent, ...] | None:
        heard: tuple[LadderEvent, ...] | None = self._connection.recv()
        self._stopped = self._stopped or heard is None
        return heard


@dataclass(frozen=True, slots=True)
class _WorkersLadders:
    """The learner's hint ladders, which the worker holds for the turn."""

    worker: _Worker

    def of(self, problem_key: str) -> tuple[LadderEvent, ...]:
        return self.worker.ladder("of", problem_key)

    def hold(self, problem_key: str) -> tuple[LadderEvent, ...]:
        return self.worker.ladder("hold", problem_key)
