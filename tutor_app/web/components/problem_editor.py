"""“Correct it”: the problem as it was read, to change in words, and its conventions to choose."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.narration.convention_texts import describe_convention
from tutor_app.tracing.problem_statement import state_choice, state_problem
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from tutor_app.domain.traces import Problem, Value
    from tutor_app.domain.values import ProblemRead

EDIT = phrase("page_traces.correct_it")
PROBLEM = phrase("page_traces.problem_text")
USE = phrase("page_traces.use")
LONGEST = 4_000  # characters; a longer problem is pasted again rather than edited here


def draw_editor(read: ProblemRead, key: str, say: Callable[[str], None]) -> None:
    """Draw the problem's words and a box for each convention; `say` sends the corrected one."""
    data = state_problem(replace(read.problem, conventions={}))
    if len(data) > LONGEST:
        return
    field, boxes = f"problem-text-{key}", f"convention-{key}"

    def send() -> None:
        text = str(st.session_state[field])
        say(corrected_message(text, read.problem, read.assumed, _chosen_now(read.problem, boxes)))

    # A form, since leaving the text would draw the page anew, and a click at that moment be lost.
    with st.expander(EDIT(), icon=":material/edit:"), st.form(f"correct-{key}", border=False):
        st.text_area(PROBLEM(), value=data, key=field, height=170)
        draw_conventions(read.problem, boxes)
        st.form_submit_button(USE(), key=f"use-{key}", on_click=send, type="primary")


def draw_conventions(problem: Problem, key: str) -> dict[str, Value]:
    """Draw a box for each convention that can be chosen; return all of them as chosen now."""
    chosen: dict[str, Value] = dict(problem.conventions)
    for name, convention in algorithm_named(problem.algorithm).conventions.items():
        options: list[Value] = [choice for choice in convention.choices if choice is not None]
        if len(options) < 2:
            continue
        now = problem.conventions.get(name, convention.default)
        chosen[name] = st.selectbox(
            convention_name(name),
            options,
            index=options.index(now) if now in options else 0,
            format_func=partial(choice_words, name),
            key=_box(key, problem, name),
        )
    return chosen


def _chosen_now(problem: Problem, key: str) -> dict[str, Value]:
    """Return the conventions as the boxes stand, including one changed just before the button."""
    return {
        name: st.session_state.get(_box(key, problem, name), value)
        for name, value in problem.conventions.items()
    }


def _box(key: str, problem: Problem, name: str) -> str:
    return f"{key}-{problem.algorithm}-{name}"


def corrected_message(
    text: str, problem: Problem, assumed: Collection[str], chosen: Mapping[str, Value]
) -> str:
    """Return the message that states the corrected problem.

    What nobody has stated or changed is left out, so that it stays open.
    """
    algorithm = algorithm_named(problem.algorithm)
    said = [
        state_choice(algorithm, name, value, chosen)
        for name, value in chosen.items()
        if name not in assumed or value != problem.conventions.get(name)
    ]
    return "\n".join([text.strip(), *filter(None, said)])


def convention_name(name: str) -> str:
    """Return what a convention is called: "Tie break"."""
    return name.replace("_", " ").capitalize()


def choice_words(name: str, value: Value) -> str:
    """Return a choice in words, with a capital: "Ties are broken alphabetically"."""
    words = describe_convention(name, value)
    return f"{words[:1].upper()}{words[1:]}"
