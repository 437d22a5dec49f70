"""`elenchus exam`: which duties the configured model earns."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from demo_course.build import build
from evals.exam.follow_up import LeadsBack, searcher
from evals.exam.runner import Room, estimate, examine
from evals.latency import local_model
from evals.materials import COURSE, index_folder
from tutor_app.duties.identity import identify_model
from tutor_app.duties.registry import DUTIES, Duty, duty_named
from tutor_app.duties.results import ExamResult, keep_result, own_results
from tutor_app.errors import NotFound
from tutor_app.retrieval.course_index import CourseIndexes
from tutor_app.settings import Settings
from tutor_app.wiring import build_model


@dataclass(frozen=True, slots=True, kw_only=True)
class ExamOrder:
    """What is asked for. `prices` are of a million tokens sent and received."""

    duty: str | None = None
    limit: int | None = None
    prices: tuple[float, float] | None = None
    out: Path | None = None


def take_exam(settings: Settings, order: ExamOrder, console: Console) -> int:
    """Examine the configured model; 0 where it holds every duty asked for.

    Raises:
        NotFound: there is no such duty.
        TutorError: the model cannot be reached, or broke off too often.
    """
    duties = _duties(order.duty)
    identity = identify_model(settings)
    console.print(f"Model: {identity.name}", markup=False, highlight=False, soft_wrap=True)
    with ExitStack() as stack:
        bars = stack.enter_context(_bars(console))
        task = bars.add_task("Items", total=None)
        room = Room(
            identity=identity,
            folder=settings.elenchus_home / "exam",
            leads_back=lambda: _demo_searcher(settings),
            limit=order.limit,
            progress=lambda done, total: bars.update(task, completed=done, total=total),
        )
        for duty in duties:
            _say_cost(duty, room, order, console)
        if settings.uses_local_model:
            model = stack.enter_context(local_model(settings, settings.model))
        else:
            model = build_model(settings)
        passed = []
        for duty in duties:
            bars.update(task, description=duty.name, completed=0, total=None)
            result = examine(duty, model, room)
            path = keep_result(order.out or own_results(settings), identity, result)
            _report(duty, result, path, console)
            passed.append(result.passes(duty))
    return 0 if all(passed) else 1


def _duties(name: str | None) -> tuple[Duty, ...]:
    if name is None:
        return DUTIES
    try:
        return (duty_named(name),)
    except KeyError as exc:
        raise NotFound(str(exc.args[0])) from exc


def _demo_searcher(settings: Settings) -> LeadsBack:
    """Search the demo course, built and indexed apart from this installation's courses."""
    folder = settings.elenchus_home / "exam" / "demo"
    build(folder)
    course = index_folder(folder)
    index = CourseIndexes(course.settings, course.embedder)(COURSE)
    return searcher(index, course.embedder)


def _say_cost(duty: Duty, room: Room, order: ExamOrder, console: Console) -> None:
    cost = estimate(duty, room, order.prices)
    money = "" if room.identity.kind == "local" else ", cost unknown (--price-in, --price-out)"
    if cost.money is not None:
        money = f", about {cost.money:.2f} in the currency of the prices given"
    console.print(
        f"{duty.name}: {cost.items} items to ask, about {cost.sent:,} tokens sent and at most "
        f"{cost.received:,} received{money}.",
        markup=False,
        highlight=False,
        soft_wrap=True,
    )


def _report(duty: Duty, result: ExamResult, path: Path, console: Console) -> None:
    held = "held" if result.passes(duty) else f"not held: {duty.instead} in its place"
    console.print(
        f"\n{duty.name}: {held} ({result.done} of {result.total} items)",
        markup=False,
        highlight=False,
        soft_wrap=True,
    )
    for figure in result.figures:
        needed = next((n.least for n in duty.needs if n.figure == figure.name), None)
        at_least = "" if needed is None else f", needed {needed:.2f}"
        console.print(
            f"  {figure.value:.3f} [{figure.low:.3f}, {figure.high:.3f}] of {figure.items:>3}  "
            f"{figure.name}{at_least}",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )
    if result.note:
        console.print(result.note, markup=False)
    console.print(f"Kept in {path}", markup=False, highlight=False, soft_wrap=True)


def _bars(console: Console) -> Progress:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=console)
