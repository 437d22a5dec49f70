"""What the page shows while a part of the product is down, and how it recovers by itself."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st
from sqlalchemy.exc import SQLAlchemyError

from tutor_app.errors import TutorError

log = logging.getLogger(__name__)

RETRY_SECONDS = 2.0
DATABASE_AWAY = (
    "The database does not answer. What was stored is safe; nothing can be read or written just "
    "now. `elenchus doctor` says why."
)
DISK_FULL = (
    "The disk of this Elenchus is full, so nothing can be kept just now. What was stored is safe. "
    "Tell the person who runs it to make room, then try again."
)
_FULL = ("disk is full", "No space left on device", "Disk full")  # SQLite, the system, PostgreSQL
CRASH = (
    "Something broke on this page. Your conversations are safe: reload the page. If it happens "
    "again, tell the person who runs Elenchus; the log says what it was."
)

Trouble = (TutorError, SQLAlchemyError)


def trouble_words(error: Exception) -> str:
    """Return what a person reads about one of `Trouble`."""
    if isinstance(error, SQLAlchemyError):
        said = str(getattr(error, "orig", None) or "")  # never the statement: students' words
        log.error("database: %s: %s", type(error).__name__, said)
        return DISK_FULL if any(words in said for words in _FULL) else DATABASE_AWAY
    return str(error)


@contextmanager
def recovering() -> Iterator[None]:
    """Draw a page; where a part that it needs is down, say so until it is back."""
    try:
        yield
    except Trouble as exc:
        draw_trouble(trouble_words(exc))


def attempt(action: Callable[[], object]) -> None:
    """Do what a button says; what went wrong is told in passing, and the page stays."""
    try:
        action()
    except Trouble as exc:
        st.toast(trouble_words(exc), icon=":material/error:", duration="long")


def draw_trouble(words: str) -> None:
    """Say what is wrong, and run the whole page again every two seconds until it is not."""
    st.error(words, icon=":material/error:")
    st.caption("This page tries again by itself.")
    first = True

    @st.fragment(run_every=RETRY_SECONDS)
    def try_again() -> None:
        nonlocal first
        if first:
            first = False
            return
        st.rerun()

    try_again()


def explain_crash(error: Exception) -> bool:
    """Say in words that a bug was met, and log it; the page shows no traceback."""
    log.error("a page broke", exc_info=error)
    st.error(CRASH, icon=":material/error:")
    return True
