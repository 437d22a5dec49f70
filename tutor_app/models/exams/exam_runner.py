"""`elenchus exam`: put a duty's items to the configured model and keep the outcome."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tutor_app.models.chat_model import ChatModel
from tutor_app.models.duties.answer import DUTY as ANSWER
from tutor_app.models.duties.ask_follow_up import DUTY as FOLLOW_UP
from tutor_app.models.duties.choose import DUTY as CHOOSE
from tutor_app.models.duties.duty_registry import Duty, prompts_version
from tutor_app.models.duties.exam_results import ExamResult, Figure
from tutor_app.models.duties.judge import DUTY as JUDGE
from tutor_app.models.duties.model_identity import ModelIdentity
from tutor_app.models.duties.read_problem import DUTY as READ_PROBLEM
from tutor_app.models.duties.understand import DUTY as UNDERSTAND
from tutor_app.models.duties.verify import DUTY as VERIFY
from tutor_app.models.exams import answer_exam as answer
from tutor_app.models.exams import choose_exam as choose
from tutor_app.models.exams import follow_up_exam as follow_up
from tutor_app.models.exams import judge_exam as judge
from tutor_app.models.exams import read_problem_exam as read_problem
from tutor_app.models.exams import understand_exam as understand
from tutor_app.models.exams import verify_exam as verify
from tutor_app.models.exams.exam_items import (
    FOLLOW_UP as FOLLOW_UP_ITEMS,
)
from tutor_app.models.exams.exam_items import (
    JUDGE as JUDGE_ITEMS,
)
from tutor_app.models.exams.exam_items import (
    READ_PROBLEM as READ_PROBLEM_ITEMS,
)
from tutor_app.models.exams.exam_items import (
    VERIFY as VERIFY_ITEMS,
)
from tutor_app.models.exams.exam_items import (
    items_version,
    read_claims,
    read_open_answers,
    read_quote_sets,
    read_told_problems,
)
from tutor_app.models.exams.graded_readings import (
    SHIPPED_READINGS,
    reading_figure,
    reading_name,
    write_reading,
)
from tutor_app.models.exams.take_exam import Answer, AnswerSheet, Question, take
from tutor_app.wording.catalogue import phrase

# Told after each item: how many are answered, of how many.
Progress = Callable[[int, int], None]
TO_BE_READ = phrase("models_exams.to_be_read", "count", "path")


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """Where an exam is taken: by which model, where answers lie, how questions are searched for."""

    identity: ModelIdentity
    folder: Path
    leads_back: Callable[[], follow_up.LeadsBack]
    limit: int | None = None
    quick: bool = False
    progress: Progress = lambda done, total: None

    def sheet(self, duty: Duty, part: str = "") -> AnswerSheet:
        """The answers so far to this model's exam; other prompts or items begin another sheet."""
        versions = f"{prompts_version(duty)}-{items_version(items_path(duty))}"
        name = f"{duty.short}{part}-{versions}.jsonl"
        return AnswerSheet(self.folder / "answers" / self.identity.digest[:16] / name)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExamCost:
    """Roughly what the rest of an exam costs. `money` is None if no price was given."""

    items: int
    sent: int
    received: int
    money: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Exam:
    """What an exam is made of: its items, the questions on them, and what the answers amount to.

    `calls` are the items as they are put to a model, several at once in some; `tokens_of` them says
    about how many tokens go to a model and come from it.
    """

    path: Path
    read: Callable[[], Sequence[Any]]
    questions: Callable[[Any, Room], Sequence[Question]]
    figures: Callable[[Any, Mapping[str, Answer]], tuple[Figure, ...]]
    tokens_of: Callable[[Any], tuple[int, int]]
    calls: Callable[[Any], Sequence[Any]] = tuple


_EXAMS = {
    CHOOSE: Exam(
        path=choose.ITEMS,
        read=choose.read_choice_items,
        questions=lambda items, _: choose.choice_questions(items),
        figures=choose.choice_figures,
        tokens_of=choose.tokens_of,
    ),
    VERIFY: Exam(
        path=VERIFY_ITEMS,
        read=read_claims,
        questions=lambda claims, _: verify.verdict_questions(claims),
        figures=verify.claim_figures,
        tokens_of=verify.tokens_of,
        calls=verify.batches_of,
    ),
    ANSWER: Exam(
        path=FOLLOW_UP_ITEMS,
        read=lambda: answer.answer_items(read_quote_sets()),
        questions=lambda items, _: answer.answer_questions(items),
        figures=answer.answer_figures,
        tokens_of=answer.tokens_of,
    ),
    UNDERSTAND: Exam(
        path=understand.ITEMS,
        read=understand.read_act_items,
        questions=lambda items, _: understand.act_questions(items),
        figures=understand.act_figures,
        tokens_of=understand.tokens_of,
    ),
    FOLLOW_UP: Exam(
        path=FOLLOW_UP_ITEMS,
        read=read_quote_sets,
        questions=lambda sets, room: follow_up.follow_up_questions(sets, room.leads_back()),
        figures=follow_up.follow_up_figures,
        tokens_of=follow_up.tokens_of,
    ),
    READ_PROBLEM: Exam(
        path=READ_PROBLEM_ITEMS,
        read=read_told_problems,
        questions=lambda items, _: read_problem.reading_questions(items),
        figures=read_problem.reading_figures,
        tokens_of=read_problem.tokens_of,
    ),
    JUDGE: Exam(
        path=JUDGE_ITEMS,
        read=read_open_answers,
        questions=lambda items, _: judge.judging_questions(items),
        figures=judge.judging_figures,
        tokens_of=judge.tokens_of,
    ),
}


def items_path(duty: Duty) -> Path:
    return _EXAMS[duty.name].path


def estimate(duty: Duty, room: Room, prices: tuple[float, float] | None) -> ExamCost:
    """Return what is still to be asked. `prices` are of a million tokens sent and received."""
    known = room.sheet(duty).answers
    exam = _EXAMS[duty.name]
    calls = [call for call in exam.calls(exam.read()) if call.id not in known][: room.limit]
    count, (sent, received) = len(calls), exam.tokens_of(calls)
    money = None if prices is None else (sent * prices[0] + received * prices[1]) / 1_000_000
    return ExamCost(items=count, sent=sent, received=received, money=money)


def examine(duty: Duty, model: ChatModel, room: Room) -> ExamResult:
    """Put what is still open to `model` and return the result so far.

    Raises:
        ExamBrokenOff: the endpoint stopped answering.
    """
    exam, sheet = _EXAMS[duty.name], room.sheet(duty)
    items = exam.read()
    questions = exam.questions(items, room)
    room.progress(len(sheet.answers), len(questions))
    for _ in take(questions, sheet, model, room.limit):
        room.progress(len(sheet.answers), len(questions))
    result = ExamResult(
        duty=duty.name,
        prompts=prompts_version(duty),
        items=items_version(exam.path),
        date=sheet.day,
        total=len(questions),
        done=sum(question.id in sheet.answers for question in questions),
        figures=tuple(one for one in exam.figures(items, sheet.answers) if one.items),
        checks=duty.checks,
        quick=room.quick,
    )
    if duty.name == ANSWER and result.complete:
        return _with_reading(result, sheet.answers, room)
    return result


def _with_reading(result: ExamResult, answers: Mapping[str, Answer], room: Room) -> ExamResult:
    """Lay out what a model wrote and passed for a person, whose reading adds a figure."""
    own = room.folder / "readings" / reading_name(room.identity)
    read = reading_figure([SHIPPED_READINGS / own.name, own])
    if read is not None:
        return replace(result, figures=(*result.figures, read))
    count = write_reading(own, answers)
    return replace(result, note=TO_BE_READ(count=count, path=own) if count else "")


# 60 together; the items of VERIFY are of five sentences each, those of ANSWER take two calls.
QUICK_ITEMS = {VERIFY: 10, ANSWER: 12, UNDERSTAND: 8, CHOOSE: 12, READ_PROBLEM: 7, JUDGE: 11}


def quick_room(duty: Duty, room: Room) -> Room:
    """Return where a quick exam of a duty is taken: what it still lacks of its few items.

    What a person reads of a model's sentences is no part of it; the model's own verification is.
    """
    known = len(room.sheet(duty).answers)
    return replace(room, quick=True, limit=max(0, QUICK_ITEMS[duty.name] - known))
