"""The form that opens what only staff may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from tutor_app.ui.parts import Parts
    from tutor_app.ui.visitor import Visitor


def draw_staff_entry(parts: Parts, visitor: Visitor) -> None:
    """Ask for the staff code; a right one opens every page of staff in this browser session."""
    with st.form("staff-door", border=False, width=420):
        code = st.text_input("Staff code", type="password", key="staff-code")
        pressed = st.form_submit_button("Open", type="primary")
    if not visitor.visit:
        st.info("This page needs cookies. Allow them and reload.")
    elif pressed and code:
        outcome = parts.staff.try_code(code, visit=visitor.visit, address=visitor.address)
        if outcome == "open":
            st.rerun()
        elif outcome == "wrong":
            st.error("That is not the staff code. `elenchus staff-code --renew` makes a new one.")
        else:
            seconds = parts.staff.seconds_to_wait(visitor.address)
            st.error(f"Too many wrong codes. Try again in {seconds} s.")
