"""The settings of a course: how much is shown, to whom, by which conventions. Staff only."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.course_setup import (
    LONGEST_CONTACT,
    CourseFile,
    known_conventions,
    merge,
    pick,
    read_file,
    to_yaml,
)
from tutor_app.errors import SettingsInvalid
from tutor_app.teaching import (
    GUIDANCES,
    LEVELS,
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
AUDIENCE_HELP = (
    "Told to students who ask whom the tutor is for, and to a model that has earned it to write "
    "for them. What is true, and the course's own words, stay the same for everybody."
)
AUDIENCE_EXAMPLE = "First-year students, about 19, in Graz, who have not programmed before"
LONGEST_FILE = 64_000  # bytes of a course.yaml
_SAID, _PROBLEM = "setup-said", "setup-problem"


@dataclass(frozen=True, slots=True, kw_only=True)
class _State:
    """Settings as a form is filled with them; `of` names its boxes."""

    settings: CourseSettings
    contact: str
    of: str


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
    newest = _State(
        settings=history[0].settings if history else CourseSettings(),
        contact=course.contact,
        of=f"{course.id}-{len(history)}-{zlib.crc32(course.contact.encode())}",
    )
    _draw_form(course, newest, parts)
    _draw_file(course, newest, parts)
    draw_history(
        history,
        course.contact,
        lambda settings, contact: _put_in_force(
            course, CourseFile(settings=settings, contact=contact), newest, parts
        ),
    )


# --- the form ---


def _state_of_form(course: CourseRow, newest: _State) -> _State:
    """Return what this window's form was filled with.

    It stays so while somebody else saves: what is being typed here must not be lost.
    """
    key = f"setup-base-{course.id}"
    kept: _State | None = st.session_state.get(key)
    if kept is not None and f"policy-{kept.of}" in st.session_state:
        return kept
    st.session_state[key] = newest
    return newest


def _meanwhile(base: _State, newest: _State) -> list[str]:
    """Return a line for each thing that was set since the form was filled."""
    lines = words.changes(base.settings, newest.settings)
    if newest.contact != base.contact:
        lines.append(words.contact_words(newest.contact))
    return lines


def _draw_form(course: CourseRow, newest: _State, parts: Parts) -> None:
    """Boxes are named by the version, so that one put back fills them anew."""
    base = _state_of_form(course, newest)
    settings, of = base.settings, base.of
    if lines := _meanwhile(base, newest):
        st.info(
            "Somebody saved other settings while this page was open. What you change below is put "
            "on top of theirs; reload the page to see theirs in the boxes.\n"
            + "".join(f"\n- {escape_markdown(line)}" for line in lines),
            icon=":material/group:",
        )
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
            placeholder=AUDIENCE_EXAMPLE,
            key=f"audience-{of}",
        )
        level = st.selectbox(
            "Level",
            LEVELS,
            index=LEVELS.index(settings.persona.level),
            format_func=lambda one: words.LEVELS[one],
            help=words.LEVEL_HELP,
            key=f"level-{of}",
        )
        tone = st.selectbox(
            "Tone",
            TONES,
            index=TONES.index(settings.persona.tone),
            format_func=lambda one: words.TONES[one],
            help=words.TONE_HELP,
            key=f"tone-{of}",
        )
        contact = st.text_input(
            "Who to ask",
            value=base.contact,
            max_chars=LONGEST_CONTACT,
            help=CONTACT_HELP,
            key=f"contact-{of}",
        )
        st.subheader("Conventions", anchor=False)
        conventions = _draw_conventions(settings, of)
        pressed = st.form_submit_button("Save", type="primary")
    if pressed:
        chosen = CourseSettings(
            reveal_policy=policy,
            guidance=guidance,
            persona=Persona(audience=audience.strip(), level=level, tone=tone),
            trace_conventions=conventions,
        )
        wanted = CourseFile(
            settings=merge(settings, chosen, newest.settings),
            contact=pick(base.contact, contact.strip(), newest.contact),
        )
        _put_in_force(course, wanted, newest, parts)
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


def _put_in_force(course: CourseRow, wanted: CourseFile, before: _State, parts: Parts) -> None:
    """Check and keep what was chosen; the page says how it went when it is drawn next."""
    try:
        checked = read_file(to_yaml(wanted.settings, wanted.contact))
    except SettingsInvalid as exc:
        st.session_state[_PROBLEM] = str(exc)
        return
    contact = before.contact if checked.contact is None else checked.contact
    is_new = checked.settings != before.settings or contact != before.contact

    def keep() -> None:
        if is_new:
            parts.course_settings.change(course.id, checked.settings, contact)
        st.session_state.pop(f"setup-base-{course.id}", None)  # the form is filled anew
        st.session_state[_SAID] = IN_FORCE if is_new else UNCHANGED

    attempt(keep)


# --- the file ---


def _draw_file(course: CourseRow, newest: _State, parts: Parts) -> None:
    st.subheader("As a file", anchor=False)
    st.caption("To keep, to compare, or to carry to another course or machine.")
    st.download_button(
        "Download course.yaml",
        data=to_yaml(newest.settings, newest.contact),
        file_name="course.yaml",
        mime="application/yaml",
        key="course-yaml",
        icon=":material/download:",
        on_click="ignore",
    )
    round_ = st.session_state.setdefault("yaml-round", 0)
    key = f"yaml-{course.id}-{round_}"
    st.file_uploader(
        "Put a course.yaml in force",
        type=["yaml", "yml"],
        key=key,
        max_upload_size=1,  # MB: Streamlit's smallest; LONGEST_FILE is what is read
        on_change=_take_file,
        args=(key, course, newest, parts),
    )


def _take_file(key: str, course: CourseRow, before: _State, parts: Parts) -> None:
    uploaded = st.session_state.get(key)
    if uploaded is None:
        return
    st.session_state["yaml-round"] += 1  # an empty uploader again
    if uploaded.size > LONGEST_FILE:
        st.session_state[_PROBLEM] = "This file is too long for settings. Nothing was changed."
        return
    try:
        read = read_file(uploaded.getvalue().decode("utf-8"))
    except UnicodeDecodeError:
        st.session_state[_PROBLEM] = "This file is no text. Nothing was changed."
    except SettingsInvalid as exc:
        st.session_state[_PROBLEM] = str(exc)
    else:
        _put_in_force(course, read, before, parts)
