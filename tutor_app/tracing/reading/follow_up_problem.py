"""A message that goes on with the problem of the conversation so far."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tutor_app.domain.traces import Edge, Graph, Number, Problem, Tree
from tutor_app.tracing.algorithm import Algorithm, all_algorithms
from tutor_app.tracing.reading.ask_for_missing_data import first_lack, has_data
from tutor_app.tracing.reading.gather_data import Gathered, blank, gather
from tutor_app.tracing.reading.graph_spoken_of import brings_graph, is_spoken_of, is_written_anew
from tutor_app.tracing.reading.message_parts import EXPLAIN, TASK, Parts, read_work
from tutor_app.tracing.reading.problem_data.heuristic_values import find_heuristic
from tutor_app.tracing.reading.reading_results import Span
from tutor_app.tracing.reading.start_and_goal import Ends, find_ends, find_target, number
from tutor_app.tracing.reading.stated_conventions import stated_conventions
from tutor_app.tracing.reading.student_rows.list_entries import NUMBER, Nodes, to_number
from tutor_app.tracing.reading.student_rows.work_in_message import CHECKS
from tutor_app.tracing.reading.told_graph.told_corrections import with_told_corrections

_AGAIN = re.compile(
    r"(?i)\b(?:now|again|same|instead|redo|repeat|what\s+if|what\s+about|and\s+with"
    r"|as\s+well|also)\b"
)
_CHANGES = re.compile(
    r"(?i)\bwhat\s+if\b|\bwhat\s+about\b|\binstead\b|\bsuppose\b|\bchange[ds]?\b|\bwere\b"
)
_SAYS_DATA = re.compile(
    r"(?i)\b(?:graph|edges?|array|matrix|adjacency|game\s+tree|strings?|items|exercise|problem)\b"
)
# A numbered row, a table, or "Path: …": work that no "I got this" announces.
_WORK_LINE = re.compile(
    r"(?im)^\s*(?:(?:step|pass|iteration|limit|depth|round|after)\s*\w+|\d+\s*[.):|\t]"
    r"|\d+\s+\S+\s*$"
    r"|[^\n|]*\|[^\n]*\w|(?:final\s+|shortest\s+)?(?:path|order|cost|sorted|total"
    r"|distances?|result|root"
    r"|found|value)\b)"
)
_BARE_NUMBER = re.compile(r"[^\w-]*(-?\d+(?:\.\d+)?)\W*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """The message as what goes on, the algorithm meant, and the data of the problem so far."""

    message: Parts
    algorithm: Algorithm
    found: Gathered


def follow(message: Parts, named: Algorithm | None, known: Problem) -> Followed | None:
    """Return how a message goes on with the problem `known`, None where it does not.

    It does where it asks what comes next, shows a new attempt, answers what was asked, or wants the
    same again under another convention or with another algorithm. A message with data of its own
    begins a new problem; without an algorithm's name, only if it speaks of a graph, array ….
    """
    before = all_algorithms()[known.algorithm]
    algorithm = named or before
    if algorithm.data != before.data:
        return None
    message = _as_work(message, known)
    completed, spans = _complete(message, known, algorithm)
    if completed is None and not message.work.strip():
        if _brings_graph(message.problem_text, algorithm, known):
            return None
        if not _goes_on(message, algorithm, known):
            return None
    elif completed is None and _states_data(message, named, algorithm, known):
        return None
    problem = replace(completed or known, algorithm=algorithm.id, conventions={})
    if spans:  # edges that are added are no steps
        message = replace(message, work=blank(message.work, spans))
    found = Gathered(problem=problem, whole=has_data(problem, algorithm), spans=spans)
    return Followed(message=message, algorithm=algorithm, found=found)


def bare_name(text: str, nodes: Sequence[str]) -> str | None:
    """Return the node that is all that a text says."""
    said = text.strip(" .!\n'\"").casefold()
    return next((node for node in nodes if node.casefold() == said), None)


def answered_target(text: str) -> Number | None:
    """Return the number searched for, also where it is all that a text says."""
    bare = _BARE_NUMBER.fullmatch(text)
    return find_target(f"find {bare[1]}" if bare else text)


def _as_work(message: Parts, known: Problem) -> Parts:
    """Return the message as the student's own work where it is nothing else: "S, A, B"."""
    if message.work.strip() or _SAYS_DATA.search(message.text) or EXPLAIN.search(message.text):
        return message
    if not has_data(known, all_algorithms()[known.algorithm]):
        return message
    text = message.text
    asked = CHECKS.search(text)
    if asked:
        text = text[: asked.start()]
    if not (_WORK_LINE.search(text) or _is_list(text, known)):
        return message
    attempt = replace(message, problem_text="", work=text)
    algorithm = all_algorithms()[known.algorithm]
    return attempt if read_work(attempt, algorithm, known) is not None else message


def _is_list(text: str, known: Problem) -> bool:
    """Tell whether a text, after words that end in ":" or "is", lists only nodes or numbers."""
    body = re.split(r":|\b(?:is|was)\b", text)[-1]
    parts = [part for part in re.split(r"[\s,;\[\](){}<>→–-]+", body.strip(" .\n")) if part]
    nodes = {node.casefold() for node in (known.graph.nodes if known.graph else ())}
    numbers = known.graph is None
    return len(parts) > 1 and all(
        part.casefold() in nodes or (numbers and re.fullmatch(r"\d+(?:\.\d+)?", part))
        for part in parts
    )


def _brings_graph(text: str, algorithm: Algorithm, known: Problem) -> bool:
    """Tell whether a text holds data of its own; "from S to G" on a known graph are its ends."""
    found = gather(text, algorithm)
    if not found.whole or known.graph is None or found.problem.graph is None:
        return found.whole
    if is_spoken_of(text, found, known):
        return False
    graph = found.problem.graph
    weighed = any(edge.weight is not None for edge in graph.edges)
    return weighed or len(graph.edges) > 1 or not set(graph.nodes) <= set(known.graph.nodes)


def _states_data(
    message: Parts, named: Algorithm | None, algorithm: Algorithm, known: Problem
) -> bool:
    """Tell whether a message with own work states its problem anew."""
    if is_written_anew(gather(message.problem_text, algorithm), known):
        return True
    if named is None and not _SAYS_DATA.search(message.problem_text):
        return False
    return brings_graph(message.problem_text, algorithm, known)


def _goes_on(message: Parts, algorithm: Algorithm, known: Problem) -> bool:
    """Tell whether a message without data and without rows is about the problem known."""
    if message.kind == "next":
        return True
    if EXPLAIN.search(message.text):
        return False
    if CHECKS.search(message.text) and read_work(message, algorithm, known) is not None:
        return True
    nodes = known.graph.nodes if known.graph else ()
    ends = find_ends(message.text, nodes)
    if first_lack(known, algorithm, Ends()) is not None:
        named = {*ends.starts, *ends.goals} & set(nodes)
        searched = "target" in algorithm.needs and answered_target(message.text) is not None
        return bool(named or bare_name(message.text, nodes) or searched)
    wants = bool(TASK.search(message.text) or _AGAIN.search(message.text))
    changed = algorithm.id != known.algorithm or bool(stated_conventions(message.text, algorithm))
    return wants and (changed or bool(ends.starts or ends.goals))


# --- what was missing, told -------------------------------------------------------------------


def _complete(
    message: Parts, known: Problem, algorithm: Algorithm
) -> tuple[Problem | None, tuple[Span, ...]]:
    """Return the problem with what it lacked and the text tells, and where that stands.

    None where it tells nothing, and where the message tells a graph of its own.
    """
    text = message.problem_text
    nothing: tuple[None, tuple[Span, ...]] = (None, ())
    if EXPLAIN.search(text):
        return nothing
    bare = _BARE_NUMBER.fullmatch(text.strip())
    if known.tree is not None and bare:
        tree, filled = _fill_leaf(known.tree, number(bare[1]))
        return (replace(known, tree=tree), ()) if filled == 1 else nothing
    if known.array is not None and re.search(r"(?i)\bsort(?:ed)?\b[^.\n]{0,20}\bfirst\b", text):
        return replace(known, array=tuple(sorted(known.array))), ()
    if known.graph is None or is_written_anew(gather(text, algorithm), known):
        return nothing
    graph, spans = with_told_corrections(message.text, known.graph)
    graph = _with_changes(text, graph)
    if "heuristic" in algorithm.needs | algorithm.may_have:  # a node may be called H
        graph = _with_heuristic(text, graph)
    graph = _with_weights(text, graph, number(bare[1]) if bare else None)
    if graph == known.graph and not spans:
        return nothing
    return replace(known, graph=graph), spans


def _with_heuristic(text: str, graph: Graph) -> Graph:
    """Return the graph with the values of h that it lacked."""
    uses_h = graph.heuristic is None or any(node not in graph.heuristic for node in graph.nodes)
    found = (
        find_heuristic(text, graph.nodes) if uses_h and re.search(r"(?i)\bh\b|heur", text) else None
    )
    if found is None or not set(found.values) <= set(graph.nodes):
        return graph
    return replace(graph, heuristic={**(graph.heuristic or {}), **found.values})


def _with_changes(text: str, graph: Graph) -> Graph:
    """Return the graph with the weights that "what if B-G was 1" puts in place of its own."""
    if not graph.weighted or not _CHANGES.search(text):
        return graph
    told = _weights_said(text, graph)
    there = {_ends(edge, graph) for edge in graph.edges}
    if not told or not set(told) <= there:
        return graph
    edges = tuple(
        replace(edge, weight=told.get(_ends(edge, graph), edge.weight)) for edge in graph.edges
    )
    return replace(graph, edges=edges)


def _with_weights(text: str, graph: Graph, bare: Number | None) -> Graph:
    """Return the graph with the weights that the text gives to edges that had none."""
    missing = [edge for edge in graph.edges if edge.weight is None]
    if not graph.weighted or not missing:
        return graph
    if bare is not None:
        return _weighed(graph, {_ends(missing[0], graph): bare}) if len(missing) == 1 else graph
    return _weighed(graph, _weights_said(text, graph))


def _weights_said(text: str, graph: Graph) -> dict[tuple[str, ...], Number]:
    """Return the weights that a text gives, by the ends of their edge."""
    nodes = Nodes(graph.nodes)
    told: dict[tuple[str, ...], Number] = {}
    node = rf"(?<!\w)({nodes.known})"
    pattern = rf"{node}[^\w\n]+(?:(?:to|and|from)\s+)?{node}[^\n\d-]{{0,30}}?({NUMBER})"
    for one, two, weight in re.findall(pattern, text, re.IGNORECASE):
        edge = Edge(source=nodes.spell(one), target=nodes.spell(two))
        told[_ends(edge, graph)] = to_number(weight)
    return told


def _weighed(graph: Graph, told: Mapping[tuple[str, ...], Number]) -> Graph:
    edges = tuple(
        replace(edge, weight=told.get(_ends(edge, graph))) if edge.weight is None else edge
        for edge in graph.edges
    )
    return replace(graph, edges=edges)


def _ends(edge: Edge, graph: Graph) -> tuple[str, ...]:
    ends = (edge.source.casefold(), edge.target.casefold())
    return ends if graph.directed else tuple(sorted(ends))


def _fill_leaf(tree: Tree, value: Number) -> tuple[Tree, int]:
    """Return the tree with the value in place of NaN, and how many leaves had none."""
    if not isinstance(tree, tuple):
        return (value, 1) if math.isnan(tree) else (tree, 0)
    children = [_fill_leaf(child, value) for child in tree]
    return tuple(child for child, _ in children), sum(filled for _, filled in children)
