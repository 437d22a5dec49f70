"""Sentences on the edges of random spanning trees, true and false: how often each is misjudged."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
import yaml

from evals.traces.plain_words.make_told_claims import Split
from evals.traces.styles.style_problems import made_up
from tutor_app.conversation.problem_by_name import with_problem
from tutor_app.conversation.trace_replies.reading_turns.understand_problem import understand_problem
from tutor_app.domain.teaching import Expectation
from tutor_app.domain.traces import Problem, StudentTrace
from tutor_app.domain.values import Session
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.edge_speech.edge_tokens import Ends
from tutor_app.tracing.edge_speech.tree_run import TreeRun
from tutor_app.tracing.exact_run import run, with_defaults
from tutor_app.tracing.narration.values_in_words import write_number

FILE = Path(__file__).parents[2] / "questions" / "tree_claims.yaml"
Truth = Literal["right", "wrong"]
Outcome = Literal["judged", "misjudged", "unread"]
_ANSWERED: Mapping[str, Truth] = {"which": "right", "why_not": "wrong"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeClaim:
    """A sentence on a run of which the rows up to `stands` are the student's own, and its truth.

    Of a question, "right" says that it is answered, "wrong" that a cause is told.
    """

    text: str
    problem: Problem
    stands: int
    kind: str
    truth: Truth
    family: str


def make_tree_claims(problems: int, seed: int, split: Split) -> Iterator[TreeClaim]:
    """Yield the claims on `problems` random problems of each algorithm, in each wording."""
    dice = random.Random(seed)
    families = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    wordings = [each for each in families if bool(each.get("held")) == (split == "held")]
    for algorithm in ("prim", "kruskal"):
        for _ in range(problems):
            problem = with_defaults(made_up(algorithm, dice), algorithm_named(algorithm))
            tree = TreeRun(run(problem))
            if tree.last < tree.first + 2:
                continue
            stands = dice.randint(tree.first, tree.last - 1)
            while tree.rejects(stands + 1) and stands > tree.first:
                stands -= 1
            for kind, truth, slots in _facts(tree, stands, dice):
                for wording in wordings:
                    yield TreeClaim(
                        text=wording[kind].format(**slots),
                        problem=problem,
                        stands=stands,
                        kind=kind,
                        truth=truth,
                        family=wording["family"],
                    )


def _facts(
    tree: TreeRun, stands: int, dice: random.Random
) -> Iterator[tuple[str, Truth, dict[str, str]]]:
    due = tree.edge_in(stands + 1)
    if due is None or tree.rejects(stands + 1):
        return
    weight = tree.weight(due)
    others = [e for e in tree.edges if {*e} != {*due} and tree.weight(e) != weight]
    later = [e for e in others if tree.cause(e, stands + 1) in ("heavier", "outside", "cycle")]
    number = {"n": str(stands + 1)}
    right = {**_slots(tree, due, "e"), **number}
    if tree.grows:
        yield "step", "right", right
    yield "next", "right", right
    if later:
        other = dice.choice(later)
        wrong = {**_slots(tree, other, "e"), **number}
        if tree.grows:
            yield "step", "wrong", wrong
        yield "next", "wrong", wrong
        yield "which", "right", {**right, **_slots(tree, other, "f")}
        yield "why_not", "wrong", wrong
    if tree.grows:
        inside = tree.tree_after(stands)
        nodes = {node for edge in tree.edges for node in edge}
        for kind, held, out in (
            ("inside", inside, nodes - inside),
            ("outside", nodes - inside, inside),
        ):
            if held and out:
                yield kind, "right", {"x": dice.choice(sorted(held))}
                yield kind, "wrong", {"x": dice.choice(sorted(out))}
    weights = [tree.weight(edge) or 0 for edge in tree.taken_until(stands)]
    if len(weights) > 1:
        terms = " + ".join(map(write_number, weights))
        yield "sum", "right", {"terms": terms, "total": write_number(sum(weights))}
        yield "sum", "wrong", {"terms": terms, "total": write_number(sum(weights) + 3)}


def _slots(tree: TreeRun, edge: Ends, name: str) -> dict[str, str]:
    weight = {"e": "w", "f": "v"}[name]
    written = write_number(tree.weight(edge))
    return {name: f"{edge[0]}-{edge[1]}", weight: written, "a": edge[0], "b": edge[1]}


def outcome_of(told: TreeClaim) -> Outcome:
    """Return what a conversation makes of a claim whose rows before it are right."""
    session = with_problem(Session(conversation_id="", course_id="", course_name=""), told.problem)
    assert session.tracing is not None
    exact = run(told.problem)
    rows = tuple(row for row in exact.rows() if 0 < int(str(row["step"])) <= told.stands)
    known = replace(
        session.tracing,
        attempt=StudentTrace(rows=rows),
        awaited=Expectation(kind="row", step=told.stands + 1),
        stated=session.tracing.stated | {"directed", "tie_break"},
    )
    turn = understand_problem(told.text, replace(session, tracing=known))
    if turn is None or turn.edges is None:
        return "unread"
    if told.kind in _ANSWERED:
        asked = turn.edges.read.asked
        return "judged" if any(each.kind == told.kind for each in asked) else "unread"
    if turn.edges.of("wrong"):
        return "judged" if told.truth == "wrong" else "misjudged"
    if turn.edges.read.asked:  # "is it in the tree?" is answered either way
        return "judged"
    if not turn.edges.of("right"):
        return "unread"
    return "judged" if told.truth == "right" else "misjudged"


def measure_tree_claims(claims: Iterator[TreeClaim]) -> dict[str, Any]:
    """Return how many are judged as they are, misjudged and unread, by kind, and the latter two."""
    counts: Counter[str] = Counter()
    kinds: dict[str, Counter[str]] = {}
    found: list[dict[str, str]] = []
    for told in claims:
        outcome = outcome_of(told)
        counts[outcome] += 1
        kinds.setdefault(told.kind, Counter())[outcome] += 1
        if outcome != "judged":
            found.append({"outcome": outcome, "truth": told.truth, "text": told.text})
    return {
        "claims": counts.total(),
        **{name: counts[name] for name in ("judged", "misjudged", "unread")},
        "kinds": {name: dict(each) for name, each in kinds.items()},
        "not_judged": found,
    }


def tree_claims_command(
    problems: Annotated[int, typer.Option(help="random problems of each algorithm")] = 20,
    seed: Annotated[int, typer.Option(help="of the random problems")] = 7,
    held: Annotated[bool, typer.Option("--held", help="wordings kept out")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Sentences on the edges of spanning trees, true and false: judged, misjudged, unread."""
    figures = measure_tree_claims(make_tree_claims(problems, seed, "held" if held else "looked"))
    if as_json:
        typer.echo(json.dumps(figures))
        return
    for name in ("claims", "judged", "misjudged", "unread"):
        typer.echo(f"{name}: {figures[name]}")
