"""A picture is read in a process of its own, which it may crash or fill and which can be ended.

`python -m ingest.pictures.picture_process TESSDATA LANGUAGE` reads the picture from its standard
input and writes JSON, `{"text": …}` or `{"refusal": …}`, to its standard output.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tutor_app.domain.errors import FileUnreadable
from tutor_app.processes.parent_death import die_with_parent
from tutor_app.wording.catalogue import phrase, speaking, spoken_language

TOOK_TOO_LONG = phrase("page_pictures.took_too_long")
BROKEN = phrase("page_pictures.broken")

SECONDS = 40.0
_CPU_SECONDS = 30
_MEMORY = 3 << 30  # bytes of address space
_ROOT = Path(__file__).parents[2]


def read_in_process(content: bytes, tessdata: Path, seconds: float = SECONDS) -> str:
    """Return the text of a picture, as `read_picture` does.

    Raises:
        FileUnreadable: it cannot be opened or read, or not within `seconds`.
    """
    module = "ingest.pictures.picture_process"
    command = [sys.executable, "-m", module, str(tessdata), spoken_language()]
    try:
        ended = subprocess.run(
            command,
            input=content,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=_ROOT,
            timeout=seconds,
            check=False,
            # Tesseract would take every core.
            env={**os.environ, "OMP_THREAD_LIMIT": "1", "OMP_NUM_THREADS": "1"},
        )
    except subprocess.TimeoutExpired as exc:
        raise FileUnreadable(TOOK_TOO_LONG()) from exc
    if ended.returncode == -signal.SIGXCPU:
        raise FileUnreadable(TOOK_TOO_LONG())
    try:
        answer = json.loads(ended.stdout)
        refusal, text = answer.get("refusal"), answer.get("text")
    except (ValueError, AttributeError) as exc:
        raise FileUnreadable(BROKEN()) from exc
    if refusal:
        raise FileUnreadable(str(refusal))
    return str(text)


def main(tessdata: str, language: str) -> None:
    """Read one picture; a refusal is said in the language."""
    die_with_parent(signal.SIGKILL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for limit, value in ((resource.RLIMIT_AS, _MEMORY), (resource.RLIMIT_CPU, _CPU_SECONDS)):
        with suppress(ValueError, OSError):  # macOS knows no such limit, or a lower one is in force
            resource.setrlimit(limit, (value, resource.getrlimit(limit)[1]))
    content = sys.stdin.buffer.read()
    from ingest.pictures.read_picture import read_picture  # noqa: PLC0415 - below the limits

    with speaking(language):
        try:
            answer = {"text": read_picture(content, Path(tessdata))}
        except FileUnreadable as exc:
            answer = {"refusal": str(exc)}
        except (RuntimeError, MemoryError):
            answer = {"refusal": BROKEN()}
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    main(*sys.argv[1:])
