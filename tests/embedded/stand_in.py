"""Programs that stand in for the real ones, and an `elenchus up` that runs them.

python stand_in.py up HOME PORT            runs stand-ins and a real Redis under HOME
python stand_in.py child PIDS NAME         notes its process number, then waits
python stand_in.py stubborn PIDS NAME      the same, and ends for no polite signal
python stand_in.py web PIDS NAME PORT      answers every GET
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from tutor_app.embedded.children import Child, children
from tutor_app.embedded.supervise import start_everything
from tutor_app.errors import TutorError
from tutor_app.settings import Settings


def note(folder: Path, name: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(str(os.getpid()))


class Answering(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        return None


def stand_ins(settings: Settings) -> list[Child]:
    def program(*words: str) -> list[str]:
        return [sys.executable, __file__, *words]

    pids = str(settings.elenchus_home / "pids")
    redis = next(child for child in children(settings, lan=False) if child.name == "redis")
    return [
        redis,
        Child(name="model", command=program("child", pids, "model"), stop=signal.SIGKILL),
        Child(name="worker", command=program("stubborn", pids, "worker")),
        Child(
            name="indexer",
            command=["nice", "-n", "19", *program("child", pids, "indexer")],
            environment=(("OMP_NUM_THREADS", "1"),),
        ),
        Child(name="web", command=program("web", pids, "web", str(settings.port))),
    ]


def up(home: str, port: str) -> int:
    settings = Settings(
        _env_file=None,
        elenchus_home=Path(home),
        port=int(port),
        model_base_url="http://127.0.0.1:9/v1",
        model_name="nobody",
    )
    try:
        return start_everything(
            settings,
            lan=False,
            say=lambda line: print(line, flush=True),  # noqa: T201 - what the tests read
            running=stand_ins(settings),
        )
    except TutorError as exc:
        print(exc, flush=True)  # noqa: T201
        return 1


def main(arguments: Sequence[str]) -> int:
    what, *rest = arguments
    if what == "up":
        return up(*rest)
    note(Path(rest[0]), rest[1])
    if what == "web":
        HTTPServer(("127.0.0.1", int(rest[2])), Answering).serve_forever()
    if what == "stubborn":
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
    while True:
        signal.pause()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
