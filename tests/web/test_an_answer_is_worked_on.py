""" "Check my answer" stays chosen until the answer is right or the student chooses otherwise."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import get_args

import pytest
from streamlit.testing.v1 import AppTest

from tests.web.app_test import app_of
from tutor_app.domain.teaching import LadderCause, LadderEvent, WorkRecord
from tutor_app.domain.values import TurnRecord
from tutor_app.storage.records import TurnRow
from tutor_app.web.chat.asking_mode import works_on_answer

TURN = TurnRow(
    id="t",
    conversation_id="c",
    position=1,
    question="It is 3.",
    status="done",
    tries=1,
    events=(),
    record=None,
    created_at=datetime(2026, 11, 27, tzinfo=UTC),
    finished_at=None,
    wanted="evaluation",
)


def judged(cause: LadderCause) -> TurnRow:
    move = LadderEvent(problem_key="k", level=1, cause=cause)
    work = WorkRecord(kind="answer", key="k", text="Sum?", ladder=(move,))
    return replace(TURN, record=TurnRecord(intent="evaluation", found=None, work=work))


@pytest.mark.parametrize("cause", get_args(LadderCause))
def test_an_answer_is_worked_on_until_it_is_right(cause: LadderCause) -> None:
    assert works_on_answer(judged(cause)) == (cause != "right")


def test_what_is_no_answer_to_check_is_not_worked_on() -> None:
    assert works_on_answer(replace(TURN, status="running"))
    assert not works_on_answer(replace(TURN, wanted=None))
    assert not works_on_answer(None)


def script(asked, works):  # type: ignore[no-untyped-def]  # AppTest sees no imports
    import streamlit as st  # noqa: PLC0415

    from tutor_app.web.chat.asking_mode import draw_mode  # noqa: PLC0415

    st.text(draw_mode("thread", asked, works=works))


def after(page: AppTest, *, asked: int, works: bool) -> AppTest:
    page.kwargs = {"asked": asked, "works": works}
    return page.run()


def test_it_stays_chosen_while_an_answer_is_worked_on_and_goes_with_it() -> None:
    page = app_of(script, asked=0, works=False).run()
    assert page.text[0].value == "ask"
    page.button_group[0].set_value("check").run()
    assert page.text[0].value == "check"

    assert after(page, asked=1, works=True).text[0].value == "check"
    assert after(page, asked=2, works=True).text[0].value == "check"
    assert after(page, asked=3, works=False).text[0].value == "ask"


def test_a_question_in_between_is_asked_once() -> None:
    page = app_of(script, asked=1, works=True).run()
    page.button_group[0].set_value("ask").run()
    assert page.text[0].value == "ask"
    assert after(page, asked=2, works=True).text[0].value == "check"
