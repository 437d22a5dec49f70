"""The problem as a message supposes it, to be run on a copy: another graph, start, goal or rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tutor_app.domain.traces import Problem, ProblemInvalid
from tutor_app.tracing.checking.ambiguous_readings import other_runs
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.fact_pool.open_questions import sentences_of, without_questions
from tutor_app.tracing.fact_pool.pool_facts import Cover
from tutor_app.tracing.fact_pool.run_pool import RunPool
from tutor_app.tracing.fact_pool.said_symbols import WORDS, NamedSymbol, name_symbols
from tutor_app.tracing.reading.algorithm_names import name_algorithms
from tutor_app.tracing.reading.told_graph.supposed_graph import supposed_graph


@dataclass(frozen=True, slots=True, kw_only=True)
class SupposedWorld:
    """A copy that was run; `rest` is what the message says beside the supposition, `cover` what of
    that the copy bears out.
    """

    facts: ExactFacts
    rest: str
    cover: Cover

    @property
    def problem(self) -> Problem:
        return self.facts.run.problem


def claims_on(text: str, facts: ExactFacts) -> Cover:
    """Return what of a text one run bears out; what it asks openly, or doubts, claims nothing."""
    graph = facts.run.problem.graph
    nodes = graph.nodes if graph is not None else ()
    said = name_symbols(without_questions(text), nodes)
    if any(one.is_after("doubts") for one in said):
        return Cover(left=tuple(one.text for one in said))
    return RunPool(facts).cover(said)


def claims_borne_out(
    text: str, problem: Problem, settled: frozenset[str]
) -> tuple[Cover, ExactFacts]:
    """Return what of a text the open reading bears out that suits it best, and its facts.

    Raises:
        ProblemInvalid: the problem cannot be run.
    """
    facts = ExactFacts(run(problem))
    best = claims_on(text, facts), facts
    others = other_runs(facts.run, settled) if best[0].left else ()
    for held in (ExactFacts(other) for changes, other in others if "directed" not in changes):
        cover = claims_on(text, held)
        if len(cover.left) < len(best[0].left):
            best = cover, held
    return best


def is_borne_out(text: str, problem: Problem, settled: frozenset[str]) -> bool:
    """Whether the run of a problem bears out all that a text says."""
    try:
        return claims_borne_out(text, problem, settled)[0].is_firm
    except ProblemInvalid:
        return False


def sentences_borne_out(text: str, facts: ExactFacts) -> Cover:
    """Return what those sentences of a text tell that a run bears out whole, each by itself."""
    covers = [claims_on(each, facts) for each in sentences_of(text)]
    return Cover(tuple(fact for each in covers if each.is_firm for fact in each.facts))


def supposed_world(text: str, problem: Problem, settled: frozenset[str]) -> SupposedWorld | None:
    """Return the copy that a message supposes, run; None where it supposes none.

    What the run at hand bears out as it stands supposes nothing, however it is worded.
    """
    if problem.graph is None or is_borne_out(text, problem, settled):
        return None
    for changed, rest, sure in _supposed(text, problem):
        try:
            cover, facts = claims_borne_out(rest, changed, settled)
        except ProblemInvalid:
            continue
        if sure or (cover.claims and not cover.left):
            return SupposedWorld(facts=facts, rest=rest, cover=cover)
    return None


def _supposed(text: str, problem: Problem) -> Iterator[tuple[Problem, str, bool]]:
    """Yield problems as a message may suppose them, the rest of it, and whether it surely does."""
    assert problem.graph is not None
    words = frozenset(re.findall(r"[\w']+", text.casefold()))
    if words & WORDS["puts_right"]:
        return
    supposes = bool(words & WORDS["supposes"])
    changed = supposed_graph(text, problem.graph)
    if changed is not None:
        yield replace(problem, graph=changed.graph), changed.rest, supposes
    elif not set(name_algorithms(text)) - {problem.algorithm}:
        says = bool(words & (WORDS["same"] | WORDS["other"]))
        for other in _other_ends(name_symbols(text, problem.graph.nodes), problem):
            yield other, text, supposes and says


def _other_ends(said: list[NamedSymbol], problem: Problem) -> Iterator[Problem]:
    """Yield the problem with another start or goal."""
    for place, one in enumerate(said):
        behind = said[place + 1] if place + 1 < len(said) else None
        if one.node is None:
            continue
        if problem.goal is not None and behind is not None and behind.before == ("to",):
            if behind.node is not None and one.node != problem.start:
                yield replace(problem, start=one.node, goal=behind.node)
        if one.is_right_after("starts") and one.node != problem.start and problem.start is not None:
            yield replace(problem, start=one.node)
        elif one.is_right_after("goals") and one.node != problem.goal and problem.goal is not None:
            yield replace(problem, goal=one.node)
