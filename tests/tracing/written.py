"""Graphs in one short line, for comparing."""

from __future__ import annotations

from tutor_app.domain.traces import Graph


def written(graph: Graph) -> str:
    """Return "A-B:4, B-C:1, D": edges with their weights, then nodes that have no edge."""
    joint = ">" if graph.directed else "-"
    edges = [
        f"{edge.source}{joint}{edge.target}" + (f":{edge.weight}" if graph.weighted else "")
        for edge in graph.edges
    ]
    used = {name for edge in graph.edges for name in (edge.source, edge.target)}
    return ", ".join([*edges, *(node for node in graph.nodes if node not in used)])
