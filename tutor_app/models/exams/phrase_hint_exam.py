"""The exam "phrase a hint from facts": 60 hints as students got them, each in other words.

Only the first try counts, so nothing is repaired here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from tutor_app.models.chat_model import ChatModel
from tutor_app.models.duties.ask_follow_up import count_tokens
from tutor_app.models.duties.duty_registry import PHRASED_AT_ONCE
from tutor_app.models.duties.exam_results import Figure
from tutor_app.models.duties.phrase_hint import MAX_TOKENS, fixed_messages, phrase_hint
from tutor_app.models.exams.exam_figures import share
from tutor_app.models.exams.exam_items import HintSet
from tutor_app.models.exams.take_exam import Answer, Question, kept_of


def hint_questions(items: Sequence[HintSet]) -> list[Question]:
    """One question for each hint, asked as the tutor asks it."""

    return [Question(item.id, partial(_phrase, item)) for item in items]


def _phrase(item: HintSet, model: ChatModel) -> Answer:
    phrased = phrase_hint(item.as_exact(), model, lambda: False, tries=1)
    kept = kept_of(phrased.attempts, phrased.problem)
    return {"hint": None if phrased.wording is None else phrased.wording.text, **kept}


def hint_figures(items: Sequence[HintSet], answers: Mapping[str, Answer]) -> tuple[Figure, ...]:
    """What the answers amount to; a hint without an answer that passed counts as failed."""
    done = [item for item in items if item.id in answers]
    kept = [item for item in done if item.split == "kept"]

    def passing(name: str, among: Sequence[HintSet]) -> Figure:
        return share(name, sum(bool(answers[one.id].get("hint")) for one in among), len(among))

    return (
        passing(PHRASED_AT_ONCE, done),
        passing("the same over the items kept out of tuning", kept),
        *(
            passing(f"the same, {kind}", [item for item in done if item.kind == kind])
            for kind in ("tracing", "debugging", "exercise")
        ),
    )


def tokens_of(items: Sequence[HintSet]) -> tuple[int, int]:
    """About how many tokens go to and come from a model for these hints, one try each."""
    fixed = sum(count_tokens(message.content) for message in fixed_messages())
    told = sum(count_tokens(item.as_exact().text) for item in items)
    return fixed * len(items) + told, MAX_TOKENS * len(items)
