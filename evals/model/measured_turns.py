"""Conversations with and without a model: its calls, its tokens, its sentences, the first words."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from evals.hint_ladder.recorded_learner import Classroom, Replied
from evals.readings.reply_pairs import ModelConversation
from evals.talk import reply_text
from tutor_app.domain.errors import ModelRefused, ModelUnreachable
from tutor_app.domain.values import Sentence
from tutor_app.models.chat_model import ChatMessage, ChatModel, Completion, JsonSchema, Stop
from tutor_app.models.duties.answer import DUTY as ANSWER

MOST_CALLS = 3  # of an ordinary turn


@dataclass
class CountedModel:
    """A model whose calls are counted; `calls` of the present message, the rest of all."""

    model: ChatModel
    calls: int = 0
    sent: int = 0
    received: int = 0
    failed: int = 0

    @property
    def name(self) -> str:
        return self.model.name

    def complete(
        self, prompt: Sequence[ChatMessage], schema: JsonSchema | None, max_tokens: int, stop: Stop
    ) -> Completion:
        """See `ChatModel.complete`."""
        self.calls += 1
        try:
            reply = self.model.complete(prompt, schema, max_tokens, stop)
        except (ModelRefused, ModelUnreachable):
            self.failed += 1
            raise
        self.sent += reply.sent
        self.received += reply.tokens
        return reply


@dataclass(frozen=True, slots=True, kw_only=True)
class StudentSide:
    """What a student says, message by message."""

    id: str
    messages: tuple[str, ...]


@dataclass
class MeasuredTurns:
    """The turns held so far: each with its calls, and the model that was asked."""

    model: CountedModel
    turns: list[tuple[Replied, int]] = field(default_factory=list)

    def figures(self) -> dict[str, Any]:
        """Return the figures of `python -m evals model` on these turns."""
        calls = [count for _, count in self.turns]
        first = [replied.first_words for replied, _ in self.turns]
        whole = [replied.record.timings.get("all", 0.0) for replied, _ in self.turns]
        checked = [
            attempt.failed_check
            for replied, _ in self.turns
            for attempt in replied.record.attempts
            if attempt.duty == ANSWER and not attempt.prompt and attempt.reply
        ]
        said = [e for replied, _ in self.turns for e in replied.events if isinstance(e, Sentence)]
        return {
            "messages": len(self.turns),
            "calls": dict(sorted(Counter(calls).items())),
            "at_most_three_calls": _share(count <= MOST_CALLS for count in calls),
            "failed_calls": self.model.failed,
            "tokens_sent_a_message": round(self.model.sent / max(1, len(calls))),
            "tokens_received_a_message": round(self.model.received / max(1, len(calls))),
            "first_words_seconds": _spread(first),
            "of_these_for_the_model": _spread([_waited(replied) for replied, _ in self.turns]),
            "whole_turn_seconds": _spread(whole),
            "sentences_written": len(checked),
            "sentences_shown": sum(one.by_model for one in said),
            "sentences_cut": dict(Counter(check for check in checked if check)),
        }


def read_dialogues(path: Path) -> list[StudentSide]:
    """Return the dialogues of a file: lines with `messages`, or with `first` and `then`."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        StudentSide(
            id=row["id"], messages=tuple(row.get("messages") or (*row["first"], row["then"]))
        )
        for row in rows
    ]


def hold(
    room: Classroom, dialogue: StudentSide, into: MeasuredTurns | None = None
) -> Iterator[str]:
    """Yield the replies to a dialogue, and note its turns."""
    with room.learner() as learner:
        for message in dialogue.messages:
            before = 0 if into is None else into.model.calls
            replied = learner.say(message)
            if into is not None:
                into.turns.append((replied, into.model.calls - before))
            yield reply_text(replied)


def with_model(room: Classroom, model: ChatModel, duties: frozenset[str]) -> MeasuredTurns:
    """Let the room's tutor ask `model` for these duties from now on."""
    counted = CountedModel(model)
    room.services = replace(room.services, model=lambda: counted, duties=duties)
    return MeasuredTurns(counted)


def beside_plain(
    dialogue: StudentSide, plain: Callable[[StudentSide], Iterator[str]]
) -> ModelConversation:
    """Return a dialogue with the replies of the tutor without a model, for `pair_up`."""
    turns = zip(dialogue.messages, plain(dialogue), strict=True)
    return ModelConversation(id=dialogue.id, turns=tuple(turns))


def _waited(replied: Replied) -> float:
    """Return the seconds of a turn in which nothing was there to read and the model was awaited."""
    return replied.record.timings.get("understand", 0.0)


def _share(values: Iterator[bool]) -> float:
    counted = list(values)
    return round(sum(counted) / len(counted), 3) if counted else 0.0


def _spread(seconds: Sequence[float]) -> dict[str, float]:
    if not seconds:
        return {}
    p50, p95 = np.percentile(seconds, [50, 95])
    return {
        "p50": round(float(p50), 2),
        "p95": round(float(p95), 2),
        "most": round(max(seconds), 2),
    }
