"""Doctor and staff page say in words what a model may do, and what would let it do more."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from tests.models.duties.test_what_a_model_may_do import keep, passed
from tests.sentences import says
from tutor_app.domain.settings import Settings
from tutor_app.models.duties import model_in_words as model_in_words_module
from tutor_app.models.duties.duty_registry import READ_SUPPORTED, duty_named
from tutor_app.models.duties.model_identity import ModelIdentity
from tutor_app.models.duties.model_in_words import Machine, machine_in_words, model_in_words
from tutor_app.runtime.embedded.doctor import check_installation


@pytest.fixture
def endpoint(settings: Settings) -> Settings:
    where = {"model_base_url": "http://secret.example/v1", "model_name": "campus-model"}
    return settings.model_copy(update=where)


def told(settings: Settings) -> str:
    return " ".join(model_in_words(settings))


def test_one_that_has_sat_no_exam_is_asked_for_nothing_and_will_sit_one(endpoint: Settings) -> None:
    assert says(told(endpoint), "models_standing.may_nothing", model="campus-model")
    assert says(told(endpoint), "models_standing.exam_begins")
    off = endpoint.model_copy(update={"model_exam": "off"})
    assert says(told(off), "models_standing.no_exam_yet")


def test_a_local_model_without_an_exam_is_asked_for_nothing(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    local = ModelIdentity(kind="local", name="Qwen", digest="0" * 64)
    monkeypatch.setattr(model_in_words_module, "identify_model", lambda _: local)  # no file is read
    for name in ("default", "small"):
        own = settings.model_copy(update={"model": name})
        assert says(told(own), "models_standing.may_nothing", model="Qwen")

    assert says(told(own), "models_standing.may_nothing", model="Qwen")


def test_what_it_has_earned_is_named_and_what_stands_in_for_the_rest(endpoint: Settings) -> None:
    keep(endpoint, passed(duty_named("verify")))
    assert says(told(endpoint), "models_standing.does_verify")
    assert says(told(endpoint), "models_standing.take_exam")
    assert duty_named("verify").instead not in told(endpoint)
    assert duty_named("answer").instead in told(endpoint)


@pytest.mark.parametrize("short", ["answer", "choose"])
def test_a_quick_grant_says_where_a_persons_reading_is_missing(
    endpoint: Settings, short: str
) -> None:
    duty = duty_named(short)
    today = dt.datetime.now(dt.UTC).date()
    figures = tuple(one for one in passed(duty).figures if one.name != READ_SUPPORTED)
    keep(endpoint, replace(passed(duty), figures=figures, date=today, done=12, quick=True))
    assert says(told(endpoint), "models_standing.may_for_now")
    assert says(told(endpoint), "models_standing.nobody_has_read") is (short == "answer")


def test_what_no_whole_exam_speaks_of_is_named_apart_from_what_was_failed(
    endpoint: Settings,
) -> None:
    duties = {short: duty_named(short) for short in ("choose", "judge", "verify")}
    failed = tuple(replace(one, value=0.1) for one in passed(duties["choose"]).figures)
    keep(endpoint, replace(passed(duties["choose"]), figures=failed))
    keep(endpoint, replace(passed(duties["judge"]), done=3))
    (line,) = [x for x in model_in_words(endpoint) if says(x, "models_standing.not_examined")]
    assert not says(line, "models_standing.does_choose")
    assert says(line, "models_standing.does_judge")
    assert says(line, "models_standing.does_verify")


def test_no_address_is_named_on_a_page(endpoint: Settings) -> None:
    assert "secret.example" not in told(endpoint)
    assert "MODEL_" not in told(endpoint)


def test_a_setting_that_forces_all_is_named(endpoint: Settings) -> None:
    forced = endpoint.model_copy(update={"model_duties": "force"})
    assert model_in_words(forced) == [*model_in_words(forced)[:1]]
    assert says(told(forced), "models_standing.all_forced")


@pytest.mark.parametrize(
    ("memory", "model"),
    [(6, None), (8, "7B"), (24, "24B"), (80, "70B")],
)
def test_a_card_gets_the_largest_open_model_that_fits(memory: int, model: str | None) -> None:
    machine = Machine(cores=8, memory=64, card="A card", card_memory=memory)
    words = " ".join(machine_in_words(machine))
    assert "A card" in words
    assert (model or "B-Instruct") in words if model else "B-Instruct" not in words


def test_without_a_card_no_model_is_recommended() -> None:
    words = machine_in_words(Machine(cores=2, memory=8))
    assert says(" ".join(words), "models_standing.without_card")


def test_the_doctor_says_both(endpoint: Settings) -> None:
    checks = {check.part: check for check in check_installation(endpoint)}
    assert says(checks["machine"].detail, "models_standing.machine")
    assert says(checks["model"].detail, "models_standing.may_nothing")
    assert checks["machine"].ok and checks["model"].ok
