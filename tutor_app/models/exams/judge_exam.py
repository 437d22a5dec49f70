"""The exam "judge an open answer": 60 answers, each with the points that it has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from tutor_app.exercises.rubric_matching import ruled_out
from tutor_app.models.chat_model import ChatModel
from tutor_app.models.duties.ask_follow_up import count_tokens
from tutor_app.models.duties.duty_registry import JUDGED_EXACTLY, PLANTED_STOPPED
from tutor_app.models.duties.exam_results import Figure
from tutor_app.models.duties.judge import MAX_TOKENS, fixed_messages, judge_answer
from tutor_app.models.exams.exam_figures import balanced_accuracy, share
from tutor_app.models.exams.exam_items import OpenAnswer
from tutor_app.models.exams.take_exam import Answer, Question, kept_of

# What is planted so that it shall not be counted.
PLANTED = ("error", "instruction")


def judging_questions(items: Sequence[OpenAnswer]) -> list[Question]:
    """One question for each answer. The model judges alone, whatever code finds."""

    return [Question(item.id, partial(_judge, item)) for item in items]


def _judge(item: OpenAnswer, model: ChatModel) -> Answer:
    judged = judge_answer(item.exercise, item.points, item.answer, model, lambda: False)
    kept = kept_of(judged.attempts, judged.problem)
    places = None if judged.covered is None else sorted(judged.covered)
    return {"covered": None if places is None else [place + 1 for place in places], **kept}


def judging_figures(
    items: Sequence[OpenAnswer], answers: Mapping[str, Answer]
) -> tuple[Figure, ...]:
    """What the answers amount to, without the points that code rules out.

    A reply that did not pass its checks counts no point, and is right if the answer has none.
    """
    done = [item for item in items if item.id in answers]
    counted = {item.id: counted_points(item, answers[item.id]) for item in done}
    return points_figures(done, counted)


def counted_points(item: OpenAnswer, answer: Answer) -> frozenset[int]:
    """Return the numbers of the points that a student would be told of, counted from 1."""
    against = ruled_out(item.answer, item.points, item.exercise)
    return frozenset(number for number in answer.get("covered") or () if number - 1 not in against)


def points_figures(
    items: Sequence[OpenAnswer], counted: Mapping[str, frozenset[int]]
) -> tuple[Figure, ...]:
    """Return how right the points are that were `counted` in each of the `items`."""
    kept = [item for item in items if item.split == "kept"]
    planted = [item for item in items if item.kind in PLANTED]
    there = [(item, number) for item in items for number in sorted(item.covered)]
    missing = [(item, number) for item in items for number in sorted(item.missing)]
    found = sum(number in counted[item.id] for item, number in there)
    left = sum(number not in counted[item.id] for item, number in missing)
    return (
        _exact(JUDGED_EXACTLY, items, counted),
        share(PLANTED_STOPPED, sum(not _false(item, counted) for item in planted), len(planted)),
        _exact("the same over the items kept out of tuning", kept, counted),
        balanced_accuracy(
            "points judged right (balanced)", (found, len(there)), (left, len(missing))
        ),
        share("points that are there, counted", found, len(there)),
        share("points that are not there, not counted", left, len(missing)),
    )


def _exact(name: str, items: Sequence[OpenAnswer], counted: Mapping[str, frozenset[int]]) -> Figure:
    return share(name, sum(counted[item.id] == item.covered for item in items), len(items))


def _false(item: OpenAnswer, counted: Mapping[str, frozenset[int]]) -> bool:
    return bool(counted[item.id] - item.covered)


def tokens_of(items: Sequence[OpenAnswer]) -> tuple[int, int]:
    """About how many tokens go to and come from a model for these answers, one try each."""
    fixed = sum(count_tokens(message.content) for message in fixed_messages())
    put = sum(count_tokens(" ".join((item.exercise, item.answer, *item.points))) for item in items)
    return fixed * len(items) + put, MAX_TOKENS * len(items)
