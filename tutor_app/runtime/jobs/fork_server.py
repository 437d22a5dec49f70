"""A warm process that every answer is forked from: `python -m …jobs.fork_server FD BUILD`.

It has the embedder and the courses in memory, and a fork shares them, so an answer has a process of
its own within milliseconds. It answers nothing itself and connects to nothing: connections and
threads do not outlive a fork. BUILD names the function that makes its WarmAnswer, as
`module:function`; FD is its end of the worker's socket.
"""

from __future__ import annotations

import gc
import importlib
import json
import logging
import os
import select
import signal
import socket
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection

from tutor_app.domain.errors import TutorError
from tutor_app.domain.settings import Settings, load_settings
from tutor_app.runtime.jobs.answer_process import WarmAnswer, answer_task
from tutor_app.runtime.jobs.lazy_part import LazyPart

logger = logging.getLogger(__name__)

LOOK_SECONDS = 1.0  # between looks for courses that were indexed again
FORK = b"f"


class ForkServer:
    """Forks a process for each request of the worker, and reports how each of them ended.

    A request brings two files: the connection of the new process to the worker, and a pipe for the
    report. A process that was forked keeps the first alone, the server the second alone.
    """

    def __init__(self, control: socket.socket, build: Callable[[], WarmAnswer]) -> None:
        self._control = control
        self._warm = LazyPart(build)
        self._reports: dict[int, int] = {}  # process id → pipe
        self._woken, self._wake = socket.socketpair()
        for end in (self._woken, self._wake):
            end.setblocking(False)
        # The handler does nothing: its byte wakes `select` when a process has ended.
        signal.set_wakeup_fd(self._wake.fileno())
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def serve(self) -> None:
        """Fork until the worker has ended; then end any answers that are left."""
        self._load_next()
        more = True
        while True:
            pause = 0.0 if more else LOOK_SECONDS
            ready, _, _ = select.select([self._control, self._woken], [], [], pause)
            if self._woken in ready:
                self._woken.recv(4096)
            self._report_ended()
            if self._control in ready and not self._take_request():
                break
            more = self._load_next()
        signal.set_wakeup_fd(-1)
        for process in self._reports:
            os.kill(process, signal.SIGKILL)

    def _take_request(self) -> bool:
        asked, files, _, _ = socket.recv_fds(self._control, 1, 2)
        if not asked:
            return False
        connection, report = files
        try:
            self._fork(self._warm.get(), connection, report)
        except TutorError as exc:
            words = json.dumps({"kind": "failed", "message": str(exc)})
            with Connection(connection) as worker:
                worker.send_bytes(words.encode())
            os.close(report)
        return True

    def _fork(self, warm: WarmAnswer, connection: int, report: int) -> None:
        process = os.fork()
        if process:
            os.close(connection)
            self._reports[process] = report
            return
        try:
            self._leave_server(report)
            with Connection(connection) as worker:
                worker.send_bytes(json.dumps({"kind": "begun", "process": os.getpid()}).encode())
                answer_task(worker, warm)
        except OSError:
            pass  # the worker has ended, or follows no more
        except BaseException:
            logger.exception("The process of an answer broke.")
        finally:
            os._exit(0)

    def _leave_server(self, report: int) -> None:
        """Close what only the server may hold: others notice its end by that."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        self._control.close()
        for pipe in (report, *self._reports.values()):
            os.close(pipe)

    def _report_ended(self) -> None:
        """Write the exit code of every process that has ended; of one that was killed, -signal."""
        while self._reports:
            process, status = os.waitpid(-1, os.WNOHANG)
            if process == 0:
                return
            report = self._reports.pop(process)
            try:
                os.write(report, str(os.waitstatus_to_exitcode(status)).encode())
            except BrokenPipeError:
                pass  # nobody wants to know any more
            os.close(report)

    def _load_next(self) -> bool:
        """Load one course that has changed; what is then in memory is shared by all forks."""
        try:
            loaded = self._warm.get().load_next()
        except TutorError:
            return False  # whoever asks is told
        if loaded:
            gc.unfreeze()
            gc.collect()
            gc.freeze()  # a collection in a fork would write to, and so copy, every page
        return loaded


def builder(name: str, settings: Settings) -> Callable[[], WarmAnswer]:
    """Return the function that makes the WarmAnswer, named as `module:function`."""
    module, _, function = name.partition(":")
    build: Callable[[Settings], WarmAnswer] = getattr(importlib.import_module(module), function)
    return lambda: build(settings)


def main() -> None:
    control, build = sys.argv[1:]
    logging.basicConfig(level=logging.WARNING, format="answers  %(message)s")
    for ours in ("tutor_app", "ingest"):
        logging.getLogger(ours).setLevel(logging.INFO)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)  # its worker, which is asked as well, ends it
    settings = load_settings()
    ForkServer(socket.socket(fileno=int(control)), builder(build, settings)).serve()


if __name__ == "__main__":
    main()
