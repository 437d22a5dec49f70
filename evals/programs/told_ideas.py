"""What is made of a cause or a place that a student tells in words: judged right, wrongly, not."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from evals.programs.program_talk import open_talk
from evals.programs.told_rows import Json, read_json_lines
from tutor_app.domain.settings import load_settings
from tutor_app.domain.values import Session
from tutor_app.programs.code_in_text import is_value
from tutor_app.programs.ideas.idea_verdict import IdeaVerdict
from tutor_app.programs.replies.examine_program import RunFacts, examine
from tutor_app.programs.replies.kept_cases import read_cases, write_cases
from tutor_app.programs.replies.message_act import HeardMessage, hear
from tutor_app.programs.replies.program_topic import Topic, read_topic
from tutor_app.programs.run_values import Case
from tutor_app.programs.runs_at_once import Runner
from tutor_app.retrieval.embedder import Embedder
from tutor_app.runtime.composition import build_embedder
from tutor_app.understanding.act_classifier import ActClassifier
from tutor_app.understanding.message_features import read_shape

Judged = Literal["right", "wrong", "undecided"]

JUDGED = ("places", "diagnoses")


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardIdea:
    """A message about a program, with what was heard in it and what running showed."""

    topic: Topic
    heard: HeardMessage
    facts: RunFacts


def hear_message(row: Json, text: str, embedder: Embedder | None = None) -> HeardIdea | None:
    """Return what is made of a message that follows the program, all wanted results being known."""
    acts = ActClassifier()
    reply, talk = open_talk(row["id"]).say(f"{row['task']}\n\n{row['program']}", "debugging")
    session = _with_wanted(talk.session, row["calls"])
    said = reply.text
    topic = read_topic(
        read_shape(text),
        session,
        acts.classify("program", said, text),
        lambda part: acts.classify("program", said, part),
        embedder,
    )
    if topic is None:
        return None
    facts = examine(topic, Runner())
    return HeardIdea(topic=topic, heard=hear(topic, facts, embedder), facts=facts)


def _with_wanted(session: Session, calls: Sequence[Json]) -> Session:
    """Return a session in which every call of the program has what it must give."""
    work = session.work
    if work is None or work.program is None:
        return session
    wanted = {_plain(call["call"]): call["wanted"] for call in calls}
    known = tuple(_decided(case, wanted) for case in read_cases(work.program.cases))
    record = replace(work.program, cases=write_cases(known))
    return replace(session, work=replace(work, program=record))


def _decided(case: Case, wanted: dict[str, str]) -> Case:
    value = wanted.get(_plain(case.call.text.split("\n")[-1]))
    if value is None:
        return case
    return replace(case, expected=value if is_value(value) else repr(value))


def _plain(call: str) -> str:
    return "".join(call.split()).replace('"', "'")


def judge_place(verdict: IdeaVerdict, message: Json) -> Judged:
    """Hold what is said of a place against whether it is the faulty one."""
    if verdict.place in ("unknown", "may_be"):
        return "undecided"
    return "right" if (verdict.place == "there") == message["right"] else "wrong"


def judge_cause(verdict: IdeaVerdict, message: Json) -> Judged:
    """Hold what is said of a cause against whether it is the true one: its place counts as said."""
    if verdict.place == "elsewhere":
        return "wrong" if message["right"] else "right"
    if verdict.cause == "unknown":
        return "undecided"
    return "right" if message["right"] else "wrong"


def told_ideas_command(
    questions: Annotated[Path, typer.Option(help="programs with messages", exists=True)],
    writer: Annotated[str, typer.Option(help="only the rows of this writer")] = "",
    misses: Annotated[Path | None, typer.Option(help="file for what was judged wrongly")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="figures as JSON")] = False,
) -> None:
    """Places and causes that students tell: judged right, judged wrongly, left undecided."""
    embedder = build_embedder(load_settings(), threads=1)
    rows = [row for row in read_json_lines(questions) if row["id"].startswith(writer)]
    counts: Counter[str] = Counter()
    wrong: list[Json] = []
    for row in rows:
        for does, judged, message in _judge_row(row, embedder):
            counts[f"{does}_{judged}"] += 1
            if judged == "wrong":
                wrong.append({"id": row["id"], "does": does, "text": message["text"]})
    if misses is not None:
        misses.write_text("".join(json.dumps(each) + "\n" for each in wrong), encoding="utf-8")
    print(json.dumps(dict(counts)) if as_json else counts)


def _judge_row(row: Json, embedder: Embedder) -> Iterator[tuple[str, Judged, Json]]:
    for message in row["messages"]:
        if not set(JUDGED) & set(message["does"]):
            continue
        idea = hear_message(row, message["text"], embedder)
        if idea is None:
            continue
        verdict = idea.heard.idea
        if "places" in message["does"]:
            yield "places", judge_place(verdict, message), message
        if "diagnoses" in message["does"]:
            yield "diagnoses", judge_cause(verdict, message), message
