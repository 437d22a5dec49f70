"""Taking an exam: item by item, each answer stored at once, so that it can be resumed."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tutor_app.domain.errors import ModelRefused, ModelUnreachable, TutorError
from tutor_app.domain.values import ModelAttempt
from tutor_app.models.chat_model import ChatModel
from tutor_app.wording.catalogue import phrase

BROKEN_OFF = phrase("models_exams.broken_off", "done", "total", "reason")

# An endpoint that fails so often in a row is down: its items are not the model's mistakes.
FAILURES_IN_A_ROW = 3

Answer = dict[str, Any]


class ExamBrokenOff(TutorError):
    """The endpoint stopped answering; what was answered is kept."""


@dataclass(frozen=True, slots=True)
class Question:
    """One item as it is put to a model. `put` returns the answer to keep, as JSON."""

    id: str
    put: Callable[[ChatModel], Answer]


def kept_of(attempts: Sequence[ModelAttempt], problem: str | None) -> Answer:
    """Return what is kept of the attempts at one item; `seconds` are those of all together.

    Raises:
        ModelUnreachable: `problem` says what was the matter with the endpoint.
    """
    if problem is not None:
        raise ModelUnreachable(problem)
    return {
        "failed_checks": [attempt.failed_check for attempt in attempts if attempt.failed_check],
        "replies": [attempt.reply for attempt in attempts],
        "seconds": round(sum(attempt.seconds for attempt in attempts), 2),
    }


class AnswerSheet:
    """The answers given so far: a file with one JSON object per line."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.answers: dict[str, Answer] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                self._read(line)

    def _read(self, line: str) -> None:
        try:
            answer = json.loads(line)
            self.answers[answer["id"]] = answer
        except (ValueError, KeyError, TypeError):  # the line that was being written
            return

    @property
    def day(self) -> dt.date:
        """The day in UTC on which the last answer was given; today while there is none."""
        if not self._path.exists():
            return dt.datetime.now(dt.UTC).date()
        return dt.datetime.fromtimestamp(self._path.stat().st_mtime, dt.UTC).date()

    def add(self, question_id: str, answer: Answer) -> None:
        self.answers[question_id] = {"id": question_id, **answer}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(self.answers[question_id], ensure_ascii=False) + "\n")


def take(
    questions: Sequence[Question], sheet: AnswerSheet, model: ChatModel, limit: int | None = None
) -> Iterator[str]:
    """Put the questions that the sheet lacks, at most `limit`; yield each one's id when it is done.

    An item whose reply breaks off is asked once more and then counts as failed.

    Raises:
        ExamBrokenOff: the endpoint failed several times in a row.
    """
    open_questions = [question for question in questions if question.id not in sheet.answers]
    failed: list[str] = []
    alive = False
    why = ""
    for question in open_questions[:limit]:
        try:
            answer = _put_twice(question, model)
        except (ModelUnreachable, ModelRefused) as exc:
            failed.append(question.id)
            why = str(exc)
            if len(failed) == FAILURES_IN_A_ROW:
                break
            continue
        alive = True
        _count_as_failed(failed, sheet)
        sheet.add(question.id, answer)
        yield question.id
    if failed and (not alive or len(failed) == FAILURES_IN_A_ROW):
        raise ExamBrokenOff(BROKEN_OFF(done=len(sheet.answers), total=len(questions), reason=why))
    _count_as_failed(failed, sheet)


def _count_as_failed(failed: list[str], sheet: AnswerSheet) -> None:
    """The endpoint is alive, so these were replies that broke off."""
    for item in failed:
        sheet.add(item, {"error": "no whole reply"})
    failed.clear()


def _put_twice(question: Question, model: ChatModel) -> Answer:
    try:
        return question.put(model)
    except (ModelUnreachable, ModelRefused):
        return question.put(model)
