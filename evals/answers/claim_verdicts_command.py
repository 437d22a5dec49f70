"""Whether a claim on the demo course gets a yes or a no where it should, and none where not."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from demo_course.build import DEFAULT_OUT, build
from evals.hint_ladder.recorded_learner import Classroom, Replied
from tutor_app.conversation.subject.claim_reply import BORNE_OUT, DENIED
from tutor_app.domain.values import Sentence
from tutor_app.runtime.evaluation_course import index_folder
from tutor_app.wording.catalogue import Phrase

CLAIMS = Path(__file__).parents[1] / "questions" / "claims_judged.jsonl"


def claim_verdicts_command(
    split: Annotated[str, typer.Option(help="tune (lectures 2, 3) or kept (1, 5)")] = "tune",
    verbose: Annotated[bool, typer.Option(help="print what is not as labelled")] = False,
) -> None:
    """Count what is said to true, false and open claims after a question, through `respond`."""
    build(DEFAULT_OUT)
    room = Classroom(index_folder(DEFAULT_OUT))
    rows = [json.loads(line) for line in CLAIMS.read_text(encoding="utf-8").splitlines()]
    told: Counter[str] = Counter()
    for row in (row for row in rows if row["split"] == split):
        with room.learner() as learner:
            learner.say(row["before"])
            said = _verdict(learner.say(row["claim"]))
        told[f"{row['verdict']} claims: {said}"] += 1
        if verbose and said != {"true": "yes", "false": "no", "open": "neither"}[row["verdict"]]:
            typer.echo(f"{row['verdict']}: {said} | {row['claim']}", err=True)
    typer.echo(json.dumps(dict(sorted(told.items()))))


def _verdict(replied: Replied) -> str:
    texts = [event.text for event in replied.events if isinstance(event, Sentence)]
    for said, ways in (("yes", BORNE_OUT), ("no", DENIED)):
        if any(_begins(text, ways) for text in texts):
            return said
    return "neither"


def _begins(text: str, ways: Phrase) -> bool:
    return any(text.startswith(way.split("{")[0]) for way in ways.plain)
