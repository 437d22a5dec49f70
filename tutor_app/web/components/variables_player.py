"""What a student's own program holds while it runs, to step through like an algorithm's run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.web.components.step_slider import Steps, draw_step_slider
from tutor_app.web.components.variables_html import explanation_html, variables_html
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from tutor_app.domain.variable_tables import VariableTable

ROW_SLIDER = phrase("programs_values.row_slider")


def draw_variables(table: VariableTable, key: str) -> None:
    """Draw the slider through the rows, what happens in the one shown, and the table."""

    @st.fragment
    def player() -> None:
        _draw_player(table, key)

    player()


def _draw_player(table: VariableTable, key: str) -> None:
    steps = Steps(name=ROW_SLIDER(), first=1, last=len(table.rows), opens_at=1)
    with st.container(key=f"trace-{key}", gap="xsmall"):
        with st.container(key=f"scene-{key}", gap="xsmall"):
            place = draw_step_slider(steps, key) - 1
            st.html(explanation_html(table, table.rows[place]))
        with st.container(key=f"rows-{key}", gap="xsmall"):
            st.html(variables_html(table, place))
