"""The exam "choose what answers": questions on manuals, each with twelve sentences of its manual.

The items are made by `python -m evals.answers.choose_items` from questions whose writers marked the
sentence that answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter

from tutor_app.models.chat_model import ChatModel
from tutor_app.models.duties.ask_follow_up import count_tokens
from tutor_app.models.duties.choose import MAX_TOKENS, choose, fixed_messages
from tutor_app.models.duties.duty_registry import CHOSEN_ANSWER, CHOSEN_NONE
from tutor_app.models.duties.exam_results import Figure
from tutor_app.models.exams.exam_figures import share
from tutor_app.models.exams.take_exam import Answer, Question, kept_of

ITEMS = Path(__file__).with_name("choose.jsonl")


class ChoiceItem(BaseModel):
    """A question with sentences, and the numbers of those that answer, counted from 1."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    split: Literal["tune", "kept"]
    question: str
    candidates: tuple[str, ...]
    answers: frozenset[int]


def read_choice_items(path: Path = ITEMS) -> list[ChoiceItem]:
    """Return the items of a file, in its order."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [TypeAdapter(ChoiceItem).validate_json(line) for line in lines]


def choice_questions(items: Sequence[ChoiceItem]) -> list[Question]:
    """One question for each item."""
    return [Question(item.id, partial(_choose, item)) for item in items]


def _choose(item: ChoiceItem, model: ChatModel) -> Answer:
    chosen = choose(item.question, item.candidates, model, lambda: False)
    kept = kept_of(chosen.attempts, chosen.problem)
    places = None if chosen.places is None else [place + 1 for place in chosen.places]
    return {"chosen": places, **kept}


def choice_figures(
    items: Sequence[ChoiceItem], answers: Mapping[str, Answer]
) -> tuple[Figure, ...]:
    """What the answers amount to. A reply that did not pass its checks is wrong."""
    done = [item for item in items if item.id in answers]
    answered = [item for item in done if item.answers]
    without = [item for item in done if not item.answers]
    kept = [item for item in done if item.split == "kept"]
    first = sum(_chosen(item, answers)[:1] == sorted(item.answers) for item in answered)
    return (
        share(CHOSEN_ANSWER, _right(answered, answers), len(answered)),
        share(CHOSEN_NONE, _right(without, answers), len(without)),
        share("both over the items kept out of tuning", _right(kept, answers), len(kept)),
        share("the sentence that answers is chosen first", first, len(answered)),
    )


def _right(items: Sequence[ChoiceItem], answers: Mapping[str, Answer]) -> int:
    return sum(
        bool(item.answers & set(_chosen(item, answers)))
        if item.answers
        else answers[item.id].get("chosen") == []
        for item in items
    )


def _chosen(item: ChoiceItem, answers: Mapping[str, Answer]) -> list[int]:
    return list(answers[item.id].get("chosen") or ())


def tokens_of(items: Sequence[ChoiceItem]) -> tuple[int, int]:
    """About how many tokens go to and come from a model for these items, one try each."""
    fixed = sum(count_tokens(message.content) for message in fixed_messages())
    put = sum(count_tokens(" ".join((item.question, *item.candidates))) for item in items)
    return fixed * len(items) + put, MAX_TOKENS * len(items)
