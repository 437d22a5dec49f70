"""The settings of a course: how much is shown, to whom, by which conventions. Staff only."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.course_setup import from_yaml, known_conventions, to_yaml
from tutor_app.errors import SettingsInvalid
from tutor_app.teaching import (
    GUIDANCES,
    LONGEST_AUDIENCE,
    REVEAL_POLICIES,
    TONES,
    CourseSettings,
    Persona,
)
from tutor_app.ui import setup_words as words
from tutor_app.ui.math_text import escape_markdown
from tutor_app.ui.parts import Parts, get_parts
from tutor_app.ui.setup_history import draw_history
from tutor_app.ui.staff_page import draw_staff_page
from tutor_app.ui.trouble import attempt, recovering
from tutor_app.ui.visitor import Visitor, get_visitor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor_app.records import CourseRow
    from tutor_app.tracing.values import Value

IN_FORCE = "Saved. In force from the next message on."
UNCHANGED = "Nothing was changed: these settings are in force already."
CONTACT_HELP = "Named where the course has no answer, and after the last hint"
AUDIENCE_HELP = "In your words: first-year students who have not programmed before"
LONGEST_FILE = 64_000  # bytes of a course.yaml
_SAID, _PROBLEM = "setup-said", "setup-problem"


def setup() -> None:
    """The page as the navigation runs it."""
    with recovering():
        parts = get_parts()
        draw_setup_page(parts, get_visitor(parts.conversations))


def draw_setup_page(parts: Parts, visitor: Visitor) -> None:
    """Draw the settings of a course, or the door.

    Raises:
        TutorError: a part that the page cannot do without is down.
    """
    draw_staff_page("Settings", parts, visitor, lambda course: _draw_setup(course, parts))


def _draw_setup(course: CourseRow, parts: Parts) -> None:
    st.markdown(
        f"How the tutor of **{escape_markdown(course.name)}** teaches. What you save is in force "
        "from the next message on, and every version is kept."
    )
    if said := st.session_state.pop(_SAID, None):
        st.success(said, icon=":material/check:")
    if problem := st.session_state.pop(_PROBLEM, None):
        st.error(escape_markdown(problem).replace("\n", "  \n"), icon=":material/error:")
    history = parts.course_settings.history(course.id)
    settings = history[0].settings if history else CourseSettings()
    _draw_form(course, settings, len(history), parts)
    _draw_file(course, settings, len(history), parts)
    draw_history(history, lambda older: _put_in_force(course, older, settings, parts))


# --- the form ---


def _draw_form(course: CourseRow, settings: CourseSettings, version: int, parts: Parts) -> None:
    """Boxes are named by the version, so that one put back fills them anew."""
    of = f"{course.id}-{version}"
    with st.form(f"setup-{of}", border=False):
        st.subheader("Teaching", anchor=False)
        policy = st.radio(
            "Tables of traces",
            REVEAL_POLICIES,
            index=REVEAL_POLICIES.index(settings.reveal_policy),
            format_func=lambda one: words.POLICIES[one],
            key=f"policy-{of}",
            help="Problems that match an assignment get hints only, whatever is chosen here.",
        )
        guidance = st.radio(
            "Answers",
            GUIDANCES,
            index=GUIDANCES.index(settings.guidance),
            format_func=lambda one: words.GUIDANCES[one],
            key=f"guidance-{of}",
        )
        st.subheader("Students", anchor=False)
        audience = st.text_input(
            "Whom the tutor speaks to",
            value=settings.persona.audience,
            max_chars=LONGEST_AUDIENCE,
            help=AUDIENCE_HELP,
            key=f"audience-{of}",
        )
        tone = st.selectbox(
            "Tone",
            TONES,
            index=TONES.index(settings.persona.tone),
            format_func=lambda one: words.TONES[one],
            key=f"tone-{of}",
        )
        contact = st.text_input(
            "Who to ask",
            value=course.contact,
            max_chars=200,
            help=CONTACT_HELP,
            key=f"contact-{of}-{course.contact}",
        )
        st.subheader("Conventions", anchor=False)
        conventions = _draw_conventions(settings, of)
        pressed = st.form_submit_button("Save", type="primary")
    if pressed:
        chosen = CourseSettings(
            reveal_policy=policy,
            guidance=guidance,
            persona=Persona(audience=audience.strip(), tone=tone),
            trace_conventions=conventions,
        )
        _put_in_force(course, chosen, settings, parts, contact=contact)
        st.rerun()


def _draw_conventions(settings: CourseSettings, of: str) -> dict[str, Value]:
    """A box for each convention, behind one line; those that are set stand there too."""
    known = known_conventions()
    chosen: dict[str, Value] = {}
    st.caption(
        "Which rule a trace follows where the message states none. A trace that is right under "
        "another reading stays right, unless the course or the message names one."
    )
    held = [name for name in known if name in settings.trace_conventions]
    others = sorted((name for name in known if name not in held), key=words.title_of)
    for name in held:
        _draw_convention(name, known[name], settings, of, chosen)
    label = f"{len(others)} more conventions" if held else f"{len(others)} conventions"
    with st.expander(label):
        half = (len(others) + 1) // 2
        for column, names in zip(st.columns(2), (others[:half], others[half:]), strict=True):
            with column:
                for name in names:
                    _draw_convention(name, known[name], settings, of, chosen)
    return chosen


def _draw_convention(
    name: str,
    choices: Sequence[Value],
    settings: CourseSettings,
    of: str,
    chosen: dict[str, Value],
) -> None:
    options: list[Value] = [None, *(choice for choice in choices if choice is not None)]
    now = settings.trace_conventions.get(name)
    choice = st.selectbox(
        words.title_of(name),
        range(len(options)),
        index=next((i for i, one in enumerate(options) if _same(one, now)), 0),
        format_func=partial(_option_words, name, options),
        help=words.algorithms_of(name),
        key=f"convention-{name}-{of}",
    )
    if options[choice] is not None:
        chosen[name] = options[choice]


def _same(one: Value, other: Value) -> bool:
    return type(one) is type(other) and one == other


def _option_words(name: str, options: Sequence[Value], number: int) -> str:
    return words.choice_words(name, options[number]) if number else words.OWN_DEFAULT


# --- putting in force ---


def _put_in_force(
    course: CourseRow,
    chosen: CourseSettings,
    before: CourseSettings,
    parts: Parts,
    contact: str | None = None,
) -> None:
    """Check and keep what was chosen; the page says how it went when it is drawn next."""
    try:
        checked = from_yaml(to_yaml(chosen))
    except SettingsInvalid as exc:
        st.session_state[_PROBLEM] = str(exc)
        return
    new_contact = contact is not None and contact.strip() != course.contact

    def keep() -> None:
        if checked != before:
            parts.course_settings.change(course.id, checked)
        if new_contact:
            parts.courses.rename(course.id, course.name, contact)
        st.session_state[_SAID] = IN_FORCE if checked != before or new_contact else UNCHANGED

    attempt(keep)


# --- the file ---


def _draw_file(course: CourseRow, settings: CourseSettings, version: int, parts: Parts) -> None:
    st.subheader("As a file", anchor=False)
    st.caption("To keep, to compare, or to carry to another course or machine.")
    st.download_button(
        "Download course.yaml",
        data=to_yaml(settings),
        file_name="course.yaml",
        mime="application/yaml",
        key="course-yaml",
        icon=":material/download:",
        on_click="ignore",
    )
    round_ = st.session_state.setdefault("yaml-round", 0)
    key = f"yaml-{course.id}-{version}-{round_}"
    st.file_uploader(
        "Put a course.yaml in force",
        type=["yaml", "yml"],
        key=key,
        max_upload_size=1,  # MB: Streamlit's smallest; LONGEST_FILE is what is read
        on_change=_take_file,
        args=(key, course, settings, parts),
    )


def _take_file(key: str, course: CourseRow, before: CourseSettings, parts: Parts) -> None:
    uploaded = st.session_state.get(key)
    if uploaded is None:
        return
    st.session_state["yaml-round"] += 1  # an empty uploader again
    if uploaded.size > LONGEST_FILE:
        st.session_state[_PROBLEM] = "This file is too long for settings. Nothing was changed."
        return
    try:
        settings = from_yaml(uploaded.getvalue().decode("utf-8"))
    except UnicodeDecodeError:
        st.session_state[_PROBLEM] = "This file is no text. Nothing was changed."
    except SettingsInvalid as exc:
        st.session_state[_PROBLEM] = str(exc)
    else:
        _put_in_force(course, settings, before, parts)
