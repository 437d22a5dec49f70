"""`python -m evals model`: an endpoint, or a local model, through all exams and conversations."""

from __future__ import annotations

import json
import random
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track

from demo_course.build import DEFAULT_OUT, build
from evals.answers import planted_sentences
from evals.hint_ladder.recorded_learner import Classroom
from evals.model.measured_turns import (
    StudentSide,
    beside_plain,
    hold,
    read_dialogues,
    with_model,
)
from evals.readings.reply_pairs import pair_up
from tutor_app.domain.settings import Settings, load_settings
from tutor_app.models.chat_model import ChatModel
from tutor_app.models.duties.duty_registry import DUTIES
from tutor_app.models.duties.exam_results import held_duties, standings
from tutor_app.models.duties.model_identity import identify_model
from tutor_app.runtime.commands.exam_command import ExamOrder, take_exam
from tutor_app.runtime.composition import build_model
from tutor_app.runtime.evaluation_course import index_folder
from tutor_app.runtime.model_for_command import local_model

DIALOGUES = Path(__file__).parents[1] / "questions" / "follow_ups.jsonl"
_console = Console(stderr=True)


def model_command(  # noqa: PLR0913  (typer: one argument an option)
    base_url: Annotated[str, typer.Option(help="of the endpoint; without it a local model")] = "",
    model: Annotated[str, typer.Option(help="its name; `default`, `small` or a file")] = "small",
    dialogues: Annotated[Path, typer.Option(help="what students say", exists=True)] = DIALOGUES,
    limit: Annotated[int | None, typer.Option(help="dialogues at most, 0 for none")] = None,
    exam: Annotated[bool, typer.Option(help="sit the exams first")] = True,
    items: Annotated[int | None, typer.Option(help="items of each exam at most")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="the quick exam")] = False,
    force: Annotated[
        bool, typer.Option("--force", help="ask for every duty, earned or not")
    ] = False,
    planted: Annotated[
        bool, typer.Option("--planted", help="verify 400 planted sentences")
    ] = False,
    pairs: Annotated[
        Path | None, typer.Option(help="write replies with and without the model for readers")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Which duties a model earns; its calls, tokens, first words and sentences in dialogues."""
    settings = _settings_for(base_url, model)
    if exam:
        take_exam(settings, ExamOrder(quick=quick, limit=items), _console)
    result: dict[str, Any] = {"model": identify_model(settings).name, "duties": _duties(settings)}
    held = frozenset(duty.name for duty in DUTIES) if force else held_duties(settings)
    with ExitStack() as stack:
        opened: ChatModel = (
            stack.enter_context(local_model(settings, settings.model))
            if settings.uses_local_model
            else build_model(settings)
        )
        if planted:
            result["planted"] = _planted(settings, opened)
        result["turns"] = _talk(opened, held, read_dialogues(dialogues)[:limit], pairs)
    print(json.dumps(result) if as_json else json.dumps(result, indent=1))


def _settings_for(base_url: str, model: str) -> Settings:
    if base_url:
        where = {"model_base_url": base_url, "model_name": model}
    else:
        where = {"model_base_url": "", "model": model}
    return load_settings().model_copy(update=where)


def _duties(settings: Settings) -> dict[str, Any]:
    return {
        standing.duty.short: {
            "held": standing.held,
            "for_a_week": standing.for_now,
            "items": standing.result.done if standing.result else 0,
            "figures": {
                figure.name: [figure.value, figure.low, figure.high, figure.items]
                for figure in (standing.result.figures if standing.result else ())
            },
        }
        for standing in standings(settings)
    }


def _planted(settings: Settings, model: ChatModel) -> dict[str, Any]:
    """Return what a reader would be shown of planted sentences, with this model as verifier."""
    name = planted_sentences.short_name(identify_model(settings))
    folder = settings.elenchus_home / "exam" / "verdicts"
    sheet = planted_sentences.verdict_sheet(name, folder)
    planted_sentences.collect_verdicts(model, sheet, {}, None)
    return planted_sentences.measure_checks(folder)


def _talk(
    model: ChatModel, held: frozenset[str], wanted: list[StudentSide], pairs: Path | None
) -> dict[str, Any]:
    build(DEFAULT_OUT)
    course = index_folder(DEFAULT_OUT)
    room, plain = Classroom(course), Classroom(course)
    measured = with_model(room, model, held)
    draw = random.Random(1)
    written: list[dict[str, Any]] = []
    for dialogue in track(wanted, "Talking", console=_console, transient=True):
        replies = hold(room, dialogue, measured)
        if pairs is None:
            list(replies)
            continue
        conversation = beside_plain(dialogue, lambda one: hold(plain, one))
        written += pair_up(conversation, lambda _, told=replies: next(told), draw)  # type: ignore[misc]
        list(replies)
    if pairs is not None:
        _write(pairs, written)
    return measured.figures()


def _write(pairs: Path, written: list[dict[str, Any]]) -> None:
    """Write what readers get, and beside it the key that `evals pairs count` takes."""
    key = {each["id"]: each.pop("ours") for each in written}
    pairs.with_suffix(".key.json").write_text(json.dumps(key), encoding="utf-8")
    lines = (json.dumps(each, ensure_ascii=False) for each in written)
    pairs.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
