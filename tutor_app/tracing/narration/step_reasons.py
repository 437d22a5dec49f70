"""Why a row is as it is: one or two short sentences from the facts of a step.

Here are the searches, graphs and game trees; `array_reasons` and `table_reasons` have the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tutor_app.domain.traces import Row, Value
from tutor_app.tracing.narration.array_reasons import ARRAY_REASONS
from tutor_app.tracing.narration.reason_words import Words, fill, items_of, write_facts
from tutor_app.tracing.narration.table_reasons import TABLE_REASONS
from tutor_app.tracing.narration.values_in_words import (
    join_items,
    write_edge,
    write_number,
    write_path,
)
from tutor_app.wording.catalogue import Phrase, phrase

STARTS_AT = phrase("trace_reasons.starts_at", "node")
AT_THE_FRONT = phrase("trace_reasons.at_the_front", "node")
ON_TOP = phrase("trace_reasons.on_top", "node")
NEW_IN_THE_QUEUE = phrase("trace_reasons.new_in_the_queue", "nodes", "count")
NEW_ON_THE_STACK = phrase("trace_reasons.new_on_the_stack", "nodes", "count")
NO_NEW_NEIGHBOURS = phrase("trace_reasons.no_new_neighbours")
GOAL_GENERATED = phrase("trace_reasons.goal_generated", "goal")
GOAL_TAKEN = phrase("trace_reasons.goal_taken")
SMALLEST = phrase("trace_reasons.smallest", "node", "key", "value")
SMALLEST_TIED = phrase("trace_reasons.smallest_tied", "node", "key", "value", "tied", "count")
DISTANCE = phrase("trace_reasons.distance")
JOINS_OPEN = phrase("trace_reasons.joins_open", "nodes", "count")
CHEAPER_WAY = phrase("trace_reasons.cheaper_way", "changes")
OPENED_AGAIN = phrase("trace_reasons.opened_again", "changes")
ADDS_NOTHING = phrase("trace_reasons.adds_nothing")
DISTANCE_FALLS = phrase("trace_reasons.distance_falls", "changes")
NO_DISTANCE_FALLS = phrase("trace_reasons.no_distance_falls")
CHANGES = phrase("trace_reasons.changes", "node", "old", "new")
KEEPS = phrase("trace_reasons.keeps", "node", "old", "new")
FOUND_ON_PATH = phrase("trace_reasons.found_on_path", "path")
LIMIT_CUTS = phrase("trace_reasons.limit_cuts", "limit")
LIMIT_CUTS_NOTHING = phrase("trace_reasons.limit_cuts_nothing", "limit")
CLIMBS = phrase("trace_reasons.climbs", "node", "h", "next", "next_h")
STANDS_HIGHEST = phrase("trace_reasons.stands_highest", "node", "h")
NO_EDGE_LEADS_TO = phrase("trace_reasons.no_edge_leads_to", "nodes")
NONE_IS_FREE = phrase("trace_reasons.none_is_free")
TAKEN_BEFORE = phrase("trace_reasons.taken_before", "node", "others")
ONLY_FREE = phrase("trace_reasons.only_free", "node")
BECOMES_FREE = phrase("trace_reasons.becomes_free", "nodes", "count")
LIGHTEST = phrase("trace_reasons.lightest", "edge", "weight")
LIGHTEST_TIED = phrase("trace_reasons.lightest_tied", "edge", "weight", "tied", "count")
JOINS_TREES = phrase("trace_reasons.joins_trees", "edge", "weight")
CLOSES_CYCLE = phrase("trace_reasons.closes_cycle", "edge", "weight", "path")
PASS_LOWERS = phrase("trace_reasons.pass_lowers", "number", "distances")
PASS_LOWERS_NOTHING = phrase("trace_reasons.pass_lowers_nothing", "number")
FALLS_TO = phrase("trace_reasons.falls_to", "node", "value")
STOP_SHORTENS = phrase("trace_reasons.stop_shortens", "node", "pairs")
STOP_SHORTENS_NOTHING = phrase("trace_reasons.stop_shortens_nothing", "node")
PAIR_BECOMES = phrase("trace_reasons.pair_becomes", "source", "target", "value")
LEAF = phrase("trace_reasons.leaf", "leaf", "value", "alpha", "beta")
RAISES_ALPHA = phrase("trace_reasons.raises_alpha", "new_alpha")
LOWERS_BETA = phrase("trace_reasons.lowers_beta", "new_beta")
LEAVES_CUT = phrase("trace_reasons.leaves_cut", "new_alpha", "new_beta", "pruned", "count")
ONLY_LEAF = phrase("trace_reasons.only_leaf", "leaf")

_KEY = {"ucs": "g", "greedy": "h", "astar": "f"}


def write_reason(algorithm: str, code: str, facts: Row) -> str:
    """Return the words of a reason; empty if there are none for it."""
    words = _REASONS.get(f"{algorithm}.{code}") or _REASONS.get(code)
    return "" if words is None else words({**facts, "algorithm": algorithm})


# --- searches --------------------------------------------------------------------------------


def _write_start(facts: Row) -> str:
    return "" if facts.get("node") is None else write_facts(STARTS_AT, facts, "node")


def _write_taken(facts: Row) -> str:
    place = AT_THE_FRONT if facts["algorithm"] == "bfs" else ON_TOP
    return write_facts(place, facts, "node")


def _expand_uninformed(facts: Row) -> str:
    added = items_of(facts, "added")
    place = NEW_IN_THE_QUEUE if facts["algorithm"] == "bfs" else NEW_ON_THE_STACK
    words = [_write_taken(facts)]
    words.append(_write_nodes(place, added) if added else NO_NEW_NEIGHBOURS())
    if facts.get("goal"):
        words.append(write_facts(GOAL_GENERATED, facts, "goal"))
    return " ".join(words)


def _write_nodes(sentence: Phrase, nodes: Sequence[Value]) -> str:
    return sentence(nodes=join_items(nodes), count=len(nodes))


def _goal_uninformed(facts: Row) -> str:
    return f"{_write_taken(facts)} {GOAL_TAKEN()}"


def _write_smallest(facts: Row) -> str:
    values = {
        "node": write_number(facts["node"]),
        "key": _KEY.get(str(facts["algorithm"])) or DISTANCE(),
        "value": write_number(facts["value"]),
    }
    tied = items_of(facts, "tied")
    if not tied:
        return SMALLEST(**values)
    return SMALLEST_TIED(**values, tied=join_items(tied), count=len(tied))


def _expand_best(facts: Row) -> str:
    words = [_write_smallest(facts)]
    added, improved = items_of(facts, "added"), items_of(facts, "improved")
    reopened = items_of(facts, "reopened")
    if added:
        words.append(_write_nodes(JOINS_OPEN, added))
    if improved:
        words.append(CHEAPER_WAY(changes=_write_changes(improved)))
    if reopened:
        words.append(OPENED_AGAIN(changes=_write_changes(reopened)))
    if not (added or improved or reopened):
        words.append(ADDS_NOTHING())
    words.extend(_each_cost(KEEPS, items_of(facts, "kept")))
    if facts.get("goal"):
        words.append(write_facts(GOAL_GENERATED, facts, "goal"))
    return " ".join(words)


def _write_changes(items: Sequence[Value]) -> str:
    """Return "B from 9 to 7" for entries with an old and a new cost."""
    return join_items(_each_cost(CHANGES, items))


def _each_cost(sentence: Phrase, items: Sequence[Value]) -> list[str]:
    return [
        write_facts(sentence, item, "node", "old", "new")
        for item in items
        if isinstance(item, Mapping)
    ]


def _goal_best(facts: Row) -> str:
    return f"{_write_smallest(facts)} {GOAL_TAKEN()}"


def _relax(facts: Row) -> str:
    improved = items_of(facts, "improved")
    falls = DISTANCE_FALLS(changes=_write_changes(improved)) if improved else NO_DISTANCE_FALLS()
    return " ".join([_write_smallest(facts), falls, *_each_cost(KEEPS, items_of(facts, "kept"))])


def _write_limit(facts: Row) -> str:
    if facts.get("path"):
        return FOUND_ON_PATH(path=write_path(facts["path"]))
    sentence = LIMIT_CUTS if items_of(facts, "cut") else LIMIT_CUTS_NOTHING
    return write_facts(sentence, facts, "limit")


def _climb(facts: Row) -> str:
    if facts.get("next") is None:
        return write_facts(STANDS_HIGHEST, facts, "node", "h")
    return write_facts(CLIMBS, facts, "node", "h", "next", "next_h")


# --- graphs ----------------------------------------------------------------------------------


def _start_toposort(facts: Row) -> str:
    free = items_of(facts, "free")
    return NO_EDGE_LEADS_TO(nodes=join_items(free)) if free else NONE_IS_FREE()


def _take_free(facts: Row) -> str:
    node, freed = write_number(facts["node"]), items_of(facts, "freed")
    others = items_of(facts, "others")
    words = [TAKEN_BEFORE(node=node, others=join_items(others)) if others else ONLY_FREE(node=node)]
    if freed:
        words.append(_write_nodes(BECOMES_FREE, freed))
    return " ".join(words)


def _write_edge_and_weight(facts: Row) -> dict[str, str]:
    return {"edge": write_edge(facts["edge"]), "weight": write_number(facts["weight"])}


def _add_lightest(facts: Row) -> str:
    tied = items_of(facts, "tied")
    if not tied:
        return LIGHTEST(**_write_edge_and_weight(facts))
    return LIGHTEST_TIED(**_write_edge_and_weight(facts), tied=join_items(tied), count=len(tied))


def _join_trees(facts: Row) -> str:
    return JOINS_TREES(**_write_edge_and_weight(facts))


def _close_cycle(facts: Row) -> str:
    return CLOSES_CYCLE(**_write_edge_and_weight(facts), path=write_path(facts["way"]))


def _pass_with_changes(facts: Row) -> str:
    last: dict[str, Value] = {}
    for item in items_of(facts, "relaxed"):
        if isinstance(item, tuple | list):
            last[write_number(item[1])] = item[-1]
    fallen = [FALLS_TO(node=node, value=write_number(value)) for node, value in last.items()]
    return PASS_LOWERS(number=write_number(facts["pass"]), distances=join_items(fallen))


def _pass_without_change(facts: Row) -> str:
    return PASS_LOWERS_NOTHING(number=write_number(facts["pass"]))


def _stop_over(facts: Row) -> str:
    changed = [item for item in items_of(facts, "changed") if isinstance(item, tuple | list)]
    pairs = [
        PAIR_BECOMES(
            source=write_number(item[0]), target=write_number(item[1]), value=write_number(item[3])
        )
        for item in changed
    ]
    return STOP_SHORTENS(node=write_number(facts["node"]), pairs=join_items(pairs))


# --- game trees ------------------------------------------------------------------------------


def _visit_leaf(facts: Row) -> str:
    return write_facts(LEAF, facts, "leaf", "value", "alpha", "beta")


def _raise_alpha(facts: Row) -> str:
    return f"{_visit_leaf(facts)} {write_facts(RAISES_ALPHA, facts, 'new_alpha')}"


def _lower_beta(facts: Row) -> str:
    return f"{_visit_leaf(facts)} {write_facts(LOWERS_BETA, facts, 'new_beta')}"


def _cut_leaves(facts: Row) -> str:
    pruned = items_of(facts, "pruned")
    cut = LEAVES_CUT(
        new_alpha=write_number(facts["new_alpha"]),
        new_beta=write_number(facts["new_beta"]),
        pruned=join_items(pruned),
        count=len(pruned),
    )
    return f"{_visit_leaf(facts)} {cut}"


_REASONS: Mapping[str, Words] = {
    **ARRAY_REASONS,
    **TABLE_REASONS,
    "start": _write_start,
    **{
        f"{name}.{code}": _expand_uninformed
        for name in ("bfs", "dfs")
        for code in ("expand", "dead_end", "goal_generated")
    },
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
    **{f"ids.{code}": _write_limit for code in ("cutoff", "found", "failure")},
    **{
        f"hill_climbing.{code}": _climb
        for code in ("moves", "local_optimum", "plateau", "dead_end", "goal")
    },
    "toposort.start": _start_toposort,
    **{f"toposort.{code}": _take_free for code in ("only_free", "chosen", "stuck")},
    "prim.lightest": _add_lightest,
    "prim.lightest_by_tie": _add_lightest,
    "kruskal.joins": _join_trees,
    "kruskal.makes_cycle": _close_cycle,
    "bellman_ford.relaxed": _pass_with_changes,
    "bellman_ford.nothing_changed": _pass_without_change,
    "floyd_warshall.shorter": _stop_over,
    "floyd_warshall.nothing_changed": fill(STOP_SHORTENS_NOTHING, "node"),
    "alphabeta.raises_alpha": _raise_alpha,
    "alphabeta.lowers_beta": _lower_beta,
    "alphabeta.no_change": _visit_leaf,
    "alphabeta.only_leaf": fill(ONLY_LEAF, "leaf"),
    "alphabeta.cut": _cut_leaves,
}
