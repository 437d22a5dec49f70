"""The graph of a message: every notation is tried, the one that explains most is taken."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from tutor_app.domain.traces import Edge, Graph, Number
from tutor_app.tracing.reading.node_names import Names
from tutor_app.tracing.reading.problem_data.adjacency_lists import AdjacencyReader
from tutor_app.tracing.reading.problem_data.adjacency_matrices import read_matrices
from tutor_app.tracing.reading.problem_data.edge_lists import EdgeReader, Item
from tutor_app.tracing.reading.problem_data.edge_tables import read_rows
from tutor_app.tracing.reading.problem_data.edges_as_written import (
    Direction,
    Draft,
    FoundGraph,
    Written,
)
from tutor_app.tracing.reading.problem_data.graph_dicts import read_dicts
from tutor_app.tracing.reading.problem_data.heuristic_values import find_heuristic
from tutor_app.tracing.reading.problem_data.one_line_graphs import read_one_line
from tutor_app.tracing.reading.tokens import Cursor
from tutor_app.tracing.reading.told_graph.stated_direction import stated_direction
from tutor_app.tracing.reading.told_graph.told_draft import told_draft

SPELLED_OUT = 3  # edges with a weight each: as many make a graph, whatever else stands there

_NODES = re.compile(
    r"(?i)(?:\b(?:nodes|vertices|knoten|cities)\b[^\n:={,;]{0,25}|\bV\s*)(?::|=|\bare\b)\s*\\?[{(\[]?\s*"
)

_WEIGHTS = re.compile(
    r"(?i)\W*(?:with\s+|and\s+|the\s+|respective\s+)*(?:weights?|costs?|lengths?|distances?)\b"
    r"[\s:=|(&]*(?:are\s+|of\s+)?((?:-?\d+(?:\.\d+)?(?:[\s,|&;]+|\s+and\s+)*)+)"
)
_ALL_WEIGH = re.compile(
    r"(?i)\b(?:all|every|each)\b(?:\s+of)?(?:\s+the)?\s+(?:edges?|roads?|steps?|moves?|links?)\b"
    r"[^.\n]{0,25}?\b(?:weigh\w*|costs?|length)\b\s*(?:of|is|=|:)?\s*(\d+)"
)


def find_graph(
    text: str,
    directed_hint: bool | None = None,
    *,
    weighted: bool | None = None,
    estimated: bool = False,
) -> FoundGraph | None:
    """Return the graph that the text describes, or None.

    `directed_hint` is what the algorithm needs (`Algorithm.directed`); what the text states by
    words stands before it, arrows and dashes behind it. `weighted`: the algorithm needs weights;
    None where edges may have none. `estimated`: estimates may be told beside them.
    """
    plain = _without_heuristic(text)
    told = told_draft(text if estimated else plain, weighted=weighted, estimated=estimated)
    draft = _best(plain, told)
    if draft is None:
        return None
    directed, direction = _decide_direction(text, draft, directed_hint)
    listed = (*_listed_nodes(text, draft), *draft.nodes)
    return _graph(_same_weight(text, draft), listed, directed, direction)


def _without_heuristic(text: str) -> str:
    """Return the text with a heuristic blanked: "h: A=5, B=3" reads like a list of neighbours.

    Where "h" stands several times and no word says heuristic, it is a node.
    """
    named = len(re.findall(r"(?i)(?<!\w)h(?!\w|\s*[=\[]|\s*\((?!\d+\)(?!\s*=)))", text)) > 1
    if named and not re.search(r"(?i)\bheur", text):
        return text
    found = find_heuristic(text)
    for span in found.spans if found is not None and len(found.values) > 1 else ():
        part = re.sub(r"[^\n]", " ", text[span.start : span.end])
        text = text[: span.start] + part + text[span.end :]
    return text


def _best(text: str, told: Draft | None) -> Draft | None:
    """Return the draft with the most edges; of equal ones that of the stricter notation."""
    strict: list[Draft] = [*read_dicts(text), *read_matrices(text)]
    if strict:
        return max(strict, key=lambda draft: len(draft.edges))
    edges = _merged(EdgeReader(text), text)
    spelled_out = edges is not None and _is_spelled_out(edges) and not _tells_more(told, edges)
    if edges is not None and spelled_out and edges.signed:
        return edges  # rows of a trace beside them look like lists of neighbours
    if told is not None and told.prose and not told.unread:
        if edges is None or not _holds(edges, told):
            return told
        return replace(told, edges=edges.edges, directed=edges.directed)
    if edges is not None and spelled_out:
        return edges
    written = [
        *read_rows(text),
        *AdjacencyReader(text).drafts(),
        *([edges] if edges else []),
        *read_one_line(text),
    ]
    best = max(written, key=lambda draft: len(draft.edges), default=None)
    if best is None:
        return None if told is not None and told.signed else told
    return told if _tells_more(told, best) else best


def _holds(edges: Draft, told: Draft) -> bool:
    """Whether the stricter reading of prose says the same, or numbers are names in it."""
    if _pairs(edges) == _pairs(told):
        return True
    if not all(edge.source.isdecimal() for edge in told.edges):
        return False
    weighs = edges.edges[0].weight is not None and told.edges[0].weight is None
    numeric = all(edge.source.isdecimal() for edge in edges.edges)
    return weighs or (numeric and len(edges.edges) >= len(told.edges))


def _tells_more(told: Draft | None, other: Draft) -> bool:
    """Whether prose tells all edges of a draft, and others besides."""
    if told is None or told.signed or len(told.edges) <= len(other.edges):
        return False
    if any(edge.weight is None for edge in told.edges) and other.edges[0].weight is not None:
        return False
    return {ends for ends, _ in _pairs(other)} <= {ends for ends, _ in _pairs(told)}


def _pairs(draft: Draft) -> set[tuple[frozenset[str], Number | None]]:
    """Return the edges without their direction."""
    return {
        (frozenset((edge.source.casefold(), edge.target.casefold())), edge.weight)
        for edge in draft.edges
    }


def _is_spelled_out(draft: Draft) -> bool:
    """Whether edges are written with an arrow or dash and a weight each, as only a graph is."""
    marked = all(edge.mark is not None and edge.weight is not None for edge in draft.edges)
    return marked and len(draft.edges) >= SPELLED_OUT


def _merged(reader: EdgeReader, text: str) -> Draft | None:
    """Join the blocks of edges of one graph: the same notation, all with weights or none."""
    blocks = reader.blocks()
    if not blocks:
        return None
    main = max(blocks, key=len)
    few = 3 if main[0].form == "glued" and main[0].edge.weight is None else 2
    if len(main) < few and not (few == 2 and _announced(text, main[0], reader)):
        return None
    weighted = any(item.edge.weight is not None for item in main)
    items: list[Item] = []
    for block in blocks:
        same = block[0].form == main[0].form
        as_weighted = weighted == all(item.edge.weight is not None for item in block)
        if block is main or (same and as_weighted and (len(block) > 1 or weighted)):
            items.extend(block)
    return _weights_behind(text, reader.draft(items))


def _weights_behind(text: str, draft: Draft) -> Draft:
    """Give edges without weights those of "… with weights 2, 3, 4" or of a line below."""
    said = _WEIGHTS.match(text, max(span.end for span in draft.spans))
    numbers = re.findall(r"-?\d+(?:\.\d+)?", said[1]) if said else []
    if len(numbers) != len(draft.edges) or any(edge.weight is not None for edge in draft.edges):
        return draft
    weights = [float(number) if "." in number else int(number) for number in numbers]
    pairs = zip(draft.edges, weights, strict=True)
    return replace(draft, edges=tuple(replace(edge, weight=weight) for edge, weight in pairs))


def _announced(text: str, item: Item, reader: EdgeReader) -> bool:
    """Tell whether a single edge stands behind words such as "the graph is"."""
    start = reader.draft([item]).spans[0].start
    return bool(re.search(r"(?i)\b(?:graph|edges?)\b[^.?]{0,40}$", text[:start]))


def _decide_direction(text: str, draft: Draft, hint: bool | None) -> tuple[bool, Direction]:
    said = stated_direction(text)
    if said is not None:
        return said, "words"
    if hint is not None:
        return hint, "algorithm"
    marks = {edge.mark for edge in draft.edges}
    if draft.listing and _symmetric(draft.edges):
        return False, "symmetry"
    if "arrow" in marks:
        return True, "symbols"
    if "dash" in marks:
        return False, "symbols"
    if draft.listing:
        return True, "symmetry"
    return draft.directed, "assumed"


def _symmetric(edges: Iterable[Written]) -> bool:
    there = {(edge.source, edge.target, edge.weight) for edge in edges}
    return all((target, source, weight) in there for source, target, weight in there)


def _listed_nodes(text: str, draft: Draft) -> tuple[str, ...]:
    """Return the nodes of "Nodes: A, B, C" or "V = {A, B, C}" where the edges confirm the list."""
    used = {name for edge in draft.edges for name in (edge.source, edge.target)}
    for said in _NODES.finditer(text):
        cursor = Cursor(text[said.end() : said.end() + 400])
        names, found, at = Names(cursor), [], 0
        while (named := names.read(at)) is not None:
            found.append(named[0])
            at = named[1]
            while cursor.kind(at) in ("comma", "semi") or cursor.word(at) == "and":
                at += 1
        if len(used & set(found)) * 2 >= len(used):
            return tuple(found)
    return ()


def _graph(
    draft: Draft, listed: tuple[str, ...], directed: bool, direction: Direction
) -> FoundGraph:
    spelling = _spellings([*listed, *(name for e in draft.edges for name in (e.source, e.target))])
    weighted = any(edge.weight is not None for edge in draft.edges)
    known: dict[tuple[str, str], int] = {}
    edges: list[Edge] = []
    contradictory: list[tuple[str, str, Number, Number]] = []
    for written in _both_ways(draft.edges, directed):
        source, target = spelling[written.source.lower()], spelling[written.target.lower()]
        key = (source, target) if directed or source <= target else (target, source)
        if key not in known:
            known[key] = len(edges)
            edges.append(Edge(source=source, target=target, weight=written.weight))
            continue
        old = edges[known[key]]
        if old.weight is None:
            edges[known[key]] = Edge(source=old.source, target=old.target, weight=written.weight)
        elif written.weight is not None and written.weight != old.weight:
            contradictory.append((old.source, old.target, old.weight, written.weight))
    nodes = dict.fromkeys(spelling[name.lower()] for name in listed)
    nodes.update(dict.fromkeys(name for e in edges for name in (e.source, e.target)))
    lacking = tuple((e.source, e.target) for e in edges if weighted and e.weight is None)
    return FoundGraph(
        graph=Graph(directed=directed, weighted=weighted, nodes=tuple(nodes), edges=tuple(edges)),
        spans=draft.spans,
        direction=direction,
        missing=lacking,
        unread=draft.unread,
        told_steps=draft.told_steps,
        told=draft.told,
        heuristic=draft.heuristic,
        contradictory=tuple(contradictory),
    )


def _same_weight(text: str, draft: Draft) -> Draft:
    """Give every edge the weight of "all edges have weight 1", where none has its own."""
    said = _ALL_WEIGH.search(text)
    if said is None or any(edge.weight is not None for edge in draft.edges):
        return draft
    weight = int(said[1])
    return replace(draft, edges=tuple(replace(edge, weight=weight) for edge in draft.edges))


def _both_ways(edges: Iterable[Written], directed: bool) -> Iterable[Written]:
    """In a directed graph that also draws edges without arrow, these go both ways."""
    drawn = list(edges)
    mixed = directed and {edge.mark for edge in drawn} >= {"arrow", "dash"}
    for edge in drawn:
        yield edge
        if mixed and edge.mark == "dash":
            yield Written(source=edge.target, target=edge.source, weight=edge.weight, mark="dash")


def _spellings(names: Iterable[str]) -> dict[str, str]:
    """Return the first spelling of each name: messages mix "a" and "A"."""
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(name.lower(), name)
    return found
