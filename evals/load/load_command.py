"""`python -m evals load`: the whole product under many students; figures by process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import psutil
import typer
from rich.console import Console
from rich.table import Table

import demo_course
from evals.answers.gold_questions import read_questions
from evals.load.processes import processor_seconds, seconds_a_minute
from evals.load.report import measure_play
from evals.load.students import Plan, play
from evals.product import NO_MODEL, demo_home, running_product
from tutor_app.domain.settings import Settings, load_settings
from tutor_app.runtime.embedded.supervise import running_instance
from tutor_app.storage.live import TurnStreams, connect
from tutor_app.storage.records import open_database

LOOPBACK = ("localhost", "127.0.0.1", "::1")

out = Console()


@dataclass(frozen=True, slots=True, kw_only=True)
class Instance:
    """A running Elenchus: `root` is the process above all its others."""

    url: str
    settings: Settings
    root: int


def load_command(  # noqa: PLR0913  (typer: one argument an option)
    students: Annotated[int, typer.Option(min=1, max=200, help="pages open at once")] = 20,
    every: Annotated[float, typer.Option(min=0.5, help="seconds between one's questions")] = 10.0,
    seconds: Annotated[float, typer.Option("--for", min=1, max=1800, help="of asking")] = 60.0,
    url: Annotated[
        str, typer.Option(help="of the instance of ELENCHUS_HOME; without it, one is started")
    ] = "",
    patient: Annotated[bool, typer.Option(help="nobody asks before the last answer came")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Messages lost, doubled and answered, waits from Enter, processor seconds a minute."""
    if url and urlsplit(url).hostname not in LOOPBACK:
        raise typer.BadParameter("only an instance on this computer is put under load")
    questions = [
        one.text for one in read_questions(Path(demo_course.__path__[0]) / "questions.jsonl")
    ]
    plan = Plan(students=students, every=every, seconds=seconds, patient=patient)
    with _instance(url) as instance:
        result = measure_load(instance, questions, plan)
    if as_json:
        print(json.dumps(result))
        return
    table = Table("measure", "value")
    for name, value in result.items():
        rows = value.items() if isinstance(value, dict) else [("", value)]
        for key, figure in rows:
            table.add_row(f"{name} {key}", str(figure))
    out.print(table)


def measure_load(instance: Instance, questions: Sequence[str], plan: Plan) -> dict[str, Any]:
    """Let students ask, and return what became of their messages and what it cost."""
    engine = open_database(instance.settings)
    used: list[dict[str, float]] = []
    own: list[float] = []

    def read_processors() -> None:
        used.append(processor_seconds(instance.root))
        own.append(sum(psutil.Process().cpu_times()[:2]))

    played = asyncio.run(
        play(
            instance.url,
            questions,
            plan,
            at_turn=read_processors,
        )
    )
    return {
        "students": plan.students,
        "every": plan.every,
        "seconds": round(played.asking, 1),
        **measure_play(played, engine, TurnStreams(connect(instance.settings))),
        "processor_seconds_a_minute": seconds_a_minute(used[0], used[1], played.asking)
        | {"this script": round((own[1] - own[0]) * 60 / played.asking, 1)},
    }


@contextmanager
def _instance(url: str) -> Iterator[Instance]:
    """The one at `url`, else a new one in a home that is deleted at last.

    Raises:
        typer.BadParameter: none runs on ELENCHUS_HOME.
    """
    if url:
        settings = load_settings()
        running = running_instance(settings)
        if running is None:
            raise typer.BadParameter(f"no Elenchus runs on {settings.elenchus_home}")
        yield Instance(url=url.rstrip("/"), settings=settings, root=running.supervisor)
        return
    cache = load_settings().elenchus_cache
    out.print("Indexing the demo course…", style="dim")
    with demo_home(cache) as home, running_product(home, cache, NO_MODEL) as product:
        yield Instance(url=product.url, settings=product.settings, root=product.process.pid)
