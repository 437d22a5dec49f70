"""Claims about searches, spanning trees and the like."""

from __future__ import annotations

import re
from collections.abc import Mapping

from evals.traces.claims.grammar import (
    Check,
    ClaimPattern,
    Holds,
    TraceFacts,
    flat,
    is_number,
    items,
    same_set,
    spelling,
    tokens,
)
from tutor_app.domain.traces import Row, Value


def _node_is(match: re.Match[str], facts: TraceFacts) -> Holds:
    wanted = spelling(match["n"])
    return facts.where(lambda row: spelling(row.get("node")) == wanted)


def _smallest(match: re.Match[str], facts: TraceFacts) -> Holds:
    def true(row: Row) -> bool:
        if spelling(row.get("node")) != spelling(match["n"]):
            return False
        if not is_number(row.get("value"), match["v"]):
            return False
        return same_set(row, "tied", match["t"] or "", facts.nodes)

    return facts.where(true)


def _list_is(*names: str) -> Check:
    """A list of nodes in words is the list of one of these names among the facts."""

    def check(match: re.Match[str], facts: TraceFacts) -> Holds:
        return facts.where(
            lambda row: any(same_set(row, name, match["l"], facts.nodes) for name in names)
        )

    return check


def _entry(row: Row, names: tuple[str, ...], node: str, numbers: tuple[str, str]) -> bool:
    for name in names:
        for entry in items(row, name):
            if isinstance(entry, Mapping) and spelling(entry.get("node")) == spelling(node):
                if is_number(entry.get("old"), numbers[0]) and is_number(
                    entry.get("new"), numbers[1]
                ):
                    return True
    return False


def _changed(match: re.Match[str], facts: TraceFacts) -> Holds:
    pair = match["old"], match["new"]
    return facts.where(lambda row: _entry(row, ("improved", "reopened"), match["n"], pair))


def _kept(match: re.Match[str], facts: TraceFacts) -> Holds:
    pair = match["old"], match["new"]
    return facts.where(lambda row: _entry(row, ("kept",), match["n"], pair))


def _goal(match: re.Match[str], facts: TraceFacts) -> Holds:
    goal = facts.run.problem.goal
    if spelling(goal) != spelling(match["n"]):
        return False
    return facts.coded("goal_generated")


def _start(match: re.Match[str], facts: TraceFacts) -> Holds:
    return spelling(facts.run.problem.start) == spelling(match["n"])


def _coded(*codes: str) -> Check:
    return lambda match, facts: facts.coded(*codes)


def _nothing_added(match: re.Match[str], facts: TraceFacts) -> Holds:
    return facts.where(
        lambda row: not any(items(row, name) for name in ("added", "improved", "reopened"))
    )


def _limit(code: str) -> Check:
    def check(match: re.Match[str], facts: TraceFacts) -> Holds:
        return facts.coded(code) & facts.where(lambda row: is_number(row.get("limit"), match["v"]))

    return check


def _found_path(match: re.Match[str], facts: TraceFacts) -> Holds:
    return tokens(match["p"], facts.nodes) == flat(facts.run.final.get("path"))


def _chosen_before(match: re.Match[str], facts: TraceFacts) -> Holds:
    others = match["l"] or ""
    return facts.where(
        lambda row: (
            spelling(row.get("node")) == spelling(match["n"])
            and same_set(row, "others", others, facts.nodes)
        )
    )


def _lightest(match: re.Match[str], facts: TraceFacts) -> Holds:
    def true(row: Row) -> bool:
        return (
            _same_edge(row.get("edge"), match["e"], facts)
            and is_number(row.get("weight"), match["v"])
            and same_set(row, "tied", match["t"] or "", facts.nodes)
        )

    return facts.where(true)


def _same_edge(edge: Value, text: str, facts: TraceFacts) -> bool:
    return sorted(flat(edge)) == sorted(
        tokens(text.replace("–", " ").replace("-", " "), facts.nodes)
    )


def _edge_with(code: str) -> Check:
    def check(match: re.Match[str], facts: TraceFacts) -> Holds:
        said = match.groupdict().get("p")

        def true(row: Row) -> bool:
            if not _same_edge(row.get("edge"), match["e"], facts):
                return False
            way = flat(row.get("way"))
            if said is not None and tokens(said, facts.nodes) not in (way, way[::-1]):
                return False
            return is_number(row.get("weight"), match["v"])

        return facts.coded(code) & facts.where(true)

    return check


def _falls(match: re.Match[str], facts: TraceFacts) -> Holds:
    said = tokens(match["rest"], facts.nodes)

    def true(row: Row) -> bool:
        relaxed = [i for i in items(row, "relaxed") if isinstance(i, tuple | list)]
        last = {spelling(i[1]): spelling(i[-1]) for i in relaxed}
        exact = [each for pair in last.items() for each in pair]
        return is_number(row.get("pass"), match["v"]) and said == exact

    return facts.where(true)


def _pass_unchanged(match: re.Match[str], facts: TraceFacts) -> Holds:
    return facts.coded("nothing_changed") & facts.where(
        lambda row: is_number(row.get("pass"), match["v"])
    )


def _stop_over(match: re.Match[str], facts: TraceFacts) -> Holds:
    said = tokens(match["rest"], facts.nodes)

    def true(row: Row) -> bool:
        if spelling(row.get("node")) != spelling(match["n"]):
            return False
        triples = [(i[0], i[1], i[3]) for i in items(row, "changed") if isinstance(i, tuple | list)]
        return said == [spelling(each) for triple in triples for each in triple]

    return facts.where(true)


def _no_stop_over(match: re.Match[str], facts: TraceFacts) -> Holds:
    return facts.coded("nothing_changed") & facts.where(
        lambda row: spelling(row.get("node")) == spelling(match["n"])
    )


def _hill(match: re.Match[str], facts: TraceFacts) -> Holds:
    def true(row: Row) -> bool:
        if spelling(row.get("node")) != spelling(match["n"]) or not is_number(row["h"], match["v"]):
            return False
        if match["next"] is None:
            return row.get("next") is None
        return spelling(row.get("next")) == spelling(match["next"]) and is_number(
            row.get("next_h"), match["w"]
        )

    return facts.where(true)


def _cost_of(match: re.Match[str], facts: TraceFacts) -> Holds:
    """ "g(B) = 5", "B has f = 7", "the distance of B is 4": in OPEN or the table of some step."""
    kind, node, number = match["k"], spelling(match["n"]), match["v"]
    if kind == "h":
        h = facts.run.problem.graph.heuristic if facts.run.problem.graph is not None else None
        return any(spelling(n) == node and is_number(v, number) for n, v in (h or {}).items())

    def true(row: Row) -> bool:
        for entry in items(row, "open"):
            if isinstance(entry, Mapping) and spelling(entry.get("node")) == node:
                costs = [entry.get(kind)] if kind in ("g", "f") else [entry.get("g")]
                return any(is_number(cost, number) for cost in costs)
        dist = row.get("dist")
        if not isinstance(dist, Mapping) or kind == "f":
            return False
        return any(spelling(n) == node and is_number(v, number) for n, v in dist.items())

    return facts.where(true)


_SELECTED = r"selected|expanded|taken|picked|popped|removed|dequeued|chosen|closed|output|next"
GRAPH_CLAIMS: tuple[ClaimPattern, ...] = (
    ClaimPattern(
        r"(?P<n>{N}) has the (?:smallest|lowest|least) (?:g|h|f|distance|cost|value)(?: of all"
        r" open nodes| in OPEN)?,? (?:of )?(?P<v>{V})(?:; (?P<t>{L}) ha(?:s|ve) the same)?",
        _smallest,
        chooses=True,
    ),
    ClaimPattern(
        r"(?P<n>{N}) has h = (?P<v>{V}), and (?:no neighbour is better|its neighbour"
        r" (?P<next>{N}) is better with h = (?P<w>{V}))",
        _hill,
        chooses=True,
    ),
    ClaimPattern(r"\b(?P<k>[ghf])\((?P<n>{N})\) (?:=|is) (?P<v>{V})", _cost_of),
    ClaimPattern(r"(?P<n>{N}) has (?P<k>[ghf]) (?:= |of )?(?P<v>{V})", _cost_of),
    ClaimPattern(
        r"(?P<k>[Dd]istance|[Cc]ost) (?:of|to) (?P<n>{N}) (?:is|becomes|falls to) (?P<v>{V})",
        _cost_of,
    ),
    ClaimPattern(
        rf"(?P<n>{{N}}) (?:is|gets) (?:on top of the stack|at the front of the queue|{_SELECTED})"
        r"(?! from the free)\b",
        _node_is,
        chooses=True,
    ),
    ClaimPattern(
        r"(?:expand|select|take|pick|pop|choose|remove)s? (?P<n>{N})", _node_is, chooses=True
    ),
    ClaimPattern(r"(?:[Ii]ts )?new neighbours? (?P<l>{L})(?: goe?s?| are| is)?", _list_is("added")),
    ClaimPattern(r"(?P<l>{L}) joins? OPEN", _list_is("added")),
    ClaimPattern(r"(?P<l>{L}) (?:is|are) (?:added|pushed|put|inserted)\b", _list_is("added")),
    ClaimPattern(r"(?P<n>{N}) from (?P<old>{V}) to (?P<new>{V})", _changed),
    ClaimPattern(r"(?P<n>{N}) keeps (?P<old>{V}), since (?P<new>{V}) is not less", _kept),
    ClaimPattern(r"[Tt]he goal (?P<n>{N}) is generated", _goal),
    ClaimPattern(r"[Ii]t is the goal\b", _coded("goal")),
    ClaimPattern(r"[Ii]t (?:has no new neighbours|adds nothing new)", _nothing_added),
    ClaimPattern(r"(?:[Ii]t|[Tt]he search) starts (?:at|from) (?P<n>{N})", _start),
    ClaimPattern(r"[Tt]he limit (?P<v>{V}) cuts off the search", _limit("cutoff")),
    ClaimPattern(r"[Tt]he limit (?P<v>{V}) cuts nothing off", _limit("failure")),
    ClaimPattern(r"[Tt]he goal is found on the path (?P<p>{P})", _found_path),
    ClaimPattern(r"(?P<n>{N}) is the only free node(?P<l>)", _chosen_before, chooses=True),
    ClaimPattern(
        r"(?P<n>{N}) is taken from the free nodes, before (?P<l>{L})", _chosen_before, chooses=True
    ),
    ClaimPattern(r"[Ww]ithout its edges (?P<l>{L}) (?:is|are) free", _list_is("freed")),
    ClaimPattern(r"[Nn]o edge leads to (?P<l>{L})", _list_is("free")),
    ClaimPattern(
        r"(?P<e>{E}) is the lightest edge out of the tree, with weight (?P<v>{V})"
        r"(?:; the new nodes? (?P<t>{L}) ha(?:s|ve) an edge of the same weight)?",
        _lightest,
        chooses=True,
    ),
    ClaimPattern(
        r"(?P<e>{E}) with weight (?P<v>{V}) joins two trees, so it is accepted",
        _edge_with("joins"),
        chooses=True,
    ),
    ClaimPattern(
        r"(?P<e>{E}) with weight (?P<v>{V}) would close a cycle, since the path (?P<p>{P})",
        _edge_with("makes_cycle"),
        chooses=True,
    ),
    ClaimPattern(r"[Ii]n pass (?P<v>{V}) distances fall: (?P<rest>[^.]*)", _falls, chooses=True),
    ClaimPattern(r"[Ii]n pass (?P<v>{V}) no distance falls", _pass_unchanged, chooses=True),
    ClaimPattern(r"[Nn]o distance falls", _coded("nothing_shorter")),
    ClaimPattern(r"[Ww]ith (?P<n>{N}) as a stop, (?P<rest>[^.]*)", _stop_over, chooses=True),
    ClaimPattern(r"(?P<n>{N}) as a stop makes no way shorter", _no_stop_over, chooses=True),
)
