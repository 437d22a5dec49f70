"""`elenchus exam` against a real endpoint on loopback."""

from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

from tests.doubles.scripted_openai import Reply, scripted_openai
from tests.sentences import says
from tutor_app.domain.errors import NotFound, TutorError
from tutor_app.domain.settings import Settings
from tutor_app.models.duties.exam_results import own_results
from tutor_app.models.duties.model_identity import identify_model
from tutor_app.runtime.commands.exam_command import ExamOrder, take_exam


def endpoint(settings: Settings, url: str) -> Settings:
    return settings.model_copy(update={"model_base_url": url, "model_name": "scripted"})


def taken(settings: Settings, order: ExamOrder) -> tuple[int, str]:
    written = io.StringIO()
    status = take_exam(settings, order, Console(file=written, width=200))
    return status, written.getvalue()


def test_a_model_that_always_says_yes_is_told_its_figure_and_what_happens_instead(
    settings: Settings,
) -> None:
    with scripted_openai(['{"supported": [1, 2, 3, 4, 5]}'], repeat=True) as server:
        asked = endpoint(settings, server.base_url)
        status, said = taken(asked, ExamOrder(duty="verify"))
        again, _ = taken(asked, ExamOrder(duty="verify"))
    assert (status, again) == (1, 1)
    asked_of_items = [
        request
        for request in server.requests
        if "numbers 17 and 25" not in request["messages"][-1]["content"]  # the probe
    ]
    assert len(asked_of_items) == 40, "what was answered is not asked twice"
    assert "cost unknown" in said
    assert "no sentence of a model is shown in its place (40 of 40 items)" in said
    assert "0.500 [" in said
    kept = json.loads((own_results(asked) / identify_model(asked).file_name).read_text())
    assert [exam["done"] for exam in kept["exams"]] == [40]


def test_of_an_exam_of_no_items_nothing_is_kept(settings: Settings) -> None:
    with scripted_openai(['{"supported": []}'], repeat=True) as server:
        asked = endpoint(settings, server.base_url)
        _, said = taken(asked, ExamOrder(duty="verify", limit=0))
    assert "(0 of 40 items)" in said
    assert "0.000" not in said, "nothing was measured"
    assert not own_results(asked).exists()


def test_the_cost_is_told_before_anything_is_asked(settings: Settings) -> None:
    with scripted_openai([Reply(status=401, error="no")], repeat=True) as server:
        asked = endpoint(settings, server.base_url)
        order = ExamOrder(duty="verify", prices=(1.0, 2.0))
        written = io.StringIO()
        with pytest.raises(TutorError, match="run the same command again"):
            take_exam(asked, order, Console(file=written, width=200))
    assert says(written.getvalue(), "commands_models.cost_in_money")


def test_an_unknown_duty_is_answered_with_those_that_there_are(settings: Settings) -> None:
    with pytest.raises(NotFound, match="`choose`, `follow-up`, `verify`, `answer`, `understand`"):
        take_exam(settings, ExamOrder(duty="sing"), Console(file=io.StringIO()))
