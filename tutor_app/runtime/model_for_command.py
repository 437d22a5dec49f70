"""The embedded model server, run for as long as a command needs it."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tutor_app.domain.settings import Settings
from tutor_app.models.chat_model import ChatModel
from tutor_app.runtime.composition import build_model

logger = logging.getLogger(__name__)
LOADING_SECONDS = 300.0
READY = "answers at"  # what the model server says when both slots are warm


@contextmanager
def local_model(settings: Settings, name: str) -> Iterator[ChatModel]:
    """Run the embedded model server as `elenchus up` does, with both slots warm.

    Raises:
        TimeoutError: it did not get ready.
    """
    with tempfile.TemporaryDirectory() as home:
        own = settings.model_copy(update={"elenchus_home": Path(home), "model": name})
        environment = {**os.environ, "ELENCHUS_HOME": home, "MODEL": name}
        command = [sys.executable, "-m", "tutor_app.runtime.embedded.model_server"]
        server = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        try:
            _wait_until_ready(server)
            yield build_model(own)
        finally:
            server.kill()
            server.wait()


def _wait_until_ready(server: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + LOADING_SECONDS
    for line in server.stdout or ():
        if READY in line:
            return
        logger.info(line.rstrip())
        if time.monotonic() > deadline:
            break
    raise TimeoutError("The model server did not get ready.")
