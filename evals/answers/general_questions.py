"""Questions beside runs: which are the course's to answer, and where the course does so."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from demo_course.build import DEFAULT_OUT, build
from evals.hint_ladder.recorded_learner import Classroom
from evals.practice.part_rows import fit_parts
from evals.programs.ridge_learning import written
from evals.programs.told_rows import QUESTIONS, read_json_lines
from evals.understanding.step_rows import FOLDER, JUDGE, LEARNED
from tutor_app.conversation.beside.course_reason import reason_of_course
from tutor_app.conversation.beside.general_question import (
    KINDS,
    WEIGHTS,
    asks_the_course,
    mask_names,
)
from tutor_app.conversation.trace_replies.in_sentences.asked_beside import with_name
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.settings import load_settings
from tutor_app.domain.traces import Edge, Graph, Problem
from tutor_app.retrieval.embedder import Embedder
from tutor_app.runtime.composition import build_embedder
from tutor_app.runtime.evaluation_course import COURSE, index_folder
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.understanding.claims import asks_something, clauses_of, forms_of

ROWS: Final = QUESTIONS / "general_questions.jsonl"
REASONS: Final = QUESTIONS / "reasons_beside_runs.jsonl"
READERS: Final = "readers"
_OF_OWN: Final = 3  # times that each row counts that was written for this
_UNASKED: Final = ("?right", "?wrong")


@dataclass(frozen=True, slots=True)
class AskedBeside:
    """A question beside a run, and whether the course or the run is to answer it."""

    asked_of: str
    question: str
    problem: Problem


def general_questions_command(
    train: Annotated[bool, typer.Option(help="first learn the weights that ship")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Questions beside runs told apart, and the reasons found for them, on unseen writers."""
    embedder = build_embedder(load_settings(), threads=1)
    if train:
        _learn(embedder)
    told = {
        "writer F": _told_apart(_of_readings(JUDGE), embedder),
        "readers": _told_apart(_written_by(readers=True), embedder),
        "reasons found": _reasons_found(),
    }
    print(json.dumps(told) if as_json else told)


def _learn(embedder: Embedder) -> None:
    files = [FOLDER / f"{name}.jsonl" for name in LEARNED if name != "H"]  # it judges in part
    asked = [one for file in files for one in _of_readings(file)]
    asked += list(_written_by(readers=False)) * _OF_OWN
    labelled = [(one.asked_of, mask_names(one.question, one.problem)) for one in asked]
    weights = written(fit_parts(labelled, KINDS, embedder, vectors=True))
    WEIGHTS.write_text(json.dumps(weights) + "\n", encoding="utf-8")


def _of_readings(file: Path) -> Iterator[AskedBeside]:
    """Yield the last question of each message whose reading asks of the run alone, or of the
    course alone."""
    for context in read_json_lines(file):
        read = read_problem(context["problem"])
        assert read is not None
        for message in context["messages"]:
            lines = [one for one in message["reading"] if one.startswith("?")]
            asked = {one.startswith("?course") for one in lines if one not in _UNASKED}
            if len(asked) == 1:
                kind = KINDS[0] if asked.pop() else KINDS[1]
                yield AskedBeside(kind, _last_question(message["message"]), read.problem)


def _last_question(text: str) -> str:
    found = [one for sentence in split_sentences(text) for one in _questions_in(sentence)]
    return next((one for one in reversed(found) if asks_something(one)), text)


def _questions_in(sentence: str) -> list[str]:
    """Return the questions of a sentence, each with what stands before it; all of it where one.

    "Why isn't it enough to take the nearest, wouldn't that be faster?" asks two.
    """
    clauses = clauses_of(sentence)
    found, asks = list[str](), False
    for clause, form in zip(clauses, forms_of(clauses), strict=True):
        if found and not (asks and form):
            found[-1] = f"{found[-1]} {clause}"
        else:
            found.append(clause)
        asks = asks or form is not None
    return found


def _written_by(*, readers: bool) -> Iterator[AskedBeside]:
    for row in read_json_lines(ROWS):
        if (row["writer"] == READERS) == readers:
            graph = Graph(nodes=tuple(row["nodes"]), edges=(), directed=False, weighted=True)
            problem = Problem(algorithm="dijkstra", graph=graph)
            yield AskedBeside(row["asked_of"], row["question"], problem)


def _told_apart(asked: Iterator[AskedBeside], embedder: Embedder) -> dict[str, int]:
    found = [(one.asked_of, asks_the_course(one.question, one.problem, embedder)) for one in asked]
    return {
        "of the course": sum(kind == KINDS[0] for kind, _ in found),
        "found": sum(kind == KINDS[0] and told for kind, told in found),
        "of the run": sum(kind == KINDS[1] for kind, _ in found),
        "taken for the course's": sum(kind == KINDS[1] and told for kind, told in found),
    }


def _reasons_found() -> dict[str, Any]:
    """Return how many questions get a paragraph in which a sentence is marked that answers them."""
    build(DEFAULT_OUT)
    services = Classroom(index_folder(DEFAULT_OUT)).services
    index = services.courses(COURSE)
    result: dict[str, Any] = {"missed": []}
    for name, tuned in (("tuned", True), ("kept", False)):
        rows = [row for row in read_json_lines(REASONS) if row["tuned"] == tuned]
        right = 0
        for row in rows:
            edges = (Edge(source="A", target="B", weight=1),)
            graph = Graph(nodes=("A", "B"), edges=edges, directed=False, weighted=True)
            problem = Problem(algorithm=row["algorithm"], graph=graph)
            put = with_name(row["question"], row["algorithm"])
            quotes = reason_of_course(put, problem, index, services)
            marked = [mark.text for quote in quotes for mark in quote.marked]
            if any(_begins(text, row["answered_by"]) for text in marked):
                right += 1
            else:
                result["missed"].append(row["question"])
        result[name] = [right, len(rows)]
    return result


def _begins(text: str, answers: Sequence[str]) -> bool:
    return any(answer in text for answer in answers)
