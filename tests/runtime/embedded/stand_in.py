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


def note(folder: Path, name: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(str(os.getpid()))


class Answering(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        return None


def main(arguments: Sequence[str]) -> int:
    what, *rest = arguments
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
