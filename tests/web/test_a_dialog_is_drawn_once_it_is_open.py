"""A source pressed while the page changes under the click is open, and drawn a moment later."""

from __future__ import annotations

from tests.web.app_test import app_of


def page() -> None:
    import streamlit as st  # noqa: PLC0415 - AppTest runs the function's text alone

    from tutor_app.web.components.dialogs import (  # noqa: PLC0415
        DeviceAdded,
        close_dialog,
        dialog_waits,
        drawn_dialog,
        open_dialog,
    )

    st.button("open", on_click=open_dialog, args=(DeviceAdded(),))
    st.button("close", on_click=close_dialog)
    if st.toggle("drawn", value=True):
        drawn_dialog()
    st.session_state["waits"] = dialog_waits()


def test_a_dialog_waits_until_the_page_has_drawn_it() -> None:
    app = app_of(page).run()
    assert not app.session_state["waits"]

    app.toggle[0].set_value(False).run()
    app.button[0].click().run()
    assert app.session_state["waits"]

    app.toggle[0].set_value(True).run()
    assert not app.session_state["waits"]


def test_a_dialog_that_was_closed_does_not_wait() -> None:
    app = app_of(page).run()
    app.button[0].click().run()
    app.button[1].click().run()

    assert not app.session_state["waits"]
