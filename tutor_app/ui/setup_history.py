"""What a course's settings were, and putting an older version back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.teaching import CourseSettings
from tutor_app.ui.math_text import escape_markdown
from tutor_app.ui.setup_words import changes
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
    said: Sequence[str]


def draw_history(
    history: Sequence[SettingsRow], put_back: Callable[[CourseSettings], None]
) -> None:
    """Draw the versions, the newest first, with what each changed."""
    st.subheader("What was in force when", anchor=False)
    if not history:
        st.caption("Nothing was changed yet: these are the defaults.")
        return
    with st.container(key="setup-history", gap="small"):
        for version in _versions(history):
            in_force = version.settings == history[0].settings
            _draw_version(version, put_back, newest=version.number == len(history), same=in_force)
    st.caption("Who to ask is not part of the history.")


def _versions(history: Sequence[SettingsRow]) -> Iterator[_Version]:
    for number, row in enumerate(history[:SHOWN_VERSIONS]):
        before = history[number + 1].settings if number + 1 < len(history) else CourseSettings()
        yield _Version(
            number=row.version,
            when=when_words(row.changed_at),
            settings=row.settings,
            said=changes(before, row.settings) or ["The same as before"],
        )
    if len(history) <= SHOWN_VERSIONS:
        yield _Version(number=0, when="Before", settings=CourseSettings(), said=["The defaults"])


def _draw_version(
    version: _Version, put_back: Callable[[CourseSettings], None], *, newest: bool, same: bool
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
                args=(version.settings,),
            )
