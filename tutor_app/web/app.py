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
    MATERIALS,
    SETTINGS,
    TRACE_LAB,
)
from tutor_app.web.components.visitor import Visitor, get_visitor
from tutor_app.web.cookies import VISIT_COOKIE
from tutor_app.web.lab.trace_lab import draw_trace_lab
from tutor_app.web.staff.conversations_page import draw_conversations_page
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
    pages = [
        _page(CHAT(), "forum", "chat", draw_chat_page, default=True),
        _page(TRACE_LAB(), "route", "trace-lab", draw_trace_lab),
        _page(MATERIALS(), "library_books", "materials", draw_materials_page),
    ]
    for_staff = [
        _page(SETTINGS(), "tune", "settings", draw_settings_page),
        _page(CONVERSATIONS(), "rate_review", "conversations", draw_conversations_page),
    ]
    st.session_state["pages"] = pages + (for_staff if _is_staff() else [])
    st.navigation(pages + for_staff, position="hidden").run()


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


def _is_staff() -> bool:
    """Links to the pages of staff are drawn for staff; the pages themselves ask for the code."""
    try:
        return get_page_services().staff_auth.is_signed_in(st.context.cookies.get(VISIT_COOKIE, ""))
    except PageErrors:  # the page that runs now says what is wrong
        return False


main()
