"""What a course's settings were, and putting an older version back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.teaching import CourseSettings
from tutor_app.ui.math_text import escape_markdown
from tutor_app.ui.setup_words import changes, contact_words
from tutor_app.ui.when import when_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tutor_app.records import SettingsRow

SHOWN_VERSIONS = 20
PUT_BACK = "Put this one back"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Version:
    """`number` is 0 for the defaults, which held before the first change."""

    number: int
    when: str
    settings: CourseSettings
    contact: str | None
    said: Sequence[str]


def draw_history(
    history: Sequence[SettingsRow],
    contact: str,
    put_back: Callable[[CourseSettings, str | None], None],
) -> None:
    """Draw the versions, the newest first, with what each changed; `contact` is in force."""
    st.subheader("What was in force when", anchor=False)
    if not history:
        st.caption("Nothing was changed yet: these are the defaults.")
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
            said=_what_changed(row, older),
        )
    if len(history) <= SHOWN_VERSIONS:
        yield _Version(
            number=0,
            when="Before",
            settings=CourseSettings(),
            contact=None,
            said=["The defaults"],
        )


def _what_changed(row: SettingsRow, older: SettingsRow | None) -> list[str]:
    said = changes(older.settings if older else CourseSettings(), row.settings)
    before = (older.contact if older else None) or ""
    if row.contact is not None and row.contact != before:
        said.append(contact_words(row.contact))
    return said or ["The same as before"]


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
        said = "  \n".join(escape_markdown(line) for line in version.said)
        mark = " · in force" if newest else ""
        st.markdown(f"**{version.when}**{mark}  \n{said}", width="stretch")
        if not same:
            st.button(
                PUT_BACK,
                key=f"put-back-{version.number}",
                icon=":material/history:",
                on_click=put_back,
                args=(version.settings, version.contact),
            )
