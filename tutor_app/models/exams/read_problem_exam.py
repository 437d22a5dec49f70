"""The exam "read a problem": 40 problems told in prose, each to be read exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from tutor_app.domain.traces import Graph, Problem
from tutor_app.models.chat_model import ChatModel
from tutor_app.models.duties.ask_follow_up import count_tokens
from tutor_app.models.duties.duty_registry import READ_EXACTLY
from tutor_app.models.duties.exam_results import Figure
from tutor_app.models.duties.read_problem import MAX_TOKENS, fixed_messages, read_told
from tutor_app.models.exams.exam_figures import share
from tutor_app.models.exams.exam_items import ToldProblem
from tutor_app.models.exams.take_exam import Answer, Question, kept_of
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.problem_json import instance_of, problem_of


def reading_questions(items: Sequence[ToldProblem]) -> list[Question]:
    """One question for each problem. The model reads alone, whatever the parsers make of it."""

    return [Question(item.id, partial(_read, item)) for item in items]


def _read(item: ToldProblem, model: ChatModel) -> Answer:
    read = read_told(item.message, model, lambda: False)
    kept = kept_of(read.attempts, read.failed)
    return {"instance": None if read.problem is None else instance_of(read.problem), **kept}


def reading_figures(
    items: Sequence[ToldProblem], answers: Mapping[str, Answer]
) -> tuple[Figure, ...]:
    """What the answers amount to. A problem that was not read is not read exactly."""
    done = [item for item in items if item.id in answers]
    kept = [item for item in done if item.split == "kept"]
    read = [item for item in done if answers[item.id].get("instance") is not None]
    at_once = [item for item in read if not answers[item.id]["failed_checks"]]
    exact = {item.id for item in done if is_exact(item, answers[item.id])}
    return (
        share(READ_EXACTLY, len(exact), len(done)),
        share(
            "the same over the items kept out of tuning",
            sum(item.id in exact for item in kept),
            len(kept),
        ),
        share("readings that pass the checks", len(read), len(done)),
        share("readings that pass them at the first try", len(at_once), len(done)),
        share("of the readings that pass, exact", len(exact), len(read)),
    )


def is_exact(item: ToldProblem, answer: Answer) -> bool:
    """Tell whether data, start, goal and target are those of the item.

    Case, the order of edges, and the ends' order in an undirected edge do not matter.
    """
    instance = answer.get("instance")
    return instance is not None and same_problem(
        problem_of(item.instance), problem_of({**instance, "algorithm": item.algorithm})
    )


def same_problem(one: Problem, other: Problem) -> bool:
    """Tell whether two problems of one algorithm have the same data, start, goal and target."""
    return _form(one) == _form(other)


def _form(problem: Problem) -> tuple[object, ...]:
    used = algorithm_named(problem.algorithm)
    ends = {"start": problem.start, "goal": problem.goal}
    asked = used.needs | used.may_have
    named = tuple((ends[end] or "").casefold() for end in ("start", "goal") if end in asked)
    graph = None if problem.graph is None else _graph_form(problem.graph, "heuristic" in asked)
    return (problem.array, problem.target, graph, named)


def _graph_form(graph: Graph, with_heuristic: bool) -> tuple[object, ...]:
    edges = Counter(
        (
            *(
                (edge.source.casefold(), edge.target.casefold())
                if graph.directed
                else sorted((edge.source.casefold(), edge.target.casefold()))
            ),
            edge.weight,
        )
        for edge in graph.edges
    )
    heuristic = {node.casefold(): value for node, value in (graph.heuristic or {}).items()}
    nodes = frozenset(node.casefold() for node in graph.nodes)
    return (graph.directed, nodes, edges, heuristic if with_heuristic else None)


def tokens_of(items: Sequence[ToldProblem]) -> tuple[int, int]:
    """About how many tokens go to and come from a model for these problems, one try each."""
    fixed = sum(count_tokens(message.content) for message in fixed_messages())
    told = sum(count_tokens(item.message) for item in items)
    return fixed * len(items) + told, MAX_TOKENS * len(items)
