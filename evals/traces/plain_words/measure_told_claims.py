"""How often claims about runs are judged rightly, misjudged, or not read."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Any

import typer

from evals.traces.plain_words.make_told_claims import Split, ToldClaim, make_claims
from tutor_app.conversation.problem_by_name import with_problem
from tutor_app.conversation.trace_replies.reading_turns.understand_problem import understand_problem
from tutor_app.domain.values import Session
from tutor_app.tracing.checking.check_trace import judge_kindly

JUDGED = {"right": ("right",), "partly": ("so_far", "wrong"), "wrong": ("wrong",)}


def outcome_of(told: ToldClaim) -> str:
    """Return what a conversation makes of a claim: right, so_far, wrong or unread."""
    session = with_problem(Session(conversation_id="", course_id="", course_name=""), told.problem)
    assert session.tracing is not None
    stated = session.tracing.stated | {"directed"}
    known = replace(session.tracing, awaited=told.expected, stated=stated)
    turn = understand_problem(told.text, replace(session, tracing=known))
    if turn is None:
        return "unread"
    if turn.claims is not None:
        if turn.claims.of("wrong"):
            return "wrong"
        return "so_far" if turn.claims.of("so_far") else "right"
    beside = {each.verdict for each in turn.told}
    if "wrong" in beside:
        return "wrong"
    if turn.wanted == "told":
        return "right" if "right" in beside else "unread"
    if turn.student is None or turn.student.doubts or turn.question is not None:
        return "unread"
    judged = judge_kindly(turn.problem, turn.settled_conventions, turn.student)
    if judged.correct:
        return "right"
    return "so_far" if judged.missing else "wrong"


def measure_claims(claims: Iterable[ToldClaim]) -> dict[str, Any]:
    """Return how many claims are judged as they are, misjudged and unread, by kind and family."""
    counts: Counter[str] = Counter()
    kinds: dict[str, Counter[str]] = {}
    families: dict[str, Counter[str]] = {}
    found: list[dict[str, str]] = []
    for told in claims:
        outcome = outcome_of(told)
        result = classify(told, outcome)
        counts[result] += 1
        kinds.setdefault(told.kind, Counter())[result] += 1
        families.setdefault(told.family, Counter())[result] += 1
        if result != "judged":
            found.append(
                {
                    "result": result,
                    "kind": told.kind,
                    "truth": told.truth,
                    "outcome": outcome,
                    "algorithm": told.problem.algorithm,
                    "family": told.family,
                    "text": told.text,
                }
            )
    return {
        "claims": counts.total(),
        **{name: counts[name] for name in ("judged", "misjudged", "unread")},
        "kinds": {name: dict(each) for name, each in kinds.items()},
        "families": {name: dict(each) for name, each in families.items()},
        "not_judged": found,
    }


def classify(told: ToldClaim, outcome: str) -> str:
    """Return "judged", "misjudged" or "unread"; an order so far right says nothing false."""
    if outcome == "unread":
        return "unread"
    if outcome in JUDGED[told.truth] or (told.truth == "right" and outcome == "so_far"):
        return "judged"
    return "misjudged"


def claims_on_runs_command(
    problems: Annotated[int, typer.Option(help="random problems of each algorithm")] = 6,
    seed: Annotated[int, typer.Option(help="of the random problems")] = 7,
    held: Annotated[bool, typer.Option("--held", help="wordings and algorithms kept out")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Claims about runs in plain words, true and false: judged, misjudged, unread."""
    split: Split = "held" if held else "looked"
    figures = measure_claims(make_claims(problems, seed, split))
    if as_json:
        typer.echo(json.dumps(figures))
        return
    for name in ("claims", "judged", "misjudged", "unread"):
        typer.echo(f"{name}: {figures[name]}")
