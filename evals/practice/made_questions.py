"""All questions that rounds of practice could ask on a course."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from tutor_app.answering.practice.questions.course_for_practice import CourseForPractice
from tutor_app.answering.practice.questions.next_row_questions import (
    algorithms_taught,
    ask_for_next_row,
)
from tutor_app.answering.practice.questions.reason_questions import ask_for_reason, reasons_of
from tutor_app.answering.practice.questions.term_questions import TermQuestion, ask_about_term
from tutor_app.domain.practice import PracticeQuestion

_RUNS = 3  # of each algorithm


def make_questions(course: CourseForPractice) -> Iterator[PracticeQuestion]:
    """Yield questions on each term by kind, on each reason, and on runs of each algorithm."""
    for term in course.terms:
        for kind in get_args(TermQuestion):
            question = ask_about_term(term, kind, course)
            if question is not None:
                yield question
    reasons = reasons_of(course)
    for reason in reasons:
        question = ask_for_reason(reason, reasons)
        if question is not None:
            yield question
    for algorithm, term in algorithms_taught(course).items():
        for seed in range(_RUNS):
            question = ask_for_next_row(algorithm, term, seed, course)
            if question is not None:
                yield question
