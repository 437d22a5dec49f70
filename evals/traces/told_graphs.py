"""Graphs told in prose: are edges, direction, start and algorithm read, or asked for?"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from tutor_app.domain.traces import Graph, Number
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.tracing.reading.reading_results import Reading

Weighed = tuple[str, str, Number | None]
MEASURES = ("edges", "direction", "start", "algorithm", "whole", "passed_on_wrong", "asked")
out = Console()


def read_told_graphs(path: Path) -> list[dict[str, Any]]:
    """Return the messages with what they tell, of a JSON Lines file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def judge(told: dict[str, Any]) -> dict[str, bool]:
    """Return which parts of a message's graph are read as they are told.

    `passed_on_wrong`: some part is read wrongly and nothing is asked, so that work would be judged
    on it.
    """
    reading = read_problem(told["text"])
    graph = reading.problem.graph if reading is not None else None
    if reading is None or graph is None:
        return dict.fromkeys(MEASURES, False) | {"asked": reading is not None}
    found = {
        "edges": _edges(graph, told) == _told(told),
        "direction": told["directed"] in (None, graph.directed),
        "start": _is_start(reading, told),
        "algorithm": reading.problem.algorithm == told["algorithm"],
        "asked": reading.question is not None,
    }
    whole = all(found[part] for part in ("edges", "direction", "start", "algorithm"))
    return found | {"whole": whole, "passed_on_wrong": not (whole or found["asked"])}


def _edges(graph: Graph, told: dict[str, Any]) -> Counter[Weighed]:
    edges = ((edge.source, edge.target, edge.weight) for edge in graph.edges)
    return Counter(_spelled(edge, told) for edge in edges)


def _told(told: dict[str, Any]) -> Counter[Weighed]:
    return Counter(_spelled(tuple(edge), told) for edge in told["edges"])


def _spelled(edge: tuple[str, str, Number | None], told: dict[str, Any]) -> Weighed:
    """Return an edge in one spelling; a direction counts only where the message tells one."""
    one, two, weight = str(edge[0]).casefold(), str(edge[1]).casefold(), edge[2]
    if not told["directed"]:
        one, two = sorted((one, two))
    return one, two, weight


def _is_start(reading: Reading, told: dict[str, Any]) -> bool:
    start = reading.problem.start
    if told["algorithm"] == "kruskal" or told["start"] is None:
        return True
    return start is not None and start.casefold() == str(told["start"]).casefold()


def measure(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return how many messages are read in each part, and which graphs are not read whole."""
    judged = {told["id"]: judge(told) for told in rows}
    counts = {part: sum(found[part] for found in judged.values()) for part in MEASURES}
    wrong = [name for name, found in judged.items() if found["passed_on_wrong"]]
    return {"messages": len(rows), **counts, "wrong_ids": wrong}


def told_graphs_command(
    questions: Annotated[Path, typer.Argument(help="messages as JSON Lines", exists=True)],
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
    verbose: Annotated[bool, typer.Option(help="print each message not read whole")] = False,
) -> None:
    """Graphs told in prose: what is read exactly, and what is passed on wrong without a doubt."""
    rows = read_told_graphs(questions)
    figures = measure(rows)
    if verbose:
        for told in rows:
            if not (found := judge(told))["whole"]:
                missed = [part for part in MEASURES[:4] if not found[part]]
                out.print(told["id"], *missed, "asked" if found["asked"] else "", markup=False)
    if as_json:
        typer.echo(json.dumps(figures))
    else:
        out.print(figures, markup=False)
