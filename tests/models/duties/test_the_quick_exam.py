"""The quick exam: few items, what passes is held for a week, and `elenchus up` begins it itself."""

from __future__ import annotations

import datetime as dt
import io
import os
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from tests.doubles.chat_models import Scripted
from tests.doubles.played_model import played
from tests.doubles.scripted_openai import scripted_openai
from tests.models.duties.test_choose import CHOOSE, answers_of, model_that, room
from tests.sentences import says
from tutor_app.domain.settings import Settings
from tutor_app.models.duties.duty_registry import DUTIES, duty_named
from tutor_app.models.duties.exam_results import (
    ExamResult,
    held_duties,
    keep_result,
    own_results,
    standings,
)
from tutor_app.models.duties.model_identity import identify_model
from tutor_app.models.exams.exam_runner import QUICK_ITEMS, examine, quick_room
from tutor_app.runtime.commands import quick_exam
from tutor_app.runtime.commands.exam_command import ExamOrder, take_exam
from tutor_app.runtime.commands.quick_exam import needs_quick_exam, quick_exam_beside
from tutor_app.runtime.embedded.doctor import check_installation


@pytest.fixture
def endpoint(settings: Settings) -> Settings:
    where = {"model_base_url": "http://127.0.0.1:9/v1", "model_name": "m"}
    return settings.model_copy(update=where)


@pytest.fixture
def quick(tmp_path: Path) -> ExamResult:
    """What a model gets that chooses rightly."""
    return examine(CHOOSE, model_that(answers_of), quick_room(CHOOSE, room(tmp_path)))


def keep(settings: Settings, result: ExamResult) -> None:
    keep_result(own_results(settings), identify_model(settings), result)


def test_it_has_sixty_items() -> None:
    assert sum(QUICK_ITEMS.values()) == 60


@pytest.mark.parametrize("name", QUICK_ITEMS)
def test_a_good_model_holds_every_duty_of_it_for_a_week_and_a_bad_one_none(
    name: str, tmp_path: Path
) -> None:
    duty = duty_named(name)
    for kind, holds in (("good", True), ("bad", False)):
        of_kind = quick_room(duty, room(tmp_path / kind))
        result = examine(duty, Scripted(played(kind)), of_kind)
        assert result.passes_for_now(duty) is holds, (kind, result.figures)


def test_all_exams_together_ask_at_most_four_hundred_and_fifty_times(tmp_path: Path) -> None:
    model = Scripted(played("good"))
    for duty in DUTIES:
        examine(duty, model, room(tmp_path))
    assert len(model.asked) <= 450


def test_it_asks_its_items_and_no_more_however_often_it_is_sat(tmp_path: Path) -> None:
    model = model_that(answers_of)
    for _ in range(2):
        examine(CHOOSE, model, quick_room(CHOOSE, room(tmp_path)))
    assert len(model.asked) == QUICK_ITEMS[CHOOSE.name]


def test_who_passes_it_holds_the_duty_for_a_week_and_is_shown_so(
    endpoint: Settings, quick: ExamResult
) -> None:
    keep(endpoint, quick)
    assert held_duties(endpoint) == {CHOOSE.name}
    assert [s.duty for s in standings(endpoint) if s.for_now] == [CHOOSE]
    (line,) = [c for c in check_installation(endpoint) if c.part == "duty choose"]
    assert line.ok
    assert str(quick.date + dt.timedelta(days=7)) in line.detail


def test_items_of_the_whole_exam_that_follow_do_not_take_the_grant_away(
    endpoint: Settings, quick: ExamResult, tmp_path: Path
) -> None:
    keep(endpoint, quick)
    part = examine(CHOOSE, model_that(answers_of), replace(room(tmp_path), limit=3))
    keep(endpoint, part)
    assert part.done == quick.done + 3
    assert held_duties(endpoint) == {CHOOSE.name}

    keep(endpoint, replace(part, done=part.total, figures=()))
    assert held_duties(endpoint) == frozenset(), "the whole exam settles it"


def test_a_week_later_it_holds_nothing(endpoint: Settings, quick: ExamResult) -> None:
    keep(endpoint, replace(quick, date=quick.date - dt.timedelta(days=7)))
    assert held_duties(endpoint) == frozenset()


def test_sitting_it_again_a_week_later_asks_nothing_and_grants_nothing(tmp_path: Path) -> None:
    examine(CHOOSE, model_that(answers_of), quick_room(CHOOSE, room(tmp_path)))
    (sheet,) = (tmp_path / "answers").rglob("*.jsonl")
    week_ago = sheet.stat().st_mtime - 7 * 24 * 3600
    os.utime(sheet, (week_ago, week_ago))
    model = model_that(answers_of)
    again = examine(CHOOSE, model, quick_room(CHOOSE, room(tmp_path)))
    assert model.asked == []
    assert not again.passes_for_now(CHOOSE)


def test_a_part_of_a_whole_exam_grants_nothing_for_a_week_either(
    endpoint: Settings, quick: ExamResult
) -> None:
    keep(endpoint, replace(quick, quick=False))
    assert held_duties(endpoint) == frozenset()


def test_who_fails_it_holds_nothing(endpoint: Settings, tmp_path: Path) -> None:
    bad = examine(CHOOSE, model_that(lambda item: [1]), quick_room(CHOOSE, room(tmp_path)))
    keep(endpoint, bad)
    assert held_duties(endpoint) == frozenset()


def test_the_command_tells_the_cost_of_the_few_items_and_the_outcome(settings: Settings) -> None:
    with scripted_openai(['{"answers": []}'], repeat=True) as server:
        where = {"model_base_url": server.base_url, "model_name": "scripted"}
        written = io.StringIO()
        order = ExamOrder(duty="choose", quick=True)
        status = take_exam(
            settings.model_copy(update=where), order, Console(file=written, width=200)
        )
    assert status == 1
    assert says(written.getvalue(), "commands_models.cost_unknown")
    assert f"{QUICK_ITEMS[CHOOSE.name]} items to ask" in written.getvalue()


def test_it_is_begun_for_an_endpoint_that_was_never_examined_and_for_no_other(
    endpoint: Settings, settings: Settings, quick: ExamResult
) -> None:
    assert needs_quick_exam(endpoint)
    assert not needs_quick_exam(settings), "a local model's results come with the product"
    assert not needs_quick_exam(endpoint.model_copy(update={"model_exam": "off"}))
    assert not needs_quick_exam(endpoint.model_copy(update={"model_duties": "force"}))
    keep(endpoint, quick)
    assert not needs_quick_exam(endpoint)


def test_up_tells_the_price_first_and_ends_the_exam_with_itself(
    endpoint: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Sleeper] = []

    class Sleeper:
        def __init__(self, command: list[str], **_: object) -> None:
            self.command, self.ended = command, False
            self.said_before = written.getvalue()
            begun.append(self)

        def terminate(self) -> None:
            self.ended = True

        def wait(self, timeout: float) -> None:
            assert self.ended

    monkeypatch.setattr(quick_exam.subprocess, "Popen", Sleeper)
    written = io.StringIO()
    priced = endpoint.model_copy(update={"model_price_in": 1.0, "model_price_out": 4.0})
    with quick_exam_beside(priced, Console(file=written, width=400)):
        (exam,) = begun
        assert not exam.ended
    assert exam.ended
    assert exam.command[-2:] == ["exam", "--quick"]
    assert says(exam.said_before, "commands_models.quick_exam_begins")
    assert says(exam.said_before, "commands_models.price_known")
