"""`elenchus up` and `elenchus staff-code`."""

from __future__ import annotations

from rich.console import Console

from tutor_app.commands.fetching import fetch_models
from tutor_app.commands.materials import MADE_BY_ANOTHER
from tutor_app.embedded.supervise import running_instance, start_everything
from tutor_app.errors import DownloadFailed, ModelFileInvalid
from tutor_app.outdated import have_read_again
from tutor_app.records import CourseRecords, StaffCode, open_database
from tutor_app.settings import Settings


def run_everything(settings: Settings, *, lan: bool, console: Console) -> int:
    """Run Elenchus in the foreground; return the exit status."""
    instance = running_instance(settings)
    if instance is not None:
        console.print(f"Elenchus is already running: {instance.url}")
        return 0
    console.print(f"Elenchus keeps everything under {settings.elenchus_home}.")
    try:
        fetch_models(settings, (), console)
    except (DownloadFailed, ModelFileInvalid) as exc:
        console.print(str(exc), style="red", markup=False)
    engine = open_database(settings)
    for course in have_read_again(settings, CourseRecords(engine)):
        console.print(
            f'"{course.name}": {MADE_BY_ANOTHER} Students are answered meanwhile as far as the old '
            "index can be read; the materials page shows how far it is.",
            markup=False,
        )
    code = StaffCode(engine).ensure()
    if code is not None:
        _show_code(code, console)
    return start_everything(
        settings,
        lan=lan,
        say=lambda line: console.print(line, markup=False, highlight=False, soft_wrap=True),
    )


def show_staff_code(settings: Settings, *, renew: bool, console: Console) -> None:
    """Print the staff code where it can be known: when it is made."""
    codes = StaffCode(open_database(settings))
    code = codes.renew() if renew else codes.ensure()
    if code is None:
        console.print(
            "The staff code was printed when it was made; only a hash of it is kept. "
            "`elenchus staff-code --renew` makes a new one, and the old one stops working."
        )
    else:
        _show_code(code, console)


def _show_code(code: str, console: Console) -> None:
    console.print(
        f"\nStaff code for the materials page: [bold]{code}[/bold]\n"
        "Keep it: it is shown this once. `elenchus staff-code --renew` makes a new one.\n"
    )
