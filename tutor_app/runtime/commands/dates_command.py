"""`elenchus course dates`: when the files of a course open and are due."""

from __future__ import annotations

from datetime import datetime, time

from rich.console import Console

from tutor_app.domain.errors import NotFound, SettingsInvalid
from tutor_app.domain.settings import Settings
from tutor_app.runtime.commands.course_command import find_course
from tutor_app.runtime.commands.take_in_files import TakenIn
from tutor_app.storage.records import CourseRecords, open_database
from tutor_app.wording.catalogue import phrase
from tutor_app.wording.dates_in_words import write_day

NO_SUCH_FILE = phrase("commands_courses.no_such_file", "file", "known")
NO_DAY = phrase("commands_courses.no_day", "text")
FILE_DATES = phrase("commands_courses.file_dates", "file", "opens", "due")
NO_DATE = phrase("commands_courses.no_date")
_DAY_LENGTH = len("2026-03-21")
_DAY_ENDS = time(23, 59)


def set_file_dates(  # noqa: PLR0913  (an option each)
    settings: Settings,
    course: str,
    file: str | None,
    opens: str | None,
    due: str | None,
    console: Console,
) -> TakenIn:
    """Set a file's dates ("" for none, None leaves one as it is), and print those of the course.

    A day opens as it begins and is due as it ends, in the time of this machine.

    Raises:
        NotFound: there is no such course, or no such file in it.
        SettingsInvalid: a date cannot be read; nothing is changed then.
    """
    courses = CourseRecords(open_database(settings))
    row = find_course(courses, course)
    files = {each.name: each for each in courses.documents(row.id)}
    if file is not None:
        if file not in files:
            raise NotFound(NO_SUCH_FILE(file=file, known=", ".join(files)))
        old = files[file]
        opens_at = old.opens_at if opens is None else _moment(opens, time())
        due_at = old.due_at if due is None else _moment(due, _DAY_ENDS)
        courses.set_dates(old.id, opens_at, due_at)
    for each in courses.documents(row.id):
        words = FILE_DATES(file=each.name, opens=_told(each.opens_at), due=_told(each.due_at))
        console.print(words, markup=False, highlight=False)
    changed = file is not None
    return TakenIn(courses=courses, course=row, waiting=changed, refused=False)


def _moment(text: str, at: time) -> datetime | None:
    if not text:
        return None
    try:
        said = datetime.fromisoformat(text)
    except ValueError as exc:
        raise SettingsInvalid(NO_DAY(text=text)) from exc
    return (datetime.combine(said, at) if len(text) == _DAY_LENGTH else said).astimezone()


def _told(when: datetime | None) -> str:
    return NO_DATE() if when is None else write_day(when)
