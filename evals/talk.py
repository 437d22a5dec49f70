"""A conversation with the tutor in the terminal or over a pipe, kept for who grades it later."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Annotated

import typer

from demo_course.build import DEFAULT_OUT, build
from evals.hint_ladder.recorded_learner import Classroom, Learner, Replied
from evals.hint_ladder.transcripts import behind_button, event_text
from tutor_app.domain.as_read import as_read
from tutor_app.domain.values import Event, Intent, Quote, Sentence
from tutor_app.runtime.evaluation_course import index_folder
from tutor_app.understanding.students_language import language_spoken
from tutor_app.wording.catalogue import speaking

END_OF_MESSAGE = "."


def talk_command(
    name: Annotated[str, typer.Option(help="the student; the conversation of this name goes on")],
    materials: Annotated[
        Path | None, typer.Option(help="folder of PDFs (the demo course)", exists=True)
    ] = None,
    wanted: Annotated[
        Intent | None, typer.Option(help="the kind of help, as a student's button says it")
    ] = None,
    anew: Annotated[bool, typer.Option("--anew", help="begin another conversation")] = False,
    keep: Annotated[Path | None, typer.Option(help="Markdown file that grows by each turn")] = None,
) -> None:
    """Talk to the tutor. Over a pipe the input is one message; in a terminal many."""
    if materials is None:
        build(DEFAULT_OUT)
    learner = Classroom(index_folder(materials or DEFAULT_OUT)).known_learner(name)
    if anew:
        learner.begin_again()
    for message in messages():
        print(turn_text(learner, message, wanted, keep), flush=True)


def messages() -> Iterator[str]:
    """Yield what is typed: the whole of a pipe, in a terminal what a line of one dot ends."""
    if not sys.stdin.isatty():
        yield sys.stdin.read().strip("\n")
        return
    print(f"A line of one '{END_OF_MESSAGE}' sends the message; Ctrl-D ends.", file=sys.stderr)
    lines: list[str] = []
    for line in sys.stdin:
        if line.rstrip("\n") == END_OF_MESSAGE:
            yield "".join(lines).strip("\n")
            lines = []
        else:
            lines.append(line)


def turn_text(learner: Learner, message: str, wanted: Intent | None, keep: Path | None) -> str:
    """Send one message and return the reply as Markdown; both are added to the kept file."""
    reply = reply_text(learner.say(message, wanted))
    if keep is not None:
        fence = _fence_around(message)
        said = f"### Student\n\n{fence}text\n{message}\n{fence}\n\n### Tutor\n\n{reply}\n\n"
        with keep.open("a", encoding="utf-8") as file:
            file.write(said)
    return reply


def _fence_around(text: str) -> str:
    """Return a fence that no fence within a text closes."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    return "`" * max(3, longest + 1)


def reply_text(replied: Replied) -> str:
    """Return everything that the student was shown, a paragraph for each part.

    What waits behind a button is named at the end, as it stands on the page.
    """
    events = as_read(replied.events)
    behind = [event for event in events if isinstance(event, Quote) and event.quiet]
    with speaking(language_spoken(replied.text, replied.session)):
        parts = [
            event_text(event) + _chip(event, after, events)
            for event, after in zip_longest(events, events[1:])
            if event not in behind
        ]
        return "\n\n".join(filter(None, [*parts, behind_button(behind)]))


def _chip(event: Event, after: Event | None, events: Sequence[Event]) -> str:
    """Return the source behind a model's sentences, once for those on one passage."""
    if not isinstance(event, Sentence) or not event.by_model or event.role != "explanation":
        return ""
    if isinstance(after, Sentence) and after.by_model and after.passage_id == event.passage_id:
        return ""
    quoted = (one for one in events if isinstance(one, Quote))
    place = next((one for one in quoted if one.passage_id == event.passage_id), None)
    return "" if place is None else f" [{place.document_name}, page {place.page}]"
