"""A model that reads messages about a program: for each part of a message, the reading to it."""

from __future__ import annotations

from tutor_app.programs.message_reading.ask_for_reading import Reader

STUDENT = "Student: "


def reads(readings: dict[str, str], requests: list[str] | None = None) -> Reader:
    """Return a reader that gives the reading of the first part that the student's words have.

    What it is asked is put into `requests`.
    """

    def read(request: str) -> str | None:
        if requests is not None:
            requests.append(request)
        words = request.rpartition(f"\n{STUDENT}")[2]
        return next((text for part, text in readings.items() if part in words), None)

    return read
