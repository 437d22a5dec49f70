"""The comparison: a local model alone, asked for the table or the verdict as JSON.

Its replies are kept one a line, so that a run that was broken off goes on where it was.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from evals.answers.planted_sentences import short_name
from evals.traces.trace_measures import Prediction, report
from tutor_app.domain.errors import ModelReplyInvalid
from tutor_app.models.chat_model import ChatMessage, ChatModel, JsonSchema
from tutor_app.models.duties.model_identity import ModelIdentity
from tutor_app.models.exams.take_exam import Answer, AnswerSheet, Question, take
from tutor_app.models.prompts import PROMPTS_DIR, render
from tutor_app.tracing.algorithm import algorithm_named

Json = Any
MAX_TOKENS = 1500
_ENTRY: JsonSchema = {"type": "object"}
_TABLE: JsonSchema = {
    "type": "object",
    "properties": {
        "needs_clarification": {"type": "boolean"},
        "steps": {"type": "array", "items": _ENTRY},
        "final": _ENTRY,
    },
    "required": ["needs_clarification", "steps", "final"],
}
_VERDICT: JsonSchema = {
    "type": "object",
    "properties": {
        "needs_clarification": {"type": "boolean"},
        "correct": {"type": "boolean"},
        "first_error_step": {"type": ["integer", "null"]},
    },
    "required": ["needs_clarification", "correct", "first_error_step"],
}


def alone_sheet(folder: Path, model: ModelIdentity) -> AnswerSheet:
    """Return the replies of this model to the prompt as it is now."""
    words = (PROMPTS_DIR / "trace_alone.md").read_bytes()
    version = hashlib.sha256(words).hexdigest()[:12]
    return AnswerSheet(folder / "traces_alone" / f"{short_name(model)}-{version}.jsonl")


def ask_alone(
    gold: Sequence[dict[str, Json]], sheet: AnswerSheet, model: ChatModel
) -> Iterator[str]:
    """Ask for what the sheet lacks; yield each problem's id when its reply is kept."""
    questions = [Question(id=problem["id"], put=_put(problem)) for problem in gold]
    yield from take(questions, sheet, model)


def measure_alone(gold: Sequence[dict[str, Json]], sheet: AnswerSheet) -> dict[str, Json]:
    """Score the replies there are; a problem without one is wrong."""
    replies: dict[str, Prediction] = {}
    seconds = 0.0
    for problem in gold:
        answer = sheet.answers.get(problem["id"])
        if answer is not None:
            seconds += float(answer.get("seconds", 0.0))
            replies[problem["id"]] = dict(answer.get("reply") or {})
    return {**report(gold, replies, seconds), "asked": len(replies)}


class _ProblemRequest:
    """Puts one problem to a model; the reply as JSON, or why there is none."""

    def __init__(self, problem: Mapping[str, Json]) -> None:
        self._problem = problem

    def __call__(self, model: ChatModel) -> Answer:
        own_work = self._problem["kind"] == "check"
        prompt = [ChatMessage("user", prompt_for(self._problem))]
        reply = model.complete(prompt, _VERDICT if own_work else _TABLE, MAX_TOKENS, lambda: False)
        try:
            return {"seconds": round(reply.seconds, 1), "reply": _read(reply.text)}
        except ModelReplyInvalid as exc:
            return {"seconds": round(reply.seconds, 1), "error": str(exc)}


def _put(problem: Mapping[str, Json]) -> _ProblemRequest:
    return _ProblemRequest(problem)


def prompt_for(problem: Mapping[str, Json]) -> str:
    """Return the words in which a problem is put to a model alone."""
    algorithm = algorithm_named(problem["algorithm"])
    final = problem["expected"].get("final") or {}
    return render(
        "trace_alone",
        message=problem["message"],
        columns=", ".join(f'"{name}"' for name in algorithm.columns),
        final=", ".join(f'"{name}"' for name in final) or "the result",
        own_work=problem["kind"] == "check",
    )


def _read(text: str) -> Json:
    try:
        found = json.loads(text)
    except ValueError as exc:
        raise ModelReplyInvalid("The reply is not JSON.") from exc
    if not isinstance(found, dict):
        raise ModelReplyInvalid("The reply is not a JSON object.")
    return found
