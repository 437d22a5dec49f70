"""`elenchus`: the command line. Each command loads what it needs when it runs."""

from __future__ import annotations

import errno
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console

from tutor_app.domain.errors import TutorError
from tutor_app.domain.settings import Settings, load_settings
from tutor_app.domain.teaching import RevealPolicy
from tutor_app.domain.values import MaterialKind
from tutor_app.storage.home_permissions import keep_files_private
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from tutor_app.runtime.commands.take_in_files import TakenIn

app = typer.Typer(
    help="A tutor that answers from the course's own pages.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
course_app = typer.Typer(help="Make, list, rename and delete courses.", no_args_is_help=True)
app.add_typer(course_app, name="course")
console = Console()
DELETE = phrase("commands_courses.delete", "course")
CANNOT_WRITE = phrase("commands_running.cannot_write", "reason")
# What a person can mend; any other error of the system is a bug and keeps its traceback.
DISK_TROUBLE = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM)

CourseArgument = Annotated[str, typer.Argument(help="the course's id or name", metavar="COURSE")]
ContactOption = Annotated[str, typer.Option(help="who students ask when the course does not tell")]


@app.command()
def up(
    lan: Annotated[
        bool, typer.Option("--lan", help="answer the whole network, not only this computer")
    ] = False,
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="port of the page, in place of PORT")
    ] = None,
) -> None:
    """Run the page, the workers, Redis and the local model until Ctrl+C."""
    from tutor_app.runtime.commands.up_command import run_everything

    settings = load_settings()
    if port is not None:
        settings = settings.model_copy(update={"port": port})
    raise typer.Exit(run_everything(settings, lan=lan, console=console))


@app.command()
def doctor() -> None:
    """Say for each part whether it works, and what to do where it does not."""
    from tutor_app.runtime.commands.doctor_command import check_everything

    raise typer.Exit(check_everything(load_settings(), console))


@app.command()
def fetch(
    models: Annotated[
        list[str] | None,
        typer.Argument(
            help="default, small, embedder, reranker, tessdata; without any, what is used"
        ),
    ] = None,
) -> None:
    """Fetch the model files that are not there yet."""
    from tutor_app.runtime.commands.fetch_command import fetch_models

    fetch_models(load_settings(), models or (), console)


@app.command()
def demo() -> None:
    """Build the demo courses and index what changed in them."""
    from tutor_app.runtime.commands.demo_command import take_in_demos

    settings = load_settings()
    raise typer.Exit(max(_indexed(settings, each) for each in take_in_demos(settings, console)))


@app.command()
def ingest(
    course: CourseArgument,
    files: Annotated[list[Path], typer.Argument(help="files, folders of them, ZIPs")],
    kind: Annotated[
        MaterialKind | None,
        typer.Option(help="kind of material, in place of what each file's name says"),
    ] = None,
) -> None:
    """Take files into a course and index them. The same bytes twice change nothing."""
    from tutor_app.runtime.commands.take_in_files import take_in_files

    settings = load_settings()
    _index(settings, take_in_files(settings, course, files, kind, console))


def _index(settings: Settings, taken: TakenIn) -> None:
    raise typer.Exit(_indexed(settings, taken))


def _indexed(settings: Settings, taken: TakenIn) -> int:
    """Index what waits, and return the status to leave with."""
    status = int(taken.refused)
    if taken.waiting:
        from tutor_app.runtime.commands.ingest_command import index_waiting

        status = max(status, index_waiting(settings, taken, console))
    return status


@app.command()
def ask(
    course: CourseArgument,
    question: Annotated[str, typer.Argument(help="the question, in quotation marks")],
) -> None:
    """Ask one question here and read the quotes with file and page."""
    from tutor_app.runtime.commands.ask_command import ask_once

    raise typer.Exit(ask_once(load_settings(), course, question, console))


@app.command()
def find(
    course: CourseArgument,
    question: Annotated[str, typer.Argument(help="the question, in quotation marks")],
    way: Annotated[
        str, typer.Option(help="who chooses the sources: edison, or a way by the model: fc, …")
    ] = "edison",
) -> None:
    """Say which sources a question is looked up in, and what each of them has."""
    from tutor_app.runtime.commands.find_command import find_sources

    raise typer.Exit(find_sources(load_settings(), course, question, way, console))


@app.command()
def trace(
    problem: Annotated[str, typer.Argument(help="the problem in words, in quotation marks")],
) -> None:
    """Run an algorithm exactly on a problem told in words, and print its table."""
    from tutor_app.runtime.commands.trace_command import trace as trace_once

    raise typer.Exit(trace_once(problem, console))


@app.command()
def exam(  # noqa: PLR0913  (typer: one argument an option)
    duty: Annotated[
        str | None,
        typer.Option(help="one duty by its short name, such as `verify`; without it, all"),
    ] = None,
    model: Annotated[
        str | None, typer.Option(help="`default`, `small` or a GGUF path, in place of MODEL")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="at most so many items now; the rest another time")
    ] = None,
    price_in: Annotated[
        float | None, typer.Option(help="price of a million tokens sent, for the estimate")
    ] = None,
    price_out: Annotated[
        float | None, typer.Option(help="price of a million tokens received")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="60 items: what passes is held for a week")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="folder of the results, in place of ELENCHUS_HOME's")
    ] = None,
) -> None:
    """Examine the model: which duties does it earn? Goes on where it was broken off."""
    from tutor_app.runtime.commands.exam_command import ExamOrder, take_exam

    settings = load_settings()
    if model is not None:
        settings = settings.model_copy(update={"model": model, "model_base_url": ""})
    prices = None if price_in is None or price_out is None else (price_in, price_out)
    order = ExamOrder(duty=duty, limit=limit, quick=quick, prices=prices, out=out)
    raise typer.Exit(take_exam(settings, order, console))


@app.command(name="train-reranker")
def train_reranker(course: CourseArgument) -> None:
    """Adapt the cross-encoder to a course's headings and exercises, if that makes it better."""
    from tutor_app.runtime.commands.train_reranker_command import train_reranker as train

    train(load_settings(), course, console)


@app.command(name="staff-code")
def staff_code(
    renew: Annotated[bool, typer.Option("--renew", help="make a new code")] = False,
) -> None:
    """Show the code of the materials page when it is made; --renew makes a new one."""
    from tutor_app.runtime.commands.staff_code_command import show_staff_code

    show_staff_code(load_settings(), renew=renew, console=console)


@course_app.command(name="list")
def course_list() -> None:
    """List the courses."""
    from tutor_app.runtime.commands.course_command import list_courses

    list_courses(load_settings(), console)


@course_app.command(name="create")
def course_create(
    name: Annotated[str, typer.Argument(help="what students read")], contact: ContactOption = ""
) -> None:
    """Make a course."""
    from tutor_app.runtime.commands.course_command import create_course

    create_course(load_settings(), name, contact, console)


@course_app.command(name="check")
def course_check(course: CourseArgument) -> None:
    """What to look at before a course opens: unread pages, solutions, three questions tried."""
    from tutor_app.runtime.commands.course_check_command import print_check

    raise typer.Exit(print_check(load_settings(), course, console))


@course_app.command(name="dates")
def course_dates(
    course: CourseArgument,
    file: Annotated[str | None, typer.Argument(help="a file's name in the course")] = None,
    opens: Annotated[str | None, typer.Option(help="2026-03-21, or empty for none")] = None,
    due: Annotated[str | None, typer.Option(help="likewise, when what it sets is due")] = None,
) -> None:
    """Say when a file opens and is due; without one, print the dates of all."""
    from tutor_app.runtime.commands.dates_command import set_file_dates

    settings = load_settings()
    _index(settings, set_file_dates(settings, course, file, opens, due, console))


@course_app.command(name="set")
def course_set(
    course: CourseArgument,
    policy: Annotated[
        RevealPolicy | None, typer.Option(help="how much of an exact run students may see")
    ] = None,
    convention: Annotated[
        list[str] | None,
        typer.Option(
            help="NAME=CHOICE where problems say nothing, as tie_break=fifo; NAME= unsets"
        ),
    ] = None,
    language: Annotated[
        str | None, typer.Option(help="what the tutor and its pages speak, as de")
    ] = None,
) -> None:
    """Set what the tutor does in a course; without options, print what is in force."""
    from tutor_app.runtime.commands.course_settings_command import set_course

    set_course(load_settings(), course, policy, convention or (), console, language)


@course_app.command(name="export")
def course_export(course: CourseArgument) -> None:
    """Print a course's settings as course.yaml."""
    from tutor_app.runtime.commands.course_settings_command import export_settings

    export_settings(load_settings(), course, console)


@course_app.command(name="import")
def course_import(
    course: CourseArgument,
    file: Annotated[Path, typer.Argument(help="a course.yaml")],
) -> None:
    """Put the settings of a course.yaml in force."""
    from tutor_app.runtime.commands.course_settings_command import import_settings

    import_settings(load_settings(), course, file, console)


@course_app.command(name="rename")
def course_rename(
    course: CourseArgument,
    name: Annotated[str, typer.Argument(help="the new name")],
    contact: Annotated[str | None, typer.Option(help="a new contact")] = None,
) -> None:
    """Give a course another name; its id stays."""
    from tutor_app.runtime.commands.course_command import rename_course

    rename_course(load_settings(), course, name, contact, console)


@course_app.command(name="delete")
def course_delete(
    course: CourseArgument,
    yes: Annotated[bool, typer.Option("--yes", help="do not ask")] = False,
) -> None:
    """Delete a course with its files and its conversations."""
    from tutor_app.runtime.commands.course_command import delete_course

    if not yes:
        typer.confirm(DELETE(course=course), abort=True)
    delete_course(load_settings(), course, console)


def main() -> None:
    """Run a command; what a person can mend is said in words, without a traceback."""
    keep_files_private()
    try:
        app()
    except TutorError as exc:
        _refuse(str(exc))
    except OSError as exc:
        if exc.errno not in DISK_TROUBLE:
            raise
        where = f" ({exc.filename})" if exc.filename else ""
        _refuse(CANNOT_WRITE(reason=f"{exc.strerror}{where}"))


def _refuse(words: str) -> NoReturn:
    Console(stderr=True).print(words, style="red", markup=False, highlight=False)
    sys.exit(1)


if __name__ == "__main__":
    main()
