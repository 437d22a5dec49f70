"""Duties follow from results of this model with these prompts, and from nothing else."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import replace
from pathlib import Path

import pytest

from tutor_app.domain.settings import Settings
from tutor_app.models.duties import exam_results as results_module
from tutor_app.models.duties.duty_registry import DUTIES, Duty, duty_named, prompts_version
from tutor_app.models.duties.exam_results import (
    SHIPPED,
    ExamResult,
    Figure,
    held_duties,
    keep_result,
    own_results,
    read_results,
    standings,
)
from tutor_app.models.duties.model_identity import ModelIdentity, identify_model
from tutor_app.models.model_files import DEFAULT_MODEL, SMALL_MODEL, ModelFile
from tutor_app.models.prompts import PROMPTS_DIR
from tutor_app.runtime.embedded.doctor import check_installation

FOLLOW_UP = duty_named("follow-up")


@pytest.fixture
def endpoint(settings: Settings) -> Settings:
    where = {"model_base_url": "http://127.0.0.1:9/v1", "model_name": "m"}
    return settings.model_copy(update=where)


def passed(duty: Duty) -> ExamResult:
    """A result that has all a duty needs."""
    return ExamResult(
        duty=duty.name,
        prompts=prompts_version(duty),
        items="0" * 16,
        checks=duty.checks,
        date=dt.date(2026, 11, 21),
        total=40,
        done=40,
        figures=tuple(
            Figure(name=need.figure, value=need.least, low=0.8, high=1.0, items=need.items)
            for need in duty.needs
        ),
    )


def keep(settings: Settings, result: ExamResult) -> None:
    keep_result(own_results(settings), identify_model(settings), result)


def test_without_a_result_a_model_holds_nothing(endpoint: Settings) -> None:
    assert held_duties(endpoint) == frozenset()


@pytest.mark.parametrize("duty", DUTIES, ids=lambda duty: duty.short)
def test_a_passed_exam_of_this_installation_gives_its_duty_and_no_other(
    endpoint: Settings, duty: Duty
) -> None:
    keep(endpoint, passed(duty))
    assert held_duties(endpoint) == {duty.name}


def test_another_model_or_address_holds_nothing(endpoint: Settings) -> None:
    keep(endpoint, passed(FOLLOW_UP))
    assert held_duties(endpoint.model_copy(update={"model_name": "n"})) == frozenset()
    moved = endpoint.model_copy(update={"model_base_url": "http://127.0.0.1:8/v1"})
    assert held_duties(moved) == frozenset()


def test_changed_prompts_make_the_exam_void(
    endpoint: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    keep(endpoint, replace(passed(FOLLOW_UP), prompts="another"))
    (standing,) = [s for s in standings(endpoint) if s.duty is FOLLOW_UP]
    assert (standing.held, standing.outdated, standing.result) == (False, True, None)


def test_changed_checks_make_the_exam_void(
    endpoint: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    stricter = replace(FOLLOW_UP, checks=FOLLOW_UP.checks + 1)
    keep(endpoint, passed(FOLLOW_UP))
    monkeypatch.setattr(results_module, "DUTIES", (stricter,))

    (standing,) = standings(endpoint)
    assert (standing.held, standing.outdated) == (False, True)
    keep(endpoint, replace(passed(FOLLOW_UP), checks=stricter.checks))
    assert held_duties(endpoint) == {FOLLOW_UP.name}


def test_one_changed_word_is_another_version_of_the_prompts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = prompts_version(FOLLOW_UP)
    for name in FOLLOW_UP.prompts:
        text = (PROMPTS_DIR / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr("tutor_app.models.duties.duty_registry.PROMPTS_DIR", tmp_path)
    assert prompts_version(FOLLOW_UP) == before
    with (tmp_path / "follow_up.md").open("a", encoding="utf-8") as file:
        file.write("!")
    assert prompts_version(FOLLOW_UP) != before


def test_a_part_of_an_exam_grants_nothing(endpoint: Settings) -> None:
    keep(endpoint, replace(passed(FOLLOW_UP), done=39))
    assert held_duties(endpoint) == frozenset()


def test_a_figure_on_too_few_items_or_just_below_grants_nothing(endpoint: Settings) -> None:
    good = passed(FOLLOW_UP)
    few = replace(good, figures=(replace(good.figures[0], items=39),))
    low = replace(good, figures=(replace(good.figures[0], value=0.8999),))
    for result in (few, low):
        keep(endpoint, result)
        assert held_duties(endpoint) == frozenset()


def test_force_gives_every_listed_duty_and_the_other_force_what_asking_takes(
    endpoint: Settings,
) -> None:
    everything = {duty.name for duty in DUTIES}
    assert held_duties(endpoint.model_copy(update={"model_duties": "force"})) == everything
    one = endpoint.model_copy(update={"model_duties": "force-follow-up"})
    assert held_duties(one) == {FOLLOW_UP.name, duty_named("verify").name}


def test_a_damaged_file_of_results_grants_nothing_and_stops_nothing(endpoint: Settings) -> None:
    path = own_results(endpoint) / identify_model(endpoint).file_name
    path.parent.mkdir(parents=True)
    path.write_text('{"model": 1', encoding="utf-8")
    assert held_duties(endpoint) == frozenset()


def test_a_missing_model_file_holds_nothing(settings: Settings) -> None:
    assert held_duties(settings) == frozenset()


def test_a_model_file_is_known_by_its_bytes(settings: Settings, tmp_path: Path) -> None:
    file = tmp_path / "own.gguf"
    file.write_bytes(b"GGUF one")
    own = settings.model_copy(update={"model": str(file)})
    first = identify_model(own)
    file.write_bytes(b"GGUF two, longer")
    assert identify_model(own).digest != first.digest


def test_keeping_a_result_replaces_the_one_of_the_same_duty_and_prompts(tmp_path: Path) -> None:
    model = ModelIdentity(kind="local", name="m", digest="a" * 64)
    keep_result(tmp_path, model, replace(passed(FOLLOW_UP), done=3))
    keep_result(tmp_path, model, passed(duty_named("verify")))
    path = keep_result(tmp_path, model, passed(FOLLOW_UP))
    assert {(r.duty, r.done) for r in read_results(path)} == {
        ("ask a follow-up", 40),
        ("verify sentences", 40),
    }


def test_doctor_says_of_each_duty_whether_it_is_held_with_figure_and_day(
    endpoint: Settings,
) -> None:
    keep(endpoint, passed(FOLLOW_UP))
    lines = {
        check.part: check for check in check_installation(endpoint) if check.part.startswith("duty")
    }
    assert lines["duty follow-up"].ok
    assert "0.90" in lines["duty follow-up"].detail
    assert "2026-11-21" in lines["duty follow-up"].detail
    assert not lines["duty verify"].ok
    assert not lines["duty verify"].needed
    assert "elenchus exam" in lines["duty verify"].remedy


# What ships of the local models' exams. A changed prompt or check makes one void: sit it again by
# `elenchus exam --out`, or say here and in docs/benchmarks.md that none of this version was taken.


@pytest.mark.parametrize("model", [SMALL_MODEL, DEFAULT_MODEL], ids=lambda m: m.title)
def test_the_local_models_exams_ship_whole_with_the_prompts_and_checks_in_force(
    model: ModelFile,
) -> None:
    shipped = read_results(SHIPPED / f"{model.sha256}.json")
    whole = {(one.duty, one.prompts, one.checks) for one in shipped if one.complete}
    assert whole == {(duty.name, prompts_version(duty), duty.checks) for duty in DUTIES}
    assert not any(result.passes(duty) for duty in DUTIES for result in shipped)


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.json")), ids=lambda path: path.stem[:8])
def test_an_exam_that_was_not_taken_ships_no_entry_and_nothing_unmeasured_a_figure(
    path: Path,
) -> None:
    exams = json.loads(path.read_text(encoding="utf-8"))["exams"]
    assert all(exam["done"] for exam in exams), "an exam of no items is none"
    assert all(figure["items"] for exam in exams for figure in exam["figures"])


def test_an_entry_of_an_exam_of_no_items_is_read_as_none(endpoint: Settings) -> None:
    keep(endpoint, replace(passed(FOLLOW_UP), done=0))
    (standing,) = [s for s in standings(endpoint) if s.duty is FOLLOW_UP]
    assert (standing.result, standing.outdated) == (None, False)
