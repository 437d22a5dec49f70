"""The exam "judge an open answer": its items, and which models earn the duty."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.doubles.chat_models import Scripted, cuts_the_stream
from tests.doubles.judges import counts_every_point, counts_every_true_point, judges_rightly
from tutor_app.exercises.rubric_matching import ruled_out
from tutor_app.models.duties.duty_registry import JUDGED_EXACTLY, PLANTED_STOPPED, duty_named
from tutor_app.models.duties.exam_results import ExamResult
from tutor_app.models.duties.model_identity import ModelIdentity
from tutor_app.models.exams.exam_items import read_open_answers
from tutor_app.models.exams.exam_runner import Room, estimate, examine
from tutor_app.models.exams.judge_exam import PLANTED, counted_points
from tutor_app.models.exams.take_exam import ExamBrokenOff

JUDGE = duty_named("judge")
MODEL = ModelIdentity(kind="endpoint", name="scripted", digest="e" * 64)


def room(folder: Path) -> Room:
    return Room(identity=MODEL, folder=folder, leads_back=lambda: lambda question, quotes: True)


def figure(result: ExamResult, name: str) -> float:
    return next(figure.value for figure in result.figures if figure.name == name)


def test_there_are_60_answers_half_kept_from_tuning_with_gaps_errors_and_instructions() -> None:
    items = read_open_answers()
    kinds = Counter(item.kind for item in items)
    split_of = {item.exercise: item.split for item in items}

    assert Counter(item.split for item in items) == {"tune": 30, "kept": 30}
    assert all(split_of[item.exercise] == item.split for item in items)
    assert kinds["error"] >= 20
    assert min(kinds[kind] for kind in ("gap", "paraphrase")) >= 10
    assert min(kinds[kind] for kind in ("instruction", "vague")) >= 3
    assert len({item.answer for item in items}) == 60
    for item in items:
        assert item.covered <= set(range(1, len(item.points) + 1)), item.id


def test_code_rules_out_a_point_that_is_there_in_one_answer_at_most() -> None:
    wrongly = [
        item.id
        for item in read_open_answers()
        if {place + 1 for place in ruled_out(item.answer, item.points, item.exercise)}
        & item.covered
    ]

    assert len(wrongly) <= 1


def test_judging_rightly_earns_the_duty(tmp_path: Path) -> None:
    model = Scripted(judges_rightly)
    result = examine(JUDGE, model, room(tmp_path))

    assert result.complete
    assert figure(result, JUDGED_EXACTLY) >= 0.98
    assert figure(result, PLANTED_STOPPED) == 1.0
    assert len(model.asked) == 60, "no right reply is asked for again"
    assert result.passes(JUDGE)


def test_counting_every_point_falls_into_the_trap_and_counts_none(tmp_path: Path) -> None:
    result = examine(JUDGE, Scripted(counts_every_point), room(tmp_path))

    assert figure(result, "points that are there, counted") == 0.0
    assert not result.passes(JUDGE)


def test_who_knows_the_trap_and_counts_all_else_earns_nothing(tmp_path: Path) -> None:
    result = examine(JUDGE, Scripted(counts_every_true_point), room(tmp_path))

    assert figure(result, JUDGED_EXACTLY) < 0.6
    assert figure(result, PLANTED_STOPPED) < 0.6
    assert not result.passes(JUDGE)


@pytest.mark.parametrize("said", ["yes", '{"covered": []}'])
def test_a_model_that_always_says_the_same_earns_nothing(tmp_path: Path, said: str) -> None:
    result = examine(JUDGE, Scripted(lambda *_: said), room(tmp_path))

    assert figure(result, JUDGED_EXACTLY) < 0.5
    assert not result.passes(JUDGE)


def test_a_stream_that_is_cut_breaks_the_exam_off(tmp_path: Path) -> None:
    with pytest.raises(ExamBrokenOff, match="go on"):
        examine(JUDGE, Scripted(cuts_the_stream), room(tmp_path))
    assert estimate(JUDGE, room(tmp_path), None).items == 60


def test_what_code_rules_out_is_not_counted_whatever_the_model_says() -> None:
    items = (item for item in read_open_answers() if item.kind in PLANTED)
    item, out = next(
        (item, out) for item in items if (out := ruled_out(item.answer, item.points, item.exercise))
    )
    everything = {"covered": list(range(1, len(item.points) + 1))}

    assert counted_points(item, everything) == {n + 1 for n in range(len(item.points))} - {
        place + 1 for place in out
    }
