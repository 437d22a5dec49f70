"""The form that opens what only staff may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from tutor_app.web.components.page_services import PageServices
    from tutor_app.web.components.visitor import Visitor

CODE_FIELD = phrase("page_staff.code_field")
SIGN_IN = phrase("page_staff.sign_in")
NEEDS_COOKIES = phrase("page_staff.needs_cookies")
WRONG_CODE = phrase("page_staff.wrong_code")
TOO_MANY_CODES = phrase("page_staff.too_many_codes", "seconds")


def draw_sign_in_form(services: PageServices, visitor: Visitor) -> None:
    """Ask for the staff code; a right one opens every page of staff in this browser session."""
    with st.form("staff-door", border=False, width=420):
        code = st.text_input(CODE_FIELD(), type="password", key="staff-code")
        pressed = st.form_submit_button(SIGN_IN(), type="primary")
    if not visitor.visit:
        st.info(NEEDS_COOKIES())
    elif pressed and code:
        outcome = services.staff_auth.sign_in(code, visit=visitor.visit, address=visitor.address)
        if outcome == "open":
            st.rerun()
        elif outcome == "wrong":
            st.error(WRONG_CODE())
        else:
            seconds = services.staff_auth.seconds_to_wait(
                visit=visitor.visit, address=visitor.address
            )
            st.error(TOO_MANY_CODES(seconds=seconds))
