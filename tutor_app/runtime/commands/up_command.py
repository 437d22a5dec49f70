"""`elenchus up`: everything that one computer needs, in the foreground."""

from __future__ import annotations

from rich.console import Console

from tutor_app.domain.errors import DownloadFailed, ModelFileInvalid
from tutor_app.domain.settings import Settings
from tutor_app.runtime.commands.fetch_command import fetch_models
from tutor_app.runtime.commands.quick_exam import quick_exam_beside
from tutor_app.runtime.commands.staff_code_command import print_staff_code
from tutor_app.runtime.commands.take_in_files import MADE_BY_ANOTHER
from tutor_app.runtime.embedded.supervise import running_instance, start_everything
from tutor_app.runtime.outdated_indexes import have_read_again
from tutor_app.storage.home_permissions import close_home
from tutor_app.storage.records import CourseRecords, StaffCode, open_database
from tutor_app.wording.catalogue import phrase

ALREADY_RUNNING = phrase("commands_running.already_running", "url")
KEEPS_EVERYTHING = phrase("commands_running.keeps_everything", "home")
ANSWERED_MEANWHILE = phrase("commands_courses.answered_meanwhile", "made_by_another")


def run_everything(settings: Settings, *, lan: bool, console: Console) -> int:
    """Run Elenchus in the foreground; return the exit status."""
    instance = running_instance(settings)
    if instance is not None:
        console.print(ALREADY_RUNNING(url=instance.url))
        return 0
    close_home(settings)
    console.print(KEEPS_EVERYTHING(home=settings.elenchus_home))
    try:
        fetch_models(settings, (), console)
    except (DownloadFailed, ModelFileInvalid) as exc:
        console.print(str(exc), style="red", markup=False)
    engine = open_database(settings)
    for course in have_read_again(settings, CourseRecords(engine)):
        made_by_another = MADE_BY_ANOTHER(course=course.name)
        console.print(ANSWERED_MEANWHILE(made_by_another=made_by_another), markup=False)
    code = StaffCode(engine).ensure()
    if code is not None:
        print_staff_code(code, console)
    with quick_exam_beside(settings, console):
        return start_everything(
            settings,
            lan=lan,
            say=lambda line: console.print(line, markup=False, highlight=False, soft_wrap=True),
        )
