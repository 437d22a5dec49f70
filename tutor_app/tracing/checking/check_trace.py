"""The verdict on a student's trace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tutor_app.domain.traces import Problem, StudentTrace, Value
from tutor_app.tracing.checking.align_rows import judge
from tutor_app.tracing.checking.ambiguous_readings import other_runs
from tutor_app.tracing.checking.mistakes import name_mistake
from tutor_app.tracing.checking.trace_verdict import Judgement, Verdict
from tutor_app.tracing.exact_run import AlgorithmRun, run


def check(problem: Problem, stated: frozenset[str], student: StudentTrace) -> Verdict:
    """Judge a student's trace of a problem.

    `stated` are the conventions that the message or the course fixes ("directed" among them). A
    trace that is right under any other convention is right, and `Verdict.reading` names what was
    taken differently; one that is right under no open reading is judged under the one in which it
    gets furthest, or the problem's own if that gets as far.

    Raises:
        ProblemInvalid: the problem cannot be run as it stands.
        UnknownAlgorithm: there is no such algorithm.
    """
    exact = run(problem)
    reading, judged_by, judgement = _kindest(exact, stated, student)
    aligned = replace(student, rows=judgement.aligned)
    return Verdict(
        correct=judgement.correct,
        first_error_step=judgement.first_error_step,
        differences=judgement.differences,
        misconception=(None if judgement.correct else name_mistake(judged_by, aligned, judgement)),
        right_steps=judgement.right_steps,
        run=judged_by,
        student=aligned,
        reading=reading,
        missing=judgement.missing,
        extra=judgement.extra,
    )


def judge_kindly(problem: Problem, stated: frozenset[str], student: StudentTrace) -> Judgement:
    """Return how far a trace is right under the open reading that suits it best.

    Raises:
        ProblemInvalid: the problem cannot be run as it stands.
        UnknownAlgorithm: there is no such algorithm.
    """
    return _kindest(run(problem), stated, student)[2]


def _kindest(
    exact: AlgorithmRun, stated: frozenset[str], student: StudentTrace
) -> tuple[Mapping[str, Value], AlgorithmRun, Judgement]:
    best: tuple[Mapping[str, Value], AlgorithmRun, Judgement] = ({}, exact, judge(exact, student))
    if best[2].correct:
        return best
    for changes, other in other_runs(exact, stated):
        judgement = judge(other, student)
        if judgement.reach > best[2].reach:
            best = (changes, other, judgement)
        if judgement.correct:
            break
    return best
