"""Every row of uniform-cost, greedy and A* search is what a second, naive search writes."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tracing.problems import problems
from tutor_app.domain.traces import Graph, Problem
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.node_order import name_key

SHOWN = {"ucs": ("g",), "greedy": ("h",), "astar": ("g", "h", "f")}


def naive_order(graph: Graph, order: str, node: str) -> list[str]:
    arcs = [(edge.source, edge.target) for edge in graph.edges]
    if not graph.directed:
        arcs = [arc for each in arcs for arc in (each, each[::-1])]
    found = list(dict.fromkeys(target for source, target in arcs if source == node))
    if order == "listed":
        return found
    return sorted(found, key=name_key, reverse=order == "reverse_alphabetical")


def naive_weight(graph: Graph, source: str, target: str) -> float:
    ends = [(source, target)] if graph.directed else [(source, target), (target, source)]
    return min(edge.weight for edge in graph.edges if (edge.source, edge.target) in ends)


def naive_sorted(problem: Problem, entries: list[dict]) -> list[dict]:
    """OPEN as Python's stable sort has it: the tie-break first, then the value over it."""
    key = {"ucs": "g", "greedy": "h", "astar": "f"}[problem.algorithm]
    tie = problem.conventions["tie_break"]
    if tie == "lifo":
        entries = entries[::-1]
    elif tie != "fifo":
        entries = sorted(
            entries, key=lambda each: name_key(each["node"]), reverse=tie.startswith("reverse")
        )
    if tie == "smaller_h":
        entries = sorted(entries, key=lambda each: each["h"])
    return sorted(entries, key=lambda each: each[key])


def naive_rows(problem: Problem) -> list[dict]:
    """Keep OPEN as a list in the order of insertion; begin anew from it at each step."""
    graph, chosen = problem.graph, problem.conventions
    early = chosen["goal_test"] == "generation"

    def entry(node: str, g: float, parent: str | None) -> dict:
        h = 0 if problem.algorithm == "ucs" else graph.heuristic[node]
        return {"node": node, "g": g, "h": h, "f": round(g + h, 9), "parent": parent}

    waiting, closed, best_g = [entry(problem.start, 0, None)], [], {problem.start: 0}
    rows = [row_of(problem, None, waiting, closed)]
    done = early and problem.start == problem.goal
    while waiting and not done:
        current = naive_sorted(problem, waiting)[0]
        waiting = [each for each in waiting if each is not current]
        closed = [*closed, current["node"]]
        done = current["node"] == problem.goal
        for child in [] if done else naive_order(graph, chosen["neighbor_order"], current["node"]):
            g = round(current["g"] + naive_weight(graph, current["node"], child), 9)
            again = child in best_g
            if again and (problem.algorithm == "greedy" or g >= best_g[child]):
                continue
            if child in closed and not chosen.get("reopen"):
                continue
            best_g[child] = g
            closed = [node for node in closed if node != child]
            waiting = [each for each in waiting if each["node"] != child]
            waiting.append(entry(child, g, current["node"]))
            if early and child == problem.goal:
                done = True
                break
        rows.append(row_of(problem, current["node"], waiting, closed))
    return rows


def row_of(problem: Problem, node: str | None, waiting: list[dict], closed: list[str]) -> dict:
    keys = ("node", *SHOWN[problem.algorithm], "parent")
    listed = tuple({key: each[key] for key in keys} for each in naive_sorted(problem, waiting))
    return {"node": node, "open": listed, "closed": tuple(closed)}


@settings(max_examples=330, deadline=None)
@given(st.sampled_from(("ucs", "greedy", "astar")).flatmap(problems))
def test_rows_are_those_of_a_naive_search(problem: Problem) -> None:
    rows = [dict(step.row) for step in run(problem).steps]

    assert rows == naive_rows(problem)


@settings(max_examples=330, deadline=None)
@given(st.sampled_from(("bfs", "dfs")).flatmap(problems))
def test_breadth_and_depth_first_rows_are_those_of_a_list(problem: Problem) -> None:
    chosen, stack = problem.conventions, problem.algorithm == "dfs"
    waiting, closed, rows = [(problem.start, None)], [], []
    while waiting:
        node, _ = waiting.pop(0)
        if node in closed:
            continue
        closed.append(node)
        for child in naive_order(problem.graph, chosen["neighbor_order"], node):
            if node == problem.goal or child in closed:
                continue
            if chosen.get("duplicates") != "allow" and child in [each for each, _ in waiting]:
                continue
            waiting.insert(0 if stack else len(waiting), (child, node))
            if chosen["goal_test"] == "generation" and child == problem.goal:
                break
        rows.append((node, tuple(waiting), tuple(closed)))
        met = chosen["goal_test"] == "generation" and problem.goal in [n for n, _ in waiting]
        if node == problem.goal or met:
            break
    if chosen["goal_test"] == "generation" and problem.start == problem.goal:
        rows = []

    shown = [
        (
            step.row["node"],
            tuple((each["node"], each["parent"]) for each in step.row["open"]),
            step.row["closed"],
        )
        for step in run(problem).steps[1:]
    ]
    assert shown == rows
