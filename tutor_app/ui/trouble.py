"""What the page shows while a part of the product is down, and how it recovers by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from tutor_app.errors import TutorError

RETRY_SECONDS = 2.0


def draw_trouble(error: TutorError) -> None:
    """Say what is wrong, and run the whole page again every two seconds until it is not."""
    st.error(str(error), icon=":material/error:")
    st.caption("This page tries again by itself.")
    first = True

    @st.fragment(run_every=RETRY_SECONDS)
    def try_again() -> None:
        nonlocal first
        if first:
            first = False
            return
        st.rerun()

    try_again()
