"""The lab's stage: a run that is played, projected, or predicted step by step."""

from __future__ import annotations

import time
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.domain.values import TraceShown
from tutor_app.tracing.narration.run_sentences import ask_for_row, state_result
from tutor_app.tracing.pictures.picture import start_svg
from tutor_app.web.components.step_slider import step_field
from tutor_app.web.components.trace_html import cell_html, figure_html
from tutor_app.web.components.trace_player import draw_player, is_dark, problem_digest
from tutor_app.web.lab.prediction_form import judge_prediction
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from tutor_app.tracing.exact_run import AlgorithmRun

PLAY = phrase("page_lab.play")
PAUSE = phrase("page_lab.pause")
PREDICT = phrase("page_lab.predict")
PROJECT = phrase("page_lab.project")
LAST_STEP = phrase("page_lab.last_step", "result")
BEGIN_AGAIN = phrase("page_lab.begin_again")
YOUR_GUESS = phrase("page_lab.your_guess")
CHECK = phrase("page_lab.check")
SHOW_STEP = phrase("page_lab.show_step")
ALL_ROWS = phrase("page_lab.all_rows")
PROJECTOR_KEY = "lab-projected"
PREDICTION_KEY = "lab-predicted"
ALL_ROWS_KEY = "lab-all-rows"
PLAYING_KEY = "lab-playing"  # a plain entry: it is also set when the run is at its end
STEP_SECONDS = 1.6  # between two steps that are played


def draw_stage(exact: AlgorithmRun, *, row_by_row: bool) -> None:
    """Draw the run with what a class needs: play, large type, the next step to predict.

    `row_by_row`: for whom may not see a whole run at once, each step is to be predicted.
    """
    key = f"lab-{problem_digest(exact.problem)}"
    # page.css leaves the sidebar out beside "lab-large".
    with st.container(
        key="lab-large" if st.session_state.get(PROJECTOR_KEY) else "lab-controls",
        horizontal=True,
        vertical_alignment="center",
        gap="medium",
    ):
        is_predicting = row_by_row or st.session_state.get(PREDICTION_KEY, False)
        playing = bool(st.session_state.get(PLAYING_KEY)) and not is_predicting
        if not row_by_row:
            _draw_controls(exact, key, is_predicting=is_predicting, playing=playing)
        st.toggle(PROJECT(), key=PROJECTOR_KEY)

    @st.fragment(run_every=STEP_SECONDS if playing else None)
    def stage() -> None:
        if is_predicting:
            _draw_prediction(exact, key)
            return
        if playing:
            _move_on(exact, key)
        whole = st.session_state.get(ALL_ROWS_KEY, False)
        draw_player(TraceShown(problem=exact.problem), key, alone=True, whole=whole)
        if st.session_state.get(step_field(key), exact.steps[-1].number) == exact.steps[-1].number:
            st.html(f'<p class="el-lab-question">{cell_html(state_result(exact.final))}</p>')

    stage()


def _draw_controls(exact: AlgorithmRun, key: str, *, is_predicting: bool, playing: bool) -> None:
    st.button(
        PAUSE() if playing else PLAY(),
        key="lab-play",
        icon=":material/pause:" if playing else ":material/play_arrow:",
        on_click=_play,
        args=(exact, key),
        disabled=is_predicting,
        shortcut="P",
    )
    st.toggle(PREDICT(), key=PREDICTION_KEY)
    st.toggle(ALL_ROWS(), key=ALL_ROWS_KEY, disabled=is_predicting)


# --- playing ---------------------------------------------------------------------------------


def _play(exact: AlgorithmRun, key: str) -> None:
    """Start or pause; on the last step, start over."""
    now = not st.session_state.get(PLAYING_KEY)
    st.session_state[PLAYING_KEY] = now
    st.session_state["lab-moved"] = time.monotonic()
    if now and st.session_state.get(step_field(key)) == exact.steps[-1].number:
        st.session_state[step_field(key)] = exact.steps[0].number


def _move_on(exact: AlgorithmRun, key: str) -> None:
    """Go one step on when it is time to; the page also runs when somebody clicks."""
    last, field = exact.steps[-1].number, step_field(key)
    now = int(st.session_state.get(field, exact.steps[0].number))
    if now >= last:
        st.session_state[PLAYING_KEY] = False
        st.rerun()
    if time.monotonic() - st.session_state.get("lab-moved", 0.0) < STEP_SECONDS / 2:
        return
    st.session_state["lab-moved"] = time.monotonic()
    st.session_state[field] = now + 1


# --- predicting ------------------------------------------------------------------------------


def _draw_prediction(exact: AlgorithmRun, key: str) -> None:
    """Show the steps so far and ask for the next; nothing after it is on the page."""
    first, last = exact.algorithm.first_step, exact.steps[-1].number
    known = int(st.session_state.setdefault(f"known-{key}", first - 1))
    # Above the picture, so that it stands on the screen at the same place in each step.
    with st.container(key="lab-ask", gap="xsmall"):
        if feedback := st.session_state.get(f"said-{key}", ""):
            st.html(f'<p class="el-gap-said" role="status">{escape(feedback)}</p>')
        if known >= last:
            ends = LAST_STEP(result=cell_html(state_result(exact.final)))
            st.html(f'<p class="el-lab-question">{ends}</p>')
            st.button(BEGIN_AGAIN(), key="lab-again", on_click=_begin_again, args=(exact, key))
        else:
            _draw_question(exact, key, known + 1)
    if known < first and (svg := start_svg(exact, dark=is_dark())) is not None:
        st.html(figure_html(svg))
    if exact.steps[0].number <= known:
        draw_player(TraceShown(problem=exact.problem, upto=known), key, alone=True)


def _draw_question(exact: AlgorithmRun, key: str, number: int) -> None:
    field = f"guess-{key}-{number}"
    st.html(f'<p class="el-lab-question">{escape(ask_for_row(exact, number))}</p>')
    with (
        st.form("lab-guess", border=False, clear_on_submit=True),
        st.container(horizontal=True, vertical_alignment="bottom", gap="small"),
    ):
        st.text_input(YOUR_GUESS(), key=field, width="stretch")
        st.form_submit_button(
            CHECK(), type="primary", on_click=_check, args=(exact, key, number, field)
        )
    st.button(
        SHOW_STEP(),
        key="lab-show",
        type="tertiary",
        icon=":material/visibility:",
        on_click=_reveal,
        args=(key, number, ""),
    )


def _check(exact: AlgorithmRun, key: str, number: int, field: str) -> None:
    judged = judge_prediction(exact, number, str(st.session_state[field]))
    if judged.outcome == "right":
        _reveal(key, number, judged.words)
    else:
        st.session_state[f"said-{key}"] = judged.words


def _reveal(key: str, number: int, words: str) -> None:
    st.session_state[f"known-{key}"] = number
    st.session_state[step_field(key)] = number
    st.session_state[f"said-{key}"] = words


def _begin_again(exact: AlgorithmRun, key: str) -> None:
    first = exact.algorithm.first_step
    st.session_state[f"known-{key}"] = first - 1
    st.session_state[step_field(key)] = exact.steps[0].number
    st.session_state[f"said-{key}"] = ""
