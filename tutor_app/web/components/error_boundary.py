"""What a page shows while a service is down, and how it recovers by itself."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st
from sqlalchemy.exc import SQLAlchemyError

from tutor_app.domain.errors import TutorError
from tutor_app.wording.catalogue import phrase

DATABASE_DOWN = phrase("page_errors.database_down")
DISK_FULL = phrase("page_errors.disk_full")
CRASH = phrase("page_errors.crash")
TRIES_AGAIN = phrase("page_errors.tries_again")
log = logging.getLogger(__name__)

RETRY_SECONDS = 2.0
_FULL = ("disk is full", "No space left on device", "Disk full")  # SQLite, the system, PostgreSQL

PageErrors = (TutorError, SQLAlchemyError)


def error_text(error: Exception) -> str:
    """Return what a person reads about one of `PageErrors`."""
    if isinstance(error, SQLAlchemyError):
        reason = str(getattr(error, "orig", None) or "")  # never the statement: students' words
        log.error("database: %s: %s", type(error).__name__, reason)
        full = any(words in reason for words in _FULL)
        return DISK_FULL() if full else DATABASE_DOWN()
    return str(error)


@contextmanager
def error_boundary() -> Iterator[None]:
    """Draw a page; if a service that it needs is down, say so until it is back."""
    try:
        yield
    except PageErrors as exc:
        draw_error(error_text(exc))


def try_action(action: Callable[[], object]) -> None:
    """Do what a button says; an error is shown as a toast, and the page stays."""
    try:
        action()
    except PageErrors as exc:
        st.toast(error_text(exc), icon=":material/error:", duration="long")


def draw_error(words: str) -> None:
    """Say what is wrong, and run the whole page again every two seconds until it works."""
    st.error(words, icon=":material/error:")
    st.caption(TRIES_AGAIN())
    first = True

    @st.fragment(run_every=RETRY_SECONDS)
    def try_again() -> None:
        nonlocal first
        if first:
            first = False
            return
        st.rerun()

    try_again()


def draw_crash(error: Exception) -> bool:
    """Say that the page broke, and log the bug; the page shows no traceback."""
    log.error("a page broke", exc_info=error)
    st.error(CRASH(), icon=":material/error:")
    return True
