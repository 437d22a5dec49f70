"""`python -m evals hostile`: three learners attack the tutor; how long a fourth one waits."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import typer

from evals.answers.gold_questions import read_questions
from evals.robustness.worker_bench import WorkerBench, open_desk
from tutor_app.domain.errors import TooManyOpen
from tutor_app.domain.values import FINISHED_STATUSES, AnswerFailed, Quote, Sentence
from tutor_app.runtime.evaluation_course import COURSE, index_folder
from tutor_app.storage.records.row_values import TurnRow

ANSWER_SECONDS = 120.0
SPIN = "spin"  # evals/robustness/hostile_worker.py keeps a regular expression busy for hours
# The longest that may be sent of what took long when it was fuzzed; and one that never ends.
HOSTILE = (
    SPIN,
    "[ " * 9_900,
    "[[], " * 3_900,
    "< " * 9_900,
    ". " * 9_900,
    "a-b " * 4_900,
    "d[a]= " * 3_300,
    "12 " * 6_600,
    "def f(x): " * 1_990,
    "\n".join("(" * 100 for _ in range(190)),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waits:
    """Seconds from sending to the first words of each answer; `failed` had an error for them."""

    seconds: tuple[float, ...]
    failed: int


def hostile_command(
    materials: Annotated[Path, typer.Option(help="folder of PDFs", exists=True, file_okay=False)],
    questions: Annotated[Path, typer.Option(help="questions with gold pages", exists=True)],
    asked: Annotated[int, typer.Option(min=1, help="questions of the fourth learner")] = 20,
    attackers: Annotated[int, typer.Option(min=1)] = 3,
) -> None:
    """A learner's waits while three others send hostile messages, and while nobody does."""
    settings = index_folder(materials).settings
    texts = [question.text for question in read_questions(questions, asked)]
    with open_desk(settings, COURSE, actors="evals.robustness.hostile_worker") as desk:
        print(json.dumps(measure_hostile(desk, texts, HOSTILE, attackers), indent=2))


def measure_hostile(
    desk: WorkerBench, questions: Sequence[str], hostile: Sequence[str], attackers: int
) -> dict[str, Any]:
    """Return median waits in seconds without and with the attack, and what became of its turns."""
    learner = desk.new_learner()
    ask_all(desk, learner, questions[:2])  # what is loaded by the first ones
    quiet = ask_all(desk, learner, questions)
    ended = threading.Event()
    sent: list[TurnRow] = []
    attack = [
        threading.Thread(target=_attack, args=(desk, hostile, ended.is_set, sent))
        for _ in range(attackers)
    ]
    for thread in attack:
        thread.start()
    time.sleep(3)
    attacked = ask_all(desk, learner, questions)
    ended.set()
    for thread in attack:
        thread.join()
    rows = [desk.records.turn(turn.id) for turn in sent]
    return {
        "questions": len(questions),
        "quiet_median": round(median(quiet.seconds), 3),
        "attacked_median": round(median(attacked.seconds), 3),
        "ratio": round(median(attacked.seconds) / median(quiet.seconds), 2),
        "attacked_longest": round(max(attacked.seconds), 3),
        "failed": quiet.failed + attacked.failed,
        "hostile_messages": len(rows),
        "hostile_ended": dict(Counter(row.status for row in rows)),
    }


def ask_all(desk: WorkerBench, learner: str, questions: Sequence[str]) -> Waits:
    """Ask one after the other, each when the one before has been answered."""
    seconds, failed = [], 0
    for text in questions:
        sent = time.monotonic()
        turn = desk.ask(learner, text)
        _wait_for(lambda id=turn.id: _has_words(desk, id))  # type: ignore[misc]
        seconds.append(time.monotonic() - sent)
        _wait_for(lambda id=turn.id: desk.records.status(id) in FINISHED_STATUSES)  # type: ignore[misc]
        events = desk.records.turn(turn.id).events
        failed += any(isinstance(event, AnswerFailed) for event in events)
    return Waits(seconds=tuple(seconds), failed=failed)


def _attack(
    desk: WorkerBench, hostile: Sequence[str], ended: Callable[[], bool], sent: list[TurnRow]
) -> None:
    """Send as many hostile messages as one learner may have open, until it has ended."""
    learner = desk.new_learner()
    messages: Iterator[str] = cycle(hostile)
    text = next(messages)
    while not ended():
        try:
            sent.append(desk.ask(learner, text))
            text = next(messages)
        except TooManyOpen:
            time.sleep(0.2)


def _has_words(desk: WorkerBench, turn_id: str) -> bool:
    return any(
        isinstance(event, Quote | Sentence | AnswerFailed)
        for _, event in desk.streams.read(turn_id)
    )


def _wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + ANSWER_SECONDS
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"no answer within {ANSWER_SECONDS} s")
        time.sleep(0.005)
