"""The check of replies, measured: contradictions planted in correct replies, how many are caught.

The replies are the tutor's own about the problems of a benchmark: rows with their reasons, results,
hints. The planting knows their text only: it shares no code with evals/traces/claims.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evals.traces.claims.check_reply import contradictions
from evals.traces.trace_json import student_of
from evals.traces.trace_measures import stated_in
from tutor_app.domain.traces import Problem, ProblemInvalid
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.checking.trace_verdict import Verdict, row_at
from tutor_app.tracing.exact_run import AlgorithmRun, run, scored_steps
from tutor_app.tracing.narration.run_sentences import (
    explain_step,
    name_step,
    state_result,
)
from tutor_app.tracing.narration.values_in_words import begin_sentence, write_row
from tutor_app.tracing.problem_json import problem_of
from tutor_app.tracing.trace_hints import write_hint

Json = Any
STEPS_OF_EACH = 3  # rows of a run that are put into words
_ORDERED = re.compile(r"\[[^\]]+\]|[^\s:;,.]+(?: → [^\s:;,.]+)+")
_DIGITS = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])|(?<![\w.])\d+(?=\.(?:\s|$))")
_NUMBERED = re.compile(r"(?i)(\b(?:steps?|pass(?:es)?|limits?) (?:\d+ (?:to|and) )?)(\d+)")
_TURNED = (
    ("All your steps are right", "All your steps are wrong"),
    ("are right.", "are wrong."),
    ("is right.", "is wrong."),
    ("It is not right yet", "It is right"),
    ("so it is accepted", "so it is rejected"),
    ("and something is still missing", "and nothing is missing"),
    ("not all of it is right yet", "all of it is right"),
    ("the final answer is not yet", "the final answer is too"),
)


@dataclass(frozen=True, slots=True)
class RunReply:
    """A correct reply and the run that it is about."""

    text: str
    run: AlgorithmRun
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Planted:
    """A reply with one thing in it that is not so. `kind`: node, number, order, verdict, step."""

    kind: str
    text: str
    of: RunReply


def correct_replies(gold: Sequence[Mapping[str, Json]], seed: int) -> list[RunReply]:
    """Return replies about the problems of a benchmark that can be run."""
    dice = random.Random(seed)
    found: list[RunReply] = []
    for record in gold:
        if record["expected"].get("needs_clarification"):
            continue
        problem = problem_of(record["instance"])
        try:
            exact = run(problem)
        except ProblemInvalid:
            continue
        found.extend(_about_run(exact, dice))
        found.extend(_about_work(record, problem))
    return found


def _about_run(exact: AlgorithmRun, dice: random.Random) -> Iterator[RunReply]:
    yield RunReply(state_result(exact.final), exact)
    steps = list(scored_steps(exact))
    for step in dice.sample(steps, min(STEPS_OF_EACH, len(steps))):
        why = explain_step(exact.algorithm.id, step)
        yield RunReply(f"{state_row(exact, step.number)} {why}", exact)


def state_row(exact: AlgorithmRun, number: int) -> str:
    """Return a row in words: "Step 3 is: node: B; OPEN: C, D; CLOSED: S, B."; empty if none."""
    row = row_at(exact, number)
    if row is None:
        return ""
    columns = [
        name for name in exact.algorithm.columns if row.get(name) is not None and name != "limit"
    ]
    name = begin_sentence(name_step(exact.algorithm, number))
    return f"{name} is: {write_row(row, columns)}."


def _about_work(record: Mapping[str, Json], problem: Problem) -> Iterator[RunReply]:
    student = student_of(record["instance"].get("student_trace"))
    if student is None:
        return
    verdict = check(problem, stated_in(record), student)
    for level in (1, 2, 4):
        given = write_hint(level, problem, verdict)
        yield RunReply(given.text, verdict.run, verdict)
    worked = write_hint(3, problem, verdict)
    if worked.analogue is not None:
        yield RunReply(" ".join(worked.worked), run(worked.analogue))


# --- planting --------------------------------------------------------------------------------


def _other_node(reply: RunReply, dice: random.Random) -> str | None:
    graph = reply.run.problem.graph
    if graph is None or len(graph.nodes) < 2:
        return None
    pattern = "|".join(re.escape(node) for node in sorted(graph.nodes, key=len, reverse=True))
    text = _without_steps(reply.text)
    places = [
        match
        for match in re.finditer(rf"(?<![\w.])(?:{pattern})(?!\w)", text)
        if not (match[0] == "A" and text[match.end() :].startswith(" closed node"))
        and not (match[0].isdigit() and text[: match.start()].endswith(("= ", "weight ")))
    ]
    if not places:
        return None
    place = dice.choice(places)
    return _put(reply.text, place, dice.choice([n for n in graph.nodes if n != place[0]]))


def _other_number(reply: RunReply, dice: random.Random) -> str | None:
    rule = reply.run.algorithm.rule
    text = _without_steps(reply.text).replace(rule, "x" * len(rule))
    text = text.replace("in-degree 0", "in-degree x")
    nodes = set(reply.run.problem.graph.nodes) if reply.run.problem.graph is not None else set()
    places = [match for match in _DIGITS.finditer(text) if match[0] not in nodes]
    if not places:
        return None
    place = dice.choice(places)
    changed = float(place[0]) + dice.randint(1, 9)
    return _put(reply.text, place, f"{changed:g}")


def _other_order(reply: RunReply, dice: random.Random) -> str | None:
    places = [match for match in _ORDERED.finditer(reply.text) if _swap(match[0]) != match[0]]
    if not places:
        return None
    place = dice.choice(places)
    return _put(reply.text, place, _swap(place[0]))


def _swap(text: str) -> str:
    """Return a list or path with its first two neighbours that differ exchanged."""
    mark = " → " if "→" in text else ", "
    items = text.strip("[]").split(mark)
    for place in range(len(items) - 1):
        if items[place] != items[place + 1]:
            items[place], items[place + 1] = items[place + 1], items[place]
            break
    joined = mark.join(items)
    return f"[{joined}]" if text.startswith("[") else joined


def _other_verdict(reply: RunReply, dice: random.Random) -> str | None:
    turned = [(a, b) for a, b in _TURNED if a in reply.text]
    if not turned:
        return None
    was, now = dice.choice(turned)
    return reply.text.replace(was, now, 1)


def _other_step(reply: RunReply, dice: random.Random) -> str | None:
    places = list(_NUMBERED.finditer(reply.text))
    if not places:
        return None
    place = dice.choice(places)
    number = int(place[2]) + dice.choice((1, 2, 3))
    return reply.text[: place.start(2)] + str(number) + reply.text[place.end(2) :]


PLANTS: Mapping[str, Callable[[RunReply, random.Random], str | None]] = {
    "node": _other_node,
    "number": _other_number,
    "order": _other_order,
    "verdict": _other_verdict,
    "step": _other_step,
}


def _without_steps(text: str) -> str:
    """Return the text with its step numbers blanked, so that they are not taken for others."""
    return re.sub(
        r"(?i)\b(?:steps?|pass(?:es)?|limits?) \d+(?: (?:to|and) \d+)?",
        lambda match: "x" * len(match[0]),
        text,
    )


def _put(text: str, place: re.Match[str], new: str) -> str:
    return text[: place.start()] + new + text[place.end() :]


def plant(replies: Sequence[RunReply], count: int, seed: int) -> list[Planted]:
    """Return `count` replies with one contradiction each, the kinds in equal parts."""
    dice = random.Random(seed)
    found: list[Planted] = []
    for kind, change in PLANTS.items():
        left = list(replies)
        dice.shuffle(left)
        made = 0
        for reply in left:
            text = change(reply, dice)
            if text is not None and text != reply.text:
                found.append(Planted(kind, text, reply))
                made += 1
            if made == count // len(PLANTS):
                break
    return found


def measure_planted(
    gold: Sequence[Mapping[str, Json]], count: int = 200, seed: int = 5
) -> dict[str, Json]:
    """Return how many planted contradictions are caught, and how many correct replies are not
    let through."""
    replies = correct_replies(gold, seed)
    planted = plant(replies, count, seed)
    missed = [p for p in planted if not contradictions(p.text, p.of.run, p.of.verdict)]
    alarms = [r for r in replies if contradictions(r.text, r.run, r.verdict)]
    kinds = Counter(p.kind for p in planted)
    not_caught = Counter(p.kind for p in missed)
    return {
        "planted": len(planted),
        "caught": len(planted) - len(missed),
        "kinds": {kind: [kinds[kind] - not_caught[kind], kinds[kind]] for kind in kinds},
        "replies": len(replies),
        "false_alarms": len(alarms),
        "missed": [f"{p.kind}: {p.text}" for p in missed],
        "alarms": [reply.text for reply in alarms],
    }
