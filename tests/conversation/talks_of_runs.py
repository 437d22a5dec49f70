"""What tests read of a conversation about a run: the words, and what the last reply leaves."""

from __future__ import annotations

from evals.hint_ladder.recorded_learner import Learner, Replied
from tutor_app.domain.teaching import TracingRecord
from tutor_app.domain.values import Sentence


def text_of(replied: Replied) -> str:
    return " ".join(event.text for event in replied.events if isinstance(event, Sentence))


def left_by(replied: Replied) -> TracingRecord:
    assert replied.record.tracing is not None
    return replied.record.tracing


def after(learner: Learner, *messages: str) -> Replied:
    return [learner.say(message) for message in messages][-1]
