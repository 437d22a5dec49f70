"""`python -m evals fuzz`: what nobody would write, answered on the demo course."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from random import Random
from statistics import median
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from demo_course.build import DEFAULT_OUT, build
from evals.hint_ladder.recorded_learner import CONTACT, NAME, services_of
from evals.robustness.fuzz.message_cost import STEP_GROWTH, Answer, Cost, growth, measure_cost
from evals.robustness.fuzz.mutations import RUNS, Mutation, draw_mutations, read_seeds
from tutor_app.conversation.respond import respond
from tutor_app.domain.normal_form import tidy
from tutor_app.domain.values import Message, Session
from tutor_app.runtime.evaluation_course import COURSE, index_folder
from tutor_app.runtime.turn_actions import MAX_CHARACTERS
from tutor_app.tracing.reading.problem_reader import read_problem

SHOWN = 20
out = Console()


def fuzz_command(
    messages: Annotated[int, typer.Option(help="mutated messages")] = 200,
    seed: Annotated[int, typer.Option(help="of what is mutated how")] = 1,
    more: Annotated[
        list[Path] | None,
        typer.Option(help="JSON lines with messages or programs to mutate as well", exists=True),
    ] = None,
    reader: Annotated[bool, typer.Option("--reader", help="only read the problem")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Real messages with long runs of signs: CPU seconds by message, crashes, growth of steps."""
    seeds = [text for path in (None, *(more or ())) for text in _seeds(path)]
    answer = read_tidied if reader else _course_answer()
    answer(seeds[0])  # what is loaded at the first message
    random = Random(seed)
    mutations = zip(range(messages), draw_mutations(seeds, random, MAX_CHARACTERS), strict=False)
    costs = [measure_cost(mutation, answer, random) for _, mutation in mutations]
    growths = measure_growth(seeds, seed)
    result = summarise(costs, growths)
    if as_json:
        print(json.dumps(result))
    else:
        out.print(_table(result))
    raise typer.Exit(1 if result["crashes"] or result["over_2_seconds"] or result["grown"] else 0)


def read_tidied(text: str) -> object:
    """Read a message as `respond` does."""
    return read_problem(tidy(text))


def measure_growth(seeds: list[str], seed: int) -> dict[str, float]:
    """Return by how much the reader's steps grow at twice the length, by the kind of run."""
    random = Random(seed)
    grown: dict[str, float] = {}
    for kind, unit in RUNS.items():
        text = random.choice(seeds)[:1_500]
        mutation = Mutation(seed=text, kind=kind, before=f"{text} ", unit=unit, after="")
        grown[kind] = max(growth(mutation, length, read_tidied) for length in (2_500, 10_000))
    return grown


def summarise(costs: Iterable[Cost], growths: dict[str, float]) -> dict[str, Any]:
    """Return the figures, and the messages that cost most."""
    ranked = sorted(costs, key=lambda cost: -cost.seconds)
    seconds = [cost.seconds for cost in ranked]
    return {
        "messages": len(ranked),
        "median_seconds": round(median(seconds), 3),
        "most_seconds": round(seconds[0], 2),
        "over_2_seconds": sum(each > 2 for each in seconds),
        "over_half_a_second": sum(each > 0.5 for each in seconds),
        "crashes": [asdict(cost) for cost in ranked if cost.crash],
        "most_growth": round(max(growths.values()), 2),
        "grown": {kind: round(by, 2) for kind, by in growths.items() if by > STEP_GROWTH},
        "costliest": [asdict(cost) for cost in ranked[:SHOWN]],
    }


def _seeds(path: Path | None) -> list[str]:
    return read_seeds() if path is None else read_seeds(path)


def _course_answer() -> Answer:
    """Return what answers a message on the demo course."""
    if not any(DEFAULT_OUT.glob("*.pdf")):
        build(DEFAULT_OUT)
    services = services_of(index_folder(DEFAULT_OUT, threads=1))
    session = Session(conversation_id="fuzz", course_id=COURSE, course_name=NAME, contact=CONTACT)
    return lambda text: list(respond(Message(text=text), session, services))


def _table(result: dict[str, Any]) -> Table:
    table = Table("seconds", "kind", "characters", "begins", "crash")
    for cost in result["costliest"]:
        row = (f"{cost['seconds']:.2f}", cost["kind"], str(cost["characters"]), cost["begins"])
        table.add_row(*row, cost["crash"])
    names = ("messages", "median_seconds", "most_seconds", "over_2_seconds", "over_half_a_second")
    told = [
        f"{name.replace('_', ' ')}: {result[name]}" for name in (*names, "most_growth", "grown")
    ]
    table.caption = f"{', '.join(told)}, crashes: {len(result['crashes'])}"
    return table
