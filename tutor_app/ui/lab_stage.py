"""The lab's stage: a run that is played, projected, or foretold step by step."""

from __future__ import annotations

import time
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.tracing.pictures.picture import start_svg
from tutor_app.tracing.words import result_words
from tutor_app.ui.lab_guess import judge_guess, question_for
from tutor_app.ui.trace_card import draw_player, is_dark, problem_digest, step_field
from tutor_app.ui.trace_html import cell_html, figure_html
from tutor_app.values import TraceShown

if TYPE_CHECKING:
    from tutor_app.tracing.run import Run

PROJECTED = "lab-projected"
FORETOLD = "lab-foretold"
PLAYING = "lab-playing"  # a plain entry: it is also set when the run is at its end
SECONDS = 1.6  # between two steps that are played


def draw_stage(exact: Run) -> None:
    """Draw the run with what a class needs: play, large type, the next step to be foretold."""
    key = f"lab-{problem_digest(exact.problem)}"
    # page.css leaves the sidebar out beside "lab-large".
    with st.container(
        key="lab-large" if st.session_state.get(PROJECTED) else "lab-controls",
        horizontal=True,
        vertical_alignment="center",
        gap="medium",
    ):
        foretold = st.session_state.get(FORETOLD, False)
        playing = bool(st.session_state.get(PLAYING)) and not foretold
        st.button(
            "Pause" if playing else "Play",
            key="lab-play",
            icon=":material/pause:" if playing else ":material/play_arrow:",
            on_click=_play,
            args=(exact, key),
            disabled=foretold,
            shortcut="P",
        )
        st.toggle("Foretell the next step", key=FORETOLD)
        st.toggle("Large, for projecting", key=PROJECTED)

    @st.fragment(run_every=SECONDS if playing else None)
    def stage() -> None:
        if st.session_state.get(FORETOLD):
            _draw_foretold(exact, key)
            return
        if playing:
            _move_on(exact, key)
        draw_player(TraceShown(problem=exact.problem), key, alone=True)
        if st.session_state.get(step_field(key), exact.steps[-1].number) == exact.steps[-1].number:
            st.html(f'<p class="el-lab-question">{cell_html(result_words(exact))}</p>')

    stage()


# --- playing ---------------------------------------------------------------------------------


def _play(exact: Run, key: str) -> None:
    """Start or pause; from the last step it begins again."""
    now = not st.session_state.get(PLAYING)
    st.session_state[PLAYING] = now
    st.session_state["lab-moved"] = time.monotonic()
    if now and st.session_state.get(step_field(key)) == exact.steps[-1].number:
        st.session_state[step_field(key)] = exact.steps[0].number


def _move_on(exact: Run, key: str) -> None:
    """Go one step on where it is time to; the page also runs when somebody touches it."""
    last, field = exact.steps[-1].number, step_field(key)
    now = int(st.session_state.get(field, exact.steps[0].number))
    if now >= last:
        st.session_state[PLAYING] = False
        st.rerun()
    if time.monotonic() - st.session_state.get("lab-moved", 0.0) < SECONDS / 2:
        return
    st.session_state["lab-moved"] = time.monotonic()
    st.session_state[field] = now + 1


# --- foretelling -----------------------------------------------------------------------------


def _draw_foretold(exact: Run, key: str) -> None:
    """Show the steps so far and ask for the next; nothing after it is on the page."""
    first, last = exact.algorithm.first_step, exact.steps[-1].number
    known_field = f"known-{key}"
    known = int(st.session_state.setdefault(known_field, first - 1))
    if known < first and (svg := start_svg(exact, dark=is_dark())) is not None:
        st.html(figure_html(svg))
    if exact.steps[0].number <= known:
        draw_player(TraceShown(problem=exact.problem, upto=known), key, alone=True)
    said = st.session_state.get(f"said-{key}", "")
    with st.container(key="lab-ask", gap="xsmall"):
        if said:
            st.html(f'<p class="el-gap-said" role="status">{escape(said)}</p>')
        if known >= last:
            ends = f"That was the last step. {cell_html(result_words(exact))}"
            st.html(f'<p class="el-lab-question">{ends}</p>')
            st.button("Begin again", key="lab-again", on_click=_begin_again, args=(exact, key))
            return
        _draw_question(exact, key, known + 1)


def _draw_question(exact: Run, key: str, number: int) -> None:
    field = f"guess-{key}-{number}"
    st.html(f'<p class="el-lab-question">{escape(question_for(exact, number))}</p>')
    with (
        st.form("lab-guess", border=False, clear_on_submit=True),
        st.container(horizontal=True, vertical_alignment="bottom", gap="small"),
    ):
        st.text_input("Your guess", key=field, width="stretch")
        st.form_submit_button(
            "Check", type="primary", on_click=_check, args=(exact, key, number, field)
        )
    st.button(
        "Show this step",
        key="lab-show",
        type="tertiary",
        icon=":material/visibility:",
        on_click=_reveal,
        args=(key, number, ""),
    )


def _check(exact: Run, key: str, number: int, field: str) -> None:
    guess = judge_guess(exact, number, str(st.session_state[field]))
    if guess.outcome == "right":
        _reveal(key, number, guess.words)
    else:
        st.session_state[f"said-{key}"] = guess.words


def _reveal(key: str, number: int, words: str) -> None:
    st.session_state[f"known-{key}"] = number
    st.session_state[step_field(key)] = number
    st.session_state[f"said-{key}"] = words


def _begin_again(exact: Run, key: str) -> None:
    first = exact.algorithm.first_step
    st.session_state[f"known-{key}"] = first - 1
    st.session_state[step_field(key)] = exact.steps[0].number
    st.session_state[f"said-{key}"] = ""
