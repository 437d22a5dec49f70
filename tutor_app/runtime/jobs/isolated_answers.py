"""Answers in processes of their own, as a worker sees them: begun, followed, ended."""

from __future__ import annotations

import json
import logging
import math
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

import psutil

from tutor_app.domain.codec import event_from_json
from tutor_app.domain.errors import TooMuchWork, TutorError
from tutor_app.domain.values import AnswerDone, Event, Message, Session
from tutor_app.runtime.jobs.answer_endings import AnswerBroke, AnswerDied
from tutor_app.runtime.jobs.answer_process import AnswerTask
from tutor_app.runtime.jobs.fork_server import FORK
from tutor_app.wording.catalogue import phrase

TOO_MUCH = phrase("runtime_turns.too_much_work")

logger = logging.getLogger(__name__)

Frame = dict[str, Any]
# A fork has one thread, so its fork server may have no other; and each answer takes one core alone.
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_YIELDING = 19  # niceness of an answer that has used its share


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerLimits:
    """What one answer may use.

    After `cpu_seconds` it is ended. A learner whose answers have lately used `swift_seconds` more
    than the `free_seconds` that an ordinary one takes continues with low priority; half of that is
    forgotten every `forgive_seconds`. An answer that is told to stop has `polite_seconds` to do so,
    and every `look_seconds` the worker checks whether it should be.
    """

    cpu_seconds: int = 10
    free_seconds: float = 0.3
    swift_seconds: float = 0.5
    forgive_seconds: float = 15.0
    polite_seconds: float = 0.4
    look_seconds: float = 0.2


class IsolatedAnswers:
    """An Answer whose work is done in a process of its own, which can be ended at any moment.

    `build` names the function that makes the WarmAnswer, as `module:function`. The warm process is
    started by `start`, or by the first answer, and again if it has ended.
    """

    def __init__(self, build: str, limits: AnswerLimits | None = None) -> None:
        self._build = build
        self._limits = limits or AnswerLimits()
        self._shares = _Shares(self._limits.forgive_seconds)
        self._lock = threading.Lock()
        self._template: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    def __call__(
        self, message: Message, session: Session, stopped: Callable[[], bool]
    ) -> Iterator[Event]:
        """Yield the events of the answer; without AnswerDone where `stopped` ended it.

        Raises:
            TooMuchWork: it used up its CPU time, or became too large.
            TutorError: as the answer itself raises it.
            AnswerBroke: the answer has an error.
            AnswerDied: something else ended its process.
        """
        task = AnswerTask(message=message, session=session, cpu_seconds=self._limits.cpu_seconds)
        running = self._begin()
        try:
            yield from running.follow(task, stopped, self._shares)
        finally:
            running.end()

    def start(self) -> None:
        """Start the warm process, unless it runs."""
        with self._lock:
            self._start()

    def wait_until_ready(self, seconds: float = 60.0) -> None:
        """Return when answers can begin.

        Raises:
            TutorError: a part that answers need is missing.
            AnswerDied: the warm process ended while it was started, or took longer than that.
        """
        running = self._begin()
        try:
            running.wait(seconds)
        finally:
            running.end()

    def close(self) -> None:
        """End the warm process and every answer."""
        with self._lock:
            if self._control is not None and self._template is not None:
                self._control.close()
                self._template.wait()
            self._control = self._template = None

    def _begin(self) -> _Running:
        ours, theirs = socket.socketpair()
        report, reports = os.pipe()
        running = _Running(Connection(ours.detach()), report, self._limits)
        try:
            self._send([theirs.fileno(), reports])
        except OSError as exc:
            running.end()
            raise AnswerDied from exc
        finally:
            theirs.close()
            os.close(reports)
        return running

    def _send(self, files: list[int]) -> None:
        with self._lock:
            try:
                socket.send_fds(self._start(), [FORK], files)
            except OSError:  # it ended at this moment
                socket.send_fds(self._start(anew=True), [FORK], files)

    def _start(self, *, anew: bool = False) -> socket.socket:
        """Return the socket of a warm process that is running, as far as can be told."""
        runs = self._template is not None and self._template.poll() is None
        if self._control is not None:
            if runs and not anew:
                return self._control
            logger.warning("The process that answers are forked from has ended; a new one starts.")
            self._control.close()
        self._control, theirs = socket.socketpair()
        self._template = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tutor_app.runtime.jobs.fork_server",
                str(theirs.fileno()),
                self._build,
            ],
            pass_fds=[theirs.fileno()],
            env=os.environ | dict.fromkeys(_ONE_THREAD, "1") | {"TOKENIZERS_PARALLELISM": "false"},
        )
        theirs.close()
        return self._control


class _Shares:
    """How much CPU time each learner's answers have used lately, in seconds."""

    def __init__(self, forgive_seconds: float) -> None:
        self._forgive_seconds = forgive_seconds
        self._used: dict[str, tuple[float, float]] = {}  # learner → seconds, when they were counted
        self._lock = threading.Lock()

    def charge(self, learner_id: str, seconds: float) -> float:
        """Add what was just used, and return what counts of the total."""
        now = time.monotonic()
        with self._lock:
            before, counted = self._used.get(learner_id, (0.0, now))
            kept = math.pow(0.5, (now - counted) / self._forgive_seconds)
            used = before * kept + seconds
            self._used[learner_id] = (used, now)
        return used


class _Running:
    """One answer in its process."""

    def __init__(self, connection: Connection, report: int, limits: AnswerLimits) -> None:
        self._connection = connection
        self._report = report
        self._limits = limits
        self._process: int | None = None  # until it says so, it has not begun
        self._swift = True
        self._charged = 0.0  # seconds of CPU time, to its learner
        self._asked = False  # to stop
        self._over = False

    def wait(self, seconds: float) -> None:
        """Return when the process has begun. Raises what IsolatedAnswers.wait_until_ready does."""
        if not self._connection.poll(seconds):
            raise AnswerDied
        self._begun_or_failed(self._hear())

    def follow(
        self, task: AnswerTask, stopped: Callable[[], bool], shares: _Shares
    ) -> Iterator[Event]:
        """Yield the events of `task`, until it ends or `stopped` ends it."""
        killed_at = float("inf")
        while not self._over and time.monotonic() < killed_at:
            if self._connection.poll(self._limits.look_seconds):
                event = self._understand(self._hear(), task)
                if event is not None:
                    yield event
            self._give_way(task.session.learner_id, shares)
            if not self._over and not self._asked and stopped():
                self._ask_to_stop()
                killed_at = time.monotonic() + self._limits.polite_seconds

    def end(self) -> None:
        """End the process unless it has ended by itself: first politely, then at once."""
        if not self._over and not self._asked and self._process is not None:
            self._ask_to_stop()
            until = time.monotonic() + self._limits.polite_seconds
            while not self._over and self._connection.poll(max(0.0, until - time.monotonic())):
                self._skip()
        if not self._over and self._process is not None:
            try:
                os.kill(self._process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        # One that has not begun ends by itself: nobody hears it.
        self._connection.close()
        os.close(self._report)

    def _understand(self, frame: Frame, task: AnswerTask) -> Event | None:
        match frame["kind"]:
            case "event":
                event = event_from_json(frame["event"])
                if isinstance(event, AnswerDone):
                    self._over = True
                return event
            case "ladder":
                ladder = task.session.ladder
                read = ladder.hold if frame["how"] == "hold" else ladder.of
                self._connection.send(read(frame["key"]))
            case "broke":
                self._over = True
                if frame["too_large"]:
                    raise TooMuchWork(TOO_MUCH())
                raise AnswerBroke(frame["error"], frame["trace"])
            case "end":
                self._over = True
            case _:
                self._begun_or_failed(frame)
                self._connection.send(task.without_ladders())
        return None

    def _begun_or_failed(self, frame: Frame) -> None:
        if frame["kind"] == "failed":
            self._over = True
            raise TutorError(frame["message"])
        self._process = frame["process"]

    def _hear(self) -> Frame:
        """Return what the process says next. Raises TooMuchWork or AnswerDied where it ended."""
        try:
            frame: Frame = json.loads(self._connection.recv_bytes())
        except (EOFError, OSError):
            self._over = True
            # Its fork server writes the exit code, or has ended as well and nothing is there.
            code = os.read(self._report, 16).decode()
            if code == str(-signal.SIGXCPU):
                raise TooMuchWork(TOO_MUCH()) from None
            raise AnswerDied(code) from None
        return frame

    def _skip(self) -> None:
        try:
            frame: Frame = json.loads(self._connection.recv_bytes())
        except (EOFError, OSError):
            self._over = True
            return
        if frame["kind"] == "begun":
            self._process = frame["process"]

    def _ask_to_stop(self) -> None:
        self._asked = True
        if self._process is None:
            return
        try:
            self._connection.send(None)
        except OSError:
            pass  # it has ended

    def _give_way(self, learner_id: str, shares: _Shares) -> None:
        """Give the answer low priority if its learner has used more than their share."""
        if not self._swift or self._process is None:
            return
        try:
            times = psutil.Process(self._process).cpu_times()
            due = max(0.0, times.user + times.system - self._limits.free_seconds)
            more, self._charged = due - self._charged, due
            if shares.charge(learner_id, more) > self._limits.swift_seconds:
                self._swift = False
                os.setpriority(os.PRIO_PROCESS, self._process, _YIELDING)
        except (psutil.Error, OSError):
            self._swift = False  # it has ended
