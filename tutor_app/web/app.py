"""The script that Streamlit runs for every page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.web.chat.chat_page import draw_chat_page
from tutor_app.web.components.connection_notice import draw_connection_notice
from tutor_app.web.components.error_boundary import PageErrors, error_boundary
from tutor_app.web.components.page_language import keep_language
from tutor_app.web.components.page_services import PageServices, get_page_services
from tutor_app.web.components.page_titles import (
    CHAT,
    CONVERSATIONS,
    INBOX,
    MATERIALS,
    SETTINGS,
    TRACE_LAB,
)
from tutor_app.web.components.preview import keep_preview, preview_is_on
from tutor_app.web.components.visitor import Visitor, get_visitor
from tutor_app.web.lab.trace_lab import draw_trace_lab, lab_is_open
from tutor_app.web.staff.conversations_page import draw_conversations_page
from tutor_app.web.staff.inbox_page import draw_inbox_page
from tutor_app.web.staff.materials_page import draw_materials_page
from tutor_app.web.staff.settings_page import draw_settings_page

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage

STYLES = (Path(__file__).with_name("page.css"), Path(__file__).with_name("teaching.css"))
ICON = Path(__file__).with_name("icon.png")


def main() -> None:
    st.set_page_config(page_title="Elenchus", page_icon=str(ICON), layout="centered")
    for style in STYLES:
        st.html(style)
    _keep_language()
    draw_connection_notice()
    chat = _page(CHAT(), "forum", "chat", draw_chat_page, default=True)
    lab = _page(TRACE_LAB(), "route", "trace-lab", draw_trace_lab)
    materials = _page(MATERIALS(), "library_books", "materials", draw_materials_page)
    for_staff = [
        materials,
        _page(SETTINGS(), "tune", "settings", draw_settings_page),
        _page(INBOX(), "inbox", "inbox", draw_inbox_page),
        _page(CONVERSATIONS(), "rate_review", "conversations", draw_conversations_page),
    ]
    is_staff, sees_lab = _find_rights()
    own = [chat, lab] if sees_lab else [chat]
    st.session_state["pages"] = [*own, *(for_staff if is_staff else ())]
    st.session_state["way-in-for-staff"] = None if is_staff else materials
    st.navigation([chat, lab, *for_staff], position="hidden").run()


def _page(
    title: str,
    icon: str,
    url_path: str,
    draw: Callable[[PageServices, Visitor], None],
    *,
    default: bool = False,
) -> StreamlitPage:
    def run() -> None:
        with error_boundary():
            services = get_page_services()
            draw(services, get_visitor(services.conversations))

    return st.Page(run, title=title, icon=f":material/{icon}:", url_path=url_path, default=default)


def _keep_language() -> None:
    try:
        services = get_page_services()
        keep_language(services, get_visitor(services.conversations))
    except PageErrors:  # the page that runs now says what is wrong
        pass


def _find_rights() -> tuple[bool, bool]:
    """Return whether staff are here, and whether this visitor may use the lab.

    Links are drawn for those who may follow them; the pages of staff themselves ask for the code.
    """
    try:
        services = get_page_services()
        visitor = get_visitor(services.conversations)
        keep_preview(services, visitor)
        is_staff = services.staff_auth.is_signed_in(visitor.visit) and not preview_is_on()
        return is_staff, is_staff or lab_is_open(services)
    except PageErrors:  # the page that runs now says what is wrong
        return False, False


main()
