"""What brings students to a course: a link with its code, seen before in the preview."""

from __future__ import annotations

import pymupdf
import pytest
from streamlit.testing.v1 import AppTest

from tests.web.app_test import app_of
from tutor_app.domain.values import TurnRecord
from tutor_app.web.components.page_services import PageServices
from tutor_app.web.components.shared_link import THIS_COMPUTER_ONLY, qr_png
from tutor_app.web.components.visitor import Visitor


def script_of_link(address):  # type: ignore[no-untyped-def]  # AppTest sees no imports
    from tutor_app.web.components.shared_link import draw_shared_link  # noqa: PLC0415

    draw_shared_link(address, "here")


@pytest.mark.parametrize(
    ("address", "warns"),
    [
        ("http://localhost:8501/?course=graphs", True),
        ("http://127.0.0.1:8501/?course=graphs", True),
        ("https://tutor.example.org/?course=graphs", False),
    ],
)
def test_an_address_that_nobody_else_reaches_is_said_to_be_so(address: str, warns: bool) -> None:
    page = app_of(script_of_link, address=address).run()
    assert page.code[0].value == address
    assert [one.value for one in page.warning] == ([THIS_COMPUTER_ONLY()] if warns else [])
    assert "data:image/svg+xml" in page.get("html")[0].proto.body


def test_the_code_can_be_printed() -> None:
    picture = pymupdf.Pixmap(qr_png("https://tutor.example.org/?course=graphs"))
    assert picture.width == picture.height > 400
    assert qr_png("https://tutor.example.org/?course=trees") != qr_png(
        "https://tutor.example.org/?course=graphs"
    )


def script_of_preview(services, visitor):  # type: ignore[no-untyped-def]  # AppTest sees no imports
    from tutor_app.web.components.preview import draw_preview_bar, keep_preview  # noqa: PLC0415

    keep_preview(services, visitor)
    draw_preview_bar()


@pytest.fixture
def learner(services: PageServices) -> str:
    """A learner with a message that was not answered, in a course; staff are at the visit "v"."""
    services.courses.create("Graphs")
    services.staff_auth.sign_in(services.staff_auth._code.renew(), visit="v", address="a")
    records = services.conversations
    learner = records.learner("0" * 32)
    turn = records.add_turn(records.create(learner, "graphs").id, "Who found it?")
    records.begin(turn.id)
    records.finish(turn.id, "done", (), TurnRecord(intent=None, found=None, declined=True))
    return learner


def preview(services: PageServices, learner: str, visit: str) -> AppTest:
    visitor = Visitor(learner_id=learner, visit=visit, address="a")
    page = app_of(script_of_preview, services=services, visitor=visitor)
    page.query_params["preview"] = "1"
    return page.run()


def test_what_staff_ask_in_the_preview_is_left_out_of_the_inbox(
    services: PageServices, learner: str
) -> None:
    assert len(services.inbox.list_rows("graphs")) == 1
    page = preview(services, learner, visit="v")
    assert services.inbox.list_rows("graphs") == ()

    page.button(key="end-preview").click().run()
    assert "preview" not in page.query_params
    assert not page.button


def test_a_student_who_types_the_address_begins_no_preview(
    services: PageServices, learner: str
) -> None:
    assert not preview(services, learner, visit="somebody").button
    assert len(services.inbox.list_rows("graphs")) == 1
