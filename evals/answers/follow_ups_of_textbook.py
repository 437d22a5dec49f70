"""Follow-ups on a real textbook: is one found about as well as the same question asked alone?"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from evals.hint_ladder.recorded_learner import Classroom, Learner, Replied
from tutor_app.models.exams.exam_figures import share
from tutor_app.runtime.evaluation_course import index_folder

ITEMS = Path(__file__).parents[1] / "questions" / "follow_ups_of_textbook.jsonl"
DEPTH = 5

out = Console()


@dataclass(frozen=True, slots=True, kw_only=True)
class TextbookFollowUp:
    """An opening, what comes next, and the same `alone`; `pages` (file, page) answer both.

    The split is by chapter: no page of a tuned item answers a kept one.
    """

    id: str
    split: str
    first: str
    alone: str
    then: str
    pages: frozenset[tuple[str, int]]

    def rank(self, reply: Replied) -> int:
        """Return the place of the first passage from a gold page, `DEPTH` + 1 where none is."""
        found = reply.record.found
        kept = found.kept[:DEPTH] if found is not None else ()
        places = (
            place
            for place, passage in enumerate(kept, 1)
            if (passage.chunk.document.name, passage.chunk.page) in self.pages
        )
        return next(places, DEPTH + 1)


def follow_ups_of_textbook_command(
    textbook: Annotated[Path, typer.Argument(help="folder with pdf/ and dev.jsonl")],
    split: Annotated[str, typer.Option(help="tune, kept or all")] = "all",
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
    verbose: Annotated[bool, typer.Option(help="print the places")] = False,
) -> None:
    """Hit@1 and Hit@5 of messages that lean on an opening, beside the same asked alone."""
    items = [item for item in read_items(textbook) if split in ("all", item.split)]
    room = Classroom(index_folder(textbook / "pdf"))
    ranks: dict[str, list[int]] = {"alone": [], "follow-up": []}
    for item in items:
        with room.learner() as learner:
            ranks["alone"].append(item.rank(learner.say(item.alone)))
        with room.learner() as learner:
            ranks["follow-up"].append(item.rank(_after(learner, item)))
        if verbose:
            out.print(item.id, ranks["alone"][-1], ranks["follow-up"][-1], "|", item.then)
    result = dict(_figures(ranks))
    out.print_json(json.dumps(result)) if as_json else out.print(_table(result, len(items)))


def read_items(textbook: Path, path: Path = ITEMS) -> list[TextbookFollowUp]:
    """Return the items with the gold pages of the textbook's question that they ask."""
    questions = {row["id"]: row for row in _rows(textbook / "dev.jsonl")}
    return [
        TextbookFollowUp(
            id=row["id"],
            split=row["split"],
            first=row["first"],
            alone=row["alone"],
            then=row["then"],
            pages=frozenset(
                (gold["file"], page)
                for gold in questions[row["gold"]]["gold"]
                for page in gold["pages"]
            ),
        )
        for row in _rows(path)
    ]


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _after(learner: Learner, item: TextbookFollowUp) -> Replied:
    learner.say(item.first)
    return learner.say(item.then)


def _figures(ranks: dict[str, list[int]]) -> Iterator[tuple[str, dict[str, str]]]:
    for arm, places in ranks.items():
        yield arm, {f"hit@{k}": _interval(places, k) for k in (1, DEPTH)}


def _interval(places: Sequence[int], k: int) -> str:
    figure = share("", sum(place <= k for place in places), len(places))
    return f"{figure.value:.3f} [{figure.low:.2f}, {figure.high:.2f}]"


def _table(result: dict[str, dict[str, str]], count: int) -> Table:
    table = Table(f"{count} messages", "hit@1", f"hit@{DEPTH}")
    for arm, figures in result.items():
        table.add_row(arm, *figures.values())
    return table
