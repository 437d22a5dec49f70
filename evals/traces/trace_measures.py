"""Tracing on problems as students type them: what is read, what is run, what is judged."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from evals.traces.trace_json import final_json, rows_json, student_of
from evals.traces.trace_scores import EXTRA, MEASURES, Tally, exact_where_read, ratio, score
from tutor_app.domain.traces import Problem, ProblemInvalid, StudentTrace
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.problem_json import instance_of, problem_of
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.tracing.reading.reading_results import Extract, Reading

Json = Any
Prediction = dict[str, Json]
# Conventions that the benchmark's records call otherwise than the instance does.
_STATED = {"stop": "stop_when_complete", "edge_order": "neighbor_order"}
_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()


def read_gold(path: Path, limit: int | None = None) -> list[dict[str, Json]]:
    """Return the problems of a benchmark file, one JSON object a line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()][:limit]


def predict(message: str, extract: Extract | None = None) -> Prediction:
    """Return what the tutor makes of a message, under the policy `open`."""
    reading = read_problem(message, extract=extract)
    if reading is None:
        return {"needs_clarification": False}
    if reading.question is not None:
        asked = {"reason": reading.question.reason, "detail": reading.question.detail}
        return {"needs_clarification": True, **asked, "instance": instance_of(reading.problem)}
    return predict_read(reading)


def predict_read(reading: Reading) -> Prediction:
    """Return the run, or the verdict on the student's own work, of a problem that was read."""
    try:
        exact = run(reading.problem)
    except ProblemInvalid as exc:
        return {"needs_clarification": True, "reason": exc.lack, "detail": exc.detail}
    found: Prediction = {"needs_clarification": False, "instance": instance_of(exact.problem)}
    if reading.student is not None and reading.kind == "check":
        return {**found, **judged(reading.problem, reading.stated, reading.student)}
    found |= {"steps": rows_json(exact), "final": final_json(exact)}
    if exact.final.get("found") is False and exact.problem.goal is not None:
        found["goal_reachable"] = False
    return found


def judged(problem: Problem, stated: frozenset[str], student: StudentTrace) -> Prediction:
    """Return the verdict on a student's trace as a prediction."""
    verdict = check(problem, stated, student)
    found: Prediction = {
        "correct": verdict.correct,
        "first_error_step": verdict.first_error_step,
    }
    if verdict.misconception is not None:
        found["error_type"] = verdict.misconception
    elif not verdict.correct:
        found["error_type"] = None
    return found


def stated_in(gold: Mapping[str, Json]) -> frozenset[str]:
    """Return the conventions that a problem's message states, by the record."""
    return frozenset({_STATED.get(n, n) for n in gold["meta"]["stated"]} | {"directed"})


def predict_gold(gold: Mapping[str, Json]) -> Prediction:
    """Return what the engine makes of a problem that is read perfectly: its own instance."""
    if gold["expected"].get("needs_clarification"):
        return {"needs_clarification": True}
    problem = problem_of(gold["instance"])
    student = student_of(gold["instance"].get("student_trace"))
    found: Prediction = {"needs_clarification": False, "instance": gold["instance"]}
    if student is not None:
        return {**found, **judged(problem, stated_in(gold), student)}
    exact = run(problem)
    found |= {"steps": rows_json(exact), "final": final_json(exact)}
    return found


# --- what the message does not explain -------------------------------------------------------


def unexplained(message: str, instance: Mapping[str, Json]) -> list[str]:
    """Return the nodes and numbers of an instance that do not occur in the message."""
    text = message.replace("−", "-").replace("–", " - ").casefold()
    numbers = {float(found) for found in re.findall(r"\d+(?:\.\d+)?", text)}
    numbers |= {float(n) for n, word in enumerate(_WORDS) if re.search(rf"\b{word}\b", text)}
    found = [
        node
        for node in instance.get("nodes") or []
        if not re.search(rf"(?<![a-z]){re.escape(str(node).casefold())}(?![a-z])", text)
    ]
    for number in _numbers_of(instance):
        if abs(number) not in numbers:
            found.append(f"{number:g}")
    return found


def _numbers_of(instance: Mapping[str, Json]) -> list[float]:
    held: list[Json] = [edge[2] for edge in instance.get("edges") or [] if len(edge) > 2]
    held.extend((instance.get("heuristic") or {}).values())
    held.extend((instance.get("array") or [], instance.get("tree") or [], instance.get("target")))
    return [number for item in held for number in _flat(item)]


def _flat(item: Json) -> list[float]:
    if isinstance(item, list):
        return [number for each in item for number in _flat(each)]
    if isinstance(item, bool) or not isinstance(item, int | float):
        return []
    return [float(item)]


# --- the measure -----------------------------------------------------------------------------


def measure_traces(
    gold: Sequence[dict[str, Json]],
    predictor: Callable[[dict[str, Json]], Prediction],
    predictions_file: Path | None = None,
) -> dict[str, Json]:
    """Predict and score every problem; the predictions are written out where a file is named."""
    started = time.monotonic()
    predictions: dict[str, Prediction] = {}
    for problem in gold:
        predictions[problem["id"]] = predictor(problem)
    seconds = time.monotonic() - started
    if predictions_file is not None:
        lines = (json.dumps({"id": id_, **each}) for id_, each in predictions.items())
        predictions_file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return report(gold, predictions, seconds)


def report(
    gold: Sequence[dict[str, Json]], predictions: Mapping[str, Prediction], seconds: float
) -> dict[str, Json]:
    """Return the figures of issue 5 of these predictions."""
    tally = score(gold, predictions)
    groups = sorted({problem["algorithm"] for problem in gold})
    unknown = {
        problem["id"]: found
        for problem in gold
        if (instance := predictions.get(problem["id"], {}).get("instance")) is not None
        and (found := unexplained(problem["message"], instance))
    }
    return {
        "problems": len(gold),
        "measures": tally.of("all", (*MEASURES, *EXTRA)),
        "clarification": _clarification(tally),
        "seconds": round(seconds, 2),
        "exact_where_read": exact_where_read(gold, predictions, lambda g: score(g, predictions)),
        "unexplained": len(unknown),
        "kinds": {kind: tally.of(f"kind {kind}", MEASURES) for kind in ("trace", "check")},
        "algorithms": {name: tally.of(name, MEASURES) for name in groups},
        "wrong": tally.wrong | ({"unexplained": list(unknown)} if unknown else {}),
    }


def _clarification(tally: Tally) -> dict[str, float | None]:
    asked = tally.asked_rightly + tally.asked_wrongly
    return {
        "precision": ratio(tally.asked_rightly, asked),
        "recall": ratio(tally.asked_rightly, tally.asked_rightly + tally.not_asked),
    }
