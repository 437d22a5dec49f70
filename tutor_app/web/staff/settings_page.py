"""The settings of a course: how much is shown, to whom, by which conventions. Staff only."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.domain.errors import SettingsInvalid
from tutor_app.domain.teaching import (
    GUIDANCES,
    LEVELS,
    LONGEST_AUDIENCE,
    REVEAL_POLICIES,
    TONES,
    CourseSettings,
    Persona,
)
from tutor_app.runtime.course_yaml import (
    LONGEST_CONTACT,
    CourseFile,
    known_conventions,
    merge,
    pick,
    read_file,
    to_yaml,
)
from tutor_app.web.components.error_boundary import try_action
from tutor_app.web.components.math_text import escape_markdown
from tutor_app.web.components.page_titles import SETTINGS
from tutor_app.web.staff import settings_words as words
from tutor_app.web.staff.model_view import draw_model
from tutor_app.web.staff.page_frame import draw_staff_page
from tutor_app.web.staff.settings_history import draw_history
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor_app.domain.traces import Value
    from tutor_app.storage.records import CourseRow
    from tutor_app.web.components.page_services import PageServices
    from tutor_app.web.components.visitor import Visitor

ABOUT = phrase("page_settings.about", "course")
SAVED = phrase("page_settings.saved")
NO_CHANGE = phrase("page_settings.no_change")
SAVED_MEANWHILE = phrase("page_settings.saved_meanwhile")
TEACHING = phrase("page_settings.teaching")
TRACE_TABLES_HELP = phrase("page_settings.trace_tables_help")
AUDIENCE = phrase("page_settings.audience")
AUDIENCE_HELP = phrase("page_settings.audience_help")
AUDIENCE_EXAMPLE = phrase("page_settings.audience_example")
LANGUAGE_HELP = phrase("page_settings.language_help")
LEVEL_HELP = phrase("page_settings.level_help")
TONE_HELP = phrase("page_settings.tone_help")
CONTACT_HELP = phrase("page_settings.contact_help")
CONVENTIONS = phrase("page_settings.conventions")
SAVE = phrase("page_settings.save")
CONVENTIONS_HELP = phrase("page_settings.conventions_help")
ALL_CONVENTIONS = phrase("page_settings.all_conventions", "count")
MORE_CONVENTIONS = phrase("page_settings.more_conventions", "count")
AS_FILE = phrase("page_settings.as_file")
FILE_HELP = phrase("page_settings.file_help")
DOWNLOAD = phrase("page_settings.download")
UPLOAD = phrase("page_settings.upload")
FILE_TOO_LONG = phrase("page_settings.file_too_long", "file")
FILE_NOT_TEXT = phrase("page_settings.file_not_text", "file")
FILE_INVALID = phrase("page_settings.file_invalid", "file", "reason")
LONGEST_FILE = 64_000  # bytes of a course.yaml
_REPORT, _PROBLEM = "setup-said", "setup-problem"


@dataclass(frozen=True, slots=True, kw_only=True)
class _FormState:
    """Settings as they fill a form; `of` names its boxes."""

    settings: CourseSettings
    contact: str
    of: str


def draw_settings_page(services: PageServices, visitor: Visitor) -> None:
    """Draw the settings of a course, or the sign-in form.

    Raises:
        TutorError: a part that the page cannot do without is down.
    """
    draw_staff_page(SETTINGS(), services, visitor, lambda course: _draw_settings(course, services))


def _draw_settings(course: CourseRow, services: PageServices) -> None:
    st.markdown(ABOUT(course=escape_markdown(course.name)))
    if report := st.session_state.pop(_REPORT, None):
        st.success(report, icon=":material/check:")
    if problem := st.session_state.pop(_PROBLEM, None):
        st.error(escape_markdown(problem).replace("\n", "  \n"), icon=":material/error:")
    history = services.course_settings.history(course.id)
    newest = _FormState(
        settings=history[0].settings if history else CourseSettings(),
        contact=course.contact,
        of=f"{course.id}-{len(history)}-{zlib.crc32(course.contact.encode())}",
    )
    _draw_form(course, newest, services)
    draw_model(services.settings)
    _draw_file(course, newest, services)
    draw_history(
        history,
        course.contact,
        lambda settings, contact: _put_in_force(
            course, CourseFile(settings=settings, contact=contact), newest, services
        ),
    )


# --- the form ---


def _form_state(course: CourseRow, newest: _FormState) -> _FormState:
    """Return what this window's form was filled with.

    That stays while somebody else saves: what is being typed here must not be lost.
    """
    key = f"setup-base-{course.id}"
    base: _FormState | None = st.session_state.get(key)
    if base is not None and f"policy-{base.of}" in st.session_state:
        return base
    st.session_state[key] = newest
    return newest


def _changes_meanwhile(base: _FormState, newest: _FormState) -> list[str]:
    """Return a line for each setting that was saved since the form was filled."""
    lines = words.list_changes(base.settings, newest.settings)
    if newest.contact != base.contact:
        lines.append(words.contact_words(newest.contact))
    return lines


def _draw_form(course: CourseRow, newest: _FormState, services: PageServices) -> None:
    """Draw the form; its keys name the version, so that restoring one refills the boxes."""
    base = _form_state(course, newest)
    settings, of = base.settings, base.of
    if lines := _changes_meanwhile(base, newest):
        st.info(
            SAVED_MEANWHILE() + "\n" + "".join(f"\n- {escape_markdown(line)}" for line in lines),
            icon=":material/group:",
        )
    with st.form(f"setup-{of}", border=False):
        st.subheader(TEACHING(), anchor=False)
        policy = st.radio(
            words.TRACE_TABLES(),
            REVEAL_POLICIES,
            index=REVEAL_POLICIES.index(settings.reveal_policy),
            format_func=lambda one: words.POLICIES[one](),
            key=f"policy-{of}",
            help=TRACE_TABLES_HELP(),
        )
        guidance = st.radio(
            words.ANSWERS(),
            GUIDANCES,
            index=GUIDANCES.index(settings.guidance),
            format_func=lambda one: words.GUIDANCES[one](),
            key=f"guidance-{of}",
        )
        language = st.selectbox(
            words.LANGUAGE(),
            list(words.LANGUAGES),
            index=list(words.LANGUAGES).index(settings.language),
            format_func=lambda one: words.LANGUAGES[one](),
            help=LANGUAGE_HELP(),
            key=f"language-{of}",
        )
        st.subheader(words.STUDENTS(), anchor=False)
        audience = st.text_input(
            AUDIENCE(),
            value=settings.persona.audience,
            max_chars=LONGEST_AUDIENCE,
            help=AUDIENCE_HELP(),
            placeholder=AUDIENCE_EXAMPLE(),
            key=f"audience-{of}",
        )
        level = st.selectbox(
            words.LEVEL(),
            LEVELS,
            index=LEVELS.index(settings.persona.level),
            format_func=lambda one: words.LEVELS[one](),
            help=LEVEL_HELP(),
            key=f"level-{of}",
        )
        tone = st.selectbox(
            words.TONE(),
            TONES,
            index=TONES.index(settings.persona.tone),
            format_func=lambda one: words.TONES[one](),
            help=TONE_HELP(),
            key=f"tone-{of}",
        )
        contact = st.text_input(
            words.CONTACT(),
            value=base.contact,
            max_chars=LONGEST_CONTACT,
            help=CONTACT_HELP(),
            key=f"contact-{of}",
        )
        st.subheader(CONVENTIONS(), anchor=False)
        conventions = _draw_conventions(settings, of)
        pressed = st.form_submit_button(SAVE(), type="primary")
    if pressed:
        chosen = CourseSettings(
            reveal_policy=policy,
            guidance=guidance,
            persona=Persona(audience=audience.strip(), level=level, tone=tone),
            trace_conventions=conventions,
            language=language,
        )
        wanted = CourseFile(
            settings=merge(settings, chosen, newest.settings),
            contact=pick(base.contact, contact.strip(), newest.contact),
        )
        _put_in_force(course, wanted, newest, services)
        st.rerun()


def _draw_conventions(settings: CourseSettings, of: str) -> dict[str, Value]:
    """Draw a box for each convention: those that are set openly, the others folded away."""
    known = known_conventions()
    chosen: dict[str, Value] = {}
    st.caption(CONVENTIONS_HELP())
    chosen_here = [name for name in known if name in settings.trace_conventions]
    others = sorted((name for name in known if name not in chosen_here), key=words.title_of)
    for name in chosen_here:
        _draw_convention(name, known[name], settings, of, chosen)
    label = MORE_CONVENTIONS if chosen_here else ALL_CONVENTIONS
    with st.expander(label(count=len(others))):
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
    return words.choice_words(name, options[number]) if number else words.OWN_DEFAULT()


# --- putting in force ---


def _put_in_force(
    course: CourseRow, wanted: CourseFile, before: _FormState, services: PageServices
) -> None:
    """Check and save what was chosen; the next drawing of the page says how it went."""
    try:
        checked = read_file(to_yaml(wanted.settings, wanted.contact))
    except SettingsInvalid as exc:
        st.session_state[_PROBLEM] = str(exc)
        return
    contact = before.contact if checked.contact is None else checked.contact
    is_new = checked.settings != before.settings or contact != before.contact

    def save() -> None:
        if is_new:
            services.course_settings.change(course.id, checked.settings, contact)
        st.session_state.pop(f"setup-base-{course.id}", None)  # the form is filled anew
        st.session_state[_REPORT] = SAVED() if is_new else NO_CHANGE()

    try_action(save)


# --- the file ---


def _draw_file(course: CourseRow, newest: _FormState, services: PageServices) -> None:
    st.subheader(AS_FILE(), anchor=False)
    st.caption(FILE_HELP())
    st.download_button(
        DOWNLOAD(),
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
        UPLOAD(),
        key=key,  # any type: what the uploader itself refuses vanishes without a word
        max_upload_size=1,  # MB: Streamlit's smallest; LONGEST_FILE is what is read
        on_change=_take_file,
        args=(key, course, newest, services),
    )


def _take_file(key: str, course: CourseRow, before: _FormState, services: PageServices) -> None:
    uploaded = st.session_state.get(key)
    if uploaded is None:
        return
    st.session_state["yaml-round"] += 1  # an empty uploader again
    if uploaded.size > LONGEST_FILE:
        st.session_state[_PROBLEM] = FILE_TOO_LONG(file=uploaded.name)
        return
    try:
        read = read_file(uploaded.getvalue().decode("utf-8"))
    except UnicodeDecodeError:
        st.session_state[_PROBLEM] = FILE_NOT_TEXT(file=uploaded.name)
    except SettingsInvalid as exc:
        st.session_state[_PROBLEM] = FILE_INVALID(file=uploaded.name, reason=exc)
    else:
        _put_in_force(course, read, before, services)
