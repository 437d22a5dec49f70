"""Whether a claim gets the sentence of the demo course that decides it, and gets it first."""

from __future__ import annotations

import json
from pathlib import Path

import typer

from demo_course.build import DEFAULT_OUT, build
from evals.hint_ladder.recorded_learner import Classroom, Replied
from tutor_app.domain.values import Quote, Sentence
from tutor_app.runtime.evaluation_course import index_folder

CLAIMS = Path(__file__).parents[1] / "questions" / "claims.jsonl"


def claims_command() -> None:
    """Claims after a question, through `respond`: decided by the first quote, shown, declined."""
    build(DEFAULT_OUT)
    room = Classroom(index_folder(DEFAULT_OUT))
    rows = [json.loads(line) for line in CLAIMS.read_text(encoding="utf-8").splitlines()]
    first = shown = declined = 0
    for row in rows:
        with room.learner() as learner:
            learner.say(row["before"])
            replied = learner.say(row["claim"])
        quotes = [event for event in replied.events if isinstance(event, Quote)]
        marked = [" ".join(mark.text for mark in quote.marked) for quote in quotes[:1]]
        first += _holds(marked, row["decides"])
        shown += _holds([quote.paragraph for quote in quotes], row["decides"])
        declined += _declines(replied)
    figures = {"claims": len(rows), "first": first, "shown": shown, "declined": declined}
    typer.echo(json.dumps(figures))


def _holds(texts: list[str], decides: list[str]) -> bool:
    straight = [text.replace("’", "'") for text in texts]
    return any(part.replace("’", "'") in text for part in decides for text in straight)


def _declines(replied: Replied) -> bool:
    said = (event for event in replied.events if isinstance(event, Sentence))
    return any(sentence.role == "decline" for sentence in said)
