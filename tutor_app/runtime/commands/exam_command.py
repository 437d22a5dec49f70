"""`elenchus exam`: which duties the configured model earns."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from demo_course.build import build
from tutor_app.domain.errors import ModelRefused, ModelUnreachable, NotFound
from tutor_app.domain.settings import Settings
from tutor_app.models.duties.duty_registry import DUTIES, Duty, duty_named
from tutor_app.models.duties.exam_results import ExamResult, held_duties, keep_result, own_results
from tutor_app.models.duties.model_identity import identify_model
from tutor_app.models.duties.model_in_words import NOBODY_HAS_READ
from tutor_app.models.endpoint_probe import probe
from tutor_app.models.exams.exam_runner import QUICK_ITEMS, Room, estimate, examine, quick_room
from tutor_app.models.exams.follow_up_exam import LeadsBack, searcher
from tutor_app.models.openai_client import OpenAIChat
from tutor_app.retrieval.course_index import CourseIndexes
from tutor_app.runtime.composition import build_model
from tutor_app.runtime.evaluation_course import COURSE, index_folder
from tutor_app.runtime.model_for_command import local_model
from tutor_app.wording.catalogue import phrase

EXAMINED = phrase("commands_models.examined", "name")
ITEMS = phrase("commands_models.items")
COST = phrase("commands_models.cost", "duty", "items", "sent", "received")
COST_UNKNOWN = phrase("commands_models.cost_unknown", "duty", "items", "sent", "received")
COST_IN_MONEY = phrase(
    "commands_models.cost_in_money", "duty", "items", "sent", "received", "money"
)
HELD = phrase("commands_models.held", "duty", "done", "total")
HELD_FOR_NOW = phrase("commands_models.held_for_now", "duty", "done", "total")
NOT_HELD = phrase("commands_models.not_held", "duty", "instead", "done", "total")
FIGURE = phrase("commands_models.figure", "value", "low", "high", "items", "name")
FIGURE_NEEDED = phrase(
    "commands_models.figure_needed", "value", "low", "high", "items", "name", "least"
)
KEPT_IN = phrase("commands_models.kept_in", "path")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExamOrder:
    """What is asked for. `prices` are of a million tokens sent and received.

    `quick` asks few items of each duty that can be granted for a week.
    """

    duty: str | None = None
    limit: int | None = None
    quick: bool = False
    prices: tuple[float, float] | None = None
    out: Path | None = None


def take_exam(settings: Settings, order: ExamOrder, console: Console) -> int:
    """Examine the configured model; 0 if it holds every duty asked for.

    Raises:
        NotFound: there is no such duty.
        TutorError: the model cannot be reached, or broke off too often.
    """
    duties = _duties(order.duty)
    if order.quick:
        held = held_duties(settings)
        duties = tuple(duty for duty in duties if duty.name in QUICK_ITEMS.keys() - held)
    identity = identify_model(settings)
    _print(EXAMINED(name=identity.name), console)
    with ExitStack() as stack:
        bars = stack.enter_context(_bars(console))
        task = bars.add_task(ITEMS(), total=None)
        room = Room(
            identity=identity,
            folder=settings.elenchus_home / "exam",
            leads_back=lambda: _demo_searcher(settings),
            limit=order.limit,
            progress=lambda done, total: bars.update(task, completed=done, total=total),
        )
        for duty in duties:
            _say_cost(duty, quick_room(duty, room) if order.quick else room, order, console)
        if settings.uses_local_model:
            model = stack.enter_context(local_model(settings, settings.model))
        else:
            model = build_model(settings)
            if isinstance(model, OpenAIChat):
                with suppress(ModelUnreachable, ModelRefused):  # then the exam says so
                    probe(model)
        passed = []
        for duty in duties:
            bars.update(task, description=duty.name, completed=0, total=None)
            result = examine(duty, model, quick_room(duty, room) if order.quick else room)
            _report(duty, result, console)
            if result.done:
                path = keep_result(order.out or own_results(settings), identity, result)
                _print(KEPT_IN(path=path), console)
            passed.append(result.passes(duty) or result.passes_for_now(duty))
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
    facts = {
        "duty": duty.name,
        "items": cost.items,
        "sent": f"{cost.sent:,}",
        "received": f"{cost.received:,}",
    }
    if cost.money is not None:
        words = COST_IN_MONEY(**facts, money=f"{cost.money:.2f}")
    elif room.identity.kind == "local":
        words = COST(**facts)
    else:
        words = COST_UNKNOWN(**facts)
    _print(words, console)


def _report(duty: Duty, result: ExamResult, console: Console) -> None:
    counts = {"duty": duty.name, "done": result.done, "total": result.total}
    for_now = result.passes_for_now(duty)
    held = HELD(**counts) if result.passes(duty) else NOT_HELD(**counts, instead=duty.instead)
    held = HELD_FOR_NOW(**counts) if for_now else held
    _print(f"\n{held}", console)
    if for_now and duty.is_read_by_a_person:
        _print(f"  {NOBODY_HAS_READ()}", console)
    for figure in result.figures:
        needed = next((n.least for n in duty.needs if n.figure == figure.name), None)
        facts = {
            "value": f"{figure.value:.3f}",
            "low": f"{figure.low:.3f}",
            "high": f"{figure.high:.3f}",
            "items": f"{figure.items:>3}",
            "name": figure.name,
        }
        unneeded = needed is None
        words = FIGURE(**facts) if unneeded else FIGURE_NEEDED(**facts, least=f"{needed:.2f}")
        _print(f"  {words}", console)
    if result.note:
        console.print(result.note, markup=False)


def _print(line: str, console: Console) -> None:
    console.print(line, markup=False, highlight=False, soft_wrap=True)


def _bars(console: Console) -> Progress:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=console)
