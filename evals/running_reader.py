"""The model server of this ELENCHUS_HOME, as what reads students' messages."""

from __future__ import annotations

from tutor_app.conversation.services import DecidesByCourse, ReadsMessages
from tutor_app.domain.settings import load_settings
from tutor_app.models.adapted_model import open_adapted
from tutor_app.models.course_decider import CourseDecider
from tutor_app.models.message_reader import MessageReader

PATIENCE = 120.0  # seconds: a measurement shows what is read, however busy the machine


def running_reader() -> ReadsMessages:
    """Return what reads messages with the model server that runs (`elenchus up`)."""
    settings = load_settings()
    return MessageReader(lambda name: open_adapted(settings, name), None, PATIENCE)


def running_decider() -> DecidesByCourse:
    """Return what holds messages against the course with the model server that runs."""
    settings = load_settings()
    return CourseDecider(lambda: open_adapted(settings, "decide_by_course"), None, PATIENCE)
