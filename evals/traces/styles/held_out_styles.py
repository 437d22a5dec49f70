"""Styles that were written last and never looked at while the reading was tuned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from evals.traces.styles.array_styles import SORTS
from evals.traces.styles.search_styles import ALL as SEARCHES
from evals.traces.styles.search_styles import KEYS
from evals.traces.styles.written_work import Work, WrittenWork, listed, number, shown, style
from tutor_app.domain.traces import Row, Value


def _waiting(work: Work, row: Row, form: str) -> str:
    """OPEN, each entry as `form` writes its node and value; nodes alone without values."""
    key = KEYS.get(work.problem.algorithm)
    entries = cast(Sequence[Row], row["open"])
    if key is None:
        return ", ".join(str(entry["node"]) for entry in entries)
    return ", ".join(form.format(entry["node"], number(entry[key])) for entry in entries)


def _searched(work: Work, text: str) -> WrittenWork:
    key = KEYS.get(work.problem.algorithm)
    return WrittenWork(
        text=text, trace=shown(work.rows, "node", "open", form={key: key} if key else {})
    )


@style(*SEARCHES, held=True)
def popped_in_chat(work: Work) -> WrittenWork:
    lines = [f"popped {r['node']}, queue = [{_waiting(work, r, '{}:{}')}]" for r in work.rows]
    return _searched(work, "so i " + "\nthen ".join(lines))


@style(*SEARCHES, held=True)
def bullets(work: Work) -> WrittenWork:
    lines = [f"- expand {r['node']}; open: [{_waiting(work, r, '{} ({})')}]" for r in work.rows]
    return _searched(work, "\n".join(lines))


@style(*SEARCHES, held=True)
def columns_of_blanks(work: Work) -> WrittenWork:
    lines = [
        f"{r['step']}      {r['node']}      {{{_waiting(work, r, '{}:{}')}}}" for r in work.rows
    ]
    return _searched(work, "\n".join(["Step   Node   Frontier", *lines]))


def _dist(row: Row) -> Mapping[str, Value]:
    return cast(Mapping[str, Value], row["dist"])


@style("dijkstra", held=True)
def dashes_for_infinite(work: Work) -> WrittenWork:
    lines = [
        f"{r['node']};" + ";".join(number(_dist(r)[n], "-") for n in work.nodes) for r in work.rows
    ]
    head = "Visited;" + ";".join(work.nodes)
    return WrittenWork(text="\n".join([head, *lines]), trace=shown(work.rows, "node", "dist"))


@style("bellman_ford", held=True)
def iterations_with_colons(work: Work) -> WrittenWork:
    lines = [
        f"iteration {r['step']} -> " + "; ".join(f"{n}: {number(_dist(r)[n])}" for n in work.nodes)
        for r in work.rows
    ]
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, "dist"))


@style("floyd_warshall", held=True)
def matrix_with_commas(work: Work) -> WrittenWork:
    parts = []
    for row in work.rows:
        dist = cast(Mapping[str, Mapping[str, Value]], row["dist"])
        lines = [f"{u}," + ",".join(number(dist[u][v], "inf") for v in work.nodes) for u in dist]
        parts.append("\n".join([f"via {row['node']}", "," + ",".join(work.nodes), *lines]))
    return WrittenWork(text="\n\n".join(parts), trace=shown(work.rows, "node", "dist"))


@style("toposort", held=True)
def numbered_nodes(work: Work) -> WrittenWork:
    text = "\n".join(f"{r['step']}. {r['node']}" for r in work.rows)
    return WrittenWork(text=text, trace=shown(work.rows, "node"))


@style("hill_climbing", held=True)
def moves_with_h(work: Work) -> WrittenWork:
    text = ", then ".join(f"{r['node']} (h={number(r['h'])})" for r in work.rows)
    return WrittenWork(text=text, trace=shown(work.rows, "node", "h"))


@style("ids", held=True)
def depth_limited_searches(work: Work) -> WrittenWork:
    text = "\n".join(f"depth {r['limit']} -> {listed(r['visited'], ', ')}" for r in work.rows)
    return WrittenWork(text=text, trace=shown(work.rows, "limit", "visited"))


@style(*SORTS, held=True)
def after_each_i(work: Work) -> WrittenWork:
    text = "\n".join(f"after step {r['step']}: {listed(r['array'], ' ')}" for r in work.rows)
    return WrittenWork(text=text, trace=shown(work.rows, "array"))


@style(*SORTS, held=True)
def bare_arrows(work: Work) -> WrittenWork:
    text = " → ".join(listed(r["array"], " ") for r in work.rows)
    return WrittenWork(text=text, trace=shown(work.rows, "array"))


@style("merge_sort", held=True)
def slashes_between_halves(work: Work) -> WrittenWork | None:
    if "merged" not in work.columns:
        return None
    text = "\n".join(
        f"{listed(r['left'], ' ')} / {listed(r['right'], ' ')} => {listed(r['merged'], ' ')}"
        for r in work.rows
    )
    return WrittenWork(text=text, trace=shown(work.rows, "left", "right", "merged"))


@style("binary_search", held=True)
def named_bounds(work: Work) -> WrittenWork:
    text = "\n".join(f"l: {r['lo']}, r: {r['hi']}, m: {r['mid']}" for r in work.rows)
    return WrittenWork(text=text, trace=shown(work.rows, "lo", "hi", "mid"))


@style("prim", "kruskal", held=True)
def edges_with_equals(work: Work) -> WrittenWork:
    taken = [row for row in work.rows if row.get("action") != "reject"]
    rows = [{**row, "step": place} for place, row in enumerate(taken, start=1)]
    text = ", ".join(
        f"({'-'.join(cast(tuple[str, str], r['edge']))}) = {number(r['weight'])}" for r in rows
    )
    return WrittenWork(text=text, trace=shown(rows, "edge", "weight"))


@style("alphabeta", held=True)
def short_windows(work: Work) -> WrittenWork:
    text = "\n".join(
        f"{r['step']}) {number(r['value'])}, a={number(r['alpha'], 'inf')}, "
        f"b={number(r['beta'], 'inf')}"
        for r in work.rows
    )
    return WrittenWork(text=text, trace=shown(work.rows, "value", "alpha", "beta"))


@style("heap_operations", held=True)
def numbered_heaps(work: Work) -> WrittenWork:
    text = "\n".join(f"{r['step']}. [{listed(r['array'])}]" for r in work.rows)
    return WrittenWork(text=text, trace=shown(work.rows, "array"))


@style("bst", held=True)
def trees_with_null(work: Work) -> WrittenWork:
    lines = []
    for row in work.rows:
        keys = cast(Sequence[Value], row["tree"])
        said = ", ".join("null" if key is None else number(key) for key in keys)
        lines.append(f"after {row['operation']} {number(row['value'])}: [{said}]")
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, "tree"))


@style("lcs", "knapsack", held=True)
def nested_lists_of_values(work: Work) -> WrittenWork:
    rows = [row for row in [work.start, *work.rows] if row.get("phase") == "fill"]
    text = "[" + ",\n ".join(f"[{listed(r['values'])}]" for r in rows) + "]"
    return WrittenWork(text=text, trace=shown(rows, "values"))
