"""Beside `elenchus up`: a model that has sat no exam here sits a quick one by itself."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console

from tutor_app.domain.settings import Settings
from tutor_app.models.duties.duty_registry import duty_named
from tutor_app.models.duties.exam_results import own_results
from tutor_app.models.duties.model_identity import identify_model
from tutor_app.wording.catalogue import phrase

BEGINS = phrase("commands_models.quick_exam_begins", "name", "sent", "received", "price", "log")
PRICE_UNKNOWN = phrase("commands_models.price_unknown")
PRICE_KNOWN = phrase("commands_models.price_known", "money")
SECONDS_TO_END = 5.0


def needs_quick_exam(settings: Settings) -> bool:
    """Whether an endpoint's model is set that has sat no exam on this installation.

    Local models come with their results, and those that a setting forces need none.
    """
    if not settings.model_base_url or settings.model_exam == "off":
        return False
    if settings.model_duties != "earned":
        return False
    return not (own_results(settings) / identify_model(settings).file_name).exists()


@contextmanager
def quick_exam_beside(settings: Settings, console: Console) -> Iterator[None]:
    """Let the exam run in a process of its own, its price told first; end it with what is inside.

    What was answered until then is kept, and the next start goes on from there.
    """
    if not needs_quick_exam(settings):
        yield
        return
    log = settings.elenchus_home / "exam" / "quick.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    console.print(_announcement(settings, str(log)), markup=False, highlight=False)
    command = [sys.executable, "-m", "tutor_app.runtime.cli", "exam", "--quick"]
    with log.open("a", encoding="utf-8") as file:
        exam = subprocess.Popen(command, stdout=file, stderr=file, stdin=subprocess.DEVNULL)
    try:
        yield
    finally:
        exam.terminate()
        try:
            exam.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            exam.kill()


def _announcement(settings: Settings, log: str) -> str:
    # Half a second of import that no other start needs.
    from tutor_app.models.exams.exam_runner import (  # noqa: PLC0415
        QUICK_ITEMS,
        Room,
        estimate,
        quick_room,
    )

    identity = identify_model(settings)
    folder = settings.elenchus_home / "exam"
    room = Room(identity=identity, folder=folder, leads_back=lambda: lambda asked, quotes: False)
    prices = (settings.model_price_in, settings.model_price_out)
    duties = [duty_named(name) for name in QUICK_ITEMS]
    costs = [estimate(duty, quick_room(duty, room), prices) for duty in duties]
    money = sum(cost.money or 0.0 for cost in costs)
    return BEGINS(
        name=settings.model_name,
        sent=f"{sum(cost.sent for cost in costs):,}",
        received=f"{sum(cost.received for cost in costs):,}",
        price=PRICE_KNOWN(money=f"{money:.2f}") if any(prices) else PRICE_UNKNOWN(),
        log=log,
    )
