"""An `elenchus up` that runs stand-ins and a real Redis: `python stand_in_up.py HOME PORT`."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from tutor_app.domain.errors import TutorError
from tutor_app.domain.settings import Settings
from tutor_app.runtime.embedded.child_processes import Child, children
from tutor_app.runtime.embedded.supervise import start_everything

STAND_IN = Path(__file__).with_name("stand_in.py")


def stand_ins(settings: Settings) -> list[Child]:
    def program(*words: str) -> list[str]:
        return [sys.executable, "-S", str(STAND_IN), *words]

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


def main(home: str, port: str) -> int:
    settings = Settings(
        _env_file=None,
        elenchus_home=Path(home),
        port=int(port),
        model_base_url="http://127.0.0.1:9/v1",
        model_name="nobody",
    )

    def say(line: str) -> None:
        print(line, flush=True)  # noqa: T201 - what the tests read

    try:
        return start_everything(settings, lan=False, say=say, running=stand_ins(settings))
    except TutorError as exc:
        say(str(exc))
        return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
