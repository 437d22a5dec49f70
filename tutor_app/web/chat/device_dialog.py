"""The code that takes a learner's conversations to another device."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import streamlit as st

from tutor_app.domain.errors import TutorError
from tutor_app.web.components.dialogs import close_dialog
from tutor_app.web.cookies import LEARNER_COOKIE
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from tutor_app.storage.live import DeviceCodes

DIALOG_TITLE = phrase("page_device.dialog_title")
DIALOG_ABOUT = phrase("page_device.dialog_about")
MAKE_CODE = phrase("page_device.make_code")
WHERE_TO_ENTER = phrase("page_device.where_to_enter", "address")
KEEP_SECRET = phrase("page_device.keep_secret")
HAVE_CODE = phrase("page_device.have_code")
ENTER_HERE = phrase("page_device.enter_here")
DEVICE_PATH = "/device"  # tutor_app/web/device_pairing.py answers there; pages need not import it
_CODE = "device-code"


def draw_device_dialog(codes: DeviceCodes) -> None:
    """Offer to make a code, and say where to enter one."""

    @st.dialog(DIALOG_TITLE(), on_dismiss=_close)
    def body() -> None:
        st.markdown(DIALOG_ABOUT())
        code: str | None = st.session_state.get(_CODE)
        if code is None:
            token = st.context.cookies.get(LEARNER_COOKIE, "")
            if st.button(MAKE_CODE(), key="make-device-code", type="primary"):
                _make(codes, token)
        else:
            st.html(f'<div class="el-device-code" data-testid="device-code">{escape(code)}</div>')
            st.markdown(WHERE_TO_ENTER(address=_address()))
            st.caption(KEEP_SECRET())
        st.html(
            f'<p class="el-device-enter">{HAVE_CODE()} '
            f'<a href="{DEVICE_PATH}" target="_self">{ENTER_HERE()}</a></p>'
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
