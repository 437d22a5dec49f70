"""`elenchus exam`: put a duty's items to the configured model and keep the outcome."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tutor_app.models.chat_model import ChatModel
from tutor_app.models.duties.answer import DUTY as ANSWER
from tutor_app.models.duties.ask_follow_up import DUTY as FOLLOW_UP
from tutor_app.models.duties.choose import DUTY as CHOOSE
from tutor_app.models.duties.duty_registry import Duty, duty_named, prompts_version
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


_ITEMS = {
    CHOOSE: choose.ITEMS,
    VERIFY: VERIFY_ITEMS,
    ANSWER: FOLLOW_UP_ITEMS,
    UNDERSTAND: understand.ITEMS,
    FOLLOW_UP: FOLLOW_UP_ITEMS,
    READ_PROBLEM: READ_PROBLEM_ITEMS,
    JUDGE: JUDGE_ITEMS,
}
# The items of a duty, and about how many tokens go to and come from a model for them.
_ASKED: dict[str, tuple[Callable[[], Sequence[Any]], Callable[[Any], tuple[int, int]]]] = {
    CHOOSE: (choose.read_choice_items, choose.tokens_of),
    VERIFY: (lambda: verify.batches_of(read_claims()), verify.tokens_of),
    ANSWER: (lambda: answer.answer_items(read_quote_sets()), answer.tokens_of),
    UNDERSTAND: (understand.read_act_items, understand.tokens_of),
    FOLLOW_UP: (read_quote_sets, follow_up.tokens_of),
    READ_PROBLEM: (read_told_problems, read_problem.tokens_of),
    JUDGE: (read_open_answers, judge.tokens_of),
}


def items_path(duty: Duty) -> Path:
    return _ITEMS[duty.name]


def estimate(duty: Duty, room: Room, prices: tuple[float, float] | None) -> ExamCost:
    """Return what is still to be asked. `prices` are of a million tokens sent and received."""
    known = room.sheet(duty).answers
    read, tokens_of = _ASKED[duty.name]
    items = [item for item in read() if item.id not in known][: room.limit]
    count, (sent, received) = len(items), tokens_of(items)
    money = None if prices is None else (sent * prices[0] + received * prices[1]) / 1_000_000
    return ExamCost(items=count, sent=sent, received=received, money=money)


def examine(duty: Duty, model: ChatModel, room: Room) -> ExamResult:
    """Put what is still open to `model` and return the result so far.

    Raises:
        ExamBrokenOff: the endpoint stopped answering.
    """
    return replace(_EXAMS[duty.name](model, room), quick=room.quick)


def _examine_read_problem(model: ChatModel, room: Room) -> ExamResult:
    duty = duty_named("read-problem")
    items = read_told_problems()
    questions = read_problem.reading_questions(items)
    sheet = room.sheet(duty)
    _ask(questions, sheet, model, room)
    figures = read_problem.reading_figures(items, sheet.answers)
    return _result(duty, questions, sheet.answers, figures)


def _examine_choose(model: ChatModel, room: Room) -> ExamResult:
    duty = duty_named("choose")
    items = choose.read_choice_items()
    questions = choose.choice_questions(items)
    sheet = room.sheet(duty)
    _ask(questions, sheet, model, room)
    return _result(duty, questions, sheet.answers, choose.choice_figures(items, sheet.answers))


def _examine_judge(model: ChatModel, room: Room) -> ExamResult:
    duty = duty_named("judge")
    items = read_open_answers()
    questions = judge.judging_questions(items)
    sheet = room.sheet(duty)
    _ask(questions, sheet, model, room)
    return _result(duty, questions, sheet.answers, judge.judging_figures(items, sheet.answers))


def _examine_follow_up(model: ChatModel, room: Room) -> ExamResult:
    duty = duty_named("follow-up")
    sets = read_quote_sets()
    questions = follow_up.follow_up_questions(sets, room.leads_back())
    sheet = room.sheet(duty)
    _ask(questions, sheet, model, room)
    return _result(duty, questions, sheet.answers, follow_up.follow_up_figures(sets, sheet.answers))


def _examine_verify(model: ChatModel, room: Room) -> ExamResult:
    duty = duty_named("verify")
    claims = read_claims()
    questions = verify.verdict_questions(claims)
    sheet = room.sheet(duty)
    _ask(questions, sheet, model, room)
    return _result(duty, questions, sheet.answers, verify.claim_figures(claims, sheet.answers))


def _examine_understand(model: ChatModel, room: Room) -> ExamResult:
    duty = duty_named("understand")
    items = understand.read_act_items()
    questions = understand.act_questions(items)
    sheet = room.sheet(duty)
    _ask(questions, sheet, model, room)
    return _result(duty, questions, sheet.answers, understand.act_figures(items, sheet.answers))


def _examine_answer(model: ChatModel, room: Room) -> ExamResult:
    """What the model writes and passes is laid out for a person, whose reading adds a figure."""
    duty = duty_named("answer")
    items = answer.answer_items(read_quote_sets())
    questions = answer.answer_questions(items)
    sheet = room.sheet(duty)
    _ask(questions, sheet, model, room)
    result = _result(duty, questions, sheet.answers, answer.answer_figures(items, sheet.answers))
    if not result.complete:
        return result
    own = room.folder / "readings" / reading_name(room.identity)
    read = reading_figure([SHIPPED_READINGS / own.name, own])
    if read is not None:
        return replace(result, figures=(*result.figures, read))
    count = write_reading(own, sheet.answers)
    return replace(result, note=TO_BE_READ(count=count, path=own) if count else "")


def _ask(questions: Sequence[Question], sheet: AnswerSheet, model: ChatModel, room: Room) -> None:
    room.progress(len(sheet.answers), len(questions))
    for _ in take(questions, sheet, model, room.limit):
        room.progress(len(sheet.answers), len(questions))


def _result(
    duty: Duty,
    questions: Sequence[Question],
    answers: Mapping[str, Answer],
    figures: tuple[Figure, ...],
) -> ExamResult:
    return ExamResult(
        duty=duty.name,
        prompts=prompts_version(duty),
        items=items_version(items_path(duty)),
        date=dt.date.today(),
        total=len(questions),
        done=sum(question.id in answers for question in questions),
        figures=figures,
        checks=duty.checks,
    )


# 60 together; the items of VERIFY are of five sentences each, those of ANSWER take two calls.
QUICK_ITEMS = {VERIFY: 10, ANSWER: 12, UNDERSTAND: 8, CHOOSE: 12, READ_PROBLEM: 7, JUDGE: 11}


def quick_room(duty: Duty, room: Room) -> Room:
    """Return where a quick exam of a duty is taken: what it still lacks of its few items.

    What a person reads of a model's sentences is no part of it; the model's own verification is.
    """
    known = len(room.sheet(duty).answers)
    return replace(room, quick=True, limit=max(0, QUICK_ITEMS[duty.name] - known))


_EXAMS: dict[str, Callable[[ChatModel, Room], ExamResult]] = {
    CHOOSE: _examine_choose,
    VERIFY: _examine_verify,
    ANSWER: _examine_answer,
    UNDERSTAND: _examine_understand,
    FOLLOW_UP: _examine_follow_up,
    READ_PROBLEM: _examine_read_problem,
    JUDGE: _examine_judge,
}
