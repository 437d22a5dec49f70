"""The model server of this ELENCHUS_HOME, as what reads students' messages."""

from __future__ import annotations

from tutor_app.conversation.services import ReadsMessages
from tutor_app.domain.settings import load_settings
from tutor_app.models.message_reader import MessageReader, open_adapted

PATIENCE = 120.0  # seconds: a measurement shows what is read, however busy the machine


def running_reader() -> ReadsMessages:
    """Return what reads messages with the model server that runs (`elenchus up`)."""
    settings = load_settings()
    return MessageReader(lambda: open_adapted(settings), None, PATIENCE)
