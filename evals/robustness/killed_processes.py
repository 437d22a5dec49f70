"""`python -m evals kill`: processes die at random while turns are answered; what is lost."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import psutil
import typer

from evals.robustness.worker_bench import WorkerBench, open_desk
from tutor_app.domain.errors import NotFound
from tutor_app.domain.values import FINISHED_STATUSES, AnswerDone, Event, Reset, Status
from tutor_app.runtime.evaluation_course import COURSE, index_folder
from tutor_app.runtime.turn_actions import MAX_OPEN
from tutor_app.storage.records.row_values import TurnRow

END_SECONDS = 180.0  # for what is still open after the last kill
MESSAGES = (
    "What is a queue?",
    "Why does breadth-first search find the shortest path?",
    "Run uniform cost search from S to C on this undirected graph: S-A 1, S-B 4, A-B 2, A-C 6.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class KillPlan:
    """`turns` are asked while so many `kills` happen, one `every` so many seconds on average."""

    turns: int
    kills: int
    every: float
    workers: int = 2
    seed: int = 0


def kill_command(
    materials: Annotated[Path, typer.Option(help="folder of PDFs", exists=True, file_okay=False)],
    turns: Annotated[int, typer.Option(min=1)] = 200,
    kills: Annotated[int, typer.Option(min=1)] = 60,
    every: Annotated[float, typer.Option(help="seconds between two kills, on average")] = 0.5,
    workers: Annotated[int, typer.Option(min=1, max=4)] = 2,
) -> None:
    """Kill workers, warm processes and answers at random; count lost and doubled turns."""
    settings = index_folder(materials).settings
    plan = KillPlan(turns=turns, kills=kills, every=every, workers=workers)
    with open_desk(settings, COURSE, workers=workers) as desk:
        print(json.dumps(measure_kills(desk, MESSAGES, plan), indent=2))


def measure_kills(desk: WorkerBench, messages: Sequence[str], plan: KillPlan) -> dict[str, Any]:
    """Return counts of turns and kills.

    `lost` turns have no row, `unfinished` ones no end, `doubled` ones are done with other events
    than the same message had before the kills; `told_otherwise` is followed live as something else
    than what is stored.
    """
    expected = {text: _answered_quietly(desk, text) for text in messages}
    chance = random.Random(plan.seed)
    sent: list[TurnRow] = []
    killed: Counter[str] = Counter()
    asking = _questions(desk, messages, plan.turns)
    for number in range(plan.kills):
        until = (number + 1) * plan.turns // plan.kills
        while len(sent) < until:
            sent.append(next(asking))
        time.sleep(chance.expovariate(1 / plan.every))
        desk.replace_dead_workers()
        killed[_kill_one(desk, chance)] += 1
    _wait_until_finished(desk, sent)
    rows = [_row(desk, turn) for turn in sent]
    return {
        "sent": len(sent),
        "killed": dict(killed),
        **count_ends(rows, expected, lambda row: _stream(desk, row)),
    }


def count_ends(
    rows: Sequence[TurnRow | None],
    expected: Mapping[str, tuple[Event, ...]],
    told: Callable[[TurnRow], Sequence[Event]],
) -> dict[str, Any]:
    """Count what became of turns; None stands for one that has no row, `told` was its stream."""
    kept = [row for row in rows if row is not None]
    done = [row for row in kept if row.status == "done"]
    return {
        "lost": len(rows) - len(kept),
        "unfinished": sum(row.status not in FINISHED_STATUSES for row in kept),
        "doubled": sum(row.events != expected[row.question] for row in done),
        "told_otherwise": sum(_followed(told(row)) != row.events for row in done),
        "ended": dict(Counter(row.status for row in kept)),
        "begun_again": sum(any(isinstance(e, Reset) for e in told(row)) for row in kept),
    }


def _questions(desk: WorkerBench, messages: Sequence[str], count: int) -> Iterator[TurnRow]:
    learner = ""
    for number in range(count):
        if number % MAX_OPEN == 0:
            learner = desk.new_learner()
        yield desk.ask(learner, messages[number % len(messages)])


def _answered_quietly(desk: WorkerBench, text: str) -> tuple[Event, ...]:
    turn = desk.ask(desk.new_learner(), text)
    _wait_until_finished(desk, [turn])
    return desk.records.turn(turn.id).events


def _kill_one(desk: WorkerBench, chance: random.Random) -> str:
    """Kill a process of a kind drawn by chance, of which there is one; return the kind."""
    found = {
        "worker": [psutil.Process(one.pid) for one in desk.workers if one.poll() is None],
        "template": desk.templates(),
        "answer": desk.answers(),
    }
    kind = chance.choice(sorted(kind for kind, processes in found.items() if processes))
    try:
        chance.choice(found[kind]).kill()
    except psutil.NoSuchProcess:
        return "had ended"
    return kind


def _wait_until_finished(desk: WorkerBench, turns: Sequence[TurnRow]) -> None:
    deadline = time.monotonic() + END_SECONDS
    for turn in turns:
        while (row := _row(desk, turn)) is not None and row.status not in FINISHED_STATUSES:
            if time.monotonic() > deadline:
                return
            desk.replace_dead_workers()
            time.sleep(0.1)


def _row(desk: WorkerBench, turn: TurnRow) -> TurnRow | None:
    try:
        return desk.records.turn(turn.id)
    except NotFound:
        return None


def _stream(desk: WorkerBench, turn: TurnRow) -> list[Event]:
    return [event for _, event in desk.streams.read(turn.id)]


def _followed(told: Sequence[Event]) -> tuple[Event, ...]:
    """What a page that followed from the start shows at the end."""
    shown: list[Event] = []
    for event in told:
        if isinstance(event, Reset):
            shown.clear()
        elif not isinstance(event, Status | AnswerDone):
            shown.append(event)
    return tuple(shown)
