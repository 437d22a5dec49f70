"""`python -m evals routing`: functions chosen by each pipeline, documents found by each profile."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.console import Console
from rich.progress import track

from evals.routing.routing_measures import function_f1, ranking_measures
from evals.routing.routing_questions import RoutingQuestion, read_routing_questions, unit_of
from evals.routing.routing_training import as_weights, cross_validated, read_rows
from tutor_app.domain.errors import TutorError
from tutor_app.models.tool_calls import ToolModel
from tutor_app.models.tools_by_schema import with_tools
from tutor_app.retrieval.course_index import CourseIndexes, read_query
from tutor_app.retrieval.profiles import PROFILES
from tutor_app.retrieval.retrieve import retrieve
from tutor_app.routing.edison import RULES, WEIGHTS
from tutor_app.routing.model_pipelines import MODEL_PIPELINES, choose_by_model
from tutor_app.routing.retrieval_functions import CourseSearch
from tutor_app.runtime.composition import build_reranker
from tutor_app.runtime.evaluation_course import COURSE, IndexedFolder, console, index_folder
from tutor_app.runtime.model_for_command import local_model
from tutor_app.understanding.act_classifier import ActClassifier

out = Console()
DEPTH = 200  # passages that a document may be found in
DOCUMENT_PROFILES = (
    "bm25",
    "dense",
    "virtual_ta",
    "kite_unranked",
    "default",
    "vector_gen",
    "hier_gen",
)


def routing_command(  # noqa: PLR0913  (typer: one argument an option)
    materials: Annotated[Path, typer.Option(help="folder of the course", exists=True)],
    questions: Annotated[Path, typer.Option(help="questions with expert functions", exists=True)],
    limit: Annotated[int | None, typer.Option(help="only the first so many questions")] = None,
    model: Annotated[
        Literal["none", "small", "default"], typer.Option(help="asked for the fc pipelines")
    ] = "none",
    train: Annotated[bool, typer.Option(help="write the weights of edison anew")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """F1 of chosen functions; Hit, Recall, MRR and nDCG of documents, with 95% intervals."""
    course = index_folder(materials)
    asked = read_routing_questions(questions, limit)
    result: dict[str, Any] = {"questions": len(asked)}
    result["pipelines"] = measure_edison(course, asked, train=train)
    if model != "none":
        with local_model(course.settings, model) as opened:
            result["pipelines"] |= measure_model(course, asked, with_tools(opened))
    result["documents"], result["posts"] = measure_documents(course, asked)
    if as_json:
        typer.echo(json.dumps(result, indent=1))
    else:
        out.print_json(json.dumps(result))


def measure_edison(
    course: IndexedFolder, asked: Sequence[RoutingQuestion], *, train: bool = False
) -> dict[str, Any]:
    """Return what `edison` reaches from the question alone (never seen), and with the category."""
    index = CourseIndexes(course.settings, course.embedder)(COURSE)
    rows = read_rows(asked, index, course.embedder, ActClassifier())
    if train:
        made = json.dumps(as_weights(rows, course.embedder.name), separators=(",", ":"))
        WEIGHTS.write_text(made + "\n", encoding="utf-8")
    gold = [frozenset[str](question.functions) for question in asked]
    filed = [question for question in asked if question.known_category]
    named = [frozenset[str](RULES[q.known_category]) for q in filed if q.known_category]
    always = frozenset[str](RULES["assignment"])
    return {
        "edison": function_f1(cross_validated(rows, len(asked)), gold),
        **{
            f"edison_10_folds_{seed}": function_f1(cross_validated(rows, 10, seed), gold)
            for seed in range(3)
        },
        "edison_with_category": function_f1(named, [frozenset[str](q.functions) for q in filed]),
        "always_assignment_and_qa": function_f1([always] * len(gold), gold),
    }


def measure_model(
    course: IndexedFolder, asked: Sequence[RoutingQuestion], model: ToolModel
) -> dict[str, Any]:
    """Return F1 of each pipeline that a model drives; where it fails, nothing was chosen."""
    search = CourseSearch(
        index=CourseIndexes(course.settings, course.embedder)(COURSE),
        embedder=course.embedder,
        profile=PROFILES["default"],
    )
    measured: dict[str, Any] = {}
    for name in MODEL_PIPELINES:
        chosen: list[frozenset[str]] = []
        failed = 0
        for question in track(asked, name, console=console, transient=True):
            try:
                made = choose_by_model(name, question.text, model, search, question.known_category)
                chosen.append(frozenset(made.functions))
            except TutorError as exc:
                console.print(f"{name}, {question.id}: {exc}", markup=False)
                chosen.append(frozenset())
                failed += 1
        gold = [frozenset[str](question.functions) for question in asked]
        measured[name] = {**function_f1(chosen, gold), "failed": failed}
    return measured


def measure_documents(
    course: IndexedFolder, asked: Sequence[RoutingQuestion]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the measures of ranked documents and of ranked posts, by retrieval profile."""
    index = CourseIndexes(course.settings, course.embedder)(COURSE)
    answerable = [question for question in asked if question.documents]
    queries = [read_query(question.text, course.embedder, index) for question in answerable]
    documents: dict[str, Any] = {}
    posts: dict[str, Any] = {}
    for name in DOCUMENT_PROFILES:
        profile = PROFILES["fused"] if name == "kite_unranked" else PROFILES[name]
        # Only what is read is ranked, then; where a model would read, our cross-encoder does.
        read = profile.rerank in ("own", "model")
        depth = profile.candidates if read else DEPTH
        deep = replace(
            profile,
            top_k=depth,
            answers=False,
            candidates=depth,
            rerank="own" if read else None,
            floor=float("-inf"),
        )
        reranker = build_reranker(course.settings, profile) if read else None
        found = [
            [passage.chunk for passage in retrieve(query, index, deep, reranker).kept]
            for query in queries
        ]
        ranked = [list(dict.fromkeys(c.document.name for c in chunks)) for chunks in found]
        documents[name] = {
            **ranking_measures(ranked, [question.documents for question in answerable]),
            "hit@1_by_category": _by_category(answerable, ranked),
        }
        units = [list(dict.fromkeys(unit_of(chunk) for chunk in chunks)) for chunks in found]
        posts[name] = ranking_measures(units, [question.units for question in answerable])
    return documents, posts


def _by_category(
    asked: Sequence[RoutingQuestion], ranked: Sequence[Sequence[str]]
) -> dict[str, float]:
    hits: dict[str, list[bool]] = {}
    for question, names in zip(asked, ranked, strict=True):
        hits.setdefault(question.category, []).append(bool(set(names[:1]) & question.documents))
    return {name: round(sum(found) / len(found), 3) for name, found in sorted(hits.items())}
