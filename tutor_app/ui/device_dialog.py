"""The code that takes a learner's conversations to another device."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import streamlit as st

from tutor_app.cookies import LEARNER_COOKIE
from tutor_app.errors import TutorError
from tutor_app.ui.dialogs import close_dialog

if TYPE_CHECKING:
    from tutor_app.memory import DeviceCodes

DEVICE_PATH = "/device"  # tutor_app/another_device.py answers there; pages need not import it
_CODE = "device-code"


def draw_device_dialog(codes: DeviceCodes) -> None:
    """Make a code on request; where to enter one, here or there."""

    @st.dialog("Another device", on_dismiss=_close)
    def body() -> None:
        st.markdown(
            "Your conversations and hints can be on a second device too, a phone for example. "
            "Make a code here and enter it there within ten minutes; it works once."
        )
        code: str | None = st.session_state.get(_CODE)
        if code is None:
            token = st.context.cookies.get(LEARNER_COOKIE, "")
            if st.button("Make a code", key="make-device-code", type="primary"):
                _make(codes, token)
        else:
            st.html(f'<div class="el-device-code" data-testid="device-code">{escape(code)}</div>')
            st.markdown(f"On the other device, open **{_address()}** and enter it.")
            st.caption("Whoever enters it sees your conversations: show it to nobody.")
        st.html(
            f'<p class="el-device-enter">Have a code from another device? '
            f'<a href="{DEVICE_PATH}" target="_self">Enter it here</a></p>'
        )

    body()


def _make(codes: DeviceCodes, token: str) -> None:
    try:
        st.session_state[_CODE] = codes.make(token)
    except TutorError as exc:
        st.error(str(exc))
        return
    st.rerun(scope="fragment")


def _close() -> None:
    st.session_state.pop(_CODE, None)
    close_dialog()


def _address() -> str:
    """The address of the form, as this browser reaches it."""
    here = urlsplit(st.context.url or "")
    return f"{here.scheme}://{here.netloc}{DEVICE_PATH}" if here.netloc else DEVICE_PATH
