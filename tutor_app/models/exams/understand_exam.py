"""The exam "understand a message": what students do with messages that the classifier is unsure of.

The items are made by `python -m evals.understanding.understand_items` of messages that two writers
sent to the running tutor, those of which a network that never saw either was unsure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

from tutor_app.models.chat_model import ChatModel
from tutor_app.models.duties.ask_follow_up import count_tokens
from tutor_app.models.duties.duty_registry import READ_ACTS, READ_TABLES
from tutor_app.models.duties.exam_results import Figure
from tutor_app.models.duties.understand import (
    MAX_TOKENS,
    fixed_messages,
    understand_message,
)
from tutor_app.models.exams.exam_figures import share
from tutor_app.models.exams.take_exam import Answer, Question, kept_of
from tutor_app.understanding.act_classifier import DialogueAct
from tutor_app.understanding.turn_tokens import OnTable

ITEMS = Path(__file__).with_name("understand.jsonl")


class ActItem(BaseModel):
    """A message with what was on the table and said last, and the acts that count as right.

    `guessed` is what the network that had not seen its writer took it for.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    on_table: OnTable
    last_words: str
    message: str
    right: frozenset[DialogueAct]
    about_table: bool
    guessed: DialogueAct


def read_act_items(path: Path = ITEMS) -> list[ActItem]:
    """Return the items of a file, in its order."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [TypeAdapter(ActItem).validate_json(line) for line in lines]


def act_questions(items: Sequence[ActItem]) -> list[Question]:
    """One question for each item."""
    return [Question(item.id, partial(_read_act, item)) for item in items]


def _read_act(item: ActItem, model: ChatModel) -> Answer:
    told = understand_message(item.on_table, item.last_words, item.message, model, lambda: False)
    kept = kept_of(told.attempts, told.problem)
    reading = told.reading
    if reading is None:
        return {"act": None, **kept}
    return {"act": reading.act, "about_table": reading.about_table, **kept}


def act_figures(items: Sequence[ActItem], answers: Mapping[str, Answer]) -> tuple[Figure, ...]:
    """What the answers amount to, with the network's own guesses beside."""
    done = [item for item in items if item.id in answers]
    on_table = [item for item in done if item.on_table != "nothing"]
    right = sum(answers[item.id].get("act") in item.right for item in done)
    tables = sum(answers[item.id].get("about_table") is item.about_table for item in on_table)
    guessed = sum(item.guessed in item.right for item in done)
    return (
        share(READ_ACTS, right, len(done)),
        share(READ_TABLES, tables, len(on_table)),
        share("the same messages, told right by the classifier", guessed, len(done)),
    )


def tokens_of(items: Sequence[ActItem]) -> tuple[int, int]:
    """About how many tokens go to and come from a model for these items."""
    fixed = sum(count_tokens(message.content) for message in fixed_messages())
    put = sum(count_tokens(f"{item.last_words[-900:]} {item.message}") for item in items)
    return fixed * len(items) + put, MAX_TOKENS * len(items)
