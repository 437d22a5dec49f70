"""Messages that lean on what was said before: what is found for them with and without it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.console import Console
from rich.table import Table

from demo_course.build import DEFAULT_OUT, build
from evals.answers.gold_questions import comparable
from evals.hint_ladder.recorded_learner import Classroom, Learner, Replied
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.values import Message, Passage, Quote, Session
from tutor_app.models.exams.exam_figures import share
from tutor_app.retrieval.course_index import CourseIndex, read_query
from tutor_app.retrieval.retrieve import retrieve
from tutor_app.runtime.evaluation_course import COURSE, index_folder

ITEMS = Path(__file__).parents[1] / "questions" / "follow_ups.jsonl"
DEPTH = 5
Arm = Literal["with", "without", "always"]
Split = Literal["tune", "kept"]

out = Console()


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUpItem:
    """A conversation and the message that comes next.

    `evidence` are sentences of the course, or the beginnings of some, any of which answers it.
    `leans` is false where the message names its own topic, so that joining it can only harm.
    """

    id: str
    split: Split
    leans: bool
    first: tuple[str, ...]
    then: str
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What one arm found for one item: passages best first, and what the student is shown.

    `above` is true where the tutor says that the course says no more than it quoted before.
    """

    passages: tuple[str, ...]
    shown: str
    above: bool = False

    def rank(self, evidence: Sequence[str]) -> int | None:
        """Return the place of the first passage with the evidence, from 1."""
        return next(
            (n for n, text in enumerate(self.passages, 1) if has_evidence(text, evidence)), None
        )


def follow_ups_command(
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
    split: Annotated[Literal["tune", "kept", "all"], typer.Option()] = "all",
    verbose: Annotated[bool, typer.Option(help="print what is missed")] = False,
) -> None:
    """Hit@1 and Hit@5 of follow-up messages: with context, without, and always joined."""
    items = [item for item in read_items() if split in ("all", item.split)]
    build(DEFAULT_OUT)
    room = Classroom(index_folder(DEFAULT_OUT))
    index = room.services.courses(COURSE)
    answered = []
    for item in items:
        with room.learner() as learner:
            answered.append((item, find(item, learner, room.services, index)))
    if verbose:
        for item, found in answered:
            ranks = {arm: one.rank(item.evidence) for arm, one in found.items()}
            shown = has_evidence(found["with"].shown, item.evidence)
            out.print(f"{item.id} {ranks} shown={shown} {item.first[-1]} | {item.then}")
    result = measure(answered)
    if as_json:
        print(json.dumps(result))
    else:
        out.print(_table(result))


def read_items(path: Path = ITEMS) -> list[FollowUpItem]:
    """Return the project's own items.

    Raises:
        TypeError: a line has other fields.
    """
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [
        FollowUpItem(**{**row, "first": tuple(row["first"]), "evidence": tuple(row["evidence"])})
        for row in rows
    ]


def find(
    item: FollowUpItem, learner: Learner, services: Services, index: CourseIndex
) -> dict[Arm, Found]:
    """Hold the conversation, and return what each arm finds for the message that comes next."""
    for text in item.first:
        learner.say(text)
    replied = learner.say(item.then)
    alone = replace(replied.session, before=())
    events = tuple(respond(Message(text=item.then), alone, services))
    return {
        "with": _told(replied),
        "without": _told(Replied(text=item.then, session=alone, events=events)),
        "always": _always_joined(item.then, replied.session, services, index),
    }


def measure(answered: Sequence[tuple[FollowUpItem, dict[Arm, Found]]]) -> dict[str, Any]:
    """Return the figures of every arm: of messages that lean on what was said, and of others."""
    kinds: dict[str, Callable[[FollowUpItem], bool]] = {
        "leaning": lambda item: item.leans,
        "leaning, kept": lambda item: item.leans and item.split == "kept",
        "own topic": lambda item: not item.leans,
        "all": lambda item: True,
    }
    return {
        name: _figures([(item, found) for item, found in answered if belongs(item)])
        for name, belongs in kinds.items()
    }


def _figures(answered: Sequence[tuple[FollowUpItem, dict[Arm, Found]]]) -> dict[str, Any]:
    arms: tuple[Arm, ...] = ("with", "without", "always")
    figures: dict[str, Any] = {"messages": len(answered)}
    for arm in arms:
        ranks = [found[arm].rank(item.evidence) or DEPTH + 1 for item, found in answered]
        figures[arm] = {
            f"hit@{k}": _interval(sum(rank <= k for rank in ranks), len(ranks)) for k in (1, DEPTH)
        }
        if arm != "always":
            told = sum(has_evidence(found[arm].shown, item.evidence) for item, found in answered)
            figures[arm]["shown"] = _interval(told, len(answered))
    return figures


def _told(replied: Replied) -> Found:
    """Return what a reply rests on; where it points to what stands above, that is what it shows."""
    found = replied.record.found
    quotes = [event for event in replied.events if isinstance(event, Quote)]
    if found is None and not quotes and replied.session.before:
        above = replied.session.before[-1].quoted
        return Found(passages=above[:DEPTH], shown="\n".join(above), above=True)
    kept: Sequence[Passage] = () if found is None else found.kept
    told = tuple(quote.paragraph for quote in quotes)  # what is looked up needs no search
    shown = (part for q in quotes for part in (q.above, q.paragraph, q.below, q.onward))
    return Found(
        passages=tuple(passage.chunk.text for passage in kept[:DEPTH]) or told[:DEPTH],
        shown="\n".join(shown),
    )


def _always_joined(text: str, session: Session, services: Services, index: CourseIndex) -> Found:
    topic = next((one for one in reversed(session.before) if one.quoted), None)
    query = text if topic is None else f"{text} ({topic.question})"
    found = retrieve(
        read_query(query, services.embedder, index), index, services.profile, services.reranker
    )
    return Found(passages=tuple(p.chunk.text for p in found.kept[:DEPTH]), shown="")


def has_evidence(text: str, evidence: Sequence[str]) -> bool:
    """Whether a text has one of the sentences of evidence, or the beginning of one."""
    return any(comparable(sentence) in comparable(text) for sentence in evidence)


def _interval(successes: int, of: int) -> dict[str, float]:
    figure = share("", successes, of)
    return {
        "value": round(figure.value, 3),
        "low": round(figure.low, 3),
        "high": round(figure.high, 3),
    }


def _table(result: dict[str, Any]) -> Table:
    table = Table("messages", "n", "arm", "hit@1", "hit@5", "shown")
    for name, figures in result.items():
        for arm in ("with", "without", "always"):
            row = figures[arm]
            words = [
                f"{row[key]['value']:.3f} [{row[key]['low']:.2f}, {row[key]['high']:.2f}]"
                if key in row
                else ""
                for key in ("hit@1", "hit@5", "shown")
            ]
            table.add_row(name, str(figures["messages"]), arm, *words)
    return table
