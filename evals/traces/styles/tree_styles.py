"""How students write down spanning trees, game trees, heaps, search trees and tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from evals.traces.styles.written_work import Work, WrittenWork, listed, number, shown, style
from tutor_app.domain.traces import Row, Value

SPANNING = ("prim", "kruskal")


def _edge(row: Row, mark: str = "-") -> str:
    return mark.join(cast(tuple[str, str], row["edge"]))


def _taken(work: Work) -> list[Row]:
    """The edges taken; of Kruskal's algorithm not those rejected."""
    taken = [row for row in work.rows if row.get("action") != "reject"]
    return [{**row, "step": place} for place, row in enumerate(taken, start=1)]


@style(*SPANNING)
def edge_table(work: Work) -> WrittenWork:
    rows = _taken(work)
    lines = [f"{r['step']}\t{_edge(r)}\t{number(r['weight'])}\t{number(r['total'])}" for r in rows]
    text = "\n".join(["Step\tEdge\tWeight\tTotal", *lines])
    return WrittenWork(text=text, trace=shown(rows, "edge", "weight", "total"))


@style(*SPANNING)
def edge_lines(work: Work) -> WrittenWork:
    rows = _taken(work)
    lines = [f"{_edge(r)} ({number(r['weight'])})" for r in rows]
    return WrittenWork(text="\n".join(lines), trace=shown(rows, "edge", "weight"))


@style(*SPANNING)
def edges_in_a_line(work: Work) -> WrittenWork:
    rows = _taken(work)
    text = ", ".join(f"{_edge(r)} {number(r['weight'])}" for r in rows)
    return WrittenWork(text=text, trace=shown(rows, "edge", "weight"))


@style(*SPANNING)
def edges_told(work: Work) -> WrittenWork:
    first, *others = _taken(work)
    said = [f"First I take {_edge(first)} with {number(first['weight'])}"]
    said += [f"then {_edge(r)} with {number(r['weight'])}" for r in others]
    return WrittenWork(text=", ".join(said) + ".", trace=shown([first, *others], "edge", "weight"))


@style(*SPANNING)
def total_only(work: Work) -> WrittenWork:
    final = {"weight": work.final["weight"]}
    text = f"total weight of the MST = {number(final['weight'])}"
    return WrittenWork(text=text, trace=shown((), final=final))


@style(*SPANNING)
def tree_and_weight(work: Work) -> WrittenWork:
    edges = cast(Sequence[tuple[str, str]], work.final["edges"])
    final = {"edges": work.final["edges"], "weight": work.final["weight"]}
    text = (
        f"MST edges: {', '.join('-'.join(edge) for edge in edges)}\n"
        f"total weight: {number(final['weight'])}"
    )
    return WrittenWork(text=text, trace=shown((), final=final))


@style(*SPANNING)
def edges_numbered(work: Work) -> WrittenWork:
    rows = _taken(work)
    lines = [f"{r['step']}. add {_edge(r, ' – ')}, weight {number(r['weight'])}" for r in rows]
    return WrittenWork(text="\n".join(lines), trace=shown(rows, "edge", "weight"))


@style("kruskal")
def ticks_and_crosses(work: Work) -> WrittenWork:
    marks = {"accept": "✓", "reject": "✗"}
    lines = [f"{_edge(r)} {number(r['weight'])} {marks[str(r['action'])]}" for r in work.rows]
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, "edge", "weight", "action"))


@style("kruskal")
def looked_at_in_markdown(work: Work) -> WrittenWork:
    lines = [f"| {_edge(r)} | {number(r['weight'])} | {r['action']} |" for r in work.rows]
    text = "\n".join(["| edge | weight | action |", "|---|---|---|", *lines])
    return WrittenWork(text=text, trace=shown(work.rows, "edge", "weight", "action"))


@style("prim")
def parents_at_the_end(work: Work) -> WrittenWork:
    edges = cast(Sequence[tuple[str, str]], work.final["edges"])
    text = "parents: " + ", ".join(f"{child}: {parent}" for parent, child in edges)
    return WrittenWork(text=text, trace=shown((), final={"edges": work.final["edges"]}))


# --- alpha-beta ----------------------------------------------------------------------------------


@style("alphabeta")
def window_lines(work: Work) -> WrittenWork:
    lines = [
        f"leaf {number(r['value'])}: α={number(r['alpha'])}, β={number(r['beta'])}"
        for r in work.rows
    ]
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, "value", "alpha", "beta"))


@style("alphabeta")
def leaf_table(work: Work) -> WrittenWork:
    lines = [
        f"{r['leaf']}\t{number(r['value'])}\t{number(r['alpha'], 'inf')}"
        f"\t{number(r['beta'], 'inf')}"
        for r in work.rows
    ]
    text = "\n".join(["Leaf\tValue\tAlpha\tBeta", *lines])
    return WrittenWork(text=text, trace=shown(work.rows, "leaf", "value", "alpha", "beta"))


@style("alphabeta")
def value_only(work: Work) -> WrittenWork:
    final = {"value": work.final["value"]}
    return WrittenWork(
        text=f"value of the root = {number(final['value'])}", trace=shown((), final=final)
    )


@style("alphabeta")
def windows_in_brackets(work: Work) -> WrittenWork:
    lines = [
        f"{r['step']}. {number(r['value'])} "
        f"({number(r['alpha'], 'inf')}, {number(r['beta'], 'inf')})"
        for r in work.rows
    ]
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, "value", "alpha", "beta"))


@style("alphabeta")
def leaves_in_order(work: Work) -> WrittenWork:
    text = "leaves evaluated: " + ", ".join(number(r["value"]) for r in work.rows)
    return WrittenWork(text=text, trace=shown(work.rows, "value"))


@style("alphabeta")
def windows_in_markdown(work: Work) -> WrittenWork:
    lines = [
        f"| {number(r['value'])} | {number(r['alpha'])} | {number(r['beta'])} |" for r in work.rows
    ]
    text = "\n".join(["| value | α | β |", "|---|---|---|", *lines])
    return WrittenWork(text=text, trace=shown(work.rows, "value", "alpha", "beta"))


# --- heaps and search trees ----------------------------------------------------------------------


def _done(row: Row) -> str:
    value = row["value"] if row["operation"] != "extract" else None
    return f"{row['operation']}" + (f" {number(value)}" if value is not None else "")


def _tree(row: Row, between: str = ", ", empty: str = "-") -> str:
    keys = cast(Sequence[Value], row["tree"])
    return between.join(empty if key is None else number(key) for key in keys)


@style("heap_operations")
def heap_lines(work: Work) -> WrittenWork:
    lines = [f"{_done(r)}: [{listed(r['array'])}]" for r in work.rows]
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, "operation", "array"))


@style("heap_operations")
def heap_table(work: Work) -> WrittenWork:
    lines = [f"{r['step']}\t{_done(r)}\t{listed(r['array'])}" for r in work.rows]
    text = "\n".join(["Step\tOperation\tArray", *lines])
    return WrittenWork(text=text, trace=shown(work.rows, "array"))


@style("heap_operations")
def heap_arrows(work: Work) -> WrittenWork:
    lines = [f"{_done(r)} -> {listed(r['array'], ' ')}" for r in work.rows]
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, "operation", "array"))


@style("heap_operations")
def heaps_in_a_line(work: Work) -> WrittenWork:
    text = "; ".join(f"{_done(r)}: {listed(r['array'])}" for r in work.rows)
    return WrittenWork(text=text, trace=shown(work.rows, "operation", "array"))


@style("heap_operations")
def heap_at_the_end(work: Work) -> WrittenWork:
    final = {"array": work.final["array"]}
    return WrittenWork(text=f"final heap: {listed(final['array'])}", trace=shown((), final=final))


@style("heap_operations")
def heap_markdown(work: Work) -> WrittenWork:
    lines = [f"| {_done(r)} | {r['swaps']} | [{listed(r['array'])}] |" for r in work.rows]
    text = "\n".join(["| operation | swaps | heap |", "|---|---|---|", *lines])
    return WrittenWork(text=text, trace=shown(work.rows, "swaps", "array"))


@style("bst")
def tree_lines(work: Work) -> WrittenWork:
    lines = [f"{_done(r)}: {_tree(r)}" for r in work.rows]
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, "operation", "tree"))


@style("bst")
def path_table(work: Work) -> WrittenWork:
    lines = [
        f"{r['step']}\t{r['operation']}\t{number(r['value'])}\t{listed(r['path']) or '-'}"
        for r in work.rows
    ]
    text = "\n".join(["Step\tOperation\tValue\tPath", *lines])
    return WrittenWork(text=text, trace=shown(work.rows, "operation", "value", "path"))


@style("bst")
def tree_table(work: Work) -> WrittenWork:
    lines = [f"| {r['step']} | {_done(r)} | {_tree(r, ', ', '_')} |" for r in work.rows]
    text = "\n".join(["| step | operation | tree (level order) |", "|---|---|---|", *lines])
    return WrittenWork(text=text, trace=shown(work.rows, "tree"))


@style("bst")
def tree_arrows(work: Work) -> WrittenWork:
    lines = [f"{r['step']}. {_done(r)} -> [{_tree(r, ', ', 'None')}]" for r in work.rows]
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, "operation", "tree"))


@style("bst")
def tree_at_the_end(work: Work) -> WrittenWork:
    final = {"tree": work.final["tree"]}
    return WrittenWork(text=f"final tree: {_tree(final)}", trace=shown((), final=final))


@style("bst")
def paths_told(work: Work) -> WrittenWork:
    lines = [f"{_done(r)}: compare with {listed(r['path']) or 'nothing'}" for r in work.rows]
    return WrittenWork(text="\n".join(lines), trace=shown(work.rows, "operation", "value", "path"))
