"""Why a row is as it is: one or two short sentences from the facts of a step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tutor_app.tracing.values import Row, Value
from tutor_app.tracing.wording.say import cell, edge, listed, number, path
from tutor_app.tracing.wording.table_reasons import TABLE_REASONS

Words = Callable[[Row], str]
_KEY = {"ucs": "g", "greedy": "h", "astar": "f"}


def reason_sentences(algorithm: str, code: str, facts: Row) -> str:
    """Return the words of a reason; empty where there are none for it."""
    words = _REASONS.get(f"{algorithm}.{code}") or _REASONS.get(code)
    if words is None:
        return ""
    return words({**facts, "algorithm": algorithm})


def _items(facts: Row, name: str) -> Sequence[Value]:
    value = facts.get(name)
    return value if isinstance(value, tuple | list) else ()


def _has(items: Sequence[Value]) -> str:
    return "has" if len(items) == 1 else "have"


def _joins(items: Sequence[Value]) -> str:
    return "joins" if len(items) == 1 else "join"


def _goes(items: Sequence[Value]) -> str:
    return "goes" if len(items) == 1 else "go"


def _changes(items: Sequence[Value]) -> str:
    """Return "B from 9 to 7" for entries with an old and a new cost."""
    found = []
    for item in items:
        if isinstance(item, Mapping):
            was, now = number(item.get("old")), number(item.get("new"))
            found.append(f"{number(item.get('node'))} from {was} to {now}")
    return _and(found)


def _and(phrases: Sequence[str]) -> str:
    return listed(tuple(phrases))


def _kept(items: Sequence[Value]) -> list[str]:
    return [
        f"{number(item.get('node'))} keeps {number(item.get('old'))}, since"
        f" {number(item.get('new'))} is not less."
        for item in items
        if isinstance(item, Mapping)
    ]


# --- searches --------------------------------------------------------------------------------


def _start(facts: Row) -> str:
    node = facts.get("node")
    return "" if node is None else f"It starts at {number(node)}."


def _taken(facts: Row) -> str:
    where = "at the front of the queue" if facts["algorithm"] == "bfs" else "on top of the stack"
    return f"{number(facts['node'])} is {where}."


def _expand_uninformed(facts: Row) -> str:
    added = _items(facts, "added")
    where = "at the back of the queue" if facts["algorithm"] == "bfs" else "on the stack"
    said = [_taken(facts)]
    if added:
        noun = "neighbour" if len(added) == 1 else "neighbours"
        said.append(f"Its new {noun} {listed(added)} {_goes(added)} {where}.")
    else:
        said.append("It has no new neighbours.")
    if goal := facts.get("goal"):
        said.append(f"The goal {number(goal)} is generated, so the search ends.")
    return " ".join(said)


def _goal_uninformed(facts: Row) -> str:
    return f"{_taken(facts)} It is the goal, so the search ends."


def _smallest(facts: Row) -> str:
    key = _KEY.get(str(facts["algorithm"]), "distance")
    node, value = number(facts["node"]), number(facts["value"])
    said = f"{node} has the smallest {key} of all open nodes, {value}"
    tied = _items(facts, "tied")
    if tied:
        said += f"; {listed(tied)} {_has(tied)} the same, and the rule for ties decides"
    return said + "."


def _expand_best(facts: Row) -> str:
    said = [_smallest(facts)]
    added, improved = _items(facts, "added"), _items(facts, "improved")
    if added:
        said.append(f"{listed(added)} {_joins(added)} OPEN.")
    if improved:
        said.append(f"The way through it is cheaper: {_changes(improved)}.")
    if reopened := _items(facts, "reopened"):
        said.append(f"A closed node is opened again: {_changes(reopened)}.")
    if not (added or improved or reopened):
        said.append("It adds nothing new.")
    said.extend(_kept(_items(facts, "kept")))
    if goal := facts.get("goal"):
        said.append(f"The goal {number(goal)} is generated, so the search ends.")
    return " ".join(said)


def _goal_best(facts: Row) -> str:
    return f"{_smallest(facts)} It is the goal, so the search ends."


def _relax(facts: Row) -> str:
    said = [_smallest(facts)]
    improved = _items(facts, "improved")
    if improved:
        said.append(f"The distance falls: {_changes(improved)}.")
    else:
        said.append("No distance falls.")
    said.extend(_kept(_items(facts, "kept")))
    return " ".join(said)


def _limit(facts: Row) -> str:
    cut = _items(facts, "cut")
    if facts.get("path"):
        return f"The goal is found on the path {path(facts['path'])}."
    if cut:
        return f"The limit {number(facts['limit'])} cuts off the search, so a larger one is needed."
    return f"The limit {number(facts['limit'])} cuts nothing off, so the goal cannot be reached."


def _hill(facts: Row) -> str:
    here = f"{number(facts['node'])} has h = {number(facts['h'])}"
    if facts.get("next") is not None:
        better, its_h = number(facts["next"]), number(facts["next_h"])
        return f"{here}, and its neighbour {better} is better with h = {its_h}."
    return f"{here}, and no neighbour is better, so it stops."


# --- graphs ----------------------------------------------------------------------------------


def _toposort_start(facts: Row) -> str:
    free = _items(facts, "free")
    return f"No edge leads to {listed(free)}." if free else "Every node has an edge leading to it."


def _free(facts: Row) -> str:
    node, freed = number(facts["node"]), _items(facts, "freed")
    others = _items(facts, "others")
    said = [
        f"{node} is taken from the free nodes, before {listed(others)}."
        if others
        else f"{node} is the only free node."
    ]
    if freed:
        said.append(f"Without its edges {listed(freed)} {'is' if len(freed) == 1 else 'are'} free.")
    return " ".join(said)


def _lightest(facts: Row) -> str:
    tied = _items(facts, "tied")
    said = (
        f"{edge(facts['edge'])} is the lightest edge out of the tree, with weight"
        f" {number(facts['weight'])}"
    )
    if tied:
        said += f"; the new {'node' if len(tied) == 1 else 'nodes'} {listed(tied)} {_has(tied)}"
        said += " an edge of the same weight, and the rule for ties decides"
    return said + "."


def _joins_trees(facts: Row) -> str:
    return (
        f"{edge(facts['edge'])} with weight {number(facts['weight'])} joins two trees,"
        " so it is accepted."
    )


def _cycle(facts: Row) -> str:
    return (
        f"{edge(facts['edge'])} with weight {number(facts['weight'])} would close a cycle,"
        f" since the path {path(facts['way'])} is there already."
    )


def _pass(facts: Row) -> str:
    last: dict[str, Value] = {}
    for item in _items(facts, "relaxed"):
        if isinstance(item, tuple | list):
            last[number(item[1])] = item[-1]
    fallen = _and([f"{node} to {number(value)}" for node, value in last.items()])
    return f"In pass {number(facts['pass'])} distances fall: {fallen}."


def _unchanged_pass(facts: Row) -> str:
    return f"In pass {number(facts['pass'])} no distance falls."


def _stop_over(facts: Row) -> str:
    changed = [item for item in _items(facts, "changed") if isinstance(item, tuple | list)]
    pairs = _and(
        [f"{number(item[0])} to {number(item[1])} becomes {number(item[3])}" for item in changed]
    )
    return f"With {number(facts['node'])} as a stop, {pairs}."


def _no_stop_over(facts: Row) -> str:
    return f"{number(facts['node'])} as a stop makes no way shorter."


def _leaf(facts: Row) -> str:
    said = f"Leaf {number(facts['leaf'])} has the value {number(facts['value'])}"
    alpha, beta = number(facts["alpha"]), number(facts["beta"])
    return f"{said}, and is looked at with alpha {alpha} and beta {beta}."


def _cut(facts: Row) -> str:
    pruned = _items(facts, "pruned")
    return (
        f"{_leaf(facts)} Now alpha {number(facts['new_alpha'])} is not less than beta"
        f" {number(facts['new_beta'])}, so"
        f" {'leaf' if len(pruned) == 1 else 'leaves'} {listed(pruned)}"
        f" {'is' if len(pruned) == 1 else 'are'} cut."
    )


def _raises(facts: Row) -> str:
    return f"{_leaf(facts)} It raises alpha to {number(facts['new_alpha'])}."


def _lowers(facts: Row) -> str:
    return f"{_leaf(facts)} It lowers beta to {number(facts['new_beta'])}."


# --- arrays ----------------------------------------------------------------------------------


def _halved(side: str) -> Words:
    def words(facts: Row) -> str:
        than = "greater" if side == "right" else "less"
        return (
            f"The middle position {number(facts['mid'])} holds {number(facts['value'])}; the target"
            f" {number(facts['target'])} is {than}, so the search goes on to the {side}."
        )

    return words


def _target_found(facts: Row) -> str:
    return (
        f"The middle position {number(facts['mid'])} holds {number(facts['value'])},"
        " which is the target."
    )


def _inserted(facts: Row) -> str:
    shifted = facts["shifted"]
    places = "1 place" if shifted == 1 else f"{number(shifted)} places"
    return f"{number(facts['key'])} moves {places} to the left; those shift right."


def _selected(facts: Row) -> str:
    return f"{number(facts['selected'])} is selected and swapped with {number(facts['other'])}."


def _swaps(facts: Row) -> str:
    swaps = "1 swap" if facts["swaps"] == 1 else f"{number(facts['swaps'])} swaps"
    return f"The pass makes {swaps}, and {number(facts['settled'])} is in place."


def _sifted(facts: Row) -> str:
    levels = max(len(_items(facts, "path")) - 1, 0)
    return f"{number(facts['value'])} sinks by {levels} {'level' if levels == 1 else 'levels'}."


def _extracted(facts: Row) -> str:
    return f"{number(facts['extracted'])} is swapped to the end of the heap. {_sifted(facts)}"


def _partitioned(facts: Row) -> str:
    return f"The pivot {number(facts['pivot'])} comes to position {number(facts['at'])}."


def _stays(value: str) -> Words:
    return lambda facts: f"{number(facts[value])} stays where it is."


_REASONS: Mapping[str, Words] = {
    **TABLE_REASONS,
    "start": _start,
    "bfs.expand": _expand_uninformed,
    "dfs.expand": _expand_uninformed,
    "bfs.dead_end": _expand_uninformed,
    "dfs.dead_end": _expand_uninformed,
    "bfs.goal_generated": _expand_uninformed,
    "dfs.goal_generated": _expand_uninformed,
    "bfs.goal": _goal_uninformed,
    "dfs.goal": _goal_uninformed,
    **{
        f"{name}.{code}": _expand_best
        for name in _KEY
        for code in ("expand", "dead_end", "goal_generated")
    },
    **{f"{name}.goal": _goal_best for name in (*_KEY, "dijkstra")},
    "dijkstra.relax": _relax,
    "dijkstra.nothing_shorter": _relax,
    **{f"ids.{code}": _limit for code in ("cutoff", "found", "failure")},
    **{
        f"hill_climbing.{code}": _hill
        for code in ("moves", "local_optimum", "plateau", "dead_end", "goal")
    },
    "toposort.start": _toposort_start,
    **{f"toposort.{code}": _free for code in ("only_free", "chosen", "stuck")},
    "prim.lightest": _lightest,
    "prim.lightest_by_tie": _lightest,
    "kruskal.joins": _joins_trees,
    "kruskal.makes_cycle": _cycle,
    "bellman_ford.relaxed": _pass,
    "bellman_ford.nothing_changed": _unchanged_pass,
    "floyd_warshall.shorter": _stop_over,
    "floyd_warshall.nothing_changed": _no_stop_over,
    "alphabeta.raises_alpha": _raises,
    "alphabeta.lowers_beta": _lowers,
    "alphabeta.no_change": _leaf,
    "alphabeta.only_leaf": lambda facts: f"Leaf {number(facts['leaf'])} is the whole tree.",
    "alphabeta.cut": _cut,
    "binary_search.start": lambda facts: f"The target is {number(facts['target'])}.",
    "binary_search.left": _halved("left"),
    "binary_search.right": _halved("right"),
    "binary_search.found": _target_found,
    "insertion_sort.inserted": _inserted,
    "insertion_sort.stays": _stays("key"),
    "selection_sort.swapped": _selected,
    "selection_sort.stays": _stays("selected"),
    "bubble_sort.swapped": _swaps,
    "bubble_sort.no_swaps": lambda facts: "The pass makes no swap, so the array is sorted.",
    "heapsort.sifted": _sifted,
    "heapsort.stays": _stays("value"),
    "heapsort.extracted": _extracted,
    "quicksort.partitioned": _partitioned,
    "quicksort.partitioned_hoare": _partitioned,
    "merge_sort.merged": lambda facts: (
        f"The parts {cell('left', facts['left'])} and {cell('right', facts['right'])} are merged."
        if "left" in facts and "right" in facts
        else ""
    ),
    "merge_sort.merged_all": lambda facts: (
        f"Parts of {number(facts['width'])} are merged into parts of {number(facts['sorted'])}."
    ),
}
