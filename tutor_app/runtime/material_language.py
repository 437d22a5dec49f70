"""The language that the tutor of a course speaks until staff choose one: that of its material."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ingest.ingest import language_of
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Document
from tutor_app.storage.records import CourseSettingsRecords, open_database
from tutor_app.wording.catalogue import languages


def speak_as_material(course_id: str, settings: Settings, documents: Iterable[Document]) -> None:
    """Set the language of most of a course's pages where staff have settled nothing yet.

    A language without sentences of the tutor's own leaves it as it is.
    """
    records = CourseSettingsRecords(open_database(settings))
    if records.history(course_id):
        return
    told = language_of(documents)
    in_force = records.get(course_id)
    if told in languages() and told != in_force.language:
        records.change(course_id, replace(in_force, language=told))
