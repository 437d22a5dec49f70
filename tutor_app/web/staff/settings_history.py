"""What a course's settings were, and how to restore an older version."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.domain.teaching import CourseSettings
from tutor_app.web.components.math_text import escape_markdown
from tutor_app.web.components.timestamps import when_words
from tutor_app.web.staff.settings_words import contact_words, list_changes
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tutor_app.storage.records import SettingsRow

HISTORY = phrase("page_settings.history")
NO_HISTORY = phrase("page_settings.no_history")
BEFORE = phrase("page_settings.before")
DEFAULTS = phrase("page_settings.defaults")
SAME_AS_BEFORE = phrase("page_settings.same_as_before")
VERSION = phrase("page_settings.version", "when")
VERSION_IN_FORCE = phrase("page_settings.version_in_force", "when")
PUT_BACK = phrase("page_settings.put_back")
SHOWN_VERSIONS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class _Version:
    """`number` is 0 for the defaults, which held before the first change."""

    number: int
    when: str
    settings: CourseSettings
    contact: str | None
    changes: Sequence[str]


def draw_history(
    history: Sequence[SettingsRow],
    contact: str,
    put_back: Callable[[CourseSettings, str | None], None],
) -> None:
    """Draw the versions, the newest first, with what each changed; `contact` is in force."""
    st.subheader(HISTORY(), anchor=False)
    if not history:
        st.caption(NO_HISTORY())
        return
    with st.container(key="setup-history", gap="small"):
        for version in _versions(history):
            in_force = version.settings == history[0].settings and (
                version.contact is None or version.contact == contact
            )
            _draw_version(version, put_back, newest=version.number == len(history), same=in_force)


def _versions(history: Sequence[SettingsRow]) -> Iterator[_Version]:
    for number, row in enumerate(history[:SHOWN_VERSIONS]):
        older = history[number + 1] if number + 1 < len(history) else None
        yield _Version(
            number=row.version,
            when=when_words(row.changed_at),
            settings=row.settings,
            contact=row.contact,
            changes=_list_changes(row, older),
        )
    if len(history) <= SHOWN_VERSIONS:
        yield _Version(
            number=0,
            when=BEFORE(),
            settings=CourseSettings(),
            contact=None,
            changes=[DEFAULTS()],
        )


def _list_changes(row: SettingsRow, older: SettingsRow | None) -> list[str]:
    lines = list_changes(older.settings if older else CourseSettings(), row.settings)
    before = (older.contact if older else None) or ""
    if row.contact is not None and row.contact != before:
        lines.append(contact_words(row.contact))
    return lines or [SAME_AS_BEFORE()]


def _draw_version(
    version: _Version,
    put_back: Callable[[CourseSettings, str | None], None],
    *,
    newest: bool,
    same: bool,
) -> None:
    with st.container(
        key=f"version-{version.number}", horizontal=True, vertical_alignment="center"
    ):
        changes = "  \n".join(escape_markdown(line) for line in version.changes)
        title = VERSION_IN_FORCE if newest else VERSION
        st.markdown(f"{title(when=version.when)}  \n{changes}", width="stretch")
        if not same:
            st.button(
                PUT_BACK(),
                key=f"put-back-{version.number}",
                icon=":material/history:",
                on_click=put_back,
                args=(version.settings, version.contact),
            )
