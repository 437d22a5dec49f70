"""How students write down distances, orders and walks: Dijkstra, Bellman-Ford and the like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from evals.traces.styles.written_work import Work, WrittenWork, listed, number, shown, style
from tutor_app.domain.traces import Row, Value


def _dist(row: Row) -> Mapping[str, Value]:
    return cast(Mapping[str, Value], row["dist"])


def _cells(work: Work, row: Row, between: str, infinite: str = "∞") -> str:
    return between.join(number(_dist(row)[node], infinite) for node in work.nodes)


def _named(work: Work, row: Row, mark: str = "=", infinite: str = "∞", between: str = ", ") -> str:
    return between.join(f"{n}{mark}{number(_dist(row)[n], infinite)}" for n in work.nodes)


# --- Dijkstra ------------------------------------------------------------------------------------


@style("dijkstra")
def excel_by_node(work: Work) -> WrittenWork:
    lines = [f"{r['step']}\t{r['node']}\t{_cells(work, r, chr(9))}" for r in work.rows]
    head = "Step\tNode\t" + "\t".join(work.nodes)
    return WrittenWork(text="\n".join([head, *lines]), trace=shown(work.rows, "node", "dist"))


@style("dijkstra")
def markdown_by_node(work: Work) -> WrittenWork:
    head = "| Settled | " + " | ".join(work.nodes) + " |"
    rule = "|---" * (len(work.nodes) + 1) + "|"
    lines = [f"| {r['node']} | {_cells(work, r, ' | ', 'inf')} |" for r in work.rows]
    return WrittenWork(text="\n".join([head, rule, *lines]), trace=shown(work.rows, "node", "dist"))


@style("dijkstra")
def cells_with_parents(work: Work) -> WrittenWork:
    head = "step;node;" + ";".join(work.nodes)
    lines = []
    for row in work.rows:
        parent = cast(Mapping[str, Value], row["parent"])
        cells = [
            number(_dist(row)[n]) + (f" ({parent[n]})" if parent[n] else "") for n in work.nodes
        ]
        lines.append(f"{row['step']};{row['node']};{';'.join(cells)}")
    rows = [
        {**row, "parent": {n: p for n, p in cast(Row, row["parent"]).items() if p}}
        for row in work.rows
    ]
    return WrittenWork(text="\n".join([head, *lines]), trace=shown(rows, "node", "dist", "parent"))


@style("dijkstra")
def settled_with_distances(work: Work) -> WrittenWork:
    lines = [f"settle {r['node']}: {_named(work, r, '=', 'inf')}" for r in work.rows]
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, "node", "dist"))


@style("dijkstra", "bellman_ford")
def result_by_node(work: Work) -> WrittenWork | None:
    dist, parent = (cast(Mapping[str, Value], work.final.get(n) or {}) for n in ("dist", "parent"))
    if not dist:
        return None
    lines = [f"{n}\t{number(dist[n])}\t{parent[n] or '-'}" for n in work.nodes]
    final = {"dist": dist, "parent": {n: p for n, p in parent.items() if p}}
    return WrittenWork(
        text="\n".join(["Node\tDistance\tPrevious", *lines]), trace=shown((), final=final)
    )


@style("dijkstra", "bellman_ford")
def result_in_a_line(work: Work) -> WrittenWork | None:
    if not work.final.get("dist"):
        return None
    final: dict[str, Value] = {"dist": work.final["dist"]}
    return WrittenWork(text=f"distances: {_named(work, final)}", trace=shown((), final=final))


@style("dijkstra")
def settled_one_by_one(work: Work) -> WrittenWork:
    first, *others = work.rows
    own = number(_dist(first)[str(first["node"])])
    said = [f"First I settle {first['node']} with {own}"]
    said += [f"then {r['node']} with {number(_dist(r)[str(r['node'])])}" for r in others]
    rows = [{**r, "dist": {str(r["node"]): _dist(r)[str(r["node"])]}} for r in work.rows]
    return WrittenWork(text=", ".join(said) + ".", trace=shown(rows, "node", "dist"))


@style("dijkstra")
def dictionaries(work: Work) -> WrittenWork:
    lines = []
    for row in work.rows:
        pairs = ", ".join(f"'{n}': {number(_dist(row)[n], 'inf')}" for n in work.nodes)
        lines.append(f"{row['step']}. u = {row['node']}, dist = {{{pairs}}}")
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, "node", "dist"))


@style("dijkstra")
def from_the_start_on(work: Work) -> WrittenWork:
    states = [work.start, *work.rows]
    head = "| step | visited | " + " | ".join(work.nodes) + " |"
    lines = [f"| {r['step']} | {r['node'] or '-'} | {_cells(work, r, ' | ')} |" for r in states]
    return WrittenWork(text="\n".join([head, *lines]), trace=shown(states, "node", "dist"))


# --- Bellman-Ford --------------------------------------------------------------------------------


@style("bellman_ford")
def pass_by_pass(work: Work) -> WrittenWork:
    lines = [f"Pass {r['step']}: {_named(work, r, '=', 'inf')}" for r in work.rows]
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, "dist"))


@style("bellman_ford")
def passes_in_excel(work: Work) -> WrittenWork:
    states = [work.start, *work.rows]
    lines = [f"{r['step']}\t{_cells(work, r, chr(9))}" for r in states]
    head = "Iteration\t" + "\t".join(work.nodes)
    return WrittenWork(text="\n".join([head, *lines]), trace=shown(states, "dist"))


@style("bellman_ford")
def passes_in_markdown(work: Work) -> WrittenWork:
    head = "| pass | " + " | ".join(f"d({n})" for n in work.nodes) + " |"
    rule = "|---" * (len(work.nodes) + 1) + "|"
    lines = [f"| {r['step']} | {_cells(work, r, ' | ', 'inf')} |" for r in work.rows]
    return WrittenWork(text="\n".join([head, rule, *lines]), trace=shown(work.rows, "dist"))


@style("bellman_ford")
def lists_of_distances(work: Work) -> WrittenWork:
    lines = [f"after pass {r['step']}: [{_cells(work, r, ', ', 'inf')}]" for r in work.rows]
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, "dist"))


@style("bellman_ford")
def passes_in_a_line(work: Work) -> WrittenWork:
    text = "; ".join(f"{r['step']}) {_named(work, r, ':', 'inf', ' ')}" for r in work.rows)
    return WrittenWork(text=text, trace=shown(work.rows, "dist"))


# --- Floyd-Warshall ------------------------------------------------------------------------------


def _matrix(work: Work, row: Row, between: str, *, names: bool, infinite: str = "∞") -> list[str]:
    dist = cast(Mapping[str, Mapping[str, Value]], row["dist"])
    lines = []
    for source in work.nodes:
        cells = [number(dist[source][target], infinite) for target in work.nodes]
        lines.append(between.join([*([source] if names else []), *cells]))
    return lines


@style("floyd_warshall")
def matrices_with_names(work: Work) -> WrittenWork:
    parts = []
    for row in work.rows:
        head = "\t" + "\t".join(work.nodes)
        lines = _matrix(work, row, "\t", names=True)
        parts.append("\n".join([f"k = {row['node']}:", head, *lines]))
    return WrittenWork(text="\n\n".join(parts), trace=shown(work.rows, "node", "dist"))


@style("floyd_warshall")
def bare_matrices(work: Work) -> WrittenWork:
    parts = [
        "\n".join([f"D{row['step']}:", *_matrix(work, row, " ", names=False, infinite="inf")])
        for row in work.rows
    ]
    return WrittenWork(text="\n".join(parts), trace=shown(work.rows, "dist"))


@style("floyd_warshall")
def last_matrix(work: Work) -> WrittenWork | None:
    if not work.final.get("dist"):
        return None
    final: dict[str, Value] = {"dist": work.final["dist"]}
    head = "|   | " + " | ".join(work.nodes) + " |"
    rule = "|---" * (len(work.nodes) + 1) + "|"
    lines = [f"| {line} |" for line in _matrix(work, final, " | ", names=True)]
    text = "\n".join(["final matrix:", head, rule, *lines])
    return WrittenWork(text=text, trace=shown((), final=final))


@style("floyd_warshall")
def nested_lists(work: Work) -> WrittenWork:
    lines = []
    for row in work.rows:
        inner = [f"[{line}]" for line in _matrix(work, row, ", ", names=False, infinite="inf")]
        lines.append(f"after k={row['node']}: [{', '.join(inner)}]")
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, "node", "dist"))


@style("floyd_warshall")
def markdown_matrices(work: Work) -> WrittenWork:
    parts = []
    for row in work.rows:
        head = f"| {row['node']} | " + " | ".join(work.nodes) + " |"
        rule = "|---" * (len(work.nodes) + 1) + "|"
        lines = [f"| {line} |" for line in _matrix(work, row, " | ", names=True)]
        parts.append(
            "\n".join([f"Step {row['step']}", head.replace(str(row["node"]), " ", 1), rule, *lines])
        )
    return WrittenWork(text="\n".join(parts), trace=shown(work.rows, "dist"))


@style("floyd_warshall")
def pairs_at_the_end(work: Work) -> WrittenWork | None:
    dist = cast(Mapping[str, Mapping[str, Value]], work.final.get("dist") or {})
    if not dist:
        return None
    pairs = [f"d({u},{v})={number(dist[u][v])}" for u in work.nodes for v in work.nodes if u != v]
    kept = {u: {v: d for v, d in dist[u].items() if v != u} for u in dist}
    return WrittenWork(text="distances: " + ", ".join(pairs), trace=shown((), final={"dist": kept}))


# --- topological order ---------------------------------------------------------------------------


@style("toposort")
def output_in_order(work: Work) -> WrittenWork:
    text = "order: " + ", ".join(str(r["node"]) for r in work.rows)
    return WrittenWork(text=text, trace=shown(work.rows, "node"))


@style("toposort")
def order_with_arrows(work: Work) -> WrittenWork:
    text = " → ".join(str(r["node"]) for r in work.rows)
    return WrittenWork(text=text, trace=shown(work.rows, "node"))


@style("toposort")
def queue_table(work: Work) -> WrittenWork:
    lines = [f"{r['step']}\t{r['node']}\t{listed(r['queue']) or '-'}" for r in work.rows]
    text = "\n".join(["Step\tOutput\tQueue", *lines])
    return WrittenWork(text=text, trace=shown(work.rows, "node", "queue"))


@style("toposort")
def removed_and_left(work: Work) -> WrittenWork:
    lines = [f"remove {r['node']} -> queue: [{listed(r['queue'])}]" for r in work.rows]
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, "node", "queue"))


@style("toposort")
def indegrees_by_row(work: Work) -> WrittenWork:
    lines = []
    for row in work.rows:
        degrees = cast(Mapping[str, Value], row["indegree"])
        said = " ".join(f"{n}:{degrees[n]}" for n in work.nodes if n in degrees)
        lines.append(f"| {row['step']} | {row['node']} | {said or '-'} | {listed(row['queue'])} |")
    text = "\n".join(["| step | node | in-degree | queue |", "|---|---|---|---|", *lines])
    return WrittenWork(text=text, trace=shown(work.rows, "node", "queue"))


@style("toposort")
def sources_told(work: Work) -> WrittenWork:
    first, *others = work.rows
    said = [f"First I output {first['node']}", *(f"then {r['node']}" for r in others)]
    return WrittenWork(text=", ".join(said) + ".", trace=shown(work.rows, "node"))


# --- hill climbing -------------------------------------------------------------------------------


def _neighbors(row: Row, mark: str = "=") -> str:
    entries = cast(Sequence[Row], row["neighbors"])
    return ", ".join(f"{e['node']}{mark}{number(e['h'])}" for e in entries)


@style("hill_climbing")
def climbed_table(work: Work) -> WrittenWork:
    lines = [f"{r['step']}\t{r['node']}\t{number(r['h'])}\t{_neighbors(r)}" for r in work.rows]
    text = "\n".join(["Step\tNode\th\tNeighbours", *lines])
    return WrittenWork(text=text, trace=shown(work.rows, "node", "h"))


@style("hill_climbing")
def climbed_chain(work: Work) -> WrittenWork:
    text = " -> ".join(f"{r['node']}({number(r['h'])})" for r in work.rows)
    return WrittenWork(text=text, trace=shown(work.rows, "node", "h"))


@style("hill_climbing")
def climbed_nodes(work: Work) -> WrittenWork:
    return WrittenWork(
        text="nodes: " + ", ".join(str(r["node"]) for r in work.rows),
        trace=shown(work.rows, "node"),
    )


@style("hill_climbing")
def climbed_told(work: Work) -> WrittenWork:
    first, *others = work.rows
    said = [f"I start at {first['node']} with h={number(first['h'])}"]
    said += [f"then I move to {r['node']} with h={number(r['h'])}" for r in others]
    return WrittenWork(text=", ".join(said) + ".", trace=shown(work.rows, "node", "h"))


@style("hill_climbing")
def climbed_markdown(work: Work) -> WrittenWork:
    lines = [f"| {r['node']} | {number(r['h'])} | {r['next'] or 'stop'} |" for r in work.rows]
    text = "\n".join(["| current | h | next |", "|---|---|---|", *lines])
    return WrittenWork(text=text, trace=shown(work.rows, "node", "h", "next"))


@style("hill_climbing")
def climbed_lines(work: Work) -> WrittenWork:
    lines = [
        f"{r['step']}. at {r['node']} (h={number(r['h'])}), neighbours {_neighbors(r)}"
        for r in work.rows
    ]
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, "node", "h"))


# --- iterative deepening -------------------------------------------------------------------------


@style("ids")
def limit_lines(work: Work) -> WrittenWork:
    lines = [f"limit {r['limit']}: {listed(r['visited'], ' ')}" for r in work.rows]
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, "limit", "visited"))


@style("ids")
def limit_table(work: Work) -> WrittenWork:
    lines = [f"{r['limit']}\t{listed(r['visited'])}\t{r['result']}" for r in work.rows]
    text = "\n".join(["Limit\tVisited\tResult", *lines])
    return WrittenWork(text=text, trace=shown(work.rows, "limit", "visited", "result"))


@style("ids")
def depth_markdown(work: Work) -> WrittenWork:
    lines = [f"| {r['limit']} | {listed(r['visited'], ' → ')} |" for r in work.rows]
    text = "\n".join(["| depth | nodes visited |", "|---|---|", *lines])
    return WrittenWork(text=text, trace=shown(work.rows, "limit", "visited"))


@style("ids")
def limits_told(work: Work) -> WrittenWork:
    said = [f"With limit {r['limit']} I visit {listed(r['visited'])}." for r in work.rows]
    return WrittenWork(text=" ".join(said), trace=shown(work.rows, "limit", "visited"))


@style("ids")
def limit_shorthand(work: Work) -> WrittenWork:
    lines = [f"L={r['limit']}: {listed(r['visited'])}" for r in work.rows]
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, "limit", "visited"))


@style("ids")
def found_at(work: Work) -> WrittenWork | None:
    if not work.final.get("path"):
        return None
    final = {"path": work.final["path"], "depth": work.final["depth"]}
    text = f"found at depth {final['depth']}, path {listed(final['path'], '-')}"
    return WrittenWork(text=text, trace=shown((), final=final))
