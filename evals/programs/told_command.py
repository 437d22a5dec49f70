"""The command that says how well the tutor hears which call goes wrong, and what it should give."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from evals.programs.program_talk import open_talk, services_for_programs
from evals.programs.told_rows import (
    MESSAGES,
    OWN_MESSAGES,
    TOLD_LEARNED,
    WRITERS,
    ToldRow,
    is_same,
    read_messages,
    read_own,
    results_by_place,
)
from evals.programs.told_training import choices_of, learn, write_weights
from tutor_app.conversation.last_words import last_words
from tutor_app.domain.values import Session
from tutor_app.programs.replies.heard_cases import hear_cases
from tutor_app.programs.replies.kept_cases import plain_call
from tutor_app.programs.replies.program_topic import read_topic
from tutor_app.understanding.act_classifier import ActClassifier
from tutor_app.understanding.message_features import read_shape

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardRow:
    """What was heard of a message: `kept`, by call, beside how it counts."""

    counts: Counter[str]
    kept: dict[str, str]

    @property
    def is_right(self) -> bool:
        return self.counts["told"] == self.counts["whole"] and not self.counts["wrong"]


def told_command(
    questions: Annotated[Path, typer.Option(help="programs with messages", exists=True)] = MESSAGES,
    train: Annotated[bool, typer.Option(help="first learn the weights that ship")] = False,
    misses: Annotated[
        str, typer.Option(help="the writer of whom each miss is shown; never who judges")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """What students say that a call must give: read whole, and wrong ones kept; by writer."""
    if train:
        write_weights(learn(choices_of(learned_rows())))
    rows = read_messages(questions)
    figures: dict[str, Counter[str]] = {}
    services = services_for_programs()
    for program in dict.fromkeys(row.program for row in rows):
        opening = f"```python\n{program.program}\n```"
        session = open_talk(program.id, services).say(opening)[1].session
        _, places = results_by_place(program)
        counts = figures.setdefault(program.writer, Counter())
        for row in rows:
            if row.program == program:
                seen = judge(row, session, places)
                counts.update(seen.counts)
                if misses == program.writer and not seen.is_right:
                    print(f"{program.id} {row.text!r} told {dict(row.told)} kept {seen.kept}")
    for writer, counts in figures.items():
        result = {"writer": writer, **_figures(counts)}
        told = "  ".join(f"{name} {figure}" for name, figure in result.items())
        print(json.dumps(result) if as_json else told)


def learned_rows() -> list[ToldRow]:
    """Return the rows that weights are learned from: of five writers, and those written for one."""
    messages = read_messages(MESSAGES)
    own = read_own(OWN_MESSAGES, messages)
    of_one = (row for row in messages if row.program.writer == TOLD_LEARNED)
    return [*of_one, *own, *read_messages(WRITERS)]


def judge(row: ToldRow, session: Session, places: Mapping[str, int]) -> HeardRow:
    """Let the tutor hear a message after its program; hold what it keeps against the labels."""
    shown = last_words(session.before[-1].shown if session.before else ())
    topic = read_topic(
        read_shape(row.text), session, act_of=partial(ActClassifier().classify, "program", shown)
    )
    if topic is None:
        return HeardRow(counts=Counter(messages=1, told=bool(row.told)), kept={})
    heard = hear_cases(topic)
    kept = {
        plain_call(case.call.text): case.expected
        if case.expected is not None
        else case.prints or ""
        for case in heard.cases
        if case.is_decided and case.origin == "student"
    }
    right = [
        p
        for p, wanted in row.told.items()
        if any(places.get(call) == p and is_same(value, wanted) for call, value in kept.items())
    ]
    wrong = [call for call, value in kept.items() if not _is_true(row, places.get(call), value)]
    complained = heard.complaint.call
    counts = Counter(
        messages=1,
        wrong=bool(wrong),
        told=bool(row.told),
        whole=bool(row.told) and len(right) == len(row.told),
        complaints=row.complained is not None,
        pointed=row.complained is not None
        and complained is not None
        and places.get(plain_call(complained)) == row.complained,
    )
    return HeardRow(counts=counts, kept=kept)


def _is_true(row: ToldRow, place: int | None, value: str) -> bool:
    """Whether a kept value is what the message says, or what the call must give indeed."""
    if place is None:
        return True  # a call of the student's own, of which the row knows nothing
    said = row.told.get(place)
    return is_same(value, row.program.calls[place].wanted) or (
        said is not None and is_same(value, said)
    )


def _figures(counts: Counter[str]) -> Json:
    return {
        "messages": counts["messages"],
        "told": counts["told"],
        "read_whole": round(counts["whole"] / max(counts["told"], 1), 3),
        "wrong_kept": counts["wrong"],
        "complaints": counts["complaints"],
        "call_found": round(counts["pointed"] / max(counts["complaints"], 1), 3),
    }
