"""Ways through the graphs of items as messages tell them: computed verdicts beside labels."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tutor_app.domain.values import Chunk
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.exercises.item_graph.graph_of_item import graph_of_item
from tutor_app.exercises.item_graph.told_ways import ways_told

WAYS = Path(__file__).parents[1] / "questions" / "item_ways.jsonl"
_JUDGED = ("right_sum", "negative")  # what confirms


def measure_ways(
    items: Sequence[AssignmentItem], chunks: Iterable[Chunk], path: Path = WAYS
) -> dict[str, Any]:
    """Return for each half how many messages are judged as labelled, and which verdicts are false.

    `confirmed_falsely` are wrong ways that were confirmed, `denied_falsely` right ones that were
    not: a way of which nothing is said counts for neither.
    """
    by_id, chunks = {item.id: item for item in items}, tuple(chunks)
    halves: dict[str, dict[str, Any]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        graph = graph_of_item(by_id[row["item"]], chunks)
        found = [] if graph is None else ways_told(row["text"], graph)
        told = {one.nodes: one.verdict for one in found}
        wanted = {tuple(way["nodes"]): way["verdict"] for way in row["ways"]}
        half = halves.setdefault(
            row["split"],
            {"messages": 0, "right": 0, "confirmed_falsely": 0, "denied_falsely": 0, "off": []},
        )
        half["messages"] += 1
        half["right"] += told == wanted
        half["off"] += [row["id"]] if told != wanted else []
        for nodes, verdict in told.items():
            label = wanted.get(nodes, "unsaid")
            if verdict in (label, "unsaid"):
                continue
            half["confirmed_falsely" if verdict in _JUDGED else "denied_falsely"] += 1
    return halves
